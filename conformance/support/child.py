"""Cases that may crash the process they run in: each worker judges them in a separate process.

A judge is a function in a module of this folder, named "module:function". Its arguments are a job and a callback, which it calls with
the name of each stage before that stage; names of the reference's stages start with "reference". A process that dies or stays in one
stage for too long is replaced, and the verdict names the stage and the module it belongs to.
"""

import importlib
import multiprocessing
import os
import resource
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue

SPACE = 4 << 30  # bytes of address space of a process
START = 120.0  # seconds for a fresh process, which imports both modules


@dataclass
class Verdict:
    """The result of a case."""

    kind: str
    detail: str = ""
    seconds: float = 0.0
    note: list = field(default_factory=list)

    @property
    def fault(self):
        """Whether Synovia is at fault regardless of the reference: kinds in capitals."""
        return self.kind.split(":")[0].isupper()


def serve(pipe, judge):
    """The main loop of a worker's process."""
    resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(tempfile.gettempdir())
    module, _, function = judge.partition(":")
    judge = getattr(importlib.import_module(module), function)
    while (job := pipe.recv()) is not None:
        begin = time.monotonic()
        try:
            verdict = judge(job, lambda stage: pipe.send(("stage", stage)))
        except MemoryError:
            verdict = Verdict("no memory to compare")
        except BaseException as error:  # a panic is not an Exception
            verdict = Verdict(f"PANIC: {type(error).__name__}", str(error))
        verdict.seconds = time.monotonic() - begin
        pipe.send(("done", verdict))


class Worker:
    """Owns one process and starts a new one when it dies or is killed."""

    def __init__(self, judge, limit):
        self.judge, self.limit, self.process = judge, limit, None

    def start(self):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(end, self.judge), daemon=True)
        self.process.start()
        end.close()

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None

    def ended(self, how, stage, detail=""):
        """The verdict about a case whose process ended early."""
        self.stop()
        theirs = stage.startswith("reference")
        return Verdict(f"reference {how}" if theirs else how.upper() + f": {stage}", detail or stage)

    def ask(self, job):
        if self.process is None:
            self.start()
        begin, stage, until = time.monotonic(), "start", None
        try:
            self.pipe.send(job)
            while True:
                left = START if until is None else max(0.0, until - time.monotonic())
                if not self.pipe.poll(left):
                    return self.ended("hung", stage)
                kind, what = self.pipe.recv()
                if kind == "done":
                    what.seconds = time.monotonic() - begin
                    return what
                stage, until = what, time.monotonic() + self.limit
        except (EOFError, OSError):
            self.process.join()
            return self.ended("died", stage, f"{stage}, exit code {self.process.exitcode}")


# kinds that need no attention; all others are findings
QUIET = ("equal", "unstable", "both refuse", "both stop", "reference died", "reference hung", "too large to compare", "no memory to compare",
         "refused", "accepted", "stopped")  # fmt: skip


AGAIN = 3  # how often a difference must be reproduced


def confirmed(worker, job):
    """The verdict about a job. A finding is judged again in a fresh process: the reference may have damaged the memory of the first.

    A difference must be reproduced every time: where the reference reads uninitialised memory, its answer changes from run to run.
    """
    verdict = worker.ask(job)
    for _ in range(AGAIN):
        if verdict.kind in QUIET:
            break
        worker.stop()
        verdict = worker.ask(job)
        if verdict.fault:
            break
    return verdict


def judged(judge, jobs, limit=20.0, processes=2, seconds=None):
    """Verdicts about jobs in order, as (job, verdict); no new job starts after `seconds`."""
    workers, begin = SimpleQueue(), time.monotonic()
    for _ in range(processes):
        workers.put(Worker(judge, limit))

    def one(job):
        if seconds is not None and time.monotonic() - begin > seconds:
            return job, None
        worker = workers.get()
        try:
            return job, confirmed(worker, job)
        finally:
            workers.put(worker)

    with ThreadPoolExecutor(processes) as pool:
        try:
            for job, verdict in pool.map(one, jobs):
                if verdict is not None:
                    yield job, verdict
        finally:
            pool.shutdown(cancel_futures=True)
            while not workers.empty():
                workers.get().stop()
