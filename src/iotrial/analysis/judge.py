"""From what a run stored to the document that `show --json` prints. Nothing derived is kept: it is computed anew.

Missing is null. `ratio` is time over the baseline's time; `verdict` is null where nothing may be judged.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from iotrial.analysis.across import across, nothing
from iotrial.analysis.arm import arm_row, may_be_equivalent, own_cautions, ranked, unlike
from iotrial.analysis.document import TARGET
from iotrial.analysis.floors import Shares, floor_rows, no_floor_cautions, share_row, shares_of, why_beyond
from iotrial.analysis.growth import growths
from iotrial.analysis.noise_cautions import noise_cautions
from iotrial.analysis.variants import variant_rows
from iotrial.cautions import sentence
from iotrial.store.read import LevelFigures, StoredRun, open_run
from iotrial.store.record import BASELINE, FORMAT, PLACEBO, Caution, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.level import ArmJudgement, LevelJudgement
    from iotrial.stats.ranking import Ranking

Document = dict[str, Any]


def judge_folder(folder: Path) -> Document:
    """The document of the run in a folder; UsageError where it is no run."""
    return judge_run(open_run(folder))


def judge_run(stored: StoredRun) -> Document:
    """The document of a run: exactly what it stored, judged by METHOD.md. It is made once, and not to be changed."""
    if stored.judged is None:
        stored.judged = _judged(stored)
    return stored.judged


def _judged(stored: StoredRun) -> Document:
    run = stored.run
    held = [shares_of(run, level, figures) for level, figures in zip(run.levels, stored.levels, strict=True)]
    judgements = [_judge(stored, number, shares) for number, shares in enumerate(held)]
    placebo, wrong = _pooled(stored.run, judgements)
    levels = [
        _level(run, level, stored.levels[number], judgements[number], held[number], wrong)
        for number, level in enumerate(run.levels)
    ]
    for level, rows in zip(levels, variant_rows(stored, levels), strict=True):
        level["variants"] = rows
    valid = [
        judgement if _why_invalid(level, stored.levels[number], judgement, held[number]) is None else None
        for number, (level, judgement) in enumerate(zip(run.levels, judgements, strict=True))
    ]
    return {
        "format": FORMAT,
        "run": run.run,
        "study": run.study,
        "question": run.question,
        "job": run.job,
        "work_unit": run.work_unit,
        "quick": run.quick,
        "complete": run.complete,
        "stopped": run.stopped,
        "seconds": run.seconds,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "iotrial": run.iotrial,
        "seed": run.seed,
        "margin": run.margin,
        "precision": run.precision,
        "sessions": "one session",
        "placebo": placebo,
        "invalid": wrong,
        "cautions": _run_cautions(stored),
        **(nothing() if wrong else across(stored, valid)),
        "growth": growths(run),
        "targets": _targets(run),
        "levels": levels,
    }


def _targets(run: Run) -> list[Document]:
    """Where the files were; what an older run did not record is null."""
    stored = run.machine.get("targets")
    rows = [row for row in stored if isinstance(row, dict)] if isinstance(stored, list) else []
    return [{key: row.get(key) for key in TARGET} for row in rows]


def _judge(stored: StoredRun, number: int, held: Shares) -> LevelJudgement | None:
    """The judgement of a level; None where the baseline or the placebo has no samples."""
    from iotrial.stats.level import judge_level

    level, figures = stored.run.levels[number], stored.levels[number]
    if figures.arms[:2] != [BASELINE, PLACEBO]:
        return None
    arms = [level.arms[index] for index in figures.arms]
    medians = [_median(figures, place) for place in range(len(arms))]
    return judge_level(
        stored.level_samples(number),
        margin=stored.run.margin,
        judged=[
            may and not (index in held and held[index].is_beyond)
            for may, index in zip(ranked(level, figures.arms), figures.arms, strict=True)
        ],
        may_be_equivalent=[may_be_equivalent(arm, median) for arm, median in zip(arms, medians, strict=True)],
        block_voids=figures.void_share,
        sequence=stored.run.precision is not None,
    )


def _median(figures: LevelFigures, place: int) -> float | None:
    import numpy as np

    times = figures.time_ns[:, :, place]
    return None if np.isnan(times).all() else float(np.nanmedian(times))


def _pooled(run: Run, judgements: list[LevelJudgement | None]) -> tuple[Document | None, str | None]:
    """The placebo over all rounds of the run, and why the whole run is invalid (None: it is not)."""
    from iotrial.stats.pooled import pooled_placebo

    values = [judgement.values[:, PLACEBO] for judgement in judgements if judgement is not None]
    interval, valid = pooled_placebo(values, run.margin)
    if interval is None:
        return None, None
    placebo = {"ratio": interval.center, "low": interval.low, "high": interval.high}
    placebo["rounds"] = sum(int((column == column).sum()) for column in values)  # a NaN is unlike itself
    if valid:
        return placebo, None
    figures = f"{interval.center:.4f} [{interval.low:.4f}, {interval.high:.4f}]"
    return placebo, f"over all levels the placebo differs from the baseline that it repeats: {figures}"


def _level(
    run: Run,
    level: LevelRecord,
    figures: LevelFigures,
    judgement: LevelJudgement | None,
    held: Shares,
    wrong: str | None,
) -> Document:
    observed = level.kind == "observed"
    invalid = _two_ways(level) if observed else _why_invalid(level, figures, judgement, held) or wrong
    judged: dict[int, ArmJudgement] = dict(zip(figures.arms, judgement.arms, strict=True)) if judgement else {}
    baseline = level.arms[BASELINE] if level.arms else None
    rows = []
    for number, arm in enumerate(level.arms):
        row = arm_row(arm, judged.get(number), figures.beside.get(number), run, level, invalid=invalid is not None)
        row["floor_share"] = share_row(level, figures, held.get(number))
        if (beyond := why_beyond(level, figures, number, held)) is not None:
            row["verdict"] = None if number == BASELINE else "invalid"
            row["cautions"].append(Caution(code="below_floor", text=beyond).model_dump())
        rows.append(row)
    ranking: Document = {"top_group": [], "winner": None, "lead": None, "alike": None}
    if judgement is not None and invalid is None:
        ranking = {**_ranking(level, figures, judgement.ranking), "alike": _alike(run, level, figures, judgement)}
    return {
        "level": dict(level.level),
        "status": _status(level, figures),
        "reason": level.reason,
        "baseline": baseline.arm if baseline else None,
        "rounds": len(figures.time_ns),
        "planned_rounds": level.rounds or None,
        "blocks": figures.time_ns.shape[1] or None,
        "placebo": _placebo(level, rows, judgement),
        "invalid": invalid,
        **ranking,
        "cautions": _level_cautions(run, level, figures, judgement, judged),
        "arms": [row for row in rows if row["role"] != "placebo"],
        "floors": floor_rows(run, level, figures),
    }


def _status(level: LevelRecord, figures: LevelFigures) -> str:
    if level.status == "skipped" or level.kind == "observed":
        return "skipped" if level.status == "skipped" else "observed"
    return "measured" if figures.time_ns.size else "planned"


def _two_ways(level: LevelRecord) -> str | None:
    """Where the baseline and the placebo were looked at and came out differently, chance is at work."""
    codes = [arm.outcome.code for arm in level.arms[: PLACEBO + 1] if arm.outcome is not None]
    return f"the baseline came out in two ways: {' and '.join(codes)}" if len(set(codes)) > 1 else None


def _why_invalid(
    level: LevelRecord, figures: LevelFigures, judgement: LevelJudgement | None, held: Shares
) -> str | None:
    """Why no verdict of the level holds; None too where there is nothing to judge."""
    if judgement is None:
        return None
    for index, name in ((BASELINE, "baseline"), (PLACEBO, "placebo")):
        arm = level.arms[index]
        if arm.status != "measured":
            return f"the {name} {arm.arm} is {arm.status}: {arm.reason or 'no reason is stored'}"
    return judgement.invalid or why_beyond(level, figures, BASELINE, held)


def _placebo(level: LevelRecord, rows: list[Document], judgement: LevelJudgement | None) -> Document | None:
    if len(level.arms) <= PLACEBO:
        return None
    row = rows[PLACEBO]
    kept = ("arm", "status", "reason", "outcome", "ratio", "low", "high", "verdict", "median_ns", "rounds")
    return {key: row[key] for key in kept}


def _alike(run: Run, level: LevelRecord, figures: LevelFigures, judgement: LevelJudgement) -> Document | None:
    """The ranking among the arms with the baseline's guarantees; None where all have them."""
    from iotrial.stats.ranking import rank

    guarantees = level.arms[BASELINE].guarantees
    every = list(judgement.judged)
    alike = [
        may and not unlike(level.arms[index].guarantees, guarantees)
        for may, index in zip(every, figures.arms, strict=True)
    ]
    if alike == every:
        return None
    ranking = rank(
        figures.samples,
        judgement.values,
        rankable=alike,
        margin=run.margin,
        sequence=run.precision is not None,
    )
    return _ranking(level, figures, ranking)


