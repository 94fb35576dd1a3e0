//! `compiler`, `option`, `size` and `statistic`.

use crate::attr::{Lead, MemorySize};
use crate::element;
use crate::keyword::{AngleUnit, Bool, Coordinate, Enable, InertiaFromGeom};
use crate::member::Kind;
use crate::spec::builtin::unset;
use synovia_model::Opt;
use synovia_model::enums::{Cone, Integrator, Jacobian, LengthRangeMode, Solver};

element! {
    /// Settings of the compiler.
    pub struct Compiler {
        /// True if `limited="auto"` is inferred from the presence of a range.
        autolimits: Bool { default: true },
        /// Minimum mass of a moving body.
        boundmass: f64 { unit: "kg" },
        /// Minimum principal inertia of a moving body.
        boundinertia: f64 { unit: "kg m²" },
        /// Total mass that all masses are scaled to; zero or negative: not scaled.
        settotalmass: f64 { unit: "kg", default: -1.0 },
        /// True if principal inertias that violate the triangle inequality are replaced by their mean.
        balanceinertia: Bool,
        /// True if directories are removed from file names.
        strippath: Bool,
        /// True if primitive shapes are fitted to the bounding box of a mesh, not to its inertia box.
        fitaabb: Bool,
        /// Coordinates of positions; only `local` is supported.
        coordinate: Coordinate { member: "", default: Coordinate::Local },
        /// Unit of angles in the file.
        angle: AngleUnit { member: "", default: AngleUnit::Degree },
        /// Axes of the three Euler rotations; lower case: axes move with the body, upper case: axes are fixed.
        eulerseq: String { member: "", default: "xyz" },
        /// Directory of all assets, unless `meshdir` or `texturedir` is set.
        assetdir: String { member: "" },
        /// Directory of meshes and height fields.
        meshdir: String,
        /// Directory of textures.
        texturedir: String,
        /// True if elements that do not affect the physics are discarded.
        discardvisual: Bool,
        /// True if assets are compiled on several threads.
        usethread: Bool { default: true },
        /// True if bodies without joints are fused with their parents.
        fusestatic: Bool,
        /// Whether inertias are computed from geoms; `auto`: for bodies without explicit inertia.
        inertiafromgeom: InertiaFromGeom { default: InertiaFromGeom::Auto },
        /// First and last group of geoms from which inertias are computed.
        inertiagrouprange: [i32; 2] { default: [0, 5] },
        /// True if frames of free bodies are aligned with their inertia.
        alignfree: Bool { kind: Kind::Int, },
        /// True if saved models have explicit inertias for all bodies.
        saveinertial: Bool,
        /// Extension: true if the default of a mesh's `inertia` is `exact`.
        exactmeshinertia: Bool { kind: Kind::Int, },
    }
}

element! {
    /// How actuator length ranges are computed.
    pub struct LengthRange {
        /// The actuators whose length range is computed.
        mode: LengthRangeMode { kind: Kind::Int, default: LengthRangeMode::Muscle },
        /// True if ranges that are already set are kept.
        useexisting: Bool { kind: Kind::Int, default: true },
        /// True if the limits of joints and tendons are used as ranges.
        uselimit: Bool { kind: Kind::Int, },
        /// Target acceleration, from which the force is computed.
        accel: f64 { unit: "m/s² or rad/s²", default: 20.0 },
        /// Maximum force; 0: not limited.
        maxforce: f64 { unit: "N or N m" },
        /// Time constant of velocity damping.
        timeconst: f64 { unit: "s", default: 1.0 },
        /// Time step of the simulation.
        timestep: f64 { unit: "s", default: 0.01 },
        /// Duration of the simulation.
        inttotal: f64 { unit: "s", default: 10.0 },
        /// Interval at the end over which lengths are measured.
        interval: f64 { unit: "s", default: 2.0 },
        /// Maximum relative change of length in that interval.
        tolrange: f64 { default: 0.05 },
    }
}

