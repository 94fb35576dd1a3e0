"""Scalar, vector, quaternion and matrix functions compute what MuJoCo's compute."""

import mujoco
import numpy as np
import pytest

import synovia

# arguments: v3, q4, m9 ... arrays of that many numbers (q: unit length, s: symmetric), m2x3 a matrix, p a positive definite
# matrix, f a float, w an integer 0 or 1; every array is compared after the call, and therefore all outputs
CALLS = {
    "mju_zero3": "v3",
    "mju_copy3": "v3 v3",
    "mju_scl3": "v3 v3 f",
    "mju_add3": "v3 v3 v3",
    "mju_sub3": "v3 v3 v3",
    "mju_addTo3": "v3 v3",
    "mju_subFrom3": "v3 v3",
    "mju_addToScl3": "v3 v3 f",
    "mju_addScl3": "v3 v3 v3 f",
    "mju_normalize3": "v3",
    "mju_norm3": "v3",
    "mju_dot3": "v3 v3",
    "mju_dist3": "v3 v3",
    "mju_mulMatVec3": "v3 v9 v3",
    "mju_mulMatTVec3": "v3 v9 v3",
    "mju_cross": "v3 v3 v3",
    "mju_zero4": "v4",
    "mju_unit4": "v4",
    "mju_copy4": "v4 v4",
    "mju_normalize4": "v4",
    "mju_zero": "v7",
    "mju_fill": "v7 f",
    "mju_copy": "v7 v7",
    "mju_sum": "v7",
    "mju_L1": "v7",
    "mju_scl": "v7 v7 f",
    "mju_add": "v7 v7 v7",
    "mju_sub": "v7 v7 v7",
    "mju_addTo": "v7 v7",
    "mju_subFrom": "v7 v7",
    "mju_addToScl": "v7 v7 f",
    "mju_addScl": "v7 v7 v7 f",
    "mju_normalize": "v7",
    "mju_norm": "v7",
    "mju_dot": "v7 v7",
    "mju_mulMatVec": "v2 m2x3 v3",
    "mju_mulMatTVec": "v3 m2x3 v2",
    "mju_mulVecMatVec": "v3 m3x3 v3",
    "mju_transpose": "m3x2 m2x3",
    "mju_symmetrize": "m3x3 m3x3",
    "mju_eye": "m3x3",
    "mju_mulMatMat": "m2x4 m2x3 m3x4",
    "mju_mulMatMatT": "m2x4 m2x3 m4x3",
    "mju_mulMatTMat": "m2x4 m3x2 m3x4",
    "mju_sqrMatTD": "m3x3 m2x3 v2",
    "mju_transformSpatial": "v6 v6 w v3 v3 v9",
    "mju_rotVecQuat": "v3 v3 q4",
    "mju_negQuat": "v4 q4",
    "mju_mulQuat": "v4 q4 q4",
    "mju_mulQuatAxis": "v4 q4 v3",
    "mju_axisAngle2Quat": "v4 q3 f",
    "mju_quat2Vel": "v3 q4 f",
    "mju_subQuat": "v3 q4 q4",
    "mju_quat2Mat": "v9 q4",
    "mju_derivQuat": "v4 q4 v3",
    "mju_quatIntegrate": "q4 v3 f",
    "mju_quatZ2Vec": "v4 v3",
    "mju_mat2Rot": "q4 v9",
    "mju_mulPose": "v3 v4 v3 q4 v3 q4",
    "mju_negPose": "v3 v4 v3 q4",
    "mju_trnVecPose": "v3 v3 q4 v3",
    "mju_cholFactor": "p5 z",
    "mju_eig3": "v3 v9 v4 s9",
    "mju_muscleDynamics": "f f v3",
    "mju_min": "f f",
    "mju_max": "f f",
    "mju_sign": "f",
    "mju_round": "f",
    "mju_sigmoid": "f",
    "mju_isBad": "f",
    "mju_isZero": "v3",
    "mju_insertionSort": "v7",
    "mju_d2n": "v3 v3",
    "mju_n2d": "v3 v3",
    "mju_springDamper": "f f f f f",
}


