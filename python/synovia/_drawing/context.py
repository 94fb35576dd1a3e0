"""Pixels: contexts that draw scenes on the processor, and MuJoCo's `mjr_*` functions.

A context has two buffers, as in MuJoCo: a window and one off screen. What is drawn into the window's buffer is copied into the
window that the program opened with GLFW, if there is one. Fields of a context that name objects of OpenGL are there for programs
that look at them; nothing depends on them.
"""

import threading

import numpy as np

from synovia import _synovia
from synovia._enums import ENUMS
from synovia._synovia import FatalError
from synovia._fields.memory import listing
from synovia._drawing.window import warn_of_others
from synovia.gl_context import screen, window_size

_WINDOW, _OFFSCREEN, _FIRST_AUX = 0, 1, 2
_AUX = 10
# GL_RGB: colours are read as red, green, blue
_GL_RGB, _GL_RGBA = 0x1907, 0x1908
_CURRENT = threading.local()


class MjrRect:
    """A rectangle of pixels, from the lower left."""

    # with the sentences of `help`
    __slots__ = {
        "left": "Leftmost column of pixels. int",
        "bottom": "Lowest row of pixels. int",
        "width": "Columns. int",
        "height": "Rows. int",
    }
    __module__ = "synovia"

    def __init__(self, left, bottom, width, height):
        self.left, self.bottom, self.width, self.height = int(left), int(bottom), int(width), int(height)

    def _tuple(self):
        return self.left, self.bottom, self.width, self.height

    def __eq__(self, other):
        return self._tuple() == other._tuple() if isinstance(other, MjrRect) else NotImplemented

    __hash__ = None

    def __copy__(self):
        return MjrRect(*self._tuple())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return MjrRect, self._tuple()

    def __repr__(self):
        return listing(self, "MjrRect", self.__slots__)


def check_model(maker, model):
    """Refuses what is not a model, with the name of the class to construct."""
    if not isinstance(model, _synovia.Model):
        raise TypeError(f"{maker}: model should be an MjModel, not {type(model).__name__}")


class MjrContext:
    """The resources to render a model: its meshes and textures, the font, and frame buffers."""

    __module__ = "synovia"

    def __init__(self, model=None, fontscale=None):
        if model is not None:
            check_model("MjrContext", model)
        self._renderer = self._screen = None
        # the buffer that is drawn into, and the size of that of the window
        self._target, self._window_size = _WINDOW, None
        self._settle(model, fontscale)
        if model is not None:
            self._screen = screen()
            hidden = window_size()
            # only a program with a window of another toolkit than GLFW has none of these
            self._unseen = self._screen is None and hidden is None
            self._window_size = (self._screen and self._screen.size()) or hidden or (self.offWidth, self.offHeight)
            self._renderer = _synovia.RenderContext(model, int(fontscale or 150), *self._window_size)
            width, height = self._renderer.char_size(0)
            big_width, big_height = self._renderer.char_size(2)
            self.charWidth[32:], self.charHeight = width, height
            self.charWidthBig[32:], self.charHeightBig = big_width, big_height
            self.glInitialized = 1
        _CURRENT.context = self

    def _settle(self, model, fontscale):
        """The fields that programs may look at."""
        vis = model.vis if model is not None else None
        extent = model.stat.extent if model is not None else 0.0
        for name in _ZEROS:
            setattr(self, name, 0)
        for name, (count, dtype) in _ARRAYS.items():
            setattr(self, name, np.zeros(count, dtype))
        self.skinvertVBO = self.skinnormalVBO = self.skintexcoordVBO = self.skinfaceVBO = ()
        self.fogStart = self.fogEnd = self.lineWidth = self.shadowClip = self.shadowScale = 0.0
        self.readPixelFormat = _GL_RGB
        self.fontScale = int(fontscale or 0)
        if model is None:
            return
        self.fogStart, self.fogEnd = vis.map.fogstart * extent, vis.map.fogend * extent
        self.fogRGBA[:] = vis.rgba.fog
        self.lineWidth = vis.global_.linewidth
        self.shadowClip, self.shadowScale = vis.map.shadowclip * extent, vis.map.shadowscale
        self.shadowSize = vis.quality.shadowsize
        self.offWidth, self.offHeight = vis.global_.offwidth, vis.global_.offheight
        self.offSamples = vis.quality.offsamples
        self.ntexture, self.nskin = model.ntex, model.nskin
        self.textureType[: model.ntex] = model.tex_type[:1000]
        self.windowAvailable = self.offFBO = 1

    def free(self):
        """Frees what the context has; it is safe to do so twice."""
        self._renderer = None
        self.glInitialized = 0

    def _drawing(self):
        if self._renderer is None:
            raise FatalError("this MjrContext has no model, or was freed: make one with MjrContext(model, fontscale)")
        if self._screen is not None and self._target == _WINDOW:
            size = self._screen.size()
            if size not in (None, self._window_size):
                self._renderer.resize(_WINDOW, *size)
                self._window_size = size
        return self._renderer

    def _aim(self, buffer):
        """Draws into a buffer from now on."""
        self._target = buffer
        self._drawing().set_buffer(buffer)

    def _shown(self, viewport=None):
        """Copies a rectangle of the window's buffer, or all of it, into the program's window, if that was drawn into."""
        if self._screen is None or self._target != _WINDOW:
            return
        width, height = self._window_size
        left = bottom = 0
        if viewport is not None:
            left, bottom = max(viewport.left, 0), max(viewport.bottom, 0)
            width = min(viewport.left + viewport.width, width) - left
            height = min(viewport.bottom + viewport.height, height) - bottom
        if width > 0 and height > 0:
            part = (left, bottom, width, height)
            self._screen.show(self._renderer.read_color(part), *part)

    def __repr__(self):
        return listing(self, "MjrContext", [name for name in vars(self) if not name.startswith("_")])


