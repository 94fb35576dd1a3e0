"""PNG images of every colour type and depth, with damaged chunks."""

import struct
import zlib

from mutate_models import damage
from support import formats

SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # colour type -> samples per pixel
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
# the seven passes of an interlaced image: first column and row, and steps
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
ANCILLARY = (b"gAMA", b"tEXt", b"sRGB", b"iCCP", b"abcd", b"ABCD", b"pHYs", b"bKGD", b"zTXt", b"iTXt", b"cHRM", b"tIME")


def noise(draw, n):
    return bytes(draw.randrange(256) for _ in range(n))


def rows(draw, width, height, bits, interlaced):
    """Filtered rows of random samples."""
    out = b""
    for column, row, right, down in PASSES if interlaced else ((0, 0, 1, 1),):
        across, below = -(-(width - column) // right), -(-(height - row) // down)
        for _ in range(below if across > 0 else 0):
            out += bytes([draw.randrange(5)]) + noise(draw, (across * bits + 7) // 8)
    return out


def chunks(draw):
    """The chunks of a valid image, or of one whose bit depth is invalid for its colour type."""
    colour = draw.choice(sorted(SAMPLES))
    depth = draw.choice(DEPTHS[colour]) if draw.chance(0.95) else draw.pick(3, 4, 16, 32)
    width, height, interlaced = draw.pick(1, 3, 4, 5, 8, 12), draw.pick(1, 2, 3, 4, 8, 16), draw.chance(0.3)
    found = [(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))]
    if colour == 3 or draw.chance(0.1):
        found.append((b"PLTE", noise(draw, 3 * draw.pick(1, 2, 4, 16, 256, 300))))
    if draw.chance(0.3):
        found.append((b"tRNS", noise(draw, draw.pick(1, 2, 4, 6))))
    if draw.chance(0.2):
        found.append((draw.choice(ANCILLARY), noise(draw, draw.pick(0, 1, 4, 9, 32))))
    packed = zlib.compress(rows(draw, width, height, SAMPLES[colour] * depth, interlaced))
    found += [(b"IDAT", packed[:9]), (b"IDAT", packed[9:])] if draw.chance(0.3) else [(b"IDAT", packed)]
    return [*found, (b"IEND", b"")]


def changed(draw, parts):
    """Changes one chunk of a list; returns a description."""
    at = draw.randrange(len(parts))
    name, content = parts[at]
    kind = draw.pick("content", "content", "drop", "double", "swap", "name", "samples")
    if kind == "content":
        content, what = damage.binary(draw, content)
        parts[at] = (name, content)
        return f"{name.decode('latin1')} {what}"
    if kind == "drop":
        del parts[at]
    elif kind == "double":
        parts.insert(at, parts[at])
    elif kind == "swap":
        other = draw.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == "name":
        parts[at] = (bytes([name[0] ^ draw.pick(0, 32)]) + name[1:3] + noise(draw, 1), content)
    elif sum(other == b"IDAT" for other, _ in parts) == 1:
        # rows damaged before compression
        at = next(k for k, (other, _) in enumerate(parts) if other == b"IDAT")
        try:
            samples, what = damage.binary(draw, zlib.decompress(parts[at][1]))
        except zlib.error:
            return "nothing"
        parts[at] = (b"IDAT", zlib.compress(samples))
        return f"samples {what}"
    return f"{name.decode('latin1')} {kind}"


def make(draw):
    """An image and the changes made to it."""
    parts = chunks(draw)
    done = []
    for _ in range(draw.pick(0, 0, 1, 1, 2)):
        if parts:
            done.append(changed(draw, parts))
    content = formats.PNG_SIGNATURE + b"".join(formats.png_chunk(name, inside) for name, inside in parts)
    if draw.chance(0.2):
        content, what = damage.binary(draw, content)
        done.append(what)
    return content, done
