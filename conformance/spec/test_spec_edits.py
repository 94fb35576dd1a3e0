"""Sequences of random edits have the same results in both modules; `fuzz_specs` tests further seeds.

A seed that crashes the reference is skipped; only few may do so.
"""

import pytest
from fuzz_specs import CORPUS, apart, files
from support import twin
from support.modules import oracle, subject

BLOCK, EDITS = 20, 12


def different(seeds, edits):
    """The differences, and the number of seeds that crash the reference."""
    found, ended = {}, 0
    for seed in seeds:
        theirs = apart(oracle, seed, edits)
        if theirs is None:
            ended += 1
            continue
        ours = apart(subject, seed, edits)
        rows = twin.compare(ours, theirs) if ours is not None else ["no result"]
        if rows:
            found[seed] = rows[:3]
    return found, ended


@pytest.mark.parametrize("first", range(0, 80, BLOCK))
def test_edits_of_small_models(first):
    found, ended = different(range(first, first + BLOCK), EDITS)
    assert not found and ended <= 2


@pytest.mark.parametrize("place", range(len(files())))
def test_edits_of_the_corpus(place):
    first = CORPUS + (place - CORPUS) % len(files())
    found, ended = different([first], 6)
    assert not found and ended <= 1
