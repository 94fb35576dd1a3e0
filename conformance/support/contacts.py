"""Simulations of both modules side by side, and their contacts."""

from collections import deque

import numpy as np

from support.modules import oracle, subject
from support.pair import both, close

FIELDS = "dist pos frame includemargin friction solref solreffriction solimp mu".split()
COUNTS = "dim geom flex elem vert geom1 geom2 exclude efc_address".split()


class Twins:
    """One model and one simulation per module; writes go to both."""

    def __init__(self, xml):
        self.model, self.reference = both(xml), oracle.MjModel.from_xml_string(xml)
        self.reset()

    def reset(self):
        """New simulations at the reference pose."""
        self.data, self.expected = subject.MjData(self.model), oracle.MjData(self.reference)

    def run(self, function, *rest):
        """Calls a function of the module on both."""
        for module, m, d in self.sides():
            getattr(module, function)(m, d, *rest)
        return self

    def sides(self):
        """Module, model and simulation of each side."""
        return (subject, self.model, self.data), (oracle, self.reference, self.expected)

    def set(self, **fields):
        """Writes fields of both simulations."""
        for _, _, d in self.sides():
            for name, value in fields.items():
                getattr(d, name)[:] = value
        return self

    def edit(self, field, index, value):
        """Writes an entry of a field of both models."""
        for _, m, _ in self.sides():
            getattr(m, field)[index] = value
        return self

    def agree(self, *fields, tolerance=1e-8):
        """Asserts that fields of the simulations are equal."""
        for name in fields:
            close(getattr(self.data, name), getattr(self.expected, name), tolerance)
        return self

    def same_contacts(self, tolerance=1e-10):
        """Asserts that the lists of contacts agree, entry by entry and in order; returns the subject's."""
        ours, theirs = self.data.contact, self.expected.contact
        assert self.data.ncon == self.expected.ncon, f"{self.data.ncon} contacts, expected {self.expected.ncon}"
        for name in COUNTS:
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
        for name in FIELDS:
            close(getattr(ours, name), getattr(theirs, name), tolerance)
        return ours

    def force(self, k):
        """Force of contact `k` in its own frame, equal in both modules."""
        found = np.zeros((2, 6))
        for row, (module, m, d) in zip(found, self.sides()):
            module.mj_contactForce(m, d, k, row)
        close(found[0], found[1], 1e-8)
        return found[0]


# a contact list of the reference is valid only as long as its simulation
KEPT = deque(maxlen=16)


def contacts(xml):
    """The contacts of a document at its reference pose, equal in both modules."""
    KEPT.append(Twins(xml).run("mj_forward"))
    return KEPT[-1].same_contacts()


def contact(xml):
    """The only contact of a document at its reference pose."""
    found = contacts(xml)
    assert len(found) == 1
    return found[0]
