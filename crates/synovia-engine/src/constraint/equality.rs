//! Equality constraints: connect, weld, coupled joints and tendons, flexes, distances.
//!
//! ```text
//! connect   x₁ − x₂ = 0                                        three rows                     (1)
//! weld      x₁ − x₂ = 0,  s · vec(q₂* ⊗ q₁ ⊗ q_rel) = 0        six rows                       (2)
//! joint     q₁ − q₁⁰ = p(q₂ − q₂⁰)                             one row, p a quartic           (3)
//! tendon    L₁ − L₁⁰ = p(L₂ − L₂⁰)                             one row
//! flex      L_e − L_e⁰ = 0                                     one row for each edge that can move
//! flexvert  I₁ = I₂ = 0                                        two rows for each vertex
//! distance  |x₁ − x₂| = d                                      one row, an extension          (4)
//! ```
//!
//! The scale `s` of a weld weights rotation relative to translation. Its rotational rows differentiate the vector part of
//! the quaternion: `½ vec(q₂* ⊗ (ω₁ − ω₂) ⊗ q₁ ⊗ q_rel)`.
//!
//! | here       | in the code            | meaning                                 |
//! |------------|------------------------|-----------------------------------------|
//! | `x₁`, `x₂` | `points`               | anchors on the two bodies, world frame  |
//! | `q₁`, `q₂` | `kin.xquat`            | orientations of the two bodies or sites |
//! | `q_rel`    | `equality.data[6..10]` | relative orientation to keep            |
//! | `s`        | `equality.data[10]`    | torque scale of a weld                  |
//! | `p`        | `equality.data[0..5]`  | coefficients of the polynomial          |
//! | `d`        | `equality.data[0]`     | distance to keep                        |

use synovia_math::{MIN_VAL, Quat, Vec3, kernel, wide};
use synovia_model::Model;
use synovia_model::enums::{ConstraintType, Disable, EqType, ObjType, SleepState};
use synovia_model::id::{BodyId, EqualityId, FlexId, GeomId, JointId, SiteId, TendonId};

use super::block::Block;
use super::columns::Relative;
use super::rows::{Row, RowInputs, RowParams, Rows};
use crate::data::Kin;
use crate::flex::{edges_of, verts};
use crate::is_sparse;
use crate::position::jacobian::{BodyPoint, for_each_difference, site_point};
use crate::position::kinematics::point_on;
use crate::row_buffer::RowBuffer;
use crate::scratch::Scratch;
use crate::sleep::object;

/// Adds the rows of all active equality constraints.
#[doc(alias = "mj_instantiateEquality")]
pub(crate) fn equalities(
    model: &Model,
    inputs: &RowInputs<'_>,
    rows: &mut Rows<'_>,
    mut scratch: Scratch<'_>,
) {
    if model.equality.is_empty() || model.opt.disabled(Disable::EQUALITY) {
        return;
    }
    // memory for up to six rows of one constraint, and for one sparse row
    let nv = model.dof.len();
    let mut block = Block::new(nv, is_sparse(model), &mut scratch);
    let mut buffer = RowBuffer::new(nv, &mut scratch);
    for e in model.equality.ids() {
        // skip constraints that are inactive or asleep
        let asleep = |island| object::equality(model, island, e) == SleepState::Asleep;
        if inputs.state.eq_active[e] == 0 || inputs.resting.is_some_and(asleep) {
            continue;
        }
        match model.equality.type_[e] {
            EqType::Connect => connect(model, inputs, e, rows, &mut block),
            EqType::Weld => weld(model, inputs, e, rows, &mut block),
            EqType::Joint | EqType::Tendon => coupling(model, inputs, e, rows, &mut buffer),
            EqType::Flex => flex_edges(model, inputs, e, rows),
            EqType::FlexVert => flex_strains(model, inputs, e, rows),
            EqType::Distance => distance(model, inputs, e, rows, &mut block),
            _ => {}
        }
    }
}

fn params_of(model: &Model, e: EqualityId) -> RowParams<'_> {
    RowParams {
        kind: ConstraintType::Equality,
        id: e.0,
        solref: &model.equality.solref[e],
        solimp: &model.equality.solimp[e],
        frictionloss: 0.0,
    }
}

/// The two points that connect and weld hold together, and that distance keeps apart.
pub(crate) fn anchors(model: &Model, kin: &Kin, e: EqualityId) -> [BodyPoint; 2] {
    // the two objects, and where their anchors are in `data`
    let ids = [model.equality.obj1id[e], model.equality.obj2id[e]];
    // a weld stores the anchor of the second body first
    let places = match model.equality.type_[e] {
        EqType::Weld => [3, 0],
        _ => [0, 3],
    };
    core::array::from_fn(|k| match model.equality.objtype[e] {
        // a body has its anchor in local coordinates
        ObjType::Body => {
            let (b, at) = (BodyId(ids[k]), places[k]);
            let d = &model.equality.data[e];
            BodyPoint::new(b, point_on(kin, b, Vec3::new(d[at], d[at + 1], d[at + 2])))
        }
        // the centre of a geom
        ObjType::Geom => {
            let g = GeomId(ids[k]);
            BodyPoint::new(model.geom.bodyid[g], kin.geom_xpos[g])
        }
        // a site
        _ => site_point(model, kin, SiteId(ids[k])),
    })
}

