"""Functions that fill, move and draw scenes, for scripts/generate/signatures.py."""

COMMON = """
m: MjModel
d: MjData
opt: MjvOption
vopt: MjvOption
pert: MjvPerturb or None
cam: MjvCamera
cam1: MjvGLCamera
cam2: MjvGLCamera
scn: MjvScene
fig: MjvFigure
geom: MjvGeom - written
con: MjrContext
viewport: MjrRect - pixels, from the lower left corner
catmask: int - bits of `mjtCatBit`
action: int - `mjtMouse`
reldx: float - movement to the right, over the height of the window
reldy: float - movement down, over the height of the window
headpos: f8 (3,) out or None - where the eyes are, m
forward: f8 (3,) out or None - direction of view
up: f8 (3,) out or None - direction up
font: int - `mjtFont`
index: int - index of the auxiliary buffer
width: int - pixels
height: int - pixels
r: float - red, 0 to 1
g: float - green, 0 to 1
b: float - blue, 0 to 1
a: float - opacity, 0 to 1
txt: str
flg_color: int - 1 to copy colours
flg_depth: int - 1 to copy depth
"""

TABLE = """
mjr_addAux | samples: int - for each pixel
mjr_blitAux | src: MjrRect | left: int - pixels | bottom: int - pixels
mjr_blitBuffer | src: MjrRect | dst: MjrRect
mjr_changeFont | fontscale: int - percent
mjr_drawPixels | rgb: u1 (height, width, 3) array or None | depth: f4 (height, width) array or None
mjr_figure | fig: MjvFigure - only the ranges are written
mjr_findRect | x: int - pixels | y: int - pixels | nrect: int - number of rectangles to test | rect: Iterable[MjrRect] | -> int
mjr_getError | -> int
mjr_label | rt: float - red of the text | gt: float - green of the text | bt: float - blue of the text
mjr_maxViewport | -> MjrRect
mjr_overlay | gridpos: int - `mjtGridPos` | overlay: str | overlay2: str - second column
mjr_readPixels | rgb: u1 (height, width, 3) out or None | depth: f4 (height, width) out or None
mjr_setBuffer | framebuffer: int - `mjtFramebuffer`
mjr_text | x: float - 0 to 1 | y: float - 0 to 1
mjr_uploadHField | hfieldid: int - id of a height field
mjr_uploadMesh | meshid: int - id of a mesh
mjr_uploadTexture | texid: int - id of a texture
mjv_alignToCamera | res: f8 (3,) out | vec: f8 (3,) | forward: f8 (3,) - direction of view
mjv_applyPerturbForce | d: MjData - `xfrc_applied` is written | pert: MjvPerturb
mjv_applyPerturbPose | d: MjData - `qpos` and mocap poses are written | pert: MjvPerturb | flg_paused: int - 1 to move all bodies
mjv_averageCamera | -> MjvGLCamera
mjv_cameraFrame | right: f8 (3,) out or None - direction to the right
mjv_cameraFrustum | zver: f4 (2,) out or None - bottom and top | zhor: f4 (2,) out or None - left and right | zclip: f4 (2,) out or None - near and far, m
mjv_connector | type: int - `mjtGeom` | width: float - m | from_: f8 (3,) | to: f8 (3,)
mjv_defaultCamera | cam: MjvCamera - written
mjv_defaultFigure | fig: MjvFigure - written
mjv_defaultFreeCamera | cam: MjvCamera - written
mjv_defaultOption | opt: MjvOption - written
mjv_defaultPerturb | pert: MjvPerturb - written
mjv_frustumHeight | -> float
mjv_initGeom | type: int - `mjtGeom` | size: f8 (3,) or None | pos: f8 (3,) or None | mat: f8 (9,) or None | rgba: f4 (4,) or None
mjv_initPerturb | pert: MjvPerturb - written
mjv_model2room | roompos: f8 (3,) out | roomquat: f8 (4,) out | modelpos: f8 (3,) | modelquat: f8 (4,)
mjv_moveCamera | cam: MjvCamera - written
mjv_moveModel | roomup: f8 (3,) - direction up in the room | scn: MjvScene - written
mjv_movePerturb | pert: MjvPerturb - written
mjv_room2model | modelpos: f8 (3,) out | modelquat: f8 (4,) out | roompos: f8 (3,) | roomquat: f8 (4,)
mjv_select | aspectratio: float - width over height | relx: float - 0 left to 1 right | rely: float - 0 bottom to 1 top | selpnt: f8 (3,) out - in world coordinates | geomid: i4 (1,) out | flexid: i4 (1,) out | skinid: i4 (1,) out | -> int
mjv_updateCamera | scn: MjvScene - written
mjv_updateScene | scn: MjvScene - written
mjv_updateSkin | scn: MjvScene - written
mjv_makeLights | scn: MjvScene - written
mjv_addGeoms | scn: MjvScene - written
"""
