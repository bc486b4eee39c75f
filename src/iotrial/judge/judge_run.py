"""The way from a stored run to a JudgedRun, which `show --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from iotrial.cautions import sentence
from iotrial.judge.across_levels import Across, across, nothing
from iotrial.judge.arm_names import called_in
from iotrial.judge.decide_language import answers, answers_by_level
from iotrial.judge.floors import Held, floor_share, floor_shares_of, judged_floors
from iotrial.judge.group_figures import Groups, judged_groups
from iotrial.judge.judge_arm import SeenOfArm, judged_arm, may_be_equivalent, median_ns, ranked
from iotrial.judge.judge_growth import growths
from iotrial.judge.judge_variants import judged_variants
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel, Lead, LevelStatus, TopGroup
from iotrial.judge.judged_run import JudgedRun, PooledPlacebo
from iotrial.judge.judging import Judging
from iotrial.judge.level_cautions import level_cautions
from iotrial.judge.moving_surroundings import moving, varied, with_surroundings
from iotrial.judge.ordered_guarantees import gives
from iotrial.judge.run_risk import is_compared
from iotrial.judge.target_facts import TargetFacts
from iotrial.store.level_figures import ArmFigures, LevelFigures
from iotrial.store.read import open_run
from iotrial.store.record import BASELINE, FORMAT, PLACEBO, Caution, LevelFacts, LevelRecord, Run, RunFacts
from iotrial.store.strict import shared

if TYPE_CHECKING:
    from iotrial.judge.judged_variant import JudgedVariant
    from iotrial.stats.judge_level import LevelJudgement
    from iotrial.stats.ranking import Ranking

_NO_ONE = TopGroup(top_group=[], winner=None, lead=None)


def judge_folder(folder: Path) -> JudgedRun:
    """Judge the run in a folder; UsageError if it is no run."""
    return judge_run(Judging(open_run(folder)))


def judge_run(judging: Judging) -> JudgedRun:
    """Judge a run by the rules, from exactly what it stored. Each run is judged once."""
    if judging.judged is None:
        judging.judged = _judged(judging)
    return judging.judged


@dataclass(frozen=True)
class _AtLevel:
    """A level while it is judged: what is stored of it, and what its samples say."""

    number: int
    level: LevelRecord
    figures: LevelFigures
    judgement: LevelJudgement | None
    held: Held
    invalid: str | None  # the reason why none of its verdicts holds


def _judged(judging: Judging) -> JudgedRun:
    run = judging.run
    judgements = [_judge(judging, number) for number in range(len(run.levels))]
    placebo, wrong = _pooled(judging, judgements)
    every = [
        _AtLevel(
            number,
            level,
            figures,
            judgements[number],
            floor_shares_of(run, level, figures, judging.replication),
            _invalid(level, judgements[number], wrong),
        )
        for number, (level, figures) in enumerate(zip(run.levels, judging.stored.levels, strict=True))
    ]
    groups, moved = judged_groups(judging), moving(judging.stored, judgements)
    variants = judged_variants(judging, [at.invalid for at in every], judging.risk.share("variants"))
    levels = [
        _level(judging, at, with_surroundings(_arms(run, at, groups), at.number, moved), variants[at.number])
        for at in every
    ]
    valid = [at.judgement if _why_invalid(at.level, at.judgement) is None else None for at in every]
    over_levels: Across = nothing() if wrong else across(judging, valid, levels)
    together = [] if wrong else answers(judging, levels)
    return JudgedRun(
        **shared(RunFacts, run),
        format=FORMAT,
        surroundings=varied(run),
        sessions="measured once",
        machine=_machine(run),
        correlation=judging.replication.correlation,
        placebo=placebo,
        invalid=wrong,
        cautions=_run_cautions(judging),
        effects=over_levels.effects,
        costs=over_levels.costs,
        changes=over_levels.changes,
        growth=growths(run, judging.risk.share("memory")),
        targets=_targets(run),
        answers=together,
        level_answers=[] if wrong else answers_by_level(judging, levels, together),
        levels=levels,
    )


def _machine(run: Run) -> str | None:
    """The processor and the number of CPUs, as far as the run recorded them."""
    processor, cpus = run.machine.get("processor"), run.machine.get("cpus")
    count = f"{cpus} CPU{'s' * (cpus != 1)}" if isinstance(cpus, int) else None
    return ", ".join(str(one) for one in (processor, count) if one) or None


def _targets(run: Run) -> list[TargetFacts]:
    """Return the file systems that held the files, as far as the run recorded them."""
    stored = run.machine.get("targets")
    return [TargetFacts.of(row) for row in stored if isinstance(row, dict)] if isinstance(stored, list) else []


def _judge(judging: Judging, number: int) -> LevelJudgement | None:
    """The judgement of a level; None if the baseline or the placebo has no samples."""
    from iotrial.stats.judge_level import judge_level

    run, level, figures = judging.run, judging.run.levels[number], judging.stored.levels[number]
    if not is_compared(figures):
        return None
    arms = [level.arms[index] for index in figures.arms]
    medians = [median_ns(figures, place) for place in range(len(arms))]
    return judge_level(
        judging.stored.level_samples(number),
        margin=run.margin,
        judged=ranked(level, figures.arms),
        may_be_equivalent=[
            may_be_equivalent(arm, median, run.margin, level) for arm, median in zip(arms, medians, strict=True)
        ],
        block_voids=figures.void_share,
        alpha=judging.risk.level(len(arms)),
        replication=judging.replication,
    )


def _pooled(judging: Judging, judgements: list[LevelJudgement | None]) -> tuple[PooledPlacebo | None, str | None]:
    """The placebo over all rounds of the run, and the reason why the whole run is invalid (None if it is valid)."""
    from iotrial.stats.pooled import pooled_placebo

    values = [judgement.values[:, PLACEBO] for judgement in judgements if judgement is not None]
    interval, valid = pooled_placebo(values, judging.margin, judging.replication.correlation)
    if interval is None:
        return None, None
    rounds = sum(int((column == column).sum()) for column in values)  # a NaN never equals itself
    placebo = PooledPlacebo(ratio=interval.center, low=interval.low, high=interval.high, rounds=rounds)
    if valid:
        return placebo, None
    figures = f"{interval.center:.4f} [{interval.low:.4f}, {interval.high:.4f}]"
    return (
        placebo,
        f"the baseline, measured twice in each round, took {figures} times as long the second time",
    )


def _invalid(level: LevelRecord, judgement: LevelJudgement | None, wrong: str | None) -> str | None:
    """The reason why no verdict of a level holds, found in the level or in the run; None if they hold."""
    if level.kind == "observed":
        return _two_ways(level)
    return _why_invalid(level, judgement) or wrong


def _arms(run: Run, at: _AtLevel, groups: Groups) -> list[JudgedArm]:
    """All arms of a level, the placebo among them."""
    figures, called = at.figures, called_in(run)
    judged = dict(zip(figures.arms, at.judgement.arms, strict=True)) if at.judgement else {}
    return [
        judged_arm(
            arm,
            SeenOfArm(
                judged.get(index),
                figures.beside.get(index) or ArmFigures(),
                called[arm.arm],
                groups.get((at.number, index)),
                floor_share(at.level, figures, at.held.shares.get(index)),
            ),
            run,
            at.level,
            invalid=at.invalid is not None,
        )
        for index, arm in enumerate(at.level.arms)
    ]


def _level(judging: Judging, at: _AtLevel, arms: list[JudgedArm], variants: list[JudgedVariant]) -> JudgedLevel:
    level, figures, judgement = at.level, at.figures, at.judgement
    fastest, alike = _NO_ONE, None
    if judgement is not None and at.invalid is None:
        fastest, alike = (
            _top_group(level, figures, judgement.ranking, judgement.judged),
            _alike(judging, level, figures, judgement),
        )
    return JudgedLevel(
        **shared(LevelFacts, level),
        status=_status(level, figures),
        baseline=level.arms[BASELINE].arm if level.arms else None,
        rounds=len(figures.time_ns),
        planned_rounds=level.rounds or None,
        needed_rounds=_needed_rounds(judging, figures) if judgement is not None else None,
        blocks=figures.time_ns.shape[1] or None,
        left_out_share=figures.left_out_share,
        placebo=arms[PLACEBO] if len(arms) > PLACEBO else None,
        invalid=at.invalid,
        **shared(TopGroup, fastest),
        alike=alike,
        cautions=level_cautions(judging, level, figures, judgement, at.held),
        arms=[arm for arm in arms if arm.record.role != "placebo"],
        floors=judged_floors(level, figures),
        variants=variants,
    )


def _needed_rounds(judging: Judging, figures: LevelFigures) -> int:
    """The rounds from which every two arms of a level have an interval."""
    return judging.replication.least_rounds(judging.risk.pair(len(figures.arms)))


def _status(level: LevelRecord, figures: LevelFigures) -> LevelStatus:
    if level.status == "skipped" or level.kind == "observed":
        return "skipped" if level.status == "skipped" else "observed"
    return "measured" if figures.time_ns.size else "planned"


def _two_ways(level: LevelRecord) -> str | None:
    """The reason why an observed level is invalid: baseline and placebo came out differently; None if not."""
    codes = [arm.outcome.code for arm in level.arms[: PLACEBO + 1] if arm.outcome is not None]
    return f"the baseline came out in two ways: {' and '.join(codes)}" if len(set(codes)) > 1 else None


def _why_invalid(level: LevelRecord, judgement: LevelJudgement | None) -> str | None:
    """The reason why no verdict of the level holds; None if they hold, or if there is nothing to judge."""
    if judgement is None:
        return None
    for index, name in ((BASELINE, "baseline"), (PLACEBO, "placebo")):
        arm = level.arms[index]
        if arm.status != "measured":
            return f"the {name} {arm.arm} is {arm.status}: {arm.reason or 'no reason is stored'}"
    return judgement.invalid


def _alike(judging: Judging, level: LevelRecord, figures: LevelFigures, judgement: LevelJudgement) -> TopGroup | None:
    """The fastest among the arms with the baseline's guarantees, or more; None if all have them."""
    from iotrial.stats.ranking import rank

    guarantees = level.arms[BASELINE].guarantees
    every = list(judgement.judged)
    alike = [
        may and gives(level.arms[index].guarantees, guarantees, judging.run.more)
        for may, index in zip(every, figures.arms, strict=True)
    ]
    if alike == every:
        return None
    ranking = rank(
        figures.samples,
        judgement.values,
        rankable=alike,
        margin=judging.margin,
        alpha=judging.risk.level(len(figures.arms)),
        replication=judging.replication,
        moving=judgement.moving,
    )
    return _top_group(level, figures, ranking, alike)


