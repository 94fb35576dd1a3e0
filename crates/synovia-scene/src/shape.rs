//! Shapes: type, size, pose and appearance of a [`Geom`].
//!
//! A connector extends from a point `a` to a point `b`: its z axis is along `b − a`, by the smallest rotation from the world's z
//! axis. Capsules and cylinders are centred between the points, with half the distance as size; arrows and lines begin at `a`.

use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::GeomType;

use crate::color::Rgba;
use crate::error::SceneError;
use crate::records::Geom;
use crate::single;

/// Default size of a shape.
const SIZE: [f32; 3] = [0.1; 3];
/// Default colour of a shape.
const GREY: Rgba = [0.5, 0.5, 0.5, 1.0];

impl Geom {
    /// Sets type, size, pose and colour, each to its default if absent, and the appearance to its default; the model element is left
    /// unchanged.
    #[doc(alias = "mjv_initGeom")]
    #[inline]
    pub fn init(
        &mut self,
        kind: GeomType,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) {
        self.kind = kind;
        let of_kind = |size| match (kind, single::vector(size)) {
            (GeomType::Sphere, [r, ..]) => [r; 3],
            (GeomType::Capsule | GeomType::Cylinder, [r, half, _]) => [r, r, half],
            (_, size) => size,
        };
        self.size = size.map_or(SIZE, of_kind);
        self.pos = single::vector(pos.unwrap_or(Vec3::ZERO));
        self.mat = single::matrix(mat.unwrap_or(&Mat3::IDENTITY));
        self.rgba = rgba.unwrap_or(GREY);

        self.dataid = -1;
        self.matid = -1;
        self.texcoord = 0;
        self.emission = 0.0;
        self.specular = 0.5;
        self.shininess = 0.5;
        self.reflectance = 0.0;
        self.label[0] = 0;
        self.modelrbound = 0.0;
    }

    /// Makes this shape connect two points; only type, size and pose change.
    #[doc(alias = "mjv_connector")]
    pub fn connector(
        &mut self,
        kind: GeomType,
        width: f64,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), SceneError> {
        match kind {
            GeomType::Capsule
            | GeomType::Cylinder
            | GeomType::Arrow
            | GeomType::Arrow1
            | GeomType::Arrow2
            | GeomType::Line => {
                self.connect(kind, width, from, to);
                Ok(())
            }
            _ => Err(SceneError::ConnectorKind(kind.to_i32())),
        }
    }

    /// [`Geom::connector`] of a type that connects.
    pub(crate) fn connect(&mut self, kind: GeomType, width: f64, from: Vec3, to: Vec3) {
        let along = to - from;
        let length = along.norm() as f32;
        let width = width as f32;
        self.kind = kind;
        if matches!(kind, GeomType::Capsule | GeomType::Cylinder) {
            self.size = [width, width, (f64::from(length) * 0.5) as f32];
            self.pos = single::vector((from + to) * 0.5);
        } else {
            self.size = [width, width, length];
            self.pos = single::vector(from);
        }
        self.mat = single::matrix(&Quat::z_to_vec(along).to_mat());
    }

    /// Makes this shape a triangle: its first two axes are the edges from the first corner, and their lengths are its size.
    pub(crate) fn span(&mut self, corner: [Vec3; 3], rgba: Rgba) {
        let (mut first, mut second) = (corner[1] - corner[0], corner[2] - corner[0]);
        let mut normal = first.cross(second);
        let size = Vec3::new(first.normalize(), second.normalize(), normal.normalize());
        let axes = Mat3::from_cols(first, second, normal);
        self.init(
            GeomType::Triangle,
            Some(size),
            Some(corner[0]),
            Some(&axes),
            Some(rgba),
        );
    }

    /// Sets the pose of this shape.
    pub(crate) fn place(&mut self, pos: Vec3, mat: &Mat3) {
        self.pos = single::vector(pos);
        self.mat = single::matrix(mat);
    }
}
