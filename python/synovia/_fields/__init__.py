"""Models and simulations: their fields are numpy arrays over the engine's memory.

| module    | contents                                                              |
|-----------|-----------------------------------------------------------------------|
| `memory`  | attributes that are views of memory, from the schema given by Rust   |
| `views`   | named access: `m.body("torso").mass`                                  |
| `options` | options, statistics and visualisation settings                       |
| `model`   | `MjModel`                                                             |
| `data`    | `MjData`, contacts, counters                                          |
"""
