"""Records the XML that the reference saves for small documents, for the tests of the compiler.

    python conformance/tools/record_saved.py

Next to each document `NAME.xml` it writes the XML saved after loading, `NAME.saved`, and the same with all digits, `NAME.full`.
"""

import ctypes
import os
import pathlib
import subprocess
import sys

import mujoco

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "crates/synovia-compile/tests/saved"


def record(path):
    """Writes both files of one document; a process handles only one, because other models would leave traces in the reference's cache."""
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
