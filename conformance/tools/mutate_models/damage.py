"""Random damage to bytes and text."""

import re
import struct

NUMBERS = (
    "0 -0 -1 1 2 7 .5 .01 3.5 1e-3 1e-8 1e-15 1e-30 1e-40 1e-300 1e3 1e9 1e10 -1e10 1e30 -1e30 1e40 1e300 1e400 nan inf -inf "
    "300 65536 100000 2147483647 2147483648 -2147483648 99999999999999999999 0x10 1e"
).split()
COUNTS = "0 1 2 3 17 100 300 1000 40000 1000000 2147483647 -1".split()
INTEGERS = (0, 1, -1, 2, 3, 4, 5, 100, 10_000, 65_536, 1 << 20, 1 << 24, 100_000_000, 1_000_000_000, 1 << 30, 2**31 - 1, -(2**31))
SINGLES = (0.0, 1.0, -1.0, 1e-20, 1e20, 3e38, float("nan"), float("inf"), float("-inf"))
DOUBLES = (0.0, -1.0, 0.5, 1e-15, 1e-300, 1e300, 1e10, float("nan"), float("inf"), float("-inf"))
WORD, LINE = re.compile(rb"([ \n\"'<>/=]+)"), re.compile(rb"(\n)")


def binary(draw, content):
    """One change of a binary file, and its description."""
    at = draw.randrange(max(1, len(content)))
    kind = draw.pick("byte", "byte", "integer", "integer", "integer", "big integer", "single", "cut", "grow", "drop", "repeat")
    if kind == "byte":
        changed = content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
    elif kind in ("integer", "big integer", "single"):
        # words of the header are chosen more often
        at = 4 * draw.randrange(8) if draw.chance(0.3) else at // 4 * 4
        packed = struct.pack("<f", draw.choice(SINGLES)) if kind == "single" else struct.pack("<i" if kind == "integer" else ">i", draw.choice(INTEGERS))
        changed = content[:at] + packed + content[at + 4 :]
    elif kind == "cut":
        changed = content[:at]
    elif kind == "grow":
        changed = content + bytes(draw.randrange(256) for _ in range(draw.pick(1, 4, 40)))
    elif kind == "drop":
        changed = content[:at] + content[at + draw.pick(1, 4, 12, 50) :]
    else:
        changed = content[:at] + content[at : at + draw.pick(1, 4, 12, 50)] + content[at:]
    return changed, f"{kind} at {at}"


def text(draw, content):
    """One change of a text file: of a word, a line, or some bytes."""
    kind = draw.pick("word", "word", "word", "no word", "more words", "line", "line", "lines swapped", "cut", "byte")
    if kind in ("cut", "byte"):
        at = draw.randrange(max(1, len(content)))
        changed = content[:at] if kind == "cut" else content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
        return changed, f"{kind} at {at}"
    # the odd pieces are separators of the even ones
    pieces = (LINE if "line" in kind else WORD).split(content)
    at = 2 * draw.randrange((len(pieces) + 1) // 2)
    other = 2 * draw.randrange((len(pieces) + 1) // 2)
    if kind == "word":
        pieces[at] = draw.choice([*NUMBERS, *COUNTS, "f", "v", "abc", ""]).encode()
    elif kind == "no word":
        pieces[at] = b""
    elif kind == "more words":
        pieces[at] += b" " + draw.choice(NUMBERS).encode()
    elif kind == "line":
        pieces[at] = draw.pick(b"", pieces[at] + b"\n" + pieces[at], pieces[at] * 2, pieces[other])
    else:
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return b"".join(pieces), f"{kind} {at // 2}"


def several(draw, content, change, counts=(0, 1, 1, 1, 2, 3)):
    """Several changes in sequence, and their list."""
    done = []
    for _ in range(draw.choice(counts)):
        content, what = change(draw, content)
        done.append(what)
    return content, done
