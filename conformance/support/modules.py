"""The two modules that are compared.

The reference is MuJoCo 3.5.0. The subject is `synovia`, or the module named by SYNOVIA_MODULE: with `SYNOVIA_MODULE=mujoco`
the reference itself is tested, which validates the tests.
"""

import importlib
import os

import mujoco as oracle

REFERENCE_VERSION = "3.5.0"

subject = importlib.import_module(os.environ.get("SYNOVIA_MODULE", "synovia"))
SUBJECT_IS_ORACLE = subject is oracle

if oracle.__version__ != REFERENCE_VERSION:
    raise RuntimeError(f"the reference must be mujoco {REFERENCE_VERSION}, found {oracle.__version__}")

# otherwise a mesh that was processed for an earlier model is reused with only the parts which that model needed
oracle.mj_setCacheCapacity(oracle.mj_getCache(), 0)
