"""Programs for `import mujoco` run on Synovia."""

import subprocess
import sys


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "synovia.shim", *arguments], capture_output=True, text=True)


def test_a_program_sees_synovia_as_mujoco(tmp_path):
    (tmp_path / "helper.py").write_text("import mujoco\nname = mujoco.__name__\n")
    program = tmp_path / "program.py"
    program.write_text("import sys, mujoco, helper\nprint(helper.name, mujoco.mjtObj.mjOBJ_BODY, sys.argv[1:], __name__)\n")
    done = run(str(program), "a", "b")
    assert done.stdout == "synovia mjtObj.mjOBJ_BODY ['a', 'b'] __main__\n", done.stderr


def test_without_a_program_it_says_how_to_use_it():
    done = run()
    assert done.returncode == 1 and "usage:" in done.stderr
