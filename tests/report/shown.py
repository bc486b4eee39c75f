"""A made-up run with something for every part of a report."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.claims.claim import Article, Claim
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds.calls import SystemCalls
from iotrial.claims.kinds.order import Order
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.judge.picture_samples import draw
from iotrial.report.page import Shown
from iotrial.report.view import RunView, view
from iotrial.store.read import StoredRun
from iotrial.store.record import Calls, Evidence, LevelRecord, Run
from judge import made
from judge.unwritten import Unwritten

SIZES = (4_096, 1_048_576, 20_971_520)
RATIOS = {"php/fread_1k": 2.5, "c/sendfile": 0.5}

#: A method's text that a page must not believe.
TEXT = '<?php\n// Sends a file: "quick" & <b>short</b>, ``` too.\nreadfile($path); // </script></code></pre>\n'

CLAIMS = (
    Order(
        key="1",
        says="The loop is slower <i>always</i>.",
        arms=("php/readfile", "php/fread_1k"),
        published="1.48 | times",
        answers=True,
    ),
    SystemCalls(key="2", says="It maps the file.", arms=("php/readfile",), calls={"mmap": 1}, fault=True),
)


def level(size: int, arms: tuple[str, ...] = ("php/fread_1k", "c/sendfile"), **given: Any) -> LevelRecord:
    evidence = Evidence(source="strace", calls={"read": Calls(count=2561, empty_count=1), "write": Calls(count=2560)})
    names = [("php/readfile", "baseline"), ("php/readfile", "placebo"), *((name, "arm") for name in arms)]
    made_arms = [
        made.with_memory(
            name,
            size,
            mapped=0.5,
            own=0.1,
            role=role,
            clock_step_ns=1,
            method_sha256=f"{name}-text",
            evidence=evidence,
            guarantees={"whole": "yes", **({"lock": "record"} if "locked" in name else {})},
        )
        for name, role in names
    ]
    return made.level({"file_bytes": size, "sink": "pipe"}, "php/readfile", [], arms=made_arms, **given)


def store(root: Path, **given: Any) -> Path:
    """Write a run of three sizes of two methods beside the baseline; time grows with the size."""
    run, options = grown(**given)
    return made.store(root, run, RATIOS, **options)


def grown(**given: Any) -> tuple[Run, dict[str, Any]]:
    """The record of such a run, and what becomes of its samples."""
    levels = given.pop("levels", None) or [level(size) for size in SIZES]
    options: dict[str, Any] = {name: given.pop(name) for name in ("sweeps", "noise") if name in given}
    texts = {f"{arm.arm}-text": TEXT for one in levels for arm in one.arms}
    sizes = np.array([one.level["file_bytes"] for one in levels], dtype=float)

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        if "wall_ns" not in columns:
            return columns
        scale = (1e4 + sizes[columns["level"]]) / 2e7
        return {**columns, "wall_ns": np.maximum(1, columns["wall_ns"] * scale).astype(np.int64)}

    run = made.run(levels, **{"texts": texts, "machine": {"system": "Linux 6 <x>", "cpus": 2}, **given})
    return run, {**options, "change": grow}


#: What this process has judged, by the records of runs and their samples.
_JUDGED: dict[bytes, JudgedRun] = {}


def judged_once(stored: Unwritten) -> JudgedRun:
    """Judge a made-up run, or return what came of one with the same record and samples: nobody can change it."""
    key = hashlib.sha256(pickle.dumps((stored.run.model_dump_json(), stored.rows))).digest()
    if key not in _JUDGED:
        _JUDGED[key] = judge_run(Judging(stored))
    return _JUDGED[key]


def opened(root: Path, *, claims: Sequence[Claim] = CLAIMS, **given: Any) -> tuple[StoredRun, JudgedRun, RunView]:
    """The run, its judgement and its view, with claims."""
    run, options = grown(**given)
    stored = made.opened(root, run, RATIOS, **options)
    judging = Judging(stored)
    judged = judge_run(judging)
    article = Article("An <article>", "Somebody", "2012")
    rows = judge_claims([judging], claims, stored.run.study, article) if stored.run.levels else []
    return stored, judged, view(stored.run, judged, explain_run(judging), rows)


def shown(root: Path, *, most: int = 100_000, **given: Any) -> Shown:
    """The parts that a page is made of."""
    stored, judged, seen = opened(root, **given)
    return Shown(
        seen,
        judged,
        [draw(stored, number, most=most) for number in range(len(stored.run.levels))],
    )
