//! Where pictures go: one file, an animation, a video, or a folder with a file for each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::draw::{Picture, Size};
use crate::files::mp4::{self, Video};
use crate::files::png;
use crate::files::webp::{self, Animation};
use synovia::WholeFile;

/// What is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A picture.
    Png,
    /// A picture or an animation.
    Webp,
    /// A video.
    Mp4,
    /// Pictures with numbers.
    Folder,
}

/// A place and what is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputPath {
    /// The place.
    pub path: PathBuf,
    /// The form that its name says.
    pub form: Form,
}

impl OutputPath {
    /// Reads `--output`.
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
                        "expected a file *.png, *.webp or *.mp4, or a folder with a / at its end";
                    return Err(told.to_owned());
                }
            }
        };
        Ok(Self { path, form })
    }
}

/// Where pictures go.
pub(super) enum Output {
    /// One file with one picture.
    Still(WholeFile, Form),
    /// One file with many.
    Animation(WholeFile, Box<Animation>),
    /// One file with many.
    Video(WholeFile, Box<Video>),
    /// A file for each.
    Folder {
        /// Where they are.
        path: PathBuf,
        /// How many there are.
        count: usize,
        /// Digits of their numbers.
        digits: usize,
    },
}

/// What is known about the pictures before the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Series {
    /// Their sides.
    pub size: Size,
    /// Pictures a second.
    pub fps: f64,
    /// How many; none if it is but one picture.
    pub count: Option<usize>,
}

impl Output {
    /// Opens the place, before the work starts.
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

    /// Takes a picture.
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

    /// Puts the file in its place. One that is dropped before leaves nothing behind, but pictures in a folder.
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

    /// True if an older file of that name is going to be replaced.
    pub(super) fn replaces(&self) -> bool {
        match self {
            Self::Still(file, _) | Self::Animation(file, _) | Self::Video(file, _) => {
                file.replaces()
            }
            Self::Folder { .. } => false,
        }
    }
}

/// An empty folder.
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

/// The fewest frames that a form can have: the duration of a frame of a video is known from the next one.
pub(super) fn fewest(form: &Form) -> usize {
    if *form == Form::Mp4 { 2 } else { 1 }
}

/// The smallest side that a form can have.
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
