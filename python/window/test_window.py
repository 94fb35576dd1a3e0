"""Windows that programs open with GLFW show what Synovia draws, pixel by pixel."""

import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))

START = """
import os, sys, time, warnings
import numpy as np
from conftest import screen

def shown(width, height):
    # without a window manager the window is in the upper left corner; the server draws asynchronously
    time.sleep(0.2)
    return screen(os.environ["SCREEN"])[:height, :width]

def settled(wanted):
    height, width = wanted.shape[:2]
    for _ in range(50):
        if np.array_equal(shown(width, height), wanted):
            return True
    return False
"""


def run(display, code, *arguments, **variables):
    environment = {**os.environ, "DISPLAY": display.name, "SCREEN": str(display.file), **variables}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [HERE, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "synovia.shim", "-c", START + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


HUMAN = """
import gymnasium, mujoco
assert mujoco.__synovia__
human = gymnasium.make(sys.argv[1], render_mode="human")
pixels = gymnasium.make(sys.argv[1], render_mode="rgb_array")
human.reset(seed=3)
pixels.reset(seed=3)
human.action_space.seed(4)
for _ in range(20):
    human.step(human.action_space.sample())

# the window as it is: the scene below, the menu over it
model, data = human.unwrapped.model, human.unwrapped.data
window = human.unwrapped.mujoco_renderer.viewer
width, height = window.viewport.width, window.viewport.height
buffer = np.zeros((height, width, 3), np.uint8)
mujoco.mjr_readPixels(buffer, None, window.viewport, window.con)
assert settled(buffer[::-1])
if len(sys.argv) > 2:
    from PIL import Image
    Image.fromarray(shown(width, height)).save(sys.argv[2])

# without the menu it is the picture that a renderer draws from the same camera, and the robot is on it
window._hide_menu = True
human.render()
with mujoco.Renderer(model, height, width) as renderer:
    renderer.update_scene(data, window.cam, window.vopt)
    picture = renderer.render().copy()
    renderer.enable_segmentation_rendering()
    objects = renderer.render()
assert settled(picture) and not np.array_equal(picture, buffer[::-1])
geoms = (objects[..., 1] == mujoco.mjtObj.mjOBJ_GEOM) & (objects[..., 0] > 0)
robot = geoms & (model.geom_bodyid[objects[..., 0]] > 0)
print("robot", int(robot.sum()), "colors", len(np.unique(shown(width, height)[robot], axis=0)))

# and that of render_mode="rgb_array" in the same state, from its camera
for env in human, pixels:
    # both, because positions of bodies are those of the step before
    env.unwrapped.set_state(data.qpos.copy(), data.qvel.copy())
array = pixels.render()
camera = pixels.unwrapped.mujoco_renderer.viewer.cam
for name in "type fixedcamid trackbodyid distance azimuth elevation".split():
    setattr(window.cam, name, getattr(camera, name))
window.cam.lookat[:] = camera.lookat
human.render()
assert settled(array) and array.shape == (height, width, 3)
human.close()
pixels.close()
print("equal")
"""


@pytest.mark.parametrize("name", ["Ant-v5", "HalfCheetah-v5", "Humanoid-v5"])
def test_render_mode_human_shows_the_robot_as_rgb_array_does(display, tmp_path, name):
    kept = os.environ.get("SCREENSHOTS")
    done = run(display, HUMAN, name, *([os.path.join(kept, name + ".png")] if kept else []))
    assert done.stdout.splitlines()[-1] == "equal" and "Warning" not in done.stderr, done.stdout + done.stderr
    words = done.stdout.splitlines()[0].split()
    assert int(words[1]) > 1000 and int(words[3]) > 50, words


SCENE = """
import glfw, mujoco
glfw.init()

def opened(width, height, **hints):
    for name, value in hints.items():
        glfw.window_hint(getattr(glfw, name), value)
    window = glfw.create_window(width, height, "test", None, None)
    assert window, glfw.get_error()
    glfw.make_context_current(window)
    return window

model = mujoco.MjModel.from_xml_string('''<mujoco><worldbody><light pos="0 0 3"/>
  <geom size=".4 .3 .2" type="box" euler="20 30 0" rgba="1 .3 .1 1"/></worldbody></mujoco>''')
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
scene, camera = mujoco.MjvScene(model, 100), mujoco.MjvCamera()
mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, camera, mujoco.mjtCatBit.mjCAT_ALL, scene)

def read(con, view):
    pixels = np.zeros((view.height, view.width, 3), np.uint8)
    mujoco.mjr_readPixels(pixels, None, view, con)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 3
    return pixels[::-1]
"""

HINTS = {
    "as it comes": {},
    "with samples": {"SAMPLES": 4},
    "core profile": {"CONTEXT_VERSION_MAJOR": 3, "CONTEXT_VERSION_MINOR": 3, "OPENGL_PROFILE": 0x00032001},
    "embedded systems": {"CLIENT_API": 0x00030002, "CONTEXT_CREATION_API": 0x00036002, "CONTEXT_VERSION_MAJOR": 3},
    "srgb": {"SRGB_CAPABLE": 1},
    "one buffer": {"DOUBLEBUFFER": 0},
}


@pytest.mark.parametrize("kind", HINTS)
def test_every_kind_of_context_shows_what_was_drawn(display, kind):
    code = f"window = opened(310, 230, **{HINTS[kind]!r})\n"
    code += """
con, view = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 310, 230)
for _ in range(2):
    mujoco.mjr_render(view, scene, con)
    mujoco.mjr_overlay(0, 0, view, "left", "right", con)
    if glfw.get_window_attrib(window, glfw.DOUBLEBUFFER):
        glfw.swap_buffers(window)
    else:
        from OpenGL import GL
        GL.glFlush()
    glfw.poll_events()
assert settled(read(con, view))
"""
    assert run(display, SCENE + code).stderr == ""


def test_a_window_of_another_size_is_filled(display):
    code = """
window = opened(300, 200)
con = mujoco.MjrContext(model, 150)
for width, height in (300, 200), (420, 330), (90, 130):
    glfw.set_window_size(window, width, height)
    for _ in range(100):
        glfw.poll_events()
        if glfw.get_framebuffer_size(window) == (width, height):
            break
        time.sleep(0.02)
    view = mujoco.mjr_maxViewport(con)
    assert (view.width, view.height) == (width, height)
    mujoco.mjr_render(view, scene, con)
    glfw.swap_buffers(window)
    assert settled(read(con, view)), (width, height)
"""
    run(display, SCENE + code)


def test_all_that_draws_is_shown_where_it_was_drawn_and_nowhere_else(display):
    code = """
from OpenGL import GL
window = opened(300, 200)
con, full = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 300, 200)
GL.glClearColor(0, 0, 1, 1)
GL.glClear(GL.GL_COLOR_BUFFER_BIT)
wanted = np.zeros((200, 300, 3), np.uint8)
wanted[:] = 0, 0, 255
left, right = mujoco.MjrRect(0, 0, 100, 200), mujoco.MjrRect(200, 0, 140, 90)
mujoco.mjr_render(left, scene, con)
mujoco.mjr_rectangle(right, 0, 1, 0, 1)
mujoco.mjr_label(mujoco.MjrRect(110, 150, 80, 40), 0, "label", 1, 0, 0, 1, 1, 1, 1, con)
pixels = np.random.default_rng(0).integers(0, 255, (20, 30, 3), np.uint8)
mujoco.mjr_drawPixels(pixels.ravel(), None, mujoco.MjrRect(120, 100, 30, 20), con)
# from the buffer off screen
mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, con)
mujoco.mjr_rectangle(full, 1, 1, 0, 1)
mujoco.mjr_blitBuffer(mujoco.MjrRect(0, 0, 20, 20), mujoco.MjrRect(120, 10, 20, 20), 1, 0, con)
mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_WINDOW, con)
buffer = np.zeros((200, 300, 3), np.uint8)
mujoco.mjr_readPixels(buffer, None, full, con)
for l, b, w, h in (0, 0, 100, 200), (200, 0, 100, 90), (110, 150, 80, 40), (120, 100, 30, 20), (120, 10, 20, 20):
    wanted[::-1][b : b + h, l : l + w] = buffer[b : b + h, l : l + w]
glfw.swap_buffers(window)
assert settled(wanted)
assert wanted[195, 125].tolist() == [0, 0, 255] and wanted[180, 130].tolist() == [255, 255, 0]
"""
    run(display, SCENE + code)


def test_the_state_of_opengl_stays_as_it_was(display):
    code = """
from OpenGL import GL
window = opened(120, 90)
con, view = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 120, 90)
own, object, buffer = GL.glGenTextures(1), GL.glGenFramebuffers(1), GL.glGenBuffers(1)
GL.glBindTexture(GL.GL_TEXTURE_2D, own)
GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, object)
GL.glBindBuffer(GL.GL_PIXEL_UNPACK_BUFFER, buffer)
GL.glEnable(GL.GL_SCISSOR_TEST)
GL.glScissor(1, 2, 3, 4)
GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 8)
GL.glPixelStorei(GL.GL_UNPACK_ROW_LENGTH, 7)
names = "TEXTURE_BINDING_2D READ_FRAMEBUFFER_BINDING DRAW_FRAMEBUFFER_BINDING PIXEL_UNPACK_BUFFER_BINDING SCISSOR_TEST SCISSOR_BOX "
names += "UNPACK_ALIGNMENT UNPACK_ROW_LENGTH UNPACK_SKIP_ROWS UNPACK_SKIP_PIXELS VIEWPORT"
state = lambda: [np.ravel(GL.glGetIntegerv(getattr(GL, "GL_" + name))).tolist() for name in names.split()]
before = state()
mujoco.mjr_render(view, scene, con)
assert state() == before, (state(), before)
assert GL.glGetError() == 0
glfw.swap_buffers(window)
assert settled(read(con, view))
"""
    run(display, SCENE + code)


def test_what_is_drawn_off_screen_or_for_a_hidden_context_leaves_the_window_alone(display):
    code = """
window = opened(120, 90)
mujoco.MjrContext(model, 150)
with mujoco.Renderer(model, 60, 80) as renderer:
    renderer.update_scene(data)
    renderer.render()
hidden = mujoco.GLContext(120, 90)
hidden.make_current()
con, view = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 120, 90)
mujoco.mjr_render(view, scene, con)
read(con, view)
glfw.swap_buffers(window)
assert not shown(120, 90).any()
# the window is made current again, later than the hidden context
other = opened(150, 110)
con, view = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 150, 110)
mujoco.mjr_render(view, scene, con)
glfw.swap_buffers(other)
assert settled(read(con, view))
glfw.terminate()
mujoco.mjr_render(view, scene, con)
"""
    assert run(display, SCENE + code).stderr == ""


def test_a_window_of_another_toolkit_is_a_warning_that_says_what_to_do(display):
    code = """
window = opened(120, 90)
del sys.modules["glfw"]
con, view = mujoco.MjrContext(model, 150), mujoco.MjrRect(0, 0, 120, 90)
mujoco.mjr_render(view, scene, con)
mujoco.mjr_render(view, scene, con)
"""
    found = run(display, SCENE + code).stderr
    assert found.count("RuntimeWarning: the current OpenGL context is not one of GLFW") == 1, found
    assert 'render_mode="rgb_array"' in found
