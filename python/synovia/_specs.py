"""Specifications, under the name of MuJoCo's module of them."""

from synovia._compat.elsewhere import in_package

__getattr__ = in_package(__name__)
