"""A specification is saved with all its files: from several folders, from memory, and with equal names."""

import io
import os
import struct
import zipfile
import zlib

import mujoco
import numpy as np
import pytest

import synovia as mj

# fields that contain file names, which change
NAMES = {"paths", "npaths", "nbuffer", "mesh_pathadr", "hfield_pathadr", "tex_pathadr", "skin_pathadr", "signature"}


def fields(model):
    """All fields of a model as arrays, except for file names."""
    parts = {"": model, "opt.": model.opt, "stat.": model.stat}
    parts |= {f"vis.{name}.": getattr(model.vis, name) for name in ("global_", "quality", "headlight", "map", "scale", "rgba")}
    for prefix, part in parts.items():
        for name in dir(part):
            value = None if name.startswith("_") or name in NAMES else getattr(part, name)
            if isinstance(value, (int, float, np.ndarray, bytes)):
                yield prefix + name, np.asarray(value)


def unequal(model, again):
    """The names of fields whose bits differ."""
    theirs = dict(fields(again))
    return [name for name, value in fields(model) if value.tobytes() != theirs[name].tobytes()]


def tetrahedron(size):
    return f"v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n".encode()


def picture(*pixels, width=2):
    """A square PNG file in which every row has the given grey pixels."""
    rows = b"".join(b"\0" + bytes(pixels[k % len(pixels)] for k in range(width)) for _ in range(width))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, width, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def heights(*values):
    return struct.pack("<2i", 2, 2) + struct.pack("<4f", *values)


def skin(bone):
    numbers = struct.pack("<4i", 3, 0, 1, 1) + struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0) + struct.pack("<3i", 0, 1, 2)
    weights = struct.pack("<7f", 0, 0, 0, 1, 0, 0, 0) + struct.pack("<4i", 3, 0, 1, 2) + struct.pack("<3f", 1, 1, 1)
    return numbers + bone.encode().ljust(40, b"\0") + weights


FACES = "right left up down front back".split()


def robot(name, size, prefix=""):
    """A model with files of every kind, and the files by name; skin files use the final names of bodies."""
    cube = " ".join(f"file{face}='sky/{face}.png'" for face in FACES)
    xml = f"""<mujoco model="{name}"><compiler meshdir="meshes" texturedir="pictures"/>
      <default><default class="{name}"><joint damping="0.1234567890123"/></default><site size="0.03"/></default>
      <asset><include file="{name}_assets.xml"/><texture name="sky" type="cube" {cube}/>
        <material name="skin" texture="base"/><hfield name="base" file="base.bin" size="1 1 0.2 0.1"/></asset>
      <worldbody><geom type="hfield" hfield="base"/>
        <body name="{name}" pos="0.1234567890123 0 1" childclass="{name}"><joint name="{name}" axis="0 1 0.3"/>
          <geom type="mesh" mesh="base" material="skin" euler="10 20 30" pos="0.1 0.2 0.3"/>
          <geom type="mesh" mesh="deep" euler="1 2 3"/>
          <site name="tip" pos="0 0 0.7"/>
        </body></worldbody>
      <deformable><skin name="{name}" file="base.skn"/></deformable></mujoco>"""
    files = {
        f"{name}_assets.xml": b"<mujoco><mesh file='base.obj'/><mesh file='deep/deep.obj'/><texture name='base' type='2d' file='base.png'/></mujoco>",
        "meshes/base.obj": tetrahedron(size),
        "meshes/deep/deep.obj": tetrahedron(2 * size),
        "meshes/base.bin": heights(0, size, 2, 3),
        "meshes/base.skn": skin(prefix + name),
        "pictures/base.png": picture(10, int(100 * size)),
        **{f"pictures/sky/{face}.png": picture(k, int(100 * size)) for k, face in enumerate(FACES)},
    }
    return xml, files


def on_disk(folder, name, size, prefix=""):
    xml, files = robot(name, size, prefix)
    for path, content in files.items():
        place = folder / name / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (folder / name / "robot.xml").write_text(xml)
    return mj.MjSpec.from_file(str(folder / name / "robot.xml"))


def in_memory(name, size):
    xml, files = robot(name, size)
    text = {path: content for path, content in files.items() if path.endswith(".xml")}
    assets = {path.split("/")[-1] if "deep" in path else path: content for path, content in files.items() if path not in text}
    return mj.MjSpec.from_string(xml, include=text, assets=assets)


