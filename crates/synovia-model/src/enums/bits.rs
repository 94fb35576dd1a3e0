//! Sets of switches, each a bit of an `i32`.

bit_set! {
    /// Standard features that can be switched off.
    pub struct Disable = "mjtDisableBit" {
        CONSTRAINT = 1, "mjDSBL_CONSTRAINT";
        EQUALITY = 2, "mjDSBL_EQUALITY";
        FRICTIONLOSS = 4, "mjDSBL_FRICTIONLOSS";
        LIMIT = 8, "mjDSBL_LIMIT";
        CONTACT = 16, "mjDSBL_CONTACT";
        SPRING = 32, "mjDSBL_SPRING";
        DAMPER = 64, "mjDSBL_DAMPER";
        GRAVITY = 128, "mjDSBL_GRAVITY";
        CLAMPCTRL = 256, "mjDSBL_CLAMPCTRL";
        WARMSTART = 512, "mjDSBL_WARMSTART";
        FILTERPARENT = 1024, "mjDSBL_FILTERPARENT";
        ACTUATION = 2048, "mjDSBL_ACTUATION";
        REFSAFE = 4096, "mjDSBL_REFSAFE";
        SENSOR = 8192, "mjDSBL_SENSOR";
        MIDPHASE = 16384, "mjDSBL_MIDPHASE";
        EULERDAMP = 32768, "mjDSBL_EULERDAMP";
        AUTORESET = 65536, "mjDSBL_AUTORESET";
        NATIVECCD = 131072, "mjDSBL_NATIVECCD";
        ISLAND = 262144, "mjDSBL_ISLAND";
    }
}

bit_set! {
    /// Optional features that can be switched on.
    pub struct Enable = "mjtEnableBit" {
        OVERRIDE = 1, "mjENBL_OVERRIDE";
        ENERGY = 2, "mjENBL_ENERGY";
        FWDINV = 4, "mjENBL_FWDINV";
        INVDISCRETE = 8, "mjENBL_INVDISCRETE";
        MULTICCD = 16, "mjENBL_MULTICCD";
        SLEEP = 32, "mjENBL_SLEEP";
    }
}

bit_set! {
    /// Parts of a state.
    pub struct StateBit = "mjtState" {
        TIME = 1, "mjSTATE_TIME";
        QPOS = 2, "mjSTATE_QPOS";
        QVEL = 4, "mjSTATE_QVEL";
        ACT = 8, "mjSTATE_ACT";
        HISTORY = 16, "mjSTATE_HISTORY";
        WARMSTART = 32, "mjSTATE_WARMSTART";
        CTRL = 64, "mjSTATE_CTRL";
        QFRC_APPLIED = 128, "mjSTATE_QFRC_APPLIED";
        XFRC_APPLIED = 256, "mjSTATE_XFRC_APPLIED";
        EQ_ACTIVE = 512, "mjSTATE_EQ_ACTIVE";
        MOCAP_POS = 1024, "mjSTATE_MOCAP_POS";
        MOCAP_QUAT = 2048, "mjSTATE_MOCAP_QUAT";
        USERDATA = 4096, "mjSTATE_USERDATA";
        PLUGIN = 8192, "mjSTATE_PLUGIN";
        PHYSICS = 30, "mjSTATE_PHYSICS";
        FULLPHYSICS = 8223, "mjSTATE_FULLPHYSICS";
        USER = 8128, "mjSTATE_USER";
        INTEGRATION = 16383, "mjSTATE_INTEGRATION";
    }
}

bit_set! {
    /// What a camera renders.
    pub struct CamOut = "mjtCamOutBit" {
        RGB = 1, "mjCAMOUT_RGB", "rgb";
        DEPTH = 2, "mjCAMOUT_DEPTH", "depth";
        DIST = 4, "mjCAMOUT_DIST", "distance";
        NORMAL = 8, "mjCAMOUT_NORMAL", "normal";
        SEG = 16, "mjCAMOUT_SEG", "segmentation";
    }
}
