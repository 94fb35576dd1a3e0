"""The generators themselves: cases depend only on their number, cover what is promised, and judges notice every fault."""

import re

import pytest
from mutate_models.judge import make as damaged
from random_models.model import THEMES, make
from support import gate, known
from support.child import Worker, confirmed

COUNT = 400
# elements and attributes that must occur among the first generated models
PROMISED = [
    *(f'<flexcomp[^>]*type="{kind}"' for kind in ("grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct")),
    *(f'dof="{kind}"' for kind in ("full", "radial", "trilinear", "quadratic")),
    *(f'plugin="mujoco.{name}"' for name in ("pid", "elasticity.cable", "sensor.touch_grid")),
    'plugin="mujoco.sdf.', "<flex ", '<composite type="cable"', "<skin ", "<bone ", "<key ", "<replicate ", "<attach ", "<frame ", "<include ",
    '<default class="', "childclass=", "<user ", "<tactile ", 'dyntype="user"', 'gaintype="user"', "<robot", "<tuple", "<hfield", "sleep=",
]  # fmt: skip


@pytest.fixture(scope="module")
def cases():
    return [make(number) for number in range(COUNT)]


def test_a_model_depends_on_its_number_alone(cases):
    for number in (0, 7, 123, COUNT - 1):
        assert make(number) == cases[number]
    assert len({case.document for case in cases}) == COUNT


def test_all_themes_and_elements_appear(cases):
    assert {case.theme for case in cases} == set(THEMES)
    text = "\n".join(case.document for case in cases)
    missing = [pattern for pattern in PROMISED if not re.search(pattern, text)]
    assert not missing, missing
    assert set().union(*(case.callbacks for case in cases)) == {"control", "passive", "sensors", "actuators"}
    assert {name.rpartition(".")[2] for case in cases for name in case.files} >= {"stl", "obj", "msh", "png", "bin", "skn", "xml"}


@pytest.mark.parametrize("mode", ["xml", "asset"])
def test_a_damaged_file_depends_on_its_number_alone(mode, tmp_path):
    seen = set()
    for number in range(12):
        paths = [damaged(mode, number, tmp_path / f"{number} {k}") for k in range(2)]
        contents = [(path.read_bytes(), done) for path, done in paths]
        assert contents[0] == contents[1]
        seen.add(contents[0][0])
    assert len(seen) > 8


@pytest.mark.parametrize(("judge", "stage", "kind"), [
    ("dies", "load", "DIED: load"),
    ("dies", "reference load", "reference died"),
    ("hangs", "step 3", "HUNG: step 3"),
    ("hangs", "reference step 3", "reference hung"),
    ("panics", "load", "PANIC: BaseException"),
    ("grows", "load", "no memory to compare"),
])
def test_verdicts_name_what_happened(judge, stage, kind):
    worker = Worker(f"support.trials:{judge}", limit=0.5)
    verdict = worker.ask(stage)
    worker.stop()
    assert verdict.kind == kind and verdict.fault == kind[:3].isupper()


def test_a_difference_has_to_be_found_in_every_process():
    worker = Worker("support.trials:wavers", limit=5)
    assert worker.ask(0).kind == "fields" and worker.ask(0).kind == "equal"
    worker.stop()
    assert confirmed(worker, 0).kind == "fields"
    worker.stop()


@pytest.mark.parametrize(("judge", "listed", "passes"), [("dies", False, False), ("panics", False, False), ("differs", False, False), ("differs", True, True)])
def test_fixed_numbers_gate_everything_but_what_is_listed(judge, listed, passes, monkeypatch, capsys):
    if listed:
        monkeypatch.setitem(known.KNOWN, ("test", 0), ("fields", "some-difference", "why"))
    assert gate.check("test", f"support.trials:{judge}_once", "command", 1, 0.0, str, jobs=1) == passes
    assert ("command --show 0" in capsys.readouterr().out) == (not listed)


@pytest.mark.parametrize(("judge", "passes"), [("always_differs", True), ("always_panics", False)])
def test_fresh_numbers_gate_faults_alone(judge, passes, capsys):
    assert gate.check("test", f"support.trials:{judge}", "command", 0, 0.3, str, jobs=1) == passes
    assert re.search(r"command --start \d+ --seconds 0.3", capsys.readouterr().out)
