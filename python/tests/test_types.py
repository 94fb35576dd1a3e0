"""The type stubs in real programs: mypy accepts the programs in `programs`, which run, and finds mistakes."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))

MISTAKES = """
import synovia

model = synovia.MjModel.from_xml_string("<mujoco/>")
data = synovia.MjData(model)
synovia.mj_step(data, model)
data.qposs = 0.0
model.nq = 3
steps: str = synovia.mj_stateSize(model, 1)
data.joint("hinge").angle
synovia.mj_jac(model, data, [0.0], None, [0, 0, 0], 1)
model.opt.integrator = "Euler"
synovia.MjSpec().worldbody.add_geom(sizes=[1])
"""
FOUND = [6, 6, 7, 8, 9, 10, 11, 12, 13]
"""Line numbers of the mistakes; both arguments of the first are wrong."""


def checked(*arguments, cwd):
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(cwd / "cache"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd)


def test_programs_have_no_type_errors(tmp_path):
    pytest.importorskip("mypy")
    done = checked(*PROGRAMS, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mistakes_are_type_errors(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    done = checked("mistakes.py", cwd=tmp_path)
    lines = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line]
    assert lines == FOUND, done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_programs_run(program):
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
