"""Mathematical functions for scripts/generate/signatures.py: vectors, matrices, quaternions, poses, rays against shapes."""

COMMON = """
res: f8 (n,) out
vec: f8 (n,)
vec1: f8 (n,)
vec2: f8 (n,)
quat: f8 (4,) - a unit quaternion, real part first
quat1: f8 (4,)
quat2: f8 (4,)
pos1: f8 (3,)
pos2: f8 (3,)
posres: f8 (3,) out
quatres: f8 (4,) out
vel: f8 (3,) - angular velocity, rad/s
dt: float - time, s
scl: float
x: float
ntotal: int - rows of the matrix
nband: int - width of the band, with the diagonal
ndense: int - dense rows at the end
flg_sym: int - 1 for both triangles, 0 for the lower one
rownnz: i4 (nr,) array - entries of each row
rowadr: i4 (nr,) array - first entry of each row
colind: i4 (nnz,) array - column of each entry
prm: f8 (9,) - parameters of the muscle: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax
len: float - length of the actuator
lengthrange: f8 (2,) - shortest and longest length
acc0: float - acceleration for a unit force at the reference pose
pnt: f8 (3,) - origin of the ray, m
normal: f8 (3,) out or None - normal of the surface that was hit
vertid: i4 (1,) out or None - the nearest vertex
"""