_ZEROS = (
    "baseBuiltin baseFontBig baseFontNormal baseFontShadow baseHField baseMesh basePlane charHeight charHeightBig "
    "currentBuffer glInitialized nskin ntexture offColor offColor_r offDepthStencil offDepthStencil_r offFBO offFBO_r "
    "offHeight offSamples offWidth rangeBuiltin rangeFont rangeHField rangeMesh rangePlane readDepthMap shadowFBO "
    "shadowSize shadowTex windowAvailable windowDoublebuffer windowSamples windowStereo"
).split()
_ARRAYS = {
    "auxColor": (_AUX, np.uint32),
    "auxColor_r": (_AUX, np.uint32),
    "auxFBO": (_AUX, np.uint32),
    "auxFBO_r": (_AUX, np.uint32),
    "auxHeight": (_AUX, np.int32),
    "auxSamples": (_AUX, np.int32),
    "auxWidth": (_AUX, np.int32),
    "charWidth": (127, np.int32),
    "charWidthBig": (127, np.int32),
    "fogRGBA": (4, np.float32),
    "mat_texid": (10000, np.int32),
    "mat_texrepeat": (2000, np.float32),
    "mat_texuniform": (1000, np.int32),
    "texture": (1000, np.uint32),
    "textureType": (1000, np.int32),
}


def _current():
    """The context that was used last in this thread."""
    context = getattr(_CURRENT, "context", None)
    if context is None or context._renderer is None:
        raise FatalError("there is no MjrContext to draw with: make one first")
    return context


def _use(con):
    _CURRENT.context = con
    return con._drawing()


def mjr_setBuffer(framebuffer, con):
    """Draws to the window or off screen from now on, `mjtFramebuffer`.

    - `framebuffer`: int; `mjtFramebuffer`
    - `con`: MjrContext
    """
    number = int(framebuffer)
    if number not in (_WINDOW, _OFFSCREEN):
        raise FatalError(f"there is no framebuffer {number}")
    _use(con)
    con._aim(number)
    con.currentBuffer = number


def mjr_restoreBuffer(con):
    """Draws to the buffer again that was set before an auxiliary one.

    - `con`: MjrContext
    """
    _use(con)
    con._aim(con.currentBuffer)


def mjr_render(viewport, scn, con):
    """Draws a scene into a rectangle of the current buffer.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `scn`: MjvScene
    - `con`: MjrContext
    """
    _use(con).render(viewport._tuple(), scn)
    if con._unseen and con._target == _WINDOW:
        con._unseen = False
        warn_of_others()
    con._shown(viewport)


