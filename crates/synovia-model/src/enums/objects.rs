//! Kinds of named objects.

open_enum! {
    /// Kind of object.
    pub enum ObjType = "mjtObj" {
        Unknown = 0, "mjOBJ_UNKNOWN", "unknown";
        Body = 1, "mjOBJ_BODY", "body";
        XBody = 2, "mjOBJ_XBODY", "xbody";
        Joint = 3, "mjOBJ_JOINT", "joint";
        Dof = 4, "mjOBJ_DOF", "dof";
        Geom = 5, "mjOBJ_GEOM", "geom";
        Site = 6, "mjOBJ_SITE", "site";
        Camera = 7, "mjOBJ_CAMERA", "camera";
        Light = 8, "mjOBJ_LIGHT", "light";
        Flex = 9, "mjOBJ_FLEX", "flex";
        Mesh = 10, "mjOBJ_MESH", "mesh";
        Skin = 11, "mjOBJ_SKIN", "skin";
        Hfield = 12, "mjOBJ_HFIELD", "hfield";
        Texture = 13, "mjOBJ_TEXTURE", "texture";
        Material = 14, "mjOBJ_MATERIAL", "material";
        Pair = 15, "mjOBJ_PAIR", "pair";
        Exclude = 16, "mjOBJ_EXCLUDE", "exclude";
        Equality = 17, "mjOBJ_EQUALITY", "equality";
        Tendon = 18, "mjOBJ_TENDON", "tendon";
        Actuator = 19, "mjOBJ_ACTUATOR", "actuator";
        Sensor = 20, "mjOBJ_SENSOR", "sensor";
        Numeric = 21, "mjOBJ_NUMERIC", "numeric";
        Text = 22, "mjOBJ_TEXT", "text";
        Tuple = 23, "mjOBJ_TUPLE", "tuple";
        Key = 24, "mjOBJ_KEY", "key";
        Plugin = 25, "mjOBJ_PLUGIN", "plugin";
        Frame = 100, "mjOBJ_FRAME", "frame";
        Default = 101, "mjOBJ_DEFAULT", "default";
        Model = 102, "mjOBJ_MODEL", "model";
    }
}
