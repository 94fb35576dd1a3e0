"""Damaged and unusual model files, loaded by Synovia and by the reference.

    python conformance/mutate_models.py FOLDER [--count N] [--seed S] [--start K] [--jobs 2] [--log FILE]
    python conformance/mutate_models.py FOLDER --seed S --show INDEX

Every mutant is a file of FOLDER with one to three changes: an attribute dropped, emptied, or with a value from a list of
awkward ones; too many or too few numbers; a name used twice; an element doubled, deleted, moved or swapped; a second
world; the file cut off; bytes changed. Mutant number k depends on the seed and on k alone.

Both modules load it in a process of its own kind, which is killed when it takes too long. Compared are: accepted or
refused; if both accept, all compiled fields, as in `support.compare`; and one forward pass, element by element relative
to max(1, |x|), where NaN equals NaN. Disagreements are counted by kind. The exit status is 1 if Synovia panicked, died
or took too long, which must never happen.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from queue import SimpleQueue
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent))

from support import corpus  # noqa: E402

MEMORY = 6 << 30  # bytes that a process may allocate
NUMBERS = (
    "0 0 -1 1 2 nan nan inf -inf 1e30 -1e30 1e-30 1e40 1e-40 1e-300 1e400 0.5 0.01 7 300 100000 "
    "2147483647 2147483648 -2147483648 99999999999999999999 1e9 0x10 3.5"
).split()
VALUES = [*NUMBERS, "", " ", "abc", "true", "false", "auto", "0 0 0", "1 2", "1 2 3 4 5 6 7 8 9 10 11 12"]

# stages of a forward pass with the tolerance of each
FORWARD = {
    1e-9: "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat "
    "light_xpos light_xdir subtree_com cinert cdof ten_length ten_wrapnum actuator_length crb qM",
    1e-8: "ncon nefc nf ne nl cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive "
    "act_dot actuator_force qfrc_actuator qfrc_smooth",
    1e-6: "qacc_smooth contact.dist contact.pos contact.frame contact.includemargin contact.friction contact.solref "
    "contact.solimp contact.dim contact.geom1 contact.geom2 efc_type efc_pos efc_margin efc_D efc_aref energy",
    1e-4: "qacc qfrc_constraint qfrc_inverse sensordata",
}


# ---- mutants


def words_of(rng, text):
    """A list of numbers with one word replaced, left out or added."""
    words = text.split()
    k = rng.randrange(len(words)) if words else 0
    match rng.randrange(8):
        case 0 if words:
            del words[k]
        case 1:
            words.insert(k, rng.choice(NUMBERS))
        case _ if words:
            words[k] = rng.choice(NUMBERS)
    return " ".join(words)


def change_attribute(rng, root):
    """Drops or changes an attribute of some element."""
    nodes = [n for n in root.iter() if n.attrib]
    if not nodes:
        return "nothing"
    node = rng.choice(nodes)
    name = rng.choice(sorted(node.attrib))
    old = node.attrib[name]
    what = rng.randrange(10)
    if what == 0:
        del node.attrib[name]
        return f"{node.tag} {name} dropped"
    if what == 1:
        same = [n.attrib[name] for n in root.iter(node.tag) if name in n.attrib]
        node.attrib[name] = rng.choice(same)
    elif what <= 6:
        node.attrib[name] = words_of(rng, old)
    else:
        node.attrib[name] = rng.choice(VALUES)
    return f"{node.tag} {name} '{old[:40]}' -> '{node.attrib[name][:60]}'"


def add_attribute(rng, root):
    """Gives an element an attribute that another of its kind has, with an awkward value."""
    node = rng.choice(list(root.iter()))
    names = sorted({a for n in root.iter(node.tag) for a in n.attrib} - set(node.attrib))
    if not names:
        return change_attribute(rng, root)
    name = rng.choice(names)
    node.attrib[name] = rng.choice(VALUES)
    return f"{node.tag} {name} added '{node.attrib[name]}'"


def change_elements(rng, root):
    """Doubles, deletes, moves or swaps elements."""
    parents = [(p, k) for p in root.iter() for k in range(len(p))]
    if not parents:
        return "nothing"
    parent, k = rng.choice(parents)
    node = parent[k]
    match rng.randrange(6):
        case 0:
            parent.insert(k + 1, deepcopy(node))
            return f"{node.tag} doubled"
        case 1:
            copy = deepcopy(node)
            for k2, inner in enumerate(copy.iter()):
                if "name" in inner.attrib:
                    inner.attrib["name"] += f"_{k2}"
            parent.insert(k + 1, copy)
            return f"{node.tag} doubled with other names"
        case 2:
            parent.remove(node)
            return f"{node.tag} deleted"
        case 3:
            inside = set(node.iter())
            targets = [p for p in root.iter() if p not in inside]
            target = rng.choice(targets)
            parent.remove(node)
            target.insert(rng.randrange(len(target) + 1), node)
            return f"{node.tag} moved into {target.tag}"
        case 4 if len(parent) > 1:
            j = rng.randrange(len(parent))
            parent[k], parent[j] = parent[j], parent[k]
            return f"{parent[k].tag} and {parent[j].tag} swapped"
        case _:
            name = node.attrib.get("name")
            others = [n for n in root.iter(node.tag) if n is not node]
            if name is None or not others:
                return change_attribute(rng, root)
            rng.choice(others).attrib["name"] = name
            return f"two {node.tag}s named {name}"


def split_world(rng, root):
    """Moves the later part of a section into a second one of the same tag."""
    sections = [(k, s) for k, s in enumerate(root) if len(s) > 1]
    if not sections:
        return "nothing"
    k, section = rng.choice([s for s in sections if s[1].tag == "worldbody"] or sections)
    cut = rng.randrange(1, len(section))
    second = ElementTree.Element(section.tag)
    for node in list(section)[cut:]:
        section.remove(node)
        second.append(node)
    root.insert(rng.choice([k, k + 1, len(root)]), second)
    return f"two {section.tag} sections"


def damage_bytes(rng, text):
    """Cuts the text off, or changes some of its bytes."""
    data = bytearray(text)
    if rng.randrange(3) == 0:
        cut = rng.randrange(len(data))
        return bytes(data[:cut]), f"cut off at byte {cut}"
    places = sorted(rng.randrange(len(data)) for _ in range(rng.choice([1, 1, 2, 5])))
    for k in places:
        data[k] = rng.choice([data[k] ^ (1 << rng.randrange(8)), rng.randrange(256), 0x20, 0x3C, 0x22])
    return bytes(data), f"bytes {places} changed"


def mutant(seed, index, paths):
    """The file that mutant `index` comes from, its text and what was done to it."""
    rng = random.Random(f"{seed}:{index}")
    path = rng.choice(paths)
    text = path.read_bytes()
    done = []
    root = ElementTree.fromstring(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change = rng.choices(
            [change_attribute, add_attribute, change_elements, split_world], weights=[50, 15, 28, 4]
        )[0]
        done.append(change(rng, root))
    text = ElementTree.tostring(root)
    if rng.randrange(12) == 0:
        text, what = damage_bytes(rng, text)
        done.append(what)
    return path, text, done


# ---- comparing


def load(module, path):
    """The model, or None, and the message of the refusal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return module.MjModel.from_xml_path(path), ""
    except Exception as error:
        return None, str(error)


