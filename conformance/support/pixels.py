"""Rendered images of a model: colours, depths and segmentation."""

import numpy as np

WIDTH, HEIGHT = 96, 72
# models of wheels only: a recording must not depend on a corpus beside the project
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


# a small scene for features that models seldom use
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
    """Stereo, both eyes side by side."""
    scene.stereo = int(module.mjtStereo.mjSTEREO_SIDEBYSIDE)


def four_buffers(module, scene):
    """Stereo with a buffer per eye: offscreen there are no such buffers, and the eyes are drawn side by side."""
    scene.stereo = int(module.mjtStereo.mjSTEREO_QUADBUFFERED)
    scene.framewidth = 2
    scene.framergb[:] = [0.9, 0.6, 0.1]


def moved(_module, scene):
    """The whole scene rotated, scaled down and translated."""
    scene.enabletransform = 1
    scene.translate[:] = [0.2, -0.1, 0.15]
    scene.rotate[:] = [0.9689124, 0.0, 0.0, 0.2474040]
    scene.scale = 0.7


def wire(module, scene):
    """Edges of polygons only."""
    scene.flags[int(module.mjtRndFlag.mjRND_WIREFRAME)] = 1


def wire_without_shadows(module, scene):
    """The same, without shadows."""
    wire(module, scene)
    scene.flags[int(module.mjtRndFlag.mjRND_SHADOW)] = 0


def lines(module, scene):
    """Thin and wide lines in all directions, and a wireframe box."""
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


# views of SCENE: its settings, and a function that changes the scene
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
    """The images of a view of SCENE."""
    settings, change = VIEWS[name]
    return pictures(module, module.MjModel.from_xml_string(SCENE.format(**settings)), -1, change)


def draw(module, path):
    """The images of a model's initial state, or None if it does not load or has nothing to draw."""
    try:
        m = module.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    if m.ngeom + m.nflex + m.nskin == 0:
        return None
    return pictures(module, m, 0 if m.ncam else -1)


def pictures(module, m, camera, change=None):
    """Colours, depths and segmentation of a model's initial state; `change` is called with the scene before it is drawn."""
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
        # the colour of the frame around the image is not an object
        renderer.scene.framewidth = 0
        renderer.enable_segmentation_rendering()
        objects = renderer.render()
    # every second pixel of the depths, which are the larger part of a recording
    return {"color": color, "depth": depth[::2, ::2], "objects": objects.astype(np.int16)}
