"""`MjSpec.compile` raises the warnings of the first step as errors, where MuJoCo does."""

import mujoco
import pytest

import synovia

BODY = "<mujoco><worldbody><body {}><joint {}/><geom size='.1' pos='.1 0 0'/>{}</body></worldbody></mujoco>"
FREE = "<mujoco>{}<worldbody><body pos='1e300 0 0' {}><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
MODELS = {
    "sound": BODY.format("", "", ""),
    "position": FREE.format("", ""),
    "friction of mixed format": BODY.format("", "frictionloss='1' solreffriction='.02 -1'", ""),
    "limit of mixed format": BODY.format("", "range='10 20' solreflimit='.02 -1'", ""),
    "singular": BODY.format("", "axis='0 0 1'", "<joint axis='0 0 1'/>"),
    "contacts": "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 -1e9'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
    "asleep": FREE.format("<option><flag sleep='enable'/></option>", "sleep='init'"),
    "keyframe": BODY.format("", "", "").replace("</mujoco>", "<keyframe><key qpos='1e300'/></keyframe></mujoco>"),
}
RAISING = {"position", "friction of mixed format", "limit of mixed format", "singular"}


def outcome(function):
    try:
        function()
    except Exception as error:  # noqa: BLE001 - the kind of error is the outcome
        return type(error).__name__, str(error).split(". Time")[0].split(" format")[0]
    return None


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("call", ["compile", "to_xml"])
def test_compiling_raises_where_the_reference_does(name, call):
    ours, theirs = (outcome(getattr(mj.MjSpec.from_string(MODELS[name]), call)) for mj in (synovia, mujoco))
    assert (ours is not None) == (name in RAISING) == (theirs is not None)
    if ours is not None:
        assert ours[0] == theirs[0] == "ValueError"
        assert ours[1] == f"the first step of the compiled model warns: {theirs[1]}"
    # models loaded without a specification load; their simulations warn
    for mj in (synovia, mujoco):
        mj.MjModel.from_xml_string(MODELS[name])


def test_recompiling_raises_nothing():
    for mj in (synovia, mujoco):
        spec = mj.MjSpec.from_string(MODELS["sound"].replace("<joint />", "<freejoint/>"))
        model = spec.compile()
        spec.bodies[1].pos = [1e300, 0, 0]
        spec.recompile(model, mj.MjData(model))
        with pytest.raises(ValueError, match="QPOS at DOF 0"):
            spec.compile()


def test_the_flags_of_the_model_stay():
    spec = synovia.MjSpec.from_string("<mujoco><option><flag sleep='enable' gravity='disable'/></option></mujoco>")
    model = spec.compile()
    assert (model.opt.disableflags, model.opt.enableflags) == (
        int(synovia.mjtDisableBit.mjDSBL_GRAVITY),
        int(synovia.mjtEnableBit.mjENBL_SLEEP),
    )
