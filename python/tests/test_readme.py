"""The Python examples in README.md run unchanged."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r'^python -c "(.*)"$', TEXT, re.MULTILINE)


def test_there_is_something_to_run():
    assert BLOCKS
    assert COMMANDS


@pytest.mark.parametrize("code", BLOCKS + COMMANDS)
def test_the_example_runs(code):
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
