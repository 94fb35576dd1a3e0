//! Reads `asset` and `deformable`.
//!
//! Files of assets are not opened here: names are stored with `.` and `..` resolved, and the compiler looks them up. The exception is
//! `model`, another document, which is read at once with the same job, so that all errors are reported together.

use super::tree::{NodeRef, has_room};
use super::{MAX_MODELS, Reader};
use crate::attr::Attr;
use crate::diag::{ErrorKind, SchemaError};
use crate::path;
use crate::spec::asset::{
    Bone, Hfield, Layer, Material, Mesh, ModelAsset, ModelFile, Skin, Texture,
};

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `asset` section.
    pub(super) fn asset(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            match node.tag() {
                "mesh" => {
                    let new = self.mesh(node);
                    self.doc.meshes.push(new);
                }
                "hfield" => self.hfield(node),
                "texture" => self.texture(node),
                "material" => {
                    let new = self.material(node);
                    self.doc.materials.push(new);
                }
                "model" => self.model(node),
                "skin" => self.skin(node),
                _ => {}
            }
        }
    }

    /// Reads one `deformable` section.
    pub(super) fn deformable(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            match node.tag() {
                "flex" => {
                    let new = self.flex(node);
                    self.doc.flexes.push(new);
                }
                "skin" => self.skin(node),
                _ => {}
            }
        }
    }

    /// Reads a mesh, of an asset or of a default class.
    pub(super) fn mesh(&mut self, node: NodeRef<'t>) -> Mesh {
        // which of file, shape and vertices is used is decided by the compiler
        let mut mesh: Mesh = self.element(node);
        fold(&mut mesh.file);
        mesh.plugin = self.first_plugin(node);
        if mesh.maxhullvert.get().is_some_and(|&n| n != -1 && n < 4) {
            self.attr_error(
                node,
                "maxhullvert",
                "must be at least 4, or -1 for no limit",
            );
        }
        // a built-in shape replaces file and vertices
        if mesh.builtin.is_set() {
            self.require_number(node, "params");
            if mesh.file.is_set() {
                self.conflict(
                    node,
                    "both builtin and file define the shape; remove one of them",
                );
            }
            if mesh.vertex.is_set() {
                self.conflict(
                    node,
                    "both builtin and vertex define the shape; remove one of them",
                );
            }
        }
        mesh
    }

    /// Reads a height field; elevations must match the size of the grid.
    fn hfield(&mut self, node: NodeRef<'t>) {
        let mut hfield: Hfield = self.element(node);
        fold(&mut hfield.file);
        self.require_number(node, "size");
        if let (Some(&nrow), Some(&ncol), false) =
            (hfield.nrow.get(), hfield.ncol.get(), hfield.file.is_set())
            && let Some(elevation) = hfield.elevation.get()
            && nrow > 0
            && ncol > 0
            && elevation.len() as i64 != i64::from(nrow) * i64::from(ncol)
        {
            let text = format!(
                "found {} heights for {nrow} rows of {ncol} columns, expected {}",
                elevation.len(),
                i64::from(nrow) * i64::from(ncol)
            );
            self.attr_error(node, "elevation", text);
        }
        self.doc.hfields.push(hfield);
    }

    /// Reads a skin with its bones.
    fn skin(&mut self, node: NodeRef<'t>) {
        let mut skin: Skin = self.element(node);
        fold(&mut skin.file);
        if !(0..6).contains(&skin.group.or(0)) {
            self.attr_error(node, "group", "must be between 0 and 5");
        }
        for child in node.tagged("bone") {
            let bone: Bone = self.element(child);
            self.require(child, "body");
            for attr in ["bindpos", "bindquat", "vertid", "vertweight"] {
                self.require_number(child, attr);
            }
            skin.bones.push(bone);
        }
        self.doc.skins.push(skin);
    }

    /// Reads a texture; the layout of a grid must have one character per cell.
    fn texture(&mut self, node: NodeRef<'t>) {
        let mut texture: Texture = self.element(node);
        texture.files_mut().into_iter().for_each(fold);
        if let Some(layout) = texture.gridlayout.get() {
            let [rows, columns] = texture.gridsize.or([1, 1]);
            if layout.len() > 12 {
                self.attr_error(node, "gridlayout", "must have at most 12 characters");
            } else if layout.len() as i64 != i64::from(rows) * i64::from(columns) {
                self.attr_error(
                    node,
                    "gridlayout",
                    "the number of characters must equal rows times columns of gridsize",
                );
            }
        }
        self.doc.textures.push(texture);
    }

    /// Reads a material, of an asset or of a default class, with its layers.
    pub(super) fn material(&mut self, node: NodeRef<'t>) -> Material {
        let mut material: Material = self.element(node);
        for child in node.tagged("layer") {
            if material.texture.is_set() {
                self.conflict(
                    child,
                    "a material with a texture attribute cannot have layers; remove one of them",
                );
            }
            let layer: Layer = self.element(child);
            self.require(child, "role");
            self.require(child, "texture");
            material.layers.push(layer);
        }
        material
    }

    /// Reads a model to attach, from its own directory and with its own settings.
    fn model(&mut self, node: NodeRef<'t>) {
        let file: ModelFile = self.element(node);
        let span = node.span();
        // without a file there is nothing to attach from
        let Some(name) = file.file.get() else {
            self.error(node, SchemaError::MissingAttribute("file"));
            return;
        };

        // first next to the main file, then next to the file with this element
        let here = self
            .job
            .sources
            .get(span.file)
            .map(|source| source.dir.clone())
            .unwrap_or_default();
        let beside_main = path::join(&self.doc.dir, name);
        let beside_here = path::join(&here, name);
        let mut path = beside_main;
        let mut read = self.job.files.read(&path);
        if read.is_err()
            && beside_here != path
            && let Ok(bytes) = self.job.files.read(&beside_here)
        {
            read = Ok(bytes);
            path = beside_here;
        }
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                self.attr_error(node, "file", error);
                return;
            }
        };
        // no cycles, no endless nesting, no more text than a model may have
        if self.job.around.contains(&path) {
            self.attr_error(
                node,
                "file",
                ErrorKind::Other(format!("model \"{path}\" attaches itself")),
            );
            return;
        }
        if self.job.around.len() >= MAX_MODELS {
            let text = format!("attached models are nested more than {MAX_MODELS} levels deep");
            self.attr_error(node, "file", text);
            return;
        }
        if let Err(error) = has_room(&self.job.sources, bytes.len()) {
            self.attr_error(node, "file", error);
            return;
        }
        // errors in the other model were reported with its own places
        if let Some(doc) = self.job.model(&path, bytes) {
            self.doc.models.push(ModelAsset {
                span,
                file,
                document: Box::new(doc),
            });
        }
    }
}

/// Resolves `.` and `..` in a file name.
fn fold(file: &mut Attr<String>) {
    if let Some(name) = file.get_mut() {
        *name = path::join("", name);
    }
}
