"""Compares random valid models with the reference.

    python conformance/tools/random_models [--start 0] [--count 1000] [--jobs 2] [--json FILE]     compares a range of models
    python conformance/tools/random_models --xml K [--to FOLDER]                                  prints model K, or writes its files
    python conformance/tools/random_models --show K                                               compares model K and prints all differences
    python conformance/tools/random_models --check                                                what the test command runs
    python conformance/tools/random_models --reduce K                                             reduces model K to the parts that its finding needs

Model K depends only on K. Each runs in a separate process, because some crash the reference. Kinds in capitals are faults of
Synovia regardless of the reference, and make the exit status 1.
"""

import argparse
import sys
from pathlib import Path

sys.path[0:1] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]

from random_models.model import make  # noqa: E402
from random_models.reduce import reduced  # noqa: E402
from support import gate, report  # noqa: E402

JUDGE = "random_models.judge:judge"
COMMAND = "python conformance/tools/random_models"
# how many fixed numbers the test command compares, and seconds for fresh ones
FIXED, SECONDS = 250, 15.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    report.arguments(parser)
    parser.add_argument("--xml", type=int, metavar="K", help="print a model")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="with --xml: write all its files there")
    parser.add_argument("--reduce", type=int, metavar="K", help="print the smallest model that still has the finding of model K")
    args = parser.parse_args()
    if args.xml is not None:
        case = make(args.xml)
        print(case.write(args.to) if args.to else case.document)
        return 0
    if args.check:
        return int(not gate.check("model", JUDGE, COMMAND, FIXED, SECONDS, jobs=args.jobs))
    if args.reduce is not None:
        case, verdict = reduced(JUDGE, make(args.reduce), args.limit)
        print(report.line(args.reduce, verdict) if verdict else "nothing could be removed", case.document, sep="\n")
        return 0
    return report.run("model", JUDGE, COMMAND, args)


if __name__ == "__main__":
    sys.exit(main())
