"""Parts of the text listings: named numbers in columns, vectors, matrices, sparsity patterns, in MuJoCo's layout."""

import re
import sys
import warnings

import numpy as np

from synovia._fields.memory import text_of

FORMAT = "% -9.2g"
_VALID = re.compile(r"%[-+ #0]*\d*(\.\d*)?[eEfFgG]")


def number_format(given):
    """The C format for one number, or the default one with a warning."""
    form = text_of(given)
    if len(form) <= 20 and _VALID.fullmatch(form):
        return form
    warnings.warn(f"float_format {form!r} is not a C format for one number, such as '% -9.2g'; {FORMAT!r} is used", RuntimeWarning, stacklevel=4)
    return FORMAT


def write(filename, parts):
    """Writes to a file, or to standard output if there is no name."""
    if filename is None:
        sys.stdout.writelines(parts)
        return
    with open(filename, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(parts)


def cell(value, form):
    """One number: integers as they are, others with the format."""
    return form % value if isinstance(value, float) else f" {int(value)}"


def named(name, value, form, indent="  "):
    """A line with a name and one or more numbers, each followed by a space."""
    values = np.asarray(value)
    head = f"{indent + name:<21}"
    if values.ndim == 0:
        return f"{head}{cell(values.item(), form)}\n"
    return head + "".join(cell(x, form) + " " for x in values.ravel().tolist()) + "\n"


def column(name, value, form):
    """A line of an object: the name column is wider."""
    return f"  {name:<21}" + "".join(cell(x, form) + " " for x in np.ravel(value).tolist()) + "\n"


def matrix(title, value, form):
    """Rows of numbers under a title; empty if there are none."""
    rows = np.asarray(value)
    if rows.size == 0:
        return ""
    rows = rows.reshape(len(rows), -1)
    return f"{title}\n" + "".join(" " + "".join(" " + form % x for x in row) + "\n" for row in rows.tolist()) + "\n"


def integers(title, value):
    """Rows of integers under a title; empty if there are none."""
    rows = np.atleast_2d(value)
    if rows.size == 0:
        return ""
    return f"{title}\n" + "".join(" " + "".join(f" {x}" for x in row) + "\n" for row in rows.tolist()) + "\n"


def pattern(title, columns, rows, diag=None, supers=None):
    """The pattern of a sparse matrix, given by the columns of each row; empty for a matrix that is too wide to display."""
    if not rows or not 0 < columns <= 300:
        return ""
    rule, lines = "-" * (columns + 2) + "\n", []
    for r, found in enumerate(rows):
        line = [" "] * columns
        for k, c in enumerate(found):
            line[c] = "D" if diag is not None and diag[r] == k else "x"
        tail = f" {supers[r]}" if supers is not None and supers[r] > 0 else ""
        lines.append(f" {''.join(line)} |{tail}\n")
    return f"{title}\n{rule}{''.join(lines)}{rule}\n"


def compressed(rownnz, rowadr, colind):
    """The columns of each row of compressed sparse rows."""
    colind = np.asarray(colind)
    return [colind[a : a + n].tolist() for n, a in zip(np.ravel(rownnz).tolist(), np.ravel(rowadr).tolist())]


def memory(count):
    """A number of bytes."""
    return f"{count:5d} bytes" if count < 1024 else f"{count / 1024:7.0f} KB"


def vector(title, value, form):
    """Numbers on one line after a title."""
    return title + "".join(" " + form % x for x in np.ravel(value).tolist()) + "\n"


def inline(title, value, ends=None):
    """Integers on one line after a title, with a bar before those at `ends`; empty if there are none."""
    values = np.ravel(value).tolist()
    if not values:
        return ""
    bars = set() if ends is None else set(ends.tolist())
    return f"{title:<21}" + "".join((" |" if k in bars else "") + f" {int(x)}" for k, x in enumerate(values)) + "\n\n"


def sparse(title, values, where, form):
    """Columns and values of compressed sparse rows; empty for a matrix with too many rows to display."""
    rownnz, rowadr, colind = where
    if not 0 < len(rownnz) <= 300:
        return ""
    lines = []
    for count, first in zip(np.ravel(rownnz).tolist(), np.ravel(rowadr).tolist()):
        span = slice(first, first + count)
        pairs = zip(np.asarray(colind)[span].tolist(), np.asarray(values)[span].tolist())
        lines.append("  " + "".join(f"  {c:2d}: {form % x}" for c, x in pairs) + "\n")
    return f"{title}\n{''.join(lines)}\n"


def triangle(title, values, parents, addresses, form):
    """The lower triangle of an inertia matrix in its legacy order: from each dof up to the root of its tree."""
    if not 0 < len(parents) <= 300:
        return ""
    blank, lines = " " * (len(form % 0.0) + 1), []
    for i, first in enumerate(addresses.tolist()):
        chain, j = [], i
        while j >= 0:
            chain.append(j)
            j = int(parents[j])
        row = dict(zip(chain, values[first : first + len(chain)].tolist()))
        cells = (" " + form % row[k] if k in row else blank for k in range(i + 1))
        lines.append(" " + "".join(cells) + "\n")
    return f"{title}\n{''.join(lines)}\n"


def block_pattern(title, columns, rows, blocks, supers=None):
    """The pattern of a block-diagonal matrix: each element is shown as the number of its block, or x from block 10 on."""
    if not rows or not 0 < columns <= 300:
        return ""
    rule, lines = "-" * (columns + 2) + "\n", []
    island, starts = blocks
    for r, found in enumerate(rows):
        line, b = [" "] * columns, int(island[r])
        for c in found:
            line[int(starts[b]) + c] = str(b) if b < 10 else "x"
        tail = f" {supers[r]}" if supers is not None and supers[r] > 0 else ""
        lines.append(f" {''.join(line)} |{tail}\n")
    return f"{title}\n{rule}{''.join(lines)}{rule}\n"


def block_matrix(title, values, columns, places, form):
    """A matrix of dense diagonal blocks, stored consecutively in `values`; dots outside the blocks."""
    dots, lines = "." * len(form % 0.0) + " ", []
    values = np.ravel(values).tolist()
    for rows, width, start in zip(*(np.ravel(one).tolist() for one in places)):
        at = len(lines) * columns
        for r in range(rows):
            cells = values[at + r * width : at + (r + 1) * width]
            lines.append(" " + dots * start + "".join(" " + form % x for x in cells) + dots * (columns - start - width) + "\n")
    return f"{title}\n{''.join(lines)}\n"
