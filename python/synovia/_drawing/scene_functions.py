"""Functions that fill, move and question scenes: MuJoCo's `mjv_*`."""

from synovia import _synovia
from synovia._drawing.scene import MjvGLCamera, MjvOption


def _bytes(record):
    return None if record is None else record._bytes()


def mjv_updateScene(m, d, opt, pert, cam, catmask, scn):
    """Fills the scene with all that there is to draw of a simulation, seen by a camera.

    - `m`: MjModel
    - `d`: MjData
    - `opt`: MjvOption
    - `pert`: MjvPerturb or None
    - `cam`: MjvCamera
    - `catmask`: int; bits of `mjtCatBit`
    - `scn`: MjvScene; written
    """
    camera = cam._bytes()
    moved = _synovia.update_scene(m, d, scn, (opt._bytes(), camera), _bytes(pert), int(catmask))
    if moved != camera:  # only a camera that follows something is
        cam._put(moved)


def mjv_addGeoms(m, d, opt, pert, catmask, scn):
    """Adds the shapes of the categories in `catmask` to those in the scene.

    - `m`: MjModel
    - `d`: MjData
    - `opt`: MjvOption
    - `pert`: MjvPerturb or None
    - `catmask`: int; bits of `mjtCatBit`
    - `scn`: MjvScene; written
    """
    _synovia.add_geoms(m, d, scn, opt._bytes(), _bytes(pert), int(catmask))


def mjv_makeLights(m, d, scn):
    """Fills the lights of the scene.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene; written
    """
    _synovia.make_lights(m, d, scn)


def mjv_updateCamera(m, d, cam, scn):
    """Sets the two cameras of the scene.

    - `m`: MjModel
    - `d`: MjData
    - `cam`: MjvCamera
    - `scn`: MjvScene; written
    """
    cam._put(_synovia.update_camera(m, d, scn, cam._bytes()))


def mjv_updateSkin(m, d, scn):
    """Sets the surfaces of all skins.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene; written
    """
    every = MjvOption()
    every.skingroup[:] = 1
    _synovia.update_skin(m, d, scn, every._bytes())


def mjv_defaultCamera(cam):
    """Sets a camera to its defaults.

    - `cam`: MjvCamera; written
    """
    cam._put(_synovia.scene_default("camera"))


def mjv_defaultFreeCamera(m, cam):
    """Sets a camera to the free camera of a model.

    - `m`: MjModel
    - `cam`: MjvCamera; written
    """
    cam._put(_synovia.free_camera(m))


def mjv_defaultOption(opt):
    """Sets what is drawn to the defaults.

    - `opt`: MjvOption; written
    """
    opt._put(_synovia.scene_default("option"))


def mjv_defaultPerturb(pert):
    """Sets a perturbation to its defaults.

    - `pert`: MjvPerturb; written
    """
    pert._put(_synovia.scene_default("perturb"))


def mjv_defaultFigure(fig):
    """Sets a diagram to its defaults.

    - `fig`: MjvFigure; written
    """
    fig._put(_synovia.scene_default("figure"))


def mjv_initGeom(geom, type, size, pos, mat, rgba):
    """Sets the parts of a shape; None gives the default.

    - `geom`: MjvGeom; written
    - `type`: int; `mjtGeom`
    - `size`: float64 (3,) or None
    - `pos`: float64 (3,) or None
    - `mat`: float64 (9,) or None
    - `rgba`: float32 (4,) or None
    """
    geom._put(_synovia.init_geom(geom._bytes(), int(type), size, pos, mat, rgba))


def mjv_connector(geom, type, width, from_, to):
    """Makes a shape reach from one point to another.

    - `geom`: MjvGeom; written
    - `type`: int; `mjtGeom`
    - `width`: float; m
    - `from_`: float64 (3,)
    - `to`: float64 (3,)
    """
    geom._put(_synovia.connector(geom._bytes(), int(type), float(width), from_, to))


def mjv_cameraFrame(headpos, forward, up, right, d, cam):
    """Position, direction of view, up and right of a camera; None skips one.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `right`: float64 (3,) or None, written; direction to the right
    - `d`: MjData
    - `cam`: MjvCamera
    """
    found = _synovia.frame_of_camera(d.model, d, cam._bytes())
    _write(zip((headpos, forward, up, right), found))


def mjv_cameraFrustum(zver, zhor, zclip, m, cam):
    """What a camera sees: bounds on the near plane and distances of the clipping planes; None skips one.

    - `zver`: float32 (2,) or None, written; bottom and top
    - `zhor`: float32 (2,) or None, written; left and right
    - `zclip`: float32 (2,) or None, written; near and far, m
    - `m`: MjModel
    - `cam`: MjvCamera
    """
    _write(zip((zver, zhor, zclip), _synovia.frustum_of_camera(m, cam._bytes())))


def mjv_cameraInModel(headpos, forward, up, scn):
    """Position, direction of view and up of the scene's cameras, in the model.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `scn`: MjvScene
    """
    _write(zip((headpos, forward, up), _synovia.mean_eye(scn, False)))


