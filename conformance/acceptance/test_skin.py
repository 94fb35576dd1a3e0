"""Skins: every field, every way to write one, and every mistake in one."""

import struct
from pathlib import Path

import numpy as np
import pytest
from support.compare import differences
from support.modules import oracle, subject
from support.pair import both, close, mjcf, refused

TRIANGLE = 'vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"'
BONE = '<bone body="b" bindpos=".1 .2 .3" bindquat="1 2 3 4" vertid="0 1 2" vertweight="1 1 3"/>'
BODIES = """<body name="s">
<body name="b" pos="1 0 0"><joint/><geom size=".1"/></body>
</body>
<body name="c"><geom size=".1"/></body>"""


def document(skin=TRIANGLE, bones=BONE, section="asset", assets="", bodies=BODIES, head=""):
    """A model with one skin."""
    return mjcf(bodies, head=head, **{section: f"{assets}<skin {skin}>\n{bones}\n</skin>"})


def skn(vertex, texcoord, face, bones):
    """The bytes of an SKN file."""
    out = struct.pack("<4i", len(vertex) // 3, len(texcoord) // 2, len(face) // 3, len(bones))
    out += struct.pack(f"<{len(vertex)}f", *vertex) + struct.pack(f"<{len(texcoord)}f", *texcoord)
    out += struct.pack(f"<{len(face)}i", *face)
    for name, pos, quat, ids, weights in bones:
        out += name.encode().ljust(40, b"\0") + struct.pack("<7f", *pos, *quat)
        out += struct.pack(f"<i{len(ids)}i{len(ids)}f", len(ids), *ids, *weights)
    return out


SHEET = skn(
    (0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5),
    (0, 0, 1, 0, 0, 1, 1, 1),
    (0, 1, 2, 2, 1, 3),
    (("b", (1, 2, 3), (1, 0, 0, 0.1), (0, 1, 3), (0.3, 1, 1)), ("c", (0, 0, 1), (0, 0, 2, 0), (2, 0), (0.7, 0.9))),
)


def from_folder(folder, xml, files):
    """The models that both modules load from a document in a folder with files, or their error messages."""
    folder = Path(folder)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "model.xml").write_text(xml)
    results = []
    for module in (subject, oracle):
        try:
            results.append(module.MjModel.from_xml_path(str(folder / "model.xml")))
        except Exception as error:  # noqa: BLE001 - each module has its own exception types
            results.append(str(error))
    return results


@pytest.mark.parametrize("section", ["asset", "deformable"])
def test_skins_are_read_in_both_sections(section):
    m = both(document(f'name="k" group="3" rgba=".1 .2 .3 .4" inflate=".01" {TRIANGLE}', section=section))
    close(m.skin_rgba, np.float32([[0.1, 0.2, 0.3, 0.4]]))
    close(m.skin_bonebindquat, np.array([[1, 2, 3, 4]]) / np.sqrt(30), 1e-7)
    assert m.skin_bonevertweight.tolist() == [1, 1, 1]
    assert m.skin("k").id == 0 and m.skin_texcoordadr.tolist() == [-1] and m.skin_pathadr.tolist() == [-1]


def test_weights_of_a_vertex_are_shared_among_its_bones():
    second = BONE.replace('"b"', '"world"').replace("1 1 3", ".1 .2 .7")
    m = both(document(f'{TRIANGLE} texcoord="0 0 1 0 0 1"', BONE + second))
    close(m.skin_bonevertweight, [1 / 1.1, 1 / 1.2, 3 / 3.7, 0.1 / 1.1, 0.2 / 1.2, 0.7 / 3.7], 1e-7)
    assert m.skin_bonebodyid.tolist() == [2, 0]


def test_several_skins_follow_each_other():
    other = f'<skin material="m" {TRIANGLE} texcoord="0 0 1 0 0 1">{BONE}{BONE}</skin>'
    m = both(document(assets=f'<material name="m"/>{other}<skin name="n" {TRIANGLE}>{BONE}</skin>'))
    assert m.nskin == 3 and m.skin_boneadr.tolist() == [0, 2, 3] and m.skin_matid.tolist() == [0, -1, -1]


def test_bodies_that_bones_name_are_not_fused():
    fuse = '<compiler fusestatic="true"/>'
    assert both(document(bones=BONE.replace('"b"', '"c"'), head=fuse)).nbody == 3
    assert both(document(head=fuse)).nbody == 2


def test_degenerate_quaternions_stay():
    for quat in ("0 0 0 0", "1e-8 0 0 0"):
        both(document(bones=BONE.replace("1 2 3 4", quat)))


def test_faces_are_not_looked_at():
    both(document(TRIANGLE.replace("0 1 2", "0 1 -7")))


def test_a_copied_model_keeps_its_bones_but_not_its_names(tmp_path):
    def attached(child, bodies='<attach model="ch" body="b" prefix="p_"/>', assets=""):
        xml = mjcf(bodies, asset=f'<model name="ch" file="child.xml"/>{assets}')
        return from_folder(tmp_path, xml, {"child.xml": child.encode(), "sheet.skn": SHEET})

    ours, theirs = attached(document(f'name="k" {TRIANGLE}'))
    assert theirs.nskin == 1 and not differences(ours, theirs)
    # if a bone is not copied, the skin is not copied either
    ours, theirs = attached(document(bones=BONE.replace('"b"', '"c"')))
    assert theirs.nskin == 0 and not differences(ours, theirs)
    # materials are renamed, but references to them in skins are not; names in files are not renamed
    refusals = [
        attached(document(f'material="m" {TRIANGLE}', assets='<material name="m"/>')),
        attached(document('file="sheet.skn"', "")),
        attached(document(f'name="k" {TRIANGLE}'), assets=f'<skin name="k" {TRIANGLE}>{BONE}</skin>'),
    ]
    for ours, theirs in refusals:
        assert isinstance(theirs, str) and isinstance(ours, str), (ours, theirs)