def composed(folder):
    """An arm with a hand with a finger, each in its own folder, all files with equal names."""
    arm, hand, finger = on_disk(folder, "arm", 1), on_disk(folder, "hand", 0.5, "h_"), on_disk(folder, "finger", 0.25, "h_f_")
    hand.attach(finger, prefix="f_", site=hand.site("tip"))
    arm.attach(hand, prefix="h_", frame=arm.body("arm").add_frame(pos=[0, 0.1, 0.7], euler=[5, 6, 7]))
    return arm


def by_save(spec, folder):
    written = spec.save(folder / "saved" / "robot.xml")
    assert all(os.path.exists(path) for path in written) and written[-1] == str(folder / "saved" / "robot.xml")
    return folder / "saved" / "robot.xml"


def removed(folder, *names):
    """Moves the source files away: the saved model must not need them."""
    for name in names:
        (folder / name).rename(folder / f"away_{name}")


def test_a_composed_model_is_saved_with_all_files(tmp_path):
    spec = composed(tmp_path)
    model = spec.compile()
    path = by_save(spec, tmp_path)
    removed(tmp_path, "arm", "hand", "finger")
    assert model.nmesh == 6 and model.nskin == 3 and model.nhfield == 3
    assert not unequal(model, mj.MjModel.from_xml_path(str(path)))
    files = sorted(str(file.relative_to(path.parent)) for file in path.parent.rglob("*") if file.is_file())
    # eleven uniquely named files of each model, and the XML
    assert len(files) == 3 * 11 + 1
    assert {"meshes/base.obj", "meshes/base-2.obj", "meshes/base-3.obj", "meshes/deep/deep-2.obj", "pictures/sky/up-2.png"} <= set(files)
    # the reference loads the same model from it
    theirs = mujoco.MjModel.from_xml_path(str(path))
    for name in ("geom_pos", "mesh_vert", "tex_data", "hfield_data", "skin_vert", "body_mass", "dof_damping", "site_size"):
        np.testing.assert_allclose(getattr(theirs, name), getattr(model, name), rtol=1e-12, atol=1e-14)


# DIFFERENCE(zip-complete)
def test_an_archive_of_a_composed_model_has_all_files(tmp_path):
    spec = composed(tmp_path)
    model = spec.compile()
    spec.to_zip(tmp_path / "robot.zip")
    packed = io.BytesIO()
    spec.to_zip(packed)
    assert packed.getvalue() == (tmp_path / "robot.zip").read_bytes()
    removed(tmp_path, "arm", "hand", "finger")
    again = mj.MjSpec.from_zip(str(tmp_path / "robot.zip"))
    assert not unequal(model, again.compile())
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
    assert names[-1] == "arm.xml" and len(names) == len({name.lower() for name in names}) == 34
    theirs = mujoco.MjSpec.from_zip(io.BytesIO(packed.getvalue())).compile()
    np.testing.assert_array_equal(theirs.mesh_vert, model.mesh_vert)
    np.testing.assert_array_equal(theirs.tex_data, model.tex_data)
    # a specification loaded from an archive can be saved again
    again.save(tmp_path / "again" / "robot.xml")
    assert not unequal(model, mj.MjModel.from_xml_path(str(tmp_path / "again" / "robot.xml")))


def test_files_in_memory_are_saved(tmp_path):
    arm = in_memory("arm", 1)
    model = arm.compile()
    path = by_save(arm, tmp_path)
    assert not unequal(model, mj.MjModel.from_xml_path(str(path)))
    assert (path.parent / "meshes" / "deep" / "deep.obj").exists()
    arm.assets["notes.txt"] = "unused"
    arm.to_zip(tmp_path / "robot.zip")
    again = mj.MjSpec.from_zip(str(tmp_path / "robot.zip"))
    assert again.assets["notes.txt"] == b"unused" and not unequal(model, again.compile())


@pytest.mark.parametrize("prefix", [None, "h_"])
def test_files_in_memory_of_an_attached_model_are_saved(prefix, tmp_path):
    faces = " ".join(f"file{face}='{face}.png'" for face in FACES)
    part = f"""<mujoco><asset><mesh name="m" file="cube.obj"/><texture name="t" type="2d" file="cube.png"/><material name="m" texture="t"/>
      <texture name="c" type="cube" {faces}/><hfield name="h" file="cube.bin" size="1 1 1 1"/></asset>
      <worldbody><geom type="hfield" hfield="h"/><body><joint/><geom type="mesh" mesh="m" material="m"/></body></worldbody></mujoco>"""

    def files(size):
        pictures = {f"{face}.png": picture(k, size) for k, face in enumerate(FACES)}
        return {"cube.obj": tetrahedron(size), "cube.png": picture(1, size), "cube.bin": heights(0, 1, 2, size), **pictures}

    main, child = (mj.MjSpec.from_string(part, assets=files(size)) for size in (1, 2))
    # DIFFERENCE(attach-assets)
    main.attach(child, prefix=prefix, frame=main.worldbody.add_frame())
    model = main.compile()
    assert not np.array_equal(model.hfield_data[:4], model.hfield_data[4:])
    assert not unequal(model, mj.MjModel.from_xml_path(str(by_save(main, tmp_path))))
    main.to_zip(tmp_path / "robot.zip")
    assert not unequal(model, mj.MjSpec.from_zip(str(tmp_path / "robot.zip")).compile())


