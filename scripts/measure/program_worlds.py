"""Runs the environments of one public package with the installed module `mujoco`; started by scripts/measure/programs.

    program_worlds.py --list PACKAGE
    program_worlds.py PACKAGE FOLDER STEPS NOISE NAME...
    program_worlds.py --pace PACKAGE NAME

For each name, FOLDER/name.npz receives the observations, rewards, the time of the steps, and an image if the package renders one;
or the error message. NOISE is `exact`, or a seed: then each step begins with a random change of the velocities in their last
digit, and the difference from a run without it is the effect of rounding alone on the package's numbers.

With --pace it reads numbers of steps from its input, one per line, makes these steps, and prints the median of their times.
"""

import contextlib
import os
import sys
import time
import traceback
import warnings

import numpy as np

IMAGE = 64  # width and height of an image
DRAWN = 5  # the step before which it is rendered


def flat(value):
    """All numbers of an observation in one row, ordered by the names of its parts; images are left out."""
    if isinstance(value, dict):
        parts = [flat(value[key]) for key in sorted(value, key=str)]
    elif isinstance(value, (tuple, list)):
        parts = [flat(part) for part in value]
    else:
        array = np.asarray(value)
        parts = [] if array.dtype == np.uint8 else [array.astype(float).ravel()]
    return np.concatenate(parts) if parts else np.zeros(0)


def between(low, high, chance):
    """A random action, in [-1, 1] where it has no bounds."""
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    low, high = np.where(np.isfinite(low), low, -1.0), np.where(np.isfinite(high), high, 1.0)
    return chance.uniform(low, high)


def chosen(space, chance):
    """A random action of a gymnasium space: discrete, bounded numbers, or a dictionary of such spaces."""
    if hasattr(space, "n"):
        return int(chance.randint(space.n))
    if hasattr(space, "spaces"):
        return {name: chosen(part, chance) for name, part in space.spaces.items()}
    return between(space.low, space.high, chance).astype(space.dtype)


class Gym:
    """An environment with the interface of gymnasium."""

    def __init__(self, env):
        self.env = env

    def reset(self, seed):
        return self.env.reset(seed=seed)[0]

    def step(self, chance):
        observation, reward, terminated, truncated, _ = self.env.step(chosen(self.env.action_space, chance))
        return observation, reward, terminated or truncated

    def picture(self):
        return self.env.render() if self.env.render_mode == "rgb_array" else None


class Control:
    """An environment with the interface of dm_control; `make` takes a seed."""

    def __init__(self, make):
        self.make, self.env = make, None

    def reset(self, seed):
        self.env = self.make(seed)
        return self.env.reset().observation

    def step(self, chance):
        specs = self.env.action_spec()
        several = isinstance(specs, (list, tuple))
        actions = []
        for spec in specs if several else [specs]:
            low = getattr(spec, "minimum", np.full(spec.shape, -1.0))
            high = getattr(spec, "maximum", np.full(spec.shape, 1.0))
            actions.append(between(np.broadcast_to(low, spec.shape), np.broadcast_to(high, spec.shape), chance))
        done = self.env.step(actions if several else actions[0])
        return done.observation, 0.0 if done.reward is None else done.reward, done.last()

    def picture(self):
        return self.env.physics.render(height=IMAGE, width=IMAGE)


# ---- packages: names(), and make(name) --------------------------------------------------------------------------------------


def registered(gymnasium, module, leave=()):
    """Names in the gymnasium registry whose class is in a module or its submodules."""
    entries = gymnasium.registry.items()
    names = [name for name, spec in entries if isinstance(spec.entry_point, str) and spec.entry_point.startswith(module)]
    return sorted(name for name in names if not name.endswith(tuple(leave)))


class Gymnasium:
    def names(self):
        import gymnasium

        # v2 and v3 are for the older binding mujoco-py
        return registered(gymnasium, "gymnasium.envs.mujoco", ("-v2", "-v3"))

    def make(self, name):
        import gymnasium

        return Gym(gymnasium.make(name, render_mode="rgb_array", disable_env_checker=True))


