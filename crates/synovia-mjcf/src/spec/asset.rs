//! `asset`: meshes, height fields, skins, textures, materials and models to attach.

use crate::element;
use crate::keyword::Bool;
use crate::member::Kind;
use crate::spec::builtin::{GREY, UNIT_QUAT};
use crate::spec::plugin::Plugin;
use crate::{Attr, Document, Span};
use synovia_model::enums::{
    Builtin, ColorSpace, Mark, MeshBuiltin, MeshInertia, TextureRole, TextureType,
};

element! {
    /// A triangle mesh.
    pub struct Mesh {
        /// Name, unique among meshes; by default that of the file.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Media type of the file, such as `model/obj`; empty: from its extension.
        content_type: String [own],
        /// File to read it from.
        file: String [own],
        /// Positions of the vertices, three numbers each.
        vertex: Vec<f32> [own] { member: "", unit: "m" },
        /// Normals of the vertices, three numbers each.
        normal: Vec<f32> [own] { member: "" },
        /// Texture coordinates of the vertices, two numbers each.
        texcoord: Vec<f32> [own] { member: "" },
        /// Triangles, three vertex indices each; the convex hull if absent.
        face: Vec<i32> [own] { member: "" },
        /// Position that is subtracted from all vertices.
        refpos: [f64; 3] [own] { unit: "m" },
        /// Orientation whose inverse is applied to all vertices, a quaternion (w, x, y, z).
        refquat: [f64; 4] [own] { default: UNIT_QUAT },
        /// Scale along the axes; negative values mirror.
        scale: [f64; 3] { default: [1.0; 3] },
        /// True if normals are averaged over all faces at a vertex, even across sharp edges.
        smoothnormal: Bool [own],
        /// Maximum number of vertices of the convex hull; −1: not limited.
        maxhullvert: i32 { default: -1 },
        /// Method by which mass and inertia are computed from the triangles.
        inertia: MeshInertia { default: MeshInertia::Legacy },
        /// Shape that is generated instead of vertices.
        builtin: MeshBuiltin [own] { member: "", default: MeshBuiltin::None },
        /// Parameters of the generated shape.
        params: Vec<f64> [own] { member: "" },
        /// Material of geoms of this mesh that do not name one.
        material: String [own],
    }
    children {
        /// `plugin`.
        plugin: Option<Plugin>,
        /// Normal indices of faces; set by programs only.
        facenormal: Vec<i32>,
        /// Texture coordinate indices of faces; set by programs only.
        facetexcoord: Vec<i32>,
        /// Whether to compute a signed distance field; set by programs only.
        needsdf: bool,
    }
}

element! {
    /// A height field.
    pub struct Hfield {
        /// Name, unique among height fields; by default that of the file.
        name: String,
        /// Media type of the file, such as `image/png`; empty: from its extension.
        content_type: String,
        /// File to read it from.
        file: String,
        /// Number of rows of the grid, along y; read from the file if there is one.
        nrow: i32,
        /// Number of columns of the grid, along x; read from the file if there is one.
        ncol: i32,
        /// Half sizes along x and y, elevation of the highest point, thickness of the base.
        size: [f64; 4] { unit: "m" },
        /// Elevations, top row first; they are scaled to the range from 0 to 1.
        elevation: Vec<f32> { member: "userdata" },
    }
}

element! {
    /// A triangle surface that follows bodies; it is drawn, but has no physics.
    pub struct Skin {
        /// Name, unique among skins.
        name: String,
        /// File to read it from.
        file: String,
        /// Name of the material, for drawing.
        material: String,
        /// Visibility group, 0 to 5.
        group: i32,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// Distance by which vertices are moved along their normals.
        inflate: f32 { unit: "m" },
        /// Positions of the vertices, three numbers each.
        vertex: Vec<f32> { member: "vert", unit: "m" },
        /// Texture coordinates of the vertices, two numbers each.
        texcoord: Vec<f32>,
        /// Triangles, three vertex indices each.
        face: Vec<i32>,
    }
    children {
        /// The bodies that it follows.
        bones: Vec<Bone>,
    }
}

element! {
    /// A body that moves vertices of a skin.
    pub struct Bone {
        /// Name of the body.
        body: String,
        /// Position of the body in the bind pose.
        bindpos: [f32; 3] { unit: "m" },
        /// Orientation of the body in the bind pose, a quaternion (w, x, y, z).
        bindquat: [f32; 4] { default: [1.0, 0.0, 0.0, 0.0] },
        /// Indices of the vertices that it moves.
        vertid: Vec<i32>,
        /// Weight of the bone for each of these vertices.
        vertweight: Vec<f32>,
    }
}

