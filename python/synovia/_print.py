"""Text listings of models, simulations and matrices."""

import numpy as np

from synovia._fields import SCHEMA


def _number(value, form):
    if isinstance(value, (float, np.floating)):
        return form % value
    return str(value)


def _rows(value, form):
    """The lines of an array: one for each row."""
    value = np.asarray(value)
    if value.ndim == 0:
        return [_number(value[()], form)]
    rows = value.reshape(value.shape[0], -1) if value.ndim > 1 else value.reshape(1, -1)
    return [" ".join(_number(x, form) for x in row.tolist()) for row in rows]


def _field(name, value, form):
    if isinstance(value, bytes):
        return f"  {name}  {value!r}\n"
    lines = _rows(value, form)
    if len(lines) == 1:
        return f"  {name:<24}{lines[0]}\n"
    return f"  {name}\n" + "".join(f"    {k:<6}{line}\n" for k, line in enumerate(lines))


def _group(title, owner, names, form):
    yield f"\n{title}\n"
    for name in names:
        value = getattr(owner, name)
        if np.size(value):
            yield _field(name, value, form)


def _record(title, record, form):
    yield from _group(title, record, [name for name, *_ in record._fields], form)


def _write(filename, parts):
    with open(filename, "w", encoding="utf-8") as file:
        file.writelines(parts)


def mj_printFormattedModel(m, filename, float_format):
    """Writes the fields of a model to a text file; `float_format` is a format of C for numbers."""
    form = float_format
    parts = ["MODEL\n", *_group("SIZES", m, SCHEMA["sizes"], form)]
    parts += [*_record("OPTION", m.opt, form), *_record("STATISTIC", m.stat, form)]
    parts += _group("FIELDS", m, [name for name, *_ in SCHEMA["model"]], form)
    _write(filename, parts)


def mj_printModel(m, filename):
    """Writes the fields of a model to a text file."""
    mj_printFormattedModel(m, filename, "%.8g")


def mj_printFormattedData(m, d, filename, float_format):
    """Writes the fields of a simulation to a text file; `float_format` is a format of C for numbers."""
    form = float_format
    scalars = ["time", "energy", "ncon", "nefc", "ne", "nf", "nl", "nisland"]
    parts = ["DATA\n", *_group("STATE", d, scalars, form)]
    parts += _group("FIELDS", d, [name for name, *_ in SCHEMA["data"]], form)
    for k, contact in enumerate(d.contact):
        names = ["dist", "pos", "frame", "includemargin", "friction", "solref", "solimp", "dim", "geom", "efc_address"]
        parts += _group(f"CONTACT {k}", contact, names, form)
    _write(filename, parts)


def mj_printData(m, d, filename):
    """Writes the fields of a simulation to a text file."""
    mj_printFormattedData(m, d, filename, "%.8g")


def mju_printMat(mat):
    """Prints a matrix, a row a line."""
    for row in np.atleast_2d(np.asarray(mat, np.float64)).tolist():
        print("".join(f"{x:.8f} " for x in row))
    print()


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a matrix of compressed rows: column and value of each element."""
    for count, first in zip(np.ravel(rownnz).tolist(), np.ravel(rowadr).tolist()):
        places = range(first, first + count)
        print("".join(f"{int(colind[k])}: {float(mat[k]):.8f}  " for k in places))
    print()
