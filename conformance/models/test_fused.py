"""`fusestatic` compared with the reference: which bodies are fused, which stay, and which objects names refer to afterwards."""

import random
import warnings

import pytest
from support.compare import differences
from support.modules import oracle, subject
from support.pair import both as agree
from support.pair import message_of, refused, refused_by_subject

# static bodies b and d are fused; geoms are then ga gb gd gc ge, sites sa sb sd sc se: names of c and d are swapped
BODIES = """
<body name="a"><joint name="ja"/><geom name="ga" size=".1"/><site name="sa"/>
  <body name="b" pos=".2 0 0"><geom name="gb" size=".1"/><site name="sb"/></body>
  <body name="c" pos=".4 0 0"><joint name="jc"/><geom name="gc" type="cylinder" size=".1 .1"/><site name="sc"/>
    <camera name="cc" resolution="4 3"/></body>
  <body name="d" pos=".6 0 0"><geom name="gd" size=".1"/><site name="sd"/></body>
  <body name="e" pos=".8 0 0"><joint name="je" type="slide"/><geom name="ge" size=".1"/><site name="se"/></body>
</body>"""

RELATIONS = {
    "nothing": "",
    "pair": '<contact><pair name="p" geom1="gc" geom2="ge"/><pair geom1="ga" geom2="gc"/></contact>',
    "exclude": '<contact><exclude body1="a" body2="e"/></contact>',
    "exclude of a static body": '<contact><exclude body1="d" body2="e"/></contact>',
    "tendon": '<tendon><spatial name="t"><site site="sc"/><site site="se"/><pulley divisor="2"/><site site="sa"/><site site="sd"/></spatial></tendon>',
    "fixed tendon": '<tendon><fixed><joint joint="jc" coef="2"/><joint joint="ja" coef="1"/></fixed></tendon>',
    "cylinder becomes sphere": '<tendon><spatial><site site="sc"/><geom geom="gc" sidesite="sd"/><site site="se"/></spatial></tendon>',
    "sphere becomes cylinder": '<tendon><spatial><site site="sc"/><geom geom="gd" sidesite="sd"/><site site="se"/></spatial></tendon>',
    "weld of sites": '<equality><weld site1="sc" site2="se"/></equality>',
    "connect of sites": '<equality><connect name="q" site1="sd" site2="sa"/></equality>',
    "weld of bodies": '<equality><weld body1="d" body2="e"/></equality>',
    "connect with the world": '<equality><connect body1="e" anchor=".1 .2 .3"/></equality>',
    "joint equality": '<equality><joint joint1="jc" joint2="je"/></equality>',
    "site actuator": '<actuator><motor name="m" site="sc" refsite="sd" gear="1 2 3 4 5 6"/></actuator>',
    "slider-crank": '<actuator><motor name="m" cranksite="sd" slidersite="sc" cranklength=".4"/></actuator>',
    "adhesion": '<actuator><adhesion body="d" ctrlrange="0 1"/></actuator>',
    "joint actuator": '<actuator><motor joint="je"/><position joint="jc" kp="3"/></actuator>',
    "site sensors": '<sensor><accelerometer site="sc"/><touch name="z" site="sd"/><rangefinder site="sb"/></sensor>',
    "force": '<sensor><force site="sd"/></sensor>',
    "torque of a body that moves": '<sensor><torque site="sc"/></sensor>',
    "frames": '<sensor><framepos objtype="site" objname="sc" reftype="geom" refname="gd"/><framequat objtype="camera" objname="cc"/></sensor>',
    "frame of a static body": '<sensor><framepos objtype="body" objname="d"/></sensor>',
    "frame of a body that moves": '<sensor><framepos objtype="xbody" objname="e" reftype="body" refname="c"/></sensor>',
    "subtree": '<sensor><subtreecom body="b"/></sensor>',
    "projection": '<sensor><camprojection site="sc" camera="cc"/></sensor>',
    "distance": '<sensor><distance geom1="gc" geom2="ge" cutoff="1"/><fromto body1="d" geom2="ga" cutoff="1"/></sensor>',
    "contact": '<sensor><contact geom1="gc" subtree2="e"/><contact site="sd"/></sensor>',
    "inside": '<sensor><insidesite site="sc" objtype="geom" objname="gd"/></sensor>',
    "tuple": '<custom><tuple name="u"><element objtype="site" objname="sc"/><element objtype="geom" objname="gd" prm="2"/></tuple></custom>',
    "tuple of bodies": '<custom><tuple name="u"><element objtype="body" objname="b"/></tuple></custom>',
    "keyframe": '<keyframe><key qpos=".1 .2 .3" qvel="1 2 3"/></keyframe><contact><pair geom1="gc" geom2="ge"/></contact>',
    "skin": """<deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="d" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2"
      vertweight="1 1 1"/></skin></deformable>""",
}


