"""Random numbers, names and elements of a document.

`Draw` is seeded with the number of a model, and everything random about the model is drawn from it, in the order of the code.
"""

import random


def text(value):
    """A value in attribute syntax; numbers with six digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(text, value))
    return str(value)


def element(tag, *inside, **attributes):
    """An element; attributes that are None are left out, and `class_` is `class`."""
    written = "".join(f' {name.rstrip("_")}="{text(value)}"' for name, value in attributes.items() if value is not None)
    content = "".join(inside)
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


class Draw(random.Random):
    """The random source of a generator: chances, choices, vectors and fresh names."""

    def __init__(self, seed):
        super().__init__(seed)
        self.names = 0

    def chance(self, p):
        return self.random() < p

    def maybe(self, p, make):
        """The result of `make()` with probability `p`, otherwise None, in which case `make` draws nothing."""
        return make() if self.random() < p else None

    def pick(self, *options):
        return self.choice(options)

    def vector(self, n, size=1.0):
        return [self.uniform(-size, size) for _ in range(n)]

    def positive(self, n, low, high):
        return [self.uniform(low, high) for _ in range(n)]

    def some(self, options, low, high):
        """A sample of `low` to `high` options, or fewer if there are not enough."""
        options = list(options)
        return self.sample(options, min(len(options), self.randint(low, high)))

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def several(self, weights):
        """A count, drawn with weights for 0, 1, 2, …"""
        return self.choices(range(len(weights)), weights)[0]

    def orientation(self):
        """A rotation in one of its notations, as attributes."""
        kind = self.pick("quat", "euler", "axisangle", "zaxis", "xyaxes")
        if kind == "quat":
            return {"quat": self.vector(4)}
        if kind == "euler":
            return {"euler": self.vector(3, 180)}
        if kind == "axisangle":
            return {"axisangle": [*self.vector(3), self.uniform(-180, 180)]}
        return {kind: self.vector(3 if kind == "zaxis" else 6)}

    def pose(self, size, turned=0.5):
        """A position and sometimes a rotation, as attributes."""
        found = {"pos": self.vector(3, size)}
        return found | (self.orientation() if self.chance(turned) else {})

    def impedance(self, ref="solref", imp="solimp", p=0.15):
        """Constraint parameters, sometimes, under their attribute names in an element."""
        found = {}
        if self.chance(p):
            found[ref] = [self.uniform(0.005, 0.1), self.uniform(0.3, 2)]
        elif self.chance(p / 3):
            found[ref] = [-self.uniform(10, 2000), -self.uniform(1, 100)]
        if self.chance(p):
            low = self.uniform(0.3, 0.95)
            found[imp] = [low, self.uniform(low, 0.99), self.uniform(0.0005, 0.02), self.uniform(0.1, 0.9), self.uniform(1, 5)]
        return found