class Suite:
    def names(self):
        from dm_control import suite

        return ["/".join(task) for task in suite.ALL_TASKS] + ["cartpole/swingup/pixels"]

    def make(self, name):
        from dm_control import suite
        from dm_control.suite.wrappers import pixels

        domain, task, *pictures = name.split("/")

        def make(seed):
            env = suite.load(domain, task, task_kwargs={"random": seed})
            size = {"height": IMAGE, "width": IMAGE}
            return pixels.Wrapper(env, pixels_only=False, render_kwargs=size) if pictures else env

        return Control(make)


class Composer:
    """Environments that dm_control assembles from parts."""

    def names(self):
        from dm_control import manipulation

        own = [f"manipulation/{name}" for name in manipulation.get_environments_by_tag("features")]
        modules = {"basic_cmu_2019": "cmu_humanoid", "basic_rodent_2020": "rodent"}
        for module in modules:
            own += [f"{module}/{name}" for name in self.functions(module)]
        return own + ["soccer/boxhead", "soccer/humanoid"]

    def functions(self, module):
        import importlib

        found = importlib.import_module(f"dm_control.locomotion.examples.{module}")
        return sorted(name for name in vars(found) if name.startswith(("cmu_humanoid_", "rodent_")))

    def make(self, name):
        import importlib

        group, task = name.split("/")
        if group == "manipulation":
            from dm_control import manipulation

            return Control(lambda seed: manipulation.load(task, seed=seed))
        if group == "soccer":
            from dm_control.locomotion import soccer

            kind = {"boxhead": soccer.WalkerType.BOXHEAD, "humanoid": soccer.WalkerType.HUMANOID}[task]
            return Control(lambda seed: soccer.load(team_size=1, random_state=seed, walker_type=kind))
        module = importlib.import_module(f"dm_control.locomotion.examples.{group}")
        return Control(lambda seed: getattr(module, task)(random_state=np.random.RandomState(seed)))


class Robotics:
    def names(self):
        import gymnasium
        import gymnasium_robotics

        gymnasium.register_envs(gymnasium_robotics)
        names = registered(gymnasium, "gymnasium_robotics")
        # the newest version of one of each family: the others differ in the reward or the goal, or are for mujoco-py
        families = ("Adroit", "AntMaze", "Fetch", "Franka", "Hand", "PointMaze")
        variants = ("Dense", "Sparse", "_Boolean", "_Continuous", "Diverse", "Rotate", "Full")
        newest = {}
        for name in names:
            stem, _, version = name.rpartition("-v")
            if stem.startswith(families) and not any(variant in stem for variant in variants):
                newest[stem] = max(newest.get(stem, 0), int(version))
        return [f"{stem}-v{version}" for stem, version in sorted(newest.items())]

    def make(self, name):
        import gymnasium
        import gymnasium_robotics

        gymnasium.register_envs(gymnasium_robotics)
        return Gym(gymnasium.make(name, render_mode="rgb_array", disable_env_checker=True))


class Metaworld:
    def names(self):
        import metaworld

        return sorted(metaworld.ALL_V3_ENVIRONMENTS)

    def make(self, name):
        import gymnasium
        import metaworld  # noqa: F401

        return Gym(gymnasium.make("Meta-World/MT1", env_name=name, seed=1, disable_env_checker=True))


class Suitcase:
    """An environment with the interface of robosuite."""

    def __init__(self, make):
        self.make, self.env = make, None

    def reset(self, seed):
        self.env = self.make(seed)
        return self.env.reset()

    def step(self, chance):
        observation, reward, done, _ = self.env.step(between(*self.env.action_spec, chance))
        return observation, reward, done

    def picture(self):
        return self.env.sim.render(width=IMAGE, height=IMAGE, camera_name="frontview")


