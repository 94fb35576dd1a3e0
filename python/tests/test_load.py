"""Loading: a model that cannot be loaded raises an error that names the file."""

import pytest

import synovia


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match="nowhere.xml"):
        synovia.MjModel.from_xml_path(str(tmp_path / "nowhere.xml"))
    with pytest.raises(ValueError, match="nowhere.xml"):
        synovia.MjModel.from_xml_path(tmp_path / "nowhere.xml")


def test_broken_xml_is_an_error():
    with pytest.raises(ValueError):
        synovia.MjModel.from_xml_string("<mujoco")


@pytest.mark.parametrize("arguments", [(3,), (None,), ("<mujoco/>", 3)])
def test_nonsense_is_refused(arguments):
    with pytest.raises((TypeError, AttributeError)):
        synovia.MjModel.from_xml_string(*arguments)
