"""Programs that `import mujoco` run on Synovia, and so do the processes that they start."""

import os
import subprocess
import sys

import numpy as np
import pytest

import synovia

PACKAGE = os.path.dirname(os.path.abspath(synovia.__file__))


def run(*arguments, cwd=None, **variables):
    environment = {**os.environ, **variables}
    command = [sys.executable, "-m", "synovia.shim", *map(str, arguments)]
    # the package may be found by a path relative to the working directory of the tests
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [os.path.dirname(PACKAGE), os.environ.get("PYTHONPATH")]))
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=120)


def test_a_program_sees_synovia_as_mujoco(tmp_path):
    (tmp_path / "helper.py").write_text("import mujoco\nname = mujoco.MjModel.__module__\n")
    program = tmp_path / "program.py"
    program.write_text("import sys, mujoco, helper\nprint(helper.name, mujoco.mjtObj.mjOBJ_BODY, sys.argv[1:], __name__)\n")
    done = run(program, "a", "b")
    assert done.stdout == "synovia mjtObj.mjOBJ_BODY ['a', 'b'] __main__\n", done.stderr


def test_the_version_is_that_of_mujoco_under_the_shim_only():
    done = run("-c", "import mujoco, synovia; print(mujoco.__version__, mujoco.__synovia__ == synovia.__version__)")
    assert done.stdout == "3.5.0 True\n", done.stderr
    assert synovia.__version__ != "3.5.0"


def test_modules_run_by_name(tmp_path):
    (tmp_path / "test_it.py").write_text("import mujoco\n\ndef test_it():\n    assert mujoco.MjModel.__module__ == 'synovia'\n")
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py", cwd=tmp_path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


VIEWER = "synovia.viewer: Synovia has no viewer yet. Render images and videos with synovia render {} -o FILE.png"


def test_the_viewer_by_name_says_that_there_is_none_and_what_to_do():
    done = run("-m", "mujoco.viewer")
    assert done.returncode == 1 and done.stderr.startswith(VIEWER.format("MODEL")) and done.stderr.count("\n") == 1
    for given in (["--mjcf=a/robot.xml"], ["--mjcf", "a/robot.xml"]):
        assert run("-m", "mujoco.viewer", *given).stderr.startswith(VIEWER.format("a/robot.xml"))
    # also in a process that the program starts
    inner = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-m', 'mujoco.viewer']).returncode)"
    done = run("-c", inner)
    assert done.returncode == 1 and done.stderr.startswith(VIEWER.format("MODEL")), done.stderr


def test_modules_of_mujoco_run_by_name(tmp_path):
    mesh = tmp_path / "a.msh"
    counts = np.array([3, 0, 0, 1], "<i4").tobytes()
    mesh.write_bytes(counts + np.eye(3, dtype="<f4").tobytes() + np.array([0, 1, 2], "<i4").tobytes())
    done = run("-m", "mujoco.msh2obj", "-i", mesh, "-o", tmp_path / "a.obj")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "a.obj").read_text().splitlines()[-1] == "f 1 2 3"
    done = run("-m", "mujoco.msh2obj")
    assert done.returncode == 2 and "usage: msh2obj.py" in done.stderr
    # library modules do nothing when run as programs, as in MuJoCo
    for name in ("minimize", "rollout", "renderer"):
        done = run("-m", "mujoco." + name)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), name
    done = run("-m", "mujoco")
    assert done.returncode == 0 and f"synovia       {synovia.__version__}\n" in done.stdout
    assert "MuJoCo itself installed beside it" in done.stdout


def test_modules_run_by_name_where_mujoco_is_not_installed(tmp_path):
    for module in (synovia, np):
        folder = os.path.dirname(os.path.abspath(module.__file__))
        (tmp_path / module.__name__).symlink_to(folder)
        if os.path.isdir(folder + ".libs"):
            (tmp_path / (module.__name__ + ".libs")).symlink_to(folder + ".libs")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def alone(*arguments):
        # the base Python of the virtual environment, with these two packages
        command = [sys._base_executable, "-s", "-m", "synovia.shim", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120)

    done = alone("-m", "mujoco")
    assert "MuJoCo itself not installed" in done.stdout, done.stderr
    done = alone("-m", "mujoco.viewer")
    assert done.returncode == 1 and done.stderr.startswith(VIEWER.format("MODEL")), done.stderr
    for name in ("minimize", "msh2obj"):
        done = alone("-m", "mujoco." + name, "--help")
        assert done.returncode == 0, done.stderr


