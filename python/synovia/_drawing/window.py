"""Windows that a program opened with GLFW: pixels of a context's window buffer are copied into them.

MuJoCo draws with the OpenGL context that is current. Synovia draws on the processor; where that context belongs to a window of
GLFW, each call that draws copies its rectangle into the window's frame buffer: a texture is attached to a frame buffer object and
blitted. Pixels that the program itself drew there are replaced. OpenGL 3.0 or `GL_ARB_framebuffer_object`, which MuJoCo needs as
well, is enough, in any profile. The functions come from `glfw.get_proc_address`, so no other package is needed, and GLFW is never
imported here.
"""

import ctypes
import os
import sys
import warnings

from synovia._calls.warnings import outside

_TEXTURE_2D, _TEXTURE_BINDING_2D = 0x0DE1, 0x8069
_RGB, _RGB8, _UNSIGNED_BYTE = 0x1907, 0x8051, 0x1401
_READ_FRAMEBUFFER, _READ_BINDING = 0x8CA8, 0x8CAA
_DRAW_FRAMEBUFFER, _DRAW_BINDING = 0x8CA9, 0x8CA6
_COLOR_ATTACHMENT0, _FRAMEBUFFER_COMPLETE = 0x8CE0, 0x8CD5
_PIXEL_UNPACK_BUFFER, _PIXEL_UNPACK_BINDING = 0x88EC, 0x88EF
_UNPACK = {0x0CF5: 1, 0x0CF2: 0, 0x0CF3: 0, 0x0CF4: 0}
"""How rows are laid out in memory: alignment, row length, skipped rows, skipped pixels."""
_COLOR_BUFFER_BIT, _NEAREST, _SCISSOR_TEST = 0x4000, 0x2600, 0x0C11
_VERSION, _EXTENSIONS = 0x1F02, 0x1F03

_INT, _POINTER = ctypes.c_int, ctypes.c_void_p
_SIGNATURES = {
    "glBindBuffer": (None, _INT, _INT),
    "glBindFramebuffer": (None, _INT, _INT),
    "glBindTexture": (None, _INT, _INT),
    "glBlitFramebuffer": (None, *[_INT] * 10),
    "glCheckFramebufferStatus": (_INT, _INT),
    "glDeleteFramebuffers": (None, _INT, _POINTER),
    "glDeleteTextures": (None, _INT, _POINTER),
    "glDisable": (None, _INT),
    "glEnable": (None, _INT),
    "glFramebufferTexture2D": (None, *[_INT] * 5),
    "glGenFramebuffers": (None, _INT, _POINTER),
    "glGenTextures": (None, _INT, _POINTER),
    "glGetIntegerv": (None, _INT, _POINTER),
    "glGetString": (_POINTER, _INT),
    "glIsEnabled": (ctypes.c_ubyte, _INT),
    "glPixelStorei": (None, _INT, _INT),
    "glTexImage2D": (None, *[_INT] * 8, _POINTER),
}
_INSTEAD = (
    "the window stays empty. Draw into mjtFramebuffer.mjFB_OFFSCREEN and show what mjr_readPixels returns, use synovia.Renderer, or in "
    'Gymnasium render_mode="rgb_array"'
)


def current():
    """The window of GLFW whose context is current in this thread, or None."""
    glfw = sys.modules.get("glfw")
    if not hasattr(glfw, "get_current_context"):
        return None
    # before glfw.init and after glfw.terminate the question itself is an error, which is not the program's
    reporting, glfw.ERROR_REPORTING = glfw.ERROR_REPORTING, False
    try:
        return glfw.get_current_context() or None
    finally:
        glfw.ERROR_REPORTING = reporting


def same(one, other):
    """True if both are the same window, or None."""
    return _address(one) == _address(other)


def _address(window):
    return ctypes.cast(window, ctypes.c_void_p).value if window else None


class Screen:
    """The window that a context draws into, and the functions of its OpenGL."""

    def __init__(self):
        self._address, self._functions = None, None

    def size(self):
        """Columns and rows of the current window in pixels, which on dense displays are more than its own units; None without one."""
        window = current()
        return window and sys.modules["glfw"].get_framebuffer_size(window)

    def show(self, pixels, left, bottom, width, height):
        """Copies colours, bottom row first, into a rectangle of the current window."""
        window = current()
        if window is None:
            return
        if _address(window) != self._address:
            self._address, self._functions = _address(window), _functions(sys.modules["glfw"])
        if self._functions is not None and not _blit(self._functions, pixels, left, bottom, width, height):
            self._functions = None
            _warn("this window's OpenGL has no frame buffer object for RGB textures")


