import mujoco
import pytest
from support import oracle, twin

import synovia


@pytest.fixture(scope="session")
def reference():
    """A model of MuJoCo with something of everything."""
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
def provoked_panics():
    """No test makes the engine panic unless it means to: what becomes an exception that way is a bug."""
    provoked = []
    yield provoked
    assert synovia._synovia._caught_panics() == sum(provoked)


@pytest.fixture
def provoking(provoked_panics):
    """For a test that makes the engine panic on purpose."""
    before = synovia._synovia._caught_panics()
    yield
    provoked_panics.append(synovia._synovia._caught_panics() - before)
