"""Meshes in MuJoCo's binary format are converted to OBJ files."""

import subprocess
import sys

import numpy as np
import pytest

import synovia
from synovia import msh2obj

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], "<f4")
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "<i4")
PLACES = np.array([[0.25, 0.125], [0.5, 0], [0, 1], [1, 1]], "<f4")


def written(path, normals=POINTS[:0], places=POINTS[:0, :2]):
    counts = np.array([len(POINTS), len(normals), len(places), len(FACES)], "<i4")
    path.write_bytes(b"".join(part.tobytes() for part in (counts, POINTS, normals, places, FACES)))
    return path


def test_a_mesh_compiles_to_the_same_numbers_from_either_file(tmp_path):
    file = written(tmp_path / "tetra.msh", places=PLACES)
    obj = msh2obj.msh_to_obj(file)
    models = []
    for name, content in (("tetra.msh", file.read_bytes()), ("tetra.obj", obj.encode())):
        xml = f'<mujoco><asset><mesh name="m" file="{name}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
        models.append(synovia.MjModel.from_xml_string(xml, {name: content}))
    for field in ("mesh_vert", "mesh_face", "mesh_normal", "mesh_texcoord", "mesh_facetexcoord", "geom_size"):
        np.testing.assert_allclose(getattr(models[0], field), getattr(models[1], field), atol=1e-6, err_msg=field)


def test_corners_name_what_the_mesh_has(tmp_path):
    assert "f 1 3 2\n" in msh2obj.msh_to_obj(written(tmp_path / "a.msh"))
    assert "f 1/1 3/3 2/2\n" in msh2obj.msh_to_obj(written(tmp_path / "b.msh", places=PLACES))
    assert "f 1//1 3//3 2//2\n" in msh2obj.msh_to_obj(written(tmp_path / "c.msh", normals=POINTS))
    full = msh2obj.msh_to_obj(written(tmp_path / "d.msh", normals=POINTS, places=PLACES))
    assert "f 1/1/1 3/3/3 2/2/2\n" in full and "vt 0.25 0.875\n" in full and "vn 0.0 2.0 0.0\n" in full


@pytest.mark.parametrize("cut", [3, 40])
def test_files_that_are_too_short_are_refused(tmp_path, cut):
    file = written(tmp_path / "tetra.msh")
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(ValueError, match="bytes"):
        msh2obj.msh_to_obj(file)
    with pytest.raises(FileNotFoundError):
        msh2obj.msh_to_obj(tmp_path / "nowhere.msh")


def test_it_runs_as_a_program(tmp_path):
    file, out = written(tmp_path / "tetra.msh"), tmp_path / "tetra.obj"
    done = subprocess.run([sys.executable, "-m", "synovia.msh2obj", "-i", file, "-o", out], capture_output=True, text=True)
    assert done.returncode == 0 and out.read_text() == msh2obj.msh_to_obj(file), done.stderr
