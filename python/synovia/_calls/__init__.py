"""Functions with MuJoCo's names that are written in Python, and their shared helpers.

| module         | contents                                                                    |
|----------------|-----------------------------------------------------------------------------|
| `arguments`    | conversion and checks of arguments, by the table in `signatures`            |
| `simulation`   | functions that take a model and a simulation                                |
| `math`, `band` | small functions of numbers and arrays; banded matrices                      |
| `active_set`   | quadratic programs with bounds                                              |
| `length_range` | length ranges of actuators                                                  |
| `callbacks`    | functions that the step calls                                               |
| `plugins`      | plugins, and their registration from Python classes                         |
| `warnings`     | reports of warnings                                                         |
"""