def _ranking(level: LevelRecord, figures: LevelFigures, ranking: Ranking) -> Document:
    """The top group by name, the winner, and by how much it leads."""
    names = [level.arms[index].arm for index in figures.arms]
    lead: Document | None = None
    if ranking.lead is not None and ranking.runner_up is not None:
        bounds = ranking.lead
        lead = {
            "over": names[ranking.runner_up],
            "ratio": bounds.center,
            "low": bounds.low,
            "high": bounds.high,
        }
    return {
        "top_group": [names[place] for place in ranking.top_group],
        "winner": None if ranking.winner is None else names[ranking.winner],
        "lead": lead,
    }


def _level_cautions(
    run: Run,
    level: LevelRecord,
    figures: LevelFigures,
    judgement: LevelJudgement | None,
    judged: dict[int, ArmJudgement],
) -> list[Document]:
    """What holds for all arms of a level: blocks lost, rounds too few, and what befell the placebo."""
    from iotrial.stats.interval import minimum_rounds

    found: list[tuple[str, dict[str, object]]] = []
    if figures.void_blocks:
        reason = figures.void_reason or "of what is not stored"
        found.append(("void_blocks", {"share": figures.void_share, "reason": reason}))
    if judgement is not None:
        comparisons = len(figures.arms) - 1
        needed, rounds = minimum_rounds(comparisons), len(figures.time_ns)
        if rounds < needed:
            found.append(("few_rounds", {"rounds": rounds, "comparisons": comparisons, "needed": needed}))
        found += [(code, dict(values)) for code, values in judgement.arms[PLACEBO].cautions]
        found += own_cautions(level.arms[BASELINE], judged[BASELINE], run, level)
        found += no_floor_cautions(level, figures)
    found += noise_cautions(run, level, figures)
    return [{"code": code, "text": sentence(code, values)} for code, values in found]


def _run_cautions(stored: StoredRun) -> list[Document]:
    found = [{"code": caution.code, "text": caution.text} for caution in stored.run.cautions]
    if not stored.run.complete:
        found.append({"code": "incomplete", "text": sentence("incomplete", {"sweeps": len(stored.sweeps)})})
    found += [{"code": "damaged_part", "text": sentence("damaged_part", {"problem": text})} for text in stored.problems]
    return found
