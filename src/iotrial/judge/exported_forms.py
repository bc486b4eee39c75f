"""A run in forms that others read: CSV, JSON, hyperfine's JSON, and the table of a directory-listing article."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping

from iotrial.ask.level_factors import varying
from iotrial.json_text import json_text
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging

#: Columns of the CSV after the level's own: figures of an arm, of its record, or of its memory.
_COLUMNS = (
    "arm",
    "role",
    "status",
    "reason",
    "verdict",
    "ratio",
    "low",
    "high",
    "needed_rounds",
    "median_ns",
    "mean_ns",
    "spread_low_ns",
    "spread_high_ns",
    "rounds",
    "iterations",
    "work",
    "throughput_per_second",
    "cpu_ns",
    "user_ns",
    "system_ns",
    "peak_bytes",
    "before_bytes",
    "runtime_peak_bytes",
    "runtime_peak_real_bytes",
    "runtime",
)


#: What a spreadsheet would work out begins so, in the letters of any width; a number alone is none.
_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def to_csv(*runs: Judging) -> str:
    """A row for each arm of each level of each run, the placebo left out; missing is empty.

    A text that a spreadsheet would take for a formula has an apostrophe before it, as spreadsheets themselves write it.
    """
    judged = [judge_run(judging) for judging in runs]
    factors = list(dict.fromkeys(name for run in judged for level in run.levels for name in level.level))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_cell, ["run", "study", *factors, *_COLUMNS, "outcome", "cautions"]))
    for run in judged:
        for level in run.levels:
            place = [run.run, run.study, *(level.level.get(name) for name in factors)]
            for arm in level.arms:
                cautions = " ".join(caution.code for caution in arm.cautions)
                outcome = arm.record.outcome and arm.record.outcome.code
                row = [*place, *(_figure(arm, name) for name in _COLUMNS), outcome, cautions]
                writer.writerow(map(_cell, row))
    return text.getvalue()


def _figure(arm: JudgedArm, name: str) -> object:
    """Return what has the name of a column: of an arm, of its record, or of its memory."""
    return next(getattr(one, name) for one in (arm, arm.record, arm.record.memory) if hasattr(one, name))


def to_json(judging: Judging) -> str:
    """Return what `show --json` prints."""
    return json_text(judge_run(judging)) + "\n"


def to_hyperfine(judging: Judging) -> str:
    """hyperfine's --export-json: seconds for one iteration; an entry for each arm that has samples.

    Standard deviation, least and greatest describe all samples, as hyperfine means them; nothing is judged by them.
    """
    import numpy as np

    results: list[Mapping[str, object]] = []
    judged = judge_run(judging)
    varying = varying_factors(judged)
    for number, level in enumerate(judging.run.levels):
        figures = judging.stored.levels[number]
        rows = iter(judged.levels[number].arms)
        for index, arm in enumerate(level.arms):
            row = None if arm.role == "placebo" else next(rows)
            if row is None or index not in figures.arms:
                continue
            times = figures.time_ns[:, :, figures.arms.index(index)].ravel() / 1e9
            times = times[~np.isnan(times)]
            if not len(times):
                continue
            label = " ".join(f"{name}={level.level.get(name, '')}" for name in varying)
            results.append(
                {
                    "command": f"{arm.arm} ({label})" if label else arm.arm,
                    "mean": float(times.mean()),
                    "stddev": float(times.std(ddof=1)) if len(times) > 1 else None,
                    "median": float(np.median(times)),
                    "user": _seconds(row.user_ns),
                    "system": _seconds(row.system_ns),
                    "min": float(times.min()),
                    "max": float(times.max()),
                    "times": times.tolist(),
                    "parameters": {name: str(value) for name, value in level.level.items()},
                }
            )
    return json.dumps({"results": results}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_tsv(judging: Judging) -> str:
    """A row for each level and a column for each method: mean milliseconds with three decimals; missing is empty.

    A level is named by the factors that vary. A method is named without its language if there is only one.
    """
    judged = judge_run(judging)
    factors = varying_factors(judged) or list(judged.levels[0].level)[:1] if judged.levels else []
    arms = list(dict.fromkeys(arm.arm for level in judged.levels for arm in level.arms))
    several = len({name.partition("/")[0] for name in arms}) > 1
    lines = [[*factors, *(name if several else name.partition("/")[2] for name in arms)]]
    for level in judged.levels:
        means = {arm.arm: arm.mean_ns for arm in level.arms}
        lines.append([str(level.level.get(name, "")) for name in factors] + [_ms(means.get(name)) for name in arms])
    return "".join("\t".join(str(_cell(" ".join(cell.split()))) for cell in line) + "\n" for line in lines)


FORMATS: Mapping[str, Callable[[Judging], str]] = {
    "csv": to_csv,
    "json": to_json,
    "hyperfine": to_hyperfine,
    "tsv": to_tsv,
}


def varying_factors(judged: JudgedRun) -> list[str]:
    """The factors that are not the same at all levels, in the order of the job."""
    return varying([level.level for level in judged.levels])


def _cell(value: object) -> object:
    """Return a value as a cell; a text that begins like a formula, and is no number, begins with an apostrophe."""
    is_formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value


def _seconds(ns: float | None) -> float | None:
    return None if ns is None else ns / 1e9


def _ms(ns: float | None) -> str:
    return "" if ns is None else f"{ns / 1e6:.3f}"
