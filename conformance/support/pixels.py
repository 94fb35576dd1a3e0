"""Pictures of a model: colours, distances and objects."""

import numpy as np

WIDTH, HEIGHT = 96, 72
# models of wheels only: a recording must not depend on what else lies beside the project
SOURCES = ("dm_control/", "gymnasium/")


def chosen(models):
    """Models of the wheels, spread over their folders."""
    folders = {}
    for name, path in models:
        if name.startswith(SOURCES):
            folders.setdefault(name.rpartition("/")[0], []).append((name, path))
    depth = max(map(len, folders.values()), default=0)
    for k in range(depth):
        for entries in folders.values():
            if k < len(entries):
                yield entries[k]


def draw(module, path):
    """What a module draws of a model's start, or None if it has nothing to draw."""
    try:
        m = module.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    if m.ngeom + m.nflex + m.nskin == 0:
        return None
    d = module.MjData(m)
    module.mj_forward(m, d)
    camera = 0 if m.ncam else -1
    with module.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d, camera)
        color = renderer.render()
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        objects = renderer.render()
    # every second pixel of the distances: they are the larger part of a recording
    return {"color": color, "depth": depth[::2, ::2], "objects": objects.astype(np.int16)}
