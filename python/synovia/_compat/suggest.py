"""Did you mean: the names that are nearest to one that does not exist."""

import difflib


def near(name, known):
    """Up to three known names that are nearly this one, best first."""
    known = list(known)
    found = difflib.get_close_matches(name, known, n=3, cutoff=0.75)
    if not found:
        # the same letters in another case
        found = [other for other in known if other.lower() == name.lower()]
    return found


def did_you_mean(name, known):
    """The end of a message about a name that does not exist; empty if no known one is near."""
    return question(near(name, known))


def question(found):
    """The question whether one of these was meant; empty without any."""
    return f"; did you mean {' or '.join(found)}?" if found else ""
