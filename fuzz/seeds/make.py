#!/usr/bin/env python3
"""Writes the seeds that are not XML: meshes, images, height fields, binary models and edits.

    fuzz/seeds/make.py

The modules in `fuzz/src` document the meaning of the first bytes for each target.
"""

import struct
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent

TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
SIDES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def write(name, *parts):
    """Writes one seed."""
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(part.encode() if isinstance(part, str) else part for part in parts))


def binary_stl(vertices, faces):
    """A mesh as binary STL."""
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *vertices[a], *vertices[b], *vertices[c], 0) for a, b, c in faces)
    return bytes(80) + struct.pack("<I", len(faces)) + body


def obj(vertices, faces):
    """A mesh as OBJ, with texture coordinates and a normal."""
    lines = [f"v {x} {y} {z}" for x, y, z in vertices] + ["vt 0 0", "vt 1 0", "vt 0 1", "vn 0 0 1"]
    lines += ["f " + " ".join(f"{v + 1}/{k % 3 + 1}/1" for k, v in enumerate(face)) for face in faces]
    return "\n".join(lines) + "\n"


def msh(vertices, faces):
    """A mesh in the reference's format: four counts, then vertices, normals, texture coordinates and faces."""
    head = struct.pack("<4i", len(vertices), len(vertices), 0, len(faces))
    flat = [x for vertex in vertices for x in vertex]
    normals = [0.0, 0.0, 1.0] * len(vertices)
    corners = [k for face in faces for k in face]
    return head + struct.pack(f"<{len(flat)}f", *flat) + struct.pack(f"<{len(normals)}f", *normals) + struct.pack(
        f"<{len(corners)}i", *corners
    )


def png(width, height, kind, depth=8, palette=b"", interlaced=0):
    """A small PNG image; `kind` is its colour type."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    row = (width * samples * depth + 7) // 8

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    lines = b"".join(b"\0" + bytes((7 * x + 31 * y) % 256 for x in range(row)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    parts = [chunk(b"IHDR", header)]
    if kind == 3:
        parts.append(chunk(b"PLTE", palette))
    parts += [chunk(b"IDAT", zlib.compress(lines, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def skin():
    """A skin of one triangle and one bone, in the SKN format."""
    counts = struct.pack("<4i", 3, 3, 1, 1)
    vertices = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    texture = struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    face = struct.pack("<3i", 0, 1, 2)
    bone = b"bone".ljust(40, b"\0") + struct.pack("<7f", 0, 0, 0, 1, 0, 0, 0)
    bone += struct.pack("<i", 3) + struct.pack("<3i", 0, 1, 2) + struct.pack("<3f", 1, 1, 1)
    return counts + vertices + texture + face + bone


def main():
    # format and inertia, flags
    write("mesh/tetrahedron.stl", b"\x00\x00", binary_stl(TETRAHEDRON, SIDES))
    triangles = [(a, b, c) for a, b, c, _ in QUADS] + [(a, c, d) for a, _, c, d in QUADS]
    write("mesh/cube.stl", b"\x10\xc0", binary_stl(CUBE, triangles))
    write("mesh/cube.obj", b"\x01\x01", obj(CUBE, QUADS))
    write("mesh/shell.obj", b"\x31\x00", obj(TETRAHEDRON, SIDES))
    write("mesh/convex.obj", b"\x21\x08\x05", obj(CUBE, QUADS))
    write("mesh/relative.obj", b"\x01\x20", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -4 -2 -3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    write("mesh/left-out.obj", b"\x01\x00", "v 0 0 0x0\nv 1e 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nf 1/ 3 2\nf 1 2/1/ 4\nf 1 4 3\nf 2 3 4\n")
    write("mesh/tetrahedron.msh", b"\x02\x00", msh(TETRAHEDRON, SIDES))
    write("mesh/points.msh", b"\x22\x04\x02\x03\x04", msh(CUBE, []))

    grey, colour, indexed, faint, alpha = 0, 2, 3, 4, 6
    write("asset/colour.png", b"\x00", png(4, 4, colour))
    write("asset/alpha.png", b"\x01", png(3, 5, alpha))
    write("asset/cube.png", b"\x02", png(4, 4, colour))
    write("asset/grid.png", b"\x03", png(8, 6, colour))
    write("asset/hills.png", b"\x04", png(5, 4, grey))
    write("asset/deep.png", b"\x04", png(4, 4, grey, depth=16))
    write("asset/bits.png", b"\x04", png(9, 3, grey, depth=1))
    write("asset/palette.png", b"\x00", png(4, 4, indexed, depth=2, palette=bytes(range(12))))
    write("asset/odd-palette.png", b"\x00", png(4, 4, indexed, depth=2, palette=bytes(range(14))))
    write("asset/faint.png", b"\x04", png(4, 4, faint))
    write("asset/interlaced.png", b"\x00", png(1, 1, colour, interlaced=1))
    heights = [0.0, 1.0, 0.5, 0.25, 1.0, 0.0]
    write("asset/hills.bin", b"\x05", struct.pack("<2i6f", 2, 3, *heights))
    write("asset/texture.ktx", b"\x06", b"\xabKTX 11\xbb\r\n\x1a\n" + bytes(64))
    write("asset/skin.skn", b"\x07", skin())

    # a model, then place, kind and content of each change
    write("binary/unchanged", b"\x01")
    write("binary/none", b"\x00")
    for model in range(1, 5):
        write(f"binary/integer-{model}", bytes([model]), struct.pack("<I", 4000 * model), b"\x80\x21")
        write(f"binary/bytes-{model}", bytes([model]), struct.pack("<I", 777 * model), b"\x03\x01\x02\x03\x04")
        write(f"binary/cut-{model}", bytes([model]), struct.pack("<I", 0), b"\xff\x03")

    # a model, then commands: data, model, options, calls
    for model in range(4):
        calls = b"\x05\x00\x05\x02\x05\x03\x05\x04"
        write(f"edits/nan-{model}", bytes([model]), b"\x00\x03\x00\x0d", calls)
        write(f"edits/large-{model}", bytes([model]), b"\x01\x04\x01\x09\x02\x10\x00\x00\x00\x00\x0b", calls)
        write(f"edits/option-{model}", bytes([model]), b"\x04\x03\x01\x0d", calls, b"\x05\x05\x05\x06\x05\x07")


if __name__ == "__main__":
    main()