def document(after="", bodies=BODIES, settings=""):
    return f'<mujoco><compiler fusestatic="true" {settings}/><worldbody>{bodies}</worldbody>{after}</mujoco>'


def told(xml):
    """The warnings of the subject."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        subject.MjModel.from_xml_string(xml)
    return [str(w.message) for w in found]


@pytest.mark.filterwarnings("ignore:.*fusestatic:RuntimeWarning")
@pytest.mark.parametrize("name", RELATIONS)
def test_references_find_what_the_reference_finds(name):
    agree(document(RELATIONS[name]))


@pytest.mark.filterwarnings("ignore:.*fusestatic:RuntimeWarning")
@pytest.mark.parametrize("viewer", ["camera", "light"])
def test_a_static_body_that_a_viewer_looks_at_stays(viewer):
    # once b is fused the id of e, 5, is out of range: d stays for e as well
    for target, count in (("c", 4), ("d", 5), ("e", 5)):
        model = agree(document(bodies=f'{BODIES}<{viewer} mode="targetbody" target="{target}"/>'))
        assert model.nbody == count, target


def test_the_warning_names_the_element_and_both_objects():
    expected = {
        "pair": ('pair "p" geom1', 'geom "gc"', 'geom "gd"'),
        "tendon": ('tendon "t" site', 'site "sc"', 'site "sd"'),
        "connect of sites": ('connect "q" site1', 'site "sd"', 'site "sc"'),
        "site actuator": ('actuator "m" site', 'site "sc"', 'site "sd"'),
        "slider-crank": ('actuator "m" slidersite', 'site "sc"', 'site "sd"'),
        "site sensors": ('touch "z"', 'site "sd"', 'site "sc"'),
        "tuple": ('tuple "u" objname', 'site "sc"', 'site "sd"'),
    }
    for name, words in expected.items():
        lines = told(document(RELATIONS[name]))
        assert any(all(word in line for word in words) for line in lines), (name, lines)
    for name in ("nothing", "exclude", "weld of bodies", "force", "skin", "frame of a static body"):
        assert not told(document(RELATIONS[name])), name


def test_a_compiled_specification_warns_as_a_file_does():
    spec = subject.MjSpec.from_string(document(RELATIONS["pair"]))
    with pytest.warns(RuntimeWarning, match="resolves to") as found:
        spec.compile()
    assert str(found[0].message).startswith('pair "p" geom1: geom "gc" resolves to geom "gd"')


def test_a_body_named_as_xbody_is_fused_and_unknown_afterwards():
    refused(document('<sensor><framepos objtype="xbody" objname="d"/></sensor>'), "fusestatic", "'d'", "xbody")
    refused(document('<custom><tuple name="u"><element objtype="xbody" objname="b"/></tuple></custom>'), "fusestatic", "'b'")
    refused(document('<sensor><contact subtree1="d"/></sensor>'), "fusestatic", "'d'")


def test_a_wrapped_geom_that_stands_for_a_box_is_refused():
    bodies = BODIES.replace('"gd" size=".1"', '"gd" type="box" size=".1 .1 .1"')
    wrapped = '<tendon><spatial><site site="sa"/><geom geom="gc"/><site site="se"/></spatial></tendon>'
    refused(document(wrapped, bodies), "'gc'", "sphere or cylinder", "fusestatic")


@pytest.mark.filterwarnings("ignore:.*fusestatic:RuntimeWarning")
def test_an_unnamed_body_is_fused_although_its_force_is_measured():
    for bodies, count in ((BODIES, 5), (BODIES.replace('<body name="d"', "<body"), 4)):
        assert agree(document('<sensor><force site="sd"/></sensor>', bodies)).nbody == count


@pytest.mark.filterwarnings("ignore:.*fusestatic:RuntimeWarning")
def test_dropping_visual_geoms_follows_what_names_stand_for():
    visual = BODIES.replace('"gd" size', '"gd" contype="0" conaffinity="0" size').replace('"gc" type', '"gc" contype="0" conaffinity="0" type')
    for relation in ("nothing", "pair", "frames", "distance", "tuple", "cylinder becomes sphere", "sphere becomes cylinder"):
        agree(document(RELATIONS[relation], visual, 'discardvisual="true"'))


def test_saved_models_have_the_names_of_the_reference(tmp_path):
    names = ("pair", "tendon", "sphere becomes cylinder", "connect of sites", "slider-crank", "site sensors", "tuple")
    xml = document("".join(RELATIONS[name] for name in names))
    saved = []
    for module in (subject, oracle):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = module.MjModel.from_xml_string(xml)
        module.mj_saveLastXML(str(tmp_path / "saved.xml"), model)
        saved.append((tmp_path / "saved.xml").read_text())
    assert saved[0] == saved[1]


def test_viewers_of_an_aligned_free_body_keep_their_written_pose():
    viewers = '<camera name="v" pos="1 2 3" euler="10 20 30"/><light pos="3 2 1" dir="1 1 0"/><site pos="1 1 1"/>'
    inertial = '<inertial pos=".1 .2 .3" mass="2" fullinertia="1 2 2.5 .1 -.2 .3"/>'
    for align in ('<freejoint align="true"/>', '<freejoint align="false"/>', "<freejoint/>"):
        for settings in ("", 'alignfree="true"'):
            agree(document(bodies=f'<body pos="1 0 0">{align}{inertial}<geom size=".1"/>{viewers}</body>', settings=settings))


def some_model(seed):
    """A random tree of static and moving bodies, some without names, and random relations."""
    r = random.Random(seed)
    count = iter(range(1000))
    bodies, geoms, sites = [], [], []

    def body(depth):
        k = next(count)
        name = f'name="b{k}"' if r.random() < 0.75 else ""
        if name:
            bodies.append(f"b{k}")
        text = f'<body {name} pos="{r.uniform(-1, 1):.2f} .5 {k / 10}" euler="{r.uniform(0, 90):.1f} 0 10">'
        text += "<joint/>" if r.random() < 0.45 else ""
        for i in range(r.choice([0, 1, 1, 2]) or ("<joint/>" in text)):
            shape = r.choice(['size=".1"', 'size=".1"', 'type="cylinder" size=".1 .1"', 'type="box" size=".1 .1 .1"'])
            hidden = 'contype="0" conaffinity="0"' if r.random() < 0.3 else ""
            named = f'name="g{k}_{i}"' if r.random() < 0.85 else ""
            text += f"<geom {named} {shape} {hidden}/>"
            if named:
                geoms.append((f"g{k}_{i}", "box" not in shape))
        for i in range(r.choice([0, 1, 1, 2])):
            sites.append(f"s{k}_{i}")
            text += f'<site name="s{k}_{i}" pos="{i} 0 {k}"/>'
        for _ in range(r.choice([0, 1, 1, 2]) if depth else 0):
            text += body(depth - 1)
        return text + "</body>"

    world = "".join(body(r.choice([1, 2, 3])) for _ in range(r.choice([1, 2, 3])))
    geom = lambda: r.choice(geoms)[0] if geoms else "none"  # noqa: E731
    site = lambda: r.choice(sites) if sites else "none"  # noqa: E731
    some_body = lambda: r.choice(bodies) if bodies else "none"  # noqa: E731
    round_ = [name for name, is_round in geoms if is_round]
    parts = []
    if len(geoms) > 1:
        one, two = r.sample([name for name, _ in geoms], 2)
        parts.append(f'<contact><pair geom1="{one}" geom2="{two}"/></contact>')
        parts.append(f'<sensor><framepos objtype="geom" objname="{geom()}" reftype="site" refname="{site()}"/></sensor>')
        parts.append(f'<custom><tuple name="u"><element objtype="geom" objname="{geom()}"/></tuple></custom>')
    if len(bodies) > 1:
        one, two = r.sample(bodies, 2)
        parts.append(f'<contact><exclude body1="{one}" body2="{two}"/></contact>')
        parts.append(f'<equality><weld body1="{one}" body2="{two}"/></equality>')
        parts.append(f'<sensor><framepos objtype="{r.choice(["body", "body", "xbody"])}" objname="{some_body()}"/></sensor>')
    if len(sites) > 1:
        one, two = r.sample(sites, 2)
        parts.append(f'<equality><connect site1="{one}" site2="{two}"/></equality>')
        parts.append(f'<actuator><motor site="{site()}" refsite="{site()}" gear="1 0 0 0 2 0"/></actuator>')
        parts.append(f'<sensor><{r.choice(["force", "torque", "gyro"])} site="{site()}"/></sensor>')
        wrap = f'<geom geom="{r.choice(round_)}" sidesite="{site()}"/>' if round_ and r.random() < 0.6 else ""
        parts.append(f'<tendon><spatial><site site="{one}"/>{wrap}<site site="{two}"/></spatial></tendon>')
    r.shuffle(parts)
    chosen = "".join(parts[: r.randrange(len(parts) + 1)])
    return document(chosen, world, 'discardvisual="true"' if r.random() < 0.3 else "")


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_random_trees_are_fused_as_in_the_reference():
    loaded = mistaken = 0
    for seed in range(400):
        xml = some_model(seed)
        theirs = message_of(oracle, xml)
        ours = message_of(subject, xml)
        assert (theirs is None) == (ours is None), (seed, xml, theirs, ours)
        if theirs is None:
            loaded += 1
            mistaken += bool(told(xml))
            found = differences(subject.MjModel.from_xml_string(xml), oracle.MjModel.from_xml_string(xml))
            assert not found, (seed, xml, found)
    assert loaded > 200, loaded
    assert mistaken > 60, mistaken


@pytest.mark.parametrize("viewer", ['<camera name="v" pos=".1 0 0"/>', '<light name="v" pos=".1 0 0"/>'])
def test_difference_fused_camera_viewers_of_fused_bodies_are_carried_by_the_parent(viewer):
    # the reference frees these together with the body and reads them afterwards
    model = subject.MjModel.from_xml_string(document(bodies=BODIES.replace('<site name="sd"/>', viewer)))
    row = model.camera("v") if "camera" in viewer else model.light("v")
    assert model.nbody == 4
    assert row.bodyid[0] == model.body("a").id
    assert row.pos.tolist() == pytest.approx([0.7, 0, 0], abs=1e-15)


@pytest.mark.filterwarnings("ignore:.*fusestatic:RuntimeWarning")
def test_difference_recompile_fused_a_specification_compiles_to_the_same_model_again():
    ours, theirs = (module.MjSpec.from_string(document(RELATIONS["pair"])) for module in (subject, oracle))
    first, again = ours.compile(), ours.compile()
    assert not differences(again, first)
    expected = theirs.compile()
    assert not differences(first, expected)
    # the reference removed b and d from the specification, so a second compile takes poses relative to them for poses in the parent
    assert theirs.compile().geom("gd").pos.tolist() == [0, 0, 0]
    assert first.geom("gd").pos.tolist() == expected.geom("gd").pos.tolist() == [0.6, 0, 0]
    assert [body.name for body in ours.bodies] == ["world", "a", "b", "c", "d", "e"]


def test_discrete_inverse_dynamics_of_rk4_is_refused_where_the_first_step_needs_it():
    option = '<option integrator="RK4"><flag fwdinv="enable" invdiscrete="enable"/></option>'
    for flags, friction, loads in ((option, 1, False), (option, 0, True), (option.replace("RK4", "Euler"), 1, True)):
        body = f'<body><joint frictionloss="{friction}"/><geom size=".1"/></body>'
        xml = f"<mujoco>{flags}<worldbody>{body}</worldbody></mujoco>"
        assert (message_of(oracle, xml) is None) == loads
        if loads:
            agree(xml)
        else:
            refused_by_subject(xml, "discrete inverse dynamics", "RK4")
