//! `compiler`, `option`, `size` and `statistic`.

use crate::attr::{Lead, MemorySize};
use crate::element;
use crate::keyword::{AngleUnit, Bool, Coordinate, Enable, Tri};
use synovia_model::enums::{Cone, Integrator, Jacobian, LengthRangeMode, Solver};

element! {
    /// How the file is to be understood.
    pub struct Compiler {
        /// Infer `limited` from the presence of a range.
        autolimits: Bool,
        /// Least mass of a moving body.
        boundmass: f64,
        /// Least diagonal inertia of a moving body.
        boundinertia: f64,
        /// Scale all masses to this total; not positive means no scaling.
        settotalmass: f64,
        /// Repair inertias that break the triangle inequality.
        balanceinertia: Bool,
        /// Drop directories from file names.
        strippath: Bool,
        /// Fit primitives to the bounding box of a mesh instead of its inertia box.
        fitaabb: Bool,
        /// Frame of positions.
        coordinate: Coordinate,
        /// Unit of angles.
        angle: AngleUnit,
        /// Order of Euler rotations.
        eulerseq: String,
        /// Directory of meshes and textures.
        assetdir: String,
        /// Directory of meshes and height fields.
        meshdir: String,
        /// Directory of textures.
        texturedir: String,
        /// Drop what has only visual meaning.
        discardvisual: Bool,
        /// Use threads.
        usethread: Bool,
        /// Fuse static bodies with their parents.
        fusestatic: Bool,
        /// Take inertias from geoms.
        inertiafromgeom: Tri,
        /// Geom groups that count for inertia.
        inertiagrouprange: [i32; 2],
        /// Align the frames of free bodies with their inertia.
        alignfree: Bool,
        /// Save inertias explicitly.
        saveinertial: Bool,
        /// Extension: `exact` is the default of `<mesh inertia>`.
        exactmeshinertia: Bool,
    }
}

element! {
    /// How actuator length ranges are computed.
    pub struct LengthRange {
        /// Which actuators.
        mode: LengthRangeMode,
        /// Keep ranges that are given.
        useexisting: Bool,
        /// Take the limits of joints and tendons as ranges.
        uselimit: Bool,
        /// Target acceleration.
        accel: f64,
        /// Largest force.
        maxforce: f64,
        /// Time constant of velocity reduction.
        timeconst: f64,
        /// Time step.
        timestep: f64,
        /// Total time.
        inttotal: f64,
        /// Evaluation interval at the end.
        interval: f64,
        /// Convergence tolerance relative to the range.
        tolrange: f64,
    }
}

element! {
    /// Simulation options.
    pub struct OptionSection {
        /// Time step.
        timestep: f64,
        /// Ratio of frictional to normal impedance.
        impratio: f64,
        /// Solver tolerance.
        tolerance: f64,
        /// Line search tolerance.
        ls_tolerance: f64,
        /// Noslip tolerance.
        noslip_tolerance: f64,
        /// Convex collision tolerance.
        ccd_tolerance: f64,
        /// Sleep tolerance.
        sleep_tolerance: f64,
        /// Gravity.
        gravity: [f64; 3],
        /// Wind.
        wind: [f64; 3],
        /// Magnetic flux.
        magnetic: [f64; 3],
        /// Density of the medium.
        density: f64,
        /// Viscosity of the medium.
        viscosity: f64,
        /// Override: margin.
        o_margin: f64,
        /// Override: solref.
        o_solref: Lead<2>,
        /// Override: solimp.
        o_solimp: Lead<5>,
        /// Override: friction.
        o_friction: Lead<5>,
        /// Integrator.
        integrator: Integrator,
        /// Friction cone.
        cone: Cone,
        /// Jacobian storage.
        jacobian: Jacobian,
        /// Solver.
        solver: Solver,
        /// Solver iterations.
        iterations: i32,
        /// Line search iterations.
        ls_iterations: i32,
        /// Noslip iterations.
        noslip_iterations: i32,
        /// Convex collision iterations.
        ccd_iterations: i32,
        /// Signed distance iterations.
        sdf_iterations: i32,
        /// Signed distance starting points.
        sdf_initpoints: i32,
        /// Actuator groups that are switched off.
        actuatorgroupdisable: Vec<i32>,
    }
}

element! {
    /// Switches of stages and features.
    pub struct Flag {
        /// All constraints.
        constraint: Enable,
        /// Equality constraints.
        equality: Enable,
        /// Friction loss.
        frictionloss: Enable,
        /// Limits.
        limit: Enable,
        /// Contacts.
        contact: Enable,
        /// Springs.
        spring: Enable,
        /// Dampers.
        damper: Enable,
        /// Gravity.
        gravity: Enable,
        /// Clamping of controls.
        clampctrl: Enable,
        /// Warm start.
        warmstart: Enable,
        /// Parent-child collision filter.
        filterparent: Enable,
        /// Actuation.
        actuation: Enable,
        /// Safe solref.
        refsafe: Enable,
        /// Sensors.
        sensor: Enable,
        /// Mid-phase collision.
        midphase: Enable,
        /// Implicit damping in the Euler integrator.
        eulerdamp: Enable,
        /// Reset on bad states.
        autoreset: Enable,
        /// Native convex collision.
        nativeccd: Enable,
        /// Constraint islands.
        island: Enable,
        /// Contact parameter override.
        r#override: Enable = "override",
        /// Energies.
        energy: Enable,
        /// Forward-inverse comparison.
        fwdinv: Enable,
        /// Discrete-time inverse dynamics.
        invdiscrete: Enable,
        /// Several contacts per convex pair.
        multiccd: Enable,
        /// Sleeping.
        sleep: Enable,
    }
}

element! {
    /// Sizes that cannot be inferred.
    pub struct Size {
        /// Memory of the arena.
        memory: MemorySize,
        /// Largest number of constraints (old).
        njmax: i32,
        /// Largest number of contacts.
        nconmax: i32,
        /// Stack size (old).
        nstack: i32,
        /// User data.
        nuserdata: i32,
        /// Number of keyframes.
        nkey: i32,
        /// User fields of a body.
        nuser_body: i32,
        /// User fields of a joint.
        nuser_jnt: i32,
        /// User fields of a geom.
        nuser_geom: i32,
        /// User fields of a site.
        nuser_site: i32,
        /// User fields of a camera.
        nuser_cam: i32,
        /// User fields of a tendon.
        nuser_tendon: i32,
        /// User fields of an actuator.
        nuser_actuator: i32,
        /// User fields of a sensor.
        nuser_sensor: i32,
    }
    children {
        /// Rows of equality constraints beside those that the model has; programs alone say it.
        nemax: i32,
    }
}

element! {
    /// Statistics that override the computed ones.
    pub struct Statistic {
        /// Mean diagonal inertia.
        meaninertia: f64,
        /// Mean body mass.
        meanmass: f64,
        /// Mean body size.
        meansize: f64,
        /// Spatial extent.
        extent: f64,
        /// Centre.
        center: [f64; 3],
    }
}
