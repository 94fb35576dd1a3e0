"""MuJoCo's export of animations to USD, which Synovia does not have: importing it raises an error with alternatives."""

raise ImportError(
    "synovia.usd: Synovia does not export USD. Record states with synovia.mj_getState, and replay them with MuJoCo's own exporter: "
    "import mujoco, mujoco.usd.exporter; mujoco.mj_setState(model, data, state, sig); exporter.update_scene(data)"
)
