"""Whole models: both modules load the same files, compile them to the same fields and compute the same results.

Several processes measure the files (`support.measure`); the tests below read these records, file by file.
"""

import os

import pytest
from support import bits, fields, summary
from support.corpus import models, roots
from support.measure import Measurements
from support.modules import oracle

MODELS = list(models())
NAMES = [name for name, _ in MODELS]

# files that must load in both modules: wheels are always installed, the corpus is present in continuous integration
LEAST = {"gymnasium": 14, "dm_control": 55}
LEAST_IN_CORPUS = 275


@pytest.fixture(scope="module")
def measured(request):
    """The measurements of the files of the selected tests."""
    asked = [item for item in request.session.items if "measured" in getattr(item, "fixturenames", ())]
    names = {item.callspec.params["name"] if hasattr(item, "callspec") else None for item in asked}
    found = Measurements([(name, path) for name, path in MODELS if name in names or None in names])
    yield found
    found.close()


def loaded(record):
    """A record, if both modules have loaded the file."""
    return record if record["outcome"] == "loaded" else {}


@pytest.mark.parametrize("name", NAMES)
def test_model_compiles_as_in_the_reference(name, measured):
    record = measured[name]
    assert record["outcome"] != "wrong", record["text"]
    found = loaded(record).get("compiled", [])
    assert not found, f"{len(found)} fields differ:\n" + "\n".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_binary_file_is_that_of_the_reference(name, measured):
    found = loaded(measured[name]).get("binary", {"wrong": []})["wrong"]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_stages_compute_what_the_reference_computes(name, measured):
    found = loaded(measured[name]).get("failed", [])
    text = "state {state}: {stage} {field} is off by {error:.1e}, where the reference's own moves by {own:.1e}"
    assert not found, "\n".join(text.format(**item) for item in found)


@pytest.mark.parametrize("name", NAMES)
def test_run_stays_as_close_as_the_reference_stays_to_itself(name, measured):
    run = loaded(measured[name]).get("run", {"failed": []})
    text = "after {} steps: off by {:.1e}, where the reference moves by {:.1e} when its start moves by 1e-15"
    assert not run["failed"], "\n".join(text.format(k, run["errors"][k], run["own"][k]) for k in run["failed"])


def test_enough_models_are_compared(measured):
    counts = {name: count.get("loaded", 0) for name, count in summary.of(measured.all())["sources"].items()}
    for source, least in LEAST.items():
        assert counts.get(source, 0) >= least, f"{source}: {counts.get(source, 0)} files load in both modules, not {least}"
    corpus = sum(count for source, count in counts.items() if source.startswith("corpus"))
    if "corpus" in dict(roots()):
        least = LEAST_IN_CORPUS if os.environ.get("CI") else 1
        assert corpus >= least, f"{corpus} files of the corpus load in both modules, not {least}"


@pytest.mark.extension
def test_the_summary_says_what_is_measured(measured):
    # a source with another number of files is another version of it
    written, found = summary.read()["sources"], summary.of(measured.all())["sources"]
    same = [name for name in found if found[name]["files"] == written.get(name, {}).get("files")]
    assert set(LEAST) <= set(same)
    for name in same:
        assert summary.no_worse(found[name], written[name]) == [], name


@pytest.mark.extension
def test_bits_of_compiled_fields_differ_no_more_than_is_listed(measured):
    worse = bits.worse(bits.table(measured.all()), bits.read())
    assert not worse, "\n".join(worse)


def test_every_field_of_a_simulation_is_compared_or_said_not_to_be():
    data = oracle.MjData(oracle.MjModel.from_xml_string("<mujoco/>"))
    listed = {name for _, names in fields.STAGES.values() for name in names.split()} | set(fields.NOT_COMPARED)
    missing = [name for name in dir(data) if not name.startswith("_") and name not in listed]
    assert not missing, missing
