"""Did you mean: suggestions for names that do not exist."""

import difflib


def near(name, known):
    """Up to three similar known names, best first."""
    known = list(known)
    found = difflib.get_close_matches(name, known, n=3, cutoff=0.75)
    if not found:
        # the same name in another case
        found = [other for other in known if other.lower() == name.lower()]
    return found


def did_you_mean(name, known):
    """The end of a message about an unknown name; empty if no known name is similar."""
    return question(near(name, known))


def question(found):
    """The question whether one of these was meant; empty if there are none."""
    return f"; did you mean {' or '.join(found)}?" if found else ""
