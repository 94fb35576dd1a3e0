"""Rendering contexts. Images are rendered on the CPU, so a context needs no display, driver or environment variable.

`GLContext` exists because programs create one before they render. It only stores the size of its window. A window that the
program opened with GLFW is drawn into, if it became current after the last `GLContext` did.
"""

import threading

from synovia._drawing import window as _window

_CURRENT = threading.local()


class GLContext:
    """An invisible window of `max_width` by `max_height` pixels."""

    def __init__(self, max_width, max_height):
        self.max_width = int(max_width)
        self.max_height = int(max_height)
        self._open = True

    def make_current(self):
        """Makes this the current context of the thread: rendering contexts created from now on have a window of its size."""
        if self._open:
            _CURRENT.context, _CURRENT.hidden = self, _window.current()

    def free(self):
        """Frees the context; it is safe to call this twice."""
        self._open = False
        if getattr(_CURRENT, "context", None) is self:
            _CURRENT.context = None

    def __enter__(self):
        self.make_current()
        return self

    def __exit__(self, *_):
        self.free()


def screen():
    """The screen of the current window for new rendering contexts; None if the current context is a `GLContext`, or there is no window."""
    window = _window.current()
    context = getattr(_CURRENT, "context", None)
    if window is None or (context is not None and _window.same(window, _CURRENT.hidden)):
        return None
    return _window.Screen()


def window_size():
    """Size of the current context's window, or None."""
    context = getattr(_CURRENT, "context", None)
    return None if context is None else (context.max_width, context.max_height)
