"""The same edits in both modules, and their results.

A case is a function of a module and of a `Log`; the log is compared row by row: models field by field, XML and values exactly, errors
by their type.
"""

from types import SimpleNamespace

import numpy as np

from support.compare import differences, fields_of
from support.members import plain
from support.modules import oracle, subject

STATE = "time qpos qvel act ctrl mocap_pos mocap_quat eq_active userdata qacc_warmstart xfrc_applied qfrc_applied plugin_state".split()


def snapshot(model):
    """The fields of a model, independent of the module that made them."""
    fields = {}
    for name in fields_of(model):
        value = getattr(model, name)
        if isinstance(value, np.ndarray):
            fields[name] = value.copy()
        elif isinstance(value, (bytes, str, int, float)):
            fields[name] = value
        elif name in ("opt", "stat", "vis", *"global_ quality headlight map scale rgba".split()):
            fields[name] = snapshot(value)
    return SimpleNamespace(**fields)


def state(data):
    """The numbers of a simulation that a program sets or that persist from step to step."""
    return {name: np.array(getattr(data, name)).tolist() for name in STATE}


def settled(model):
    """A snapshot without leftovers of an earlier compilation by the reference: ids in inner nodes of bounding volume hierarchies."""
    inner = model.bvh_child[:, 0] >= 0
    return SimpleNamespace(**{**vars(model), "bvh_nodeid": np.where(inner, -1, model.bvh_nodeid)})


class Log:
    """The results of a case, in order."""

    def __init__(self):
        self.rows = []

    def note(self, label, run):
        """Logs the result of a call, or the type of its error; returns the result."""
        try:
            value = run()
        except Exception as error:  # any exception type is a result
            self.rows.append((label, ("raises", type(error).__name__), str(error)))
            return None
        if type(value).__name__ == "MjModel":
            self.rows.append((label, settled(snapshot(value)), ""))
        elif type(value).__name__ == "MjData":
            self.rows.append((label, ("state", state(value)), ""))
        else:
            self.rows.append((label, plain(value), ""))
        return value


def compare(ours, theirs):
    """The differing rows of two logs, as lines."""
    found = []
    for (label, one, said), (other, two, expected) in zip(ours.rows, theirs.rows):
        if label != other:
            found.append(f"{label}: the reference continues with {other}")
            break
        models = [isinstance(value, SimpleNamespace) for value in (one, two)]
        if all(models):
            found += [f"{label}: {difference}" for difference in differences(one, two)]
        elif any(models):
            found.append(f"{label}: {'compiles' if models[0] else said!r} where the reference {'compiles' if models[1] else expected!r}")
        elif one[0] == two[0] == "state":
            found += [f"{label}: {name} {one[1][name]} != {two[1][name]}" for name in STATE if not _near(one[1][name], two[1][name])]
        elif one != two:
            found.append(f"{label}: {_cut(one, two)} {said} where the reference has {_cut(two, one)} {expected}")
    if len(ours.rows) != len(theirs.rows):
        found.append(f"{len(ours.rows)} rows where the reference has {len(theirs.rows)}")
    return found


def _near(one, two):
    one, two = np.array(one), np.array(two)
    return one.shape == two.shape and np.allclose(one, two, rtol=1e-10, atol=1e-12, equal_nan=True)


def _cut(one, two):
    """A value; of multi-line strings the first line that differs."""
    if one[0] == two[0] == "str" and "\n" in str(one[1]):
        lines, others = one[1].splitlines(), two[1].splitlines()
        for k, line in enumerate(lines):
            if k >= len(others) or line != others[k]:
                return f"line {k}: {line!r}"
        return "no further lines"
    return f"{one!r:.300}"


def run(case):
    """Runs a case in both modules; returns the differences."""
    logs = []
    for module in (subject, oracle):
        log = Log()
        case(module, log)
        logs.append(log)
    return compare(*logs)
