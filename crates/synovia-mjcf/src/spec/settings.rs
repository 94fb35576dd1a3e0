//! `compiler`, `option`, `size` and `statistic`.

use crate::attr::{Lead, MemorySize};
use crate::element;
use crate::keyword::{AngleUnit, Bool, Coordinate, Enable, InertiaFromGeom};
use crate::member::Kind;
use crate::spec::builtin::unset;
use synovia_model::Opt;
use synovia_model::enums::{Cone, Integrator, Jacobian, LengthRangeMode, Solver};

element! {
    /// How the file is to be understood.
    pub struct Compiler {
        /// True if `limited="auto"` follows from whether a range is given.
        autolimits: Bool { default: true },
        /// Least mass of a moving body.
        boundmass: f64 { unit: "kg" },
        /// Least principal inertia of a moving body.
        boundinertia: f64 { unit: "kg m²" },
        /// Total that all masses are scaled to; not positive: they are kept.
        settotalmass: f64 { unit: "kg", default: -1.0 },
        /// True if principal inertias that no mass distribution has are replaced by their mean.
        balanceinertia: Bool,
        /// True if directories in file names are dropped.
        strippath: Bool,
        /// True if primitive shapes are fitted to the bounding box of a mesh, not to its inertia box.
        fitaabb: Bool,
        /// Frame of positions; only `local` is supported.
        coordinate: Coordinate { member: "", default: Coordinate::Local },
        /// Unit of angles in the file.
        angle: AngleUnit { member: "", default: AngleUnit::Degree },
        /// Axes of the three Euler rotations; lower case moves with the body, upper case is fixed.
        eulerseq: String { member: "", default: "xyz" },
        /// Directory of all assets, unless the next two are given.
        assetdir: String { member: "" },
        /// Directory of meshes and height fields.
        meshdir: String,
        /// Directory of textures.
        texturedir: String,
        /// True if what has no influence on the physics is dropped.
        discardvisual: Bool,
        /// True if assets are compiled on several threads.
        usethread: Bool { default: true },
        /// True if bodies without joints are merged into their parents.
        fusestatic: Bool,
        /// Whether inertias are computed from geoms; `auto`: for bodies without an explicit one.
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
        /// Which actuators have their range computed.
        mode: LengthRangeMode { kind: Kind::Int, default: LengthRangeMode::Muscle },
        /// True if ranges that are given are kept.
        useexisting: Bool { kind: Kind::Int, default: true },
        /// True if ranges are taken from the limits of joints and tendons.
        uselimit: Bool { kind: Kind::Int, },
        /// Acceleration that the force is chosen for.
        accel: f64 { unit: "m/s² or rad/s²", default: 20.0 },
        /// Largest force; 0 for any.
        maxforce: f64 { unit: "N or N m" },
        /// Time constant with which velocities are reduced.
        timeconst: f64 { unit: "s", default: 1.0 },
        /// Time step of the simulation.
        timestep: f64 { unit: "s", default: 0.01 },
        /// Duration of the simulation.
        inttotal: f64 { unit: "s", default: 10.0 },
        /// Time at the end over which lengths are observed.
        interval: f64 { unit: "s", default: 2.0 },
        /// Largest relative change of length in that time.
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
        /// Improvement per iteration below which the solver stops.
        tolerance: f64 { default: Opt::DEFAULT.tolerance },
        /// Gradient below which the line search stops.
        ls_tolerance: f64 { default: Opt::DEFAULT.ls_tolerance },
        /// Improvement below which the noslip solver stops.
        noslip_tolerance: f64 { default: Opt::DEFAULT.noslip_tolerance },
        /// Tolerance of convex collisions.
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
        /// Largest number of solver iterations.
        iterations: i32 { default: Opt::DEFAULT.iterations },
        /// Largest number of line search iterations.
        ls_iterations: i32 { default: Opt::DEFAULT.ls_iterations },
        /// Largest number of noslip iterations; 0: the noslip solver is off.
        noslip_iterations: i32 { default: Opt::DEFAULT.noslip_iterations },
        /// Largest number of iterations of convex collisions.
        ccd_iterations: i32 { default: Opt::DEFAULT.ccd_iterations },
        /// Iterations of collisions of signed distance fields.
        sdf_iterations: i32 { default: Opt::DEFAULT.sdf_iterations },
        /// Starting points of collisions of signed distance fields.
        sdf_initpoints: i32 { default: Opt::DEFAULT.sdf_initpoints },
        /// Groups of actuators that are switched off, 0 to 30.
        actuatorgroupdisable: Vec<i32>,
    }
}

