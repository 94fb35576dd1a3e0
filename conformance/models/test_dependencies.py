"""The files that a model depends on, as listed by both modules."""

import os

import pytest
from support.modules import oracle, subject

FILES = {
    "main.xml": "<mujoco><compiler assetdir='assets' meshdir='meshes'/><include file='sub/part.xml'/><include file='sub/part.xml'/>"
    "<asset><mesh file='a.stl'/><texture file='t.png'/><texture fileup='up.png' filedown='down.png'/><hfield file='h.png'/>"
    "<model file='other/model.xml'/><skin file='s.skn'/></asset><worldbody><flexcomp file='f.msh'/><body><geom mesh='a'/></body></worldbody></mujoco>",
    "sub/part.xml": "<mujoco><compiler texturedir='pictures'/><asset><mesh file='b.stl'/><texture file='../c.png'/></asset>"
    "<include file='deep.xml'/></mujoco>",
    "sub/deep.xml": "<mujoco><asset><mesh file='/absolute/d.stl'/><mesh file='b.stl'/><mesh vertex='0 0 0'/></asset></mujoco>",
    "other/model.xml": "<mujoco><compiler meshdir='m'/><asset><mesh file='e &amp; f.stl'/></asset></mujoco>",
    "robot.xml": "<robot><link name='a'><visual><geometry><mesh filename='x.stl'/></geometry></visual></link></robot>",
    "several.xml": "<mujoco><compiler meshdir='one'/><compiler meshdir='two'/><asset><mesh file='g.stl'/></asset></mujoco>",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_all_files_of_a_model_are_listed(folder, name):
    path = str(folder / name)
    ours, theirs = subject.mju_getXMLDependencies(path), oracle.mju_getXMLDependencies(path)
    assert sorted(map(os.path.normpath, ours)) == sorted(map(os.path.normpath, theirs))
    assert len(set(ours)) == len(ours) and path in ours


def test_a_file_that_is_not_there_is_an_error(folder):
    (folder / "sub" / "deep.xml").unlink()
    for module in (subject, oracle):
        for name in ("none.xml", "main.xml"):
            with pytest.raises(module.FatalError):
                module.mju_getXMLDependencies(str(folder / name))
