"""Contexts for drawing. Pictures are drawn on the processor, so a context needs no display, driver or variable.

`GLContext` is here because programs make one before they draw. It keeps the size of its window, nothing else. A window that the
program opened with GLFW is drawn into, if it became current later than a `GLContext` did.
"""

import threading

from synovia._drawing import window as _window

_CURRENT = threading.local()


class GLContext:
    """A window that nobody sees, with room for `max_width` by `max_height` pixels."""

    def __init__(self, max_width, max_height):
        self.max_width = int(max_width)
        self.max_height = int(max_height)
        self._open = True

    def make_current(self):
        """Makes this the context of the thread: contexts for drawing made from now on have a window of its size."""
        if self._open:
            _CURRENT.context, _CURRENT.hidden = self, _window.current()

    def free(self):
        """Ends the context; it is safe to do so twice."""
        self._open = False
        if getattr(_CURRENT, "context", None) is self:
            _CURRENT.context = None

    def __enter__(self):
        self.make_current()
        return self

    def __exit__(self, *_):
        self.free()


def screen():
    """The screen of the window that contexts for drawing made now are for; None if it is that of a `GLContext`, or there is none."""
    window = _window.current()
    context = getattr(_CURRENT, "context", None)
    if window is None or (context is not None and _window.same(window, _CURRENT.hidden)):
        return None
    return _window.Screen()


def window_size():
    """Size of the current context's window, or None."""
    context = getattr(_CURRENT, "context", None)
    return None if context is None else (context.max_width, context.max_height)
