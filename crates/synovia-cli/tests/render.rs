//! End-to-end tests of `synovia render`: images, animations, videos and folders of the same instants.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::fs::{self, File};
use std::io::{BufReader, Cursor};

use image_webp::WebPDecoder;
use support::{Folder, complaint, model, stderr, stdout, synovia, synovia_json};

/// A model with two actuators and a keyframe.
const ARM: &str = "arm.xml";

/// A decoded image.
#[derive(Debug, PartialEq)]
struct Png {
    size: (u32, u32),
    depth: png::BitDepth,
    bytes: Vec<u8>,
}

fn read_png(path: &str) -> Png {
    let bytes = fs::read(path).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    Png {
        size: (info.width, info.height),
        depth: info.bit_depth,
        bytes,
    }
}

/// Renders a small image with additional arguments.
fn picture(folder: &Folder, more: &[&str]) -> Png {
    let file = folder.file("picture.png");
    let mut args = vec!["render", "-o", &file, "--size", "64x48", "-q"];
    args.extend(more);
    let output = synovia(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!((stdout(&output), stderr(&output)), ("", ""));
    read_png(&file)
}

#[test]
fn a_picture_is_that_of_a_run() {
    let folder = Folder::new("render-run");
    let file = folder.file("run.png");
    let args = [
        "run",
        "-t",
        "0.1",
        "--picture",
        &file,
        "--size",
        "64x48",
        "-q",
    ];
    assert_eq!(synovia(&args).status.code(), Some(0));
    let drawn = picture(&folder, &["-t", "0.1"]);
    assert_eq!(drawn.size, (64, 48));
    assert!(drawn == read_png(&file));
    assert!(drawn != picture(&folder, &["-t", "0.3"]));
}

#[test]
fn cameras_and_keyframes_are_chosen_by_name_or_number() {
    let folder = Folder::new("render-camera");
    let (free, side) = (
        picture(&folder, &[]),
        picture(&folder, &["--camera", "side"]),
    );
    assert!(free != side);
    assert!(side == picture(&folder, &["--camera", "0"]));
    assert!(free == picture(&folder, &["--camera", "free"]));
    assert!(free != picture(&folder, &["--azimuth", "10", "--elevation", "-40"]));
    assert!(free != picture(&folder, &["--lookat", "-1,0,0.5", "--distance", "2"]));
    let arm = model(ARM);
    let bent = picture(&folder, &[&arm, "--key", "bent"]);
    assert!(bent == picture(&folder, &[&arm, "--key", "0"]));
    assert!(bent != picture(&folder, &[&arm]));
    assert!(bent != picture(&folder, &[&arm, "--key", "bent", "--follow", "lower"]));
}

#[test]
fn what_is_asked_for_is_drawn() {
    let folder = Folder::new("render-look");
    let plain = picture(&folder, &["-t", "0.1"]);
    for more in [
        &["--contacts"][..],
        &["--forces"],
        &["--joints"],
        &["--inertia"],
        &["--transparent"],
        &["--labels", "body"],
        &["--frames", "geom"],
        &["--groups", "5"],
        &["--overlay"],
        &["--wireframe"],
        &["--no-shadow"],
        &["--no-sky"],
    ] {
        let mut args = vec!["-t", "0.1"];
        args.extend(more);
        assert!(picture(&folder, &args) != plain, "{more:?}");
    }
    // centres of mass are inside the bodies
    let glass = picture(&folder, &["--transparent"]);
    assert!(glass != picture(&folder, &["--transparent", "--com"]));
}

#[test]
fn an_animation_a_folder_and_pictures_show_the_same_instants() {
    let folder = Folder::new("render-same");
    let (movie, frames) = (folder.file("a.webp"), folder.file("frames/"));
    let common = [
        "--from-time",
        "0.1",
        "--to-time",
        "0.3",
        "--fps",
        "20",
        "--size",
        "64x48",
        "--json",
    ];
    for output in [&movie, &frames] {
        let mut args = vec!["render", "-o", output];
        args.extend(common);
        let told = synovia_json(&args);
        assert_eq!((&told["pictures"], &told["fps"]), (&4.into(), &20.0.into()));
        assert_eq!(told["output"], output.as_str());
    }
    let reader = BufReader::new(File::open(&movie).unwrap());
    let mut decoder = WebPDecoder::new(reader).unwrap();
    assert_eq!((decoder.num_frames(), decoder.dimensions()), (4, (64, 48)));
    let mut found = vec![0; decoder.output_buffer_size().unwrap()];
    for (k, time) in ["0.1", "0.15", "0.2", "0.25"].iter().enumerate() {
        let expected = picture(&folder, &["-t", time]);
        assert_eq!(decoder.read_frame(&mut found).unwrap(), 50);
        assert!(found == expected.bytes, "picture {k}");
        assert!(read_png(&folder.file(&format!("frames/{k:04}.png"))) == expected);
    }
    // a folder that is not empty is left alone
    let text = complaint(&["render", "-o", &frames, "-t", "0.1"]);
    assert!(text.contains("not empty"), "{text}");
    // a still image has the same pixels in both formats
    let still = folder.file("still.webp");
    let args = ["render", "-o", &still, "-t", "0.2", "--size", "64x48", "-q"];
    assert_eq!(synovia(&args).status.code(), Some(0));
    let mut decoder = WebPDecoder::new(Cursor::new(fs::read(&still).unwrap())).unwrap();
    assert!(!decoder.is_animated());
    decoder.read_image(&mut found).unwrap();
    assert!(found == picture(&folder, &["-t", "0.2"]).bytes);
}

/// The content of the first box with this path of names in an MP4 file.
fn mp4_box<'a>(mut bytes: &'a [u8], path: &[&[u8; 4]]) -> &'a [u8] {
    let (name, below) = path.split_first().unwrap();
    while let Some((size, rest)) = bytes.split_first_chunk::<4>() {
        let size = u32::from_be_bytes(*size) as usize;
        let (content, next) = (&rest[4..size - 4], &bytes[size..]);
        if rest.starts_with(&name[..]) {
            return if below.is_empty() {
                content
            } else {
                mp4_box(content, below)
            };
        }
        bytes = next;
    }
    panic!("no box {:?}", String::from_utf8_lossy(&name[..]));
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn a_video_is_av1_in_mp4() {
    let folder = Folder::new("render-video");
    // odd sizes too
    for (size, sides) in [("64x48", [0, 64, 0, 48]), ("67x51", [0, 67, 0, 51])] {
        let file = folder.file("a.mp4");
        let args = [
            "render", "-o", &file, "-t", "0.5", "--size", size, "--fps", "24", "--json",
        ];
        let told = synovia_json(&args);
        assert_eq!(
            (&told["form"], &told["pictures"]),
            (&"video".into(), &12.into())
        );
        let bytes = fs::read(&file).unwrap();
        assert_eq!(&bytes[4..8], b"ftyp");
        let track: [&[u8; 4]; 3] = [b"moov", b"trak", b"mdia"];
        let table = |name| {
            let mut path = track.to_vec();
            path.extend([b"minf", b"stbl", name]);
            mp4_box(&bytes, &path)
        };
        // 12 samples of 90000/24 ticks each
        assert_eq!(number(table(b"stsz"), 8), 12);
        assert_eq!([8, 12].map(|at| number(table(b"stts"), at)), [12, 3750]);
        let entry = table(b"stsd");
        assert_eq!(&entry[12..16], b"av01");
        assert_eq!(entry[40..44], sides);
        assert!(entry.windows(4).any(|name| name == b"av1C"));
        // the first sample is a key frame
        assert_eq!(number(table(b"stss"), 8), 1);
        let samples: u32 = (0..12).map(|k| number(table(b"stsz"), 12 + 4 * k)).sum();
        assert_eq!(mp4_box(&bytes, &[b"mdat"]).len(), samples as usize);
        // no temporal delimiters
        assert_ne!(mp4_box(&bytes, &[b"mdat"])[0], 0x12);
    }
    assert_eq!(folder.names(), ["a.mp4"]);
}