/// Approximate diagonal of the Delassus matrix of both bodies together: `part` 0 for translation, 1 for rotation.
fn diag_approx(model: &Model, points: &[BodyPoint; 2], part: usize) -> f64 {
    let [a, b] = points.map(|p| model.body.invweight0[p.body][part]);
    a + b
}

/// Equation (1).
fn connect(
    model: &Model,
    inputs: &RowInputs<'_>,
    e: EqualityId,
    rows: &mut Rows<'_>,
    block: &mut Block<'_>,
) {
    // `x₁` and `x₂`
    let points = anchors(model, inputs.kin, e);
    // `J₁ − J₂` of the anchors; a row without dofs is dropped
    block.clear();
    let [one, two] = points;
    wide!(simd => Relative::new(simd, model, inputs.com, [two, one]).fill(
        block,
        #[inline(always)]
        |[x, y, z, ..]| [x, y, z],
    ));
    if rows.is_nothing(block, 3) {
        return;
    }
    // one row per coordinate; the impedance depends on the length of the error
    let params = params_of(model, e);
    let error = points[0].point - points[1].point;
    let diag_approx = diag_approx(model, &points, 0);
    for k in 0..3 {
        let row = Row {
            pos: error[k],
            margin: 0.0,
            diag_approx,
        };
        rows.push(&params, row, block, k);
    }
    rows.close(&params, kernel::norm(&error.to_array()));
}

/// Equation (2).
fn weld(
    model: &Model,
    inputs: &RowInputs<'_>,
    e: EqualityId,
    rows: &mut Rows<'_>,
    block: &mut Block<'_>,
) {
    // `x₁`, `x₂` and `s`
    let points = anchors(model, inputs.kin, e);
    let values = &model.equality.data[e];
    let scale = values[10];
    let kin = inputs.kin;
    // `q₁ ⊗ q_rel` and `q₂*`
    let (first, second) = if model.equality.objtype[e] == ObjType::Body {
        let relative = Quat::new(values[6], values[7], values[8], values[9]);
        // bodies: `q_rel` is stored in the constraint
        (
            kin.xquat[points[0].body] * relative,
            kin.xquat[points[1].body].conj(),
        )
    } else {
        // sites: their own orientations, without `q_rel`
        let [s1, s2] = [model.equality.obj1id[e], model.equality.obj2id[e]].map(SiteId);
        let site_quat = |s: SiteId, at: &BodyPoint| kin.xquat[at.body] * model.site.quat[s];
        (site_quat(s1, &points[0]), site_quat(s2, &points[1]).conj())
    };

    // translation, and the derivative of the vector part of the quaternion
    block.clear();
    for_each_difference(model, inputs.com, points[1], points[0], |i, col| {
        // columns of `ω₁ − ω₂` are rotated like the quaternion
        let w = (second.mul_axis(col.rot()) * first).vec() * 0.5 * scale;
        block.push_both(i, col.lin(), w);
    });
    if rows.is_nothing(block, 6) {
        return;
    }

    // errors of position and orientation; the impedance depends on the length of both together
    let params = params_of(model, e);
    let apart = points[0].point - points[1].point;
    let rotation = (second * first).vec() * scale;
    let error = [
        apart.x, apart.y, apart.z, rotation.x, rotation.y, rotation.z,
    ];
    for (k, &pos) in error.iter().enumerate() {
        let row = Row {
            pos,
            margin: 0.0,
            diag_approx: diag_approx(model, &points, k / 3),
        };
        rows.push(&params, row, block, k);
    }
    rows.close(&params, kernel::norm(&error));
}

/// Equation (4). DIFFERENCE(equality-distance): an extension. Coincident points have no direction; they are pushed apart
/// along x, and counted.
fn distance(
    model: &Model,
    inputs: &RowInputs<'_>,
    e: EqualityId,
    rows: &mut Rows<'_>,
    block: &mut Block<'_>,
) {
    let points = anchors(model, inputs.kin, e);
    // direction from the second point to the first, and their distance
    let mut along = points[0].point - points[1].point;
    let apart = along.normalize();
    // the relative velocity along that direction
    block.clear();
    for_each_difference(model, inputs.com, points[1], points[0], |i, col| {
        block.push(i, Vec3::new(along.dot(col.lin()), 0.0, 0.0));
    });
    if rows.is_nothing(block, 1) {
        return;
    }
    // coincident points: counted as a warning
    if apart < MIN_VAL {
        rows.has_no_direction(e);
    }
    // one row, with the difference from the required distance
    let params = params_of(model, e);
    let row = Row {
        pos: apart - model.equality.data[e][0],
        margin: 0.0,
        diag_approx: diag_approx(model, &points, 0),
    };
    rows.push(&params, row, block, 0);
    rows.close(&params, row.pos);
}

