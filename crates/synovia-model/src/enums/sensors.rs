//! Kinds of sensors and their data.

open_enum! {
    /// Kind of sensor; keywords are the element names.
    pub enum SensorType = "mjtSensor" {
        Touch = 0, "mjSENS_TOUCH", "touch";
        Accelerometer = 1, "mjSENS_ACCELEROMETER", "accelerometer";
        Velocimeter = 2, "mjSENS_VELOCIMETER", "velocimeter";
        Gyro = 3, "mjSENS_GYRO", "gyro";
        Force = 4, "mjSENS_FORCE", "force";
        Torque = 5, "mjSENS_TORQUE", "torque";
        Magnetometer = 6, "mjSENS_MAGNETOMETER", "magnetometer";
        Rangefinder = 7, "mjSENS_RANGEFINDER", "rangefinder";
        CamProjection = 8, "mjSENS_CAMPROJECTION", "camprojection";
        JointPos = 9, "mjSENS_JOINTPOS", "jointpos";
        JointVel = 10, "mjSENS_JOINTVEL", "jointvel";
        TendonPos = 11, "mjSENS_TENDONPOS", "tendonpos";
        TendonVel = 12, "mjSENS_TENDONVEL", "tendonvel";
        ActuatorPos = 13, "mjSENS_ACTUATORPOS", "actuatorpos";
        ActuatorVel = 14, "mjSENS_ACTUATORVEL", "actuatorvel";
        ActuatorFrc = 15, "mjSENS_ACTUATORFRC", "actuatorfrc";
        JointActFrc = 16, "mjSENS_JOINTACTFRC", "jointactuatorfrc";
        TendonActFrc = 17, "mjSENS_TENDONACTFRC", "tendonactuatorfrc";
        BallQuat = 18, "mjSENS_BALLQUAT", "ballquat";
        BallAngVel = 19, "mjSENS_BALLANGVEL", "ballangvel";
        JointLimitPos = 20, "mjSENS_JOINTLIMITPOS", "jointlimitpos";
        JointLimitVel = 21, "mjSENS_JOINTLIMITVEL", "jointlimitvel";
        JointLimitFrc = 22, "mjSENS_JOINTLIMITFRC", "jointlimitfrc";
        TendonLimitPos = 23, "mjSENS_TENDONLIMITPOS", "tendonlimitpos";
        TendonLimitVel = 24, "mjSENS_TENDONLIMITVEL", "tendonlimitvel";
        TendonLimitFrc = 25, "mjSENS_TENDONLIMITFRC", "tendonlimitfrc";
        FramePos = 26, "mjSENS_FRAMEPOS", "framepos";
        FrameQuat = 27, "mjSENS_FRAMEQUAT", "framequat";
        FrameXAxis = 28, "mjSENS_FRAMEXAXIS", "framexaxis";
        FrameYAxis = 29, "mjSENS_FRAMEYAXIS", "frameyaxis";
        FrameZAxis = 30, "mjSENS_FRAMEZAXIS", "framezaxis";
        FrameLinVel = 31, "mjSENS_FRAMELINVEL", "framelinvel";
        FrameAngVel = 32, "mjSENS_FRAMEANGVEL", "frameangvel";
        FrameLinAcc = 33, "mjSENS_FRAMELINACC", "framelinacc";
        FrameAngAcc = 34, "mjSENS_FRAMEANGACC", "frameangacc";
        SubtreeCom = 35, "mjSENS_SUBTREECOM", "subtreecom";
        SubtreeLinVel = 36, "mjSENS_SUBTREELINVEL", "subtreelinvel";
        SubtreeAngMom = 37, "mjSENS_SUBTREEANGMOM", "subtreeangmom";
        InsideSite = 38, "mjSENS_INSIDESITE", "insidesite";
        GeomDist = 39, "mjSENS_GEOMDIST", "distance";
        GeomNormal = 40, "mjSENS_GEOMNORMAL", "normal";
        GeomFromTo = 41, "mjSENS_GEOMFROMTO", "fromto";
        Contact = 42, "mjSENS_CONTACT", "contact";
        EPotential = 43, "mjSENS_E_POTENTIAL", "e_potential";
        EKinetic = 44, "mjSENS_E_KINETIC", "e_kinetic";
        Clock = 45, "mjSENS_CLOCK", "clock";
        Tactile = 46, "mjSENS_TACTILE", "tactile";
        Plugin = 47, "mjSENS_PLUGIN", "plugin";
        User = 48, "mjSENS_USER", "user";
    }
}

open_enum! {
    /// Stage of the step.
    pub enum Stage = "mjtStage" {
        None = 0, "mjSTAGE_NONE", "none";
        Pos = 1, "mjSTAGE_POS", "pos";
        Vel = 2, "mjSTAGE_VEL", "vel";
        Acc = 3, "mjSTAGE_ACC", "acc";
    }
}

open_enum! {
    /// What numbers a sensor puts out.
    pub enum DataType = "mjtDataType" {
        Real = 0, "mjDATATYPE_REAL", "real";
        Positive = 1, "mjDATATYPE_POSITIVE", "positive";
        Axis = 2, "mjDATATYPE_AXIS", "axis";
        Quaternion = 3, "mjDATATYPE_QUATERNION", "quaternion";
    }
}

open_enum! {
    /// What a contact sensor reports.
    pub enum ConData = "mjtConDataField" {
        Found = 0, "mjCONDATA_FOUND", "found";
        Force = 1, "mjCONDATA_FORCE", "force";
        Torque = 2, "mjCONDATA_TORQUE", "torque";
        Dist = 3, "mjCONDATA_DIST", "dist";
        Pos = 4, "mjCONDATA_POS", "pos";
        Normal = 5, "mjCONDATA_NORMAL", "normal";
        Tangent = 6, "mjCONDATA_TANGENT", "tangent";
    }
}

open_enum! {
    /// What a rangefinder reports.
    pub enum RayData = "mjtRayDataField" {
        Dist = 0, "mjRAYDATA_DIST", "dist";
        Dir = 1, "mjRAYDATA_DIR", "dir";
        Origin = 2, "mjRAYDATA_ORIGIN", "origin";
        Point = 3, "mjRAYDATA_POINT", "point";
        Normal = 4, "mjRAYDATA_NORMAL", "normal";
        Depth = 5, "mjRAYDATA_DEPTH", "depth";
    }
}
