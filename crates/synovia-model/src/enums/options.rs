//! Choices of the simulation options.

open_enum! {
    /// Time integrator.
    ///
    /// DIFFERENCE(integrator-implicit-spring): `ImplicitSpring` is an extension; its number leaves room for future ones of
    /// the reference.
    pub enum Integrator = "mjtIntegrator" {
        Euler = 0, "mjINT_EULER", "Euler";
        Rk4 = 1, "mjINT_RK4", "RK4";
        Implicit = 2, "mjINT_IMPLICIT", "implicit";
        ImplicitFast = 3, "mjINT_IMPLICITFAST", "implicitfast";
        ImplicitSpring = 100, "mjINT_IMPLICITSPRING", "implicitspring";
    }
}

open_enum! {
    /// Friction cone.
    pub enum Cone = "mjtCone" {
        Pyramidal = 0, "mjCONE_PYRAMIDAL", "pyramidal";
        Elliptic = 1, "mjCONE_ELLIPTIC", "elliptic";
    }
}

open_enum! {
    /// How constraint Jacobians are stored.
    pub enum Jacobian = "mjtJacobian" {
        Dense = 0, "mjJAC_DENSE", "dense";
        Sparse = 1, "mjJAC_SPARSE", "sparse";
        Auto = 2, "mjJAC_AUTO", "auto";
    }
}

open_enum! {
    /// Constraint solver.
    ///
    /// DIFFERENCE(solver-active-set): `ActiveSet`, the exact solver, is an extension; the reference has the other three.
    pub enum Solver = "mjtSolver" {
        Pgs = 0, "mjSOL_PGS", "PGS";
        Cg = 1, "mjSOL_CG", "CG";
        Newton = 2, "mjSOL_NEWTON", "Newton";
        ActiveSet = 3, "mjSOL_ACTIVESET", "ActiveSet";
    }
}

open_enum! {
    /// Which actuators get a length range.
    pub enum LengthRangeMode = "mjtLRMode" {
        None = 0, "mjLRMODE_NONE", "none";
        Muscle = 1, "mjLRMODE_MUSCLE", "muscle";
        MuscleUser = 2, "mjLRMODE_MUSCLEUSER", "muscleuser";
        All = 3, "mjLRMODE_ALL", "all";
    }
}

open_enum! {
    /// Whether a limit is on.
    pub enum Limited = "mjtLimited" {
        False = 0, "mjLIMITED_FALSE", "false";
        True = 1, "mjLIMITED_TRUE", "true";
        Auto = 2, "mjLIMITED_AUTO", "auto";
    }
}

open_enum! {
    /// Whether a free body is aligned with its inertial frame.
    pub enum AlignFree = "mjtAlignFree" {
        False = 0, "mjALIGNFREE_FALSE", "false";
        True = 1, "mjALIGNFREE_TRUE", "true";
        Auto = 2, "mjALIGNFREE_AUTO", "auto";
    }
}

open_enum! {
    /// Whether inertias are derived from geoms.
    pub enum InertiaFromGeom = "mjtInertiaFromGeom" {
        False = 0, "mjINERTIAFROMGEOM_FALSE", "false";
        True = 1, "mjINERTIAFROMGEOM_TRUE", "true";
        Auto = 2, "mjINERTIAFROMGEOM_AUTO", "auto";
    }
}

open_enum! {
    /// How an orientation is specified.
    pub enum Orientation = "mjtOrientation" {
        Quat = 0, "mjORIENTATION_QUAT", "quat";
        Axisangle = 1, "mjORIENTATION_AXISANGLE", "axisangle";
        Xyaxes = 2, "mjORIENTATION_XYAXES", "xyaxes";
        Zaxis = 3, "mjORIENTATION_ZAXIS", "zaxis";
        Euler = 4, "mjORIENTATION_EULER", "euler";
    }
}
