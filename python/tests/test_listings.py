"""Text listings equal those of the reference, line by line."""

import mujoco
import numpy as np
import pytest
from support import EVERYTHING

import synovia

CHAIN = """
<mujoco model="chain">
  <option jacobian="{jacobian}" solver="{solver}"><flag island="{island}"/></option>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 0.1"/>
    <body name="a" pos="0 0 0.09"><freejoint/><geom name="ball" size="0.1"/><geom size="0.05" pos="0.05 0 0"/></body>
    <body name="b" pos="1 0 0.09"><joint name="up" type="slide" axis="0 0 1" damping="1"/><geom size="0.1"/></body>
  </worldbody>
  <tendon><fixed name="t" limited="true" range="0.1 1"><joint joint="up" coef="1"/></fixed></tendon>
  <actuator><motor name="lift" joint="up" delay="0.004" nsample="4"/></actuator>
  <sensor><framepos name="where" objtype="body" objname="a" delay="0.004" nsample="3"/></sensor>
  <keyframe><key/><key name="k" qpos="0 0 1 1 0 0 0 0.5" ctrl="2"/></keyframe>
</mujoco>
"""


def without(lines, *starts):
    return [line for line in lines if not line.strip().startswith(starts)]


@pytest.mark.parametrize("xml", [EVERYTHING, CHAIN.format(jacobian="sparse", solver="Newton", island="enable")])
@pytest.mark.parametrize("form", [None, "%.4f"])
def test_a_model_is_listed_as_by_the_reference(tmp_path, xml, form):
    texts = []
    for module in (mujoco, synovia):
        model, name = module.MjModel.from_xml_string(xml), str(tmp_path / module.__name__)
        module.mj_printModel(model, name) if form is None else module.mj_printFormattedModel(model, name, form)
        texts.append(open(name, encoding="utf-8").read().splitlines())
    theirs, ours = (without(text, "nbuffer", "njmax", "nconmax", "nemax") for text in texts)
    at = theirs.index("SIGNATURE") + 1
    theirs[at] = ours[at] = ""
    # numbers that round to zero may have either sign
    clean = [[line.replace("-0 ", " 0 ").replace("-0.0000", " 0.0000") for line in text] for text in (theirs, ours)]
    assert clean[1] == clean[0]


@pytest.mark.parametrize(
    "jacobian, solver, island",
    [("dense", "Newton", "disable"), ("sparse", "Newton", "enable"), ("dense", "Newton", "enable"), ("sparse", "PGS", "disable")],
)
def test_a_simulation_is_listed_as_by_the_reference(tmp_path, jacobian, solver, island):
    texts = []
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(CHAIN.format(jacobian=jacobian, solver=solver, island=island))
        data, name = module.MjData(model), str(tmp_path / module.__name__)
        data.ctrl[0] = 0.5
        module.mj_step(model, data, nstep=3)
        module.mj_forward(model, data)
        module.mj_printData(model, data, name)
        texts.append(open(name, encoding="utf-8").read())
    parts = []
    for text in texts:
        # memory, times and solver statistics are the engine's own
        assert text.startswith("MEMORY\n  total ")
        tail = text[text.index("ENERGY = ") :].splitlines()
        parts.append([line.replace("-0 ", " 0 ") for line in tail])
    assert len(parts[0]) == len(parts[1])
    for theirs, ours in zip(*parts):
        assert _near(theirs, ours), (theirs, ours)


def _near(theirs, ours):
    """True if the words are the same except for rounding of numbers."""
    words = theirs.split(), ours.split()
    return len(words[0]) == len(words[1]) and all(a == b or _close(a, b) for a, b in zip(*words))


def _close(a, b):
    try:
        return bool(np.isclose(float(a), float(b), rtol=0.1, atol=1e-10))
    except ValueError:
        return False


def test_a_scene_is_listed_as_by_the_reference(tmp_path):
    texts = []
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(EVERYTHING)
        data, scene, name = module.MjData(model), module.MjvScene(model, 100), str(tmp_path / module.__name__)
        module.mj_forward(model, data)
        module.mjv_updateScene(model, data, module.MjvOption(), None, module.MjvCamera(), 7, scene)
        module.mj_printScene(scene, name)
        texts.append(open(name, encoding="utf-8").read().splitlines())
    assert len(texts[0]) == len(texts[1])
    for theirs, ours in zip(*texts):
        head, tail = theirs[:21] == ours[:21], _near(theirs[21:], ours[21:])
        assert theirs == ours or head and tail, (theirs, ours)


@pytest.mark.parametrize("html", [False, True])
@pytest.mark.parametrize("pad", [False, True])
def test_the_grammar_is_printed_as_by_the_reference(html, pad):
    assert synovia.mj_printSchema(html, pad) == mujoco.mj_printSchema(html, pad)


def test_listings_go_to_the_standard_output_without_a_name(capsys):
    synovia.mj_printModel(synovia.MjModel.from_xml_string('<mujoco model="empty"/>'), None)
    assert capsys.readouterr().out.startswith("MuJoCo version 3.5.0\nmodel name     empty\n")


def test_a_format_that_is_none_is_a_warning_and_the_usual_one_is_used(tmp_path):
    model, name = synovia.MjModel.from_xml_string("<mujoco/>"), str(tmp_path / "m.txt")
    with pytest.warns(RuntimeWarning, match="is not a C format"):
        synovia.mj_printFormattedModel(model, name, "%s")
    assert "  timestep            0.002   \n" in open(name, encoding="utf-8").read()