def numbers(d, name):
    """A field of `d` as numbers; a dot leads into contacts."""
    import numpy as np

    if name.startswith("contact."):
        return np.asarray(getattr(d.contact, name[8:]), float)
    return np.asarray(getattr(d, name), float)


def forward_difference(ours, theirs):
    """The first field of a forward pass that is different, and how; None if there is none."""
    import numpy as np

    with np.errstate(all="ignore"):
        for tolerance, names in FORWARD.items():
            for name in names.split():
                a, b = numbers(ours, name), numbers(theirs, name)
                if a.shape != b.shape:
                    return name, f"shape {a.shape} where the reference has {b.shape}"
                same = (a == b) | (np.isnan(a) & np.isnan(b))
                close = np.abs(a - b) <= tolerance * np.maximum(1, np.abs(b))
                wrong = ~(same | close)
                if wrong.any():
                    at = tuple(int(k) for k in np.argwhere(wrong)[0])
                    return name, f"{list(at)} {a[at]!r} where the reference has {b[at]!r} ({int(wrong.sum())} of {a.size})"
    return None


def shorten(message):
    """A message without what differs from file to file."""
    line = next((x for x in message.splitlines() if x.strip()), "")
    line = re.sub(r"^\S*:\d+:\d+: ", "", line)
    line = re.sub(r"'[^']*'|\"[^\"]*\"", "…", line)
    line = re.sub(r"\(did you mean.*", "", line)
    return re.sub(r"-?\d[\d.e+-]*", "#", line)[:110]