def mjv_cameraInRoom(headpos, forward, up, scn):
    """Position, direction of view and up of the scene's cameras, in the room.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `scn`: MjvScene
    """
    _write(zip((headpos, forward, up), _synovia.mean_eye(scn, True)))


def mjv_room2model(modelpos, modelquat, roompos, roomquat, scn):
    """A pose in the room as one in the model.

    - `modelpos`: float64 (3,), written
    - `modelquat`: float64 (4,), written
    - `roompos`: float64 (3,)
    - `roomquat`: float64 (4,)
    - `scn`: MjvScene
    """
    _write(zip((modelpos, modelquat), _synovia.room_pose(scn, roompos, roomquat, False)))


def mjv_model2room(roompos, roomquat, modelpos, modelquat, scn):
    """A pose in the model as one in the room.

    - `roompos`: float64 (3,), written
    - `roomquat`: float64 (4,), written
    - `modelpos`: float64 (3,)
    - `modelquat`: float64 (4,)
    - `scn`: MjvScene
    """
    _write(zip((roompos, roomquat), _synovia.room_pose(scn, modelpos, modelquat, True)))


def mjv_frustumHeight(scn):
    """Height of what the scene's cameras see at distance 1.

    - `scn`: MjvScene
    - returns float
    """
    return _synovia.frustum_height(scn)


def mjv_alignToCamera(res, vec, forward):
    """Turns a horizontal movement to where the camera looks.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    - `forward`: float64 (3,); direction of view
    """
    res[...] = _synovia.aligned_to_camera(vec, forward)


def mjv_averageCamera(cam1, cam2):
    """The camera in the middle of two.

    - `cam1`: MjvGLCamera
    - `cam2`: MjvGLCamera
    - returns MjvGLCamera
    """
    return MjvGLCamera._of_bytes(_synovia.mean_camera(cam1._bytes(), cam2._bytes()))


def mjv_moveCamera(m, action, reldx, reldy, scn, cam):
    """Moves a camera with the mouse; movements are fractions of the window's height.

    - `m`: MjModel
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `scn`: MjvScene
    - `cam`: MjvCamera; written
    """
    cam._put(_synovia.move_camera(m, scn, int(action), (reldx, reldy), cam._bytes()))


def mjv_moveModel(m, action, reldx, reldy, roomup, scn):
    """Moves the model with the mouse.

    - `m`: MjModel
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `roomup`: float64 (3,); direction up in the room
    - `scn`: MjvScene; written
    """
    _synovia.move_model(m, scn, int(action), (reldx, reldy), roomup)


def mjv_movePerturb(m, d, action, reldx, reldy, scn, pert):
    """Moves the selected object with the mouse.

    - `m`: MjModel
    - `d`: MjData
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `scn`: MjvScene
    - `pert`: MjvPerturb; written
    """
    pert._put(_synovia.move_perturb(m, d, scn, int(action), (reldx, reldy), pert._bytes()))


def mjv_initPerturb(m, d, scn, pert):
    """Begins to drag the selected object.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene
    - `pert`: MjvPerturb; written
    """
    pert._put(_synovia.init_perturb(m, d, scn, pert._bytes()))


def mjv_applyPerturbPose(m, d, pert, flg_paused):
    """Puts the selected object where it shall be: mocap bodies, and others while paused.

    - `m`: MjModel
    - `d`: MjData; `qpos` and mocap poses are written
    - `pert`: MjvPerturb
    - `flg_paused`: int; 1 to move all bodies
    """
    _synovia.perturb_pose(m, d, pert._bytes(), bool(flg_paused))


def mjv_applyPerturbForce(m, d, pert):
    """Pulls the selected object to where it shall be, by `xfrc_applied`.

    - `m`: MjModel
    - `d`: MjData; `xfrc_applied` is written
    - `pert`: MjvPerturb
    """
    _synovia.perturb_force(m, d, pert._bytes())


def mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid, skinid):
    """The body at a point of the picture, −1 if there is none; where it is, and which geom, flex or skin.

    - `m`: MjModel
    - `d`: MjData
    - `vopt`: MjvOption
    - `aspectratio`: float; width over height
    - `relx`: float; 0 left to 1 right
    - `rely`: float; 0 bottom to 1 top
    - `scn`: MjvScene
    - `selpnt`: float64 (3,), written; in world coordinates
    - `geomid`: int32 (1,), written
    - `flexid`: int32 (1,), written
    - `skinid`: int32 (1,), written
    - returns int
    """
    geomid[...] = flexid[...] = skinid[...] = -1
    found = _synovia.select(m, d, scn, vopt._bytes(), float(aspectratio), (relx, rely))
    if found is None:
        return -1
    body, point, geom, flex, skin = found
    selpnt[...] = point
    geomid[...], flexid[...], skinid[...] = geom, flex, skin
    return body


def _write(pairs):
    for array, values in pairs:
        if array is not None:
            array[...] = values


__all__ = [name for name in dir() if name.startswith("mjv_")]
