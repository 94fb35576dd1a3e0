//! `asset`: meshes, height fields, skins, textures, materials and models to attach.

use crate::element;
use crate::keyword::Bool;
use crate::spec::plugin::Plugin;
use crate::{Document, Span};
use synovia_model::enums::{
    Builtin, ColorSpace, Mark, MeshBuiltin, MeshInertia, TextureRole, TextureType,
};

element! {
    /// A triangle mesh.
    pub struct Mesh {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Media type of the file.
        content_type: String [own],
        /// File.
        file: String [own],
        /// Vertex positions.
        vertex: Vec<f32> [own],
        /// Vertex normals.
        normal: Vec<f32> [own],
        /// Texture coordinates.
        texcoord: Vec<f32> [own],
        /// Triangles.
        face: Vec<i32> [own],
        /// Reference position, subtracted.
        refpos: [f64; 3] [own],
        /// Reference orientation, undone.
        refquat: [f64; 4] [own],
        /// Scale per axis.
        scale: [f64; 3],
        /// Smooth normals instead of per-face ones.
        smoothnormal: Bool [own],
        /// Largest number of hull vertices.
        maxhullvert: i32,
        /// How inertia is computed.
        inertia: MeshInertia,
        /// Procedural shape.
        builtin: MeshBuiltin [own],
        /// Parameters of the procedural shape.
        params: Vec<f64> [own],
        /// Material for geoms that name none.
        material: String [own],
    }
    children {
        /// `plugin`.
        plugin: Option<Plugin>,
        /// Normals of faces; programs alone say them.
        facenormal: Vec<i32>,
        /// Texture coordinates of faces; programs alone say them.
        facetexcoord: Vec<i32>,
        /// Make a signed distance field; programs alone say it.
        needsdf: bool,
    }
}

element! {
    /// A height field.
    pub struct Hfield {
        /// Name.
        name: String,
        /// Media type of the file.
        content_type: String,
        /// File.
        file: String,
        /// Rows.
        nrow: i32,
        /// Columns.
        ncol: i32,
        /// Half sizes x and y, elevation, depth of the base.
        size: [f64; 4],
        /// Elevations, top row first.
        elevation: Vec<f32>,
    }
}

element! {
    /// A triangulated surface that follows bodies; for the eye only.
    pub struct Skin {
        /// Name.
        name: String,
        /// File.
        file: String,
        /// Material.
        material: String,
        /// Group of visibility.
        group: i32,
        /// Colour.
        rgba: [f32; 4],
        /// How far vertices are moved along their normals.
        inflate: f32,
        /// Vertex positions.
        vertex: Vec<f32>,
        /// Texture coordinates, one pair per vertex.
        texcoord: Vec<f32>,
        /// Triangles.
        face: Vec<i32>,
    }
    children {
        /// The bodies that it follows.
        bones: Vec<Bone>,
    }
}

element! {
    /// A body that pulls vertices of a skin along.
    pub struct Bone {
        /// The body.
        body: String,
        /// Where the body was when the vertices were written.
        bindpos: [f32; 3],
        /// How the body was turned then.
        bindquat: [f32; 4],
        /// The vertices.
        vertid: Vec<i32>,
        /// How strongly each is pulled.
        vertweight: Vec<f32>,
    }
}

element! {
    /// A texture.
    pub struct Texture {
        /// Name.
        name: String,
        /// Type.
        kind: TextureType = "type",
        /// Colour space.
        colorspace: ColorSpace,
        /// Media type of the file.
        content_type: String,
        /// File.
        file: String,
        /// Rows and columns of a composite image.
        gridsize: [i32; 2],
        /// Which face each cell is.
        gridlayout: String,
        /// Face file.
        fileright: String,
        /// Face file.
        fileleft: String,
        /// Face file.
        fileup: String,
        /// Face file.
        filedown: String,
        /// Face file.
        filefront: String,
        /// Face file.
        fileback: String,
        /// Procedural pattern.
        builtin: Builtin,
        /// First colour.
        rgb1: [f64; 3],
        /// Second colour.
        rgb2: [f64; 3],
        /// Marks.
        mark: Mark,
        /// Colour of marks.
        markrgb: [f64; 3],
        /// Probability of random marks.
        random: f64,
        /// Width in pixels.
        width: i32,
        /// Height in pixels.
        height: i32,
        /// Flip left and right.
        hflip: Bool,
        /// Flip up and down.
        vflip: Bool,
        /// Channels.
        nchannel: i32,
    }
    children {
        /// Pixels that a program gave: rows of `width` pixels of `nchannel` bytes.
        data: Vec<u8>,
    }
}

element! {
    /// A material.
    pub struct Material {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Texture for the role rgb.
        texture: String,
        /// Scale texture uniformly in space.
        texuniform: Bool,
        /// Texture repetitions.
        texrepeat: [f32; 2],
        /// Emission.
        emission: f32,
        /// Specularity.
        specular: f32,
        /// Shininess.
        shininess: f32,
        /// Reflectance.
        reflectance: f32,
        /// Metallicity.
        metallic: f32,
        /// Roughness.
        roughness: f32,
        /// Colour.
        rgba: [f32; 4],
    }
    children {
        /// Textures by role.
        layers: Vec<Layer>,
    }
}

element! {
    /// One texture of a material.
    pub struct Layer {
        /// Its role.
        role: TextureRole,
        /// Its texture.
        texture: String,
    }
}

element! {
    /// Another model, to attach from.
    pub struct ModelFile {
        /// Name; the model's own name if absent.
        name: String,
        /// Media type of the file.
        content_type: String,
        /// File.
        file: String,
    }
}

/// Another model, read.
#[derive(Clone, Debug, Default)]
pub struct ModelAsset {
    /// Where it was named.
    pub span: Span,
    /// The element as written.
    pub file: ModelFile,
    /// What the file says.
    pub document: Box<Document>,
}
