"""The contents of a model under construction, for elements that refer to others."""

from dataclasses import dataclass, field


@dataclass
class Names:
    """Names of elements by kind. Copies of a part have the same kinds with other names."""

    body: list = field(default_factory=list)
    hinge: list = field(default_factory=list)  # joints with one coordinate
    limited: list = field(default_factory=list)  # the scalar joints that have a range
    ball: list = field(default_factory=list)
    free: list = field(default_factory=list)
    geom: list = field(default_factory=list)
    wrap: list = field(default_factory=list)  # geoms that a tendon can wrap
    site: list = field(default_factory=list)
    camera: list = field(default_factory=list)
    light: list = field(default_factory=list)
    tendon: list = field(default_factory=list)
    actuator: list = field(default_factory=list)
    flex: list = field(default_factory=list)
    mesh_geom: list = field(default_factory=list)

    def renamed(self, rename):
        """The names of a copy."""
        return Names(**{kind: [rename(name) for name in names] for kind, names in vars(self).items()})

    def extend(self, other):
        for kind, names in vars(other).items():
            getattr(self, kind).extend(names)


@dataclass
class Scene:
    """A model under construction."""

    names: Names = field(default_factory=Names)
    # number of coordinates of a keyframe, None if it is not known in advance
    nq: int | None = 0
    nv: int | None = 0
    nmocap: int = 0
    nu: int | None = 0
    na: int | None = 0
    # names that geoms and joints may refer to
    classes: list = field(default_factory=list)
    meshes: list = field(default_factory=list)
    hfields: list = field(default_factory=list)
    materials: list = field(default_factory=list)
    textures: list = field(default_factory=list)
    # files beside the document: name -> bytes
    files: dict = field(default_factory=dict)
    extensions: dict = field(default_factory=dict)  # plugin -> its instances, as elements
    sections: dict = field(default_factory=dict)  # sections that parts add to: tag -> list of elements
    soft: bool = False
    sleep: bool = False
    callbacks: set = field(default_factory=set)

    def coordinates(self, nq, nv, copies=1):
        if self.nq is not None:
            self.nq, self.nv = self.nq + nq * copies, self.nv + nv * copies

    def unknown_coordinates(self):
        self.nq = self.nv = None

    def add(self, section, *elements):
        self.sections.setdefault(section, []).extend(elements)
