"""Pixels are written to the caller's array exactly as in the frame buffer, without intermediate copies."""

import threading
import tracemalloc

import numpy as np
import pytest

import synovia
from synovia import Renderer

SCENE = """
<mujoco>
  <visual><global offwidth="320" offheight="240"/><map znear=".02" zfar="30"/></visual>
  <statistic center="0 0 .4" extent="2.3"/>
  <worldbody>
    <light pos="1 -1 3" dir="-.3 .3 -1"/>
    <geom type="plane" size="2 2 .1" rgba=".3 .4 .5 1"/>
    <geom type="box" size=".2 .3 .25" pos="-.5 0 .25" rgba=".8 .3 .2 1"/>
    <geom type="sphere" size=".3" pos=".3 .4 .5" rgba=".2 .8 .3 1"/>
    <geom type="capsule" size=".1 .4" pos=".6 -.5 .5" euler="20 30 0" rgba=".3 .3 .9 .6"/>
    <site type="box" size=".1 .1 .1" pos="0 0 1"/>
  </worldbody>
</mujoco>
"""
SIZES = [(1, 1), (7, 13), (81, 101), (240, 320)]


@pytest.fixture(scope="module")
def scene():
    m = synovia.MjModel.from_xml_string(SCENE)
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    return m, d


def raw(renderer):
    """Colours and depths of the last frame, bottom row first."""
    rgb = np.empty((renderer.height, renderer.width, 3), np.uint8)
    z = np.empty((renderer.height, renderer.width), np.float32)
    synovia.mjr_readPixels(rgb, z, renderer._rect, renderer._mjr_context)
    return rgb, z


def distances(m, z):
    """Distances from depth values that are 1 at the near plane: projection in single precision, its inverse in double."""
    extent = m.stat.extent
    near, far = np.float32(m.vis.map.znear * extent), np.float32(m.vis.map.zfar * extent)
    c = np.float32(-0.5) * (-(far + near) / (far - near)) - np.float32(0.5)
    d = np.float32(-0.5) * (-(np.float32(2) * far * near) / (far - near))
    return (d / (z.astype(np.float64) + c)).astype(np.float32)


def objects(scn, rgb):
    """Ids and types of the geoms whose segmentation index is the colour."""
    number = rgb.astype(np.uint32) @ np.array([1, 1 << 8, 1 << 16], np.uint32)
    shown = [geom for geom in scn.geoms[: scn.ngeom] if geom.segid != -1]
    table = np.full((max([scn.ngeom, *(geom.segid + 1 for geom in shown)]) + 1, 2), -1, np.int32)
    for geom in shown:
        table[geom.segid + 1] = geom.objid, geom.objtype
    return table[number]


def same(found, expected):
    assert found.dtype == expected.dtype and found.shape == expected.shape
    assert found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("size", SIZES)
def test_pictures_are_the_frame_buffer_from_the_top(scene, size):
    m, d = scene
    with Renderer(m, *size) as renderer:
        renderer.update_scene(d)
        color = renderer.render()
        same(color, raw(renderer)[0][::-1])
        renderer.enable_depth_rendering()
        depth = renderer.render()
        same(depth, distances(m, raw(renderer)[1][::-1]))
        renderer.enable_segmentation_rendering()
        ids = renderer.render()
        same(ids, objects(renderer.scene, raw(renderer)[0][::-1]))
    assert all(a.flags.c_contiguous and a.flags.owndata for a in (color, depth, ids))
    if size == (240, 320):
        assert len(np.unique(ids.reshape(-1, 2), axis=0)) == 6 and np.unique(depth).size > 1000


def layouts(shape, dtype):
    """Arrays of one shape with various memory layouts."""
    wide = np.empty((2 * shape[0], 2 * shape[1], *shape[2:]), dtype)
    yield np.empty(shape, dtype)
    yield np.empty(shape, dtype)[::-1]
    yield wide[::2, : shape[1]]
    yield wide[-2::-2, shape[1] :]
    yield wide[: shape[0], ::2]
    yield np.empty(shape, dtype)[:, ::-1]
    yield np.empty(shape, dtype, order="F")
    yield np.empty(shape, np.float64)
    yield np.empty(shape, np.dtype(dtype).newbyteorder())
    odd = np.empty(np.prod(shape) * np.dtype(dtype).itemsize + 1, np.uint8)
    yield odd[1:].view(dtype).reshape(shape)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (40, 50)])
