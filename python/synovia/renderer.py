"""`Renderer`: images of a simulation as arrays, without display or driver."""

import numpy as np

from synovia._drawing.context import MjrContext, MjrRect, fill, mjr_render, mjr_setBuffer
from synovia._drawing.image_renderer import ImageRenderer
from synovia._drawing.scene import MjvOption, MjvScene
from synovia._drawing.scene_functions import mjv_updateScene
from synovia._enums import ENUMS

_FLAG = ENUMS["mjtRndFlag"]
_OFFSCREEN = ENUMS["mjtFramebuffer"].mjFB_OFFSCREEN
_ZERO_FAR = ENUMS["mjtDepthMap"].mjDEPTH_ZEROFAR
_ALL = ENUMS["mjtCatBit"].mjCAT_ALL


class Renderer(ImageRenderer):
    """Renders a model: `update_scene` takes the shapes of a simulation, `render` returns pixels.

    with Renderer(model, height=240, width=320) as renderer:
        renderer.update_scene(data, camera="side")
        pixels = renderer.render()
    """

    def __init__(self, model, height=240, width=320, max_geom=10000, font_scale=150):
        super().__init__(model, height, width)
        for side, size in (("width", width), ("height", height)):
            room = getattr(model.vis.global_, "off" + side)
            if size > room:
                raise ValueError(
                    f"Image {side} {size} > framebuffer {side} {room}. Request a smaller image, or give the model more "
                    f'of the model: <visual><global off{side}="{size}"/></visual>'
                )
            if size <= 0:
                raise ValueError(f"Image {side} {size} is not positive")
        self._rect = MjrRect(0, 0, self._width, self._height)
        self._scene = MjvScene(model, 10000 if max_geom is None else max_geom)
        self._scene_option = MjvOption()
        self._mjr_context = MjrContext(model, int(font_scale))
        self._mjr_context.readDepthMap = _ZERO_FAR
        mjr_setBuffer(_OFFSCREEN, self._mjr_context)
        self._depth_rendering = self._segmentation_rendering = False

    @property
    def scene(self):
        """The scene that is rendered; programs may add shapes to it after `update_scene`."""
        return self._scene

    def enable_depth_rendering(self):
        """Makes `render` return distances along the view direction [m]."""
        self._depth_rendering, self._segmentation_rendering = True, False

    def disable_depth_rendering(self):
        """Makes `render` return colours."""
        self._depth_rendering = False

    def enable_segmentation_rendering(self):
        """Makes `render` return ids and types of the visible objects."""
        self._depth_rendering, self._segmentation_rendering = False, True

    def disable_segmentation_rendering(self):
        """Makes `render` return colours."""
        self._segmentation_rendering = False

    def update_scene(self, data, camera=-1, scene_option=None):
        """Updates the scene from a simulation.

        `camera` is a camera of the model by id or name, -1 for the free camera, or an `MjvCamera`.
        """
        option = self._scene_option if scene_option is None else scene_option
        mjv_updateScene(self._model, data, option, None, self._camera(camera), _ALL, self._scene)

    def render(self, *, out=None):
        """The image, top row first: colours `(H, W, 3)`, distances `(H, W)`, or ids and types `(H, W, 2)`.

        `out`, if given, is filled and returned; it is ignored for ids and types.
        """
        if self._mjr_context is None:
            raise RuntimeError("render cannot be called after close.")
        depth, segments = self._depth_rendering, self._segmentation_rendering
        size = (self._height, self._width)
        shape = size if depth else (*size, 3)
        if out is not None and out.shape != shape:
            raise ValueError(f"Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead.")
        flags = self._scene.flags.copy()
        if depth or segments:
            self._scene.flags[int(_FLAG.mjRND_SEGMENT)] = self._scene.flags[int(_FLAG.mjRND_IDCOLOR)] = 1
        try:
            mjr_render(self._rect, self._scene, self._mjr_context)
        finally:
            self._scene.flags[:] = flags
        renderer, view = self._mjr_context._drawing(), self._rect._tuple()
        if segments:
            return fill(np.empty((*size, 2), np.int32), np.int32, lambda array: renderer.fill_objects(array, view, self._scene))
        dtype = np.float32 if depth else np.uint8
        if out is None:
            out = np.empty(shape, dtype)
        if depth:
            extent, vis = self._model.stat.extent, self._model.vis.map
            planes = vis.znear * extent, vis.zfar * extent
            return fill(out, dtype, lambda array: renderer.fill_distances(array, view, *planes))
        return fill(out, dtype, lambda array: renderer.fill_colors(array, view, 3, True))

    def close(self):
        """Frees the resources of the renderer; may be called twice."""
        if getattr(self, "_mjr_context", None) is not None:
            self._mjr_context.free()
        self._mjr_context = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()


Renderer.__module__ = "synovia"