def mjr_readPixels(rgb, depth, viewport, con):
    """Copies colours and depth of a rectangle, bottom row first; None skips one.

    Depth is 0 at the near and 1 at the far plane, or the other way round if `con.readDepthMap` says so.

    - `rgb`: uint8 (height, width, 3) or None, written
    - `depth`: float32 (height, width) or None, written
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `con`: MjrContext
    """
    renderer, view = _use(con), viewport._tuple()
    pixels = viewport.width * viewport.height
    if rgb is not None:
        channels = 4 if con.readPixelFormat == _GL_RGBA else 3
        _flat("rgb", rgb, np.uint8, channels * pixels)
        fill(rgb, np.uint8, lambda array: renderer.fill_colors(array, view, channels, False))
    if depth is not None:
        _flat("depth", depth, np.float32, pixels)
        zero_near = con.readDepthMap == ENUMS["mjtDepthMap"].mjDEPTH_ZERONEAR
        fill(depth, np.float32, lambda array: renderer.fill_depths(array, view, zero_near))


def fill(out, dtype, write):
    """Lets `write` write its rows into an array, or into a new one that is copied if the array's memory does not allow that."""
    if not write(out):
        new = np.empty(out.shape, dtype)
        write(new)
        out[:] = new
    return out


def mjr_drawPixels(rgb, depth, viewport, con):
    """Writes colours and depth of a rectangle, bottom row first; None skips one.

    - `rgb`: uint8 (height, width, 3) or None
    - `depth`: float32 (height, width) or None
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `con`: MjrContext
    """
    renderer = _use(con)
    pixels = viewport.width * viewport.height
    colors = None if rgb is None else _flat("rgb", rgb, np.uint8, 3 * pixels).tobytes()
    depths = None if depth is None else _flat("depth", depth, np.float32, pixels).tobytes()
    renderer.draw_pixels(viewport._tuple(), colors, depths)
    con._shown(viewport)