def judge(path, tell):
    """Loads one file with both modules; `tell` is called with the name of every stage before it begins."""
    import synovia
    from support.compare import differences
    from support.modules import oracle as mujoco

    tell("synovia")
    ours, our_message = load(synovia, path)
    tell("reference")
    theirs, their_message = load(mujoco, path)
    if "panicked" in our_message or "internal error" in our_message:
        return "PANIC of synovia", our_message
    if theirs is None and ours is None:
        return "both refuse", ""
    if theirs is None:
        return f"only synovia accepts: {shorten(their_message)}", their_message
    if ours is None:
        if "not supported" in our_message:
            return "not supported, refused by name", our_message
        return f"only the reference accepts: {shorten(our_message)}", our_message
    if theirs.nq > 3000 or theirs.ngeom > 5000:
        return "both accept, too large to compare", ""

    found = differences(ours, theirs)
    if found:
        return f"fields: {found[0].field.split('[')[0]}", "; ".join(str(d) for d in found[:6])
    tell("reference forward")
    d2 = mujoco.MjData(theirs)
    try:
        mujoco.mj_forward(theirs, d2)
    except Exception as error:
        return f"the reference refuses forward: {shorten(str(error))}", str(error)
    tell("synovia forward")
    d1 = synovia.MjData(ours)
    try:
        synovia.mj_forward(ours, d1)
    except Exception as error:
        if "panicked" in str(error) or "internal error" in str(error):
            return "PANIC of synovia", str(error)
        return f"synovia refuses forward: {shorten(str(error))}", str(error)
    difference = forward_difference(d1, d2)
    if difference:
        return f"forward: {difference[0]}", difference[1]
    return "both accept, equal", ""


# ---- processes