def test_files_outside_of_the_folder_get_a_place_inside(tmp_path):
    for folder in ("shared", "absolute", "main"):
        (tmp_path / folder).mkdir()
    (tmp_path / "shared" / "a.obj").write_bytes(tetrahedron(1))
    (tmp_path / "absolute" / "a.obj").write_bytes(tetrahedron(2))
    (tmp_path / "main" / "robot.xml").write_text(
        f"""<mujoco><compiler meshdir="../shared"/><asset><mesh name="a" file="a.obj"/>
          <mesh name="b" file="{(tmp_path / 'absolute' / 'a.obj').as_posix()}"/></asset>
          <worldbody><geom type="mesh" mesh="a"/><geom type="mesh" mesh="b"/></worldbody></mujoco>"""
    )
    spec = mj.MjSpec.from_file(str(tmp_path / "main" / "robot.xml"))
    model = spec.compile()
    path = by_save(spec, tmp_path)
    removed(tmp_path, "shared", "absolute", "main")
    assert not unequal(model, mj.MjModel.from_xml_path(str(path)))
    assert sorted(file.name for file in (path.parent / "assets").iterdir()) == ["a-2.obj", "a.obj"]


def test_existing_files_are_overwritten_only_if_asked(tmp_path):
    spec = on_disk(tmp_path, "arm", 1)
    path = by_save(spec, tmp_path)
    assert spec.save(path) == []  # all files exist already
    mesh, text = path.parent / "meshes" / "base.obj", path.read_text()
    for victim in (mesh, path):
        victim.write_text("somebody's work")
        with pytest.raises(FileExistsError, match=f"{victim.name} exists with different content; overwrite=True"):
            spec.save(str(path))
        assert victim.read_text() == "somebody's work"
        assert spec.save(path, overwrite=True) == [str(victim)]
    assert path.read_text() == text and mesh.read_bytes() == tetrahedron(1)
    assert not [file for file in path.parent.rglob(".*")]


def test_a_failure_leaves_nothing(tmp_path):
    spec = on_disk(tmp_path, "arm", 1)
    (tmp_path / "saved" / "pictures").mkdir(parents=True)
    (tmp_path / "saved" / "pictures" / "base.png").mkdir()
    with pytest.raises(OSError, match="base.png"):
        spec.save(tmp_path / "saved" / "robot.xml")
    assert sorted(file.name for file in (tmp_path / "saved").rglob("*")) == ["base.png", "pictures"]
    (tmp_path / "arm" / "meshes" / "base.obj").unlink()
    with pytest.raises(ValueError, match="base.obj"):
        spec.save(tmp_path / "other" / "robot.xml")
    assert not (tmp_path / "other").exists()
    with pytest.raises(ValueError, match="to_zip writes archives"):
        spec.save(tmp_path / "robot.zip")
    texture = mj.MjSpec()
    texture.add_texture(name="t", type=mj.mjtTexture.mjTEXTURE_2D, width=1, height=1, nchannel=3, data=b"abc")
    with pytest.raises(ValueError, match="no support for buffer textures"):
        texture.save(tmp_path / "other" / "robot.xml")


def test_the_root_class_stays_inside_a_childclass(tmp_path):
    main = mj.MjSpec.from_string(
        """<mujoco><default><default class="a"><joint damping="1"/><geom margin="1"/></default></default>
          <worldbody><body childclass="a"><joint/><geom size="0.1"/><frame name="f"/></body></worldbody></mujoco>"""
    )
    child = mj.MjSpec.from_string("<mujoco><worldbody><body><joint/><geom size='0.2'/><body><joint/><geom size='0.3'/></body></body></worldbody></mujoco>")
    main.attach(child, prefix="p_", frame="f")
    model = main.compile()
    assert list(model.dof_damping) == [1, 0, 0]
    path = by_save(main, tmp_path)
    assert not unequal(model, mj.MjModel.from_xml_path(str(path)))
    assert list(mujoco.MjModel.from_xml_path(str(path)).dof_damping) == [1, 0, 0]
