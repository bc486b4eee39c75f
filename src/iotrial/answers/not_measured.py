"""The methods that a run left out and that may be better than the one it says to use: those of the catalogue that give
what was asked for, and what a full run on this machine says of them.

A full run is one of this results root, complete, at the same level, in which both were measured and may be judged. A
method that it shows to be no faster by 5 % is not named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pydantic import Field

from iotrial.judge.bounds import Factors
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.least_regret import MATTERS
from iotrial.store.described import ArmName, Called
from iotrial.store.strict import Strict

#: The latest full runs that are looked at: each takes a tenth of a second or two.
MOST_RUNS = 3


class NotMeasured(Strict):
    """A method that may be better than the one to use, and that this run did not measure."""

    arm: ArmName
    called: Called
    ratio: float | None = Field(description="its time over that of the one to use in a full run; null if there is none")
    run: str | None = Field(description="the id of that run; null if there is none")
    reason: str = Field(description="why it was left out, in a word or two")


def not_measured(
    use: str,
    level: Factors,
    absent: Sequence[tuple[str, str, str]],
    full_runs: Callable[[], Iterator[JudgedRun]],
) -> list[NotMeasured]:
    """Return the methods that may be better than `use`, those first that a full run shows to be.

    absent: arm, name in a sentence, and reason of each that was left out. full_runs: the latest first; they are only
    asked for if something is absent.
    """
    found: dict[str, NotMeasured] = {}
    known = {} if not absent else _ratios(use, level, [arm for arm, _, _ in absent], full_runs())
    for arm, called, reason in absent:
        ratio, run = known.get(arm, (None, None))
        if ratio is None or ratio <= 1 / MATTERS:
            found[arm] = NotMeasured(arm=arm, called=called, ratio=ratio, run=run, reason=reason)
    return sorted(found.values(), key=lambda one: one.ratio or 1.0)


def _ratios(use: str, level: Factors, absent: Sequence[str], runs: Iterator[JudgedRun]) -> dict[str, tuple[float, str]]:
    """The time of each absent arm over that of the one to use, in the latest run that has both, and its id."""
    found: dict[str, tuple[float, str]] = {}
    for judged in runs:
        for there in judged.levels:
            if judged.invalid or there.invalid or there.level != level:
                continue
            own = _ratio(there, use)
            for arm in absent:
                other = _ratio(there, arm)
                if own is not None and other is not None:
                    found.setdefault(arm, (other / own, judged.run))
    return found


def _ratio(level: JudgedLevel, name: str) -> float | None:
    """The time of an arm over the baseline's, if it may be compared."""
    arm = level.by_name.get(name)
    return arm.ratio if arm is not None and arm.is_comparable else None


def full_runs(root: Path, job: str, but: str) -> Iterator[JudgedRun]:
    """Yield the judgement of each of the latest complete full runs of a job, but for the run with that id."""
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.store.record_index import entries

    kept = [
        entry.folder
        for entry in entries(root)
        if entry.facts is not None and entry.facts["job"] == job and entry.facts["complete"]
        if not entry.facts["quick"] and entry.facts["run"] != but
    ]
    for folder in sorted(kept, key=lambda one: one.name, reverse=True)[:MOST_RUNS]:
        yield judged_now(folder)
