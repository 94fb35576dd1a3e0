//! Shapes and queries on them; this crate does not know the model.
//!
//! | module      | contents                                                                     |
//! |-------------|------------------------------------------------------------------------------|
//! | [`mesh`]    | readers of STL, OBJ and MSH bytes, built-in meshes, mass properties, normals |
//! | [`hull`]    | convex hulls, their vertex graph                                             |
//! | [`bvh`]     | trees of axis-aligned boxes                                                  |
//! | [`collide`] | contact points of two shapes                                                 |
//! | [`hfield`]  | height fields from numbers, images and binary files                          |
//! | [`ray`]     | intersection of a ray with a shape                                           |
//! | [`sdf`]     | signed distance of meshes, sampled on an octree                              |
//! | [`skin`]    | surfaces that follow bodies: the SKN format, weights                         |
//! | [`texture`] | procedural textures, flips, cube layouts                                     |
//!
//! All functions take bytes, pixels or numbers; nothing here opens a file or panics on any input.

pub mod bvh;
pub mod collide;
mod error;
pub mod hfield;
pub mod hull;
mod keymap;
pub mod mesh;
pub mod ray;
pub mod sdf;
pub mod skin;
pub mod texture;

pub use error::{HFieldError, MeshError, SkinError, TextureError};
pub use mesh::{MeshInertia, MeshOptions, MeshSource, ProcessedMesh};
pub use skin::SkinSource;

/// An axis-aligned box, given by its two extreme corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates.
    pub min: synovia_math::Vec3,
    /// Largest coordinates.
    pub max: synovia_math::Vec3,
}

impl Aabb {
    /// The box that is empty and grows by [`Aabb::include`].
    pub const EMPTY: Self = Self {
        min: synovia_math::Vec3::splat(f64::MAX),
        max: synovia_math::Vec3::splat(-f64::MAX),
    };

    /// Grows the box to contain `point`.
    #[inline]
    pub fn include(&mut self, point: synovia_math::Vec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// Midpoint.
    pub fn center(&self) -> synovia_math::Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Half of the edge lengths.
    pub fn half_size(&self) -> synovia_math::Vec3 {
        (self.max - self.min) * 0.5
    }
}
