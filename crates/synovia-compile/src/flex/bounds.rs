//! Bounding boxes of elements at the reference pose, their hierarchy, and the coordinates of vertices within the overall box.
//!
//! Only elements that can collide have boxes: in a solid, those in the layers near its surface.

use synovia_geom::bvh::{Bvh, Leaf};
use synovia_math::{MIN_VAL, Quat, Vec3};

use super::load::Source;
use super::shell::Shell;

/// The extent of a flex.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// Bounding volume hierarchy of the elements.
    pub bvh: Bvh,
    /// Half sizes of the overall box, without the radius.
    pub size: Vec3,
    /// Vertices in that box, from 0 to 1 along each axis; ½ along an axis in which the box is flat.
    pub vert0: Vec<Vec3>,
}

impl Bounds {
    /// `None` if no element can collide.
    pub(super) fn new(
        source: &Source,
        shell: &Shell,
        activelayers: i32,
        radius: f64,
    ) -> Option<Self> {
        let dim = source.dim;
        let active = |e: usize| dim < 3 || (shell.layer[e] as i64) < i64::from(activelayers);
        let leaves: Vec<Leaf> = source
            .elem
            .chunks_exact(dim + 1)
            .enumerate()
            .filter(|&(e, _)| active(e))
            .map(|(e, verts)| {
                let corners = verts.iter().map(|&v| source.vert_xpos[v]);
                leaf(e, corners, radius)
            })
            .collect();
        let bvh = Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY);
        let &[x, y, z, a, b, c] = bvh.aabb.first()?;
        let (center, size) = (
            Vec3::new(x, y, z),
            Vec3::new(a - radius, b - radius, c - radius),
        );
        let within = |p: Vec3, k: usize| {
            if size[k] > MIN_VAL {
                (p[k] - center[k]) / (2.0 * size[k]) + 0.5
            } else {
                0.5
            }
        };
        let vert0 = source
            .vert_xpos
            .iter()
            .map(|&p| Vec3::new(within(p, 0), within(p, 1), within(p, 2)))
            .collect();
        Some(Self { bvh, size, vert0 })
    }
}

/// The bounding box of an element.
fn leaf(e: usize, mut corners: impl Iterator<Item = Vec3>, radius: f64) -> Leaf {
    let first = corners.next().unwrap_or(Vec3::ZERO);
    let (low, high) = corners.fold((first, first), |(low, high), p| (low.min(p), high.max(p)));
    let center = (high + low) * 0.5;
    Leaf {
        id: e as i32,
        pos: center,
        quat: None,
        center,
        half: (high - low) * 0.5 + Vec3::splat(radius),
    }
}
