//! Spatial tendons: strings through sites, around geoms, over pulleys.
//!
//! The path is a chain of straight segments and arcs. A straight segment from point `a` to point `b` with direction `u`
//! contributes
//!
//! ```text
//! L += |b − a| / d,     J += uᵀ (J_b − J_a) / d                                                (1)
//! ```
//!
//! with `d` the divisor of the last pulley before the segment. Points of one body do not move relative to each other, so
//! such segments have no derivative; an arc is on one geom and adds only its length, because its ends follow the tangents.
//!
//! As in the reference, a divisor may be zero. A dense row then adds `0 · ∞` at all dofs that move neither end.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::WrapType;
use synovia_model::id::{BodyId, GeomId, SiteId, TendonId, WrapId};

use super::Row;
use super::wrap::{Obstacle, Wrap, WrapShape, wrap};
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{BodyPoint, for_each_difference, for_each_dof_of_pair, site_point};

/// The points of all paths, in the order in which they are found.
#[derive(Debug)]
pub(crate) struct Path<'a> {
    /// Their objects; two points per row, because the reference reserves two for each path element.
    pub objects: &'a mut [[i32; 2]],
    /// Their positions.
    pub points: &'a mut [[Vec3; 2]],
    /// Number of points so far.
    pub count: usize,
}

impl Path<'_> {
    /// Object number of a point on a site.
    pub(crate) const SITE: i32 = -1;
    /// Object number of a pulley, which has no position.
    pub(crate) const PULLEY: i32 = -2;

    /// Appends a point on `object`.
    fn push(&mut self, object: i32, point: Vec3) {
        let (row, slot) = (self.count / 2, self.count % 2);
        self.objects[row][slot] = object;
        self.points[row][slot] = point;
        self.count += 1;
    }
}

/// Two neighbouring sites of a path and the geom between them, if any.
pub(crate) struct Span {
    /// The site where the span starts.
    pub start: SiteId,
    /// The site where it ends.
    pub end: SiteId,
    /// The path element of the geom between them.
    pub around: Option<WrapId>,
    /// The divisor `d` of the last pulley.
    pub divisor: f64,
    /// True if the path ends here or a pulley follows.
    pub last: bool,
}

/// A part of a path.
pub(crate) enum PathPart {
    /// The string is divided into branches.
    Pulley,
    /// The string between two sites.
    Span(Span),
}

/// Calls `f` for each pulley and each span between sites.
pub(crate) fn for_each_part(model: &Model, t: TendonId, mut f: impl FnMut(PathPart)) {
    let path = model.tendon.path(t).range();
    let wrap = &model.wrap;
    let mut divisor = 1.0;
    let mut k = path.start;
    while k + 1 < path.end {
        // a pulley at the end of a pair is visited again at the start of the next pair
        if wrap.type_.rows()[k] == WrapType::Pulley {
            divisor = wrap.prm.rows()[k];
            f(PathPart::Pulley);
            k += 1;
            continue;
        }
        if wrap.type_.rows()[k + 1] == WrapType::Pulley {
            k += 1;
            continue;
        }

        // site – site, or site – geom – site
        // a geom at the end of the path has no site behind it
        let is_geom = matches!(
            wrap.type_.rows()[k + 1],
            WrapType::Sphere | WrapType::Cylinder
        );
        if is_geom && k + 2 >= path.end {
            return;
        }
        let next = k + if is_geom { 2 } else { 1 };
        f(PathPart::Span(Span {
            start: SiteId(wrap.objid.rows()[k]),
            end: SiteId(wrap.objid.rows()[next]),
            around: is_geom.then_some(WrapId::new(k + 1)),
            divisor,
            last: next + 1 == path.end || wrap.type_.rows()[next + 1] == WrapType::Pulley,
        }));
        k = next;
    }
}

