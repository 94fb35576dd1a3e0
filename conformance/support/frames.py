"""Small programs that call `mjr_*` functions: the resulting buffers, and the numbers they return."""

import numpy as np

WIDTH, HEIGHT = 120, 90

MODEL = """
<mujoco>
  <statistic center="0 0 .2" extent="1.5"/>
  <asset>
    <texture name="t" type="2d" builtin="checker" rgb1=".9 .9 .9" rgb2=".2 .3 .4" width="16" height="16"/>
    <material name="m" texture="t" texrepeat="2 2"/>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  1 0 1  0 1 1" scale=".4 .4 .4"/>
    <hfield name="hill" nrow="3" ncol="3" size=".5 .5 .3 .05" elevation="0 0 0  0 1 0  0 0 0"/>
  </asset>
  <worldbody>
    <light pos="0 -1 2" dir="0 .4 -1" castshadow="false"/>
    <geom type="plane" size="1 1 .1" material="m"/>
    <geom type="mesh" mesh="wedge" pos="-.5 0 .2" rgba=".8 .3 .2 1"/>
    <geom type="hfield" hfield="hill" pos=".5 0 .05" rgba=".3 .7 .3 1"/>
  </worldbody>
</mujoco>
"""


class Frame:
    """A context with an empty offscreen buffer."""

    def __init__(self, module):
        self.module = module
        self.model = module.MjModel.from_xml_string(MODEL)
        self.data = module.MjData(self.model)
        module.mj_forward(self.model, self.data)
        self.renderer = module.Renderer(self.model, HEIGHT, WIDTH)
        self.con = self.renderer._mjr_context
        self.full = module.MjrRect(0, 0, WIDTH, HEIGHT)
        module.mjr_rectangle(self.full, 0.5, 0.5, 0.5, 1)

    def read(self, depth=False):
        """The colour buffer, or the depth buffer."""
        rgb, z = np.zeros((HEIGHT, WIDTH, 3), np.uint8), np.zeros((HEIGHT, WIDTH), np.float32)
        self.module.mjr_readPixels(None if depth else rgb, z if depth else None, self.full, self.con)
        return z if depth else rgb

    def draw(self):
        """Renders the model."""
        self.renderer.update_scene(self.data)
        self.module.mjr_render(self.full, self.renderer.scene, self.con)
        return self.read()


def rectangle(f):
    f.module.mjr_rectangle(f.module.MjrRect(10, 20, 50, 30), 1, 0.5, 0, 1)
    f.module.mjr_rectangle(f.module.MjrRect(40, 30, 60, 40), 0, 0, 1, 0.4)
    f.module.mjr_finish()
    return {"color": f.read(), "error": f.module.mjr_getError()}


def draw_pixels(f):
    numbers = np.random.default_rng(3)
    rgb = numbers.integers(0, 256, (20, 30, 3), dtype=np.uint8)
    f.module.mjr_drawPixels(rgb.ravel(), None, f.module.MjrRect(7, 9, 30, 20), f.con)
    return {"color": f.read()}


def aux(f):
    m = f.module
    m.mjr_addAux(2, 40, 30, 0, f.con)
    m.mjr_setAux(2, f.con)
    m.mjr_rectangle(m.MjrRect(0, 0, 40, 30), 0, 1, 0, 1)
    m.mjr_rectangle(m.MjrRect(5, 5, 10, 10), 1, 0, 0, 1)
    sizes = [int(f.con.auxWidth[2]), int(f.con.auxHeight[2])]
    m.mjr_restoreBuffer(f.con)
    m.mjr_blitAux(2, m.MjrRect(0, 0, 20, 20), 50, 40, f.con)
    return {"color": f.read(), "sizes": sizes}


def blit(f):
    m = f.module
    f.draw()
    m.mjr_setBuffer(int(m.mjtFramebuffer.mjFB_WINDOW), f.con)
    window = m.mjr_maxViewport(f.con)
    m.mjr_rectangle(window, 0, 0, 0, 1)
    m.mjr_setBuffer(int(m.mjtFramebuffer.mjFB_OFFSCREEN), f.con)
    half = m.MjrRect(0, 0, 60, 45)
    m.mjr_blitBuffer(half, half, 1, 0, f.con)
    m.mjr_setBuffer(int(m.mjtFramebuffer.mjFB_WINDOW), f.con)
    rgb = np.zeros((45, 60, 3), np.uint8)
    m.mjr_readPixels(rgb, None, half, f.con)
    m.mjr_setBuffer(int(m.mjtFramebuffer.mjFB_OFFSCREEN), f.con)
    return {"color": rgb}