/// Equation (3), for joints and tendons.
fn coupling(
    model: &Model,
    inputs: &RowInputs<'_>,
    e: EqualityId,
    rows: &mut Rows<'_>,
    buffer: &mut RowBuffer<'_>,
) {
    let (first, second) = (model.equality.obj1id[e], model.equality.obj2id[e]);
    let poly = &model.equality.data[e];
    let is_joint = model.equality.type_[e] == EqType::Joint;

    // value, reference value and diag_approx
    let scalar = |id: i32| {
        if is_joint {
            let adr = model.joint.qposadr[JointId(id)] as usize;
            let dof = model.joint.dofadr[JointId(id)] as usize;
            (
                inputs.state.qpos[adr],
                model.qpos0[adr],
                model.dof.invweight0.rows()[dof],
            )
        } else {
            // a tendon
            let t = TendonId(id);
            (
                inputs.tendon.length[t],
                model.tendon.length0[t],
                model.tendon.invweight0[t],
            )
        }
    };
    // adds the derivative of the value to the row
    let add = |buffer: &mut RowBuffer<'_>, id: i32, scale: f64| {
        // a joint has a unit column, a tendon the row of its Jacobian
        if is_joint {
            buffer.add(model.joint.dofadr[JointId(id)] as usize, scale);
        } else {
            let row = inputs
                .tendon
                .row(is_sparse(model), model.dof.len(), TendonId(id));
            row.for_each_stored(|i, value| buffer.add(i, value * scale));
        }
    };

    // the first object: `x₁ − x₁⁰ − p₀`
    let (value, reference, mut diag_approx) = scalar(first);
    add(buffer, first, 1.0);
    let mut pos = value - reference - poly[0];
    // the second object: the polynomial and its slope; without one, the value is constant
    if second >= 0 {
        let (value, reference, other) = scalar(second);
        let x = value - reference;
        // order: powers as products, from the left
        pos -= poly[1] * x + poly[2] * x * x + poly[3] * x * x * x + poly[4] * x * x * x * x;
        let slope = poly[1] + 2.0 * poly[2] * x + 3.0 * poly[3] * x * x + 4.0 * poly[4] * x * x * x;
        diag_approx += other;
        add(buffer, second, -slope);
    }
    if !is_joint {
        // order: the reference marks the constraint, not the row
        rows.mark_tendon(TendonId(first), e.index());
        if second >= 0 {
            rows.mark_tendon(TendonId(second), e.index());
        }
    }
    // the row, in ascending order of dofs
    let params = params_of(model, e);
    let row = Row {
        pos,
        margin: 0.0,
        diag_approx,
    };
    let (columns, values) = buffer.sorted();
    rows.single(
        &params,
        row,
        columns,
        columns.iter().map(|&i| values[i as usize]),
    );
    buffer.clear();
}

/// All edges of a flex keep their length.
fn flex_edges(model: &Model, inputs: &RowInputs<'_>, e: EqualityId, rows: &mut Rows<'_>) {
    let params = params_of(model, e);
    let flex = &model.flex;
    for edge in edges_of(model, FlexId(model.equality.obj1id[e])) {
        // an edge whose ends move together cannot change its length
        if flex.edge_rigid[edge] != 0 {
            continue;
        }
        let pos = inputs.kin.flexedge_length[edge] - flex.edge_length0[edge];
        let row = Row {
            pos,
            margin: 0.0,
            diag_approx: flex.edge_invweight0[edge],
        };
        // the row is stored in compressed form in the pattern of the model
        let start = flex.edge_j_rowadr[edge] as usize;
        let range = start..start + flex.edge_j_rownnz[edge] as usize;
        let values = inputs.kin.flexedge_jac[range.clone()].iter().copied();
        rows.single(&params, row, &flex.edge_j_colind[range], values);
    }
}

/// All vertices of a sheet keep their strain.
fn flex_strains(model: &Model, inputs: &RowInputs<'_>, e: EqualityId, rows: &mut Rows<'_>) {
    let params = params_of(model, e);
    let flex = &model.flex;
    let columns = flex.vert_j_colind.flat::<i32>();
    let values = inputs.kin.flexvert_jac.flat::<f64>();
    for v in verts(model, FlexId(model.equality.obj1id[e])) {
        for k in 0..2 {
            // one row for each of the two invariants
            let diag_approx = model.body.invweight0[flex.vertbodyid[v]][0];
            let row = Row {
                pos: inputs.kin.flexvert_length[v][k],
                margin: 0.0,
                diag_approx,
            };
            let start = flex.vert_j_rowadr[v][k] as usize;
            let range = start..start + flex.vert_j_rownnz[v][k] as usize;
            rows.single(
                &params,
                row,
                &columns[range.clone()],
                values[range].iter().copied(),
            );
        }
    }
}
