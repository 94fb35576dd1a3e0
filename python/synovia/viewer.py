"""The viewer, without a window.

Synovia renders images (`synovia.Renderer`) but opens no windows. `launch_passive` returns a handle for programs that show their
results: it has all methods of MuJoCo's handle, shows nothing, and counts updates in `syncs`.
`launch` is an error, because it has nothing to do without a window.
"""

import contextlib
import threading
import warnings
from typing import Any, Callable, ContextManager, Dict, List, Optional, Tuple

from synovia import MjData, MjModel, MjrRect, MjvCamera, MjvOption, MjvPerturb, MjvScene, mjv_defaultFreeCamera



def _instead(model: str = "MODEL") -> str:
    draw = f"synovia render {model} -o FILE.png (or .mp4)"
    return f"Synovia has no viewer yet. Render images and videos with {draw} on the command line, or with synovia.Renderer in Python"


class Handle:
    """The handle returned by `launch_passive`: the settings of an invisible view."""

    def __init__(self, model: MjModel, data: MjData, key_callback: Optional[Callable[[int], None]] = None) -> None:
        self._model, self._data, self._key_callback = model, data, key_callback
        self._lock, self._running = threading.RLock(), True
        self._cam, self._opt, self._perturb = MjvCamera(), MjvOption(), MjvPerturb()
        mjv_defaultFreeCamera(model, self._cam)
        self._scene = MjvScene(model, 10000)
        self.syncs = 0
        """Number of calls of `sync`."""
        self._shown: Dict[str, List[Any]] = {"figures": [], "texts": [], "images": []}

    @property
    def cam(self) -> MjvCamera:
        """The camera."""
        return self._cam

    @property
    def opt(self) -> MjvOption:
        """The visualisation options."""
        return self._opt

    @property
    def perturb(self) -> MjvPerturb:
        """The perturbation; always empty, because nothing can be selected."""
        return self._perturb

    @property
    def user_scn(self) -> MjvScene:
        """A scene for custom shapes of the program."""
        return self._scene

    @property
    def viewport(self) -> MjrRect:
        """The size of the window: empty."""
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
        """Would show the current state; counts calls."""
        if self._running:
            with self._lock:
                self.syncs += 1

    def close(self) -> None:
        """Closes the view."""
        self._running = False

    def lock(self) -> ContextManager[Any]:
        """A context manager that prevents the view from reading the model and the simulation."""
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
        """Sets figures over the image: pairs of a rectangle and an `MjvFigure`."""
        self._shown["figures"] = _listed(viewports_figures)

    def clear_figures(self) -> None:
        """Removes the figures."""
        self._shown["figures"] = []

    def set_texts(self, texts: Any) -> None:
        """Sets text over the image: font, grid position, text, second text."""
        self._shown["texts"] = _listed(texts)

    def clear_texts(self) -> None:
        """Removes the text."""
        self._shown["texts"] = []

    def set_images(self, viewports_images: Any) -> None:
        """Sets images over the image: pairs of a rectangle and pixels."""
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
    """Returns a handle for a program that simulates and calls `sync`; nothing is shown, which is reported by a warning."""
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
    """Would open a window and simulate until it is closed: raises an error with alternatives."""
    raise RuntimeError(f"viewer.launch: {_instead()}; your own loop can use viewer.launch_passive, which shows nothing")


def launch_from_path(path: str) -> None:
    """Would open a window with the model of a file: raises an error with alternatives."""
    raise RuntimeError(f"viewer.launch_from_path: {_instead(path)}")


if __name__ == "__main__":
    import sys

    # the model, as passed to MuJoCo's viewer: --mjcf=FILE, --mjcf FILE
    _given = [word.partition("=")[2] or word for word in sys.argv[1:] if word not in ("--mjcf", "-mjcf")]
    _named = _given[:1] if _given and not _given[0].startswith("-") else []
    sys.exit(f"synovia.viewer: {_instead(*_named)}")
