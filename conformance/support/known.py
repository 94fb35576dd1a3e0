"""Explained findings of the generators, each by a row of "What differs" in docs/guide.md.

`MESSAGES` lists errors of the reference that a named difference explains, wherever they appear. `KNOWN` lists fixed numbers of the
test command: (generator, number) -> (prefix of the verdict's kind, name of the difference, reason).
The test command fails on any other finding of a fixed number.
"""

import re

MESSAGES = {
    r"no tree found for constraint": "rows-without-tree",
    r"mj_stackAlloc: out of memory": "arena-rows",
    r"pre and post-count of B_rownnz are not equal": "sparse-dual",
    r"body '.*B_1' not found in bodypair": "short-cable",
    r"cube and skybox textures need 3 channels|unsupported number of channels: 1": "texture-channels",
    r"compression method not supported|only stored and deflated entries are supported": "archive-packing",
}
KNOWN = {}


def explained(generator, number, verdict):
    """The name of the difference that explains a finding; None if it is not known."""
    row = KNOWN.get((generator, number))
    if row is not None and verdict.kind.startswith(row[0]):
        return row[1]
    if verdict.kind.startswith("only"):
        return next((name for pattern, name in MESSAGES.items() if re.search(pattern, verdict.detail)), None)
    return None
