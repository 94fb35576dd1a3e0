"""The threads of rollouts, under the name of MuJoCo's module of them."""

from synovia._synovia import RolloutPool as Rollout

__all__ = ["Rollout"]
