"""Two compiled models side by side, field by field.

Vectors and scalars are compared with the tolerances of `tolerance`. Principal frames are compared through derived quantities, with
`R` the rotation of a quaternion:

    body_iquat, body_inertia    R diag(I) Rᵀ, the inertia tensor in the frame of the body
    mesh_quat, mesh_vert        R v + mesh_pos, the vertex as the file has it
    geom_quat of a mesh         geom_quat mesh_quat⁻¹, the orientation as the file has it
"""

from dataclasses import dataclass

import numpy as np

from support import tolerance

MESH = 7  # mjGEOM_MESH


@dataclass(frozen=True)
class Difference:
    """A field on which the two models disagree."""

    field: str
    text: str

    def __str__(self):
        return f"{self.field}: {self.text}"


def fields_of(group):
    """Names of the plain data of a model or of one of its groups, as the reference has them."""
    return [n for n in dir(group) if not n.startswith("_") and not callable(getattr(group, n))]


def rotations(quats):
    """Rotation matrices of unit quaternions (w x y z), one per row."""
    w, x, y, z = np.asarray(quats, float).reshape(-1, 4).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)


def inertia_tensors(m):
    """The inertia of every body about its centre of mass, in body axes."""
    frame = rotations(m.body_iquat)
    return frame @ (np.asarray(m.body_inertia)[:, :, None] * frame.transpose(0, 2, 1))


def rows_of(adr, num, k):
    """The rows that belong to object `k`."""
    first = int(adr[k])
    return slice(first, first + int(num[k])) if first >= 0 else slice(0, 0)


def in_file_frame(m, vectors, adr, num, shift):
    """Vertices or normals of all meshes, rotated back into the frame of their file."""
    out = np.array(vectors, float).reshape(-1, 3)
    for k, frame in enumerate(rotations(m.mesh_quat)):
        rows = rows_of(adr, num, k)
        # infinities of degenerate triangles stay unchanged
        with np.errstate(invalid="ignore"):
            out[rows] = out[rows] @ frame.T + (np.asarray(m.mesh_pos)[k] if shift else 0.0)
    return out


def file_orientations(m):
    """Rotation of every geom; for a mesh geom without the frame that the compiler gave the mesh."""
    geoms, meshes = rotations(m.geom_quat), rotations(m.mesh_quat)
    for g in np.flatnonzero(np.asarray(m.geom_type) == MESH):
        geoms[g] = geoms[g] @ meshes[int(m.geom_dataid[g])].T
    return geoms


def difference(field, ours, theirs):
    """The difference between two values of a field as a message, or None."""
    if isinstance(theirs, (bytes, str)):
        if ours == theirs:
            return None
        return Difference(field, f"{ours!r:.80} where the reference has {theirs!r:.80}")
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    if ours.shape != theirs.shape:
        return Difference(field, f"shape {ours.shape} where the reference has {theirs.shape}")
    if np.array_equal(ours, theirs):
        return None
    if theirs.dtype.kind in "iub":
        wrong = ours != theirs
        error = np.abs(ours.astype(float) - theirs.astype(float))
    else:
        with np.errstate(invalid="ignore"):
            error = np.abs(ours.astype(float) - theirs.astype(float))
        error = np.where((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)), 0.0, error)
        scale = np.maximum(1.0, np.where(np.isfinite(theirs), np.abs(theirs), 1.0))
        wrong = ~(error <= tolerance.of(field) * scale)
    if not wrong.any():
        return None
    # report the worst entry of the field
    worst = np.unravel_index(np.argmax(np.where(wrong, np.nan_to_num(error, nan=np.inf), -1)), error.shape)
    index = "".join(f"[{i}]" for i in worst)
    text = f"{ours[worst]!r} where the reference has {theirs[worst]!r} ({int(wrong.sum())} of {wrong.size} entries differ)"
    return Difference(field + index, text)


