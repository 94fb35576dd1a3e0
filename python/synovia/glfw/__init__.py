"""Contexts for programs that use glfw: the same as everywhere, see `synovia.gl_context`."""

from synovia.gl_context import GLContext

__all__ = ["GLContext"]
