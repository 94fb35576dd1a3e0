//! Kinds of constraints, tendon elements and actuators.

open_enum! {
    /// Kind of equality constraint.
    pub enum EqType = "mjtEq" {
        Connect = 0, "mjEQ_CONNECT", "connect";
        Weld = 1, "mjEQ_WELD", "weld";
        Joint = 2, "mjEQ_JOINT", "joint";
        Tendon = 3, "mjEQ_TENDON", "tendon";
        Flex = 4, "mjEQ_FLEX", "flex";
        FlexVert = 5, "mjEQ_FLEXVERT", "flexvert";
        Distance = 6, "mjEQ_DISTANCE", "distance";
    }
}

open_enum! {
    /// Element of a tendon path.
    pub enum WrapType = "mjtWrap" {
        None = 0, "mjWRAP_NONE";
        Joint = 1, "mjWRAP_JOINT";
        Pulley = 2, "mjWRAP_PULLEY";
        Site = 3, "mjWRAP_SITE";
        Sphere = 4, "mjWRAP_SPHERE";
        Cylinder = 5, "mjWRAP_CYLINDER";
    }
}

open_enum! {
    /// Kind of transmission.
    pub enum TrnType = "mjtTrn" {
        Joint = 0, "mjTRN_JOINT";
        JointInParent = 1, "mjTRN_JOINTINPARENT";
        SliderCrank = 2, "mjTRN_SLIDERCRANK";
        Tendon = 3, "mjTRN_TENDON";
        Site = 4, "mjTRN_SITE";
        Body = 5, "mjTRN_BODY";
        Undefined = 1000, "mjTRN_UNDEFINED";
    }
}

open_enum! {
    /// Kind of activation dynamics.
    pub enum DynType = "mjtDyn" {
        None = 0, "mjDYN_NONE", "none";
        Integrator = 1, "mjDYN_INTEGRATOR", "integrator";
        Filter = 2, "mjDYN_FILTER", "filter";
        FilterExact = 3, "mjDYN_FILTEREXACT", "filterexact";
        Muscle = 4, "mjDYN_MUSCLE", "muscle";
        User = 5, "mjDYN_USER", "user";
    }
}

open_enum! {
    /// Kind of gain.
    pub enum GainType = "mjtGain" {
        Fixed = 0, "mjGAIN_FIXED", "fixed";
        Affine = 1, "mjGAIN_AFFINE", "affine";
        Muscle = 2, "mjGAIN_MUSCLE", "muscle";
        User = 3, "mjGAIN_USER", "user";
    }
}

open_enum! {
    /// Kind of bias.
    pub enum BiasType = "mjtBias" {
        None = 0, "mjBIAS_NONE", "none";
        Affine = 1, "mjBIAS_AFFINE", "affine";
        Muscle = 2, "mjBIAS_MUSCLE", "muscle";
        User = 3, "mjBIAS_USER", "user";
    }
}

open_enum! {
    /// Kind of constraint row.
    pub enum ConstraintType = "mjtConstraint" {
        Equality = 0, "mjCNSTR_EQUALITY";
        FrictionDof = 1, "mjCNSTR_FRICTION_DOF";
        FrictionTendon = 2, "mjCNSTR_FRICTION_TENDON";
        LimitJoint = 3, "mjCNSTR_LIMIT_JOINT";
        LimitTendon = 4, "mjCNSTR_LIMIT_TENDON";
        ContactFrictionless = 5, "mjCNSTR_CONTACT_FRICTIONLESS";
        ContactPyramidal = 6, "mjCNSTR_CONTACT_PYRAMIDAL";
        ContactElliptic = 7, "mjCNSTR_CONTACT_ELLIPTIC";
    }
}

open_enum! {
    /// State of a constraint row in the solver.
    pub enum ConstraintState = "mjtConstraintState" {
        Satisfied = 0, "mjCNSTRSTATE_SATISFIED";
        Quadratic = 1, "mjCNSTRSTATE_QUADRATIC";
        LinearNeg = 2, "mjCNSTRSTATE_LINEARNEG";
        LinearPos = 3, "mjCNSTRSTATE_LINEARPOS";
        Cone = 4, "mjCNSTRSTATE_CONE";
    }
}
