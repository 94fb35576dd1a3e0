"""Functions under MuJoCo's names that are written in Python, and what they share.

| module         | contents                                                                    |
|----------------|-----------------------------------------------------------------------------|
| `arguments`    | what an argument may be, by the table of `signatures`                       |
| `simulation`   | functions of a model and a simulation                                       |
| `math`, `band` | small functions of numbers and arrays; banded matrices                      |
| `active_set`   | quadratic programs with bounds                                              |
| `length_range` | length ranges of actuators                                                  |
| `callbacks`    | functions that the step calls                                               |
| `plugins`      | plugins, and classes that become one                                        |
| `warnings`     | reports of warnings                                                         |
"""
