"""The thread pool of rollouts, under the name of MuJoCo's module."""

from synovia._synovia import RolloutPool as Rollout

__all__ = ["Rollout"]