element! {
    /// A texture.
    pub struct Texture {
        /// Name, unique among textures; by default that of the file.
        name: String,
        /// Whether it is a flat image, a cube map, or a skybox.
        kind: TextureType { xml: "type", default: TextureType::Cube },
        /// Whether its colours are linear or sRGB; `auto`: as declared by the file.
        colorspace: ColorSpace { default: ColorSpace::Auto },
        /// Media type of the file, such as `image/png`; empty: from its extension.
        content_type: String,
        /// File to read it from.
        file: String,
        /// Rows and columns of the grid of images in a file.
        gridsize: [i32; 2] { default: [1, 1] },
        /// The cube face in each cell of the grid: R, L, U, D, F, B, or a dot for an unused cell.
        gridlayout: String { member: "", default: "............" },
        /// File of the right face (+x) of a cube.
        fileright: String { member: "" },
        /// File of the left face (−x) of a cube.
        fileleft: String { member: "" },
        /// File of the upper face (+y) of a cube.
        fileup: String { member: "" },
        /// File of the lower face (−y) of a cube.
        filedown: String { member: "" },
        /// File of the front face (+z) of a cube.
        filefront: String { member: "" },
        /// File of the back face (−z) of a cube.
        fileback: String { member: "" },
        /// Pattern to generate: gradient, checker or flat.
        builtin: Builtin { kind: Kind::Int, default: Builtin::None },
        /// First colour of the pattern.
        rgb1: [f64; 3] { default: [0.8; 3] },
        /// Second colour of the pattern.
        rgb2: [f64; 3] { default: [0.5; 3] },
        /// Marks that are drawn over the pattern: edges, a cross, or random dots.
        mark: Mark { kind: Kind::Int, default: Mark::None },
        /// Colour of the marks.
        markrgb: [f64; 3],
        /// Probability of a random dot at each pixel.
        random: f64 { default: 0.01 },
        /// Width of the generated image; for a cube also the height of its faces.
        width: i32 { unit: "pixel" },
        /// Height of the generated image.
        height: i32 { unit: "pixel" },
        /// True if the image is mirrored left to right.
        hflip: Bool,
        /// True if the image is mirrored upside down.
        vflip: Bool,
        /// Bytes per pixel: 1 grey, 3 colour, 4 colour and opacity.
        nchannel: i32 { default: 3 },
    }
    children {
        /// Pixels set by a program: rows of `width` pixels of `nchannel` bytes.
        data: Vec<u8>,
    }
}

element! {
    /// A material.
    pub struct Material {
        /// Name, unique among materials.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Name of the colour texture.
        texture: String { member: "" },
        /// True if the texture repeats per metre, not per object.
        texuniform: Bool,
        /// Repetitions of a flat texture along x and y.
        texrepeat: [f32; 2] { default: [1.0; 2] },
        /// Emitted light, relative to its colour.
        emission: f32,
        /// Strength of highlights, 0 to 1.
        specular: f32 { default: 0.5 },
        /// Sharpness of highlights, 0 to 1.
        shininess: f32 { default: 0.5 },
        /// Reflectance of planes and boxes, 0 to 1.
        reflectance: f32,
        /// Metallicity for physically based renderers; negative: unset.
        metallic: f32 { default: -1.0 },
        /// Roughness for physically based renderers; negative: unset.
        roughness: f32 { default: -1.0 },
        /// Colour and opacity, multiplied with the texture.
        rgba: [f32; 4] { default: [1.0; 4] },
    }
    children {
        /// Textures by role.
        layers: Vec<Layer>,
    }
}

element! {
    /// One texture of a material.
    pub struct Layer {
        /// Role of the texture: colour, normals, roughness and others.
        role: TextureRole { default: TextureRole::User },
        /// Name of the texture.
        texture: String,
    }
}

element! {
    /// Another model, parts of which can be attached.
    pub struct ModelFile {
        /// Name by which it is referred to; the model's own name if absent.
        name: String,
        /// Media type of the file.
        content_type: String,
        /// File to read it from.
        file: String,
    }
}

/// Another model and its document.
#[derive(Clone, Debug, Default)]
pub struct ModelAsset {
    /// The place of the element in the source.
    pub span: Span,
    /// The element.
    pub file: ModelFile,
    /// The document in the file.
    pub document: Box<Document>,
}

impl Texture {
    /// Its files with their attributes: that of the whole texture, then those of the faces right, left, up, down, front, back.
    pub fn files(&self) -> [(&'static str, &Attr<String>); 7] {
        [
            ("file", &self.file),
            ("fileright", &self.fileright),
            ("fileleft", &self.fileleft),
            ("fileup", &self.fileup),
            ("filedown", &self.filedown),
            ("filefront", &self.filefront),
            ("fileback", &self.fileback),
        ]
    }

    /// The same for editing.
    pub fn files_mut(&mut self) -> [&mut Attr<String>; 7] {
        [
            &mut self.file,
            &mut self.fileright,
            &mut self.fileleft,
            &mut self.fileup,
            &mut self.filedown,
            &mut self.filefront,
            &mut self.fileback,
        ]
    }
}
