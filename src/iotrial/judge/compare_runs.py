"""Two runs side by side: what each says of the same arms at the same levels, and which answers changed.

Times of two sessions are never divided by each other: each run has its own baseline, and the ratios of each arm to it
are compared (rule 15).
"""

from __future__ import annotations

from collections.abc import Iterator

from iotrial.ask.catalog import named_parts
from iotrial.ask.level_factors import level_name
from iotrial.errors import Problem, UsageError
from iotrial.judge.compared_runs import ArmThen, ComparedArm, ComparedRuns, ComparedSide, UnlikeFact
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.store.record import LevelRecord, Run
from iotrial.store.strict import shared

#: Facts of a machine that explain why two runs differ.
FACTS = ("host", "system", "architecture", "processor", "cpus", "memory_bytes", "virtual")


def compare_runs(before: Judging, after: Judging) -> ComparedRuns:
    """Set two runs of one study side by side; UsageError with what differs if they are not of the same thing."""
    _require_alike(before.run, after.run)
    first, second = judge_run(before), judge_run(after)
    arms = [_compared(level, one, other) for level, one, other in _pairs(first, second)]
    return ComparedRuns(
        before=ComparedSide(**shared(ComparedSide, first)),
        after=ComparedSide(**shared(ComparedSide, second)),
        differs=_differences(before.run, after.run),
        arms=arms,
        changed=sum(arm.changed for arm in arms),
        only_before=_only(first, second),
        only_after=_only(second, first),
    )


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
    found = [Problem(f"the text of {', '.join(texts)} differs in the second run")] if texts else []
    return found + ([Problem(f"the work of {', '.join(works)} differs in the second run")] if works else [])


def _common(before: Run, after: Run) -> Iterator[tuple[LevelRecord, LevelRecord]]:
    for one in before.levels:
        for other in after.levels:
            if one.level == other.level:
                yield one, other


def _pairs(before: JudgedRun, after: JudgedRun) -> Iterator[tuple[JudgedLevel, JudgedArm, JudgedArm]]:
    """Each level with an arm of it in both runs; levels whose baselines differ cannot be set side by side."""
    for one in before.levels:
        for other in after.levels:
            if one.level == other.level and one.baseline == other.baseline:
                for arm in one.arms:
                    if arm.arm in other.by_name and arm.record.role != "baseline":
                        yield one, arm, other.by_name[arm.arm]


def _compared(level: JudgedLevel, before: JudgedArm, after: JudgedArm) -> ComparedArm:
    """The arm in both runs. changed: two decided verdicts differ. apart: the intervals have nothing in common.

    An arm of a level that is invalid in one of the runs has no interval to set beside another.
    """
    verdicts = {before.verdict, after.verdict}
    is_valid = "invalid" not in verdicts
    decided = verdicts <= {"faster", "slower", "equivalent"}
    return ComparedArm(
        level=level.level,
        baseline=level.baseline,
        arm=before.arm,
        before=_then(before),
        after=_then(after),
        changed=(decided and len(verdicts) > 1) or before.status != after.status,
        apart=is_valid and (_lies_below(before, after) or _lies_below(after, before)),
    )


def _lies_below(one: JudgedArm, other: JudgedArm) -> bool:
    """True if all of the one's interval lies below the other's; False if either has none."""
    return one.high is not None and other.low is not None and one.high < other.low


def _then(arm: JudgedArm) -> ArmThen:
    """The figures of an arm in one of the runs, with the runtime that its record has."""
    figures = {name: getattr(arm, name) for name in ArmThen.model_fields if name != "runtime"}
    return ArmThen(**figures, runtime=arm.record.runtime)


def _differences(before: Run, after: Run) -> list[UnlikeFact]:
    """Facts that are not the same: of the machine, the targets and the runtimes."""
    found = [
        UnlikeFact(what=name, before=before.machine.get(name), after=after.machine.get(name))
        for name in FACTS
        if before.machine.get(name) != after.machine.get(name)
    ]
    one, other = _runtimes(before), _runtimes(after)
    found += [
        UnlikeFact(what=language, before=one[language], after=other[language])
        for language in sorted(one.keys() & other.keys())
        if one[language] != other[language]
    ]
    return found


def _runtimes(run: Run) -> dict[str, str]:
    """Language -> its runtime; several if the run had several."""
    found: dict[str, dict[str, None]] = {}
    for level in run.levels:
        for arm in level.arms:
            if arm.runtime is not None:
                found.setdefault(named_parts(arm.arm)[0], {})[arm.runtime] = None
    return {language: ", ".join(sorted(runtimes)) for language, runtimes in found.items()}


def _only(judged: JudgedRun, other: JudgedRun) -> list[str]:
    """The levels and arms that one run has and the other has not."""
    there = {(level_name(level.level), arm.arm) for level in other.levels for arm in level.arms}
    levels = {name for name, _ in there}
    found: dict[str, None] = {}
    for level in judged.levels:
        name = level_name(level.level)
        if name not in levels:
            found[name] = None
            continue
        for arm in level.arms:
            if (name, arm.arm) not in there:
                found[f"{arm.arm} at {name}"] = None
    return list(found)
