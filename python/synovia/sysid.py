"""MuJoCo's system identification, which Synovia does not have: importing it raises an error with alternatives."""

raise ImportError(
    "synovia.sysid: Synovia has no module for system identification. synovia.minimize.least_squares fits parameters to recordings, "
    "with synovia.rollout for the residuals; mujoco.sysid itself only runs on MuJoCo"
)
