"""What `Renderer` and `BatchRenderer` share: a model, the size of images, and cameras by id or name."""

from synovia._compat.suggest import did_you_mean
from synovia._drawing.context import check_model
from synovia._drawing.scene import MjvCamera
from synovia._drawing.scene_functions import mjv_defaultFreeCamera
from synovia._enums import ENUMS
from synovia._fields.memory import text_of
from synovia._synovia import mj_name2id

_CAMERA = ENUMS["mjtCamera"]


def camera_of(model, wanted):
    """The camera of a model by id or name; -1 is the free camera."""
    number = wanted
    if isinstance(wanted, (str, bytes)):
        number = mj_name2id(model, ENUMS["mjtObj"].mjOBJ_CAMERA, wanted)
        if number == -1:
            name, known = text_of(wanted), model._names(int(ENUMS["mjtObj"].mjOBJ_CAMERA))
            raise ValueError(f'The camera "{name}" does not exist{did_you_mean(name, known) or "."}')
    if not -1 <= number < model.ncam:
        raise ValueError(f"The camera id {number} is out of range [-1, {model.ncam}).")
    camera = MjvCamera()
    if number == -1:
        mjv_defaultFreeCamera(model, camera)
    else:
        camera.type, camera.fixedcamid = _CAMERA.mjCAMERA_FIXED, number
    return camera


class ImageRenderer:
    """The model that is rendered and the size of its images."""

    def __init__(self, model, height, width):
        check_model(type(self).__name__, model)
        self._model, self._height, self._width = model, int(height), int(width)

    @property
    def model(self):
        """The model that is rendered."""
        return self._model

    @property
    def height(self):
        """Rows of an image."""
        return self._height

    @property
    def width(self):
        """Columns of an image."""
        return self._width

    def _camera(self, camera):
        """An `MjvCamera`, given one or the id or name of a camera of the model."""
        return camera if isinstance(camera, MjvCamera) else camera_of(self._model, camera)
