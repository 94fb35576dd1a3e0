//! End-to-end tests of recordings: reading with numpy, killed runs, full disks, and memory.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use support::{Folder, complaint, model, npz, stderr, synovia, synovia_json};

/// Starts the program as a child process.
fn start(args: &[&str]) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_synovia"));
    let program = program.args(args).stdout(Stdio::null());
    program.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the folder has a temporary file with content.
fn await_draft(folder: &Folder) {
    let has_draft = |name: &String| {
        let length = fs::metadata(folder.file(name)).map_or(0, |about| about.len());
        name.contains(".part") && length > 0
    };
    while !folder.names().iter().any(has_draft) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A model with a short step and long rows: `n` numbers of a user sensor that stay zero.
fn wide(folder: &Folder, n: usize) -> String {
    let file = folder.file("wide.xml");
    let xml = format!(
        "<mujoco><option timestep='0.001'/><worldbody><body><joint/><geom size='.1'/></body></worldbody>
         <sensor><user dim='{n}' needstage='pos'/></sensor></mujoco>"
    );
    fs::write(&file, xml).unwrap();
    file
}

#[test]
fn numpy_reads_a_recording() {
    // the test command sets a Python that has numpy
    let Some(python) = std::env::var_os("PYO3_PYTHON") else {
        return;
    };
    let folder = Folder::new("numpy");
    let (array, table) = (folder.file("a.npz"), folder.file("a.csv"));
    for file in [&array, &table] {
        let args = ["run", "-t", "0.1", "-c", "random", "-r", file, "-q"];
        assert_eq!(synovia(&args).status.code(), Some(0));
    }
    let script = "import sys, numpy as np
with np.load(sys.argv[1], allow_pickle=False) as run:
    fields = {name: run[name] for name in run.files}
names = 'time qpos qvel act ctrl sensordata energy ncon solver_niter'.split()
assert list(fields) == names, list(fields)
assert fields['time'].shape == (51,) and fields['qpos'].ndim == 2
np.testing.assert_allclose(np.diff(fields['time']), 0.002, rtol=1e-9)
rows = np.column_stack([fields[name] for name in names])
np.testing.assert_array_equal(rows, np.loadtxt(sys.argv[2], delimiter=',', skiprows=1))";
    let output = Command::new(python)
        .args(["-c", script, &array, &table])
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn a_killed_run_leaves_the_older_file_and_a_draft_that_harms_nobody() {
    for name in ["out.npz", "out.csv"] {
        let folder = Folder::new("killed");
        let out = folder.file(name);
        fs::write(&out, "older").unwrap();
        let mut child = start(&["run", "-t", "1000", "-r", &out, "-q"]);
        await_draft(&folder);
        std::thread::sleep(Duration::from_millis(200));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "older");
        let names = folder.names();
        assert_eq!(names.len(), 2);
        let draft = format!(".{name}.{}.part", child.id());
        assert!(names.contains(&draft), "{names:?}");

        // the next run has its own temporary file
        let told = synovia_json(&["run", "-t", "0.02", "-r", &out, "--json"]);
        assert_eq!(told["recording"]["rows"], 11);
        assert_ne!(fs::read(&out).unwrap(), b"older");
        assert_eq!(folder.names(), names);
    }
}

#[test]
fn what_cannot_be_written_is_told_before_the_run() {
    let folder = Folder::new("refused");
    let (out, taken) = (folder.file("out.npz"), folder.file("taken.npz"));
    fs::create_dir(&taken).unwrap();
    fs::write(&out, "older").unwrap();
    let arm = model("arm.xml");
    let nowhere = folder.file("none/out.csv");
    let inside = format!("{out}/out.csv");
    let table = folder.file("out.csv");
    // a run of 1e9 seconds would not finish
    let cases = [
        (taken.as_str(), "this is a folder, not a file"),
        (&nowhere, "No such file"),
        (&inside, "Not a directory"),
        (&out, "but the disk has only"),
        (&table, "record fewer rows with --every"),
    ];
    for (file, told) in cases {
        let text = complaint(&["run", &arm, "-t", "1e9", "-r", file]);
        assert!(text.contains(file) && text.contains(told), "{text}");
    }
    #[cfg(target_os = "linux")]
    complaint(&["run", &arm, "-t", "1e9", "-r", "/proc/out.csv"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "older");
    assert_eq!(folder.names(), ["out.npz", "taken.npz"]);
}

/// Runs the program with a file size limit of `blocks`, like a full disk.
#[cfg(unix)]
fn on_a_small_disk(blocks: u32, args: &[&str]) -> std::process::Output {
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_synovia");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &limited, program]).args(args);
    shell.output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_rows_before_it() {
    let folder = Folder::new("full");
    let file = wide(&folder, 1000);
    let table = folder.file("out.csv");
    // a row is 2 kB and the limit at most 2 MB: it is reached in the middle of the run
    let args = ["run", &file, "-t", "3", "-r", &table];
    let output = on_a_small_disk(2000, &args);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("out.csv: File too large"), "{told}");
    let text = fs::read_to_string(&table).unwrap();
    let rows = text.lines().count() - 1;
    let said = format!("the recording has the first {rows} rows");
    assert!(rows > 100 && told.contains(&said), "{rows} {told}");
    let columns = |line: &str| line.split(',').count();
    let heading = columns(text.lines().next().unwrap());
    assert!(text.lines().all(|line| columns(line) == heading));
    assert!(text.ends_with('\n'));

    // an archive reserves its whole size before the run starts
    let archive = folder.file("out.npz");
    fs::write(&archive, "older").unwrap();
    let output = on_a_small_disk(2000, &["run", &file, "-t", "3", "-r", &archive]);
    let told = stderr(&output);
    assert!(told.contains("out.npz: File too large"), "{told}");
    assert_eq!(fs::read_to_string(&archive).unwrap(), "older");
    // a plot that does not fit is not written
    let plot = folder.file("out.svg");
    let output = on_a_small_disk(1, &["run", &file, "-t", "1", "-p", &plot]);
    let told = stderr(&output);
    assert!(told.contains("out.svg: File too large"), "{told}");
    assert_eq!(folder.names(), ["out.csv", "out.npz", "wide.xml"]);
}

/// Peak memory of a process so far \[B\].
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("status"));
    let status = status.ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_length_of_a_recording() {
    let folder = Folder::new("memory");
    let file = wide(&folder, 5000);
    for name in ["out.npz", "out.csv"] {
        let (out, plot) = (folder.file(name), folder.file("out.svg"));
        let run = |time: &str| {
            let args = ["run", &file, "-t", time, "-r", &out, "-p", &plot, "-q"];
            let (mut child, mut most) = (start(&args), 0);
            while child.try_wait().unwrap().is_none() {
                most = most.max(peak(child.id()).unwrap_or(0));
                std::thread::sleep(Duration::from_millis(2));
            }
            most
        };
        // 4 MB of numbers, and 120 MB
        let (short, long) = (run("0.1"), run("3"));
        assert!(long < short + (16 << 20), "{name}: {short} and {long}");
    }
    assert_eq!(
        folder.names(),
        ["out.csv", "out.npz", "out.svg", "wide.xml"]
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_moves_the_arrays_of_an_unfinished_archive_together() {
    let folder = Folder::new("together");
    let out = folder.file("out.npz");
    let child = start(&["run", "-t", "500", "-c", "random", "-r", &out, "-q"]);
    await_draft(&folder);
    std::thread::sleep(Duration::from_millis(700));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let recorded = npz(&out);
    let rows = recorded["time"].shape[0];
    assert!(rows > 10);
    // the same numbers as a run that ends there regularly
    let (whole, time) = (folder.file("whole.npz"), 0.002 * (rows - 1) as f64);
    let time = time.to_string();
    let args = ["run", "-t", &time, "-c", "random", "-r", &whole, "-q"];
    assert_eq!(synovia(&args).status.code(), Some(0));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
}
