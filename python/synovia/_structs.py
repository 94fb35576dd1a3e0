"""The classes of models and simulations, under the name of MuJoCo's module."""

from synovia._fields import views as _views
from synovia._fields.data import ContactList as _MjContactList
from synovia._fields.data import SolverList as _MjSolverStatList
from synovia._fields.data import TimerList as _MjTimerStatList
from synovia._fields.data import WarningList as _MjWarningStatList
from synovia._compat.elsewhere import in_package

__getattr__ = in_package(__name__)
__all__ = ["_MjContactList", "_MjSolverStatList", "_MjTimerStatList", "_MjWarningStatList"]

for _classes in (_views.MODEL_VIEWS, _views.DATA_VIEWS):
    globals().update({_class.__name__: _class for _class in _classes.values()})
del _views, _classes