element! {
    /// Simulation options.
    pub struct OptionSection {
        /// Time step.
        timestep: f64 { unit: "s", default: Opt::DEFAULT.timestep },
        /// Ratio of the impedances of frictional and normal contact directions.
        impratio: f64 { default: Opt::DEFAULT.impratio },
        /// Relative improvement below which the solver stops.
        tolerance: f64 { default: Opt::DEFAULT.tolerance },
        /// Gradient below which the line search stops.
        ls_tolerance: f64 { default: Opt::DEFAULT.ls_tolerance },
        /// Improvement below which the noslip solver stops.
        noslip_tolerance: f64 { default: Opt::DEFAULT.noslip_tolerance },
        /// Tolerance of convex collision detection.
        ccd_tolerance: f64 { unit: "m", default: Opt::DEFAULT.ccd_tolerance },
        /// Velocity below which a tree may sleep.
        sleep_tolerance: f64 { unit: "m/s or rad/s", default: Opt::DEFAULT.sleep_tolerance },
        /// Gravity in the world frame.
        gravity: [f64; 3] { unit: "m/s²", default: Opt::DEFAULT.gravity.to_array() },
        /// Velocity of the medium in the world frame.
        wind: [f64; 3] { unit: "m/s", default: Opt::DEFAULT.wind.to_array() },
        /// Magnetic flux in the world frame.
        magnetic: [f64; 3] { unit: "T", default: Opt::DEFAULT.magnetic.to_array() },
        /// Density of the medium.
        density: f64 { unit: "kg/m³", default: Opt::DEFAULT.density },
        /// Viscosity of the medium.
        viscosity: f64 { unit: "Pa s", default: Opt::DEFAULT.viscosity },
        /// Margin of all contacts, if overridden.
        o_margin: f64 { unit: "m", default: Opt::DEFAULT.o_margin },
        /// Reference parameters of all contacts, if overridden.
        o_solref: Lead<2> { unit: "s, 1", default: Opt::DEFAULT.o_solref },
        /// Impedance parameters of all contacts, if overridden.
        o_solimp: Lead<5> { default: Opt::DEFAULT.o_solimp },
        /// Friction of all contacts, if overridden.
        o_friction: Lead<5> { unit: "1, 1, m, m, m", default: Opt::DEFAULT.o_friction },
        /// Time integrator.
        integrator: Integrator { default: Opt::DEFAULT.integrator },
        /// Friction cone.
        cone: Cone { default: Opt::DEFAULT.cone },
        /// Storage of the constraint Jacobian.
        jacobian: Jacobian { default: Opt::DEFAULT.jacobian },
        /// Constraint solver.
        solver: Solver { default: Opt::DEFAULT.solver },
        /// Maximum number of solver iterations.
        iterations: i32 { default: Opt::DEFAULT.iterations },
        /// Maximum number of line search iterations.
        ls_iterations: i32 { default: Opt::DEFAULT.ls_iterations },
        /// Maximum number of noslip iterations; 0: the noslip solver is disabled.
        noslip_iterations: i32 { default: Opt::DEFAULT.noslip_iterations },
        /// Maximum number of iterations of convex collision detection.
        ccd_iterations: i32 { default: Opt::DEFAULT.ccd_iterations },
        /// Number of iterations of collision detection with signed distance fields.
        sdf_iterations: i32 { default: Opt::DEFAULT.sdf_iterations },
        /// Number of starting points of collision detection with signed distance fields.
        sdf_initpoints: i32 { default: Opt::DEFAULT.sdf_initpoints },
        /// Actuator groups that are disabled, 0 to 30.
        actuatorgroupdisable: Vec<i32>,
    }
}

