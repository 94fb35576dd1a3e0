"""Explicit flexes: both modules compile them to the same fields, or refuse them."""

import numpy as np
import pytest
from support.pair import both, refused

SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
JOINTS = (SLIDES, "", '<joint axis="0 1 1"/>', '<joint type="ball"/>', '<joint type="slide" axis="1 1 0"/>')


def words(values):
    return " ".join(f"{x:.3f}" for x in np.ravel(values))


def document(bodies, flexes, rest=""):
    return f"<mujoco><worldbody>\n{bodies}\n</worldbody><deformable>\n{flexes}\n</deformable>{rest}</mujoco>"


def chain(rng, n, joints):
    """Bodies `b0`, `b1`, …: some are children of the previous one, the others of the world."""
    text, depth = "", 0
    for k in range(n):
        if depth and rng.random() < 0.5:
            text += "</body>" * depth
            depth = 0
        turn = f' quat="{words(rng.normal(size=4))}"' if rng.random() < 0.3 else ""
        joint = joints[rng.integers(len(joints))]
        size = rng.uniform(0.05, 0.3)
        text += f'<body name="b{k}" pos="{words(rng.uniform(-1, 1, 3))}"{turn}>{joint}<geom size="{size:.3f}"/>'
        depth += 1
    return text + "</body>" * depth


def elements(rng, dim, vertices, count):
    """Elements with randomly chosen vertices."""
    return np.array([rng.permutation(vertices)[: dim + 1] for _ in range(count)])


@pytest.mark.parametrize("seed", range(40))
def test_lines_and_sheets_on_any_bodies(seed):
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(4, 9)), int(rng.integers(1, 3))
    names = [f"b{k}" for k in rng.permutation(n)]
    if rng.random() < 0.5:
        names[0] = "world"
    vertex = f'vertex="{words(rng.uniform(-0.5, 0.5, (n, 3)))}"' if rng.random() < 0.5 else ""
    texture = f'texcoord="{words(rng.random((n, 2)))}"' if rng.random() < 0.5 else ""
    element = " ".join(map(str, elements(rng, dim, n, int(rng.integers(2, 10))).ravel()))
    stiffness = f'stiffness="{rng.uniform(0, 5):.2f}"' if dim == 1 else ""
    flex = (
        f'<flex name="f" dim="{dim}" body="{" ".join(names)}" element="{element}" {vertex} {texture} radius=".02">'
        f'<contact margin=".01" selfcollide="{rng.choice(["none", "bvh", "sap"])}" internal="{rng.choice(["true", "false"])}"/>'
        f'<edge damping="{rng.choice([0, 1.5])}" {stiffness}/>'
        f'<elasticity young="1e4" poisson=".3" damping=".1" thickness=".05" elastic2d="stretch"/></flex>'
    )
    constraint = '<equality><flex flex="f"/></equality>' if rng.random() < 0.5 else ""
    both(document(chain(rng, n, JOINTS), flex, constraint))


@pytest.mark.parametrize("elastic", ["none", "bend", "stretch", "both"])
@pytest.mark.parametrize("held", ["", "flex", "flexvert"])
def test_sheets_that_slide(elastic, held):
    rng = np.random.default_rng(1)
    places = [(x, y, 0.0) for x in range(4) for y in range(4)]
    masses = rng.uniform(0.5, 1, 16)
    bodies = "".join(
        f'<body name="b{k}" pos="{words(p)}">{SLIDES}<geom size=".05" mass="{m:.2f}"/></body>'
        for k, (p, m) in enumerate(zip(places, masses, strict=True))
    )
    corners = [[4 * x + y, 4 * x + y + 4, 4 * x + y + 1] for x in range(3) for y in range(3)]
    others = [[4 * x + y + 4, 4 * x + y + 5, 4 * x + y + 1] for x in range(3) for y in range(3)]
    names = " ".join(f"b{k}" for k in range(16))
    element = " ".join(str(v) for triangle in corners + others for v in triangle)
    flex = (
        f'<flex name="f" body="{names}" element="{element}">'
        f'<elasticity young="1e4" poisson=".2" thickness=".03" elastic2d="{elastic}"/></flex>'
    )
    both(document(bodies, flex, f'<equality><{held} flex="f"/></equality>' if held else ""))


