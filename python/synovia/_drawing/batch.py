"""Images of many simulations at once: pixels for learning."""

import numpy as np

from synovia import _synovia
from synovia._drawing.image_renderer import ImageRenderer
from synovia._drawing.scene import MjvOption


class BatchRenderer(ImageRenderer):
    """Renders many simulations of one model at once, on all cores.

    renderer = BatchRenderer(model, height=84, width=84, camera="side")
    pixels = renderer.render(simulations)  # (len(simulations), 84, 84, 3)

    The simulations must be up to date, for instance by `mj_forward`. The images have the same bits as when rendered one by one.
    """

    __module__ = "synovia"

    def __init__(self, model, height=84, width=84, camera=-1, max_geom=1000, scene_option=None):
        super().__init__(model, height, width)
        self._pictures = _synovia.Pictures(model, self._width, self._height, int(max_geom))
        self.camera = camera
        self.scene_option = MjvOption() if scene_option is None else scene_option
        self._effects = {}

    def set_flag(self, flag, value):
        """Switches a rendering effect, `mjtRndFlag`: shadows, reflections, the skybox and others."""
        self._effects[int(flag)] = int(bool(value))

    def render(self, data, camera=None, *, out=None):
        """Colours of each simulation, `(N, H, W, 3)`, top row first."""
        return self._drawn(self._pictures.colors, data, camera, (3,), np.uint8, out)

    def render_depth(self, data, camera=None, *, out=None):
        """Distances along the view direction [m] of each simulation, `(N, H, W)`."""
        return self._drawn(self._pictures.distances, data, camera, (), np.float32, out)

    def render_segmentation(self, data, camera=None, *, out=None):
        """Id and type (`mjtObj`) of the object at each pixel, `(N, H, W, 2)`; -1 for the background."""
        return self._drawn(self._pictures.segmentations, data, camera, (2,), np.int32, out)

    def _drawn(self, draw, data, camera, channels, dtype, out):
        data = list(data)
        shape = (len(data), self._height, self._width, *channels)
        if out is None:
            out = np.empty(shape, dtype)
        elif out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
            raise ValueError(f"out should be a C-contiguous array of {np.dtype(dtype).name} with shape {shape}")
        camera = self._camera(self.camera if camera is None else camera)
        view = (camera._bytes(), self.scene_option._bytes(), list(self._effects.items()))
        draw(self._model, data, view, out.reshape(-1))
        return out