class Robosuite:
    def names(self):
        import robosuite

        return sorted(robosuite.ALL_ENVIRONMENTS)

    def make(self, name):
        import robosuite

        robots = ["Panda", "Panda"] if name.startswith("TwoArm") else "Panda"
        drawn = {"has_renderer": False, "has_offscreen_renderer": True, "use_camera_obs": False}
        return Suitcase(lambda seed: robosuite.make(name, robots=robots, seed=seed, **drawn))


class Reach:
    """Inverse kinematics with mink, on models of dm_control: a site follows a randomly moving target."""

    def __init__(self, path, site):
        import mink
        import mujoco

        self.model = mujoco.MjModel.from_xml_path(path)
        self.mink, self.site = mink, site

    def reset(self, seed):
        mink = self.mink
        self.configuration = mink.Configuration(self.model)
        self.configuration.update(self.model.qpos0)
        self.task = mink.FrameTask(self.site, "site", position_cost=1.0, orientation_cost=0.1, lm_damping=1e-3)
        self.posture = mink.PostureTask(self.model, cost=1e-2)
        self.posture.set_target_from_configuration(self.configuration)
        self.limits = [mink.ConfigurationLimit(self.model)]
        self.start = self.configuration.get_transform_frame_to_world(self.site, "site")
        return self.configuration.q

    def step(self, chance):
        mink = self.mink
        move = mink.SE3.from_translation(chance.uniform(-0.1, 0.1, 3))
        self.task.set_target(move.multiply(self.start))
        velocity = mink.solve_ik(self.configuration, [self.task, self.posture], 0.01, "daqp", limits=self.limits)
        self.configuration.integrate_inplace(velocity, 0.01)
        return self.configuration.q, np.linalg.norm(self.task.compute_error(self.configuration)), False

    def picture(self):
        return None


class Mink:
    def names(self):
        return ["jaco arm", "humanoid hand"]

    def make(self, name):
        import importlib.util

        def inside(package, *path):
            return os.path.join(os.path.dirname(importlib.util.find_spec(package).origin), *path)

        if name == "jaco arm":
            return Reach(inside("dm_control", "third_party", "kinova", "jaco_arm.xml"), "wristsite")
        return Reach(inside("dm_control", "suite", "humanoid.xml"), "right_hand")


class Myosuite:
    def names(self):
        import myosuite  # noqa: F401
        from myosuite.utils import gym

        # those with changed muscles (fatigue, sarcopenia, …) have the same models
        names = [name for name in gym.registry if name.startswith(("myo", "motor"))]
        return sorted(name for name in names if not name.startswith(("myoFati", "myoSarc", "myoReaf", "myoMimic")))

    def make(self, name):
        import myosuite  # noqa: F401
        from myosuite.utils import gym

        return Gym(gym.make(name, disable_env_checker=True))


class Objectives(Gym):
    """An environment whose reward has several parts, which become part of the observation."""

    def step(self, chance):
        observation, reward, last = super().step(chance)
        return (observation, reward), reward, last


class MoGymnasium:
    """Environments with several objectives."""

    def names(self):
        import gymnasium
        import mo_gymnasium  # noqa: F401

        return registered(gymnasium, "mo_gymnasium.envs.mujoco")

    def make(self, name):
        import mo_gymnasium

        return Objectives(mo_gymnasium.make(name, render_mode="rgb_array", disable_env_checker=True))


class Registered:
    """Environments of a package that only registers them in gymnasium."""

    module = ""
    options = {}

    def names(self):
        import gymnasium

        __import__(self.module)
        return registered(gymnasium, self.module)

    def make(self, name):
        import gymnasium

        __import__(self.module)
        return Gym(gymnasium.make(name, disable_env_checker=True, **self.options))


class Aloha(Registered):
    """Two arms at a table."""

    module = "gym_aloha"
    options = {"obs_type": "pixels_agent_pos", "render_mode": "rgb_array", "observation_width": IMAGE, "observation_height": IMAGE}


class Xarm(Registered):
    """An arm that lifts a cube."""

    module = "gym_xarm"
    options = {"obs_type": "state", "render_mode": "rgb_array"}


