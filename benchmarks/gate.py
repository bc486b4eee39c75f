"""`iotrial gate`: how often a planted regression is caught, and how often an unchanged method fails."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Row, share

TRIALS, FEW_TRIALS = 50, 5
PLANTED = 0.05

#: A listing that is made once more in some of 20 calls.
METHOD = """\
# os.listdir(), and in {extra} of 20 calls once more.
# Made for benchmarks/gate.py: of no use to anyone else.
# sorted: no
# yields: names
# hidden: yes

import os

calls = 0


def list_folder(folder):
    global calls
    calls += 1
    if calls % 20 < {extra}:
        os.listdir(folder)
    return os.listdir(folder)
"""


def rows(long: bool) -> Iterator[Row]:
    """50 gates of a method that became 5 % slower and 50 of one that did not change; a few in the short form."""
    trials = TRIALS if long else FEW_TRIALS
    for extra in (1, 0):
        yield _row(extra, trials)


def _row(extra: int, trials: int) -> Row:
    documents = [_gate(extra, seed) for seed in range(trials)]
    verdicts = Counter(document["verdict"] for document in documents)
    ratios = [pair["ratio"] for document in documents for pair in document["pairs"] if pair["ratio"]]
    measured = f"{statistics.median(ratios):.4f} in the middle" if ratios else "nothing"
    seconds = statistics.median(document["seconds"] for document in documents)
    others = ", ".join(f"{verdict} {count}" for verdict, count in sorted(verdicts.items()))
    caught = verdicts["regression"]
    return Row(
        f"gate with a margin of 3 %, {trials} times: "
        + (f"a planted +{100 * PLANTED:g} %" if extra else "an unchanged method"),
        "all caught" if extra else "none failed",
        f"{share(caught, trials)} {'caught' if extra else 'failed'}; {others}; "
        f"new / old {measured}; {seconds:.0f} s each",
        caught == (trials if extra else 0),
    )


def _gate(extra: int, seed: int) -> dict[str, Any]:
    """The document of one gate, in folders of its own."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for label, more in (("old", 0), ("new", extra)):
            place = folder / label / "list" / "python"
            place.mkdir(parents=True)
            (place / "planted.py").write_text(METHOD.format(extra=more))
        command = [
            *(sys.executable, "-m", "iotrial", "gate", "list", "--set", "entries=10", "--method", "planted"),
            *("--with", str(folder / "new"), "--against", str(folder / "old"), "--seed", str(seed)),
            *("--results", str(folder / "results"), "--json"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
        if not done.stdout:
            raise RuntimeError(done.stderr)
        document: dict[str, Any] = json.loads(done.stdout)
        return document
