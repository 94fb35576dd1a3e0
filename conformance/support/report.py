"""Ranges of numbered cases: judges them, counts the verdicts, and prints each finding with the command that repeats it."""

import collections
import json
import time
from pathlib import Path

from support import child, known

def arguments(parser):
    parser.add_argument("--start", type=int, default=0, metavar="K", help="the first number")
    parser.add_argument("--count", type=int, default=1000, help="how many numbers")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for one stage of one case")
    parser.add_argument("--seconds", type=float, help="start no case after this time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the findings to a file")
    parser.add_argument("--check", action="store_true", help="fixed numbers and a few fresh ones, as the test command runs them")
    parser.add_argument("--show", type=int, metavar="K", help="judge one case and print all details")


def line(number, verdict, width=240):
    note = " ".join(verdict.note)
    return f"{number:8d} {verdict.kind} [{note}]: {' '.join(verdict.detail.split())[:width]}"


def finding(generator, command, number, verdict):
    """The printed form of a finding, with the difference that explains it or the command that repeats it."""
    name = known.explained(generator, number, verdict)
    return line(number, verdict) + (f" (known: {name})" if name else f"\n    {command} --show {number}")


def run(generator, judge, command, args, job=lambda number: number):
    """Judges a range and prints the findings; returns 1 if Synovia is at fault for one of them. `job` maps a number to a job."""
    if args.show is not None:
        worker = child.Worker(judge, args.limit)
        found = worker.ask(job(args.show))
        worker.stop()
        print(line(args.show, found, 100_000), *found.note[1:], sep="\n")
        return int(found.fault)
    begin, counts, findings = time.monotonic(), collections.Counter(), {}
    numbers = range(args.start, args.start + args.count)
    jobs = (job(number) for number in numbers)
    for number, (_, verdict) in zip(numbers, child.judged(judge, jobs, args.limit, args.jobs, args.seconds)):
        counts[verdict.kind] += 1
        if verdict.kind not in child.QUIET:
            findings[number] = verdict
            print(finding(generator, command, number, verdict), flush=True)
    total = sum(counts.values())
    print(f"{total} cases in {time.monotonic() - begin:.0f} s: " + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    if args.json:
        rows = {number: {"kind": v.kind, "detail": v.detail, "note": v.note} for number, v in findings.items()}
        args.json.write_text(json.dumps({"counts": counts, "findings": rows}, indent=1))
    return int(any(verdict.fault for verdict in findings.values()))
