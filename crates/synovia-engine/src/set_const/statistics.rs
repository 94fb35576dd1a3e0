//! Statistics of the model: size, mass and centre.
//!
//! | statistic              | value                                                |
//! |------------------------|------------------------------------------------------|
//! | `center`, `extent`     | centre and largest side of the box around everything |
//! | `meansize`, `meanmass` | means over all bodies except the world               |
//! | `meaninertia`          | mean of the diagonal of `M`                          |

use synovia_math::{Vec3, larger, smaller};
use synovia_model::Model;
use synovia_model::enums::{GeomType, JointType};
use synovia_model::id::{BodyId, FlexEdgeId, FlexId, FlexNodeId, FlexVertId, GeomId};

use crate::data::Data;

/// Lower bound of sizes.
const MIN_SIZE: f64 = 1e-5;

/// Sets `stat` and `dof.length`; `data` holds the reference pose.
pub(super) fn set_statistics(model: &mut Model, data: &Data) {
    set_bounds(model, data);

    // mean size and mass of the bodies, without the world
    let sizes = body_sizes(model, data);
    if let [_, moving @ ..] = &sizes[..]
        && !moving.is_empty()
    {
        let n = moving.len() as f64;
        model.stat.meansize = moving.iter().fold(0.0, |sum, size| sum + size / n);
        let mass = model
            .body
            .mass
            .iter()
            .skip(1)
            .fold(0.0, |sum, mass| sum + mass);
        model.stat.meanmass = mass / n;
    }
    set_dof_lengths(model, &sizes);
    // at least twice the mean size
    model.stat.extent = larger(model.stat.extent, 2.0 * model.stat.meansize);

    // mean diagonal of `M`
    let nv = model.dof.len();
    if nv > 0 {
        let mut sum = 0.0;
        for i in model.dof.ids() {
            sum += data.inertia.qm[model.dof.madr[i] as usize];
        }
        model.stat.meaninertia = sum / nv as f64;
    }
}

/// Centre and extent of the box around all bodies, joints, sites and geoms.
fn set_bounds(model: &mut Model, data: &Data) {
    let kin = &data.kin;
    let (mut low, mut high) = (Vec3::splat(1e10), Vec3::splat(-1e10));
    // a NaN is replaced by the next number
    let mut include = |pos: Vec3, radius: f64| {
        for k in 0..3 {
            low[k] = smaller(low[k], pos[k] - radius);
            high[k] = larger(high[k], pos[k] + radius);
        }
    };
    // bodies and their centres of mass, joints, sites, geoms
    for b in model.body.ids().skip(1) {
        include(kin.xpos[b], 0.0);
        include(kin.xipos[b], 0.0);
    }
    for &anchor in &kin.xanchor {
        include(anchor, 0.0);
    }
    for &pos in &kin.site_xpos {
        include(pos, 0.0);
    }
    for g in model.geom.ids() {
        include(kin.geom_xpos[g], visual_radius(model, g));
    }

    // the extent of an empty model is unchanged
    model.stat.center = (low + high) * 0.5;
    if high.x > low.x {
        let size = high - low;
        model.stat.extent = larger(MIN_SIZE, larger(size.x, larger(size.y, size.z)));
    }
}

/// Bounding radius of a geom; for planes and height fields a tenth of the drawn size.
fn visual_radius(model: &Model, g: GeomId) -> f64 {
    let bound = model.geom.rbound[g];
    if bound > 0.0 {
        return bound;
    }
    let size = model.geom.size[g];
    match model.geom.type_[g] {
        GeomType::Plane if size.x != 0.0 || size.y != 0.0 => larger(size.x, size.y) * 0.1,
        GeomType::Plane => 1.0,
        GeomType::Hfield => model.geom.hfield(g).map_or(0.0, |h| {
            let [a, b, c, d] = model.hfield.size[h];
            larger(a, larger(b, larger(c, d))) * 0.1
        }),
        _ => 0.0,
    }
}

/// Distance from the centre of mass of each body to its farthest part.
fn body_sizes(model: &Model, data: &Data) -> Vec<f64> {
    let kin = &data.kin;
    let mut sizes = vec![0.0_f64; model.body.len()];
    let reach = |sizes: &mut [f64], b: BodyId, length: f64| {
        sizes[b.index()] = larger(sizes[b.index()], length);
    };

    // to its own joints and those of its children
    for j in model.joint.ids() {
        let b = model.joint.bodyid[j];
        for b in [b, model.body.parentid[b]] {
            reach(&mut sizes, b, kin.xipos[b].distance(kin.xanchor[j]));
        }
    }
    // the world has no size
    sizes[0] = 0.0;

    // to the far end of its geoms
    for b in model.body.ids().skip(1) {
        for g in model.body.geoms(b) {
            if model.geom.rbound[g] > 0.0 {
                let far = model.geom.rbound[g] + kin.xipos[b].distance(kin.geom_xpos[g]);
                reach(&mut sizes, b, far);
            }
        }
    }

    // to its neighbours in a flex
    for f in model.flex.ids() {
        for (b, length) in flex_reaches(model, data, f) {
            reach(&mut sizes, b, length);
        }
    }
    // no body is smaller than the lower bound
    for size in sizes.iter_mut().skip(1) {
        *size = larger(*size, MIN_SIZE);
    }
    sizes
}

/// Bodies of a flex, each with the lengths of its edges.
fn flex_reaches(model: &Model, data: &Data, f: FlexId) -> Vec<(BodyId, f64)> {
    let flex = &model.flex;
    let mut out = Vec::new();
    // interpolated: all pairs of nodes
    if flex.interp[f] != 0 {
        let adr = flex.nodeadr[f] as usize;
        let nodes = || adr..adr + flex.nodenum[f] as usize;
        for n1 in nodes() {
            for n2 in nodes() {
                let [b1, b2] = [n1, n2].map(|n| flex.nodebodyid[FlexNodeId::new(n)]);
                out.push((b1, data.kin.xpos[b1].distance(data.kin.xpos[b2])));
            }
        }
        return out;
    }
    // otherwise the two ends of each edge
    let adr = flex.edgeadr[f] as usize;
    for e in (adr..adr + flex.edgenum[f] as usize).map(FlexEdgeId::new) {
        for v in flex.edge[e] {
            let vert = FlexVertId::new((flex.vertadr[f] + v) as usize);
            out.push((flex.vertbodyid[vert], flex.edge_length0[e]));
        }
    }
    out
}

/// The length that converts an angle to a displacement: the size of the body.
fn set_dof_lengths(model: &mut Model, sizes: &[f64]) {
    for i in model.dof.ids() {
        let j = model.dof.jntid[i];
        // slides, and the first three dofs of a free joint, translate
        let rotates = match model.joint.type_[j] {
            JointType::Ball | JointType::Hinge => true,
            JointType::Free => i.0 - model.joint.dofadr[j] >= 3,
            _ => false,
        };
        model.dof.length[i] = if rotates {
            sizes[model.dof.bodyid[i].index()]
        } else {
            1.0
        };
    }
}
