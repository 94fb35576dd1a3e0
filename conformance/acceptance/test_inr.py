"""INR: inertia from geoms and meshes."""

import numpy as np
import pytest
from support.compare import in_file_frame, inertia_tensors, rotations
from support.modules import oracle
from support.pair import both, close, close_quat, load, message_of, mjcf, refused, refused_by_subject

CUBE = 'vertex="-.5 -.5 -.5 .5 -.5 -.5 .5 .5 -.5 -.5 .5 -.5 -.5 -.5 .5 .5 -.5 .5 .5 .5 .5 -.5 .5 .5"'
CUBE_FACES = "0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 2 3 7 2 7 6 0 4 7 0 7 3 1 2 6 1 6 5"
L_OUTLINE = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]
L_VERTICES = " ".join(f"{x} {y} {z}" for z in (0, 1) for x, y in L_OUTLINE)
L_FACES = (
    "0 2 1 6 7 8 0 3 2 6 8 9 0 4 3 6 9 10 0 5 4 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 "
    "4 5 11 4 11 10 5 0 6 5 6 11"
)
MODES = ("legacy", "exact", "convex", "shell")
SOLID = MODES[:3]


def mesh(mode=None, vertex=CUBE, faces=CUBE_FACES, extra=""):
    """A mesh asset, by default the cube."""
    inertia = f'inertia="{mode}"' if mode else ""
    return f'<mesh name="m" {vertex} face="{faces}" {inertia} {extra}/>'


def l_mesh(mode):
    return mesh(mode, f'vertex="{L_VERTICES}"', L_FACES)


def body(asset, geom='<geom type="mesh" mesh="m"/>', compiler="", **sections):
    """One free body that carries the given geoms."""
    return mjcf(f'<body><freejoint/>\n{geom}\n</body>', head=f"<compiler {compiler}/>", asset=asset, **sections)


def primitive(geom, compiler=""):
    return mjcf(f"<body><freejoint/>\n{geom}\n</body>", head=f"<compiler {compiler}/>")


def reversed_faces(count):
    """The faces of the cube with the first `count` triangles flipped."""
    faces = np.array(CUBE_FACES.split()).reshape(-1, 3)
    faces[:count] = faces[:count, [0, 2, 1]]
    return " ".join(faces.ravel())


@pytest.mark.extension
def test_inr_01_exactmeshinertia_makes_exact_the_default_mode():
    for word, mass in (("true", 4000.0), ("false", 4161.340544083906)):
        m = load(body(l_mesh(None), compiler=f'exactmeshinertia="{word}"'))
        close(m.body_mass[1], mass)
        cube, plain = load(body(mesh(), compiler=f'exactmeshinertia="{word}"')), load(body(mesh()))
        close(cube.body_mass[1], 1000.0)
        close(cube.body_inertia[1], np.full(3, 1000 / 6))
        for field in ("body_mass", "body_ipos", "body_inertia", "body_iquat"):
            close(getattr(cube, field), getattr(plain, field), 1e-12)
    # a mesh that specifies a mode keeps it
    close(load(body(l_mesh("convex"), compiler='exactmeshinertia="true"')).body_mass[1], 5000.0)
    refused_by_subject(body(mesh(), compiler='exactmeshinertia="maybe"'), "compiler", "exactmeshinertia", "maybe", at="maybe")


def test_inr_01_other_unknown_compiler_attributes_are_refused():
    refused(body(mesh(), compiler='exactness="true"'), "compiler", "exactness", at="exactness")


@pytest.mark.parametrize("mode", MODES)
def test_inr_02_mesh_inertia_accepts_its_four_words(mode):
    both(body(mesh(mode)))


def test_inr_02_absent_means_legacy_and_other_words_are_refused():
    close(both(body(l_mesh(None))).body_mass[1], both(body(l_mesh("legacy"))).body_mass[1], 0)
    refused(body(mesh("foo")), "invalid keyword", "foo", "mesh", at='"foo"')


def test_inr_03_a_default_class_gives_the_mode():
    m = both(body(mesh(), default='<mesh inertia="shell"/>'))
    close(m.body_mass[1], 6000.0)


@pytest.mark.parametrize("mode", SOLID)
def test_inr_04_solid_cube(mode):
    m = both(body(mesh(mode)))
    close(m.body_mass[1], 1000.0)
    close(m.body_inertia[1], np.full(3, 1000 / 12 * 2))
    close(m.body_ipos[1], np.zeros(3))
    close(inertia_tensors(m)[1], np.eye(3) * 1000 / 6)


