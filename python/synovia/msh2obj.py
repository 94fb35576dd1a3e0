"""Converts meshes from MuJoCo's binary format (MSH) to Wavefront OBJ.

    python -m synovia.msh2obj --input cup.msh --output cup.obj

An MSH file has four int32 (the numbers of positions, normals, texture coordinates and triangles), then the data: 3, 3 and 2 float32, and 3
int32 each.
"""

import argparse
import dataclasses
import os
import pathlib
from typing import Union

import numpy as np


@dataclasses.dataclass(frozen=True)
class Msh:
    """The content of an MSH file. Texture coordinates are those of OBJ, whose second axis points up."""

    vertex_positions: np.ndarray
    vertex_normals: np.ndarray
    vertex_texcoords: np.ndarray
    face_vertex_indices: np.ndarray

    @staticmethod
    def create(file: Union[str, os.PathLike]) -> "Msh":
        """Reads a file."""
        content = pathlib.Path(file).read_bytes()
        if len(content) < 16:
            raise ValueError(f"{file}: not an MSH file ({len(content)} bytes)")
        counts = np.frombuffer(content, "<i4", 4).tolist()
        if min(counts) < 0 or len(content) != 16 + 4 * int(np.dot(counts, (3, 3, 2, 3))):
            raise ValueError(f"{file}: the size of {len(content)} bytes does not match the counts {counts}")
        parts, start = [], 16
        for count, (kind, width) in zip(counts, (("<f4", 3), ("<f4", 3), ("<f4", 2), ("<i4", 3))):
            parts.append(np.frombuffer(content, kind, count * width, start).reshape(count, width).copy())
            start += 4 * count * width
        parts[2][:, 1] = 1 - parts[2][:, 1]
        return Msh(*parts)


def msh_to_obj(msh_file: Union[str, os.PathLike]) -> str:
    """Converts the mesh of an MSH file to the text of an OBJ file."""
    msh = Msh.create(msh_file)
    lines = []
    for word, rows in (("v", msh.vertex_positions), ("vn", msh.vertex_normals), ("vt", msh.vertex_texcoords)):
        lines += [" ".join((word, *map(str, row))) for row in rows]

    # positions, normals and texture coordinates of a triangle's vertex have the same index
    has_texture, has_normal = len(msh.vertex_texcoords) > 0, len(msh.vertex_normals) > 0

    def corner(k):
        texture, normal = str(k) if has_texture else "", str(k) if has_normal else ""
        return f"{k}/{texture}/{normal}".rstrip("/")

    lines += [" ".join(("f", *map(corner, (face + 1).tolist()))) for face in msh.face_vertex_indices]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Converts a mesh from MSH to OBJ.")
    parser.add_argument("-i", "--input", required=True, help="the MSH file")
    parser.add_argument("-o", "--output", required=True, help="the OBJ file to write")
    chosen = parser.parse_args()
    pathlib.Path(chosen.output).write_text(msh_to_obj(chosen.input), encoding="utf-8")