def test_modules_by_name_that_are_not_there_are_an_error_of_one_line():
    for name, hint in (("mujoco.nothing", ""), ("nothing.at.all", ""), ("mujoco.mjx", ": Synovia runs on CPUs")):
        done = run("-m", name)
        assert done.returncode == 1 and done.stderr.startswith(f"synovia.shim: No module named {name}{hint}"), done.stderr
        assert done.stderr.count("\n") == 1
    done = run("-m", "mujoco.usd")
    assert done.returncode == 1 and "ImportError: synovia.usd: Synovia does not export USD" in done.stderr


def test_code_runs_with_arguments_and_its_exit_status_is_kept():
    done = run("-c", "import sys, mujoco; print(sys.argv); sys.exit(3)", "x", "--y")
    assert (done.stdout, done.returncode) == ("['-c', 'x', '--y']\n", 3), done.stderr


def test_without_a_program_it_says_how_to_use_it():
    done = run()
    assert done.returncode == 1 and "usage:" in done.stderr
    assert "-m module" in run("--help").stdout
    assert "unknown option --wrong" in run("--wrong").stderr
    assert "nowhere.py" in run("nowhere.py").stderr


MODULES = "_callbacks _constants _enums _errors _functions _render _rollout _simulate _specs _structs".split()
MODULES += "egl gl_context glfw minimize msh2obj osmesa renderer rollout viewer".split()


def test_every_module_of_mujoco_is_reached_by_either_way_of_importing():
    code = f"import importlib, mujoco\nfor n in {MODULES}: assert importlib.import_module('mujoco.' + n) is getattr(mujoco, n), n\n"
    code += "from mujoco import rollout, viewer\nimport synovia.rollout\nassert rollout is synovia.rollout\n"
    code += "assert synovia.rollout.__spec__.name == 'synovia.rollout'\n"
    code += "from mujoco._structs import MjModel, _MjDataJointViews, _MjContactList\nfrom mujoco._functions import mj_step\n"
    code += "from mujoco._enums import mjtObj\nfrom mujoco._callbacks import set_mjcb_control\nfrom mujoco._errors import FatalError\n"
    code += "from mujoco._constants import mjPI\nfrom mujoco._specs import MjsBody\nfrom mujoco._render import MjrRect\n"
    code += "from mujoco import *\nassert mj_step is mujoco.mj_step\nprint('all')"
    done = run("-c", code)
    assert done.stdout == "all\n", done.stderr


@pytest.mark.parametrize("name", ["usd", "usd.exporter", "sysid", "introspect"])
def test_modules_that_are_not_here_say_what_to_do(name):
    done = run("-c", f"import mujoco.{name}")
    assert done.returncode == 1 and f"ImportError: synovia.{name.split('.')[0]}: Synovia" in done.stderr


@pytest.mark.parametrize("line", ["import mujoco.mjx", "from mujoco import mjx", "from mujoco.mjx import step"])
def test_a_module_of_another_wheel_says_what_to_do(line):
    assert "ModuleNotFoundError: No module named 'mujoco.mjx': Synovia runs on CPUs" in run("-c", line).stderr


def test_modules_that_nobody_has_are_not_found():
    assert "ModuleNotFoundError: No module named 'mujoco.nothing'" in run("-c", "import mujoco.nothing").stderr
    code = "import importlib.util\nprint(importlib.util.find_spec('mujoco.mjx'), importlib.util.find_spec('mujoco.nothing'))"
    assert run("-c", code).stdout == "None None\n"