def test_inr_05_shell_cube():
    m = both(body(mesh("shell")))
    close(m.body_mass[1], 6000.0)
    close(m.body_inertia[1], np.full(3, 5000 / 3))


def test_inr_06_the_solid_modes_agree_on_a_convex_mesh():
    legacy, exact, convex = (both(body(mesh(mode))) for mode in SOLID)
    for other in (exact, convex):
        close(other.body_mass, legacy.body_mass, 1e-12)
        close(other.body_ipos, legacy.body_ipos, 1e-12)
        close(other.body_inertia, legacy.body_inertia, 1e-12)
        close_quat(other.body_iquat[1], legacy.body_iquat[1], 1e-12)


@pytest.mark.parametrize(
    ("mode", "mass", "ipos", "inertia"),
    [
        ("legacy", 4161.340544083906, (1.2420108161, 0.7751966568, 0.5), (4234.0534173732, 3697.2689867472, 1219.5851517011)),
        ("exact", 4000.0, (1.25, 0.75, 0.5), (4166.6666666667, 3666.6666666667, 1166.6666666667)),
        ("convex", 5000.0, (1.3333333333, 0.8666666667, 0.5), (4855.5555555556, 4030.6433743186, 1658.2455145703)),
        ("shell", 18000.0, (1.2777777778, 0.7777777778, 0.5), (24388.8888888889, 21428.0695342449, 8627.4860213106)),
    ],
)
def test_inr_07_the_modes_differ_on_a_mesh_that_is_not_convex(mode, mass, ipos, inertia):
    m = both(body(l_mesh(mode)))
    close(m.body_mass[1], mass)
    close(m.body_ipos[1], ipos)
    close(m.body_inertia[1], inertia)


def test_inr_08_the_l_has_a_principal_frame_of_its_own():
    m = both(body(l_mesh("exact")))
    close_quat(m.body_iquat[1], (0.1132659503, 0.6979762349, -0.1132659503, 0.6979762349))
    assert (m.body_inertia[1] > 0).all()
    assert len(set(np.round(m.body_inertia[1], 6))) == 3


@pytest.mark.parametrize("mode", MODES)
def test_inr_09_an_explicit_inertial_wins(mode):
    inertial = '<inertial mass="42.0" pos="0 0 0" diaginertia="1 2 3"/>\n<geom type="mesh" mesh="m"/>'
    m = both(body(mesh(mode), inertial))
    close(m.body_mass[1], 42.0)
    close(m.body_inertia[1], (1, 2, 3))
    close_quat(m.body_iquat[1], (1, 0, 0, 0))


def test_inr_10_inertiafromgeom_true_lets_the_geom_win():
    inertial = '<inertial mass="42.0" pos="0 0 0" diaginertia="1 2 3"/>\n<geom type="mesh" mesh="m"/>'
    m = both(body(mesh(), inertial, 'inertiafromgeom="true"'))
    close(m.body_mass[1], 1000.0)
    close(m.body_inertia[1], np.full(3, 1000 / 6))


def test_inr_10_inertiafromgeom_false_needs_an_inertial():
    refused(body(mesh(), compiler='inertiafromgeom="false"'), "mass and each principal inertia", "mjMINVAL", at="<body>")


def test_inr_11_inertia_is_about_the_centre_of_mass():
    def hinged(pos):
        return mjcf(f'<body><joint axis="0 0 1"/>\n<geom type="mesh" mesh="m" pos="{pos}"/>\n</body>', asset=mesh())

    there, here = both(hinged("1 0 0")), both(hinged("0 0 0"))
    close(there.body_ipos[1], (1, 0, 0))
    close(there.body_inertia[1], here.body_inertia[1], 1e-12)
    close(here.dof_M0[0], 1000 / 6)
    close(there.dof_M0[0], 1000 / 6 + 1000)


