"""Docstrings: functions document their parameters with shapes, fields their shape or type, and both are correct."""

import fnmatch
import inspect
import re
import subprocess
import sys
from pathlib import Path

import mujoco
import numpy as np
import pytest

import synovia
from synovia._fields.memory import SCHEMA

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "generate"))

import signatures  # noqa: E402 - the table of the functions

# functions with MuJoCo's docstrings, because programs test for these
KEPT = ("mj_Euler", "mj_versionString")
FUNCTIONS = [name for name in synovia.__all__ if signatures.known(name) and name not in KEPT]
RECORDS = [name for name in synovia.__all__ if re.match(r"Mj[A-Z v]", name) and inspect.isclass(getattr(synovia, name))]
CLOTH = """
<mujoco>
  <option jacobian="sparse"><flag energy="enable" island="enable" fwdinv="enable"/></option>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .25">
      <freejoint/>
      <geom type="box" size=".1 .1 .1"/>
      <site name="near"/>
      <camera pos="0 0 1"/>
      <light pos="0 0 1"/>
      <body pos=".3 0 0" gravcomp=".5">
        <joint name="hinge" range="-10 10" limited="true" damping="1" stiffness="2" frictionloss=".1"/>
        <geom name="drum" type="cylinder" size=".05 .2" fluidshape="ellipsoid"/>
        <site name="far" pos=".1 0 0"/>
      </body>
    </body>
    <flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" pos="0 0 .45" radius=".02" dim="2" mass="1">
      <edge equality="true"/>
    </flexcomp>
  </worldbody>
  <tendon><spatial name="rope"><site site="near"/><geom geom="drum"/><site site="far"/></spatial></tendon>
  <actuator><motor joint="hinge" gear="2"/><general tendon="rope" dyntype="filter" dynprm=".1"/></actuator>
  <sensor>
    <framepos objtype="site" objname="far"/>
    <framelinvel objtype="site" objname="far"/>
    <accelerometer site="far"/>
    <e_potential/>
  </sensor>
</mujoco>
"""
# the stages in pipeline order
ORDER = """mj_kinematics mj_comPos mj_camlight mj_flex mj_tendon mj_crb mj_makeM mj_factorM mj_collision mj_makeConstraint mj_island
mj_transmission mj_sensorPos mj_energyPos mj_comVel mj_fwdVelocity mj_passive mj_referenceConstraint mj_subtreeVel mj_sensorVel
mj_energyVel mj_fwdActuation mj_fwdAcceleration mj_projectConstraint mj_fwdConstraint mj_rnePostConstraint mj_sensorAcc
mj_compareFwdInv mj_inverse mj_invConstraint mj_implicit""".split()
COUNTS = "ncon nefc nisland nidof ne nf nl nJ nA".split()


def test_docstrings_are_those_of_the_table():
    done = subprocess.run([sys.executable, ROOT / "scripts" / "generate" / "docstrings", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_tell_what_they_do_and_take(name):
    function = getattr(synovia, name)
    doc = inspect.getdoc(function)
    first, _, rest = doc.partition("\n\n")
    assert first.endswith((".", "`.")) and len(first) > 8, doc
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^- `{parameter}`: \w+", rest, re.M), (parameter, doc)
    if signatures.result(name) is not None:
        assert "\n- returns " in "\n" + rest, doc


def annotated(name):
    """The parameters of a MuJoCo function from its docstring: element type, shape, whether written, whether optional."""
    head = getattr(mujoco, name).__doc__.partition("\n\n")[0]
    pattern = r'(\w+): typing\.Annotated\[numpy\.typing\.NDArray\[numpy\.(\w+)\], "\[(.*?)\]"(.*?)\]( \| None)?'
    for parameter, scalar, shape, flags, optional in re.findall(pattern, head):
        yield parameter, scalar, shape, "writeable" in flags, bool(optional)


# arrays that MuJoCo requires to be writeable but only reads
READ = {("mju_L1", "vec"), ("mju_isZero", "vec"), ("mju_sum", "vec"), ("mju_sqrMatTD", "diag")}


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if hasattr(mujoco, name)])
def test_the_table_agrees_with_the_reference(name):
    for parameter, scalar, shape, written, optional in annotated(name):
        kind = signatures.parameter(name, parameter)
        assert kind.scalar == scalar, parameter
        assert kind.written == written or (name, parameter) in READ, parameter
        assert kind.optional or not optional, parameter
        sides = kind.shape.strip("()").rstrip(",").split(", ") if "mj_" not in kind.shape else ["m"]
        rows, columns = shape.split(", ")
        if rows.isdigit() and columns == "1":
            assert sides == [rows], parameter


