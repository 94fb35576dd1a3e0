//! Built-in meshes: shapes generated from a few parameters.
//!
//! | keyword       | parameters                                     | shape                                     |
//! |---------------|------------------------------------------------|-------------------------------------------|
//! | `sphere`      | subdivisions 0–4                               | icosahedron, refined                      |
//! | `hemisphere`  | resolution 0–10                                | upper half of a ball, with its flat face  |
//! | `cone`        | edges, radius of the top                       | pyramid or frustum, 2 high                |
//! | `supersphere` | resolution, exponents e and n                  | superellipsoid                            |
//! | `supertorus`  | resolution, radius, exponents s and t          | supertoroid                               |
//! | `wedge`       | resolution (2), field of view (2), fovea       | part of a sphere, as points with frames   |
//! | `plate`       | resolution (2)                                 | rectangle, as points with frames; a shell |

use core::f64::consts::PI;

use synovia_math::Vec3;

use super::{MeshInertia, MeshSource, rounds};
use crate::MeshError;

/// The largest number of points along one side of a shape.
const MAX_SIDE: i32 = 3_000;

/// Shapes that are generated instead of read from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Refined icosahedron.
    Sphere,
    /// Upper half of a ball.
    Hemisphere,
    /// Pyramid, cone or frustum.
    Cone,
    /// Superellipsoid.
    Supersphere,
    /// Supertoroid.
    Supertorus,
    /// Spherical patch with tangent frames.
    Wedge,
    /// Rectangle with tangent frames.
    Plate,
}

impl Builtin {
    /// Every keyword and its shape.
    pub const KEYWORDS: [(&'static str, Self); 7] = [
        ("sphere", Self::Sphere),
        ("hemisphere", Self::Hemisphere),
        ("cone", Self::Cone),
        ("supersphere", Self::Supersphere),
        ("supertorus", Self::Supertorus),
        ("wedge", Self::Wedge),
        ("plate", Self::Plate),
    ];

    /// The shape with this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::KEYWORDS
            .iter()
            .find(|(word, _)| *word == keyword)
            .map(|&(_, shape)| shape)
    }

    /// The keyword of the shape.
    pub fn keyword(self) -> &'static str {
        Self::KEYWORDS
            .iter()
            .find(|(_, shape)| *shape == self)
            .map_or("", |&(word, _)| word)
    }

    /// The inertia mode that the shape forces: a plate is a shell.
    pub fn inertia(self) -> Option<MeshInertia> {
        (self == Self::Plate).then_some(MeshInertia::Shell)
    }

    /// Approximate number of points of the shape, known before it is generated.
    pub fn points(self, params: &[f64]) -> u64 {
        // the fraction is dropped; negative values are rejected later
        let side = |k: usize| params.get(k).map_or(0, |&x| x as u64);
        match self {
            Self::Supersphere | Self::Supertorus => side(0).saturating_mul(side(0)),
            Self::Wedge | Self::Plate => side(0).saturating_mul(side(1)),
            Self::Cone => side(0).saturating_mul(2),
            // the number of refinements is small, so these are not bounded here
            Self::Sphere | Self::Hemisphere => 0,
        }
    }

    /// Generates the shape from its parameters.
    #[doc(alias = "mjs_makeMesh")]
    pub fn make(self, params: &[f64]) -> Result<MeshSource, MeshError> {
        let (shape, expected, found) = (self.keyword(), self.count(), params.len());
        if found != expected {
            return Err(MeshError::BuiltinCount {
                shape,
                expected,
                found,
            });
        }
        if let Some((_, rule)) = self.rules(params).into_iter().find(|(good, _)| !good) {
            return Err(MeshError::BuiltinParam { shape, rule });
        }
        // fractions are dropped
        let int = |k: usize| params[k] as i32;
        Ok(match self {
            Self::Sphere => rounds::sphere(int(0)),
            Self::Hemisphere => rounds::hemisphere(int(0)),
            Self::Supersphere => rounds::supersphere(int(0), params[1], params[2]),
            Self::Supertorus => rounds::supertorus(int(0), params[1], params[2], params[3]),
            Self::Wedge => wedge([int(0), int(1)], [params[2], params[3]], params[4]),
            Self::Plate => plate([int(0), int(1)]),
            Self::Cone => cone(int(0), params[1]),
        })
    }

    /// Number of parameters.
    const fn count(self) -> usize {
        match self {
            Self::Sphere | Self::Hemisphere => 1,
            Self::Plate | Self::Cone => 2,
            Self::Supersphere => 3,
            Self::Supertorus => 4,
            Self::Wedge => 5,
        }
    }

    /// Conditions on the parameters, in the order in which they are reported; expects the right number of parameters.
    fn rules(self, params: &[f64]) -> Vec<(bool, &'static str)> {
        let int = |k: usize| params[k] as i32;
        let least = (int(0) >= 3, "resolution must be greater than 2");
        let most = (int(0) <= MAX_SIDE, "resolution is too large");
        let sides = |rule: fn(i32) -> bool| rule(int(0)) && rule(int(1));
        match self {
            Self::Sphere => vec![(
                (0..=4).contains(&int(0)),
                "subdivision must be between 0 and 4",
            )],
            Self::Hemisphere => vec![(
                (0..=10).contains(&int(0)),
                "resolution must be between 0 and 10",
            )],
            Self::Supersphere => vec![
                least,
                (params[1] >= 0.0, "'e' cannot be negative"),
                (params[2] >= 0.0, "'n' cannot be negative"),
                most,
            ],
            Self::Supertorus => vec![
                least,
                (
                    params[1] > 0.0 && params[1] <= 1.0,
                    "radius must be in (0, 1]",
                ),
                (params[2] > 0.0, "'s' must be greater than 0"),
                (params[3] > 0.0, "'t' must be greater than 0"),
                most,
            ],
            Self::Wedge => vec![
                (
                    params[2] > 0.0 && params[2] <= 180.0,
                    "fov[0] must be in (0, 180] degrees",
                ),
                (
                    params[3] > 0.0 && params[3] <= 90.0,
                    "fov[1] must be in (0, 90] degrees",
                ),
                (sides(|n| n > 0), "both resolutions must be positive"),
                (sides(|n| n <= MAX_SIDE), "resolution is too large"),
                (
                    (0.0..=1.0).contains(&params[4]),
                    "gamma must be between 0 and 1",
                ),
            ],
            Self::Plate => vec![
                (sides(|n| n > 0), "both resolutions must be positive"),
                (sides(|n| n <= MAX_SIDE), "resolution is too large"),
            ],
            Self::Cone => vec![
                (int(0) >= 0, "the number of edges cannot be negative"),
                (int(0) <= 100 * MAX_SIDE, "the number of edges is too large"),
            ],
        }
    }
}