PROCESSES = """
import multiprocessing, sys

def loaded(_):
    import mujoco, mujoco.rollout
    return mujoco.MjModel.__module__, mujoco.__version__, mujoco.rollout.__name__

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        print(*pool.map(loaded, range(3)))
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_see_synovia_whatever_starts_them(tmp_path, method):
    program = tmp_path / "program.py"
    program.write_text(PROCESSES)
    done = run(program, method, cwd=tmp_path)
    assert done.stdout == " ".join(["('synovia', '3.5.0', 'synovia.rollout')"] * 3) + "\n", done.stderr
    assert done.stderr == ""


def child(*flags, more=""):
    inner = "import sys; before = 'synovia' in sys.modules; import mujoco; print(before, mujoco.MjModel.__module__)"
    command = f"[sys.executable, *{list(flags)}, '-c', {inner!r}]"
    return f"import subprocess, sys, mujoco; subprocess.run({command}{more})"


def test_a_subprocess_sees_synovia_and_loads_it_only_when_it_is_asked_for(tmp_path):
    done = run("-c", child(), cwd=tmp_path)
    assert done.stdout == "False synovia\n", done.stderr


def test_a_subprocess_of_a_subprocess_sees_synovia(tmp_path):
    inner = child().replace("mujoco; subprocess", "mujoco.rollout; subprocess")
    done = run("-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])", cwd=tmp_path)
    assert done.stdout == "False synovia\n", done.stderr


@pytest.mark.parametrize("flag", ["-I", "-E", "-S", "-sE"])
def test_a_process_that_cannot_be_reached_is_an_error_that_says_so(flag):
    done = run("-c", child(flag))
    assert done.returncode == 1 and "would import the real mujoco" in done.stderr
    letter = "I" if flag == "-I" else flag[-1]
    assert f"it runs with -{letter}" in done.stderr


def test_a_process_with_an_empty_environment_is_an_error_unless_it_is_allowed():
    done = run("-c", child(more=", env={}"))
    assert done.returncode == 1 and "its environment has no SYNOVIA_SHIM" in done.stderr
    harmless = "import subprocess, sys, mujoco; subprocess.run([sys.executable, '-I', '-c', 'print(1)'])"
    assert run("-c", harmless, SYNOVIA_SHIM_UNREACHED="allow").stdout == "1\n"


def test_other_programs_are_left_alone():
    done = run("-c", "import subprocess, mujoco; print(subprocess.run(['true'], env={}).returncode)")
    assert done.stdout == "0\n", done.stderr


def test_the_machines_own_sitecustomize_still_runs(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os\nos.environ['SEEN'] = 'yes'\n")
    inner = "import os, mujoco; print(os.environ['SEEN'], mujoco.MjModel.__module__)"
    code = f"import os, subprocess, sys, mujoco; os.environ['PYTHONPATH'] += os.pathsep + {str(tmp_path)!r}; "
    done = run("-c", code + f"subprocess.run([sys.executable, '-c', {inner!r}])")
    assert done.stdout == "yes synovia\n", done.stderr


def test_a_mujoco_that_is_there_already_is_an_error():
    code = "import sys, types; sys.modules['mujoco'] = types.ModuleType('mujoco'); from synovia import shim; shim.install()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "mujoco is already imported" in done.stderr


ENVIRONMENT = """
import sys

import mujoco
import numpy as np

TEXT = '''
<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="9 9 .1"/>
  <body pos="0 0 .6"><joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
    <geom type="capsule" size=".05 .2" mass="2"/>
    <body pos="0 0 -.2"><joint name="hip" axis="0 1 0" damping="1" range="-60 60"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".04"/></body></body>
</worldbody><actuator><motor joint="hip" gear="20" ctrlrange="-1 1"/></actuator></mujoco>'''


class Environment:
    def __init__(self):
        self.model = mujoco.MjModel.from_xml_string(TEXT)
        self.data = mujoco.MjData(self.model)

    def observed(self):
        return np.concatenate([self.data.qpos[1:], np.clip(self.data.qvel, -10, 10), self.data.cfrc_ext.ravel()])

    def reset(self, seed):
        mujoco.mj_resetData(self.model, self.data)
        self.data.qvel[:] = np.random.default_rng(seed).normal(0, 0.1, self.model.nv)
        mujoco.mj_forward(self.model, self.data)
        return self.observed()

    def step(self, action):
        before = self.data.qpos[0]
        self.data.ctrl[:] = action
        mujoco.mj_step(self.model, self.data, nstep=5)
        mujoco.mj_rnePostConstraint(self.model, self.data)
        reward = (self.data.qpos[0] - before) / 0.02 - 0.1 * float(np.square(action).sum())
        return self.observed(), reward


env, chance, rows = Environment(), np.random.default_rng(5), []
for episode in range(4):
    rows.append(np.append(env.reset(episode), 0.0))
    for _ in range(50):
        rows.append(np.append(*env.step(chance.uniform(-1, 1, 1))))
np.save(sys.argv[1], rows)
"""


def test_an_environment_gives_the_observations_and_rewards_that_it_gives_with_mujoco(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(ENVIRONMENT)
    theirs, ours = tmp_path / "theirs.npy", tmp_path / "ours.npy"
    subprocess.run([sys.executable, program, theirs], check=True, timeout=120)
    done = run(program, ours)
    assert done.returncode == 0, done.stderr
    theirs, ours = np.load(theirs), np.load(ours)
    assert theirs.shape == ours.shape and np.abs(theirs[:, -1]).max() > 0.01
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
