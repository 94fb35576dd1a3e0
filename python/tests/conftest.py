import mujoco
import pytest
from support import oracle, twin

import synovia


@pytest.fixture(scope="session")
def reference():
    """A MuJoCo model with nearly every kind of element."""
    return oracle()


@pytest.fixture
def model(reference):
    """The same model in Synovia."""
    return twin(reference)


@pytest.fixture
def data(model):
    return synovia.MjData(model)


@pytest.fixture
def reference_data(reference):
    return mujoco.MjData(reference)


@pytest.fixture(scope="session", autouse=True)
def no_panics():
    """A panic caught at the Python boundary is a bug: the tests must not cause any."""
    yield
    assert synovia._synovia._caught_panics() == 0
