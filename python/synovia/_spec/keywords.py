"""Keywords of the methods that add elements: which there are, what `help` lists, and what a wrong one probably meant."""

import inspect

from synovia import _synovia
from synovia._spec.values import Member
from synovia._compat.suggest import near, question

ORIENTATIONS = {"axisangle": (1, 4, 1), "xyaxes": (2, 6, 5), "zaxis": (3, 3, 11), "euler": (4, 3, 14)}
"""Other forms of an orientation: number of the form, how many numbers it has, and where they are in memory."""
FORMS = {
    "axisangle": "axis and angle",
    "xyaxes": "x- and y-axis",
    "zaxis": "z-axis",
    "euler": "Euler angles",
}
# attributes of MJCF that have no member of their own, or one for several
_IN_MJCF = {
    **dict.fromkeys("class dclass childclass".split(), "default"),
    **dict.fromkeys("joint jointinparent tendon site body cranksite".split(), "target"),
    **dict.fromkeys("joint1 tendon1 site1".split(), "name1"),
    **dict.fromkeys("joint2 tendon2 site2".split(), "name2"),
    "texture": "textures",
}


def keywords(cls):
    """The keywords that an element of a class is made with, in the order of its members."""
    found = cls.__dict__.get("_known_keywords")
    if found is None:
        members = [name for base in reversed(cls.__mro__) for name, value in vars(base).items() if isinstance(value, Member)]
        found = ["name", *members]
        for owner, prefix, after in (("alt", "", "quat"), ("ialt", "i", "iquat")):
            if hasattr(cls, owner):
                place = found.index(after) + 1
                found[place:place] = [prefix + form for form in ORIENTATIONS]
        if hasattr(cls, "plugin"):
            found.append("plugin")
        # those of a class are asked for again and again
        cls._known_keywords = found
    return found


def invalid(name, known, kind=""):
    """The error for a keyword that is not one of those; attributes of MJCF are known, too."""
    attributes = _IN_MJCF | {row[6]: row[0] for row in _synovia.spec_schema().get(kind, ()) if row[6]}
    meant = [attributes[name]] if attributes.get(name) in known else near(name, known)
    return TypeError(f"Invalid {name} keyword argument. Valid options are: {', '.join(sorted(known))}{question(meant) or '.'}")


def document(add, cls, first=None):
    """Gives a method that adds an element its name, and the signature and docstring that `help` shows.

    `first` is the name, type and meaning of an argument that comes before the keywords.
    """
    kind = cls._kind
    one, other = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("self", one)]
    lines = [f"Adds {'an' if kind[0] in 'aeiou' else 'a'} {kind}; keywords set its members. Returns it.", ""]
    if first is not None:
        parameters.append(inspect.Parameter(first[0], one, default=None))
        lines.append(f"- `{first[0]}`: {first[1]} or None; {first[2]}")
    for name in keywords(cls):
        parameters.append(inspect.Parameter(name, other, default=None))
        lines.append(f"- `{name}`: {_described(cls, name)}")
    add.__name__, add.__module__, add.__qualname__ = f"add_{kind}", "synovia", f"add_{kind}"
    add.__signature__ = inspect.Signature(parameters)
    add.__doc__ = "\n".join(lines)


def _described(cls, name):
    """Type and meaning of a keyword."""
    if name == "name":
        return "str; name"
    form = name.removeprefix("i") if name not in ORIENTATIONS else name
    if form in ORIENTATIONS and not isinstance(getattr(cls, name, None), Member):
        owner = "orientation" if form == name else "orientation of the inertia"
        return f"{ORIENTATIONS[form][1]} numbers; {owner} as {FORMS[form]}"
    if name == "plugin":
        return "MjsPlugin; the plugin that it uses"
    told, _, kind = getattr(cls, name).__doc__.partition("\n\n")
    told = told.rstrip(".")
    return f"{kind}; {told[:1].lower()}{told[1:]}" if told else kind
