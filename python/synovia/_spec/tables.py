"""What a specification remembers of its elements: objects by handle, handles by name, places, classes.

Names and places are asked for all at once when one is wanted, and forgotten when the structure changes. The number of an element is

    after                                    elements of the tree        others
    reading, adding to the tree              none (−1), the world 0      place in their list
    deleting, attaching, copying             place in the tree           place in their list
    compiling                                row of the model            row of the model, or place in their list

and frames have none.
"""

import hashlib
import os

from synovia._spec.elements import CLASSES, TREE
from synovia._spec.parts import MjsDefault

UNKNOWN, COUNTED, COMPILED = range(3)
FILES = ("mesh", "texture")


class Tables:
    """Elements by handle, name and place."""

    def _start_tables(self):
        self._elements = {}
        self._defaults = {}
        self._names = {}
        self._twice = set()
        self._places = {}
        self._classes = self._class_names = None
        self._hash = None
        self._numbered = UNKNOWN
        # where elements are that were attached to another specification
        self._moved, self._owner = {}, None

    def _changed(self, numbered=None):
        """The structure is another one now."""
        self._names.clear()
        self._twice.clear()
        self._places.clear()
        self._classes = self._hash = None
        if numbered is not None:
            self._numbered = numbered

    def _grown(self, kind, tree):
        """An element without a name was added."""
        self._hash = None
        self._places.pop(kind, None)
        if kind in FILES:
            self._names.pop(kind, None)
        if tree:
            self._numbered = UNKNOWN

    # ---- elements

    def _element(self, kind, index):
        """The object of a handle; always the same one."""
        element = self._elements.get((kind, index))
        if element is None:
            if (kind, index) in self._moved:
                element = self._owner._element(kind, self._moved[kind, index])
            else:
                element = CLASSES[kind]._of(self, index)
            self._elements[kind, index] = element
        return element

    def _take(self, child, moved):
        """Elements of a specification that was attached are now those of this one."""
        places = {(kind, old): new for kind, old, new in moved}
        for key, element in child._elements.items():
            new = places.get(key)
            if new is not None and element._spec is child:
                element._spec, element._index = self, new
                self._elements[key[0], new] = element
        child._moved.update(places)
        child._owner = self
        child._changed()

    # ---- names

    def _name_of(self, kind, index, name):
        if (kind, index) in self._moved:
            name = self._element(kind, index).name
        if not name and kind in FILES:
            name = os.path.splitext(os.path.basename(self._core.get(kind, index, "file")))[0]
        return name

    def _table(self, kind):
        """Handles by name."""
        table = self._names.get(kind)
        if table is None:
            table, special = {}, kind in FILES or bool(self._moved)
            for index, name in self._core.names(kind):
                name = self._name_of(kind, index, name) if special else name
                if table.setdefault(name, index) != index and name:
                    self._twice.add(kind)
            self._names[kind] = table
        return table

    def _taken(self, element, name):
        """Whether another element of the kind has this name."""
        return self._table(element._kind).get(name, element._index) != element._index

    def _renamed(self, element, old, new):
        """An element has another name."""
        kind, index = element._kind, element._index
        table = self._names.get(kind)
        if table is None:
            return
        if not old and new not in table and kind not in FILES:
            table[new] = index
        elif old and kind not in self._twice and new not in table and kind not in FILES:
            table.pop(old, None)
            table[new] = index
        else:
            del self._names[kind]
            self._twice.discard(kind)

    # ---- numbers

    def _row(self, kind, index):
        """The number of an element."""
        if kind == "frame":
            return -1
        if kind == "body" and index == 0:
            return 0
        if (kind, index) in self._moved:
            return self._element(kind, index).id
        tree = kind in TREE
        if tree and self._numbered == UNKNOWN:
            return -1
        if self._numbered == COMPILED:
            row = self._core.row(kind, index)
            if row >= 0 or tree:
                return row
        places = self._places.get(kind)
        if places is None:
            places = self._places[kind] = {other: k for k, other in enumerate(self._core.ids(kind))}
        return places.get(index, -1)

    def _signature(self):
        """A number that tells models of different structure apart."""
        if self._hash is None:
            text = repr([(kind, self._core.ids(kind)) for kind in CLASSES])
            self._hash = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
        return self._hash

    # ---- classes

    def _default(self, index):
        default = self._defaults.get(index)
        if default is None:
            default = self._defaults[index] = MjsDefault._of(self, index)
        return default

    def _list_classes(self):
        self._classes, self._class_names = {}, {}
        for index, name, _ in self._core.classes():
            self._class_names[index] = name
            self._classes.setdefault(name, index)

    def _class_name(self, index):
        """The name of a class; empty if it is gone."""
        if self._classes is None:
            self._list_classes()
        return self._class_names.get(index, "")

    def find_default(self, classname):
        """The class of this name."""
        if self._classes is None:
            self._list_classes()
        index = self._classes.get(classname)
        return None if index is None else self._default(index)
