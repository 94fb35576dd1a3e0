"""Fixed numbers of the generators on which the modules differ: each with the difference or quirk that explains it.

The test command fails on any other finding of a fixed number. A row is (generator, number): (kind of the verdict, name, reason);
the name is that of a row of "What differs" in docs/guide.md.
"""

KNOWN = {}


def explained(generator, number, verdict):
    """Whether a finding is listed."""
    row = KNOWN.get((generator, number))
    return row is not None and verdict.kind.startswith(row[0])