def test_inr_12_an_off_centre_mesh_is_recentred():
    corners = [(x, y, z) for z in (0, 3) for x, y in ((0, 0), (2, 0), (2, 1), (0, 1))]
    vertex = 'vertex="' + " ".join(f"{x} {y} {z}" for x, y, z in corners) + '"'
    m = both(body(mesh(None, vertex)))
    close(m.body_mass[1], 6000.0)
    close(m.body_ipos[1], (1, 0.5, 1.5))
    close(m.body_inertia[1], (6500, 5000, 2500))
    for pos in (m.geom_pos[0], m.mesh_pos[0]):
        close(pos, (1, 0.5, 1.5))
    for quat in (m.geom_quat[0], m.mesh_quat[0]):
        close_quat(quat, (np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
    close(in_file_frame(m, m.mesh_vert, m.mesh_vertadr, m.mesh_vertnum, True), corners, 1e-6)


def test_inr_13_a_sphere_and_a_mesh_in_one_body():
    m = both(body(mesh(), '<geom size=".1"/>\n<geom type="mesh" mesh="m" pos="1 0 0"/>'))
    close(m.body_mass[1], 1004.1887902047864)
    close(m.body_ipos[1], (0.9958286826, 0, 0))
    close(m.body_inertia[1], (170.8547392587, 170.8547392587, 166.6834218275))
    close_quat(m.body_iquat[1], (0.5, 0.5, 0.5, 0.5))


def test_inr_14_rotated_geoms_are_rotated_before_summing():
    m = both(primitive('<geom type="box" size=".1 .2 .3" euler="30 0 0"/>\n<geom type="box" size=".1 .2 .3" pos="1 0 0"/>'))
    close(m.body_mass[1], 96.0)
    close(m.body_ipos[1], (0.5, 0, 0))
    close(m.body_inertia[1], (27.092820323, 25.707179677, 4.16))
    close_quat(m.body_iquat[1], (0.4304593346, 0.5609855268, 0.4304593346, 0.5609855268))


def test_inr_15_one_geom_is_copied_and_not_sorted():
    m = both(primitive('<geom type="box" size=".3 .2 .1"/>'))
    close(m.body_inertia[1], (0.8, 1.6, 2.08))
    close_quat(m.body_iquat[1], (1, 0, 0, 0))
    m = both(primitive('<geom type="box" size=".1 .2 .3" euler="30 0 0"/>'))
    close(m.body_inertia[1], (2.08, 1.6, 0.8))
    close_quat(m.body_iquat[1], m.geom_quat[0], 1e-15)


@pytest.mark.parametrize(
    ("geom", "mass", "inertia"),
    [
        ('type="sphere" size=".1"', 4.188790204786391, (0.0167551608,) * 3),
        ('type="capsule" size=".1 .2"', 16.75516081914557, (0.4461061568, 0.4461061568, 0.0795870139)),
        ('type="cylinder" size=".1 .2"', 12.566370614359174, (0.1989675347, 0.1989675347, 0.0628318531)),
        ('type="ellipsoid" size=".1 .2 .3"', 25.132741228718345, (0.6534512719, 0.5026548246, 0.2513274123)),
        ('type="box" size=".1 .2 .3"', 48.0, (2.08, 1.6, 0.8)),
    ],
)
def test_inr_16_primitives_are_analytic(geom, mass, inertia):
    m = both(primitive(f"<geom {geom}/>"))
    close(m.body_mass[1], mass)
    close(m.body_inertia[1], inertia)


def test_inr_17_the_mode_of_a_mesh_touches_nothing_else():
    bodies = """<body><freejoint/><geom type="mesh" mesh="m"/></body>
<body pos="9 0 0"><freejoint/><geom type="capsule" size=".1 .2"/><geom type="box" size=".1 .2 .3" pos="1 0 0"/></body>
<body pos="19 0 0"><freejoint/><inertial mass="3" pos="1 2 3" diaginertia="1 2 2"/><geom type="mesh" mesh="m"/></body>"""
    first, *others = (both(mjcf(bodies, asset=l_mesh(mode))) for mode in MODES)
    for other in others:
        for field in ("body_mass", "body_ipos", "body_inertia", "body_iquat"):
            close(getattr(other, field)[2:], getattr(first, field)[2:], 0)
        assert abs(other.body_mass[1] - first.body_mass[1]) > 1


def test_inr_18_mass_overrides_density():
    m = both(body(mesh(), '<geom type="mesh" mesh="m" mass="2"/>'))
    close(m.body_mass[1], 2.0)
    close(m.body_inertia[1], np.full(3, 1 / 3))


FLAT = 'vertex="0 0 0 1 0 0 1 1 0 0 1 0"'
FLAT_FACES = "0 1 2 0 2 3"
QUIET = '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>'
# a word that appears in no message by chance
NAME = "pancake"


def pancake(mode, geom):
    """A body with a flat mesh, a ball that gives it mass, and a geom."""
    xml = body(mesh(mode, FLAT, FLAT_FACES), '<geom size=".1"/>' + geom)
    return xml.replace('"m"', f'"{NAME}"')


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("bits", ["", 'contype="0"', 'conaffinity="0"'])
def test_inr_19_a_flat_mesh_cannot_collide(mode, bits):
    refused(pancake(mode, f'<geom type="mesh" mesh="m" {bits}/>'), NAME, "no convex hull", at="<mesh")


@pytest.mark.parametrize("mode", ["legacy", "exact"])
@pytest.mark.parametrize("geom", [QUIET, ""], ids=["quiet", "unreferenced"])
def test_inr_19_a_flat_mesh_has_no_volume(mode, geom):
    refused(pancake(mode, geom), "mesh volume is too small", "shell", NAME, at="<mesh")


# without a geom the reference crashes with a segmentation fault; with a non-colliding one it reports a missing hull
@pytest.mark.extension
@pytest.mark.parametrize("geom", [QUIET, ""], ids=["quiet", "unreferenced"])
def test_inr_19_a_flat_mesh_has_no_convex_volume(geom):
    refused_by_subject(pancake("convex", geom), "mesh volume is too small", "shell", NAME, at="<mesh")


def test_inr_19_a_flat_mesh_weighs_as_a_shell():
    m = both(body(mesh("shell", FLAT, FLAT_FACES), QUIET))
    assert all(np.isfinite(getattr(m, name)).all() for name in ("body_inertia", "body_iquat", "mesh_quat", "mesh_vert"))
    close(m.body_mass[1], 1000.0)
    close(m.body_inertia[1], (500 / 3, 250 / 3, 250 / 3))
    close(m.body_ipos[1], (0.5, 0.5, 0))


def test_inr_20_the_volume_threshold_is_1e_15():
    def scaled(s):
        geom = '<geom type="mesh" mesh="m" mass="1"/>'
        return mjcf(f"<body>\n{geom}\n</body>", asset=mesh(extra=f'scale="{s} {s} {s}"'))

    both(scaled("1.1e-5"))
    refused(scaled("9e-6").replace('"m"', f'"{NAME}"'), "mesh volume is too small", "shell", NAME, at="<mesh")


def test_inr_21_a_mesh_turned_inside_out():
    turned = body(mesh("exact", faces=reversed_faces(12))).replace('"m"', f'"{NAME}"')
    refused(turned, "volume is negative", "misoriented", NAME, at="<mesh")
    for mode, mass in (("legacy", 1000.0), ("convex", 1000.0), ("shell", 6000.0)):
        m = both(body(mesh(mode, faces=reversed_faces(12))))
        close(m.body_mass[1], mass)
        close(m.body_inertia[1], np.full(3, 5000 / 3 if mode == "shell" else 1000 / 6))


def test_inr_22_one_triangle_turned_round():
    turned = body(mesh("exact", faces=reversed_faces(1))).replace('"m"', f'"{NAME}"')
    refused(turned, "inconsistent orientation", NAME, "vertices 1 and 2", at="<mesh")
    assert "vertices 1 and 2" in message_of(oracle, turned)
    for mode, mass in (("legacy", 1000.0), ("convex", 1000.0), ("shell", 6000.0)):
        m = both(body(mesh(mode, faces=reversed_faces(1))))
        close(m.body_mass[1], mass)
        close(m.body_inertia[1], np.full(3, 5000 / 3 if mode == "shell" else 1000 / 6))


def test_inr_23_shellinertia_belongs_to_primitives():
    refused(body(mesh(), '<geom type="mesh" mesh="m" shellinertia="true"/>'), "geom", "mesh", at="shellinertia")
    m = both(primitive('<geom type="box" size=".5 .5 .5" shellinertia="true"/>'))
    close(m.body_mass[1], 6000.0)
    close(m.body_inertia[1], np.full(3, 5000 / 3))


def test_inr_24_height_fields_and_planes():
    field = '<hfield name="h" nrow="3" ncol="3" size="1 1 1 .5"/>'
    m = both(mjcf('<body>\n<geom type="hfield" hfield="h"/>\n</body>', asset=field))
    close(m.body_mass[1], 4000.0)
    close(m.body_inertia[1], (5000 / 3, 5000 / 3, 8000 / 3))
    m = both(mjcf('<body>\n<geom type="plane" size="1 1 1"/>\n</body>'))
    close(m.body_mass[1], 0.0)
    moving = '<body><freejoint/><geom size=".1"/>\n<geom type="plane" size="1 1 1"/>\n</body>'
    refused(mjcf(moving), "plane", at='type="plane"')


def test_inr_25_inertials_are_checked():
    def inertial(text):
        return mjcf(f'<body><freejoint/><inertial mass="1" pos="0 0 0" {text}/></body>')

    m = both(inertial('fullinertia="2 2 3 .1 .2 .3"'))
    close(m.body_inertia[1], (3.1259203819, 1.9838122487, 1.8902673694))
    refused(inertial('diaginertia="1 1 3"'), "inertia", "A + B >= C", at="<body>")
    refused(inertial('fullinertia="1 1 1 2 0 0"'), "fullinertia", at="<body>")


def random_bodies(count):
    """Bodies of 2 to 6 rotated geoms of mixed types, and the expected inertia tensor of each body."""
    rng = np.random.default_rng(7)
    text = []
    for b in range(count):
        geoms = []
        for _ in range(rng.integers(2, 7)):
            kind = rng.choice(["sphere", "capsule", "cylinder", "ellipsoid", "box"])
            size = " ".join(f"{s:.6f}" for s in rng.uniform(0.05, 0.4, 3))
            pos = " ".join(f"{p:.6f}" for p in rng.uniform(-1, 1, 3))
            quat = " ".join(f"{q:.6f}" for q in rng.normal(size=4))
            geoms.append(f'<geom type="{kind}" size="{size}" pos="{pos}" quat="{quat}" density="{rng.uniform(100, 2000):.3f}"/>')
        text.append(f'<body pos="{5 * b} 0 0"><freejoint/>' + "\n".join(geoms) + "</body>")
    return mjcf("\n".join(text))


def primitive_inertia(kind, size, density):
    """Mass and principal inertia of a primitive, from textbook formulas."""
    a, b, c = size
    if kind == 2:  # sphere
        mass = density * 4 / 3 * np.pi * a**3
        return mass, np.full(3, 0.4 * mass * a * a)
    if kind == 4:  # ellipsoid
        mass = density * 4 / 3 * np.pi * a * b * c
        return mass, mass / 5 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    if kind == 6:  # box
        mass = density * 8 * a * b * c
        return mass, mass / 3 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    tube, height = density * np.pi * a * a * 2 * b, 2 * b
    across = tube * (3 * a * a + height * height) / 12
    along = tube * a * a / 2
    if kind == 5:  # cylinder
        return tube, np.array([across, across, along])
    caps = density * 4 / 3 * np.pi * a**3  # capsule: a cylinder and two hemispheres
    across += caps * (0.4 * a * a + height * height / 4 + 3 / 8 * height * a)
    return tube + caps, np.array([across, across, along + 0.4 * caps * a * a])


def test_inr_26_a_hundred_random_bodies():
    xml = random_bodies(100)
    m, reference = both(xml), oracle.MjModel.from_xml_string(xml)
    theirs = inertia_tensors(reference)
    for field in ("body_mass", "body_ipos", "body_inertia", "body_subtreemass", "body_invweight0", "dof_M0"):
        close(getattr(m, field), getattr(reference, field), 1e-9)
    densities = [float(part.split('"')[0]) for part in xml.split('density="')[1:]]
    tensors, frames = inertia_tensors(m), rotations(m.body_iquat)
    rotation = rotations(m.geom_quat)
    for b in range(1, m.nbody):
        parts = []
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            mass, inertia = primitive_inertia(int(m.geom_type[g]), m.geom_size[g], densities[g])
            parts.append((mass, np.array(m.geom_pos[g]), rotation[g] @ np.diag(inertia) @ rotation[g].T))
        total = sum(mass for mass, _, _ in parts)
        com = sum(mass * pos for mass, pos, _ in parts) / total
        tensor = sum(
            I + mass * ((pos - com) @ (pos - com) * np.eye(3) - np.outer(pos - com, pos - com)) for mass, pos, I in parts
        )
        close(m.body_mass[b], total, 1e-10)
        close(m.body_ipos[b], com, 1e-10)
        # The reference's Jacobi sweep stops at rotations below 1.5e-6 rad, so its own tensors are up to 4e-5 away from the
        # sum: ours are not further away, and are equal to the reference's.
        size = np.maximum(1.0, np.abs(tensor))
        allowed = (np.abs(theirs[b] - tensor) / size).max() + 1e-10
        assert (np.abs(tensors[b] - tensor) / size).max() <= allowed < 1e-4
        close(tensors[b], theirs[b], 1e-10)
        close(m.body_inertia[b], np.linalg.eigvalsh(tensor)[::-1], 1e-10)
        close(np.linalg.det(frames[b]), 1.0, 1e-12)
        assert (np.diff(m.body_inertia[b]) <= 0).all()
