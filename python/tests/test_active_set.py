"""The exact solver, as a function and inside the step."""

import numpy as np
import pytest

import synovia

BOX = """<mujoco><option solver="ActiveSet"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""


def test_asm_01_a_default_result_is_empty():
    empty = synovia.ActiveSetResult()
    assert len(empty.lambda_) == 0 and not empty.converged
    assert (empty.iterations, empty.active_set_size) == (0, 0)


def test_asm_08_a_row_separates():
    A, b = np.array([[2.0, 1], [1, 2]]), np.array([3.0, -1])
    before = A.copy(), b.copy()
    found = synovia.active_set(A, b)
    assert found.converged and found.iterations == 2 and found.active_set_size == 1
    np.testing.assert_allclose(found.lambda_, [1.5, 0], atol=1e-14)
    np.testing.assert_allclose(found.residual, 2.5)
    assert np.array_equal(A, before[0]) and np.array_equal(b, before[1])


def test_asm_11_the_cap_ends_the_search():
    found = synovia.active_set([[2.0, 1], [1, 2]], [3.0, -1], max_iterations=1)
    assert not found.converged and found.iterations == 1
    assert np.all(np.isfinite(found.lambda_))


def test_asm_27_boxes_and_free_rows():
    def solve(b, lower, upper):
        return synovia.active_set([[2.0]], [b], [lower], [upper]).lambda_[0]

    assert solve(3, -1, 1) == 1 and solve(-3, -1, 1) == -1 and solve(1, -1, 1) == 0.5
    assert solve(-3, -np.inf, np.inf) == -1.5


@pytest.mark.parametrize(
    ("A", "b", "lower", "named"),
    [
        ([[1.0, 2]], [1.0], None, "A"),
        ([[1.0]], [np.nan], None, "b"),
        ([[1.0]], [1.0], [0.0, 0.0], "lower"),
        ([[1.0]], [1.0], [np.inf], "lower"),
        ([[2.0, 1.0], [0.5, 2.0]], [1.0, 1.0], None, r"A is not symmetric: A\[0, 1\] is 1, A\[1, 0\] is 0.5"),
    ],
)
def test_asm_29_wrong_input_is_refused_by_name(A, b, lower, named):
    with pytest.raises(ValueError, match=named):
        synovia.active_set(A, b, lower)


def test_asm_31_elliptic_cones_are_refused_at_run_time():
    model = synovia.MjModel.from_xml_string(BOX)
    data = synovia.MjData(model)
    synovia.mj_step(model, data)
    assert data.nefc == 16
    model.opt.cone = synovia.mjtCone.mjCONE_ELLIPTIC
    for call in (synovia.mj_forward, synovia.mj_step):
        with pytest.raises(synovia.FatalError, match="ActiveSet requires pyramidal cones"):
            call(model, data)
    model.opt.cone = synovia.mjtCone.mjCONE_PYRAMIDAL
    synovia.mj_forward(model, data)
    assert np.all(np.isfinite(data.qacc))
