"""Frames are drawn to the current GLFW window; `python/window` has the tests with a display."""

import ctypes
import sys
import types

import numpy as np
import pytest

import synovia
from synovia._drawing import window as _window

MODEL = '<mujoco><worldbody><light pos="0 0 3"/><geom size=".3" rgba="1 0 0 1"/></worldbody></mujoco>'
SCISSOR, UNPACK_ALIGNMENT, VERSION = 0x0C11, 0x0CF5, 0x1F02


class Gl:
    """A fake OpenGL that keeps the frame buffer of a window in an array, and records its state."""

    def __init__(self, width, height, version=b"4.5 (Compatibility Profile)"):
        self.frame, self.version = np.zeros((height, width, 3), np.uint8), version
        self.state = {0x8069: 5, 0x8CAA: 6, 0x8CA6: 7, 0x88EF: 8, UNPACK_ALIGNMENT: 4, 0x0CF2: 0, 0x0CF3: 0, 0x0CF4: 0, SCISSOR: 1}
        self.missing, self.picture, self.made = (), None, 0
        self._keep = {}

    def address(self, name):
        if name in self.missing:
            return None
        signature = ctypes.CFUNCTYPE(*_window._SIGNATURES[name])
        self._keep[name] = signature(getattr(self, name[2:]))
        return ctypes.cast(self._keep[name], ctypes.c_void_p).value

    def _bind(self, kind, number):
        names = {0x0DE1: 0x8069, 0x8CA8: 0x8CAA, 0x8CA9: 0x8CA6, 0x88EC: 0x88EF}
        self.state[names[kind]] = number

    BindTexture = BindFramebuffer = BindBuffer = _bind

    def _make(self, count, numbers):
        self.made += count
        ctypes.cast(numbers, ctypes.POINTER(ctypes.c_uint))[0] = 90 + self.made

    GenTextures = GenFramebuffers = _make

    def _delete(self, count, numbers):
        self.made -= count

    DeleteTextures = DeleteFramebuffers = _delete

    def PixelStorei(self, name, value):
        self.state[name] = value

    def Enable(self, name):
        self.state[name] = 1

    def Disable(self, name):
        self.state[name] = 0

    def IsEnabled(self, name):
        return self.state[name]

    def GetIntegerv(self, name, value):
        ctypes.cast(value, ctypes.POINTER(ctypes.c_int))[0] = self.state[name]

    def GetString(self, name):
        self._keep["string"] = ctypes.create_string_buffer(self.version if name == VERSION else b"")
        return ctypes.addressof(self._keep["string"])

    def TexImage2D(self, target, level, inner, width, height, border, kind, type_, pixels):
        assert self.state[UNPACK_ALIGNMENT] == 1 and self.state[0x88EF] == 0
        self.picture = np.frombuffer(ctypes.string_at(pixels, 3 * width * height), np.uint8).reshape(height, width, 3)

    def FramebufferTexture2D(self, *_):
        pass

    def CheckFramebufferStatus(self, target):
        return 0x8CD5

    def BlitFramebuffer(self, a, b, c, d, left, bottom, right, top, mask, how):
        # the default frame buffer, without scissor test, pixel by pixel
        assert self.state[0x8CA6] == 0 and not self.state[SCISSOR]
        assert self.picture.shape == (d - b, c - a, 3) == (top - bottom, right - left, 3)
        self.frame[bottom:top, left:right] = self.picture


@pytest.fixture
def window(monkeypatch):
    """A fake GLFW with one current high-density window: its frame buffer is larger than its window size."""
    gl = Gl(240, 160)
    glfw = types.ModuleType("glfw")
    handle = ctypes.pointer(ctypes.c_int(1))
    glfw.ERROR_REPORTING = "warn"
    glfw.get_current_context = lambda: handle if gl.frame is not None else None
    glfw.get_framebuffer_size = lambda window: gl.frame.shape[1::-1]
    glfw.get_window_size = lambda window: (120, 80)
    glfw.get_proc_address = gl.address
    monkeypatch.setitem(sys.modules, "glfw", glfw)
    return gl


