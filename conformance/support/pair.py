"""Loading with both modules, and assertions about the result."""

import re

import numpy as np

from support.compare import differences
from support.modules import SUBJECT_IS_ORACLE, oracle, subject


def load(xml):
    """The subject's model alone, for documents that only Synovia accepts."""
    return subject.MjModel.from_xml_string(xml)


def both(xml):
    """Loads a document with both modules, asserts that every compiled field agrees, returns the subject's model."""
    reference = oracle.MjModel.from_xml_string(xml)
    model = load(xml)
    found = differences(model, reference)
    assert not found, "\n".join(map(str, found))
    return model


def message_of(module, xml):
    """The error message of a module for a document, or None if it loads."""
    try:
        module.MjModel.from_xml_string(xml)
    except Exception as error:  # noqa: BLE001 - each module has its own exception types
        return str(error)
    return None


def refused(xml, *names, at=None):
    """Asserts that both modules refuse a document.

    The subject's message must contain each of `names`, ignoring case, and the number of the first line that contains
    the text `at`.
    """
    reference = message_of(oracle, xml)
    assert reference is not None, "the reference loads a document that this test expects to be refused"
    line = None if at is None else line_of(xml, at)
    stated = re.search(r"line (\d+)", reference)
    if line is not None and stated and int(stated[1]) > 0:
        assert int(stated[1]) == line, f"the reference points at another line: {reference}"
    if not SUBJECT_IS_ORACLE:
        refused_by_subject(xml, *names, at=at)


def refused_by_subject(xml, *names, at=None):
    """Asserts that the subject refuses a document, whatever the reference does. See [`refused`]."""
    message = message_of(subject, xml)
    assert message is not None, "loaded, although the reference refuses it"
    missing = [name for name in names if name.lower() not in message.lower()]
    assert not missing, f"the message does not name {missing}:\n{message}"
    if at is not None:
        line = line_of(xml, at)
        assert re.search(rf":{line}:\d+|line {line}\b", message), f"the message does not point at line {line}:\n{message}"


def line_of(xml, text):
    """The number of the first line that contains `text`."""
    before, found, _ = xml.partition(text)
    assert found, f"the document has no {text!r}"
    return before.count("\n") + 1


def close(actual, expected, tolerance=1e-10):
    """Asserts agreement relative to max(1, |expected|), entry by entry."""
    actual, expected = np.asarray(actual, float), np.asarray(expected, float)
    assert actual.shape == expected.shape, f"shape {actual.shape}, expected {expected.shape}"
    error = np.abs(actual - expected) / np.maximum(1.0, np.abs(expected))
    assert np.all(error <= tolerance), f"{actual} is not {expected}: off by {error.max():.3g}, allowed {tolerance:g}"


def close_quat(actual, expected, tolerance=1e-10):
    """Asserts that two unit quaternions are the same rotation."""
    actual, expected = np.asarray(actual, float), np.asarray(expected, float)
    sign = 1.0 if actual @ expected >= 0 else -1.0
    close(sign * actual, expected, tolerance)


def mjcf(body="", **sections):
    """A document with the given children of `<worldbody>` and the given content of other sections, one per line.

    A section is named by its keyword (`default="<joint damping='1'/>"`); `head` is inserted verbatim before all others.
    """
    lines = ["<mujoco>"]
    if head := sections.pop("head", ""):
        lines.append(head)
    for tag, text in sections.items():
        lines.append(f"<{tag}>\n{text}\n</{tag}>")
    lines.append(f"<worldbody>\n{body}\n</worldbody>\n</mujoco>")
    return "\n".join(lines)
