//! Warnings and timers of a simulation.

open_enum! {
    /// Kind of warning of a step.
    pub enum Warning = "mjtWarning" {
        Inertia = 0, "mjWARN_INERTIA";
        ContactFull = 1, "mjWARN_CONTACTFULL";
        ConstraintFull = 2, "mjWARN_CNSTRFULL";
        VisGeomFull = 3, "mjWARN_VGEOMFULL";
        BadQpos = 4, "mjWARN_BADQPOS";
        BadQvel = 5, "mjWARN_BADQVEL";
        BadQacc = 6, "mjWARN_BADQACC";
        BadCtrl = 7, "mjWARN_BADCTRL";
    }
}

open_enum! {
    /// Parts of a step whose time is measured.
    pub enum Timer = "mjtTimer" {
        Step = 0, "mjTIMER_STEP";
        Forward = 1, "mjTIMER_FORWARD";
        Inverse = 2, "mjTIMER_INVERSE";
        Position = 3, "mjTIMER_POSITION";
        Velocity = 4, "mjTIMER_VELOCITY";
        Actuation = 5, "mjTIMER_ACTUATION";
        Constraint = 6, "mjTIMER_CONSTRAINT";
        Advance = 7, "mjTIMER_ADVANCE";
        PosKinematics = 8, "mjTIMER_POS_KINEMATICS";
        PosInertia = 9, "mjTIMER_POS_INERTIA";
        PosCollision = 10, "mjTIMER_POS_COLLISION";
        PosMake = 11, "mjTIMER_POS_MAKE";
        PosProject = 12, "mjTIMER_POS_PROJECT";
        ColBroad = 13, "mjTIMER_COL_BROAD";
        ColNarrow = 14, "mjTIMER_COL_NARROW";
    }
}