element! {
    /// Switches of stages and features.
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
        /// Start of the solver from the last accelerations.
        warmstart: Enable { default: Enable::Enable },
        /// Exclusion of collisions between a body and its parent.
        filterparent: Enable { default: Enable::Enable },
        /// Actuator forces and activations.
        actuation: Enable { default: Enable::Enable },
        /// Time constants of constraints of at least two time steps.
        refsafe: Enable { default: Enable::Enable },
        /// Computation of sensors.
        sensor: Enable { default: Enable::Enable },
        /// Mid phase of collisions, over bounding volumes.
        midphase: Enable { default: Enable::Enable },
        /// Implicit damping in the Euler integrator.
        eulerdamp: Enable { default: Enable::Enable },
        /// Reset of the simulation at states that are not finite or too large.
        autoreset: Enable { default: Enable::Enable },
        /// The native convex collision pipeline.
        nativeccd: Enable { default: Enable::Enable },
        /// Solution of constraints island by island.
        island: Enable { default: Enable::Enable },
        /// Contact parameters of the options in place of those of geoms.
        r#override: Enable { xml: "override", default: Enable::Disable },
        /// Computation of energies.
        energy: Enable { default: Enable::Disable },
        /// Comparison of forward and inverse dynamics.
        fwdinv: Enable { default: Enable::Disable },
        /// Discrete-time inverse dynamics.
        invdiscrete: Enable { default: Enable::Disable },
        /// Several contacts for a pair of convex shapes.
        multiccd: Enable { default: Enable::Disable },
        /// Sleep of trees at rest.
        sleep: Enable { default: Enable::Disable },
    }
}

element! {
    /// Sizes that cannot be inferred.
    pub struct Size {
        /// Memory of the arena, with an optional suffix K, M, G, T, P or E; −1: it is chosen.
        memory: MemorySize { unit: "byte", default: MemorySize(-1) },
        /// Largest number of constraint rows, of older files.
        njmax: i32 { default: -1 },
        /// Largest number of contacts, of older files.
        nconmax: i32 { default: -1 },
        /// Size of the stack, of older files.
        nstack: i32 { default: -1 },
        /// Size of the `userdata` of simulations.
        nuserdata: i32,
        /// Number of keyframes, if there are fewer.
        nkey: i32,
        /// Numbers of the user for each body; −1: what is needed.
        nuser_body: i32 { default: -1 },
        /// Numbers of the user for each joint; −1: what is needed.
        nuser_jnt: i32 { default: -1 },
        /// Numbers of the user for each geom; −1: what is needed.
        nuser_geom: i32 { default: -1 },
        /// Numbers of the user for each site; −1: what is needed.
        nuser_site: i32 { default: -1 },
        /// Numbers of the user for each camera; −1: what is needed.
        nuser_cam: i32 { default: -1 },
        /// Numbers of the user for each tendon; −1: what is needed.
        nuser_tendon: i32 { default: -1 },
        /// Numbers of the user for each actuator; −1: what is needed.
        nuser_actuator: i32 { default: -1 },
        /// Numbers of the user for each sensor; −1: what is needed.
        nuser_sensor: i32 { default: -1 },
    }
    children {
        /// Rows of equality constraints beside those that the model has; programs alone say it.
        nemax: i32,
    }
}

element! {
    /// Statistics that override the computed ones.
    pub struct Statistic {
        /// Mean diagonal of the inertia matrix, by which the solver scales its cost; computed if absent.
        meaninertia: f64 { unit: "kg m²", default: f64::NAN },
        /// Mean mass of bodies, which forces are drawn relative to; computed if absent.
        meanmass: f64 { unit: "kg", default: f64::NAN },
        /// Mean size of bodies, which decorations are drawn relative to; computed if absent.
        meansize: f64 { unit: "m", default: f64::NAN },
        /// Half size of the model, by which views are scaled; computed if absent.
        extent: f64 { unit: "m", default: f64::NAN },
        /// Centre of the model, which views look at; computed if absent.
        center: [f64; 3] { unit: "m", default: unset() },
    }
}
