//! Lists the files that a model names, without reading more of it.
//!
//! Includes and attached models are read, each as a model of its own: its files are relative to its own directory, in the directories of
//! its own `<compiler>`. No other file is opened, so the list can include files that do not exist.

use std::collections::HashSet;

use super::tree::{add_source, has_room};
use super::xml::{Document, Node, unescape};
use crate::diag::{Diagnostics, Errors};
use crate::files::Files;
use crate::source::{Sources, directory};
use crate::{Span, path};

/// Attributes of a texture that name files.
const FACES: [&str; 7] = [
    "file",
    "fileright",
    "fileup",
    "fileleft",
    "filedown",
    "filefront",
    "fileback",
];

/// The files that one document names.
#[derive(Default)]
struct Named {
    /// Directories of assets, meshes and textures, from the first `<compiler>` that sets them.
    assetdir: Option<String>,
    meshdir: Option<String>,
    texturedir: Option<String>,
    /// Includes and attached models, with their places.
    models: Vec<(String, Span)>,
    meshes: Vec<String>,
    textures: Vec<String>,
    hfields: Vec<String>,
}

impl Named {
    fn of(doc: &Document) -> Self {
        let mut named = Self::default();
        for node in &doc.nodes {
            let attr = |name: &str| attribute(doc, node, name);
            let file = attr("file").map(|(text, _)| text);
            match doc.text(node.tag) {
                "include" | "model" => named.models.extend(attr("file")),
                "mesh" | "flexcomp" | "skin" => named.meshes.extend(file),
                "hfield" => named.hfields.extend(file),
                "texture" => {
                    let faces = FACES.iter().filter_map(|face| attr(face));
                    named.textures.extend(faces.map(|(text, _)| text));
                }
                "compiler" => {
                    for (kept, name) in [
                        (&mut named.assetdir, "assetdir"),
                        (&mut named.meshdir, "meshdir"),
                        (&mut named.texturedir, "texturedir"),
                    ] {
                        if kept.is_none() {
                            *kept = attr(name).map(|(text, _)| text);
                        }
                    }
                }
                _ => {}
            }
        }
        named
    }

    /// The files that are not models, relative to `dir`.
    fn assets(&self, dir: &str) -> impl Iterator<Item = String> {
        let assets = self.assetdir.as_deref().unwrap_or("");
        let lists = [
            (self.texturedir.as_deref().unwrap_or(assets), &self.textures),
            (self.meshdir.as_deref().unwrap_or(assets), &self.meshes),
            (assets, &self.hfields),
        ];
        lists.into_iter().flat_map(move |(inside, files)| {
            let place = move |file: &String| path::join(dir, &path::join(inside, file));
            files.iter().map(place)
        })
    }
}

/// An attribute of a node, with its place.
fn attribute(doc: &Document, node: &Node, name: &str) -> Option<(String, Span)> {
    let (from, to) = node.attrs;
    let attrs = doc.attrs.get(from as usize..to as usize)?;
    let attr = attrs.iter().find(|attr| doc.text(attr.name) == name)?;
    let text = unescape(doc.text(attr.value)).into_owned();
    Some((text, doc.span(attr.value)))
}

/// All files of the model at `path`, itself first, each once.
///
/// ```
/// let files = std::collections::BTreeMap::from([
///     ("m/robot.xml".to_owned(), "<mujoco><compiler meshdir='parts'/><include file='arm.xml'/></mujoco>"),
///     ("m/arm.xml".to_owned(), "<mujoco><asset><mesh file='hand.stl'/></asset></mujoco>"),
/// ]);
/// let found = synovia_mjcf::dependencies("m/robot.xml", &files)?;
/// assert_eq!(found, ["m/robot.xml", "m/arm.xml", "m/hand.stl"]);
/// # Ok::<(), synovia_mjcf::Errors>(())
/// ```
#[doc(alias = "mju_getXMLDependencies")]
pub fn dependencies(path: &str, files: &dyn Files) -> Result<Vec<String>, Errors> {
    let (mut sources, mut diag) = (Sources::default(), Diagnostics::new());
    let mut seen = HashSet::from([path.to_owned()]);
    let mut found = vec![path.to_owned()];
    let mut waiting = vec![(path.to_owned(), None)];
    while let Some((name, place)) = waiting.pop() {
        let bytes = files.read(&name).and_then(|bytes| {
            has_room(&sources, bytes.len())?;
            Ok(bytes)
        });
        let bytes = match (bytes, place) {
            (Ok(bytes), _) => bytes,
            (Err(error), Some(place)) => {
                diag.error(place, error);
                continue;
            }
            (Err(error), None) => return Err(Errors::placeless(error)),
        };
        let file = add_source(&mut sources, &mut diag, &name, place.is_some(), bytes);
        let Some(source) = sources.share(file) else {
            continue;
        };
        let named = match Document::parse(source, file) {
            Ok(doc) => Named::of(&doc),
            Err((span, kind)) => {
                diag.error(span, kind);
                continue;
            }
        };
        let dir = directory(&name);
        let mut next = Vec::new();
        for (file, place) in &named.models {
            let file = path::join(dir, file);
            if seen.insert(file.clone()) {
                found.push(file.clone());
                next.push((file, Some(*place)));
            }
        }
        waiting.extend(next.into_iter().rev());
        for file in named.assets(dir) {
            if seen.insert(file.clone()) {
                found.push(file);
            }
        }
    }
    diag.into_result(&sources, found)
}