def argument(kind, rng):
    if kind == "f":
        return float(rng.normal())
    if kind == "w":
        return int(rng.integers(2))
    if kind == "z":
        return 0.0
    if kind[0] == "m":
        return rng.normal(size=tuple(int(n) for n in kind[1:].split("x")))
    n = int(kind[1:])
    if kind[0] == "p":
        root = rng.normal(size=(n, n))
        return root @ root.T + np.eye(n)
    x = rng.normal(size=n)
    if kind[0] == "q":
        x /= np.linalg.norm(x)
    if kind[0] == "s":
        x = x.reshape(3, 3)
        x = (x + x.T).ravel()
    return x


def copies(values):
    return [v.copy() if isinstance(v, np.ndarray) else v for v in values]


@pytest.mark.parametrize("name", CALLS)
def test_the_reference_computes_the_same(name):
    rng = np.random.default_rng(sum(map(ord, name)))
    for _ in range(20):
        ours = [argument(kind, rng) for kind in CALLS[name].split()]
        theirs = copies(ours)
        result, expected = getattr(synovia, name)(*ours), getattr(mujoco, name)(*theirs)
        assert type(result) is type(expected)
        if expected is not None:
            np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-13)
        for a, b in zip(ours, theirs):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-13)


def test_a_matrix_becomes_its_quaternion():
    rng = np.random.default_rng(2)
    for _ in range(50):
        quat, mat = argument("q4", rng), np.zeros(9)
        synovia.mju_quat2Mat(mat, quat)
        ours, theirs = np.zeros(4), np.zeros(4)
        synovia.mju_mat2Quat(ours, mat)
        mujoco.mju_mat2Quat(theirs, mat)
        np.testing.assert_allclose(ours, theirs, atol=1e-14)


@pytest.mark.parametrize("seq", ["xyz", "XYZ", "zyx", "xYz"])
def test_euler_angles_agree(seq):
    ours, theirs, angles = np.zeros(4), np.zeros(4), np.array([0.3, -1.2, 2.5])
    synovia.mju_euler2Quat(ours, angles, seq)
    mujoco.mju_euler2Quat(theirs, angles, seq)
    np.testing.assert_allclose(ours, theirs, atol=1e-15)
    with pytest.raises(synovia.FatalError, match="seq"):
        synovia.mju_euler2Quat(ours, angles, "abc")


def test_factors_solve_and_change():
    rng = np.random.default_rng(5)
    mat, x, b = argument("p6", rng), rng.normal(size=6), rng.normal(size=6)
    ours, theirs = mat.copy(), mat.copy()
    assert synovia.mju_cholFactor(ours, 0.0) == mujoco.mju_cholFactor(theirs, 0.0) == 6
    for plus in (1, 0):
        assert synovia.mju_cholUpdate(ours, x.copy(), plus) == mujoco.mju_cholUpdate(theirs, x.copy(), plus)
        np.testing.assert_allclose(np.tril(ours), np.tril(theirs), rtol=1e-12, atol=1e-13)
    solution = np.zeros(6)
    synovia.mju_cholSolve(solution, ours, b)
    np.testing.assert_allclose(mat @ solution, b, atol=1e-10)


def test_rows_are_compressed_and_expanded():
    mat = np.array([[1.0, 0, 2], [0, 0, 0], [0, 3, 0]])
    made = []
    for module in (synovia, mujoco):
        arrays = np.zeros(3), np.zeros(3, np.int32), np.zeros(3, np.int32), np.zeros(3, np.int32)
        values, rownnz, rowadr, colind = arrays
        assert module.mju_dense2sparse(values, mat, rownnz, rowadr, colind) == 0
        back = np.ones((3, 3))
        module.mju_sparse2dense(back, values, rownnz, rowadr, colind)
        assert np.array_equal(back, mat)
        made.append(arrays)
    for a, b in zip(*made):
        assert np.array_equal(a, b)
    short = np.zeros(2), mat, np.zeros(3, np.int32), np.zeros(3, np.int32), np.zeros(2, np.int32)
    assert synovia.mju_dense2sparse(*short) == mujoco.mju_dense2sparse(*copies(short)) == 1


