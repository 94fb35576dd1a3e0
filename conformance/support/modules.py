"""The two modules that are set side by side.

The reference is MuJoCo 3.5.0. The subject is `synovia`, or what SYNOVIA_MODULE names: with `SYNOVIA_MODULE=mujoco`
the reference itself is tested, which shows that the tests are right.
"""

import importlib
import os

import mujoco as oracle

REFERENCE_VERSION = "3.5.0"

subject = importlib.import_module(os.environ.get("SYNOVIA_MODULE", "synovia"))
SUBJECT_IS_ORACLE = subject is oracle

if oracle.__version__ != REFERENCE_VERSION:
    raise RuntimeError(f"the reference must be mujoco {REFERENCE_VERSION}, found {oracle.__version__}")

# a mesh that an earlier model has processed is otherwise taken over with what that model needed of it
oracle.mj_setCacheCapacity(oracle.mj_getCache(), 0)