TABLE = """
mju_Halton | index: int | base: int - a prime number | -> float
mju_L1 | -> float
mju_add3 | res: f8 (3,) out | vec1: f8 (3,) | vec2: f8 (3,)
mju_addScl3 | res: f8 (3,) out | vec1: f8 (3,) | vec2: f8 (3,)
mju_addTo3 | res: f8 (3,) out | vec: f8 (3,)
mju_addToScl3 | res: f8 (3,) out | vec: f8 (3,)
mju_axisAngle2Quat | res: f8 (4,) out | axis: f8 (3,) - a unit vector | angle: float - rad
mju_band2Dense | res: f8 (ntotal, ntotal) out | mat: f8 (nB,) - the band, then the dense rows
mju_bandDiag | i: int - index of the row | -> int
mju_bandMulMatVec | res: f8 (ntotal nvec,) out | mat: f8 (nB,) | vec: f8 (ntotal nvec,) | nvec: int - number of vectors
mju_boxQP | res: f8 (n,) out - start, then solution | R: f8 (n, n + 7) out - factor of the free part | index: i4 (n,) out or None - which dimensions are free | H: f8 (n, n) - symmetric, positive definite | g: f8 (n,) | lower: f8 (n,) or None | upper: f8 (n,) or None | -> int
mju_cholFactor | mat: f8 (n, n) out | mindiag: float - smallest pivot | -> int
mju_cholFactorBand | mat: f8 (nB,) out | diagadd: float | diagmul: float | -> float
mju_cholSolve | mat: f8 (n, n) - the factor
mju_cholSolveBand | res: f8 (ntotal,) out | mat: f8 (nB,) - the factor | vec: f8 (ntotal,)
mju_cholUpdate | mat: f8 (n, n) out - the factor | x: f8 (n,) out - overwritten | flg_plus: int - 1 adds, 0 subtracts | -> int
mju_clip | min: float | max: float | -> float
mju_copy3 | res: f8 (3,) out | data: f8 (3,)
mju_copy4 | res: f8 (4,) out | data: f8 (4,)
mju_cross | res: f8 (3,) out | a: f8 (3,) | b: f8 (3,)
mju_decodePyramid | force: f8 (dim,) out | pyramid: f8 (2 dim-2,) | mu: f8 (dim-1,) - friction coefficients
mju_encodePyramid | pyramid: f8 (2 dim-2,) out | force: f8 (dim,) | mu: f8 (dim-1,) - friction coefficients
mju_dense2Band | res: f8 (nB,) out | mat: f8 (ntotal, ntotal)
mju_dense2sparse | res: f8 (nnz,) out | mat: f8 (nr, nc) | rownnz: i4 (nr,) out - entries of each row | rowadr: i4 (nr,) out - first entry of each row | colind: i4 (nnz,) out - column of each entry | -> int
mju_derivQuat | res: f8 (4,) out
mju_dist3 | -> float
mju_dot | -> float
mju_dot3 | vec1: f8 (3,) | vec2: f8 (3,) | -> float
mju_eig3 | eigval: f8 (3,) out | eigvec: f8 (9,) out - in columns | quat: f8 (4,) out - the eigenvectors as a rotation | mat: f8 (9,) | -> int
mju_euler2Quat | quat: f8 (4,) out | euler: f8 (3,) - angles, rad | seq: name - three characters
mju_eye | mat: f8 (n, n) out
mju_fill | val: float
mju_f2n | vec: f4 (n,)
mju_n2f | res: f4 (n,) out
mju_insertionSort | list: f8 (n,) out
mju_insertionSortInt | list: i4 (n,) out
mju_isBad | -> int
mju_isZero | -> int
mju_mat2Quat | quat: f8 (4,) out | mat: f8 (9,) - row-major
mju_mat2Rot | quat: f8 (4,) out - start, then result | mat: f8 (9,) - row-major | -> int
mju_max | a: float | b: float | -> float
mju_min | a: float | b: float | -> float
mju_mulMatMat | res: f8 (r1, c2) out | mat1: f8 (r1, c1) | mat2: f8 (c1, c2)
mju_mulMatMatT | res: f8 (r1, r2) out | mat1: f8 (r1, c1) | mat2: f8 (r2, c1)
mju_mulMatTMat | res: f8 (c1, c2) out | mat1: f8 (r1, c1) | mat2: f8 (r1, c2)
mju_mulMatTVec | res: f8 (nc,) out | mat: f8 (nr, nc) | vec: f8 (nr,)
mju_mulMatTVec3 | res: f8 (3,) out | mat: f8 (9,) - row-major | vec: f8 (3,)
mju_mulMatVec | res: f8 (nr,) out | mat: f8 (nr, nc) | vec: f8 (nc,)
mju_mulMatVec3 | res: f8 (3,) out | mat: f8 (9,) - row-major | vec: f8 (3,)
mju_mulPose
mju_mulQuat | res: f8 (4,) out
mju_mulQuatAxis | res: f8 (4,) out | axis: f8 (3,)
mju_mulVecMatVec | mat: f8 (n, n) | -> float
mju_muscleBias | -> float - N
mju_muscleDynamics | ctrl: float | act: float - activation | prm: f8 (3,) - time constants of activation and deactivation, width of the smooth change | -> float - 1/s
mju_muscleGain | vel: float - velocity of the actuator | -> float - N
mju_negPose | pos: f8 (3,)
mju_negQuat | res: f8 (4,) out
mju_norm | res: f8 (n,) array | -> float
mju_norm3 | vec: f8 (3,) | -> float
mju_normalize | -> float
mju_normalize3 | vec: f8 (3,) out | -> float
mju_normalize4 | vec: f8 (4,) out | -> float
mju_printMat | mat: f8 (nr, nc)
mju_printMatSparse | mat: f8 (nnz,)
mju_quat2Mat | res: f8 (9,) out - row-major
mju_quat2Vel | res: f8 (3,) out - rad/s
mju_quatIntegrate | quat: f8 (4,) out | scale: float - time, s
mju_quatZ2Vec | quat: f8 (4,) out | vec: f8 (3,)
mju_rayGeom | pos: f8 (3,) - position of the shape, m | mat: f8 (9,) - its axes | size: f8 (3,) - as in `geom_size`, m | vec: f8 (3,) - direction of the ray | geomtype: int - `mjtGeom` | -> float
mju_raySkin | nface: int | nvert: int | face: i4 (3 nface,) - vertices of the triangles | vert: f4 (3 nvert,) - points, m | vec: f8 (3,) - direction of the ray | -> float
mju_rotVecQuat | res: f8 (3,) out | vec: f8 (3,)
mju_round | -> int
mju_scl3 | res: f8 (3,) out | vec: f8 (3,)
mju_sigmoid | -> float
mju_sign | -> float
mju_sparse2dense | res: f8 (nr, nc) out | mat: f8 (nnz,)
mju_springDamper | pos0: float - position at the start | vel0: float - velocity at the start | Kp: float - stiffness | Kv: float - damping | -> float
mju_sqrMatTD | res: f8 (nc, nc) out | mat: f8 (nr, nc) | diag: f8 (nr,) or None
mju_standardNormal | num2: f8 (1,) out or None | -> float
mju_str2Type | str: name | -> int
mju_sub3 | res: f8 (3,) out | vec1: f8 (3,) | vec2: f8 (3,)
mju_subFrom3 | res: f8 (3,) out | vec: f8 (3,)
mju_subQuat | res: f8 (3,) out - axis times angle, rad | qa: f8 (4,) | qb: f8 (4,)
mju_sum | -> float
mju_symmetrize | res: f8 (n, n) out | mat: f8 (n, n)
mju_transformSpatial | res: f8 (6,) out - rotation, translation | vec: f8 (6,) - rotation, translation | flg_force: int - 1 for a force | newpos: f8 (3,) - the new point | oldpos: f8 (3,) - the old point | rotnew2old: f8 (9,) or None - rotation from the new to the old axes
mju_transpose | res: f8 (nc, nr) out | mat: f8 (nr, nc)
mju_trnVecPose | res: f8 (3,) out | pos: f8 (3,) | vec: f8 (3,)
mju_type2Str | type: int - `mjtObj` | -> str or None
mju_unit4 | res: f8 (4,) out
mju_warningText | warning: int - `mjtWarning` | info: int | -> str
mju_writeLog | type: str - such as `WARNING` | msg: str
mju_writeNumBytes | nbytes: int | -> str
mju_zero3 | res: f8 (3,) out
mju_zero4 | res: f8 (4,) out
"""
