"""Records the text that the reference saves for small documents, for the tests of the compiler.

    python conformance/tools/record_saved.py

Beside each document `NAME.xml` stands what is saved after it was loaded, `NAME.saved`, and the same with all digits, `NAME.full`.
"""

import ctypes
import os
import pathlib
import subprocess
import sys

import mujoco

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "crates/synovia-compile/tests/saved"


def record(path):
    """Both texts of one document; other models would leave traces in the reference's cache, so a process does one."""
    library = next(pathlib.Path(mujoco.__file__).parent.glob("libmujoco.so*"))
    precision = ctypes.CDLL(str(library))._mjPRIVATE__set_xml_precision
    os.chdir(path.parent)
    model = mujoco.MjModel.from_xml_path(path.name)
    mujoco.mj_saveLastXML(str(path.with_suffix(".saved")), model)
    precision(17)
    mujoco.mj_saveLastXML(str(path.with_suffix(".full")), model)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        record(pathlib.Path(sys.argv[1]).resolve())
    else:
        for path in sorted(FOLDER.glob("*.xml")):
            subprocess.run([sys.executable, __file__, path], check=True)
