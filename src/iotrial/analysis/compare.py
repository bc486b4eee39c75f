"""Two runs side by side: what each says of the same arms at the same levels, and where the answer changed.

Times of two sessions are never divided by each other: each run has its own baseline, and what is compared is how each
arm stands to it there (METHOD.md rule 15).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from iotrial.analysis.judge import judge_run
from iotrial.catalog.model import named_parts
from iotrial.errors import Problem, UsageError
from iotrial.store.read import StoredRun
from iotrial.store.record import LevelRecord, Run
from iotrial.study.model import level_name

Document = dict[str, Any]

#: Facts of a machine that explain why two runs differ.
FACTS = ("host", "system", "architecture", "processor", "cpus", "memory_bytes", "virtual")


def compare_runs(before: StoredRun, after: StoredRun) -> Document:
    """What two runs of one study say; UsageError where they are not of the same thing, with what differs."""
    _require_alike(before.run, after.run)
    documents = judge_run(before), judge_run(after)
    changes = [
        {"level": level, "baseline": baseline, **_change(one, other)}
        for level, baseline, one, other in _pairs(documents[0], documents[1])
    ]
    return {
        "before": _side(documents[0]),
        "after": _side(documents[1]),
        "differs": _differences(before.run, after.run),
        "arms": changes,
        "changed": sum(change["changed"] for change in changes),
        "only_before": _only(documents[0], documents[1]),
        "only_after": _only(documents[1], documents[0]),
    }


def _require_alike(before: Run, after: Run) -> None:
    problems: list[Problem] = []
    for name in ("study", "job", "work_unit", "margin"):
        one, other = getattr(before, name), getattr(after, name)
        if one != other:
            problems.append(Problem(f"the runs differ in their {name.replace('_', ' ')}: {one} and {other}"))
    if not problems:
        common = list(_common(before, after))
        if not common:
            problems.append(Problem("the runs have no level in common"))
        problems += _unlike_arms(common)
    if problems:
        raise UsageError(problems, hint="see what each is of: iotrial runs")


def _unlike_arms(common: list[tuple[LevelRecord, LevelRecord]]) -> list[Problem]:
    """Arms of one name that are not the same thing: another method text, or other work."""
    texts: dict[str, None] = {}
    works: dict[str, None] = {}
    for one, other in common:
        theirs = {arm.arm: arm for arm in other.arms}
        for arm in one.arms:
            same = theirs.get(arm.arm)
            if same is None:
                continue
            if None not in (arm.method_sha256, same.method_sha256) and arm.method_sha256 != same.method_sha256:
                texts[arm.arm] = None
            if None not in (arm.work, same.work) and arm.work != same.work:
                works[f"{arm.arm} at {level_name(one.level)} ({arm.work:,} and {same.work:,})"] = None
    found = [Problem(f"the text of {', '.join(texts)} is another in the second run")] if texts else []
    return found + ([Problem(f"the work of {', '.join(works)} is another in the second run")] if works else [])


def _common(before: Run, after: Run) -> Iterator[tuple[LevelRecord, LevelRecord]]:
    for one in before.levels:
        for other in after.levels:
            if one.level == other.level:
                yield one, other


def _pairs(before: Document, after: Document) -> Iterator[tuple[Document, str, Document, Document]]:
    """Level, baseline, and the arm in either run; levels whose baselines differ cannot be set side by side."""
    for one in before["levels"]:
        for other in after["levels"]:
            if one["level"] == other["level"] and one["baseline"] == other["baseline"]:
                theirs = {arm["arm"]: arm for arm in other["arms"]}
                for arm in one["arms"]:
                    if arm["arm"] in theirs and arm["role"] != "baseline":
                        yield one["level"], one["baseline"], arm, theirs[arm["arm"]]


def _change(before: Document, after: Document) -> Document:
    """The arm in both; changed: two decided verdicts that differ; apart: intervals that have nothing in common."""
    kept = ("ratio", "low", "high", "verdict", "status", "reason", "median_ns", "runtime")
    verdicts = {before["verdict"], after["verdict"]}
    decided = verdicts <= {"faster", "slower", "equivalent"}
    apart = None not in (before["low"], after["low"]) and (
        before["high"] < after["low"] or after["high"] < before["low"]
    )
    return {
        "arm": before["arm"],
        "before": {name: before[name] for name in kept},
        "after": {name: after[name] for name in kept},
        "changed": (decided and len(verdicts) > 1) or before["status"] != after["status"],
        "apart": bool(apart),
    }


def _side(document: Document) -> Document:
    return {name: document[name] for name in ("run", "study", "started_at", "complete", "invalid")}


def _differences(before: Run, after: Run) -> list[Document]:
    """Facts that are not the same: of the machine, the targets and the runtimes."""
    found = [
        {"what": name, "before": before.machine.get(name), "after": after.machine.get(name)}
        for name in FACTS
        if before.machine.get(name) != after.machine.get(name)
    ]
    one, other = _runtimes(before), _runtimes(after)
    found += [
        {"what": language, "before": one[language], "after": other[language]}
        for language in sorted(one.keys() & other.keys())
        if one[language] != other[language]
    ]
    return found


def _runtimes(run: Run) -> dict[str, str]:
    """Language -> its runtime, or all that the run had of it."""
    found: dict[str, dict[str, None]] = {}
    for level in run.levels:
        for arm in level.arms:
            if arm.runtime is not None:
                found.setdefault(named_parts(arm.arm)[0], {})[arm.runtime] = None
    return {language: ", ".join(sorted(runtimes)) for language, runtimes in found.items()}


def _only(document: Document, other: Document) -> list[str]:
    """Levels and arms of the one that the other does not have."""
    there = {(level_name(level["level"]), arm["arm"]) for level in other["levels"] for arm in level["arms"]}
    levels = {name for name, _ in there}
    found: dict[str, None] = {}
    for level in document["levels"]:
        name = level_name(level["level"])
        if name not in levels:
            found[name] = None
            continue
        for arm in level["arms"]:
            if (name, arm["arm"]) not in there:
                found[f"{arm['arm']} at {name}"] = None
    return list(found)
