"""The viewer, without a window.

Synovia draws pictures (`synovia.Renderer`) but opens no windows. `launch_passive` gives a handle for programs that show what
they compute: everything that a program may ask of it is there, nothing is shown, and `syncs` counts how often it would have been.
`launch` has nothing to do without a window, and says so.
"""

import contextlib
import threading
import warnings
from typing import Any, Callable, ContextManager, Dict, List, Optional, Tuple

from synovia import MjData, MjModel, MjrRect, MjvCamera, MjvOption, MjvPerturb, MjvScene, mjv_defaultFreeCamera



def _instead(model: str = "MODEL") -> str:
    draw = f"synovia render {model} -o FILE.png (or .mp4)"
    return f"Synovia has no viewer yet. Draw pictures and videos with {draw} on the command line, or with synovia.Renderer in Python"


class Handle:
    """What `launch_passive` returns: the settings of a view that nobody sees."""

    def __init__(self, model: MjModel, data: MjData, key_callback: Optional[Callable[[int], None]] = None) -> None:
        self._model, self._data, self._key_callback = model, data, key_callback
        self._lock, self._running = threading.RLock(), True
        self._cam, self._opt, self._perturb = MjvCamera(), MjvOption(), MjvPerturb()
        mjv_defaultFreeCamera(model, self._cam)
        self._scene = MjvScene(model, 10000)
        self.syncs = 0
        """How often `sync` was called."""
        self._shown: Dict[str, List[Any]] = {"figures": [], "texts": [], "images": []}

    @property
    def cam(self) -> MjvCamera:
        """The camera."""
        return self._cam

    @property
    def opt(self) -> MjvOption:
        """What is to be drawn."""
        return self._opt

    @property
    def perturb(self) -> MjvPerturb:
        """What is selected: nothing, because nobody can."""
        return self._perturb

    @property
    def user_scn(self) -> MjvScene:
        """A scene for shapes of the program."""
        return self._scene

    @property
    def viewport(self) -> MjrRect:
        """The size of the window: none."""
        return MjrRect(0, 0, 0, 0)

    @property
    def m(self) -> MjModel:
        """The model."""
        return self._model

    @property
    def d(self) -> MjData:
        """The simulation."""
        return self._data

    def is_running(self) -> bool:
        """True until `close`."""
        return self._running

    def sync(self, state_only: bool = False) -> None:
        """Would show the present state; counts."""
        if self._running:
            with self._lock:
                self.syncs += 1

    def close(self) -> None:
        """Ends the view."""
        self._running = False

    def lock(self) -> ContextManager[Any]:
        """A context that keeps the view from reading the model and the simulation."""
        return self._lock if self._running else contextlib.nullcontext()

    def update_hfield(self, hfieldid: int) -> None:
        """Would show a changed height field."""
        _check("hfieldid", hfieldid, self._model.nhfield)

    def update_mesh(self, meshid: int) -> None:
        """Would show a changed mesh."""
        _check("meshid", meshid, self._model.nmesh)

    def update_texture(self, texid: int) -> None:
        """Would show a changed texture."""
        _check("texid", texid, self._model.ntex)

    def set_figures(self, viewports_figures: Any) -> None:
        """Diagrams over the picture: pairs of a rectangle and an `MjvFigure`."""
        self._shown["figures"] = _listed(viewports_figures)

    def clear_figures(self) -> None:
        """Removes the diagrams."""
        self._shown["figures"] = []

    def set_texts(self, texts: Any) -> None:
        """Texts over the picture: font, grid position, text, second text."""
        self._shown["texts"] = _listed(texts)

    def clear_texts(self) -> None:
        """Removes the texts."""
        self._shown["texts"] = []

    def set_images(self, viewports_images: Any) -> None:
        """Images over the picture: pairs of a rectangle and pixels."""
        self._shown["images"] = _listed(viewports_images)

    def clear_images(self) -> None:
        """Removes the images."""
        self._shown["images"] = []

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def _check(name: str, number: int, count: int) -> None:
    if not 0 <= int(number) < count:
        raise ValueError(f"{name} {number} is not between 0 and {count}")


def _listed(given: Any) -> List[Any]:
    return [given] if isinstance(given, tuple) else list(given)


def launch_passive(
    model: MjModel,
    data: MjData,
    *,
    key_callback: Optional[Callable[[int], None]] = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> Handle:
    """A handle for a program that computes and calls `sync`; nothing is shown, and a warning says so, once."""
    if not isinstance(model, MjModel):
        raise ValueError(f"model should be an MjModel, it is a {type(model).__name__}")
    if key_callback is not None and not callable(key_callback):
        raise ValueError("key_callback should be callable")
    warnings.warn(f"launch_passive shows nothing: {_instead()}", RuntimeWarning, stacklevel=2)
    return Handle(model, data, key_callback)


def launch(
    model: Optional[MjModel] = None,
    data: Optional[MjData] = None,
    *,
    loader: Optional[Callable[[], Tuple[MjModel, MjData]]] = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> None:
    """Would open a window and simulate until it is closed: an error that says what to do instead."""
    raise RuntimeError(f"viewer.launch: {_instead()}; a loop of your own runs with viewer.launch_passive, which shows nothing")


def launch_from_path(path: str) -> None:
    """Would open a window with the model of a file: an error that says what to do instead."""
    raise RuntimeError(f"viewer.launch_from_path: {_instead(path)}")


if __name__ == "__main__":
    import sys

    # the model, as MuJoCo's viewer takes it: --mjcf=FILE, --mjcf FILE
    _given = [word.partition("=")[2] or word for word in sys.argv[1:] if word not in ("--mjcf", "-mjcf")]
    _named = _given[:1] if _given and not _given[0].startswith("-") else []
    sys.exit(f"synovia.viewer: {_instead(*_named)}")
