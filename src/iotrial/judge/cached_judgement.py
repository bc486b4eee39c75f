"""A run's judgement, cached beside its samples, so that a question about many runs need not open any of them.

It is believed only if the rules, the record and the parts are still those that it was made of; else the samples are
judged again. The cache is optional: it holds what the samples say and nothing else.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import Field, ValidationError

from iotrial.code_digest import code_digest
from iotrial.json_text import json_text
from iotrial.judge.judge_run import judge_folder, judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.store.file_names import RUN_FILE
from iotrial.store.folder import judgements, part_sizes, read_bounded, read_run
from iotrial.store.parquet_part import checksum_of_bytes
from iotrial.store.read import StoredRun
from iotrial.store.record import FORMAT, Run
from iotrial.store.sample import require_bounds
from iotrial.store.strict import Versioned


class Kept(Versioned):
    """A judgement as it is stored: a run's judgement, and what it was made of."""

    rules: str = Field(
        description="sha256 of the code of the iotrial that judged, and of the versions of its libraries"
    )
    run_sha256: str = Field(description="sha256 of run.json")
    parts: dict[str, int] = Field(description="file name of each part -> bytes")
    judged: JudgedRun = Field(description="the judgement")


def kept_text(stored: StoredRun) -> bytes | None:
    """Judge a run as it is stored now, and return what is to be kept of it; None if a part is damaged."""
    source = _source(stored.folder)
    if source is None or stored.problems:
        return None
    digest, sizes = source
    kept = Kept(format=FORMAT, rules=code_digest(), run_sha256=digest, parts=sizes, judged=judge_run(Judging(stored)))
    return json_text(kept).encode("utf-8", "surrogatepass")


def judged_of(folder: Path, run: Run) -> JudgedRun:
    """Return the judgement of a run: the one that is kept, if it is still right, else by its samples.

    run: what its run.json says. UsageError if the folder holds no run.
    """
    return _kept(folder, run) or judge_folder(folder)


def judged_now(folder: Path) -> JudgedRun:
    """Return the judgement of a run that has just been measured; UsageError if the folder holds none."""
    return judged_of(folder, read_run(folder))


def _kept(folder: Path, run: Run) -> JudgedRun | None:
    """The judgement that is kept; None if there is none, or if it is of anything else than what is here now."""
    try:
        for checksum, path in judgements(folder).items():
            data = read_bounded(path)
            if data is None or checksum_of_bytes(data) != checksum:
                continue
            kept = Kept.model_validate_json(data, context={"unsaid": run.unsaid, "words": run.said})
            if (kept.rules, (kept.run_sha256, kept.parts)) == (code_digest(), _source(folder)) and _is_of(
                kept.judged, run
            ):
                return kept.judged
    except (OSError, ValidationError, ValueError, RecursionError):
        pass
    return None


def _source(folder: Path) -> tuple[str, dict[str, int]] | None:
    """The sha256 of a run's record, and the size of each of its parts; None if there is no record."""
    data = read_bounded(folder / RUN_FILE)
    if data is None:
        return None
    return hashlib.sha256(data).hexdigest(), part_sizes(folder)


def _is_of(judged: JudgedRun, run: Run) -> bool:
    """True if a judgement is of a run, with figures that can be; ValueError for a figure that cannot."""
    for level in judged.levels:
        for arm in level.arms:
            for ratio in (arm.ratio, arm.low, arm.high):
                require_bounds(ratio)
                if ratio == 0:
                    return False
    theirs = [(level.level, {arm.arm for arm in level.arms}) for level in run.levels]
    return judged.run == run.run and theirs == [
        (level.level, {arm.arm for arm in level.arms}) for level in judged.levels
    ]
