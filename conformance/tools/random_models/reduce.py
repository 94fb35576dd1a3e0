"""The smallest document that still has a finding: elements and attributes are removed as long as the verdict stays the same.

An element is removed together with its references by name, so that most attempts still load.
"""

import copy
import re
from dataclasses import replace
from xml.etree import ElementTree

from support.child import Worker

NAMES = ("name", "class")


def mentions(node, name):
    """Whether an attribute of a node contains a name as a word."""
    return any(name in value.split() for key, value in node.attrib.items() if key not in NAMES)


def without(root, index):
    """A copy of the tree without node `index`, in document order, and without elements that refer to it."""
    root = copy.deepcopy(root)
    target = list(root.iter())[index]
    lost = {value for node in target.iter() for key, value in node.attrib.items() if key in NAMES}
    parents = {child: parent for parent in root.iter() for child in parent}
    doomed = [target] + [node for node in root.iter() if node not in set(target.iter()) and any(mentions(node, name) for name in lost)]
    for node in doomed:
        if node is not root and node in parents and node in list(parents[node]):
            parents[node].remove(node)
    return root


def unwrapped(root, index):
    """A copy of the tree in which a node is replaced by its children."""
    root = copy.deepcopy(root)
    target = list(root.iter())[index]
    parent = next((parent for parent in root.iter() if target in list(parent)), None)
    if parent is None or not len(target):
        return None
    at = list(parent).index(target)
    parent.remove(target)
    for k, child in enumerate(list(target)):
        parent.insert(at + k, child)
    return root


def plain(root, index, key):
    """A copy of the tree without one attribute."""
    root = copy.deepcopy(root)
    del list(root.iter())[index].attrib[key]
    return root


def kind_of(verdict):
    """The part of a verdict that must stay the same: the kind, and the field with the largest error."""
    words = re.split(r"[\s\[(]", verdict.detail.strip())
    return verdict.kind, words[0] if verdict.kind.startswith(("differs", "fields")) else ""


class Reducer:
    """Tries smaller trees and keeps those that still have the finding."""

    def __init__(self, judge, case, limit, attempts):
        self.worker, self.case, self.left = Worker(judge, limit), case, attempts
        self.root, self.last = ElementTree.fromstring(case.document), None
        self.wanted = kind_of(self.worker.ask(case))

    def document(self):
        return ElementTree.tostring(self.root, encoding="unicode")

    def keep(self, tree):
        """Whether a tree has the finding; if so, it becomes the current one."""
        if tree is None or self.left <= 0:
            return False
        self.left -= 1
        verdict = self.worker.ask(replace(self.case, document=ElementTree.tostring(tree, encoding="unicode")))
        if kind_of(verdict) != self.wanted:
            return False
        self.root, self.last = tree, verdict
        return True

    def elements(self):
        """One pass over elements, parents before children; whether anything was removed."""
        progress, k = False, 1
        while k < len(nodes := list(self.root.iter())):
            wrapper = nodes[k].tag in ("body", "frame", "replicate", "default")
            if self.keep(without(self.root, k)) or wrapper and self.keep(unwrapped(self.root, k)):
                progress = True
            else:
                k += 1
        return progress

    def attributes(self):
        progress = False
        for k, node in enumerate(self.root.iter()):
            for key in sorted(node.attrib):
                progress |= self.keep(plain(self.root, k, key))
        return progress


def reduced(judge, case, limit=20.0, attempts=1500):
    """The reduced case and its verdict."""
    reducer = Reducer(judge, case, limit, attempts)
    try:
        while reducer.elements() | reducer.attributes() and reducer.left > 0:
            pass
    finally:
        reducer.worker.stop()
    return replace(case, document=reducer.document()), reducer.last
