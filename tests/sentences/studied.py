"""Runs of the project's own studies in their short form, with figures that are drawn: nothing is measured.

A level has what its job makes of it: a window with several writers, requests to servers, or arms that are looked at
and never timed. Some arms fail, some lose records, some levels are skipped.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.factors import unsaid_of
from iotrial.ask.find_study import studies
from iotrial.ask.study import Level, Study
from iotrial.ask.study_file import load
from iotrial.measure.recorded import said_of
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, LevelRecord, LockWait, Memory, Observation, Records, Role
from iotrial.workers.state import ArmState
from iotrial.workers.task import task_of
from sentences.drawn import Drawing

NAMES = sorted(studies())

#: Of a larger study so many levels are drawn, and so many arms of each.
MOST_LEVELS, MOST_ARMS = 4, 9

#: Rounds enough to compare every two of so many arms.
SWEEPS = 20

#: Harms that records of several writers come to.
HARMS = ("lost", "torn", "interleaved", "doubled")

_OUTCOMES = (
    ("short", "gives back 12 bytes"),
    ("error", "says that the file is too short"),
    ("died", "SIGBUS"),
    ("wrong", "gives back 4,096 bytes of nothing"),
    ("whole", "gives back 4,096 bytes"),
)


@functools.cache
def catalog() -> Catalog:
    return tree.load()


@functools.cache
def short_form(name: str) -> Study:
    return load(studies()[name], catalog(), quick=True)


def studied(name: str, seed: int, session: int = 0) -> StoredRun:
    """Return a drawn run of the short form of a study; another session has the same levels and arms."""
    study = short_form(name)
    rng = np.random.default_rng([seed, sum(name.encode())])
    job = catalog().jobs[study.job]
    chosen = sorted(rng.choice(len(study.levels), min(MOST_LEVELS, len(study.levels)), replace=False))
    levels = [_level(study, study.levels[number], rng) for number in chosen]
    if len(levels) > 2 and rng.random() < 0.3:
        levels[-1] = levels[-1].model_copy(update={"status": "skipped", "reason": "there is no such device"})
    drawing = Drawing(rng, levels, sweeps=SWEEPS)
    drawing.given = {
        "study": study.name,
        "question": study.question,
        "job": study.job,
        "work_unit": job.work_unit,
        "study_text": study.text,
        "margin": study.margin,
        "unsaid": dict(unsaid_of(job)),
        "conditions": {of: dict(words) for of, words in job.conditions.items()},
        "more": {of: list(job.guarantees[of]) for of in job.more},
        "needed": dict(job.needed),
        "said": said_of(job),
        "usual": [arm for arm in job.usual if any(arm == one.arm for level in levels for one in level.arms)],
        "languages": {of: kit.spoken for of, kit in catalog().kits.items()},
    }
    drawing.rng = rng = np.random.default_rng([seed, session, sum(name.encode())])
    drawing.draw()
    _draw_pieces(drawing, rng)
    if rng.random() < 0.3:
        _move(drawing, rng)
    if rng.random() < 0.1:
        drawing.spoilt = int(rng.integers(len(levels)))
    return drawing.stored(f"20261121-14305{session}-{seed:04x}")


def _draw_pieces(drawing: Drawing, rng: np.random.Generator) -> None:
    """Let arms of several at once have tails of their own, and keep up with what is due or not."""
    for number, level in enumerate(drawing.levels):
        is_due = level.level.get("arrival", "none") != "none"
        for index in range(len(level.arms) if level.has_pieces else 0):
            drawing.tails[number, index] = float(rng.choice((1.5, 2.0, 2.0, 40.0)))
            if is_due:
                drawing.shares[number, index] = float(rng.choice((0.4, 0.985, 0.99, 1.0, 1.0)))


def _move(drawing: Drawing, rng: np.random.Generator) -> None:
    """Let an arm go on getting slower within its rounds."""
    number = int(rng.integers(len(drawing.levels)))
    arms = len(drawing.levels[number].arms)
    if arms > 2:
        drawing.drifts = {(number, 2 + int(rng.integers(arms - 2))): float(rng.choice([-0.05, 0.06]))}


def _level(study: Study, level: Level, rng: np.random.Generator) -> LevelRecord:
    task = task_of(catalog().jobs[study.job], level.factors, Path("/nowhere"))
    given: dict[str, Any] = {"rounds": 14, "blocks": 5}
    if task.window is not None:
        given |= {"workers": task.window.members, "window_ns": 250_000_000}
    if task.served is not None:
        given["requests"] = "open loop" if task.is_scheduled else "closed loop"
    if task.observed is not None:
        given |= {"kind": "observed", "rounds": 0, "blocks": 0}
    others = [arm for arm in level.arms if arm != study.baseline]
    if len(others) > MOST_ARMS:
        others = [others[number] for number in sorted(rng.choice(len(others), MOST_ARMS, replace=False))]
    work = max((value for value in level.factors.values() if isinstance(value, int)), default=1)
    harm = task.window is not None and rng.random() < 0.6
    arms = []
    for number, name in enumerate([study.baseline, study.baseline, *others]):
        found = catalog().variant(study.job, name)
        assert found is not None
        role: Role = "baseline" if number == 0 else "placebo" if number == 1 else "arm"
        arm = ArmState(number, name, role, found.method, found.kit, variant=found, work=max(1, work)).record()
        arms.append(_arm(arm, task, rng, harm=harm))
    return LevelRecord(level=dict(level.factors), arms=arms, **given)


def _arm(arm: Arm, task: Any, rng: np.random.Generator, *, harm: bool) -> Arm:
    """Give an arm what a run would have stored of it."""
    given: dict[str, Any] = {
        "runtime": f"{arm.arm.partition('/')[0]} 1.2",
        "iterations": 4,
        "clock_step_ns": 20,
        "kit_ns": 50.0,
        "memory": Memory(peak_bytes=(17 + int(rng.integers(30))) << 20, before_bytes=16 << 20),
    }
    if task.observed is not None:
        code, text = _OUTCOMES[int(rng.integers(len(_OUTCOMES)))]
        return arm.model_copy(update={**given, "outcome": Observation(code=code, text=text)})
    if task.window is not None:
        given |= _of_several(rng, harms=harm and arm.role == "arm" and rng.random() < 0.5)
    elif arm.role == "arm" and rng.random() < 0.06:
        given |= {"status": "failed", "reason": "ended with status 1: cannot allocate 1,048,576 bytes"}
    return arm.model_copy(update=given)


def _of_several(rng: np.random.Generator, *, harms: bool) -> dict[str, Any]:
    """Draw what is known of several writers: their records, the lock and their memory."""
    counts = dict.fromkeys((*HARMS, "unknown"), 0)
    if harms:
        counts[str(rng.choice(HARMS))] = int(rng.integers(1, 400))
    count = int(rng.integers(2)) * 40
    wait = LockWait(count=count, p50_ns=10, p90_ns=20, p99_ns=3_000, longest_ns=9_000) if count else LockWait(count=0)
    given = {
        "records": Records(handed=int(rng.integers(1000, 90_000)), **counts),
        "lock_wait": wait,
        "all_bytes": int(rng.integers(8, 90)) << 20,
    }
    if not harms:
        return given
    return {**given, "status": "disqualified", "reason": "records of several writers come to harm"}