def _functions(glfw):
    """The functions of the current context by name; None, after a warning, if it cannot show pixels."""
    prototype = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
    addresses = {name: glfw.get_proc_address(name) for name in _SIGNATURES}
    missing = [name for name, address in addresses.items() if not address]
    if missing:
        _warn(f"this window's OpenGL has no {missing[0]}")
        return None
    gl = {name: prototype(*_SIGNATURES[name])(address) for name, address in addresses.items()}
    # drivers give addresses of functions that the context does not have, too
    version = _string(gl, _VERSION)
    digits = [word[0] for word in version.split() if word[0].isdigit()]
    modern = bool(digits) and int(digits[0]) >= 3
    if not modern and "GL_ARB_framebuffer_object" not in _string(gl, _EXTENSIONS):
        _warn(f"this window has OpenGL {version or 'of an unknown version'}, 3.0 is needed")
        return None
    return gl


def _blit(gl, pixels, left, bottom, width, height):
    """Copies pixels into the window's frame buffer, and leaves the state of OpenGL as it was; False if it cannot."""
    texture, target = ctypes.c_uint(), ctypes.c_uint()
    asked = (_TEXTURE_BINDING_2D, _READ_BINDING, _DRAW_BINDING, _PIXEL_UNPACK_BINDING)
    bound = {name: _integer(gl, name) for name in asked}
    layout = {name: _integer(gl, name) for name in _UNPACK}
    scissor = gl["glIsEnabled"](_SCISSOR_TEST)

    gl["glGenTextures"](1, ctypes.byref(texture))
    gl["glGenFramebuffers"](1, ctypes.byref(target))
    gl["glBindBuffer"](_PIXEL_UNPACK_BUFFER, 0)
    gl["glBindTexture"](_TEXTURE_2D, texture.value)
    for name, value in _UNPACK.items():
        gl["glPixelStorei"](name, value)
    gl["glTexImage2D"](_TEXTURE_2D, 0, _RGB8, width, height, 0, _RGB, _UNSIGNED_BYTE, pixels)
    gl["glBindFramebuffer"](_READ_FRAMEBUFFER, target.value)
    gl["glFramebufferTexture2D"](_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0, _TEXTURE_2D, texture.value, 0)
    complete = gl["glCheckFramebufferStatus"](_READ_FRAMEBUFFER) == _FRAMEBUFFER_COMPLETE
    if complete:
        gl["glBindFramebuffer"](_DRAW_FRAMEBUFFER, 0)
        gl["glDisable"](_SCISSOR_TEST)
        corners = (left, bottom, left + width, bottom + height)
        gl["glBlitFramebuffer"](0, 0, width, height, *corners, _COLOR_BUFFER_BIT, _NEAREST)

    gl["glBindFramebuffer"](_READ_FRAMEBUFFER, bound[_READ_BINDING])
    gl["glBindFramebuffer"](_DRAW_FRAMEBUFFER, bound[_DRAW_BINDING])
    gl["glBindTexture"](_TEXTURE_2D, bound[_TEXTURE_BINDING_2D])
    gl["glBindBuffer"](_PIXEL_UNPACK_BUFFER, bound[_PIXEL_UNPACK_BINDING])
    for name, value in layout.items():
        gl["glPixelStorei"](name, value)
    if scissor:
        gl["glEnable"](_SCISSOR_TEST)
    gl["glDeleteFramebuffers"](1, ctypes.byref(target))
    gl["glDeleteTextures"](1, ctypes.byref(texture))
    return complete


def _string(gl, name):
    address = gl["glGetString"](name)
    return ctypes.string_at(address).decode("ascii", "replace") if address else ""


def _integer(gl, name):
    value = ctypes.c_int()
    gl["glGetIntegerv"](name, ctypes.byref(value))
    return value.value


def warn_of_others():
    """Warns if an OpenGL context that GLFW did not make is current: nothing can be shown there."""
    for library, function in _OTHERS:
        try:
            # only a library that the process has loaded already can have a context
            asked = getattr(ctypes.CDLL(library, mode=os.RTLD_NOLOAD), function)
        except (OSError, AttributeError):
            continue
        asked.restype = ctypes.c_void_p
        if asked():
            _warn("the current OpenGL context is not one of GLFW, and Synovia draws into windows of GLFW only")
            return


# Linux; elsewhere nothing is detected
_OTHERS = []
if sys.platform == "linux":
    _OTHERS += [("libGLX.so.0", "glXGetCurrentContext"), ("libGL.so.1", "glXGetCurrentContext"), ("libEGL.so.1", "eglGetCurrentContext")]


def _warn(reason):
    warnings.warn(f"{reason}: {_INSTEAD}", RuntimeWarning, stacklevel=outside())