def _top_group(level: LevelRecord, figures: LevelFigures, ranking: Ranking, may: Sequence[bool]) -> TopGroup:
    """The top group by name, the winner, and its lead; an arm that was still warming up is neither in it nor behind."""
    names = [level.arms[index].arm for index in figures.arms]
    moving = [place for place, index in enumerate(figures.arms) if may[place] and level.arms[index].no_plateau]
    if moving and ranking.top_group:
        open_ones = [place for place in moving if place != PLACEBO and place not in ranking.top_group]
        return TopGroup(top_group=[names[place] for place in (*ranking.top_group, *open_ones)], winner=None, lead=None)
    lead = None
    if ranking.lead is not None and ranking.runner_up is not None:
        bounds = ranking.lead
        lead = Lead(over=names[ranking.runner_up], ratio=bounds.center, low=bounds.low, high=bounds.high)
    return TopGroup(
        top_group=[names[place] for place in ranking.top_group],
        winner=None if ranking.winner is None else names[ranking.winner],
        lead=lead,
    )


def _run_cautions(judging: Judging) -> list[Caution]:
    found: list[tuple[str, dict[str, object]]] = []
    if not judging.run.complete:
        found.append(("incomplete", {"sweeps": len(judging.stored.sweeps)}))
    found += [("damaged_part", {"problem": text}) for text in judging.stored.problems]
    return [*judging.run.cautions, *(Caution(code=code, text=sentence(code, values)) for code, values in found)]
