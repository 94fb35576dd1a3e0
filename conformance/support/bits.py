"""Compiled fields bit for bit.

A value of the reference's model is reproducible if a second load gives the same bits. The distance of two numbers in units in the last
place (ulps) is the difference of their ranks among all numbers of their type.
"""

import json
from pathlib import Path

import numpy as np

from support.compare import fields_of

FILE = Path(__file__).resolve().parents[1] / "models" / "bits.json"

GROUPS = ("opt", "stat", "vis")
# fields that are not numbers of the model
NOT_DATA = {
    "signature": "a checksum of the implementation",
    "vis.rgba.bv": "the Python module of the reference shows no numbers",
    "vis.rgba.bvactive": "the Python module of the reference shows no numbers",
}


def leaves(group, prefix=""):
    """Every plain field of a model and of its groups, as (name, array or bytes)."""
    for name in fields_of(group):
        value = getattr(group, name)
        if isinstance(value, (bytes, str)):
            yield prefix + name, value
        elif isinstance(value, (int, float, bool, np.ndarray, np.generic)):
            yield prefix + name, np.asarray(value)
        elif not prefix and name in GROUPS:
            yield from leaves(value, f"{name}.")
        elif prefix.startswith("vis") and hasattr(value, "__class__") and prefix.count(".") == 1:
            yield from leaves(value, f"{prefix}{name}.")


def ordered(array):
    """Ranks of floating-point numbers among all numbers of their type; both zeros have the same rank."""
    kind = np.int64 if array.dtype == np.float64 else np.int32
    bits = np.ascontiguousarray(array).view(kind).astype(object if kind is np.int64 else np.int64)
    least = -(2**63) if kind is np.int64 else -(2**31)
    return np.where(bits < 0, least - bits, bits)


def apart(ours, theirs):
    """How two values of a field differ: None, or the number of differing entries, the largest distance and the largest in ulps."""
    if isinstance(theirs, (bytes, str)):
        return None if ours == theirs else {"entries": 1, "largest": float("inf"), "ulps": float("inf")}
    if ours is None or ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return {"entries": int(theirs.size), "largest": float("inf"), "ulps": float("inf")}
    if ours.tobytes() == theirs.tobytes():
        return None
    if theirs.dtype.kind != "f":
        wrong = ours != theirs
        largest = float(np.abs(ours.astype(float) - theirs.astype(float)).max())
        return {"entries": int(wrong.sum()), "largest": largest, "ulps": float("inf")}
    whole = np.int64 if theirs.dtype == np.float64 else np.int32
    wrong = np.ascontiguousarray(ours).view(whole) != np.ascontiguousarray(theirs).view(whole)
    a, b = ours[wrong.reshape(ours.shape)], theirs[wrong.reshape(ours.shape)]
    with np.errstate(invalid="ignore", over="ignore"):
        far = np.abs(a.astype(float) - b.astype(float))
    ulps = max(abs(int(x) - int(y)) for x, y in zip(ordered(a).ravel(), ordered(b).ravel()))
    return {"entries": int(wrong.sum()), "largest": float(np.nan_to_num(far, nan=np.inf).max()), "ulps": float(ulps)}


def differing(ours, theirs, load_again):
    """Field -> how it differs, of every field whose bits differ.

    With `load_again`, which loads the reference's model a second time, also whether the reference reproduces its own bits.
    """
    mine, found = dict(leaves(ours)), {}
    for name, value in leaves(theirs):
        difference = None if name in NOT_DATA else apart(mine.get(name), value)
        if difference is not None:
            found[name] = difference
    if found and load_again:
        first, second = dict(leaves(theirs)), dict(leaves(load_again()))
        for name in found:
            found[name]["reproducible"] = apart(second[name], first[name]) is None
    return found


def table(records):
    """Field -> how many models differ, the largest distance and the largest in ulps, most models first."""
    found = {}
    for record in records.values():
        for name, item in record.get("bits", {}).items():
            row = found.setdefault(name, {"models": 0, "largest": 0.0, "ulps": 0.0, "irreproducible": 0})
            row["models"] += 1
            row["largest"], row["ulps"] = max(row["largest"], item["largest"]), max(row["ulps"], item["ulps"])
            row["irreproducible"] += not item.get("reproducible", True)
    return dict(sorted(found.items(), key=lambda item: (-item[1]["models"], item[0])))


def worse(found, written):
    """Regressions against the recorded table: a field that was equal, more models, or a larger distance.

    The last bit of a sine depends on the processor that the reference runs on, so a few more models are allowed.
    """
    lines = []
    for name, row in found.items():
        was = written.get(name, {"models": 0, "largest": 0.0})
        if row["models"] > was["models"] + (2 + was["models"] // 20 if was["models"] else 0):
            lines.append(f"{name}: differs in {row['models']} models, {was['models']} are listed")
        elif row["largest"] > 10 * was["largest"]:
            lines.append(f"{name}: differs by {row['largest']:.1e}, {was['largest']:.1e} is listed")
    return lines


def read():
    """The recorded table."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def write(found):
    """Writes the table, one field per line."""
    rows = [f" {json.dumps(name)}: {json.dumps(row)}" for name, row in found.items()]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
