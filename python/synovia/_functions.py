"""MuJoCo's functions, under the name of its module."""

from synovia._calls.simulation import _realloc_con_efc
from synovia._compat.elsewhere import in_package

__getattr__ = in_package(__name__)
__all__ = ["_realloc_con_efc"]
