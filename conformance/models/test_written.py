"""The output of `synovia convert` is the same model in both modules: every field, to twelve digits.

The program is the one named by `SYNOVIA_PROGRAM`, which `scripts/test` sets, or else the newest one in the target folder. The XML is
written to another folder than that of the model, so that its file paths are tested as well.
"""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support.compare import fields_of
from support.corpus import PROJECT, models
from support.modules import SUBJECT_IS_ORACLE, oracle, subject

MODELS = {} if SUBJECT_IS_ORACLE else dict(models())
TOLERANCE = 1e-12
# file paths differ, and buffer sizes depend on them
NAMES = ("paths", "npaths", "nbuffer", "narena", "signature")


pytestmark = pytest.mark.extension


def program():
    """The path of the program: the one that is named, or else the newest build."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target"))
    built = [target / profile / "synovia" for profile in ("dist", "release", "debug")]
    named = os.environ.get("SYNOVIA_PROGRAM")
    found = [path for path in ([Path(named)] if named else built) if path.is_file()]
    assert found, "the program is missing: cargo build --package synovia-cli"
    return max(found, key=lambda path: path.stat().st_mtime)


def unequal(first, second, prefix=""):
    """The names of the fields on which two models of one module differ."""
    for name in fields_of(first):
        if name in NAMES or name.endswith("_pathadr"):
            continue
        one, two = getattr(first, name), getattr(second, name)
        if isinstance(one, (bytes, str)):
            if one != two:
                yield prefix + name
        elif isinstance(one, (int, float, np.ndarray)):
            one, two = np.asarray(one, float), np.asarray(two, float)
            if one.shape != two.shape:
                yield prefix + name
                continue
            with np.errstate(invalid="ignore"):
                near = np.abs(one - two) <= TOLERANCE * np.maximum(1, np.abs(one))
            if not (near | (one == two) | (np.isnan(one) & np.isnan(two))).all():
                yield prefix + name
        elif prefix or name in ("opt", "stat", "vis"):
            yield from unequal(one, two, f"{prefix}{name}.")


def convert(source, output):
    """Converts a model; the error message if the program refuses, else None."""
    done = subprocess.run([program(), "convert", source, output], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr


@pytest.mark.parametrize("name", MODELS)
def test_a_text_is_the_same_model_again(name, tmp_path):
    text = tmp_path / "again.xml"
    try:
        model = subject.MjModel.from_xml_path(str(MODELS[name]))
    except ValueError:
        assert convert(MODELS[name], text) is not None
        return
    assert convert(MODELS[name], text) is None
    assert not list(unequal(model, subject.MjModel.from_xml_path(str(text))))
    reference = oracle.MjModel.from_xml_path(str(MODELS[name]))
    assert not list(unequal(reference, oracle.MjModel.from_xml_path(str(text))))


@pytest.mark.parametrize("ending", ["zip", "mjb"])
@pytest.mark.parametrize("name", MODELS)
def test_an_archive_and_a_binary_model_are_the_same_model_again(name, ending, tmp_path):
    output = tmp_path / f"again.{ending}"
    try:
        model = subject.MjModel.from_xml_path(str(MODELS[name]))
    except ValueError:
        assert convert(MODELS[name], output) is not None
        return
    assert convert(MODELS[name], output) is None
    read = {"zip": lambda: subject.MjSpec.from_zip(str(output)).compile(), "mjb": lambda: subject.MjModel.from_binary_path(str(output))}
    assert not list(unequal(model, read[ending]()))
