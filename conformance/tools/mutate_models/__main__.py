"""Compares the loading of damaged documents, assets and binary models with the reference.

    python conformance/tools/mutate_models xml|asset|mjb [--start 0] [--count 1000] [--jobs 2] [--json FILE]    judges a range of cases
    python conformance/tools/mutate_models xml|asset|mjb --show K                                              judges case K and prints its changes
    python conformance/tools/mutate_models --check                                                             what the test command runs
    python conformance/tools/mutate_models xml|asset|mjb --files K FOLDER                                      writes the files of case K

  xml     a document with one to four changes: a generated model, a file of the gymnasium and dm_control wheels, or of the folder
          named by SYNOVIA_MUTATED
  asset   a damaged mesh, image, height field, skin, archive or robot in a small model that uses it
  mjb     a damaged binary model, for Synovia alone: it may be refused, but must not crash, hang or need 2 GB

A case depends on its mode, its number, and the files found. Each runs in a process with 4 GB of address space and `--limit`
seconds for each stage. Kinds in capitals are faults of Synovia regardless of the reference, and make the exit status 1: it
crashed, panicked, hung, needed 2 GB, or 20 times the reference's time.
"""

import argparse
import sys
from pathlib import Path

sys.path[0:1] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]

from support import gate, report  # noqa: E402

JUDGE = "mutate_models.judge:judge"
COMMAND = "python conformance/tools/mutate_models"
# mode -> how many fixed numbers the test command judges, and seconds for fresh ones
MODES = {"xml": (120, 5.0), "asset": (120, 5.0), "mjb": (80, 5.0)}


def job_of(mode):
    return lambda number: (mode, number)


def check(jobs):
    """Checks all modes in turn; whether all pass."""
    passed = [gate.check(mode, JUDGE, f"{COMMAND} {mode}", fixed, seconds, job_of(mode), jobs) for mode, (fixed, seconds) in MODES.items()]
    return all(passed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=MODES, nargs="?")
    report.arguments(parser)
    parser.add_argument("--files", nargs=2, metavar=("K", "FOLDER"), help="write the files of a case")
    args = parser.parse_args()
    if args.check:
        return int(not check(args.jobs))
    if args.mode is None:
        parser.error("a mode is needed")
    if args.files:
        from mutate_models.judge import make

        print(*make(args.mode, int(args.files[0]), Path(args.files[1])), sep="\n")
        return 0
    return report.run(args.mode, JUDGE, f"{COMMAND} {args.mode}", args, job_of(args.mode))


if __name__ == "__main__":
    sys.exit(main())
