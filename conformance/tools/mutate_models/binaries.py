"""Damaged binary models: changed sizes, integers, numbers and blocks of a compiled model."""

import struct
from pathlib import Path

import numpy as np

from mutate_models import damage
from random_models.model import make as generated
from support.modules import oracle

HEAD = 20  # bytes of the header: five integers, of which the third is the number of eight-byte sizes that follow
LARGEST = 2_000_000
NUMBERS = 3000  # number of generated models to choose from


def saved(draw, folder):
    """The bytes of a generated model that the reference compiles, and its number."""
    for _ in range(30):
        number = draw.randrange(NUMBERS)
        case = generated(number)
        # some documents of these themes crash the reference
        if case.theme not in ("rigid", "urdf", "cable"):
            continue
        try:
            model = oracle.MjModel.from_xml_path(str(case.write(folder / str(number))))
        except ValueError:
            continue
        size = oracle.mj_sizeModel(model)
        if size < LARGEST:
            buffer = np.empty(size, np.uint8)
            oracle.mj_saveModel(model, None, buffer)
            return bytearray(buffer.tobytes()), f"model {number}"
    return bytearray(64), "nothing"


def change(draw, content):
    """Makes one change in place; returns its description."""
    sizes = struct.unpack_from("<i", content, 8)[0] if len(content) > HEAD else 0
    kind = draw.pick("size", "size", "integer", "integer", "near", "double", "single", "byte", "cut", "block")
    words = max(1, len(content) // 4 - 4)
    # early words are ids and addresses, later ones floating-point numbers
    at = 4 * draw.randrange(words) if draw.chance(0.5) else 4 * draw.randrange(min(words, 3000))
    if kind == "size" and 0 < sizes < 1000:
        at = HEAD + 8 * draw.randrange(sizes)
    at = min(at, max(0, len(content) - 16))
    old = struct.unpack_from("<i", content, at)[0]
    if kind in ("size", "integer"):
        struct.pack_into("<i", content, at, draw.choice(damage.INTEGERS))
    elif kind == "near":
        struct.pack_into("<i", content, at, max(-(2**31), min(2**31 - 1, old + draw.pick(-2, -1, 1, 2, 10))))
    elif kind == "double":
        struct.pack_into("<d", content, at, draw.choice(damage.DOUBLES))
    elif kind == "single":
        struct.pack_into("<f", content, at, draw.choice(damage.SINGLES))
    elif kind == "byte":
        content[at] = draw.randrange(256)
    elif kind == "cut":
        del content[at:]
        content += bytes(max(0, 64 - len(content)))
    else:
        length, to = draw.pick(8, 64, 400), draw.randrange(len(content))
        content[to : to + length] = content[at : at + length]
    return f"{kind} at {at}: was {old}, is {struct.unpack_from('<i', content, min(at, len(content) - 4))[0]}"


def make(draw, folder):
    content, name = saved(draw, folder)
    done = [name] + [change(draw, content) for _ in range(draw.pick(1, 1, 1, 2, 3, 5))]
    folder.mkdir(parents=True, exist_ok=True)
    path = Path(folder) / "model.mjb"
    path.write_bytes(bytes(content))
    return path, done
