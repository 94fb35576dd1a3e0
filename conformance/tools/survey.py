"""Measures every model file found, prints the differences and writes the summary shown on the front page.

    .venv/bin/python conformance/tools/survey.py [--only TEXT...] [--records FILE] [--bits] [--write]

`--records` saves all measurements as JSON, `--bits` loads the reference's models twice to find which of its bits are
reproducible, `--write` writes `conformance/models/summary.json` and `conformance/models/bits.json`, from which
`scripts/generate/front-page` makes tables.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import bits, summary  # noqa: E402
from support.corpus import models  # noqa: E402
from support.measure import Measurements  # noqa: E402


def lines(name, record):
    """The differences of one file, as lines."""
    if record["outcome"] == "wrong":
        yield f"{name}: {record['text']}"
    for text in record.get("compiled", []):
        yield f"{name}: compiled {text}"
    for kind in ("failed", "explained"):
        for item in record.get(kind, []):
            moved = f", moved {item['moved']}" if "moved" in item else ""
            what = f"{item['stage']} {item['field']} {item['error']:.1e}, the reference's own {item['own']:.1e}{moved}"
            yield f"{name}: {kind} at state {item['state']}: {what}"
    run = record.get("run", {"own": {}, "failed": []})
    for k, own in run["own"].items():
        kind = "failed" if k in run["failed"] else "explained"
        steps = f", step by step {run['retraced']:.1e}" if "retraced" in run else ""
        yield f"{name}: {kind} after {k} steps: {run['errors'][k]:.1e}, the reference's own {own:.1e}{steps}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", help="files whose name contains one of these")
    parser.add_argument("--records", type=Path, help="where to save all measurements")
    parser.add_argument("--bits", action="store_true", help="load the reference's models twice")
    parser.add_argument("--write", action="store_true", help="write the summary")
    given = parser.parse_args()
    files = [(name, path) for name, path in models() if not given.only or any(text in name for text in given.only)]
    measured = Measurements(files, given.bits)
    records = {}
    for name, _ in files:
        records[name] = measured[name]
        for line in lines(name, records[name]):
            print(line, flush=True)
    measured.close()
    if given.records:
        given.records.write_text(json.dumps(records, default=float), encoding="utf-8")
    found = summary.of(records)
    print(json.dumps(found, indent=1))
    if given.write:
        summary.write(found)
        bits.write(bits.table(records))


if __name__ == "__main__":
    main()
