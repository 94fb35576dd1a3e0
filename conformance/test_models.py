"""Whole models: both modules compile the same files to the same fields, and refuse the same files."""

import pytest
from support.compare import differences
from support.corpus import models, unsupported
from support.modules import SUBJECT_IS_ORACLE, oracle, subject

MODELS = list(models())


def load(module, path):
    """The model, or the error with which a module refuses a file."""
    try:
        return module.MjModel.from_xml_path(str(path)), None
    except Exception as error:  # noqa: BLE001 - the modules have their own types
        return None, error


@pytest.mark.parametrize("path", [path for _, path in MODELS], ids=[name for name, _ in MODELS])
def test_model_compiles_as_in_the_reference(path):
    refused_by_name = [] if SUBJECT_IS_ORACLE else unsupported(path)
    ours, our_error = load(subject, path)

    # what is not supported yet is refused, and the message says which element it is
    if refused_by_name:
        assert ours is None, f"loaded, although it has {refused_by_name}"
        message = str(our_error)
        assert "not supported yet" in message, f"refused for another reason: {message}"
        assert any(f"{tag}" in message for tag in refused_by_name), f"does not name one of {refused_by_name}: {message}"
        return

    theirs, their_error = load(oracle, path)
    if theirs is None:
        assert ours is None, f"loaded, although the reference refuses it: {their_error}"
        return
    assert ours is not None, f"refused, although the reference loads it: {our_error}"

    found = differences(ours, theirs)
    assert not found, f"{len(found)} fields differ:\n" + "\n".join(map(str, found))