def test_muscles_agree():
    prm, span = np.array([0.75, 1.05, 300, 200, 0.5, 1.6, 1.5, 1.3, 1.2]), np.array([0.8, 1.1])
    for length in np.linspace(0.5, 1.5, 21):
        for velocity in (-2.0, -0.3, 0.0, 0.4, 3.0):
            ours = synovia.mju_muscleGain(length, velocity, span, 2.0, prm)
            assert ours == pytest.approx(mujoco.mju_muscleGain(length, velocity, span, 2.0, prm), abs=1e-10)
        ours = synovia.mju_muscleBias(length, span, 2.0, prm)
        assert ours == pytest.approx(mujoco.mju_muscleBias(length, span, 2.0, prm), abs=1e-10)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_pyramids_are_encoded_and_decoded(n):
    rng = np.random.default_rng(n)
    force, mu = rng.normal(size=n + 1), rng.uniform(0.1, 1, size=n)
    force[0] += 5 * n
    pyramid, again = np.zeros(2 * n), np.zeros(n + 1)
    synovia.mju_encodePyramid(pyramid, force, mu)
    synovia.mju_decodePyramid(again, pyramid, mu)
    np.testing.assert_allclose(again, force, atol=1e-13)
    # MuJoCo's module uses all elements of mu except the last, so it is given one more
    wanted, decoded = np.zeros(2 * n + 2), np.zeros(n + 2)
    mujoco.mju_encodePyramid(wanted, np.append(force, 0), np.append(mu, 1))
    mujoco.mju_decodePyramid(decoded, wanted, np.append(mu, 1))
    np.testing.assert_allclose(pyramid, wanted[:-2], atol=1e-14)
    np.testing.assert_allclose(again, decoded[:-1], atol=1e-13)
    with pytest.raises(TypeError, match="twice"):
        synovia.mju_encodePyramid(pyramid[1:], force, mu)


@pytest.mark.parametrize(("n", "band", "dense"), [(6, 2, 0), (7, 3, 2), (4, 1, 4)])
def test_band_matrices_agree(n, band, dense):
    rng = np.random.default_rng(n)
    full = argument(f"p{n}", rng) + n * np.eye(n)
    size = (n - dense) * band + dense * n
    ours, theirs = np.zeros(size), np.zeros(size)
    synovia.mju_dense2Band(ours, full, n, band, dense)
    mujoco.mju_dense2Band(theirs, full, n, band, dense)
    assert np.array_equal(ours, theirs)
    for symmetric in (0, 1):
        a, b = np.zeros((2, n, n))
        synovia.mju_band2Dense(a, ours, n, band, dense, symmetric)
        mujoco.mju_band2Dense(b, theirs, n, band, dense, symmetric)
        assert np.array_equal(a, b)
        vector = rng.normal(size=n)
        a, b = np.zeros(n), np.zeros(n)
        synovia.mju_bandMulMatVec(a, ours, vector, n, band, dense, 1, symmetric)
        full = np.zeros((n, n))
        mujoco.mju_band2Dense(full, theirs, n, band, dense, symmetric)
        np.testing.assert_allclose(a, full @ vector, atol=1e-12)
    smallest = synovia.mju_cholFactorBand(ours, n, band, dense, 0.1, 0.2)
    assert smallest == pytest.approx(mujoco.mju_cholFactorBand(theirs, n, band, dense, 0.1, 0.2), rel=1e-12)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    synovia.mju_cholSolveBand(a, ours, vector, n, band, dense)
    mujoco.mju_cholSolveBand(b, theirs, vector, n, band, dense)
    np.testing.assert_allclose(a, b, atol=1e-12)
    for i in range(n):
        assert synovia.mju_bandDiag(i, n, band, dense) == mujoco.mju_bandDiag(i, n, band, dense)
    assert synovia.mju_cholFactorBand(-np.ones(size), n, band, dense, 0, 0) == 0
    with pytest.raises(TypeError, match="mat should have"):
        synovia.mju_cholFactorBand(np.zeros(size + 1), n, band, dense, 0, 0)


