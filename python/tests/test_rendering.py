"""Rendering: drawing, reading and writing pixels, without a display or driver."""

import os
import subprocess
import sys

import numpy as np
import pytest

import synovia
from synovia import BatchRenderer, Renderer

ROOM = """
<mujoco>
  <visual><global offwidth="200" offheight="160"/></visual>
  <statistic center="0 0 0" extent="2"/>
  <worldbody>
    <light pos="0 0 4"/>
    <camera name="front" pos="0 -4 0" xyaxes="1 0 0 0 0 1" fovy="45"/>
    <body name="ball"><joint type="slide" axis="1 0 0"/><geom name="ball" size=".5" rgba="1 0 0 1"/></body>
    <geom name="wall" type="box" size="3 .1 3" pos="0 2 0" rgba="0 0 1 1"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def room():
    m = synovia.MjModel.from_xml_string(ROOM)
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    return m, d


def test_a_ball_before_a_wall_is_red_before_blue(room):
    m, d = room
    with Renderer(m, 80, 100) as renderer:
        renderer.update_scene(d, "front")
        pixels = renderer.render()
    assert pixels.shape == (80, 100, 3) and pixels.dtype == np.uint8
    middle, corner = pixels[40, 50].astype(int), pixels[5, 5].astype(int)
    assert middle[0] > 100 + middle[1] and middle[1] == middle[2]
    assert corner[2] > 40 + corner[0] and corner[0] == corner[1]


def test_depth_is_distance_along_the_view(room):
    m, d = room
    with Renderer(m, 81, 101) as renderer:
        renderer.enable_depth_rendering()
        renderer.update_scene(d, "front")
        depth = renderer.render()
        assert depth.shape == (81, 101) and depth.dtype == np.float32
        # the nearest point of the ball, as tessellated, and the face of the wall
        assert depth[40, 50] == pytest.approx(3.5, abs=0.01)
        assert depth[3, 3] == pytest.approx(5.9, rel=1e-5)
        renderer.disable_depth_rendering()
        assert renderer.render().shape == (81, 101, 3)


def test_segmentation_names_objects(room):
    m, d = room
    with Renderer(m, 80, 100) as renderer:
        renderer.enable_segmentation_rendering()
        renderer.update_scene(d, "front")
        objects = renderer.render()
        assert objects.shape == (80, 100, 2)
        geom = int(synovia.mjtObj.mjOBJ_GEOM)
        assert objects[40, 50].tolist() == [m.geom("ball").id, geom]
        assert objects[5, 5].tolist() == [m.geom("wall").id, geom]
        # the ball's outline is a circle: radius 0.5 m seen from 4 m
        size = (objects[..., 0] == m.geom("ball").id).sum()
        radius = 40 * (0.5 / np.sqrt(16 - 0.25)) / np.tan(np.radians(22.5))
        assert size == pytest.approx(np.pi * radius**2, rel=0.03)


def test_out_is_filled_and_returned(room):
    m, d = room
    out = np.zeros((50, 60, 3), np.uint8)
    with Renderer(m, 50, 60) as renderer:
        renderer.update_scene(d)
        assert renderer.render(out=out) is out and out.any()
        with pytest.raises(ValueError, match="Expected `out.shape"):
            renderer.render(out=np.zeros((5, 6, 3), np.uint8))
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()
    renderer.close()


def test_sizes_and_cameras_are_checked(room):
    m, d = room
    with pytest.raises(ValueError, match="Image width 201 > framebuffer width 200"):
        Renderer(m, 10, 201)
    with pytest.raises(ValueError, match="Image height 161 > framebuffer height 160"):
        Renderer(m, 161, 10)
    with Renderer(m, 10, 10) as renderer:
        with pytest.raises(ValueError, match='camera "back" does not exist'):
            renderer.update_scene(d, "back")
        with pytest.raises(ValueError, match=r"-2 is out of range \[-1, 1\)"):
            renderer.update_scene(d, -2)


def test_shapes_that_a_program_adds_are_drawn(room):
    m, d = room
    with Renderer(m, 80, 100) as renderer:
        renderer.update_scene(d, "front")
        scene = renderer.scene
        synovia.mjv_initGeom(scene.geoms[scene.ngeom], 2, [0.3, 0, 0], [0, -1, 0], np.eye(3).ravel(), [0, 1, 0, 1])
        scene.ngeom += 1
        middle = renderer.render()[40, 50]
    assert middle[1] > 60 + int(middle[0])


def context(m, width=60, height=40):
    """An offscreen context, and the rectangle of its whole buffer."""
    con = synovia.MjrContext(m, synovia.mjtFontScale.mjFONTSCALE_100)
    synovia.mjr_setBuffer(synovia.mjtFramebuffer.mjFB_OFFSCREEN, con)
    synovia.mjr_resizeOffscreen(width, height, con)
    return con, synovia.MjrRect(0, 0, width, height)


def read(con, rect):
    rgb = np.empty((rect.height, rect.width, 3), np.uint8)
    synovia.mjr_readPixels(rgb, None, rect, con)
    return rgb


def test_rectangles_and_pixels_come_back_as_written(room):
    con, full = context(room[0])
    assert synovia.mjr_maxViewport(con) == full
    synovia.mjr_rectangle(full, 0, 0, 0, 1)
    synovia.mjr_rectangle(synovia.MjrRect(5, 7, 20, 10), 0, 0, 1, 1)
    expected = np.zeros((40, 60, 3), np.uint8)
    expected[7:17, 5:25, 2] = 255
    np.testing.assert_array_equal(read(con, full), expected)
    part = synovia.MjrRect(5, 7, 3, 2)
    noise = np.arange(18, dtype=np.uint8).reshape(2, 3, 3)
    synovia.mjr_drawPixels(noise.ravel(), np.full(6, 0.25, np.float32), part, con)
    np.testing.assert_array_equal(read(con, part), noise)
    depth = np.empty(6, np.float32)
    synovia.mjr_readPixels(None, depth, part, con)
    np.testing.assert_array_equal(depth, 0.75)
    con.readDepthMap = synovia.mjtDepthMap.mjDEPTH_ZEROFAR
    synovia.mjr_readPixels(None, depth, part, con)
    np.testing.assert_array_equal(depth, 0.25)


def test_buffers_are_apart_and_copied(room):
    con, full = context(room[0])
    synovia.mjr_addAux(0, 60, 40, 1, con)
    synovia.mjr_setAux(0, con)
    synovia.mjr_rectangle(full, 1, 0, 0, 1)
    synovia.mjr_restoreBuffer(con)
    assert not read(con, full).any()
    synovia.mjr_blitAux(0, synovia.MjrRect(0, 0, 10, 10), 30, 20, con)
    found = read(con, full)
    assert found[20:30, 30:40, 0].min() == 255 and found[..., 0].sum() == 255 * 100
    synovia.mjr_blitBuffer(full, synovia.MjrRect(0, 0, 30, 20), 1, 1, con)
    synovia.mjr_setBuffer(synovia.mjtFramebuffer.mjFB_WINDOW, con)
    assert read(con, synovia.MjrRect(15, 10, 5, 5))[..., 0].min() == 255
    for wrong in (-1, 10):
        with pytest.raises(synovia.FatalError, match="no auxiliary buffer"):
            synovia.mjr_setAux(wrong, con)
    with pytest.raises(synovia.FatalError, match="does not exist"):
        synovia.mjr_setAux(3, con)


def test_text_overlays_labels_and_diagrams_are_drawn(room):
    con, full = context(room[0], 160, 120)
    def drawn(draw):
        synovia.mjr_rectangle(full, 0.5, 0.5, 0.5, 1)
        draw()
        found = read(con, full)
        return (found != 128).any(2) & (found != 127).any(2), found

    lit, _ = drawn(lambda: synovia.mjr_text(synovia.mjtFont.mjFONT_NORMAL, "ab", con, 0.5, 0.5, 1, 1, 1))
    rows, columns = np.nonzero(lit)
    assert rows.min() >= 60 and columns.min() >= 80 and rows.max() < 60 + con.charHeight
    corner = synovia.mjtGridPos.mjGRID_TOPLEFT
    lit, _ = drawn(lambda: synovia.mjr_overlay(0, corner, full, "time\nspeed", "1\n2", con))
    assert lit[60:, :80].any() and not lit[:50].any()
    rect = synovia.MjrRect(10, 10, 50, 30)
    lit, found = drawn(lambda: synovia.mjr_label(rect, 0, "x", 0, 0, 1, 1, 1, 0, 0, con))
    assert found[11, 11].tolist() == [0, 0, 255] and not lit[:, 61:].any()
    figure = synovia.MjvFigure()
    figure.linepnt[0] = 2
    figure.linedata[0, :4] = [0, 0, 10, 5]
    lit, _ = drawn(lambda: synovia.mjr_figure(full, figure, con))
    assert lit.mean() > 0.9 and figure.xaxisdata.tolist() == [0, 10] and figure.yaxisdata.tolist() == [0, 5]
    assert 0 < figure.xaxispixel[0] < figure.xaxispixel[1] < 160
    assert synovia.mjr_findRect(12, 12, 1, rect) == 0 and synovia.mjr_findRect(0, 0, 1, rect) == -1


def test_textures_are_uploaded_again():
    m = synovia.MjModel.from_xml_string(
        '<mujoco><asset><texture name="t" type="2d" builtin="flat" rgb1="1 1 1" width="8" height="8"/>'
        '<material name="m" texture="t"/></asset><worldbody><geom type="box" size="1 1 1" material="m"/></worldbody></mujoco>'
    )
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    with Renderer(m, 40, 40) as renderer:
        renderer.update_scene(d)
        before = renderer.render()[20, 20].astype(int)
        m.tex_data[:] = np.tile([255, 0, 0], 64)
        synovia.mjr_uploadTexture(m, renderer._mjr_context, 0)
        after = renderer.render()[20, 20].astype(int)
        with pytest.raises(synovia.FatalError, match="no such mesh"):
            synovia.mjr_uploadMesh(m, renderer._mjr_context, 0)
    assert before[0] == before[1] == before[2] > 0 and after[0] == before[0] and after[1] == after[2] == 0


def test_a_freed_context_refuses_to_draw(room):
    con, full = context(room[0])
    con.free()
    con.free()
    with pytest.raises(synovia.FatalError, match="was freed"):
        synovia.mjr_maxViewport(con)
    with pytest.raises(synovia.FatalError, match="no MjrContext"):
        synovia.mjr_rectangle(full, 1, 1, 1, 1)


def test_arrays_of_the_wrong_kind_are_refused(room):
    con, full = context(room[0])
    for wrong in (np.zeros(5, np.uint8), np.zeros((40, 60, 3), np.float32), np.zeros((40, 60, 6), np.uint8)[..., ::2]):
        with pytest.raises(TypeError):
            synovia.mjr_readPixels(wrong, None, full, con)
    outside = synovia.MjrRect(50, 0, 20, 10)
    with pytest.raises(synovia.FatalError, match="not inside the buffer"):
        synovia.mjr_readPixels(np.zeros((10, 20, 3), np.uint8), None, outside, con)


def test_contexts_of_every_kind_are_made():
    from synovia import cgl, egl, glfw, osmesa

    for module in (cgl, egl, glfw, osmesa, synovia):
        context = module.GLContext(30, 20)
        context.make_current()
        context.free()
        context.free()


def test_a_batch_has_the_bits_of_single_pictures(room):
    m, _ = room
    simulations = []
    for k in range(5):
        d = synovia.MjData(m)
        d.qpos[0] = 0.3 * k - 0.6
        synovia.mj_forward(m, d)
        simulations.append(d)
    batch = BatchRenderer(m, 40, 50, camera="front")
    colors, depth, objects = batch.render(simulations), batch.render_depth(simulations), batch.render_segmentation(simulations)
    assert colors.shape == (5, 40, 50, 3) and depth.shape == (5, 40, 50) and objects.shape == (5, 40, 50, 2)
    with Renderer(m, 40, 50) as renderer:
        for k, d in enumerate(simulations):
            renderer.update_scene(d, "front")
            np.testing.assert_array_equal(renderer.render(), colors[k])
            renderer.enable_depth_rendering()
            np.testing.assert_array_equal(renderer.render(), depth[k])
            renderer.enable_segmentation_rendering()
            np.testing.assert_array_equal(renderer.render(), objects[k])
            renderer.disable_segmentation_rendering()
    assert len({picture.tobytes() for picture in colors}) == 5
    out = np.empty_like(colors)
    assert batch.render(simulations, out=out) is out
    with pytest.raises(ValueError, match="out should be"):
        batch.render(simulations[:2], out=out)
    assert batch.render([]).shape == (0, 40, 50, 3)
    batch.set_flag(synovia.mjtRndFlag.mjRND_SHADOW, False)
    assert batch.render(simulations).shape == colors.shape


THREADS = """
import sys
import numpy as np
import synovia
m = synovia.MjModel.from_xml_string(sys.stdin.read())
d = synovia.MjData(m)
synovia.mj_forward(m, d)
with synovia.Renderer(m, 120, 160) as renderer:
    renderer.update_scene(d, "front")
    sys.stdout.buffer.write(renderer.render().tobytes())
"""


def test_pictures_do_not_depend_on_the_number_of_threads():
    found = []
    for threads in ("1", "2", "5"):
        environment = dict(os.environ, RAYON_NUM_THREADS=threads)
        ran = subprocess.run([sys.executable, "-c", THREADS], input=ROOM.encode(), capture_output=True, env=environment)
        assert ran.returncode == 0, ran.stderr.decode()
        found.append(ran.stdout)
    assert len(found[0]) == 120 * 160 * 3 and found[0] == found[1] == found[2]