def test_replicas_are_not_followed():
    copied = BODIES.replace('<body name="c">', '<replicate count="2"><body name="c">') + "</replicate>"
    refused(document(bones=BONE.replace('"b"', '"c"'), bodies=copied), "c")
    both(document(bones=BONE.replace('"b"', '"c1"'), bodies=copied))


@pytest.mark.parametrize("file", ["sheet.skn", "sub/Sheet.SKN"])
def test_files(tmp_path, file):
    texture = '<texture name="t" type="2d" builtin="flat" width="2" height="2"/>'
    ours, theirs = from_folder(tmp_path, document(f'file="{file}"', "", assets=texture), {file: SHEET})
    assert theirs.nskinvert == 4 and not differences(ours, theirs)
    strip = '<compiler strippath="true" meshdir="parts"/>'
    xml = document(f'file="elsewhere/{file}"', "", head=strip)
    ours, theirs = from_folder(tmp_path, xml, {f"parts/{Path(file).name}": SHEET})
    assert not differences(ours, theirs)


def test_files_that_are_not_skins_are_refused(tmp_path):
    bone = ("b", (0, 0, 0), (1, 0, 0, 0), (0, 1, 2), (1, 1, 1))
    plain = ((0, 0, 0, 1, 0, 0, 0, 1, 0), (), (0, 1, 2))
    bad = {
        "empty": b"",
        "header": SHEET[:15],
        "arrays": SHEET[:60],
        "longer": SHEET + b"\0",
        "negative": struct.pack("<4i", 3, 0, -1, 0),
        "no bones": skn(*plain, []),
        "no vertices in a bone": skn(*plain, [bone[:3] + ((), ())]),
        "texcoord": skn(plain[0], (0, 0), plain[2], [bone]),
        "no such body": skn(*plain, [("x", *bone[1:])]),
        "loose vertex": skn(*plain, [bone[:3] + ((0, 1), (1, 1))]),
    }
    for length in range(100, len(SHEET), 9):
        bad[f"cut at {length}"] = SHEET[:length]
    for why, data in bad.items():
        ours, theirs = from_folder(tmp_path, document('file="sheet.skn"', ""), {"sheet.skn": data})
        assert isinstance(theirs, str), why
        assert isinstance(ours, str), why


MISTAKES = {
    "repeated": (f'name="k" {TRIANGLE}', BONE, f'<skin name="k" {TRIANGLE}>{BONE}</skin>', ("k",)),
    "group": (f'{TRIANGLE} group="6"', BONE, "", ("group", "5")),
    "rgba": (f'{TRIANGLE} rgba="1 0 0"', BONE, "", ("rgba",)),
    "material": (f'{TRIANGLE} material="nowhere"', BONE, "", ("nowhere",)),
    "no bones": (TRIANGLE, "", "", ("bones",)),
    "no faces": ('vertex="0 0 0"', BONE, "", ("faces",)),
    "no vertices": ('face="0 0 0"', BONE, "", ("vertices",)),
    "vertex": ('vertex="0 0 0 1" face="0 0 0"', BONE, "", ("vertex", "multiple of 3")),
    "face": ('vertex="0 0 0 1 0 0 0 1 0" face="0 1"', BONE, "", ("face", "multiple of 3")),
    "texcoord": (f'{TRIANGLE} texcoord="0 0 1"', BONE, "", ("texcoord",)),
    "body": (TRIANGLE, BONE.replace('"b"', '"nowhere"'), "", ("nowhere",)),
    "no body": (TRIANGLE, BONE.replace('body="b"', ""), "", ("body",)),
    "no bindpos": (TRIANGLE, BONE.replace('bindpos=".1 .2 .3"', ""), "", ("bindpos",)),
    "bindquat": (TRIANGLE, BONE.replace("1 2 3 4", "1 2 3"), "", ("bindquat",)),
    "blank vertid": (TRIANGLE, BONE.replace("0 1 2", ""), "", ("vertid",)),
    "vertid": (TRIANGLE, BONE.replace("0 1 2", "0 1 3"), "", ("vertid 3",)),
    "sizes": (TRIANGLE, BONE.replace("0 1 2", "0 1"), "", ("vertid", "vertweight")),
    "weight": (TRIANGLE, BONE.replace("1 1 3", "1 0 3"), "", ("vertex 1", "weight")),
    "both": (f'file="a.skn" {TRIANGLE}', BONE, "", ("a.skn", "both")),
    "type": ('file="a.stl"', "", "", ("a.stl", "format")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_refused_by_name(mistake):
    skin, bones, assets, names = MISTAKES[mistake]
    refused(document(skin, bones, assets=assets), *names)


def test_a_material_that_was_discarded_is_missed():
    refused(document(f'{TRIANGLE} material="m"', assets='<material name="m"/>', head='<compiler discardvisual="true"/>'), "m")
    both(document(f'{TRIANGLE} texcoord="0 0 1 0 0 1"', head='<compiler discardvisual="true"/>'))
