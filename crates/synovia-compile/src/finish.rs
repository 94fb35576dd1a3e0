//! The last passes: sizes, constants, length ranges, statistics.

use synovia_engine::data::{Data, EngineError, room};
use synovia_engine::set_const::{LengthRangeOptions, set_const, set_length_range, set_structure};
use synovia_engine::step;
use synovia_geom::bvh::Bvh;
use synovia_math::MIN_VAL;
use synovia_model::budget::{Budget, table_bytes};
use synovia_model::enums::{Disable, Enable, Integrator, SleepPolicy};
use synovia_model::id::{BodyId, DofId, JointId};
use synovia_model::{Model, Stat};

use crate::cx::Cx;
use crate::tree::Tree;

/// Reserves memory for user data.
pub(crate) fn check_asked(cx: &mut Cx<'_>) {
    let (flat, size) = (cx.flat, &cx.flat.size);
    // attributes that determine the width of a table, and its number of rows
    let asked = [
        ("nuserdata", &size.nuserdata, 1),
        ("nuser_body", &size.nuser_body, flat.bodies.len()),
        ("nuser_jnt", &size.nuser_jnt, flat.joints.len()),
        ("nuser_geom", &size.nuser_geom, flat.geoms.len()),
        ("nuser_site", &size.nuser_site, flat.sites.len()),
        ("nuser_cam", &size.nuser_cam, flat.cameras.len()),
        ("nuser_tendon", &size.nuser_tendon, flat.tendons.len()),
        ("nuser_actuator", &size.nuser_actuator, flat.actuators.len()),
        ("nuser_sensor", &size.nuser_sensor, flat.sensors.len()),
    ];
    for (name, width, rows) in asked {
        let width_of = u64::try_from(width.get().copied().unwrap_or_default()).unwrap_or(0);
        let bytes = table_bytes(rows as u64, width_of, size_of::<f64>());
        cx.pay(bytes, width.span(), "size", name);
    }
}

/// Refuses inertia matrices that exceed the memory budget, and delays without a time step.
pub(crate) fn check_sums(cx: &mut Cx<'_>, model: &Model) {
    let bytes = table_bytes(pattern_entries(model), 1, size_of::<i32>());
    if let Err(over) = cx.budget.take(bytes) {
        let text = format!("the inertia matrices of {} dofs: {over}", model.size.nv);
        cx.diag.placeless(text);
    }
    if model.size.nhistory > 0 && model.opt.timestep <= 0.0 {
        cx.error(
            cx.flat.timestep,
            "option timestep: delays need a positive time step",
        );
    }
}

/// Integers in the sparsity patterns of the inertia matrices: column indices and positions of the entries of `M` (three times) and of `D`,
/// which has both triangles (twice), and column indices of the bodies' dofs.
fn pattern_entries(model: &Model) -> u64 {
    // number of dofs and of bodies from the root to each body
    let mut chains = vec![[0u64; 2]; model.body.len()];
    let (mut triangle, mut bodies) = (0u64, 0u64);
    for b in model.body.ids().skip(1) {
        let [mut dofs, depth] = chains[model.body.parentid[b].index()];
        for _ in model.body.dofs(b) {
            dofs += 1;
            triangle = triangle.saturating_add(dofs);
            bodies = bodies.saturating_add(depth + 1);
        }
        bodies = bodies.saturating_add(dofs);
        chains[b.index()] = [dofs, depth + 1];
    }
    triangle.saturating_mul(3 + 2 * 2).saturating_add(bodies)
}

/// Refuses a model whose simulation would exceed the memory limit.
fn check_room(cx: &mut Cx<'_>, model: &Model) -> bool {
    // the engine knows how much memory a simulation of this model needs
    let needed = room(model);
    let fits = Budget::new(cx.budget.limit()).check(needed.bytes);
    if let Err(over) = fits {
        let (rows, largest) = (needed.rows, needed.largest);
        let text = format!(
            "a simulation needs too much memory, most of it for the {rows} rows of {largest}: {over}"
        );
        cx.diag.placeless(text);
    }
    fits.is_ok()
}

/// Sizes that the `size` element may specify, and the reserved hierarchy nodes.
pub(crate) fn sizes(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let size = &cx.flat.size;
    model.size.nconmax = i64::from(size.values().nconmax);
    model.size.njmax = i64::from(size.values().njmax);
    model.size.nuserdata = i64::from(size.values().nuserdata.max(0));
    model.size.ngravcomp = model.body.gravcomp.iter().filter(|&&g| g != 0.0).count() as i64;
    // reserved nodes are part of the static ones, see fused-idle-nodes in `tree::fuse`
    let idle = Bvh {
        depth: vec![0; tree.idle_boxes],
        child: vec![[0; 2]; tree.idle_boxes],
        nodeid: vec![0; tree.idle_boxes],
        aabb: vec![[0.0; 6]; tree.idle_boxes],
    };
    crate::tree::bvh::append(&mut model.bvh, &idle);
    model.size.nbvhstatic = model.bvh.depth.len() as i64;
    model.size.nbvh = model.size.nbvhstatic;
    model.size.narena = arena(cx, model);
}

