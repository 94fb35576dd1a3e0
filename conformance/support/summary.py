"""Summary of the records of all files, source by source: the numbers that the front page shows and the tests check."""

import json
from collections import Counter
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "models" / "summary.json"
# the corpus has files of several projects
SOURCES = ("corpus/mujoco", "corpus/menagerie", "gymnasium", "dm_control")


def source_of(name):
    """The source of a file."""
    return next((source for source in SOURCES if name.startswith(f"{source}/")), name.split("/")[0])


def equal_forward(record):
    """Whether every stage is within its tolerance at every state."""
    return not record["failed"] and not record["explained"]


def equal_run(record):
    """Whether the run is within its tolerance to the end."""
    return not record["run"]["own"]


def of(records):
    """The summary of all records."""
    sources, explained = {}, {}
    for name, record in records.items():
        count = sources.setdefault(source_of(name), Counter())
        count["files"] += 1
        count[record["outcome"]] += 1
        if record["outcome"] == "unsupported":
            count[f"unsupported {record['element']}"] += 1
        if record["outcome"] != "loaded":
            continue
        count["compiled"] += not record["compiled"]
        count["bits"] += not record["bits"]
        count["forward"] += equal_forward(record)
        count["forward explained"] += bool(record["explained"]) and not record["failed"]
        count["run"] += equal_run(record)
        count["run explained"] += not equal_run(record) and not record["run"]["failed"]
        if record["explained"]:
            explained[name] = worst(record["explained"])
    return {
        "sources": {name: dict(sorted(count.items())) for name, count in sorted(sources.items())},
        "explained": dict(sorted(explained.items())),
    }


def worst(items):
    """The field with the largest error of each stage that differs, with the change of the reference's own result."""
    stages = {}
    for item in items:
        if item["stage"] not in stages or item["error"] > stages[item["stage"]]["error"]:
            stages[item["stage"]] = {key: item[key] for key in ("state", "field", "error", "own", "moved")}
    return {
        stage: {key: float(f"{value:.1e}") if isinstance(value, float) else value for key, value in item.items()}
        for stage, item in stages.items()
    }


def no_worse(found, written):
    """Counts of a source that are lower than recorded.

    Bits of sines and powers depend on the processor that the reference runs on: a few files may change from equal to explained.
    """
    exact = ("files", "loaded", "refused", "unsupported", "compiled")
    few = 2 + written["files"] // 20
    wrong = [key for key in exact if found.get(key, 0) != written.get(key, 0)]
    wrong += [key for key in ("forward", "run", "bits") if found.get(key, 0) < written.get(key, 0) - few]
    return [f"{key}: {found.get(key, 0)}, not {written.get(key, 0)}" for key in wrong]


def total(summary):
    """The counts of all sources together."""
    found = Counter()
    for count in summary["sources"].values():
        found.update(count)
    return found


def read():
    """The recorded summary."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def write(summary):
    """Writes the summary."""
    FILE.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