/// Length of a spatial tendon; its derivative is added to `row`, its points to `path`.
pub(crate) fn length(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    t: TendonId,
    path: &mut Path<'_>,
    row: &mut Row<'_, '_>,
) -> f64 {
    let mut total = 0.0;
    for_each_part(model, t, |part| {
        // a pulley separates branches; it has no position
        let PathPart::Span(span) = part else {
            path.push(Path::PULLEY, Vec3::ZERO);
            return;
        };
        // the two sites of the span
        let start = site_point(model, kin, span.start);
        let end = site_point(model, kin, span.end);
        // most strings have no pulley; dividing by one would change nothing
        let per_branch = |length: f64| {
            if span.divisor == 1.0 {
                length
            } else {
                length / span.divisor
            }
        };
        let scale = per_branch(1.0);
        // equation (1) for the straight segments, with the geom between them if the string wraps
        let mut segment = |a: BodyPoint, b: BodyPoint| straight(model, com, a, b, scale, row);
        path.push(Path::SITE, start.point);
        match span
            .around
            .and_then(|w| obstacle_wrap(model, kin, w, start.point, end.point))
        {
            Some((g, found)) => {
                // straight to the geom, an arc on it, straight to the next site
                let on_geom = |point| BodyPoint::new(model.geom.bodyid[g], point);
                let [arrive, leave] = found.points;
                let before = segment(start, on_geom(arrive));
                let after = segment(on_geom(leave), end);
                total += per_branch(before + found.length + after);
                path.push(g.0, arrive);
                path.push(g.0, leave);
            }
            None => total += per_branch(segment(start, end)),
        }
        // the next span starts with this site, unless the path is interrupted here
        if span.last {
            path.push(Path::SITE, end.point);
        }
    });
    total
}

/// The wrap of the string around the geom of path element `w`; `None` if the string is straight.
fn obstacle_wrap(
    model: &Model,
    kin: &Kin,
    w: WrapId,
    start: Vec3,
    end: Vec3,
) -> Option<(GeomId, Wrap)> {
    // the geom, as sphere or infinite cylinder
    let g = GeomId(model.wrap.objid[w]);
    let obstacle = Obstacle {
        shape: if model.wrap.type_[w] == WrapType::Sphere {
            WrapShape::Sphere
        } else {
            WrapShape::Cylinder
        },
        pos: kin.geom_xpos[g],
        mat: &kin.geom_xmat[g],
        radius: model.geom.size[g].x,
    };
    // the side site is stored as a number; −1 means none
    let side = SiteId(model.wrap.prm[w].round() as i32).get();
    let side = side
        .filter(|s| s.index() < model.site.len())
        .map(|s| kin.site_xpos[s]);
    wrap(start, end, &obstacle, side).map(|found| (g, found))
}

/// The length of a straight segment; its derivative, equation (1), is added to `row`.
#[inline]
fn straight(
    model: &Model,
    com: &ComFrame,
    a: BodyPoint,
    b: BodyPoint,
    scale: f64,
    row: &mut Row<'_, '_>,
) -> f64 {
    // direction and length
    let mut along = b.point - a.point;
    let length = along.normalize();
    // two points of one body: no derivative
    if a.body != b.body {
        for_each_difference(model, com, a, b, |i, col| {
            row.add(i.index(), along.dot(col.lin()) * scale);
        });
        if !row.is_sparse() && !scale.is_finite() {
            for_each_other_dof(model, [a.body, b.body], |i| row.add(i, 0.0 * scale));
        }
    }
    length
}

/// Calls `f` with the dofs that move neither of two bodies.
#[cold]
pub(crate) fn for_each_other_dof(
    model: &Model,
    [first, second]: [BodyId; 2],
    mut f: impl FnMut(usize),
) {
    // the dofs that move them are visited from the last to the first
    let mut end = model.dof.len();
    for_each_dof_of_pair(model, first, second, |i, _, _| {
        (i.index() + 1..end).for_each(&mut f);
        end = i.index();
    });
    (0..end).for_each(f);
}