def group_differences(prefix, ours, theirs):
    """Differences of a nested group: `opt`, `stat`, or a group of `vis`."""
    for name in fields_of(theirs):
        value = getattr(theirs, name)
        if f"{prefix}.{name}" in tolerance.SKIPPED:
            continue
        if isinstance(value, (int, float, np.ndarray)):
            yield difference(f"{prefix}.{name}", getattr(ours, name, np.array([])), value)
        else:
            yield from group_differences(f"{prefix}.{name}", getattr(ours, name), value)


def mesh_differences(ours, theirs):
    """Differences of vertices and normals, and of bounding volume hierarchies."""
    sizes = ("nmeshvert", "nmeshnormal", "nmeshpoly", "nbvh")
    if any(getattr(ours, n) != getattr(theirs, n) for n in sizes):
        return
    for name in ("vert", "normal"):
        adr, num = (getattr(theirs, f"mesh_{name}{suffix}") for suffix in ("adr", "num"))
        field = f"mesh_{name}"
        yield difference(field, *(in_file_frame(m, getattr(m, field), adr, num, name == "vert") for m in (ours, theirs)))
    # the normal of a degenerate polygon is not a direction
    flat = np.abs(np.asarray(theirs.mesh_polynormal)).max(1, initial=0) < 1.1
    adr, num = theirs.mesh_polyadr, theirs.mesh_polynum
    normals = (in_file_frame(m, m.mesh_polynormal, adr, num, False)[flat] for m in (ours, theirs))
    yield difference("mesh_polynormal", *normals)
    for mesh in range(theirs.nmesh):
        rows = rows_of(theirs.mesh_bvhadr, theirs.mesh_bvhnum, mesh)
        yield difference("bvh_nodeid", np.sort(ours.bvh_nodeid[rows]), np.sort(theirs.bvh_nodeid[rows]))


def same_rotation(ours, theirs):
    """Which quaternions of two lists represent the same rotation, to six digits."""
    return np.abs(rotations(ours) - rotations(theirs)).max((1, 2), initial=0) < 1e-6


def frame_differences(ours, theirs):
    """Differences of the quantities derived from principal frames."""
    yield difference("body_iquat", inertia_tensors(ours), inertia_tensors(theirs))
    yield difference("geom_quat", file_orientations(ours), file_orientations(theirs))
    rows = same_rotation(ours.geom_quat, theirs.geom_quat)
    yield difference("geom_aabb", np.asarray(ours.geom_aabb)[rows], np.asarray(theirs.geom_aabb)[rows])
    if ours.nbvh != theirs.nbvh:
        return
    inertial = same_rotation(ours.body_iquat, theirs.body_iquat)
    for b in range(theirs.nbody):
        nodes = rows_of(theirs.body_bvhadr, theirs.body_bvhnum, b)
        yield difference("bvh_nodeid", ours.bvh_nodeid[nodes], theirs.bvh_nodeid[nodes])
        if inertial[b] and rows[np.asarray(theirs.geom_bodyid) == b].all():
            yield difference("bvh_aabb", ours.bvh_aabb[nodes], theirs.bvh_aabb[nodes])


def differences(ours, theirs):
    """Every field in which a model of the subject differs from the reference's, with the worst entry of each."""
    found = []
    for name in fields_of(theirs):
        if name in tolerance.SKIPPED or name in tolerance.MEANING:
            continue
        if not hasattr(ours, name):
            found.append(Difference(name, "missing"))
            continue
        found.append(difference(name, getattr(ours, name), getattr(theirs, name)))
    for group in ("opt", "stat", "vis"):
        found.extend(group_differences(group, getattr(ours, group), getattr(theirs, group)))
    sizes = ("nbody", "ngeom", "nmesh")
    if all(getattr(ours, n) == getattr(theirs, n) for n in sizes):
        found.extend(frame_differences(ours, theirs))
        found.extend(mesh_differences(ours, theirs))
    return [d for d in found if d is not None]