#[test]
fn a_recording_shows_what_its_run_showed() {
    let folder = Folder::new("render-recording");
    let file = folder.file("run.npz");
    let args = ["run", "-t", "0.4", "--record", &file, "-q"];
    assert_eq!(synovia(&args).status.code(), Some(0));
    let recorded = picture(&folder, &["--from", &file, "-t", "0.3"]);
    assert!(recorded == picture(&folder, &["-t", "0.3"]));
    // the whole recording
    let frames = folder.file("frames/");
    let args = [
        "render", "-o", &frames, "--from", &file, "--size", "32x24", "--fps", "10", "--json",
    ];
    assert_eq!(synovia_json(&args)["pictures"], 4);

    let arm = model(ARM);
    let png = folder.file("a.png");
    let text = complaint(&["render", &arm, "-o", &png, "--from", &file]);
    let told = "qpos has 139 columns, but the model has nq = 5; the recording is of another model";
    assert!(text.contains(told), "{text}");
    let text = complaint(&["render", "-o", &png, "--from", &file, "-t", "3"]);
    assert!(text.contains("the recording is only 0.4"), "{text}");
    fs::write(&file, "junk").unwrap();
    let text = complaint(&["render", "-o", &png, "--from", &file]);
    assert!(text.contains("run.npz: "), "{text}");
    assert!(!folder.names().contains(&"a.png".to_owned()));
}

