"""Writers of mesh, image, height field and skin files for tests that need their own."""

import collections
import math
import struct
import zlib


def block(n, size):
    """A box of `n`³ cells: its points, its outward surface triangles, and six tetrahedra for every cell."""
    index = lambda x, y, z: (x * (n + 1) + y) * (n + 1) + z
    points = [
        [(x / n - 0.5) * size[0], (y / n - 0.5) * size[1], (z / n - 0.5) * size[2]]
        for x in range(n + 1) for y in range(n + 1) for z in range(n + 1)
    ]  # fmt: skip
    cells = []
    for x in range(n):
        for y in range(n):
            for z in range(n):
                corner = lambda k: index(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))
                # each edge path from corner 0 to corner 7 of the cell is a tetrahedron of positive volume
                for a, b in ((1, 3), (3, 2), (2, 6), (6, 4), (4, 5), (5, 1)):
                    cells.append((corner(0), corner(a), corner(b), corner(7)))
    faces = [face for a, b, c, d in cells for face in ((a, c, b), (a, b, d), (b, c, d), (a, d, c))]
    seen = collections.Counter(tuple(sorted(face)) for face in faces)
    return points, [face for face in faces if seen[tuple(sorted(face))] == 1], cells


def prism(sides, radius, height):
    """A prism over a regular polygon: points and outward triangles."""
    points = [[0, 0, -height], [0, 0, height]]
    for k in range(sides):
        x, y = radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides)
        points += [[x, y, -height], [x, y, height]]
    triangles = []
    for k in range(sides):
        low, next_low = 2 + 2 * k, 2 + 2 * ((k + 1) % sides)
        high, next_high = low + 1, next_low + 1
        triangles += [(0, next_low, low), (1, high, next_high), (low, next_low, next_high), (low, next_high, high)]
    return points, triangles


def ball(rings, sides):
    """A unit sphere of rings between two poles: points and outward triangles."""
    points = [[0, 0, -1], [0, 0, 1]]
    for k in range(1, rings):
        angle = math.pi * k / rings
        for i in range(sides):
            turn = 2 * math.pi * i / sides
            points.append([math.sin(angle) * math.cos(turn), math.sin(angle) * math.sin(turn), -math.cos(angle)])
    at = lambda ring, i: 2 + (ring - 1) * sides + i % sides
    triangles = []
    for i in range(sides):
        triangles += [(0, at(1, i + 1), at(1, i)), (1, at(rings - 1, i), at(rings - 1, i + 1))]
        for ring in range(1, rings - 1):
            a, b, c, d = at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)
            triangles += [(a, b, c), (a, c, d)]
    return points, triangles


def stl(points, triangles):
    """A binary STL file."""
    rows = (struct.pack("<12fH", 0, 0, 0, *points[a], *points[b], *points[c], 0) for a, b, c in triangles)
    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(rows)


def obj(points, triangles, corner="{0}"):
    """A Wavefront OBJ file; `corner` is the pattern of a face vertex, such as `{0}/{0}` or `{0}//1`."""
    lines = ["v %g %g %g" % tuple(p) for p in points] + ["vn 0 0 1"]
    if "/" in corner:
        lines += ["vt %g %g" % tuple(p[:2]) for p in points]
    lines += ["f " + " ".join(corner.format(i + 1) for i in t) for t in triangles]
    return ("\n".join(lines) + "\n").encode()


def msh(points, triangles):
    """A mesh in MuJoCo's old binary format: no normals, a texture coordinate for each vertex."""
    head = struct.pack("<4i", len(points), 0, len(points), len(triangles))
    return (
        head
        + b"".join(struct.pack("<3f", *p) for p in points)
        + b"".join(struct.pack("<2f", *p[:2]) for p in points)
        + b"".join(struct.pack("<3i", *t) for t in triangles)
    )


def gmsh(points, cells, version="4.1", binary=False):
    """A GMSH file of triangles or tetrahedra, in version 2.2 or 4.1, as text or binary."""
    kind, dim = (4, 3) if len(cells[0]) == 4 else (2, 2)
    n, m = len(points), len(cells)
    head = f"$MeshFormat\n{version} {int(binary)} 8\n".encode() + (struct.pack("<i", 1) + b"\n" if binary else b"") + b"$EndMeshFormat\n"
    if version == "4.1" and binary:
        nodes = struct.pack("<4Q3iQ", 1, n, 1, n, dim, 1, 0, n) + struct.pack(f"<{n}Q", *range(1, n + 1))
        nodes += b"".join(struct.pack("<3d", *p) for p in points) + b"\n"
        elements = struct.pack("<4Q3iQ", 1, m, 1, m, dim, 1, kind, m)
        elements += b"".join(struct.pack(f"<{1 + len(c)}Q", k + 1, *(i + 1 for i in c)) for k, c in enumerate(cells)) + b"\n"
    elif version == "4.1":
        lines = [f"1 {n} 1 {n}", f"{dim} 1 0 {n}", *map(str, range(1, n + 1)), *("%g %g %g" % tuple(p) for p in points)]
        nodes = ("\n".join(lines) + "\n").encode()
        lines = [f"1 {m} 1 {m}", f"{dim} 1 {kind} {m}", *(f"{k + 1} " + " ".join(str(i + 1) for i in c) for k, c in enumerate(cells))]
        elements = ("\n".join(lines) + "\n").encode()
    elif binary:
        nodes = f"{n}\n".encode() + b"".join(struct.pack("<i3d", k + 1, *p) for k, p in enumerate(points)) + b"\n"
        rows = (struct.pack(f"<6i{len(c)}i", kind, 1, 2, k + 1, 1, 1, *(i + 1 for i in c)) for k, c in enumerate(cells))
        elements = f"{m}\n".encode() + b"".join(rows) + b"\n"
    else:
        nodes = (f"{n}\n" + "".join(f"{k + 1} %g %g %g\n" % tuple(p) for k, p in enumerate(points))).encode()
        rows = (f"{k + 1} {kind} 2 1 1 " + " ".join(str(i + 1) for i in c) + "\n" for k, c in enumerate(cells))
        elements = (f"{m}\n" + "".join(rows)).encode()
    return head + b"$Nodes\n" + nodes + b"$EndNodes\n$Elements\n" + elements + b"$EndElements\n"


def png_chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}  # channels -> colour type


def png(width, height, channels, samples):
    """A PNG image with eight bits per sample."""
    stride = width * channels
    rows = b"".join(b"\0" + samples[k * stride : (k + 1) * stride] for k in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, PNG_COLOURS[channels], 0, 0, 0)
    return PNG_SIGNATURE + png_chunk(b"IHDR", head) + png_chunk(b"IDAT", zlib.compress(rows)) + png_chunk(b"IEND", b"")


def height_field(rows, columns, heights):
    """A height field in MuJoCo's binary format."""
    return struct.pack("<2i", rows, columns) + struct.pack(f"<{rows * columns}f", *heights)


def skin(points, triangles, bones):
    """A skin file; `bones` are (body, bind position, bind rotation, vertices, weights)."""
    out = struct.pack("<4i", len(points), 0, len(triangles), len(bones))
    out += b"".join(struct.pack("<3f", *p) for p in points) + b"".join(struct.pack("<3i", *t) for t in triangles)
    for body, position, rotation, vertices, weights in bones:
        out += body.encode().ljust(40, b"\0") + struct.pack("<7f", *position, *rotation)
        out += struct.pack(f"<i{len(vertices)}i", len(vertices), *vertices) + struct.pack(f"<{len(weights)}f", *weights)
    return out
