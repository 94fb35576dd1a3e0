"""The part of a generator that the test command runs: fixed numbers, where any difference fails, and fresh ones, where faults fail.

Cases of fixed numbers must agree, except for the rows of `support.known`. Fresh numbers start at a random number, which is printed with
the command that repeats them; panics, crashes, hangs, memory and time fail the test, other differences are only printed.
"""

import collections
import random
import time

from support import child, known, report

FRESH = 1_000_000  # fresh numbers start here; lower ones are for manual runs


def judged(generator, judge, command, numbers, job, seconds=None, jobs=2, limit=20.0):
    """Counts the verdicts, and collects and prints the findings."""
    counts, findings = collections.Counter(), {}
    verdicts = child.judged(judge, (job(number) for number in numbers), limit, jobs, seconds)
    for number, (_, verdict) in zip(numbers, verdicts):
        counts[verdict.kind] += 1
        if verdict.kind not in child.QUIET:
            findings[number] = verdict
            print(report.finding(generator, command, number, verdict), flush=True)
    return counts, findings


def summary(what, counts, begin):
    print(f"{what}: {sum(counts.values())} in {time.monotonic() - begin:.0f} s: " + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))


def check(generator, judge, command, fixed, seconds, job=lambda number: number, jobs=2):
    """Runs the fixed numbers below `fixed`, then fresh ones for some seconds; whether the test passes."""
    begin = time.monotonic()
    counts, findings = judged(generator, judge, command, range(fixed), job, jobs=jobs)
    summary(f"{command}, fixed numbers", counts, begin)
    failed = [number for number, verdict in findings.items() if not known.explained(generator, number, verdict)]

    start, begin = random.SystemRandom().randrange(FRESH, 1_000_000_000), time.monotonic()
    print(f"{command} --start {start} --seconds {seconds:g}", flush=True)
    counts, findings = judged(generator, judge, command, range(start, start + 20_000), job, seconds, jobs)
    summary(f"{command}, fresh numbers from {start}", counts, begin)
    faults = [number for number, verdict in findings.items() if verdict.fault]
    for number in faults:
        print(f"fault of a fresh number: {command} --show {number}")
    for number in failed:
        print(f"a fixed number differs and is not listed in support/known.py: {command} --show {number}")
    return not failed and not faults
