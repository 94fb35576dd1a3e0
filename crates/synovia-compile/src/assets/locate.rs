//! Finds asset files, and collects their names in the model's `paths`.

use synovia_mjcf::diag::FileError;
use synovia_mjcf::files::Files;
use synovia_mjcf::path;
use synovia_mjcf::source::Sources;
use synovia_mjcf::{Attr, Span};

use crate::cx::Cx;
use crate::spec::layout::flat::Settings;

/// The file name without its directories.
pub(crate) fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// Reports an error in an asset at the attribute `file`, if it has one, else at its element.
pub(crate) fn complain(
    cx: &mut Cx<'_>,
    element: &'static str,
    (name, file, span): (&Attr<String>, &Attr<String>, Span),
    message: String,
) {
    cx.diag
        .error(file.span_or(span), message)
        .element(element)
        .named(name.text());
}

/// The file name that the model stores: without directories if `strippath` is set, otherwise with `.` and `..` resolved, and relative
/// to the main file's directory if the file was found next to an included file.
pub(crate) fn stored_name(cx: &Cx<'_>, settings: &Settings, file: &Attr<String>) -> String {
    match cx.beside.get(&file.span()) {
        Some(found) if !settings.strippath => found.clone(),
        _ => plain_name(settings, file),
    }
}

/// The name of a file: without directories if `strippath` is set, otherwise with `.` and `..` resolved.
pub(crate) fn plain_name(settings: &Settings, file: &Attr<String>) -> String {
    if settings.strippath {
        base_name(file.text()).to_owned()
    } else {
        path::join("", file.text())
    }
}

/// A file to open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// Its name.
    pub name: &'a str,
    /// The mesh or texture directory.
    pub dir: &'a str,
    /// The compiler settings of its model.
    pub settings: &'a Settings,
    /// Where the name is written.
    pub span: Span,
}

/// A file that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its path, if it was found next to the included file that names it.
    pub beside: Option<String>,
}

impl Request<'_> {
    /// Opens the file in its directory, or next to the included file that names it.
    pub(crate) fn open(&self, files: &dyn Files, sources: &Sources) -> Result<Found, FileError> {
        let path = path::join(&self.settings.dir, &path::join(self.dir, self.name));
        let error = match files.read(&path) {
            Ok(bytes) => {
                return Ok(Found {
                    bytes,
                    beside: None,
                });
            }
            Err(error) => error,
        };
        let source = sources.get(self.span.file).filter(|source| source.included);
        if let Some(path) = source.map(|source| path::join(&source.dir, self.name))
            && let Ok(bytes) = files.read(&path)
        {
            return Ok(Found {
                bytes,
                beside: Some(path),
            });
        }
        Err(error)
    }
}

/// Reads an asset file in `dir` (the mesh or texture directory) of its model, or next to the included file that names it.
pub(crate) fn read(
    cx: &mut Cx<'_>,
    files: &dyn Files,
    settings: &Settings,
    dir: &str,
    file: &Attr<String>,
) -> Option<Vec<u8>> {
    let span = file.span();
    let request = Request {
        name: &stored_name(cx, settings, file),
        dir,
        settings,
        span,
    };
    match request.open(files, cx.sources) {
        Ok(found) => {
            if let Some(path) = found.beside {
                cx.beside.insert(span, path);
            }
            Some(found.bytes)
        }
        Err(error) => {
            cx.diag.error(span, error);
            None
        }
    }
}

/// The buffer of file names of a model, each terminated by 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    chars: Vec<u8>,
}

impl Paths {
    /// Adds a file name and returns its address; −1 if the name is empty.
    pub(crate) fn add(&mut self, file: &str) -> i32 {
        if file.is_empty() {
            return -1;
        }
        let at = self.chars.len();
        self.chars.extend_from_slice(file.as_bytes());
        self.chars.push(0);
        at as i32
    }

    /// The buffer; a single 0 if it has no file names.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.chars.is_empty() {
            self.chars.push(0);
        }
        self.chars
    }
}

/// The content type of a file: the attribute (`type/subtype`, without parameters), or else derived from the extension. `None` if the
/// attribute is not a content type, or the extension is unknown.
pub(crate) fn content_type(written: &Attr<String>, file: &str) -> Option<String> {
    let text = written.text();
    if text.is_empty() {
        let known = match extension(file).as_str() {
            "stl" => "model/stl",
            "obj" => "model/obj",
            "ply" => "model/ply",
            "msh" => "model/vnd.mujoco.msh",
            "png" => "image/png",
            _ => return None,
        };
        return Some(known.to_owned());
    }
    let (kind, parameter) = text.split_once(';').unwrap_or((text, "="));
    let (_, subtype) = kind.split_once('/')?;
    let empty = subtype.is_empty() && kind.len() == text.len();
    (!empty && parameter.contains('=')).then(|| kind.to_owned())
}

/// The extension of a file name, in lower case.
pub(crate) fn extension(file: &str) -> String {
    base_name(file)
        .rsplit_once('.')
        .map_or_else(String::new, |(_, end)| end.to_ascii_lowercase())
}
