"""Scenes and pixels.

| module            | contents                                                     |
|-------------------|--------------------------------------------------------------|
| `scene`           | `MjvScene` and its records                                   |
| `scene_functions` | `mjv_…`                                                      |
| `context`         | `MjrContext` and `mjr_…`                                     |
| `window`          | windows that a program opened with GLFW                      |
| `batch`           | `BatchRenderer`                                              |
"""
