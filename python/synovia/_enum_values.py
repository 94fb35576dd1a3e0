"""Enumerations: those that the engine declares, and those of threads, plugins, pixels and user interfaces, which it does not
know."""

from synovia._synovia import enumerations

# members that hold the number of the other members
COUNTS = {
    "mjtDisableBit": ("mjNDISABLE", 19),
    "mjtEnableBit": ("mjNENABLE", 6),
    "mjtGeom": ("mjNGEOMTYPES", 9),
    "mjtTextureRole": ("mjNTEXROLE", 10),
    "mjtObj": ("mjNOBJECT", 26),
    "mjtConDataField": ("mjNCONDATA", 7),
    "mjtRayDataField": ("mjNRAYDATA", 6),
    "mjtCamOutBit": ("mjNCAMOUT", 5),
    "mjtState": ("mjNSTATE", 14),
    "mjtWarning": ("mjNWARNING", 8),
    "mjtTimer": ("mjNTIMER", 15),
    "mjtLabel": ("mjNLABEL", 17),
    "mjtFrame": ("mjNFRAME", 8),
}

OTHERS = {
    "mjtTaskStatus": {"mjTASK_NEW": 0, "mjTASK_QUEUED": 1, "mjTASK_COMPLETED": 2},
    "mjtPluginCapabilityBit": {"mjPLUGIN_ACTUATOR": 1, "mjPLUGIN_SENSOR": 2, "mjPLUGIN_PASSIVE": 4, "mjPLUGIN_SDF": 8},
    "mjtGridPos": {
        "mjGRID_TOPLEFT": 0,
        "mjGRID_TOPRIGHT": 1,
        "mjGRID_BOTTOMLEFT": 2,
        "mjGRID_BOTTOMRIGHT": 3,
        "mjGRID_TOP": 4,
        "mjGRID_BOTTOM": 5,
        "mjGRID_LEFT": 6,
        "mjGRID_RIGHT": 7,
    },
    "mjtFramebuffer": {"mjFB_WINDOW": 0, "mjFB_OFFSCREEN": 1},
    "mjtDepthMap": {"mjDEPTH_ZERONEAR": 0, "mjDEPTH_ZEROFAR": 1},
    "mjtFontScale": {
        "mjFONTSCALE_50": 50,
        "mjFONTSCALE_100": 100,
        "mjFONTSCALE_150": 150,
        "mjFONTSCALE_200": 200,
        "mjFONTSCALE_250": 250,
        "mjFONTSCALE_300": 300,
    },
    "mjtFont": {"mjFONT_NORMAL": 0, "mjFONT_SHADOW": 1, "mjFONT_BIG": 2},
    "mjtButton": {"mjBUTTON_NONE": 0, "mjBUTTON_LEFT": 1, "mjBUTTON_RIGHT": 2, "mjBUTTON_MIDDLE": 3},
    "mjtEvent": {
        "mjEVENT_NONE": 0,
        "mjEVENT_MOVE": 1,
        "mjEVENT_PRESS": 2,
        "mjEVENT_RELEASE": 3,
        "mjEVENT_SCROLL": 4,
        "mjEVENT_KEY": 5,
        "mjEVENT_RESIZE": 6,
        "mjEVENT_REDRAW": 7,
        "mjEVENT_FILESDROP": 8,
    },
    "mjtItem": {
        "mjITEM_END": -2,
        "mjITEM_SECTION": -1,
        "mjITEM_SEPARATOR": 0,
        "mjITEM_STATIC": 1,
        "mjITEM_BUTTON": 2,
        "mjITEM_CHECKINT": 3,
        "mjITEM_CHECKBYTE": 4,
        "mjITEM_RADIO": 5,
        "mjITEM_RADIOLINE": 6,
        "mjITEM_SELECT": 7,
        "mjITEM_SLIDERINT": 8,
        "mjITEM_SLIDERNUM": 9,
        "mjITEM_EDITINT": 10,
        "mjITEM_EDITNUM": 11,
        "mjITEM_EDITFLOAT": 12,
        "mjITEM_EDITTXT": 13,
        "mjNITEM": 14,
    },
    "mjtSection": {"mjSECT_CLOSED": 0, "mjSECT_OPEN": 1, "mjSECT_FIXED": 2},
}


def _with_count(name, members):
    """Members by name, with the count inserted after that many members."""
    count = COUNTS.get(name)
    return dict(members if count is None else [*members[: count[1]], count, *members[count[1] :]])


VALUES = {name: _with_count(name, members) for name, members in enumerations()} | OTHERS
