"""The limit of the memory that a file may request."""

import struct

import numpy as np
import pytest
import synovia

HFIELD = '<mujoco><asset><hfield name="h" nrow="1000" ncol="1000" size="1 1 1 1"/></asset></mujoco>'


@pytest.fixture(autouse=True)
def limit():
    before = synovia.memory_limit()
    yield
    synovia.set_memory_limit(before)


def test_what_asks_for_more_than_the_limit_is_refused_by_name():
    assert synovia.memory_limit() == 1 << 30
    spec = synovia.MjSpec.from_string(HFIELD)
    synovia.set_memory_limit(1 << 20)
    for load in (lambda: synovia.MjModel.from_xml_string(HFIELD), spec.compile):
        with pytest.raises(ValueError, match="needs 12000000 bytes .* may take 1048576; .*synovia.set_memory_limit"):
            load()
    synovia.set_memory_limit(100 << 20)
    assert synovia.MjModel.from_xml_string(HFIELD).nhfielddata == spec.compile().nhfielddata == 1000000


def test_sizes_of_a_binary_model_do_not_fill_the_memory():
    model = synovia.MjModel.from_xml_string("<mujoco/>")
    buffer = np.empty(synovia.mj_sizeModel(model), np.uint8)
    synovia.mj_saveModel(model, None, buffer)
    sizes = struct.unpack_from("<i", buffer, 8)[0]
    for at in range(20, 20 + 8 * sizes, 8):
        damaged = buffer.copy()
        damaged[at : at + 8] = np.frombuffer(struct.pack("<q", 2_000_000_000), np.uint8)
        try:
            read = synovia.MjModel.from_binary_path("m.mjb", {"m.mjb": damaged.tobytes()})
        except ValueError:
            continue
        # the requested arena size and limits of old versions are not allocated
        assert synovia.MjData(read).qpos.size == 0, at
