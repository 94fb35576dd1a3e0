"""The exceptions, under the name of MuJoCo's module."""

from synovia._synovia import FatalError, UnexpectedError

__all__ = ["FatalError", "UnexpectedError"]