def serve(pipe):
    """A process that compares the files it is given; if it dies, only the file is lost."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(tempfile.gettempdir())
    while (path := pipe.recv()) is not None:
        try:
            pipe.send(("done", judge(path, lambda stage: pipe.send(("stage", stage)))))
        except MemoryError:
            pipe.send(("done", ("out of memory in Python", "")))
        except BaseException as error:  # a panic is no Exception
            pipe.send(("done", (f"PANIC {type(error).__name__}", str(error))))


class Judge:
    """Owns one process and starts another when it dies or is killed."""

    def __init__(self, timeout, scratch):
        self.timeout, self.scratch, self.process = timeout, Path(scratch), None
        self.made = set()

    def start(self):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(end,), daemon=True)
        self.process.start()
        end.close()

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None

    def place(self, root, path):
        """A folder like that of `path`, of links to what is there, in which the file itself can be replaced."""
        here, there = self.scratch, root
        for part in [None, *path.relative_to(root).parts[:-1]]:
            if part is not None:
                here, there = here / part, there / part
            if here in self.made:
                continue
            if here.is_symlink():
                here.unlink()
            here.mkdir(parents=True, exist_ok=True)
            for entry in there.iterdir():
                link = here / entry.name
                if not link.exists() and not link.is_symlink():
                    link.symlink_to(entry.resolve())
            self.made.add(here)
        target = here / path.name
        if target.is_symlink():
            target.unlink()
        return target

    def __call__(self, root, path, text):
        """The verdict about a text that stands in the place of a file."""
        target = self.place(root, path)
        target.write_bytes(text)
        verdict = self.ask(str(target))
        target.unlink()
        target.symlink_to(path.resolve())
        return verdict

    def ask(self, path):
        if self.process is None:
            self.start()
        self.pipe.send(path)
        stage, until = "start", None
        while True:
            try:
                # a fresh process imports both modules first
                limit = 120 if until is None else max(0.0, until - time.monotonic())
                if not self.pipe.poll(limit):
                    self.stop()
                    who = "the reference" if "reference" in stage else "SYNOVIA"
                    return f"{who} takes too long: {stage}", ""
                kind, what = self.pipe.recv()
            except (EOFError, OSError):
                code = self.process.exitcode
                self.stop()
                who = "the reference" if "reference" in stage else "SYNOVIA"
                return f"{who} dies: {stage}", f"exit code {code}"
            if kind == "done":
                return what
            stage, until = what, time.monotonic() + self.timeout


def plain_files(folder, slowest, judges, pool):
    """The files that both modules load equally, soon enough, without what Synovia refuses by name."""

    def fits(path):
        if corpus.unsupported(path) or path.stat().st_size > 300_000:
            return False
        judge = judges.get()
        begin = time.monotonic()
        try:
            verdict, _ = judge(folder, path, path.read_bytes())
            begin = time.monotonic()
            verdict, _ = judge(folder, path, path.read_bytes())
        finally:
            judges.put(judge)
        return time.monotonic() - begin < slowest and verdict == "both accept, equal"

    paths = sorted(folder.rglob("*.xml"))
    return [p for p, good in zip(paths, pool.map(fits, paths)) if good]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2000, help="how many mutants")
    parser.add_argument("--start", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=20, help="seconds for one stage of one mutant")
    parser.add_argument("--slowest", type=float, default=0.3, help="leave out files that take more seconds than this")
    parser.add_argument("--files", type=Path, help="where the list of files is kept between runs")
    parser.add_argument("--log", type=Path, help="one line of JSON for every disagreement")
    parser.add_argument("--show", type=int, help="print this mutant and what was done to it")
    args = parser.parse_args()
    folder = args.folder.resolve()

    scratch = Path(tempfile.mkdtemp(prefix="mutants-"))
    judges = SimpleQueue()
    for k in range(args.jobs):
        judges.put(Judge(args.timeout, scratch / str(k)))
    pool = ThreadPoolExecutor(args.jobs)
    if args.files and args.files.exists():
        paths = [folder / line for line in args.files.read_text().split("\n") if line]
    else:
        paths = plain_files(folder, args.slowest, judges, pool)
        if args.files:
            args.files.write_text("".join(f"{p.relative_to(folder)}\n" for p in paths))
    if args.show is not None:
        path, text, done = mutant(args.seed, args.show, paths)
        print(path, *done, sep="\n", file=sys.stderr)
        sys.stdout.buffer.write(text)
        return 0

    counts, examples = collections.Counter(), {}
    log = args.log.open("a") if args.log else None

    def run(index):
        path, text, done = mutant(args.seed, index, paths)
        judge = judges.get()
        try:
            kind, detail = judge(folder, path, text)
        finally:
            judges.put(judge)
        return index, str(path.relative_to(folder)), done, kind, detail

    begin = time.monotonic()
    for index, path, done, kind, detail in pool.map(run, range(args.start, args.start + args.count)):
        counts[kind] += 1
        if not kind.startswith("both"):
            examples.setdefault(kind, []).append(index)
            if log:
                line = {"index": index, "file": path, "done": done, "kind": kind, "detail": detail[:1500]}
                log.write(json.dumps(line) + "\n")
                log.flush()
    while not judges.empty():
        judges.get().stop()
    shutil.rmtree(scratch, ignore_errors=True)

    total = sum(counts.values())
    print(f"{total} mutants of {len(paths)} files, seed {args.seed}, {time.monotonic() - begin:.0f} s")
    for kind, count in counts.most_common():
        shown = ", ".join(map(str, examples.get(kind, [])[:5]))
        print(f"{count:7}  {kind}" + (f"    [{shown}]" if shown else ""))
    bad = sum(n for kind, n in counts.items() if "PANIC" in kind or "SYNOVIA" in kind)
    print(f"panics and deaths of Synovia: {bad}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
