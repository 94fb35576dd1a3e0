"""Records images that the reference renders with OSMesa, for `test_pixels.py`.

    python conformance/tools/record_pixels.py             writes conformance/pictures/pixels.npz
    python conformance/tools/record_pixels.py --sheet F   also writes a PNG sheet of the image pairs, reference left (needs pillow)

    python conformance/tools/record_pixels.py --views     records only the views of a small scene and the small programs

Needs the package pyopengl and the library OSMesa (Debian: libosmesa6). The initial state of each model is rendered from its
first camera, or the free camera. The models are those of wheels that the tests install anyway. Views show a small scene: stereo,
orthographic projection, wireframe, lines. Programs use the functions `mjr_*`.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ["MUJOCO_GL"] = os.environ["PYOPENGL_PLATFORM"] = "osmesa"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from support import frames, pixels
from support.corpus import models
from support.modules import oracle, subject

OUT = Path(__file__).resolve().parents[1] / "pictures" / "pixels.npz"
MOST = 48


def main():
    """Records the models, the first of every folder before the second of any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet")
    parser.add_argument("--views", action="store_true")
    args = parser.parse_args()
    found, pairs = {}, []
    if args.views:
        with np.load(OUT) as old:
            found = {key: old[key] for key in old.files if not key.startswith(("view/", "program/"))}
    for name, path in () if args.views else pixels.chosen(models()):
        if len(found) >= 3 * MOST:
            break
        theirs = pixels.draw(oracle, path)
        if theirs is None:
            continue
        for key, array in theirs.items():
            found[f"{name}:{key}"] = array
        print(name)
        if args.sheet:
            pairs.append((theirs["color"], pixels.draw(subject, path)["color"]))
    for name in pixels.VIEWS:
        theirs = pixels.draw_view(oracle, name)
        for key, array in theirs.items():
            found[f"{name}:{key}"] = array
        if args.sheet:
            pairs.append((theirs["color"], pixels.draw_view(subject, name)["color"]))
    for name in frames.PROGRAMS:
        for key, array in frames.run(oracle, name).items():
            found[f"program/{name}:{key}"] = array
    np.savez_compressed(OUT, **found)
    print(f"{len({key.rpartition(':')[0] for key in found})} images, {OUT.stat().st_size} bytes")
    if args.sheet:
        from PIL import Image

        rows = [np.hstack([np.hstack(pair) for pair in pairs[k : k + 4]]) for k in range(0, len(pairs) // 4 * 4, 4)]
        Image.fromarray(np.vstack(rows)).save(args.sheet)


if __name__ == "__main__":
    main()