def _flat(name, array, dtype, size):
    """A view of an array in one row."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
        raise TypeError(f"{name} should be a C-contiguous array of {np.dtype(dtype).name}")
    if array.size != size:
        raise TypeError(f"{name} should have {size} elements, it has {array.size}")
    return array.reshape(-1)


def mjr_resizeOffscreen(width, height, con):
    """Changes the size of the buffer off screen, which becomes empty.

    - `width`: int; pixels
    - `height`: int; pixels
    - `con`: MjrContext
    """
    _use(con).resize(_OFFSCREEN, int(width), int(height))
    con.offWidth, con.offHeight = int(width), int(height)


def mjr_addAux(index, width, height, samples, con):
    """Adds an auxiliary buffer.

    - `index`: int; index of the auxiliary buffer
    - `width`: int; pixels
    - `height`: int; pixels
    - `samples`: int; for each pixel
    - `con`: MjrContext
    """
    index = _aux(index)
    _use(con).resize(_FIRST_AUX + index, int(width), int(height))
    con.auxFBO[index], con.auxWidth[index], con.auxHeight[index], con.auxSamples[index] = 1, width, height, samples


def mjr_setAux(index, con):
    """Draws to an auxiliary buffer until `mjr_restoreBuffer`.

    - `index`: int; index of the auxiliary buffer
    - `con`: MjrContext
    """
    index = _aux(index)
    if not con.auxFBO[index]:
        raise FatalError(f"auxFBO {index} does not exist")
    _use(con)
    con._aim(_FIRST_AUX + index)


def mjr_blitAux(index, src, left, bottom, con):
    """Copies a rectangle of an auxiliary buffer to the current one.

    - `index`: int; index of the auxiliary buffer
    - `src`: MjrRect
    - `left`: int; pixels
    - `bottom`: int; pixels
    - `con`: MjrContext
    """
    index = _aux(index)
    if con.auxFBO[index]:
        target = (int(left), int(bottom), src.width, src.height)
        _use(con).blit(_FIRST_AUX + index, con.currentBuffer, src._tuple(), target, True, False)
        con._shown(MjrRect(*target))


def mjr_blitBuffer(src, dst, flg_color, flg_depth, con):
    """Copies a rectangle of the current buffer to the other one.

    - `src`: MjrRect
    - `dst`: MjrRect
    - `flg_color`: int; 1 to copy colours
    - `flg_depth`: int; 1 to copy depth
    - `con`: MjrContext
    """
    other = _OFFSCREEN if con.currentBuffer == _WINDOW else _WINDOW
    _use(con).blit(con.currentBuffer, other, src._tuple(), dst._tuple(), bool(flg_color), bool(flg_depth))
    if other == _WINDOW and con._screen is not None:
        before = con._target
        con._aim(_WINDOW)
        con._shown(dst)
        con._aim(before)


def _aux(index):
    if not 0 <= int(index) < _AUX:
        raise FatalError(f"there is no auxiliary buffer {index}: they are numbered from 0 to {_AUX - 1}")
    return int(index)


def mjr_maxViewport(con):
    """All of the current buffer.

    - `con`: MjrContext
    - returns MjrRect
    """
    return MjrRect(0, 0, *_use(con).size())


def mjr_rectangle(viewport, r, g, b, a):
    """Fills a rectangle of the context that was used last.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    - `a`: float; opacity, 0 to 1
    """
    con = _current()
    con._drawing().rectangle(viewport._tuple(), (r, g, b, a))
    con._shown(viewport)


def _str(text):
    """Text as MuJoCo takes it: a string, its bytes, or None for nothing."""
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text or ""


def mjr_text(font, txt, con, x, y, r, g, b):
    """Draws a line of text at (x, y), fractions of the viewport that was drawn last.

    - `font`: int; `mjtFont`
    - `txt`: str
    - `con`: MjrContext
    - `x`: float; 0 to 1
    - `y`: float; 0 to 1
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    """
    _use(con).text(int(font), _str(txt), (x, y), (r, g, b))
    con._shown()


def mjr_label(viewport, font, txt, r, g, b, a, rt, gt, bt, con):
    """Fills a rectangle and draws a text in its middle.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `font`: int; `mjtFont`
    - `txt`: str
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    - `a`: float; opacity, 0 to 1
    - `rt`: float; red of the text
    - `gt`: float; green of the text
    - `bt`: float; blue of the text
    - `con`: MjrContext
    """
    _use(con).label(viewport._tuple(), int(font), _str(txt), (r, g, b, a), (rt, gt, bt))
    con._shown(viewport)


def mjr_overlay(font, gridpos, viewport, overlay, overlay2, con):
    """Draws a block of text, or two side by side, in a corner of a rectangle.

    - `font`: int; `mjtFont`
    - `gridpos`: int; `mjtGridPos`
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `overlay`: str
    - `overlay2`: str; second column
    - `con`: MjrContext
    """
    _use(con).overlay(int(font), int(gridpos), viewport._tuple(), _str(overlay), _str(overlay2))
    con._shown(viewport)


def mjr_figure(viewport, fig, con):
    """Draws a diagram; its axes' ranges are written into it.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `fig`: MjvFigure; only the ranges are written
    - `con`: MjrContext
    """
    fig._put(_use(con).figure(viewport._tuple(), fig._bytes()))
    con._shown(viewport)


def mjr_changeFont(fontscale, con):
    """Changes the size of the font, in percent.

    - `fontscale`: int; percent
    - `con`: MjrContext
    """
    renderer = _use(con)
    renderer.change_font(int(fontscale))
    con.fontScale = int(fontscale)
    con.charWidth[32:], con.charHeight = renderer.char_size(0)
    con.charWidthBig[32:], con.charHeightBig = renderer.char_size(2)


def mjr_uploadMesh(m, con, meshid):
    """Takes a mesh from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `meshid`: int; id of a mesh
    """
    _use(con).upload(m, "mesh", int(meshid))


def mjr_uploadTexture(m, con, texid):
    """Takes a texture from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `texid`: int; id of a texture
    """
    _use(con).upload(m, "texture", int(texid))


def mjr_uploadHField(m, con, hfieldid):
    """Takes a height field from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `hfieldid`: int; id of a height field
    """
    _use(con).upload(m, "hfield", int(hfieldid))


def mjr_findRect(x, y, nrect, rect):
    """Which rectangle holds the point, -1 if none does.

    - `x`: int; pixels
    - `y`: int; pixels
    - `nrect`: int; number of rectangles to test
    - `rect`: Iterable[MjrRect]
    - returns int
    """
    rects = [rect] if isinstance(rect, MjrRect) else rect
    for k, one in enumerate(rects[: int(nrect)]):
        if one.left <= x < one.left + one.width and one.bottom <= y < one.bottom + one.height:
            return k
    return -1


def mjr_finish():
    """Waits until everything is drawn, which it always is."""


def mjr_getError():
    """The last error of drawing: there is none, errors are exceptions.

    - returns int
    """
    return 0


__all__ = [name for name in dir() if name.startswith("mjr_")]
