"""Every tolerance and every exception of the comparison of compiled models, in one table.

A field agrees when |a - b| <= tolerance * max(1, largest |a| of the field), and integers when they are equal.
"""

# compiled fields that no line below names
DEFAULT = 1e-10

# fields that end a longer computation
FIELD = {
    # a simulated approach to both ends of the range, many steps long
    "actuator_lengthrange": 1e-7,
    # integrals over a triangle soup, summed in another order
    "mesh_pos": 1e-9,
    # single precision in memory: one unit in the last place of a coordinate
    "mesh_vert": 2e-7,
    "mesh_normal": 1e-6,
    "mesh_face": 1e-6,
    "mesh_texcoord": 1e-7,
    "hfield_data": 1e-7,
}

# which triangles of a convex hull lie in one plane is decided to within rounding
HULL = "polygons of the convex hull, up to the triangles that rounding puts into one plane"

OCTREE = "octrees of signed distance fields are not computed yet"

# fields that are not compared, and why
SKIPPED = {
    "narena": "bytes of the arena: a property of the implementation",
    "nbuffer": "bytes of the model: a property of the implementation",
    "signature": "a checksum of the implementation",
    "buffer": "the raw bytes of the implementation",
    "opt": "compared field by field",
    "stat": "compared field by field",
    "vis": "compared field by field",
    "nmeshgraph": HULL,
    "mesh_graphadr": HULL,
    "mesh_graph": "neighbours on the convex hull, in the order of the algorithm that finds it",
    "nmeshpoly": HULL,
    "nmeshpolyvert": HULL,
    "nmeshpolymap": HULL,
    "mesh_polynum": HULL,
    "mesh_polyadr": HULL,
    "mesh_polynormal": HULL,
    "mesh_polyvertadr": HULL,
    "mesh_polyvertnum": HULL,
    "mesh_polyvert": HULL,
    "mesh_polymapadr": HULL,
    "mesh_polymapnum": HULL,
    "mesh_polymap": HULL,
    "noct": OCTREE,
    "oct_depth": OCTREE,
    "oct_child": OCTREE,
    "oct_aabb": OCTREE,
    "oct_coeff": OCTREE,
    "mesh_octadr": OCTREE,
    "mesh_octnum": OCTREE,
    "vis.rgba.bv": "the Python module of the reference shows no numbers",
    "vis.rgba.bvactive": "the Python module of the reference shows no numbers",
}

# principal frames are unique only up to the order and sign of equal axes, and a flat polygon can be cut into triangles
# in many ways: compared through what they mean
MEANING = {
    "body_iquat": "as the inertia tensor",
    "mesh_quat": "as the vertices in the frame of the file",
    "mesh_vert": "as the vertices in the frame of the file",
    "mesh_normal": "as the normals in the frame of the file, where the triangles are equal",
    "mesh_face": "directly, or as the surface: a hull has many triangulations",
    "mesh_facenormal": "directly, where the triangles are equal",
    "geom_quat": "directly, for a mesh without the frame of the mesh",
    "geom_aabb": "directly, where the frames are equal",
    "bvh_aabb": "directly, where the frames and the triangles are equal",
    "bvh_nodeid": "directly for bodies; for a mesh as a set, where the triangles are equal",
}


def of(field: str) -> float:
    """The relative tolerance of a field."""
    return FIELD.get(field, DEFAULT)