def test_out_may_have_any_layout_and_type(scene, size):
    m, d = scene
    with Renderer(m, *size) as renderer:
        renderer.update_scene(d)
        for _ in range(2):
            expected = renderer.render()
            for out in layouts(expected.shape, expected.dtype):
                out[:] = 7
                assert renderer.render(out=out) is out
                np.testing.assert_array_equal(out, expected)
            renderer.enable_depth_rendering()


def test_only_the_rows_of_out_are_written(scene):
    m, d = scene
    with Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        around = np.full((42, 54, 3), 7, np.uint8)
        renderer.render(out=around[1:-1, 2:-2])
        same(around[1:-1, 2:-2], renderer.render())
        around[1:-1, 2:-2] = 7
        assert (around == 7).all()


def test_arrays_that_share_or_refuse_memory_are_as_numpy_has_them(scene):
    m, d = scene
    with Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        fixed = np.zeros((40, 50, 3), np.uint8)
        fixed.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            renderer.render(out=fixed)
        assert not fixed.any()
        # all rows share the same memory: the last one remains
        one = np.zeros((1, 50, 3), np.uint8)
        rows = np.lib.stride_tricks.as_strided(one, (40, 50, 3), (0, 3, 1))
        renderer.render(out=rows)
        same(one[0], renderer.render()[-1])


def test_ids_leave_out_as_it_is(scene):
    m, d = scene
    with Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        renderer.enable_segmentation_rendering()
        out = np.full((40, 50, 3), 7, np.uint8)
        ids = renderer.render(out=out)
        assert ids is not out and ids.shape == (40, 50, 2) and (out == 7).all()


def test_shapes_of_any_number_are_found_and_frames_are_no_objects(scene):
    m, d = scene
    with Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        renderer.enable_segmentation_rendering()
        for k, geom in enumerate(renderer.scene.geoms[: renderer.scene.ngeom]):
            geom.segid, geom.objid = 1000 * k + 300, 5 * k
        ids = renderer.render()
        same(ids, objects(renderer.scene, raw(renderer)[0][::-1]))
        assert {0, 5, 10} < set(ids[..., 0].ravel().tolist())
        renderer.scene.framewidth, renderer.scene.framergb[:] = 2, 1
        framed = renderer.render()
        same(framed[2:-2, 2:-2], ids[2:-2, 2:-2])
        assert (framed[:2] == -1).all() and (framed[:, -2:] == -1).all()


def test_read_pixels_takes_parts_with_opacity_and_both_depths(scene):
    m, d = scene
    with Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        renderer.render()
        con = renderer._mjr_context
        rgb, z = raw(renderer)
        part = synovia.MjrRect(5, 7, 20, 10)
        con.readPixelFormat = 0x1908
        rgba = np.empty((10, 20, 4), np.uint8)
        synovia.mjr_readPixels(rgba, None, part, con)
        same(rgba[..., :3], rgb[7:17, 5:25])
        assert (rgba[..., 3] == 255).all()
        con.readPixelFormat, con.readDepthMap = 0x1907, synovia.mjtDepthMap.mjDEPTH_ZERONEAR
        near = np.empty(200, np.float32)
        synovia.mjr_readPixels(None, near, part, con)
        same(near, np.subtract(1.0, z[7:17, 5:25]).ravel())
        empty = synovia.MjrRect(0, 0, 0, 0)
        synovia.mjr_readPixels(np.empty((0, 0, 3), np.uint8), np.empty(0, np.float32), empty, con)
        near.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            synovia.mjr_readPixels(None, near, part, con)


@pytest.mark.parametrize("kind", ["color", "depth", "segmentation"])
def test_a_picture_takes_the_memory_of_its_array_only(scene, kind):
    m, d = scene
    with Renderer(m, 240, 320) as renderer:
        renderer.update_scene(d)
        if kind != "color":
            getattr(renderer, f"enable_{kind}_rendering")()
        out = renderer.render()
        tracemalloc.start()
        try:
            renderer.render()
            assert tracemalloc.get_traced_memory()[1] < out.nbytes + 20_000
            if kind != "segmentation":
                tracemalloc.reset_peak()
                renderer.render(out=out)
                assert tracemalloc.get_traced_memory()[1] < 20_000
        finally:
            tracemalloc.stop()


def test_threads_that_draw_and_read_with_one_context_take_turns(scene):
    m, d = scene
    with Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d)
        expected = renderer.render()
        wrong = []

        def draw():
            for _ in range(20):
                if renderer.render().tobytes() != expected.tobytes():
                    wrong.append(threading.get_ident())

        threads = [threading.Thread(target=draw) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
