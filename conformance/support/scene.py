"""One scene in both modules, driven the same way and compared."""

import numpy as np

from support.modules import oracle, subject
from support.pair import close

SOLVERS = {"PGS": 0, "CG": 1, "Newton": 2, "ActiveSet": 3}
CONES = {"pyramidal": 0, "elliptic": 1}
JACOBIANS = {"dense": 0, "sparse": 1, "auto": 2}
WORDS = {"solver": SOLVERS, "cone": CONES, "jacobian": JACOBIANS}


class Run:
    """A model and its simulation in one module."""

    def __init__(self, module, xml):
        self.module = module
        self.model = module.MjModel.from_xml_string(xml)
        self.data = module.MjData(self.model)

    def set(self, **options):
        for name, value in options.items():
            setattr(self.model.opt, name, WORDS.get(name, {}).get(value, value))
        return self

    def place(self, qpos=None, qvel=None, **fields):
        for name, value in {"qpos": qpos, "qvel": qvel, **fields}.items():
            if value is not None:
                getattr(self.data, name)[...] = value
        return self

    def forward(self):
        self.module.mj_forward(self.model, self.data)
        return self

    def step(self, n=1):
        self.module.mj_step(self.model, self.data, n)
        return self

    def reset(self):
        self.module.mj_resetData(self.model, self.data)
        return self

    def force(self, contact):
        """The six numbers of a contact."""
        found = np.zeros(6)
        self.module.mj_contactForce(self.model, self.data, contact, found)
        return found

    def forces(self):
        return np.array([self.force(k) for k in range(self.data.ncon)]).reshape(-1, 6)

    def jacobian(self):
        """The Jacobian of all rows, dense."""
        d, nv = self.data, self.model.nv
        if not self.module.mj_isSparse(self.model):
            return np.array(d.efc_J).reshape(d.nefc, nv)
        dense = np.zeros((d.nefc, nv))
        for r in range(d.nefc):
            at = slice(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r])
            dense[r, d.efc_J_colind[at]] = np.array(d.efc_J)[at]
        return dense

    def dual(self):
        """The matrix J M⁻¹ J' + R of dual solvers, dense."""
        d = self.data
        if not self.module.mj_isSparse(self.model):
            return np.array(d.efc_AR).reshape(d.nefc, d.nefc)
        dense = np.zeros((d.nefc, d.nefc))
        for r in range(d.nefc):
            at = slice(d.efc_AR_rowadr[r], d.efc_AR_rowadr[r] + d.efc_AR_rownnz[r])
            dense[r, d.efc_AR_colind[at]] = np.array(d.efc_AR)[at]
        return dense

    def inertia(self):
        full = np.zeros((self.model.nv, self.model.nv))
        if self.module is oracle:
            oracle.mj_fullM(self.model, full, self.data.qM)
        else:
            self.module.mj_fullM(self.model, full, self.data.qM)
        return full


class Pair:
    """The same scene in both modules. Every operation applies to both."""

    def __init__(self, xml, **options):
        self.ours, self.theirs = Run(subject, xml), Run(oracle, xml)
        self.set(**options)

    def __getattr__(self, name):
        def each(*args, **kwargs):
            getattr(self.ours, name)(*args, **kwargs)
            getattr(self.theirs, name)(*args, **kwargs)
            return self

        return each

    def same(self, *fields, tolerance=1e-9):
        """Asserts that fields agree, entry by entry."""
        for field in fields:
            ours, theirs = np.array(getattr(self.ours.data, field)), np.array(getattr(self.theirs.data, field))
            try:
                close(ours, theirs, tolerance)
            except AssertionError as error:
                raise AssertionError(f"{field}: {error}") from None
        return self

    def same_forces(self, tolerance=1e-8):
        assert self.ours.data.ncon == self.theirs.data.ncon
        close(self.ours.forces(), self.theirs.forces(), tolerance)
        return self


def one(xml, **options):
    """The scene in the subject alone."""
    return Run(subject, xml).set(**options)
