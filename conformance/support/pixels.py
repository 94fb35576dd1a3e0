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


# a small scene for what models seldom ask for
SCENE = """
<mujoco>
  <visual><global orthographic="{orthographic}" fovy="{fovy}"/><quality offsamples="{samples}"/></visual>
  <statistic center="0 0 .4" extent="2"/>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="0 0 0" width="32" height="32"/>
    <texture name="grid" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .2 .3" mark="edge" markrgb=".8 .8 .8"
      width="64" height="64"/>
    <material name="grid" texture="grid" texrepeat="2 2" texuniform="true" reflectance="{mirror}"/>
  </asset>
  <worldbody>
    <light pos="1 -1 3" dir="-.3 .3 -1"/>
    <geom type="plane" size="2 2 .1" material="grid"/>
    <geom type="box" size=".2 .3 .25" pos="-.5 0 .25" rgba=".8 .3 .2 1"/>
    <geom type="sphere" size=".3" pos=".3 .4 .5" rgba=".2 .8 .3 1"/>
    <geom type="capsule" size=".1 .4" pos=".6 -.5 .5" euler="20 30 0" rgba=".3 .3 .9 .6"/>
    <geom type="cylinder" size=".15 .2" pos="-.1 -.6 .2" rgba=".8 .8 .2 1"/>
  </worldbody>
</mujoco>
"""
PERSPECTIVE = {"orthographic": "false", "fovy": 45, "samples": 4, "mirror": 0}
ONE_SAMPLE = PERSPECTIVE | {"samples": 0}
MIRROR = PERSPECTIVE | {"mirror": 0.5}


def side_by_side(module, scene):
    """Two eyes beside each other."""
    scene.stereo = int(module.mjtStereo.mjSTEREO_SIDEBYSIDE)


def four_buffers(module, scene):
    """Two eyes in buffers of their own: off screen there are none, and they stand beside each other."""
    scene.stereo = int(module.mjtStereo.mjSTEREO_QUADBUFFERED)
    scene.framewidth = 2
    scene.framergb[:] = [0.9, 0.6, 0.1]


def moved(_module, scene):
    """The whole scene turned, smaller, and elsewhere."""
    scene.enabletransform = 1
    scene.translate[:] = [0.2, -0.1, 0.15]
    scene.rotate[:] = [0.9689124, 0.0, 0.0, 0.2474040]
    scene.scale = 0.7


def wire(module, scene):
    """Sides of polygons only."""
    scene.flags[int(module.mjtRndFlag.mjRND_WIREFRAME)] = 1


def wire_without_shadows(module, scene):
    """The same, without what lines hide of themselves."""
    wire(module, scene)
    scene.flags[int(module.mjtRndFlag.mjRND_SHADOW)] = 0


def lines(module, scene):
    """Lines in all directions, thin and wide, and a box of lines."""
    black, red = np.float32([0, 0, 0, 1]), np.float32([0.9, 0.2, 0.1, 1])
    for k in range(12):
        geom = scene.geoms[scene.ngeom]
        end = np.array([np.cos(0.5 * k), np.sin(0.5 * k), 0.2 + 0.06 * k])
        module.mjv_initGeom(geom, int(module.mjtGeom.mjGEOM_LINE), np.zeros(3), np.zeros(3), np.eye(3).ravel(), red)
        module.mjv_connector(geom, int(module.mjtGeom.mjGEOM_LINE), 1.0 + k % 4, 0.1 * end + [0, 0, 0.3], end)
        geom.segid, geom.objtype, geom.objid = scene.ngeom, 0, k
        scene.ngeom += 1
    geom, box = scene.geoms[scene.ngeom], int(module.mjtGeom.mjGEOM_LINEBOX)
    module.mjv_initGeom(geom, box, np.full(3, 0.6), np.array([0, 0, 0.5]), np.eye(3).ravel(), black)
    geom.segid, geom.objtype, geom.objid = scene.ngeom, 0, 12
    scene.ngeom += 1


# what is drawn of SCENE: its settings, and what is changed in the scene
VIEWS = {
    "view/side by side": (PERSPECTIVE, side_by_side),
    "view/four buffers": (PERSPECTIVE, four_buffers),
    "view/moved": (PERSPECTIVE, moved),
    "view/orthographic": (PERSPECTIVE | {"orthographic": "true", "fovy": 3}, None),
    "view/wire": (PERSPECTIVE, wire),
    "view/wire without shadows": (PERSPECTIVE, wire_without_shadows),
    "view/wire of one sample": (ONE_SAMPLE, wire),
    "view/wire mirror": (MIRROR, wire),
    "view/lines": (PERSPECTIVE, lines),
    "view/lines of one sample": (ONE_SAMPLE, lines),
}


def draw_view(module, name):
    """What a module draws of a view of SCENE."""
    settings, change = VIEWS[name]
    return pictures(module, module.MjModel.from_xml_string(SCENE.format(**settings)), -1, change)


def draw(module, path):
    """What a module draws of a model's start, or None if it has nothing to draw."""
    try:
        m = module.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    if m.ngeom + m.nflex + m.nskin == 0:
        return None
    return pictures(module, m, 0 if m.ncam else -1)


def pictures(module, m, camera, change=None):
    """Colours, distances and objects of a model's start; `change` is called with the scene before it is drawn."""
    d = module.MjData(m)
    module.mj_forward(m, d)
    with module.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d, camera)
        if change:
            change(module, renderer.scene)
        color = renderer.render()
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.disable_depth_rendering()
        # the colour of a frame is no object
        renderer.scene.framewidth = 0
        renderer.enable_segmentation_rendering()
        objects = renderer.render()
    # every second pixel of the distances: they are the larger part of a recording
    return {"color": color, "depth": depth[::2, ::2], "objects": objects.astype(np.int16)}
