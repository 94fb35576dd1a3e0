//! The scene: everything that an image of one moment needs besides the model's meshes and textures.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::GeomId;

use crate::enums::{rnd, stereo};
use crate::records::{Geom, GlCamera, Light};

/// Most lights of a scene.
#[doc(alias = "mjMAXLIGHT")]
pub const MAX_LIGHT: usize = 100;

/// What is drawn at one moment.
///
/// Vectors are allocated in full and never resized: [`Scene::ngeom`] and [`Scene::nlight`] are the numbers of elements in use.
#[doc(alias = "mjvScene")]
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Shapes in use.
    pub ngeom: i32,
    /// Room for shapes; the first `ngeom` are in use.
    pub geoms: Vec<Geom>,
    /// The shapes in drawing order.
    pub geomorder: Vec<i32>,

    /// Lights in use.
    pub nlight: i32,
    /// Room for lights; the first `nlight` are in use.
    pub lights: Vec<Light>,
    /// Left and right eye.
    pub camera: [GlCamera; 2],

    /// Surfaces of flexes.
    pub flex: FlexSurfaces,
    /// Surfaces of skins.
    pub skin: SkinSurfaces,

    /// 1 if the model is transformed by the next three fields.
    pub enabletransform: i32,
    /// Translation of the model.
    pub translate: [f32; 3],
    /// Rotation of the model.
    pub rotate: [f32; 4],
    /// Scale of the model.
    pub scale: f32,

    /// How two eyes share the image, of [`stereo`].
    pub stereo: i32,
    /// Rendering effects, indexed by [`rnd`].
    pub flags: [u8; rnd::COUNT],
    /// Width of the border around the image in pixels; 0 disables it.
    pub framewidth: i32,
    /// Colour of that border.
    pub framergb: [f32; 3],
    /// 0 if all shapes fit, 1 if there was no room for one.
    pub status: i32,
    /// Geoms whose colours were changed by plugins, ascending.
    pub(crate) repainted: Vec<(GeomId, [f32; 3])>,
}

/// The surfaces of all flexes, concatenated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlexSurfaces {
    /// First edge of each flex.
    pub edgeadr: Vec<i32>,
    /// Number of edges of each flex.
    pub edgenum: Vec<i32>,
    /// First vertex of each flex.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each flex.
    pub vertnum: Vec<i32>,
    /// First face of each flex.
    pub faceadr: Vec<i32>,
    /// Room for faces of each flex.
    pub facenum: Vec<i32>,
    /// Faces of each flex that are in use.
    pub faceused: Vec<i32>,
    /// Vertices of the edges.
    pub edge: Vec<[i32; 2]>,
    /// Positions of the vertices.
    pub vert: Vec<[f32; 3]>,
    /// The corners of each face.
    pub face: Vec<[f32; 9]>,
    /// Normals at the corners.
    pub normal: Vec<[f32; 9]>,
    /// Texture coordinates at the corners.
    pub texcoord: Vec<[f32; 6]>,
    /// 1 if vertices are shown.
    pub vertopt: i32,
    /// 1 if edges are shown.
    pub edgeopt: i32,
    /// 1 if faces of elements are shown.
    pub faceopt: i32,
    /// 1 if the smooth skin is shown.
    pub skinopt: i32,
    /// Vertex normals of the skin, while it is computed.
    pub(crate) smooth: Vec<Vec3>,
}

/// The surfaces of all skins, concatenated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinSurfaces {
    /// Number of faces of each skin.
    pub facenum: Vec<i32>,
    /// First vertex of each skin.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each skin.
    pub vertnum: Vec<i32>,
    /// Positions of the vertices.
    pub vert: Vec<[f32; 3]>,
    /// Normals at the vertices.
    pub normal: Vec<[f32; 3]>,
}

impl Scene {
    /// An empty scene with room for `maxgeom` shapes and the skins and flexes of `model`, if given.
    #[doc(alias = "mjv_makeScene")]
    pub fn new(model: Option<&Model>, maxgeom: usize) -> Self {
        let mut flags = [0; rnd::COUNT];
        for on in [
            rnd::SHADOW,
            rnd::REFLECTION,
            rnd::SKYBOX,
            rnd::HAZE,
            rnd::CULL_FACE,
        ] {
            flags[on] = 1;
        }
        Self {
            ngeom: 0,
            geoms: vec![Geom::default(); maxgeom],
            geomorder: vec![0; maxgeom],
            nlight: 0,
            lights: vec![Light::default(); MAX_LIGHT],
            camera: [GlCamera::default(); 2],
            flex: model.map(FlexSurfaces::new).unwrap_or_default(),
            skin: model.map(SkinSurfaces::new).unwrap_or_default(),
            enabletransform: 0,
            translate: [0.0; 3],
            rotate: [1.0, 0.0, 0.0, 0.0],
            scale: 1.0,
            stereo: stereo::NONE,
            flags,
            framewidth: 0,
            framergb: [0.0; 3],
            status: 0,
            repainted: Vec::new(),
        }
    }

    /// The shapes in use.
    pub fn shapes(&self) -> &[Geom] {
        &self.geoms[..(self.ngeom.max(0) as usize).min(self.geoms.len())]
    }
}