/// Bytes that the reference would allocate for contacts and constraints; computed so that `narena` agrees.
fn arena(cx: &Cx<'_>, model: &Model) -> i64 {
    const MEGABYTE: i64 = 1 << 20;
    const CONTACT: i64 = 576;
    let (written, s) = (&cx.flat.size, &model.size);
    if let Some(memory) = written
        .memory
        .get()
        .map(|m| m.0)
        .filter(|&bytes| bytes != -1)
    {
        return memory;
    }
    // the reference's estimate, from the deprecated sizes or their defaults
    let nconmax = if s.nconmax == -1 { 100 } else { s.nconmax };
    let njmax = if s.njmax == -1 { 500 } else { s.njmax };
    let rows = njmax + s.neq + s.nv;
    let stack = match written.values().nstack {
        -1 => {
            let items = s.nq
                + s.nv
                + s.nu
                + s.na
                + s.nbody
                + s.njnt
                + s.ngeom
                + s.nsite
                + s.neq
                + s.ntendon
                + s.nwrap;
            (5 * rows * rows + 20 * items).max(1000)
        }
        nstack => i64::from(nstack),
    };
    let bytes = 8 * stack
        + nconmax * CONTACT
        + njmax * (8 * 4 + 14 * 8)
        + s.nv * 12
        + njmax * s.nv * (2 * 4 + 2 * 8)
        + njmax * njmax * 12;
    (bytes + MEGABYTE - 1) / MEGABYTE * MEGABYTE
}

/// Derives constants from the complete tables; returns the computed statistics, before specified ones replace them.
pub(crate) fn constants(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) -> Stat {
    // columns that no pass has filled get rows of zeros
    model.fill_empty();
    model.hulls.hold(&model.mesh);
    set_structure(model);
    if !check_room(cx, model) {
        return model.stat.clone();
    }
    total_mass(cx, model);

    // constants are computed without contacts, and with all trees awake
    let (disable, enable) = (model.opt.disableflags, model.opt.enableflags);
    model.opt.disableflags |= Disable::CONTACT;
    model.opt.enableflags &= !Enable::SLEEP;
    if let Err(error) = set_const(model) {
        cx.diag.placeless(error.to_string());
        return model.stat.clone();
    }
    spring_dampers(cx, tree, model);
    if let Err(error) = set_length_range(model, &length_range_options(cx)) {
        cx.diag.placeless(error.to_string());
    }
    check_comparison(cx, model);
    model.opt.disableflags = disable;
    model.opt.enableflags = enable;
    let computed = model.stat.clone();
    crate::settings::replace_statistics(&cx.flat.stat, &mut model.stat);
    computed
}

/// Refuses a model that enables the comparison of forward and inverse dynamics with an integrator that cannot make it.
fn check_comparison(cx: &mut Cx<'_>, model: &Model) {
    let compares = model.opt.enabled(Enable::FWDINV) && model.opt.enabled(Enable::INVDISCRETE);
    let starts_asleep = model.tree.sleep_policy.rows().contains(&SleepPolicy::Init);
    if model.opt.integrator != Integrator::Rk4 || !compares || starts_asleep {
        return;
    }
    if let Err(error @ EngineError::DiscreteRk4) = step(model, &mut Data::new(model)) {
        cx.diag.placeless(error.to_string());
    }
}

/// Checks the consistency of the tables: an inconsistency would be a bug in this compiler.
pub(crate) fn check_tables(cx: &mut Cx<'_>, model: &Model) {
    let shapes = model.check_shapes().map_err(|error| error.to_string());
    let references = model.check_references().map_err(|error| error.to_string());
    for error in [shapes, references].into_iter().filter_map(Result::err) {
        cx.diag.placeless(format!("internal error: {error}"));
    }
}

/// The options of length range computation.
fn length_range_options(cx: &Cx<'_>) -> LengthRangeOptions {
    let own = cx.flat.lengthrange.values();
    LengthRangeOptions {
        mode: own.mode,
        useexisting: own.useexisting,
        uselimit: own.uselimit,
        accel: own.accel,
        maxforce: own.maxforce,
        timeconst: own.timeconst,
        timestep: own.timestep,
        inttotal: own.inttotal,
        interval: own.interval,
        tolrange: own.tolrange,
    }
}

/// Scales all masses and inertias to the requested total mass.
fn total_mass(cx: &Cx<'_>, model: &mut Model) {
    // zero or negative: masses are not scaled
    let wanted = cx.flat.settings.first().map_or(-1.0, |s| s.settotalmass);
    if wanted <= 0.0 {
        return;
    }
    let total: f64 = model.body.mass.rows()[1..].iter().sum();
    let scale = (wanted / total.max(MIN_VAL)).max(MIN_VAL);
    for b in 1..model.body.len() {
        model.body.mass[BodyId::new(b)] *= scale;
        model.body.inertia[BodyId::new(b)] *= scale;
    }
}

/// Stiffness and damping of a joint from time constant and damping ratio: those of a mass-spring-damper.
fn spring_dampers(cx: &Cx<'_>, tree: &Tree, model: &mut Model) {
    for (j, node) in tree.joints.iter().enumerate() {
        let [timeconst, dampratio] = cx.flat.joints[node.src].el.values().springdamper;
        if timeconst <= 0.0 || dampratio <= 0.0 {
            continue;
        }
        let (adr, count) = (
            model.joint.dofadr[JointId::new(j)] as usize,
            node.kind.dof_len(),
        );
        // effective inertia of the joint: the inverse of the mean `dof_invweight0`
        let compliance: f64 = model.dof.invweight0[adr..adr + count].iter().sum();
        let inertia = count as f64 / compliance.max(MIN_VAL);
        model.joint.stiffness[JointId::new(j)] =
            inertia / (timeconst * timeconst * dampratio * dampratio).max(MIN_VAL);
        let damping = 2.0 * inertia / timeconst.max(MIN_VAL);
        for i in adr..adr + count {
            model.dof.damping[DofId::new(i)] = damping;
        }
    }
}
