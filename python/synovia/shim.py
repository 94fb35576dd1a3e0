"""Runs a program that was written for `import mujoco` on Synovia.

    python -m synovia.shim program.py [arguments]
"""

import runpy
import sys

import synovia
from synovia import rollout


def install():
    """Makes `import mujoco` give this module."""
    sys.modules["mujoco"] = synovia
    sys.modules["mujoco.rollout"] = rollout


def main():
    """Runs the program named on the command line as the main program."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m synovia.shim program.py [arguments]")
    install()
    del sys.argv[0]
    sys.path.insert(0, sys.argv[0].rpartition("/")[0] or ".")
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
