"""Damaged documents, assets and binary models beside the reference.

    python conformance/mutate_models xml|asset|mjb [--start 0] [--count 1000] [--jobs 2] [--json FILE]    judges a range of cases
    python conformance/mutate_models xml|asset|mjb --show K                                              judges case K and prints its changes
    python conformance/mutate_models xml|asset|mjb --files K FOLDER                                      writes the files of case K

  xml     a document with one to four changes: a generated model, a file of the gymnasium and dm_control wheels, or of the folder
          that SYNOVIA_MUTATED names
  asset   a damaged mesh, picture, height field, skin, archive or robot in a small model that uses it
  mjb     a damaged binary model, for Synovia alone: it may refuse it, but not die, hang or take 2 GB

A case depends on its mode, its number, and the files there are. Each runs in a process with 4 GB of address space and `--limit`
seconds for each stage. Kinds in capitals are faults of Synovia whatever the reference does, and make the exit status 1: it
died, panicked, hung, took 2 GB, or 20 times the reference's time.
"""

import argparse
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from support import report  # noqa: E402

JUDGE = "mutate_models.judge:judge"
MODES = ("xml", "asset", "mjb")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=MODES)
    report.arguments(parser)
    parser.add_argument("--files", nargs=2, metavar=("K", "FOLDER"), help="write the files of a case")
    args = parser.parse_args()
    if args.files:
        from mutate_models.judge import make

        print(*make(args.mode, int(args.files[0]), Path(args.files[1])), sep="\n")
        return 0
    return report.run(JUDGE, f"python conformance/mutate_models {args.mode}", args, lambda number: (args.mode, number))


if __name__ == "__main__":
    sys.exit(main())
