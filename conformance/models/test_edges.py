"""Changes that a program makes to a model or a simulation between two steps, compared with the reference."""

import numpy as np
import pytest
from support.modules import oracle, subject
from support.pair import close, mjcf
from support.scene import Pair

GROUND = '<geom type="plane" size="5 5 .1"/>'
BOX = '<body name="{}" pos="{} 0 {}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
SLEEP = '<option><flag sleep="enable"/></option>'


def words(values):
    return " ".join(f"{x:.6f}" for x in np.ravel(values))


def ball(n=200):
    points = np.random.default_rng(0).normal(size=(n, 3))
    return 0.2 * points / np.linalg.norm(points, axis=1)[:, None]


def outcomes(xml, act):
    """What `act(module, model, data)` returns or raises in each module."""
    found = []
    for module in (subject, oracle):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        try:
            found.append(act(module, model, data))
        except module.FatalError:
            found.append("refused")
    return found


def agree(xml, act, expected=None):
    ours, theirs = outcomes(xml, act)
    assert ours == theirs
    assert expected is None or ours == expected


def test_contacts_are_found_after_a_mesh_is_swapped():
    corners = [[x, y, z] for x in (-0.15, 0.2) for y in (-0.15, 0.15) for z in (-0.15, 0.15)]
    small = [[-0.2, 0, 0], *corners, [0.21, 0, 0], [0, 0.2, 0], [0, -0.2, 0], [0, 0, 0.2], [0, 0, -0.2]]
    xml = mjcf(
        '<geom type="mesh" mesh="A"/><geom type="mesh" mesh="B" pos="5 5 5"/>'
        '<body pos=".45 0 0"><joint type="slide" axis="1 0 0"/><geom type="box" size=".2 .2 .2"/></body>',
        head='<option gravity="0 0 0"/>',
        asset=f'<mesh name="A" vertex="{words(ball())}"/><mesh name="B" vertex="{words(small)}"/>',
    )

    def swap(module, model, data):
        module.mj_step(model, data, 3)
        model.geom_dataid[0] = 1
        model.geom_pos[0] = 0
        for field in ("geom_rbound", "geom_aabb", "geom_quat"):
            getattr(model, field)[0] = getattr(model, field)[1]
        counts = []
        for x in (0, -0.06, -0.1, -0.2, -0.3):
            data.qpos[0] = x
            module.mj_forward(model, data)
            counts.append(int(data.ncon))
        return counts

    agree(xml, swap, [0, 1, 1, 1, 1])


def test_a_negative_margin_hides_no_contact_that_was_apart_before():
    xml = mjcf(
        '<geom type="mesh" mesh="A" margin="-.1"/>'
        '<body pos=".45 0 0"><joint type="slide" axis="1 0 0"/><geom type="box" size=".2 .2 .2" margin="-.1"/></body>',
        head='<option gravity="0 0 0"/>',
        asset=f'<mesh name="A" vertex="{words(ball())}"/>',
    )

    def approach(module, model, data):
        counts = []
        for x in (0, 0, -0.07, -0.1, -0.2, -0.3):
            data.qpos[0] = x
            module.mj_forward(model, data)
            counts.append(int(data.ncon))
        return counts

    agree(xml, approach)


def test_sensors_see_a_tree_fall_asleep():
    body = BOX.format("a", 0, 0.099).replace("</body>", '<site name="s"/></body>')
    xml = mjcf(GROUND + body, head=SLEEP, sensor='<accelerometer site="s"/><velocimeter site="s"/><touch site="s"/>')
    pair = Pair(xml, sleep_tolerance=0.05).step(100)
    assert pair.ours.data.tree_asleep[0] == 0
    pair.same("tree_asleep", "sensordata")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_tree_that_is_said_to_sleep_is_refused(count):
    xml = mjcf(GROUND + BOX.format("a", 0, 0.1) + BOX.format("b", 0.3, 0.1) + BOX.format("c", 1, 0.1), head=SLEEP)

    def lie(module, model, data):
        module.mj_step(model, data, 200)
        data.qvel[0] = 1
        module.mj_step(model, data)
        data.tree_asleep[0] = count
        data.qpos[0] = 0.25
        module.mj_step(model, data, 20)
        return "stepped"

    ours, theirs = outcomes(xml, lie)
    assert ours == theirs


def test_a_sleeping_tree_that_a_weld_holds_is_refused():
    xml = mjcf(
        GROUND + '<body name="hand" mocap="true" pos="0 0 1"/>' + BOX.format("a", 0, 0.1),
        head=SLEEP,
        equality='<weld body1="a" body2="hand" active="false"/>',
    )

    def weld(module, model, data):
        module.mj_step(model, data, 100)
        data.eq_active[0] = 1
        module.mj_step(model, data)
        return "stepped"

    agree(xml, weld, "refused")


@pytest.mark.parametrize("iterations", [1, 2, 100])
def test_newton_with_noslip_starts_where_the_oracle_starts(iterations):
    # one box slides, one falls; with noslip all dofs are solved together
    xml = mjcf(GROUND + BOX.format("a", 0, 0.0999) + BOX.format("b", 1, 2))
    pair = Pair(xml, noslip_iterations=3, iterations=iterations).place(qvel=[0.3, 0.1, 0, 0, 0, 1] + [0] * 6)
    for _ in range(30):
        pair.step().same("qacc", "efc_force", tolerance=1e-7)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("dim", [-1, 0, 7])
