"""Parameters of the functions that are written in Python: the type of each, its number of dimensions, and whether it is
written or may be None. Written by scripts/generate/docstrings from scripts/generate/signatures.py."""

PARAMETERS = {
    "mju_bandDiag": {
        "i": ("int", 0, ""),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
    },
    "mju_band2Dense": {
        "res": ("float64", 2, "written"),
        "mat": ("float64", 1, ""),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
        "flg_sym": ("int", 0, ""),
    },
    "mju_dense2Band": {
        "res": ("float64", 1, "written"),
        "mat": ("float64", 2, ""),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
    },
    "mju_bandMulMatVec": {
        "res": ("float64", 1, "written"),
        "mat": ("float64", 1, ""),
        "vec": ("float64", 1, ""),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
        "nvec": ("int", 0, ""),
        "flg_sym": ("int", 0, ""),
    },
    "mju_cholFactorBand": {
        "mat": ("float64", 1, "written"),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
        "diagadd": ("float", 0, ""),
        "diagmul": ("float", 0, ""),
    },
    "mju_cholSolveBand": {
        "res": ("float64", 1, "written"),
        "mat": ("float64", 1, ""),
        "vec": ("float64", 1, ""),
        "ntotal": ("int", 0, ""),
        "nband": ("int", 0, ""),
        "ndense": ("int", 0, ""),
    },
    "mj_defaultLROpt": {
        "opt": ("MjLROpt", 0, ""),
    },
    "mj_setLengthRange": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "index": ("int", 0, ""),
        "opt": ("MjLROpt", 0, ""),
    },
    "mju_symmetrize": {
        "res": ("float64", 2, "written"),
        "mat": ("float64", 2, ""),
    },
    "mju_eye": {
        "mat": ("float64", 2, "written"),
    },
    "mju_dense2sparse": {
        "res": ("float64", 1, "written"),
        "mat": ("float64", 2, ""),
        "rownnz": ("int32", 1, "written"),
        "rowadr": ("int32", 1, "written"),
        "colind": ("int32", 1, "written"),
    },
    "mju_sparse2dense": {
        "res": ("float64", 2, "written"),
        "mat": ("float64", 1, ""),
        "rownnz": ("int32", 1, ""),
        "rowadr": ("int32", 1, ""),
        "colind": ("int32", 1, ""),
    },
    "mju_encodePyramid": {
        "pyramid": ("float64", 1, "written"),
        "force": ("float64", 1, ""),
        "mu": ("float64", 1, ""),
    },
    "mju_decodePyramid": {
        "force": ("float64", 1, "written"),
        "pyramid": ("float64", 1, ""),
        "mu": ("float64", 1, ""),
    },
    "mju_springDamper": {
        "pos0": ("float", 0, ""),
        "vel0": ("float", 0, ""),
        "Kp": ("float", 0, ""),
        "Kv": ("float", 0, ""),
        "dt": ("float", 0, ""),
    },
    "mju_Halton": {
        "index": ("int", 0, ""),
        "base": ("int", 0, ""),
    },
    "mju_insertionSort": {
        "list": ("float64", 1, "written"),
    },
    "mju_insertionSortInt": {
        "list": ("int32", 1, "written"),
    },
    "mju_f2n": {
        "res": ("float64", 1, "written"),
        "vec": ("float32", 1, ""),
    },
    "mju_n2f": {
        "res": ("float32", 1, "written"),
        "vec": ("float64", 1, ""),
    },
    "mju_d2n": {
        "res": ("float64", 1, "written"),
        "vec": ("float64", 1, ""),
    },
    "mju_n2d": {
        "res": ("float64", 1, "written"),
        "vec": ("float64", 1, ""),
    },
    "mju_writeNumBytes": {
        "nbytes": ("int", 0, ""),
    },
    "mj_addContact": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "con": ("MjContact", 0, ""),
    },
    "mj_local2Global": {
        "d": ("MjData", 0, ""),
        "xpos": ("float64", 1, "written"),
        "xmat": ("float64", 1, "written"),
        "pos": ("float64", 1, ""),
        "quat": ("float64", 1, ""),
        "body": ("int", 0, ""),
        "sameframe": ("int", 0, ""),
    },
    "mj_addM": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "dst": ("float64", 1, "written"),
        "rownnz": ("int32", 1, "written"),
        "rowadr": ("int32", 1, "written"),
        "colind": ("int32", 1, "written"),
    },
    "mj_angmomMat": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "mat": ("float64", 2, "written"),
        "body": ("int", 0, ""),
    },
    "mj_initCtrlHistory": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "id": ("int", 0, ""),
        "times": ("float64", 1, "optional"),
        "values": ("float64", 1, ""),
    },
    "mj_initSensorHistory": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "id": ("int", 0, ""),
        "times": ("float64", 1, "optional"),
        "values": ("float64", 2, ""),
        "phase": ("float", 0, ""),
    },
    "mj_defaultVisual": {
        "vis": ("MjVisual", 0, ""),
    },
    "mj_defaultSolRefImp": {
        "solref": ("float64", 1, "written optional"),
        "solimp": ("float64", 1, "written optional"),
    },
    "mj_resetDataDebug": {
        "m": ("MjModel", 0, ""),
        "d": ("MjData", 0, ""),
        "debug_value": ("int", 0, ""),
    },
    "mj_sizeModel": {
        "m": ("MjModel", 0, ""),
    },
    "mj_getTotalmass": {
        "m": ("MjModel", 0, ""),
    },
    "mj_setTotalmass": {
        "m": ("MjModel", 0, ""),
        "newmass": ("float", 0, ""),
    },
    "mj_defaultOption": {
        "opt": ("MjOption", 0, ""),
    },
}
