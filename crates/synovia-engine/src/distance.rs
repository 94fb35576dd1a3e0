//! Distances between geoms.
//!
//! The signed distance of two geoms is the length of the shortest segment between their surfaces or, if they overlap, minus
//! the length of the shortest translation that separates them. Convex pairs are searched by their support functions; the
//! others use the deepest of their contacts within a margin as large as the cutoff:
//!
//! ```text
//! from = pos − n d/2,       to = pos + n d/2                                                   (1)
//! ```

use synovia_geom::collide::Shape;
use synovia_geom::collide::convex;
pub use synovia_geom::collide::convex::Distance;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::GeomId;

use crate::collision::narrow::{Asset, MeshViews, NarrowMemory, ccd_options, collides, manifold};
use crate::data::{Data, Kin};
use crate::gate;

/// The distance of two geoms, up to `max_dist`, and the segment from the first to the second: zeros if they are farther
/// apart or if their kinds never touch (planes and terrain with each other).
///
/// Signed distance fields have a distance where they overlap, and above planes; otherwise the search finds nothing. NaN if
/// a geom does not exist. Reads `kin`.
///
/// ```
/// use synovia::engine::distance::geom_distance;
/// use synovia::model::id::GeomId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><geom size='.1'/><geom size='.2' pos='1 0 0'/></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let found = geom_distance(&model, &mut data, [GeomId(0), GeomId(1)], 5.0);
/// assert!((found.dist - 0.7).abs() < 1e-12);
/// assert!((found.from.x - 0.1).abs() < 1e-12 && (found.to.x - 0.8).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_geomDistance")]
pub fn geom_distance(
    model: &Model,
    data: &mut Data,
    geoms: [GeomId; 2],
    max_dist: f64,
) -> Distance {
    if gate::enter(model, data).is_err() {
        return nowhere(f64::NAN);
    }
    between(
        model,
        &data.kin,
        &mut data.work.collision.narrow,
        geoms,
        max_dist,
    )
}

/// A distance without a segment.
const fn nowhere(dist: f64) -> Distance {
    Distance {
        dist,
        from: Vec3::ZERO,
        to: Vec3::ZERO,
    }
}

/// The same with borrowed parts.
pub(crate) fn between(
    model: &Model,
    kin: &Kin,
    memory: &mut NarrowMemory,
    geoms: [GeomId; 2],
    max_dist: f64,
) -> Distance {
    if geoms
        .iter()
        .any(|g| g.get().is_none_or(|g| g.index() >= model.geom.len()))
    {
        return nowhere(f64::NAN);
    }
    let kinds = geoms.map(|g| model.geom.type_[g]);
    let flip = kinds[0] > kinds[1];
    let ([low, high], ordered) = if flip {
        ([kinds[1], kinds[0]], [geoms[1], geoms[0]])
    } else {
        (kinds, geoms)
    };
    if !collides(low, high) {
        return nowhere(max_dist);
    }

    // convex pairs, in the given order
    let options = ccd_options(model);
    let assets = geoms.map(|g| Asset::of(model, g));
    if let [Some(a), Some(b)] = [0, 1].map(|k| assets[k].solid(model, kin, geoms[k]))
        && options.native
        && is_searched(&a.shape, &b.shape)
    {
        return convex::distance(&a, &b, max_dist, &options, &mut memory.ccd);
    }

    manifold(
        model,
        kin,
        ordered,
        max_dist,
        memory,
        &mut MeshViews::default(),
    );
    let mut nearest: Option<(f64, Vec3, Vec3)> = None;
    for contact in memory.manifold.iter() {
        if contact.dist < nearest.map_or(max_dist, |(dist, ..)| dist) {
            nearest = Some((contact.dist, contact.pos, contact.normal));
        }
    }
    let Some((dist, pos, normal)) = nearest else {
        return nowhere(max_dist);
    };
    // equation (1)
    let half = if flip { -0.5 * dist } else { 0.5 * dist };
    Distance {
        dist,
        from: pos + normal * -half,
        to: pos + normal * half,
    }
}

/// True if the pair has no formula for its distance: two boxes have one only for their contacts.
fn is_searched(a: &Shape<'_>, b: &Shape<'_>) -> bool {
    use Shape as S;
    let one_sided = |s: &Shape<'_>| matches!(s, S::Plane | S::HeightField(_));
    let simple = |a: &Shape<'_>, b: &Shape<'_>| match a {
        S::Sphere => matches!(b, S::Sphere | S::Capsule | S::Cylinder | S::Box),
        S::Capsule => matches!(b, S::Sphere | S::Capsule | S::Box),
        _ => false,
    };
    !(one_sided(a) || one_sided(b) || simple(a, b) || simple(b, a))
}