PACKAGES = {
    "gymnasium": Gymnasium,
    "dm_control suite": Suite,
    "dm_control composer": Composer,
    "gymnasium-robotics": Robotics,
    "metaworld": Metaworld,
    "robosuite": Robosuite,
    "mink": Mink,
    "myosuite": Myosuite,
    "mo-gymnasium": MoGymnasium,
    "gym-aloha": Aloha,
    "gym-xarm": Xarm,
}

# ---- running ----------------------------------------------------------------------------------------------------------------


def noisy(seed):
    """Makes each step of `mujoco` begin with velocities changed in the last digit."""
    import mujoco

    chance = np.random.RandomState(seed)

    def before(step):
        def stepped(model, data, *arguments, **named):
            velocity = data.qvel
            size = np.maximum(np.abs(velocity), 1e-3) * np.finfo(float).eps
            velocity[:] = velocity + size * chance.uniform(-1, 1, velocity.shape)
            return step(model, data, *arguments, **named)

        return stepped

    def integrated(model, qpos, qvel, dt, exact=mujoco.mj_integratePos):
        return exact(model, qpos, qvel * (1 + np.finfo(float).eps * chance.uniform(-1, 1, np.shape(qvel))), dt)

    mujoco.mj_step, mujoco.mj_step1 = before(mujoco.mj_step), before(mujoco.mj_step1)
    # for programs that move a model without stepping it
    mujoco.mj_integratePos = integrated


def run(env, steps, drawn):
    """Observations and rewards of steps with random actions; a new episode follows each finished one."""
    chance, episode, spent = np.random.RandomState(3), 0, []
    rows, rewards, ends, pictures = [flat(env.reset(episode))], [0.0], [], {}
    for step in range(steps):
        if drawn and step == DRAWN:
            pictures = draw(env)
        start = time.process_time()
        observation, reward, last = env.step(chance)
        spent.append(time.process_time() - start)
        rows.append(flat(observation))
        rewards.append(float(np.sum(reward)))
        if last and step + 1 < steps:
            episode += 1
            ends.append(step)
            rows.append(flat(env.reset(episode)))
            rewards.append(0.0)
    width = max(len(row) for row in rows)
    table = np.full((len(rows), width), np.nan)
    for row, values in zip(table, rows):
        row[: len(values)] = values
    return {"rows": table, "rewards": np.array(rewards), "ends": np.array(ends), "seconds": np.median(spent), **pictures}


def draw(env):
    """An image, if the package renders one, or the error message."""
    try:
        picture = env.picture()
    except Exception:
        return {"undrawn": traceback.format_exc()}
    return {} if picture is None else {"picture": np.asarray(picture)}


def record(package, name, steps, drawn):
    """The run of one environment, or the error message."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
            warnings.simplefilter("ignore")
            np.random.seed(11)
            return run(package.make(name), steps, drawn)
    except Exception:
        return {"error": traceback.format_exc()}


def pace(package, name):
    """Makes as many steps as requested; the times are the only output."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    np.random.seed(11)
    env, chance, episode = package.make(name), np.random.RandomState(3), 0
    env.reset(episode)
    print("ready", file=answers)
    for line in sys.stdin:
        spent = []
        for _ in range(int(line)):
            start = time.process_time()
            _, _, last = env.step(chance)
            spent.append(time.process_time() - start)
            if last:
                episode += 1
                env.reset(episode)
        print(np.median(spent), file=answers)


def main():
    if sys.argv[1] == "--pace":
        pace(PACKAGES[sys.argv[2]](), sys.argv[3])
        return
    if sys.argv[1] == "--list":
        with contextlib.redirect_stdout(sys.stderr):
            names = PACKAGES[sys.argv[2]]().names()
        print("\n".join(names))
        return
    package, folder, steps, noise, *names = sys.argv[1:]
    if noise != "exact":
        noisy(int(noise))
    made = PACKAGES[package]()
    for name in names:
        found = record(made, name, int(steps), drawn=noise == "exact")
        np.savez(os.path.join(folder, name.replace("/", "+") + ".npz"), **found)


if __name__ == "__main__":
    main()
