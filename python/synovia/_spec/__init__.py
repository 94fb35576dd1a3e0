"""Models as things to edit: `MjSpec` and its elements.

| module           | contents                                                                 |
|------------------|--------------------------------------------------------------------------|
| `values`         | descriptors of members, live lists                                       |
| `elements`       | the classes of elements, `MjsBody` to `MjsKey`                           |
| `methods`        | actuator shortcuts, built-in meshes, paths of tendons                    |
| `parts`          | compiler settings, default classes, plugins                              |
| `keywords`       | keywords of `add_…`: signatures, suggestions                             |
| `representation` | `repr` of elements                                                       |
| `specification`  | `MjSpec`                                                                 |
"""
