"""Specs, under the name of MuJoCo's module."""

from synovia._compat.elsewhere import in_package

__getattr__ = in_package(__name__)
