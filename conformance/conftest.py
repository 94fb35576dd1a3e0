"""The marker of tests of Synovia's extensions: these are skipped when the reference itself is tested."""

import sys
from pathlib import Path

import pytest
from support.modules import SUBJECT_IS_ORACLE, subject

# generators that tests call
sys.path.append(str(Path(__file__).parent / "tools"))


def pytest_configure(config):
    config.addinivalue_line("markers", "extension: accepted or reported only by Synovia, not by the reference")


def pytest_collection_modifyitems(config, items):
    if SUBJECT_IS_ORACLE:
        dropped = [item for item in items if item.get_closest_marker("extension")]
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if not item.get_closest_marker("extension")]


@pytest.fixture(scope="session", autouse=True)
def no_panics():
    """No test makes the engine panic: an exception that results from a panic is a bug."""
    yield
    if not SUBJECT_IS_ORACLE:
        assert subject._synovia._caught_panics() == 0
