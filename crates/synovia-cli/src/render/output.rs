//! Output of frames: one file, an animation, a video, or a folder with one file per frame.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::draw::{Picture, Size};
use crate::files::mp4::{self, Video};
use crate::files::png;
use crate::files::webp::{self, Animation};
use synovia::WholeFile;

/// Output format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An image.
    Png,
    /// An image or an animation.
    Webp,
    /// A video.
    Mp4,
    /// Numbered images.
    Folder,
}

/// An output path and its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputPath {
    /// The path.
    pub path: PathBuf,
    /// The format, from the file name extension.
    pub form: Form,
}

impl OutputPath {
    /// Parses `--output`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let form = if text.ends_with('/') || path.is_dir() || path.extension().is_none() {
            Form::Folder
        } else {
            match path.extension().and_then(|ext| ext.to_str()) {
                Some("png") => Form::Png,
                Some("webp") => Form::Webp,
                Some("mp4") => Form::Mp4,
                _ => {
                    let told =
                        "expected a file *.png, *.webp or *.mp4, or a folder name that ends with /";
                    return Err(told.to_owned());
                }
            }
        };
        Ok(Self { path, form })
    }
}

/// The open output.
pub(super) enum Output {
    /// One file with one image.
    Still(WholeFile, Form),
    /// An animation in one file.
    Animation(WholeFile, Box<Animation>),
    /// A video in one file.
    Video(WholeFile, Box<Video>),
    /// One file per frame.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Number of files written.
        count: usize,
        /// Digits of the file names.
        digits: usize,
    },
}

/// Size, rate and number of frames, known before the first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Series {
    /// Size of each frame.
    pub size: Size,
    /// Frames per second.
    pub fps: f64,
    /// Number of frames; `None` for a single image.
    pub count: Option<usize>,
}

impl Output {
    /// Opens the output before the work starts.
    pub(super) fn new(place: &OutputPath, series: Series) -> io::Result<Self> {
        let Series { size, fps, count } = series;
        if place.form == Form::Folder {
            return folder(&place.path, count.unwrap_or(1));
        }
        let mut file = WholeFile::create(&place.path)?;
        if count.is_none() {
            return Ok(Self::Still(file, place.form.clone()));
        }
        let copy = file.file().try_clone()?;
        Ok(if place.form == Form::Mp4 {
            let video = Video::new(copy, size, fps)?;
            Self::Video(file, Box::new(video))
        } else {
            let animation = Animation::new(copy, size, fps)?;
            Self::Animation(file, Box::new(animation))
        })
    }

    /// Writes a frame.
    pub(super) fn add(&mut self, picture: Picture) -> io::Result<()> {
        match self {
            Self::Still(file, form) => {
                let bytes = match form {
                    Form::Webp => webp::encode(picture)?,
                    _ => png::encode(&picture, png::Effort::Small)?,
                };
                io::Write::write_all(file.file(), &bytes)
            }
            Self::Animation(_, animation) => animation.add(picture),
            Self::Video(_, video) => Ok(video.add(picture)?),
            Self::Folder {
                path,
                count,
                digits,
            } => {
                let name = format!("{count:0digits$}.png", digits = *digits);
                fs::write(path.join(name), png::encode(&picture, png::Effort::Quick)?)?;
                *count += 1;
                Ok(())
            }
        }
    }

    /// Moves the finished file into place. An output dropped before that leaves nothing behind, except images in a folder.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Still(file, _) => file.commit(),
            Self::Animation(file, animation) => {
                animation.finish()?;
                file.commit()
            }
            Self::Video(file, video) => {
                video.finish()?;
                file.commit()
            }
            Self::Folder { .. } => Ok(()),
        }
    }

    /// True if an existing file of that name will be replaced.
    pub(super) fn replaces(&self) -> bool {
        match self {
            Self::Still(file, _) | Self::Animation(file, _) | Self::Video(file, _) => {
                file.replaces()
            }
            Self::Folder { .. } => false,
        }
    }
}

/// Creates a folder, which must be empty.
fn folder(path: &Path, count: usize) -> io::Result<Output> {
    fs::create_dir_all(path)?;
    if fs::read_dir(path)?.next().is_some() {
        let told = "the folder is not empty";
        return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, told));
    }
    Ok(Output::Folder {
        path: path.to_owned(),
        count: 0,
        digits: count.to_string().len().max(4),
    })
}

/// Smallest number of frames of a format: in a video, the duration of a frame follows from the next one.
pub(super) fn fewest(form: &Form) -> usize {
    if *form == Form::Mp4 { 2 } else { 1 }
}

/// Smallest width or height of a format.
pub(super) fn least(form: &Form) -> usize {
    if *form == Form::Mp4 { mp4::LEAST } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_what_is_written() {
        let form = |text| OutputPath::parse(text).map(|place| place.form);
        assert_eq!(form("a.png"), Ok(Form::Png));
        assert_eq!(form("a.b.webp"), Ok(Form::Webp));
        assert_eq!(form("a.mp4"), Ok(Form::Mp4));
        assert_eq!(form("frames/"), Ok(Form::Folder));
        assert_eq!(form("frames"), Ok(Form::Folder));
        assert_eq!(form("a.png/"), Ok(Form::Folder));
        assert!(form("a.gif").is_err_and(|told| told.contains("*.mp4")));
    }
}
