"""Rendered images equal those that the reference draws with OpenGL, as recorded by `record_pixels.py`."""

from pathlib import Path

import numpy as np
import pytest
from support import frames, pixels
from support.corpus import models
from support.modules import SUBJECT_IS_ORACLE, subject

RECORDED = np.load(Path(__file__).parent / "pixels.npz")
NAMES = sorted({key.rpartition(":")[0] for key in RECORDED.files if not key.startswith("program/")})
MODELS = dict(models())

# share of pixels that show the same object, and share whose depth agrees to DEPTH, relative; the others are outlines
OBJECTS = 0.999
DISTANCES = 0.998
DEPTH = 1e-3
# mean difference of a colour channel, out of 255: fine distant checker patterns are filtered differently
COLOR = 4.0


def test_enough_models_are_recorded():
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", [] if SUBJECT_IS_ORACLE else NAMES)
def test_picture_is_that_of_the_reference(name):
    view = name in pixels.VIEWS
    ours = pixels.draw_view(subject, name) if view else pixels.draw(subject, MODELS[name])
    theirs = {key: RECORDED[f"{name}:{key}"] for key in ours}
    same = (ours["objects"] == theirs["objects"]).all(2).mean()
    close = np.abs(ours["depth"] - theirs["depth"]) <= DEPTH * theirs["depth"]
    color = np.abs(ours["color"].astype(int) - theirs["color"].astype(int)).mean((0, 1)).max()
    assert same >= OBJECTS, f"{same:.4f} of the objects agree"
    assert close.mean() >= DISTANCES, f"{close.mean():.4f} of the depths agree"
    assert color < COLOR, f"colours differ by {color:.2f} out of 255"


# share of a buffer's pixels that may differ where text is drawn, because the fonts differ
LETTERS = {"text": 0.05, "label": 0.04, "overlay": 0.23, "figure": 0.2, "bars": 0.16}


@pytest.mark.parametrize("name", [] if SUBJECT_IS_ORACLE else frames.PROGRAMS)
def test_program_leaves_what_it_does_with_the_reference(name):
    for key, ours in frames.run(subject, name).items():
        theirs = RECORDED[f"program/{name}:{key}"]
        assert ours.shape == theirs.shape
        if key == "color":
            difference = np.abs(ours.astype(int) - theirs)
            assert difference.mean() < 0.1 and (difference.max(2) > 8).mean() < 0.002
        elif key == "letters":
            assert (ours != theirs).any(2).mean() < LETTERS[name]
        elif key == "depth":
            assert np.abs(ours - theirs).max() < 1e-6
        else:
            assert ours.tolist() == theirs.tolist()