def test_the_help_of_the_step_is_useful():
    doc = inspect.getdoc(synovia.mj_step)
    assert "- `m`: MjModel" in doc and "- `d`: MjData" in doc and "- `nstep`: int" in doc


def fields(cls):
    for name in dir(cls):
        value = inspect.getattr_static(cls, name)
        if not name.startswith("_") and not callable(value) and not isinstance(value, (classmethod, staticmethod, type)):
            slots = getattr(cls, "__slots__", {})
            yield name, slots.get(name) if isinstance(slots, dict) and name in slots else value.__doc__


@pytest.mark.parametrize("name", RECORDS)
def test_fields_tell_what_they_are(name):
    cls = getattr(synovia, name)
    assert cls.__doc__
    for field, doc in fields(cls):
        assert doc and len(doc.split("\n")[0]) > 3, field
        assert "\\" not in doc, field


def test_members_and_methods_have_docstrings():
    for name in synovia.__all__:
        value = getattr(synovia, name)
        if inspect.isclass(value) and not issubclass(value, (Exception, tuple)) and not hasattr(value, "__members__"):
            for member, method in inspect.getmembers(value, callable):
                assert member.startswith("_") or method.__doc__, (name, member)


def test_arrays_tell_their_type_and_shape():
    for cls, columns in ((synovia.MjModel, SCHEMA["model"]), (synovia.MjData, SCHEMA["data"])):
        for name, dtype, shape, _ in columns:
            doc = vars(cls)[name].__doc__
            sides = shape.split(" x ")
            expected = f"({sides[0]},)" if len(sides) == 1 else f"({', '.join(sides)})"
            assert f"{dtype}, shape {expected}" in doc, name
    assert synovia.MjOption.gravity.__doc__.endswith("float64, shape (3,)")
    assert synovia.MjContact.frame.__doc__.endswith("float64, shape (9,)")
    assert synovia.MjvOption.flags.__doc__.endswith("shape (31,)")


def test_quantities_tell_their_unit():
    for cls, name, unit in (
        (synovia.MjModel, "body_mass", "[kg]"),
        (synovia.MjModel, "body_pos", "[m]"),
        (synovia.MjData, "time", "in seconds"),
        (synovia.MjOption, "timestep", "[s]"),
        (synovia.MjContact, "dist", "[m]"),
        (synovia.MjTimerStat, "duration", "[s]"),
    ):
        assert unit in inspect.getattr_static(cls, name).__doc__, name


def test_representations_tell_sizes_and_state(model, data):
    assert "'everything'" in repr(model) and f"nv={model.nv}" in repr(model) and "timestep=0.005" in repr(model)
    synovia.mj_step(model, data)
    assert "time=0.005" in repr(data) and f"ncon={data.ncon}" in repr(data)


def contents(data):
    named = [column[0] for column in SCHEMA["data"]] + ["energy", "solver_niter", "solver_nnz", "solver_fwdinv", "time", *COUNTS]
    found = {name: np.array(getattr(data, name)).tobytes() for name in named}
    return {**found, "contact": data.contact._records.tobytes(), "solver": data.solver._records.tobytes()}


# fields determined by others: counts, and copies in island order
TIED = [*COUNTS, "iefc_*", "map_*", "iacc*", "ifrc_*", "iM*", "iLD*", "efc_b", "efc_state"]


def test_stages_write_what_they_tell(reference):
    for xml in (None, CLOTH, CLOTH.replace("jacobian=", 'solver="PGS" jacobian=')):
        m = synovia.MjModel.from_xml_string(xml) if xml else synovia.MjModel._from_bytes(_saved(reference))
        d = synovia.MjData(m)
        synovia.mj_forward(m, d)
        chance = np.random.RandomState(5)
        d.qpos += chance.uniform(-0.05, 0.05, m.nq)
        d.qvel, d.ctrl = chance.normal(size=m.nv), chance.normal(size=m.nu)
        for name in ORDER:
            before = contents(d)
            getattr(synovia, name)(m, d)
            changed = {field for field, value in contents(d).items() if value != before[field]}
            told = [*signatures.WRITES[name].split(), *TIED]
            assert not [field for field in changed if not any(fnmatch.fnmatch(field, pattern) for pattern in told)], name


def _saved(reference):
    buffer = np.zeros(mujoco.mj_sizeModel(reference), np.uint8)
    mujoco.mj_saveModel(reference, None, buffer)
    return buffer.tobytes()


def test_what_stages_write_exists():
    for name, told in signatures.WRITES.items():
        assert hasattr(synovia, name)
        for pattern in told.split():
            assert any(fnmatch.fnmatch(field, pattern) for field in dir(synovia.MjData)), (name, pattern)