def test_springs_swing_and_creep():
    for k, b in ((4.0, 1.0), (1.0, 2.0), (1.0, 5.0)):
        ours = synovia.mju_springDamper(0.3, -0.2, k, b, 0.7)
        assert ours == pytest.approx(mujoco.mju_springDamper(0.3, -0.2, k, b, 0.7), abs=1e-14)


def test_names_and_numbers_agree():
    for kind in range(110):
        assert synovia.mju_type2Str(kind) == mujoco.mju_type2Str(kind)
    for name in ("body", "xbody", "geom", "key", "plugin", "nothing"):
        assert synovia.mju_str2Type(name) == mujoco.mju_str2Type(name)
    for n in (0, 5, 1024, 1536, 3 << 20, 1 << 40):
        assert synovia.mju_writeNumBytes(n) == mujoco.mju_writeNumBytes(n)
    for index in (0, 1, 7, 100):
        assert synovia.mju_Halton(index, 3) == mujoco.mju_Halton(index, 3)
    for x in (-5, 0.5, 5):
        assert synovia.mju_clip(x, 0, 1) == mujoco.mju_clip(x, 0, 1)
    for x in (np.nan, np.inf, 2e10, 0.0):
        assert synovia.mju_isBad(x) == mujoco.mju_isBad(x)


def test_inputs_may_be_outputs_lists_and_slices():
    v = np.array([1.0, 2, 3])
    synovia.mju_scl3(v, v, 2)
    synovia.mju_add3(v, v, [1, 1, 1])
    assert v.tolist() == [3, 5, 7]
    wide = np.arange(6.0).reshape(3, 2)
    synovia.mju_cross(v, wide[:, 1], (1, 0, 0))
    assert v.tolist() == [0, 5, -3]
    column = np.zeros((3, 1))
    synovia.mju_copy3(column, np.ones((3, 1)))
    assert column.tolist() == [[1], [1], [1]]


def test_outputs_lie_in_one_piece_of_memory_as_in_the_reference():
    wide, tall = np.zeros((3, 2)), np.zeros((2, 3), order="F")
    for module in (mujoco, synovia):
        for call in (
            lambda: module.mju_cross(wide[:, 0], np.ones(3), np.ones(3)),
            lambda: module.mju_zero(wide[:, 0]),
            lambda: module.mju_transpose(tall, np.arange(6.0).reshape(3, 2)),
            lambda: module.mju_zero3(np.zeros((1, 3))),
            lambda: module.mju_mat2Quat(np.zeros(4), np.eye(3)),
        ):
            with pytest.raises(TypeError):
                call()


def test_arrays_that_do_not_fit_are_refused():
    with pytest.raises(TypeError, match="3 elements"):
        synovia.mju_add3(np.zeros(3), np.zeros(4), np.zeros(3))
    with pytest.raises(TypeError):
        synovia.mju_add3([0, 0, 0], np.zeros(3), np.zeros(3))
    with pytest.raises(TypeError):
        synovia.mju_add3(np.zeros(3, np.float32), np.zeros(3), np.zeros(3))
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    with pytest.raises(TypeError):
        synovia.mju_add3(frozen, np.ones(3), np.ones(3))
    with pytest.raises(TypeError):
        synovia.mju_mulMatMat(np.zeros((2, 2)), np.zeros((2, 3)), np.zeros((2, 3)))
    with pytest.raises(TypeError):
        synovia.mju_cholFactor(np.zeros((2, 3)), 0)