/// Points on two circles, or on one circle and the apex; the faces come from the hull.
fn cone(edges: i32, top: f64) -> MeshSource {
    let angle = |i: i32| 2.0 * f64::from(i) * PI / f64::from(edges);
    let mut vertex = Vec::new();
    for i in 0..edges {
        vertex.extend([libm::cos(angle(i)) as f32, libm::sin(angle(i)) as f32, -1.0]);
    }
    if top > 0.0 {
        for i in edges..2 * edges {
            let (x, y) = (top * libm::cos(angle(i)), top * libm::sin(angle(i)));
            vertex.extend([x as f32, y as f32, 1.0]);
        }
    } else {
        vertex.extend([0.0, 0.0, 1.0]);
    }
    MeshSource {
        vertex,
        ..MeshSource::default()
    }
}

/// Cell centres of the square at z = −1, each with the coordinate axes as its frame, and faces between them.
fn plate([nx, ny]: [i32; 2]) -> MeshSource {
    let mut out = MeshSource::default();
    let (dx, dy) = (2.0 / f64::from(nx), 2.0 / f64::from(ny));
    for i in 0..nx {
        for j in 0..ny {
            let x = -1.0 + (f64::from(i) + 0.5) * dx;
            let y = -1.0 + (f64::from(j) + 0.5) * dy;
            out.vertex.extend([x as f32, y as f32, -1.0]);
            out.normal
                .extend([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
            if i > 0 && j > 0 {
                let (here, left) = (i * ny + j, (i - 1) * ny + j);
                out.face
                    .extend([left - 1, here - 1, left, here, left, here - 1]);
            }
        }
    }
    out
}

/// Directions of the pixels of an eye, each with its tangent frame; the faces come from the hull.
fn wedge([nx, ny]: [i32; 2], fov: [f64; 2], gamma: f64) -> MeshSource {
    let azimuth = bin_edges(nx, fov[0], gamma);
    let elevation = bin_edges(ny, fov[1], gamma);
    let mut out = MeshSource::default();
    for a in azimuth.windows(2) {
        let (sin_a, cos_a) = libm::sincos(0.5 * (a[1] + a[0]));
        for e in elevation.windows(2) {
            let (sin_e, cos_e) = libm::sincos(0.5 * (e[1] + e[0]));
            let v = [cos_e * sin_a, sin_e, -cos_e * cos_a];
            out.vertex.extend(v.map(|x| x as f32));

            // unit vectors along azimuth, along elevation and orthogonal to both
            let along_a = unit(Vec3::new(cos_e * cos_a, 0.0, cos_e * sin_a));
            let along_e = unit(Vec3::new(-sin_e * sin_a, cos_e, sin_e * cos_a));
            let inward = along_e.cross(along_a);
            for axis in [inward, along_a, along_e] {
                out.normal.extend(axis.to_array().map(|x| x as f32));
            }
        }
    }
    out
}

/// The unit vector, or the vector itself if it is tiny.
fn unit(v: Vec3) -> Vec3 {
    let norm = v.norm();
    if norm * norm < 1e-14 {
        return v;
    }
    Vec3::new(v.x / norm, v.y / norm, v.z / norm)
}

/// Borders of `n` bins over ±`fov` degrees, which get narrower towards the middle as `gamma` approaches 1.
fn bin_edges(n: i32, fov: f64, gamma: f64) -> Vec<f64> {
    let step = 2.0 / f64::from(n);
    let mut x = -1.0;
    let mut edges = Vec::with_capacity(n as usize + 1);
    for _ in 0..=n {
        // order: the borders are accumulated by addition, not computed by multiplication
        let bent = if gamma == 0.0 {
            x
        } else {
            gamma * libm::pow(x, 5.0) + (1.0 - gamma) * x
        };
        edges.push(bent * (fov * PI / 180.0));
        x += step;
    }
    edges
}