def test_condim_is_checked_when_geoms_touch(cone, dim):
    def touch(module, model, data):
        model.geom_condim[:] = dim
        module.mj_step(model, data, 5)
        return "stepped"

    agree(mjcf(GROUND + BOX.format("a", 0, 0.09), head=f'<option cone="{cone}"/>'), touch, "refused")
    agree(mjcf(GROUND + BOX.format("a", 0, 3), head=f'<option cone="{cone}"/>'), touch, "stepped")


@pytest.mark.parametrize("option, value", [("solver", 7), ("integrator", 12)])
def test_options_that_name_nothing_are_refused(option, value):
    def step(module, model, data):
        setattr(model.opt, option, value)
        module.mj_step(model, data)
        return "stepped"

    agree(mjcf(GROUND + BOX.format("a", 0, 0.09)), step, "refused")


@pytest.mark.parametrize("options", ["", 'jacobian="sparse"', 'jacobian="sparse" cone="elliptic"', 'solver="PGS"'])
def test_columns_of_rows_have_the_shapes_of_the_oracle(options):
    arm = '<body><joint frictionloss="{}" axis="0 1 0"/><geom size=".02" pos="0 0 .2"/></body></body>'
    boxes = "".join(BOX.format(f"b{k}", 0.3 * k, 0.09).replace("</body>", arm.format(k % 2)) for k in range(3))
    pair = Pair(mjcf(GROUND + boxes, head=f"<option {options}/>")).step().forward()
    fields = [name for name in dir(pair.theirs.data) if name.startswith(("efc_", "iefc_"))]
    assert len(fields) > 30
    for _ in range(2):
        for field in fields:
            ours, theirs = (np.shape(getattr(run.data, field)) for run in (pair.ours, pair.theirs))
            assert ours == theirs, field
        if options.startswith("jacobian") and pair.theirs.data.nefc:
            pair.same("efc_J_rowsuper", "iefc_J_rowsuper")
        pair.reset()


SLIDES = "".join(f'<joint type="slide" axis="{axis}" frictionloss=".1"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


@pytest.mark.extension
def test_pgs_solves_sparse_rows_of_single_sliding_joints():
    # DIFFERENCE(sparse-dual): the reference raises an error; with a dense Jacobian both compute the same
    balls = "".join(f'<body pos="{k} 0 0">{SLIDES}<geom size=".1"/></body>' for k in range(2))
    forces = []
    for jacobian in ("dense", "sparse"):
        model = subject.MjModel.from_xml_string(mjcf(balls, head=f'<option solver="PGS" jacobian="{jacobian}"/>'))
        data = subject.MjData(model)
        data.qvel[:] = 0.1
        subject.mj_forward(model, data)
        forces.append(np.array(data.efc_force))
    assert len(forces[0]) == 6
    close(forces[1], forces[0], 1e-12)


@pytest.mark.extension
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_rows_of_zeros_belong_to_the_island_of_their_contact(cone):
    # DIFFERENCE(rows-without-tree): the reference raises an error; a normal force never rotates a ball about its centre, but friction does
    ball = '<body><joint/><geom size="0.0447523"/></body>'
    document = mjcf(ball + '<flexcomp count="4 4 1" name="f" rigid="true"/>', head=f'<option cone="{cone}"/>')
    results = []
    for flags in (0, int(subject.mjtDisableBit.mjDSBL_ISLAND)):
        model = subject.MjModel.from_xml_string(document)
        model.opt.disableflags = flags
        data = subject.MjData(model)
        data.qvel[0] = 1
        subject.mj_forward(model, data)
        results.append((np.array(data.qacc), np.array(data.efc_J).reshape(data.nefc, model.nv), np.array(data.efc_island)))
    (qacc, rows, island), (alone, _, _) = results
    assert not rows.any(axis=1).all() and rows.any()
    assert (island[rows.any(axis=1)] == 0).all()
    assert abs(alone[0]) > 1
    close(qacc, alone, 1e-6)


@pytest.mark.extension
@pytest.mark.parametrize("what", ["contact", "connect", "weld"])
def test_points_of_one_body_that_moves_alone_have_each_dof_once(what):
    # DIFFERENCE(simple-body-twice): with a sparse Jacobian the reference raises an error or counts each dof twice
    body = (
        '<body pos="0 0 1"><freejoint/><geom name="a" size=".1" pos="-.05 0 0"/><geom name="b" size=".1" pos=".06 0 .02"/>'
        '<site name="s" pos=".2 .1 0"/><site name="t" pos="-.1 0 .3" euler="10 20 30"/></body>'
    )
    rest = {
        "contact": {"contact": '<pair geom1="a" geom2="b" condim="6"/>'},
        "connect": {"equality": '<connect site1="s" site2="t"/>'},
        "weld": {"equality": '<weld site1="s" site2="t"/>'},
    }[what]
    results = []
    for module, jacobian in ((subject, "sparse"), (subject, "dense"), (oracle, "dense")):
        head = f'<compiler alignfree="true"/><option jacobian="{jacobian}"/>'
        model = module.MjModel.from_xml_string(mjcf(body, **rest, head=head))
        data = module.MjData(model)
        data.qvel[:] = 0.1, 0.2, 0.3, 0.4, 0.5, 0.6
        module.mj_forward(model, data)
        assert model.body_simple[1] and data.nefc and data.nJ == 6 * data.nefc
        results.append((np.array(data.efc_J), np.array(data.efc_aref), np.array(data.efc_force), np.array(data.qacc)))
    sparse, dense, expected = results
    assert np.abs(expected[0]).max() > 0.1 or what == "contact"
    for a, b, c in zip(sparse, dense, expected):
        close(a, c, 1e-10)
        close(b, c, 1e-10)