def scene():
    m = synovia.MjModel.from_xml_string(MODEL)
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    scn = synovia.MjvScene(m, 10)
    synovia.mjv_updateScene(m, d, synovia.MjvOption(), None, synovia.MjvCamera(), synovia.mjtCatBit.mjCAT_ALL, scn)
    return m, scn


def read(con, view):
    pixels = np.zeros((view.height, view.width, 3), np.uint8)
    synovia.mjr_readPixels(pixels, None, view, con)
    return pixels


def test_a_window_shows_what_was_drawn_at_the_size_that_it_has(window, recwarn):
    m, scn = scene()
    con = synovia.MjrContext(m, 150)
    before = dict(window.state)
    for height, width in ((160, 240), (100, 300), (64, 48)):
        window.frame = np.zeros((height, width, 3), np.uint8)
        full = synovia.mjr_maxViewport(con)
        assert (full.width, full.height) == (width, height)
        synovia.mjr_render(full, scn, con)
        assert len(np.unique(window.frame[..., 0])) > 10
        synovia.mjr_overlay(0, 0, full, "text", b"bytes", con)
        np.testing.assert_array_equal(window.frame, read(con, full))
    assert window.state == before and window.made == 0 and not recwarn.list


def test_only_the_rectangle_that_was_drawn_changes(window):
    m, scn = scene()
    con = synovia.MjrContext(m, 150)
    window.frame[:] = 77
    synovia.mjr_rectangle(synovia.MjrRect(200, -10, 100, 30), 1, 0, 0, 1)
    wanted = np.full_like(window.frame, 77)
    wanted[:20, 200:] = 255, 0, 0
    np.testing.assert_array_equal(window.frame, wanted)
    synovia.mjr_setBuffer(synovia.mjtFramebuffer.mjFB_OFFSCREEN, con)
    synovia.mjr_rectangle(synovia.MjrRect(0, 0, 50, 50), 0, 1, 0, 1)
    np.testing.assert_array_equal(window.frame, wanted)
    synovia.mjr_blitBuffer(synovia.MjrRect(0, 0, 20, 10), synovia.MjrRect(30, 40, 20, 10), 1, 0, con)
    wanted[40:50, 30:50] = 0, 255, 0
    np.testing.assert_array_equal(window.frame, wanted)


def test_a_hidden_context_that_is_made_current_later_keeps_its_pixels_to_itself(window):
    m, scn = scene()
    with synovia.GLContext(50, 40):
        con = synovia.MjrContext(m, 150)
        full = synovia.mjr_maxViewport(con)
        assert (full.width, full.height) == (50, 40)
        synovia.mjr_render(full, scn, con)
    assert not window.frame.any() and read(con, full).any()


@pytest.mark.parametrize("kind", ["without a function", "old"])
def test_a_window_that_cannot_be_drawn_into_is_a_warning_that_says_what_to_do(window, kind):
    m, scn = scene()
    con = synovia.MjrContext(m, 150)
    if kind == "old":
        window.version, reason = b"1.4 Old", "has OpenGL 1.4 Old, 3.0 is needed"
    else:
        window.missing, reason = ("glBlitFramebuffer",), "has no glBlitFramebuffer"
    with pytest.warns(RuntimeWarning, match=reason) as found:
        for _ in range(3):
            synovia.mjr_render(synovia.mjr_maxViewport(con), scn, con)
    assert len(found) == 1 and 'render_mode="rgb_array"' in str(found[0].message) and found[0].filename == __file__


def test_without_a_current_window_nothing_is_asked_of_glfw(window, recwarn):
    m, scn = scene()
    window.frame, keep = None, window.frame
    con = synovia.MjrContext(m, 150)
    full = synovia.mjr_maxViewport(con)
    window.frame = keep
    synovia.mjr_render(full, scn, con)
    assert not keep.any() and not recwarn.list
