"""MuJoCo's description of its C headers, which Synovia does not have: importing it raises an error with alternatives."""

raise ImportError(
    "synovia.introspect: Synovia has no C headers to describe. Fields of models and simulations are in the type stubs of the package "
    "(synovia/__init__.pyi) and in help(synovia.MjModel.qpos0); mujoco.introspect describes MuJoCo's, and needs only that package"
)