#[test]
fn depth_and_segments_are_told() {
    let folder = Folder::new("render-depth");
    let file = folder.file("a.png");
    let args = [
        "render",
        "-o",
        &file,
        "--size",
        "64x48",
        "--depth=4",
        "--json",
    ];
    assert_eq!(synovia_json(&args)["white"], 4.0);
    let depth = read_png(&file);
    assert_eq!(depth.depth, png::BitDepth::Sixteen);
    assert_eq!(depth.bytes.len(), 2 * 64 * 48);
    // half as bright for twice the range, where both are visible
    let half = picture(&folder, &["--depth=8"]);
    let shade = |png: &Png, k: usize| u16::from_be_bytes([png.bytes[2 * k], png.bytes[2 * k + 1]]);
    let middle = 24 * 64 + 32;
    let (near, far) = (shade(&depth, middle), shade(&half, middle));
    assert!(near < 65535 && near.abs_diff(2 * far) <= 2, "{near} {far}");

    let args = [
        "render",
        "-o",
        &file,
        "--size",
        "64x48",
        "--segmentation",
        "--json",
    ];
    let told = synovia_json(&args);
    let segments = told["segments"].as_array().unwrap();
    assert!(segments.len() > 5, "{told}");
    let colours: Vec<&str> = segments
        .iter()
        .filter_map(|s| s["color"].as_str())
        .collect();
    let bytes = read_png(&file).bytes;
    for &[r, g, b] in bytes.as_chunks::<3>().0 {
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        assert!(
            colour == "#000000" || colours.contains(&colour.as_str()),
            "{colour}"
        );
    }
    for segment in segments {
        let kind = segment["type"].as_str().unwrap();
        assert!(
            ["geom", "site", "tendon", "sensor"].contains(&kind),
            "{segment}"
        );
    }
}

#[test]
fn the_summary_tells_where_pictures_are() {
    let folder = Folder::new("render-summary");
    let file = folder.file("a.png");
    let output = synovia(&[
        "render",
        &model(ARM),
        "-o",
        &file,
        "--size",
        "32x24",
        "--depth",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for told in [
        "arm.xml",
        "free",
        "32×24",
        "black is 0 m",
        "written to",
        "a.png",
    ] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }
    let help = synovia(&["render", "--help"]);
    for told in ["Camera:", "What is drawn:", "Examples:", "--labels <KIND>"] {
        assert!(stdout(&help).contains(told), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_frames_that_were_drawn() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    for (name, is_folder) in [("a.mp4", false), ("frames/", true)] {
        let folder = Folder::new("render-interrupt");
        let output = folder.file(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_synovia"))
            .args([
                "render", "-o", &output, "-t", "10000", "--size", "32x32", "--json",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // the temporary file exists once the work is about to start
        while folder.names().is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(130), "{}", stderr(&done));
        let told: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(told["interrupted"], true);
        assert_eq!(told["output"], output);
        if is_folder {
            let there = fs::read_dir(&output).unwrap().count();
            assert_eq!(told["pictures"], there);
            read_png(&folder.file(&format!("frames/{:06}.png", there - 1)));
        } else {
            // a complete video, with one sample per frame
            assert_eq!(folder.names(), ["a.mp4"]);
            let bytes = fs::read(&output).unwrap();
            let path = [b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsz"];
            let sizes = mp4_box(&bytes, &path);
            let count = u32::from_be_bytes(sizes[8..12].try_into().unwrap());
            assert_eq!(told["pictures"], count);
        }
    }
}

#[test]
fn mistakes_point_at_their_cause() {
    let folder = Folder::new("render-mistakes");
    let arm = model(ARM);
    let png = folder.file("a.png");
    let mp4 = folder.file("a.mp4");
    let cases: &[(&[&str], &str)] = &[
        (&["render", &arm], "--output"),
        (&["render", "no/such.xml", "-o", &png], "no/such.xml"),
        (&["render", "-o", "a.gif"], "*.png, *.webp or *.mp4"),
        (&["render", "-o", "no/such/a.png"], "no/such/a.png: "),
        (
            &["render", "-o", &png, "--camera", "sid"],
            "did you mean \"side\"?",
        ),
        (
            &["render", &arm, "-o", &png, "--follow", "lowe"],
            "did you mean \"lower\"?",
        ),
        (
            &["render", &arm, "-o", &png, "--key", "bend"],
            "did you mean \"bent\"?",
        ),
        (
            &["render", "-o", &png, "--labels", "bodi"],
            "did you mean \"body\"?",
        ),
        (&["render", "-o", &png, "--size", "big"], "WIDTHxHEIGHT"),
        (
            &["render", "-o", &png, "--to-time", "2"],
            "a *.png holds one image",
        ),
        (&["render", "-o", &png, "--lookat", "1,2"], "three numbers"),
        (&["render", "-o", &png, "--depth=0"], "greater than zero"),
        (&["render", "-o", &png, "--groups", "6"], "6 is not in"),
        (
            &["render", "-o", &png, "--from", "no/run.npz"],
            "--from no/run.npz: ",
        ),
        (
            &["render", "-o", &mp4, "--size", "8x8"],
            "at least 16 pixels",
        ),
        (&["render", "-o", &mp4, "-t", "0.01"], "at least two frames"),
        (&["render", "-o", &mp4, "-t", "1e300"], "too many frames"),
        (&["render", "-o", &mp4, "--fps", "0"], "from 0.001 to 1000"),
        (
            &["render", "-o", &mp4, "--from-time", "2", "--to-time", "1"],
            "1 s is not after 2 s",
        ),
        (
            &["render", "-o", &png, "--from", "run.npz", "--ctrl", "sine"],
            "cannot be used with",
        ),
    ];
    for (args, told) in cases {
        let text = complaint(args);
        assert!(text.contains(told), "{args:?}: {told} is not in\n{text}");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
