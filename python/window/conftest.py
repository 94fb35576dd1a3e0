"""A virtual display, and its contents."""

import os
import struct
import subprocess

import numpy as np
import pytest


class Display:
    """An X server that keeps its screen in a file."""

    def __init__(self, folder):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-fbdir", str(folder), "-nolisten", "tcp"]
        self._server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = ":" + numbers.readline().strip()
        self.file = folder / "Xvfb_screen0"

    def close(self):
        self._server.terminate()
        self._server.wait()


@pytest.fixture(scope="session")
def display(tmp_path_factory):
    found = Display(tmp_path_factory.mktemp("display"))
    yield found
    found.close()


def screen(path):
    """The pixels of a screen, top row first, from the `xwd` file that Xvfb maintains."""
    with open(path, "rb") as file:
        content = file.read()
    header = struct.unpack(">25I", content[:100])
    size, width, height, order, bits, stride, colors = (header[k] for k in (0, 4, 5, 7, 11, 12, 19))
    assert (order, bits) == (0, 32)
    rows = np.frombuffer(content, np.uint8, stride * height, size + 12 * colors)
    return rows.reshape(height, stride // 4, 4)[:, :width, 2::-1].copy()