@pytest.mark.parametrize("layers", [1, 2, 5])
def test_solids_with_layers(layers):
    side = 4
    places = [(x, y, z) for x in range(side) for y in range(side) for z in range(side)]
    at = {place: k for k, place in enumerate(places)}
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    element = []
    for cell in ((x, y, z) for x in range(side - 1) for y in range(side - 1) for z in range(side - 1)):
        for order in orders:
            corner = list(cell)
            element.append(at[tuple(corner)])
            for axis in order:
                corner[axis] += 1
                element.append(at[tuple(corner)])
    bodies = "".join(f'<body name="b{k}" pos="{words(p)}">{SLIDES}<geom size=".05"/></body>' for k, p in enumerate(places))
    flex = (
        f'<flex name="f" dim="3" body="{" ".join(f"b{k}" for k in range(len(places)))}" element="{" ".join(map(str, element))}">'
        f'<contact activelayers="{layers}"/><elasticity young="1e4" poisson=".4" damping=".1"/></flex>'
    )
    model = both(document(bodies, flex))
    assert model.flex_elemlayer.max() == 3


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("young", [0, 1e4])
def test_vertices_between_nodes(order, young):
    rng = np.random.default_rng(order)
    ticks = np.linspace(0, 1, order + 1)
    places = [(1.5 * x, y, 0.5 * z) for x in ticks for y in ticks for z in ticks]
    nodes = "".join(f'<body name="n{k}" pos="{words(p)}">{SLIDES}<geom size=".05"/></body>' for k, p in enumerate(places))
    vertices, count = 30, 320 if young else 5
    element = " ".join(map(str, elements(rng, 2, vertices, count).ravel()))
    flex = (
        f'<flex name="f" body="{" ".join(["root"] * vertices)}" node="{" ".join(f"n{k}" for k in range(len(places)))}" '
        f'vertex="{words(rng.random((vertices, 3)))}" element="{element}"><contact selfcollide="none"/>'
        f'<elasticity young="{young}" poisson=".3" damping=".1"/></flex>'
    )
    model = both(document(f'<body name="root" pos=".1 .2 .3" quat="1 .2 .3 .1"/>{nodes}', flex))
    assert model.flex_interp[0] == order


THREE = "".join(f'<body name="b{k}" pos="{k} {k * k} 0">{SLIDES}<geom size=".1"/></body>' for k in range(3))
MISTAKES = [
    ('dim="4" body="b0 b1 b2" element="0 1 2"', "", "dim"),
    ('body="b0 b1 b2" element="0 1"', "", "element"),
    ('body="b0 b1 b2" element="0 1 3"', "", "range"),
    ('body="b0 b1 b2" element="0 1 1"', "", "repeated"),
    ('body="b0 b1" element="0 1 0"', "", "vertices"),
    ('body="b0 b1 x" element="0 1 2"', "", "x"),
    ('body="b0 b1 b2" element="0 1 2" vertex="0 0 0 1 1 1"', "", "body"),
    ('body="b0 b1 b2" element="0 1 2" vertex="0 0"', "", "vertex"),
    ('body="b0 b1 b2" element="0 1 2" material="m"', "", "material"),
    ('body="b0 b1 b2" element="0 1 2" texcoord="0 1"', "", "texture"),
    ('body="b0 b1 b2" element="0 1 2"', '<edge stiffness="1"/>', "stiffness"),
    ('body="b0 b1 b2" element="0 1 2"', '<elasticity young="1" poisson=".6"/>', "poisson"),
    ('body="b0 b1 b2" element="0 1 2"', '<elasticity young="1" elastic2d="both"/>', "thickness"),
    ('body="world b1 b2" element="0 1 2"', '<elasticity elastic2d="bend"/>', "remove its pin"),
    ('body="b0 b1 b2" element="0 1 2" node="b0 b1"', '<contact selfcollide="none"/>', "node"),
]


@pytest.mark.parametrize(("attributes", "children", "word"), MISTAKES)
def test_mistakes_are_refused(attributes, children, word):
    refused(document(THREE, f'<flex name="f" {attributes}>{children}</flex>'), word)


def test_a_rigid_flex_cannot_be_held():
    flex = '<flex name="f" body="b0" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/>'
    refused(document(THREE, flex, '<equality><flex flex="f"/></equality>'), "rigid")