element! {
    /// Enables and disables stages and features.
    pub struct Flag {
        /// All constraints: equality, friction, limits and contacts.
        constraint: Enable { default: Enable::Enable },
        /// Equality constraints.
        equality: Enable { default: Enable::Enable },
        /// Dry friction of joints and tendons.
        frictionloss: Enable { default: Enable::Enable },
        /// Limits of joints and tendons.
        limit: Enable { default: Enable::Enable },
        /// Collision detection and contacts.
        contact: Enable { default: Enable::Enable },
        /// Springs of joints, tendons and flexes.
        spring: Enable { default: Enable::Enable },
        /// Dampers of joints, tendons and flexes.
        damper: Enable { default: Enable::Enable },
        /// Gravity forces.
        gravity: Enable { default: Enable::Enable },
        /// Clamping of controls to their ranges.
        clampctrl: Enable { default: Enable::Enable },
        /// Warm start of the solver from the previous accelerations.
        warmstart: Enable { default: Enable::Enable },
        /// Exclusion of collisions between a body and its parent.
        filterparent: Enable { default: Enable::Enable },
        /// Actuator forces and activations.
        actuation: Enable { default: Enable::Enable },
        /// Limitation of constraint time constants to at least two time steps.
        refsafe: Enable { default: Enable::Enable },
        /// Computation of sensors.
        sensor: Enable { default: Enable::Enable },
        /// Mid phase of collision detection, with bounding volume hierarchies.
        midphase: Enable { default: Enable::Enable },
        /// Implicit damping in the Euler integrator.
        eulerdamp: Enable { default: Enable::Enable },
        /// Automatic reset of the simulation when the state is not finite or too large.
        autoreset: Enable { default: Enable::Enable },
        /// The native convex collision pipeline.
        nativeccd: Enable { default: Enable::Enable },
        /// Solution of constraints island by island.
        island: Enable { default: Enable::Enable },
        /// Contact parameters of the options instead of those of geoms.
        r#override: Enable { xml: "override", default: Enable::Disable },
        /// Computation of energies.
        energy: Enable { default: Enable::Disable },
        /// Comparison of forward and inverse dynamics.
        fwdinv: Enable { default: Enable::Disable },
        /// Discrete-time inverse dynamics.
        invdiscrete: Enable { default: Enable::Disable },
        /// Multiple contacts per pair of convex shapes.
        multiccd: Enable { default: Enable::Disable },
        /// Sleeping of kinematic trees at rest.
        sleep: Enable { default: Enable::Disable },
    }
}

element! {
    /// Sizes that cannot be inferred.
    pub struct Size {
        /// Memory of the arena, with an optional suffix K, M, G, T, P or E; −1: chosen automatically.
        memory: MemorySize { unit: "byte", default: MemorySize(-1) },
        /// Maximum number of constraint rows, for older files.
        njmax: i32 { default: -1 },
        /// Maximum number of contacts, for older files.
        nconmax: i32 { default: -1 },
        /// Size of the stack, for older files.
        nstack: i32 { default: -1 },
        /// Size of the `userdata` of simulations.
        nuserdata: i32,
        /// Minimum number of keyframes; missing ones are added.
        nkey: i32,
        /// Length of the user data of each body; −1: as long as needed.
        nuser_body: i32 { default: -1 },
        /// Length of the user data of each joint; −1: as long as needed.
        nuser_jnt: i32 { default: -1 },
        /// Length of the user data of each geom; −1: as long as needed.
        nuser_geom: i32 { default: -1 },
        /// Length of the user data of each site; −1: as long as needed.
        nuser_site: i32 { default: -1 },
        /// Length of the user data of each camera; −1: as long as needed.
        nuser_cam: i32 { default: -1 },
        /// Length of the user data of each tendon; −1: as long as needed.
        nuser_tendon: i32 { default: -1 },
        /// Length of the user data of each actuator; −1: as long as needed.
        nuser_actuator: i32 { default: -1 },
        /// Length of the user data of each sensor; −1: as long as needed.
        nuser_sensor: i32 { default: -1 },
    }
    children {
        /// Rows of equality constraints in addition to those of the model; set by programs only.
        nemax: i32,
    }
}

element! {
    /// Statistics that override the computed ones.
    pub struct Statistic {
        /// Mean diagonal of the inertia matrix, which scales the solver's cost; computed if absent.
        meaninertia: f64 { unit: "kg m²", default: f64::NAN },
        /// Mean mass of bodies, which scales drawn forces; computed if absent.
        meanmass: f64 { unit: "kg", default: f64::NAN },
        /// Mean size of bodies, which scales drawn decorations; computed if absent.
        meansize: f64 { unit: "m", default: f64::NAN },
        /// Half size of the model, which scales the view; computed if absent.
        extent: f64 { unit: "m", default: f64::NAN },
        /// Centre of the model, at which the view is directed; computed if absent.
        center: [f64; 3] { unit: "m", default: unset() },
    }
}
