"""Every tolerance and every exception in the comparison of compiled models, in one table.

An entry agrees if |a - b| <= tolerance * max(1, |b|) with the reference's b; integers must be equal.
"""

# compiled fields that are not listed below
DEFAULT = 1e-10

# results of longer computations
FIELD = {
    # a simulated approach to both ends of the range, many steps long
    "actuator_lengthrange": 1e-7,
    # integrals over a triangle soup, summed in a different order
    "mesh_pos": 1e-9,
    # single precision in memory: one unit in the last place of a coordinate
    "mesh_vert": 2e-7,
    "mesh_normal": 1e-6,
    "mesh_polynormal": 1e-6,
    "mesh_texcoord": 1e-7,
    "hfield_data": 1e-7,
    # the arc tangent of the machine's C library, in single precision
    "cam_fovy": 2e-7,
}

# fields that are not compared, and why
SKIPPED = {
    "signature": "a checksum of the implementation",
    "opt": "compared field by field",
    "stat": "compared field by field",
    "vis": "compared field by field",
    "vis.rgba.bv": "the Python module of the reference shows no numbers",
    "vis.rgba.bvactive": "the Python module of the reference shows no numbers",
}

# principal frames are unique only up to the order and sign of equal axes: compared through derived quantities
MEANING = {
    "body_iquat": "as the inertia tensor",
    "mesh_quat": "as the vertices in the frame of the file",
    "mesh_vert": "as the vertices in the frame of the file",
    "mesh_normal": "as the normals in the frame of the file",
    "mesh_polynormal": "as the normals in the frame of the file, of polygons that have an area",
    "geom_quat": "directly, for a mesh without the frame of the mesh",
    "geom_aabb": "directly, where the frames are equal",
    "bvh_aabb": "directly for bodies, where the frames are equal",
    "bvh_nodeid": "directly for bodies, as a set for meshes: coincident triangles may be swapped",
}


def of(field: str) -> float:
    """The relative tolerance of a field."""
    return FIELD.get(field, DEFAULT)
