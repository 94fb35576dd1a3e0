"""The asset cache: the reference's functions, and their effect on loading."""

import mujoco
import numpy as np
import pytest
import synovia

CUBE = "v 0 0 0\nv {0} 0 0\nv 0 {0} 0\nv 0 0 {0}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
XML = """<mujoco><asset><mesh name="m" file="m.obj"/></asset>
<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


@pytest.fixture
def cache():
    cache = synovia.mj_getCache()
    before = synovia.mj_getCacheCapacity(cache)
    synovia.mj_clearCache(cache)
    yield cache
    synovia.mj_setCacheCapacity(cache, before)


def load(size=1):
    return synovia.MjModel.from_xml_string(XML, {"m.obj": CUBE.format(size).encode()})


def test_the_cache_fills_and_empties(cache):
    assert synovia.mj_getCacheSize(cache) == 0
    load()
    one = synovia.mj_getCacheSize(cache)
    assert one > 0
    load()
    assert synovia.mj_getCacheSize(cache) == one
    load(2)
    assert synovia.mj_getCacheSize(cache) > one
    synovia.mj_clearCache(cache)
    assert synovia.mj_getCacheSize(cache) == 0


def test_the_capacity_is_the_reference_s_and_can_be_set(cache):
    assert synovia.mj_getCacheCapacity(cache) == 500 << 20
    load()
    assert synovia.mj_setCacheCapacity(cache, 0) == 0
    assert synovia.mj_getCacheSize(cache) == 0
    load()
    assert synovia.mj_getCacheSize(cache) == 0


def test_nothing_is_a_cache_without_room():
    for module in (synovia, mujoco):
        assert module.mj_getCacheSize(None) == module.mj_getCacheCapacity(None) == 0
        assert module.mj_setCacheCapacity(None, 7) == 0
        with pytest.raises(TypeError):
            module.mj_getCacheSize(3)


def test_content_counts_not_the_name(cache):
    small, large, again = load(1), load(2), load(1)
    assert np.array_equal(small.mesh_vert, again.mesh_vert)
    assert np.array_equal(2 * small.mesh_vert, large.mesh_vert)


def test_cache_content_a_file_in_memory_is_no_other_one_of_the_same_name(cache):
    mass = [load(size).body_mass[1] for size in (1, 2)]
    assert mass[1] == pytest.approx(8 * mass[0])
    theirs = mujoco.mj_getCache()
    before = mujoco.mj_getCacheCapacity(theirs)
    mujoco.mj_setCacheCapacity(theirs, 1 << 20)
    oracle = [mujoco.MjModel.from_xml_string(XML, {"m.obj": CUBE.format(size).encode()}) for size in (1, 2)]
    mujoco.mj_clearCache(theirs)
    mujoco.mj_setCacheCapacity(theirs, before)
    assert oracle[1].body_mass[1] == oracle[0].body_mass[1]
