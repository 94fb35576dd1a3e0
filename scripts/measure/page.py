"""The page docs/performance.md, whose sections different scripts write."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/performance.md"
# the order of the sections
HEADINGS = ["Steps", "Stages", "Instructions", "Scaling", "Calls", "Pictures", "Loading"]


def write(sections, page=PAGE, opening=None):
    """Replaces sections, given by heading without their `##` line; all others, and the opening unless given, stay as they are."""
    text = page.read_text(encoding="utf-8") if page.exists() else "# Performance\n"
    before, *parts = re.split(r"^## ", text, flags=re.M)
    kept = dict(part.split("\n", 1) for part in parts)
    kept.update(sections)
    unknown = set(kept) - set(HEADINGS)
    if unknown:
        raise ValueError(f"{page.name}: no place is known for the sections {', '.join(sorted(unknown))}")
    blocks = [(opening or before).strip("\n")]
    blocks += [f"## {heading}\n\n{kept[heading].strip(chr(10))}" for heading in HEADINGS if heading in kept]
    page.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def table(head, rows):
    """A Markdown table with right-aligned numbers."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
