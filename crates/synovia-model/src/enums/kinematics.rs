//! Kinds of joints, geoms, cameras and lights.

open_enum! {
    /// Kind of joint.
    pub enum JointType = "mjtJoint" {
        Free = 0, "mjJNT_FREE", "free";
        Ball = 1, "mjJNT_BALL", "ball";
        Slide = 2, "mjJNT_SLIDE", "slide";
        Hinge = 3, "mjJNT_HINGE", "hinge";
    }
}

open_enum! {
    /// Kind of shape; those from 100 on are only drawn.
    pub enum GeomType = "mjtGeom" {
        Plane = 0, "mjGEOM_PLANE", "plane";
        Hfield = 1, "mjGEOM_HFIELD", "hfield";
        Sphere = 2, "mjGEOM_SPHERE", "sphere";
        Capsule = 3, "mjGEOM_CAPSULE", "capsule";
        Ellipsoid = 4, "mjGEOM_ELLIPSOID", "ellipsoid";
        Cylinder = 5, "mjGEOM_CYLINDER", "cylinder";
        Box = 6, "mjGEOM_BOX", "box";
        Mesh = 7, "mjGEOM_MESH", "mesh";
        Sdf = 8, "mjGEOM_SDF", "sdf";
        Arrow = 100, "mjGEOM_ARROW";
        Arrow1 = 101, "mjGEOM_ARROW1";
        Arrow2 = 102, "mjGEOM_ARROW2";
        Line = 103, "mjGEOM_LINE";
        LineBox = 104, "mjGEOM_LINEBOX";
        Flex = 105, "mjGEOM_FLEX";
        Skin = 106, "mjGEOM_SKIN";
        Label = 107, "mjGEOM_LABEL";
        Triangle = 108, "mjGEOM_TRIANGLE";
        None = 1001, "mjGEOM_NONE";
    }
}

open_enum! {
    /// How a camera projects.
    pub enum Projection = "mjtProjection" {
        Perspective = 0, "mjPROJ_PERSPECTIVE", "perspective";
        Orthographic = 1, "mjPROJ_ORTHOGRAPHIC", "orthographic";
    }
}

open_enum! {
    /// How a camera or light follows bodies.
    pub enum CamLight = "mjtCamLight" {
        Fixed = 0, "mjCAMLIGHT_FIXED", "fixed";
        Track = 1, "mjCAMLIGHT_TRACK", "track";
        TrackCom = 2, "mjCAMLIGHT_TRACKCOM", "trackcom";
        TargetBody = 3, "mjCAMLIGHT_TARGETBODY", "targetbody";
        TargetBodyCom = 4, "mjCAMLIGHT_TARGETBODYCOM", "targetbodycom";
    }
}

open_enum! {
    /// Kind of light.
    pub enum LightType = "mjtLightType" {
        Spot = 0, "mjLIGHT_SPOT", "spot";
        Directional = 1, "mjLIGHT_DIRECTIONAL", "directional";
        Point = 2, "mjLIGHT_POINT", "point";
        Image = 3, "mjLIGHT_IMAGE", "image";
    }
}

open_enum! {
    /// Which frames of a body a frame coincides with.
    pub enum SameFrame = "mjtSameFrame" {
        None = 0, "mjSAMEFRAME_NONE";
        Body = 1, "mjSAMEFRAME_BODY";
        Inertia = 2, "mjSAMEFRAME_INERTIA";
        BodyRot = 3, "mjSAMEFRAME_BODYROT";
        InertiaRot = 4, "mjSAMEFRAME_INERTIAROT";
    }
}

open_enum! {
    /// Whether a kinematic tree may fall asleep.
    pub enum SleepPolicy = "mjtSleepPolicy" {
        Auto = 0, "mjSLEEP_AUTO", "auto";
        AutoNever = 1, "mjSLEEP_AUTO_NEVER";
        AutoAllowed = 2, "mjSLEEP_AUTO_ALLOWED";
        Never = 3, "mjSLEEP_NEVER", "never";
        Allowed = 4, "mjSLEEP_ALLOWED", "allowed";
        Init = 5, "mjSLEEP_INIT", "init";
    }
}

open_enum! {
    /// Whether a tree or body is asleep.
    pub enum SleepState = "mjtSleepState" {
        Static = -1, "mjS_STATIC";
        Asleep = 0, "mjS_ASLEEP";
        Awake = 1, "mjS_AWAKE";
    }
}