def resize(f):
    m = f.module
    m.mjr_resizeOffscreen(64, 48, f.con)
    view = m.mjr_maxViewport(f.con)
    rgb = np.zeros((48, 64, 3), np.uint8)
    f.renderer.update_scene(f.data)
    m.mjr_render(view, f.renderer.scene, f.con)
    m.mjr_readPixels(rgb, None, view, f.con)
    return {"color": rgb, "view": [view.left, view.bottom, view.width, view.height]}


def find_rect(f):
    rects = [f.module.MjrRect(0, 0, 10, 10), f.module.MjrRect(5, 5, 10, 10)]
    places = [(3, 3), (7, 7), (14, 14), (15, 15), (-1, 2), (9, 10)]
    return {"found": [f.module.mjr_findRect(x, y, 1, rect) for x, y in places for rect in rects]}


def depth(f):
    f.draw()
    return {"depth": f.read(depth=True)}


def part(f):
    """Renders into a part of the buffer."""
    f.renderer.update_scene(f.data)
    f.module.mjr_render(f.module.MjrRect(20, 10, 64, 48), f.renderer.scene, f.con)
    return {"color": f.read()}


def texture(f):
    f.model.tex_data[:] = np.tile(np.uint8([200, 40, 40]), f.model.ntexdata // 3)
    f.module.mjr_uploadTexture(f.model, f.con, 0)
    return {"color": f.draw()}


def mesh(f):
    f.model.mesh_vert[:, 2] *= -0.5
    f.module.mjr_uploadMesh(f.model, f.con, 0)
    return {"color": f.draw()}


def hfield(f):
    f.model.hfield_data[:] = np.float32([1, 0, 1, 0, 0, 0, 1, 0, 1])
    f.module.mjr_uploadHField(f.model, f.con, 0)
    return {"color": f.draw()}


def diagram(f, **settings):
    figure = f.module.MjvFigure()
    f.module.mjv_defaultFigure(figure)
    figure.linewidth = 2
    figure.range[:] = [[0, 10], [-1, 1]]
    # margins depend on the font, which differs; without text they are nearly equal
    figure.flg_ticklabel[:] = 0
    figure.flg_legend = 0
    for key, value in settings.items():
        setattr(figure, key, value)
    x = np.linspace(0, 10, 30)
    for k, line in enumerate((np.sin(x), 0.5 * np.cos(2 * x))):
        figure.linepnt[k] = 30
        figure.linedata[k, :60] = np.column_stack([x, line]).ravel()
    f.module.mjr_figure(f.full, figure, f.con)
    return figure


def figure(f):
    fig = diagram(f)
    return {"letters": f.read(), "range": [*fig.xaxisdata, *fig.yaxisdata]}


def bars(f):
    diagram(f, flg_barplot=1, flg_extend=1)
    return {"letters": f.read()}


def text(f):
    f.module.mjr_rectangle(f.module.MjrRect(10, 5, 100, 70), 0, 0, 0.2, 1)
    f.module.mjr_text(int(f.module.mjtFont.mjFONT_NORMAL), "Text 1", f.con, 0.1, 0.4, 1, 1, 0)
    return {"letters": f.read()}


def label(f):
    f.module.mjr_label(f.module.MjrRect(10, 20, 90, 40), 0, "label", 0, 0, 1, 1, 1, 1, 0, f.con)
    return {"letters": f.read()}


def overlay(f):
    corner = int(f.module.mjtGridPos.mjGRID_TOPLEFT)
    f.module.mjr_overlay(0, corner, f.full, "time\nspeed", "1\n2", f.con)
    return {"letters": f.read()}


def font(f):
    f.module.mjr_changeFont(100, f.con)
    small = int(f.con.charHeight), int(f.con.fontScale)
    f.module.mjr_changeFont(200, f.con)
    return {"sizes": [small[1], int(f.con.fontScale)], "grows": [int(f.con.charHeight > small[0])]}


PROGRAMS = {
    f.__name__: f
    for f in (rectangle, draw_pixels, aux, blit, resize, find_rect, depth, part, texture, mesh, hfield, figure, bars)
} | {f.__name__: f for f in (text, label, overlay, font)}


def run(module, name):
    """The arrays of a program."""
    frame = Frame(module)
    try:
        return {key: np.asarray(value) for key, value in PROGRAMS[name](frame).items()}
    finally:
        frame.renderer.close()
