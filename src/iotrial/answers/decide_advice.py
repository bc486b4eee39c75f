"""The answer from a run of `iotrial advise`: what to use here, by how much, and what would change that.

Only methods that give the guarantees asked for are recommended. Statements about other levels are corrected over arms
times levels (rule 4). All figures are from this very run; none is read off a table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from iotrial.answers.advice import (
    Advice,
    AdviceCaution,
    AnswerElsewhere,
    ComparedWith,
    MeasuredMethod,
    OtherGuarantees,
    UnlikeArm,
    UsualWay,
)
from iotrial.answers.question import Inquiry, OtherLevel, named
from iotrial.judge.arms_beside import ArmsBeside
from iotrial.judge.judge_arm import unlike
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.ordered_guarantees import gives
from iotrial.judge.pair_ratio import places_of
from iotrial.judge.run_risk import replication_of, risk_of
from iotrial.store.read import StoredRun
from iotrial.store.record import Caution

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval
    from iotrial.stats.level_samples import LevelSamples


@dataclass(frozen=True, eq=False)
class _Place:
    """A level of the run: its judgement, its samples, and the places of its arms in them, by name."""

    stored: StoredRun
    number: int
    judged: JudgedLevel
    samples: LevelSamples | None
    places: Mapping[str, int]

    def why_not(self, arm: str) -> str | None:
        """Return why an arm has no figure here that may be judged; None if it has one."""
        if self.judged.status == "skipped":
            return str(self.judged.reason)
        if self.judged.invalid:
            return f"invalid: {self.judged.invalid}"
        row = self.row(arm)
        if row is None:
            return f"{arm} was not measured there"
        if row.status != "measured":
            return f"{arm} is {row.status}: {row.reason or 'no reason is stored'}"
        if row.verdict in (None, "invalid") and row.record.role != "baseline":
            return f"{arm} may not be judged there"
        return None if arm in self.places else f"{arm} has no samples there"

    def row(self, arm: str) -> JudgedArm | None:
        """Return an arm of the level; None if it has none of that name."""
        return next((row for row in self.judged.arms if row.arm == arm), None)

    @cached_property
    def beside(self) -> ArmsBeside:
        """Each two arms of the level, as `iotrial show` compares them."""
        return ArmsBeside(self.stored, self.number, self.judged.by_name)

    def over(self, arm: str, other: str) -> Interval | None:
        """Time of one arm over another's, round by round; None with too few rounds."""
        from iotrial.stats.interval import Interval

        found = self.beside.ratio(arm, other)
        return None if found.low is None or found.high is None else Interval(found.ratio, found.low, found.high)


def advise(stored: StoredRun, inquiry: Inquiry) -> Advice:
    """Return the advice that a run gives; `iotrial show` shows the same run like any other."""
    run, judged = stored.run, judge_run(stored)
    places = [_place(stored, number, level) for number, level in enumerate(judged.levels)]
    asked = places[0]
    ranking = _rank(stored, asked, inquiry.allowed, judged.invalid)
    first = ranking.top[0] if ranking.top else None
    use = ranking.top if ranking.reason is None else []
    named_arms = [*ranking.top, inquiry.usual, *([ranking.next.arm] if ranking.next else [])]
    return Advice(
        format=run.format,
        run=run.run,
        job=run.job,
        level=asked.judged.level,
        called={arm.arm: arm.called for level in judged.levels for arm in level.arms},
        languages=judged.languages,
        rounds=asked.judged.rounds,
        answered=bool(use),
        use=use,
        reason=ranking.reason,
        needed_rounds=ranking.needed_rounds,
        top_group=ranking.top,
        apart=list(ranking.apart),
        method=_method(stored, first),
        unlike=_unlike_allowed(asked, ranking.top, inquiry),
        next=ranking.next,
        usual=_usual(asked, inquiry, first),
        allowed=list(inquiry.allowed),
        elsewhere=_elsewhere(inquiry, places[1:], use, run.margin, judged.invalid),
        other_guarantees=_other_guarantees(asked, places[1:], inquiry, first),
        left_out=_left_out(places, inquiry),
        margin=run.margin,
        budget_seconds=run.budget_seconds,
        seconds=run.seconds,
        sessions=judged.sessions,
        cautions=_cautions(judged, asked, named_arms, ranking),
    )


@dataclass(frozen=True)
class _Recommended:
    """The arms to use at the level asked about, best first, and why they are no answer (None if they are one)."""

    top: list[str]
    reason: str | None
    next: ComparedWith | None = None
    apart: Sequence[ComparedWith] = ()  # those of `top` that cannot be told from the first
    needed_rounds: int | None = None  # with too few rounds: as many as a comparison of every pair takes


def _place(stored: StoredRun, number: int, judged: JudgedLevel) -> _Place:
    figures = stored.levels[number]
    samples = figures.samples if figures.time_ns.size else None
    return _Place(stored, number, judged, samples, places_of(stored, number))


def _rank(stored: StoredRun, asked: _Place, allowed: Sequence[str], invalid: str | None) -> _Recommended:
    """The top group of the arms that may be recommended, by direct comparisons corrected over all pairs (rule 8)."""
    from iotrial.stats.level_samples import round_values
    from iotrial.stats.ranking import rank

    if invalid:
        return _Recommended([], f"the run is invalid: {invalid}")
    missing = {arm: asked.why_not(arm) for arm in allowed}
    there = [arm for arm, reason in missing.items() if reason is None]
    if not there:
        reasons = list(dict.fromkeys(reason for reason in missing.values() if reason))
        return _Recommended([], "; ".join(reasons))
    if len(there) == 1:
        absent = [arm for arm in allowed if arm not in there and not _is_wrong(asked, arm)]
        return _Recommended(there, f"no other could be measured: {missing[absent[0]]}" if absent else None)
    assert asked.samples is not None
    names = {place: arm for arm, place in asked.places.items()}
    unsettled = [arm for arm in there if _has_no_plateau(asked, arm)]
    settled = [arm for arm in there if arm not in unsettled] or there
    ranking = rank(
        asked.samples,
        round_values(asked.samples),
        rankable=[names.get(place) in settled for place in range(asked.samples.arms)],
        margin=stored.run.margin,
        alpha=risk_of(stored).level(asked.samples.arms),
        replication=replication_of(stored),
        moving={place: _moved(asked, arm) for arm, place in asked.places.items()},
    )
    top = [names[place] for place in ranking.top_group]
    needed = replication_of(stored).least_rounds(risk_of(stored).pair(asked.samples.arms))
    rounds = asked.samples.rounds
    if unsettled:
        every = [*top, *(arm for arm in unsettled if arm not in top)]
        return _Recommended(every, f"{unsettled[0]} was still warming up at the end of its pilot")
    are_alike = all(asked.beside.is_equal(other, top[0]) for other in top[1:]) and not _is_moving(asked, top[0])
    if ranking.winner is not None or are_alike:
        return _Recommended(top, None, _next(asked, [arm for arm in there if arm not in top], top[0]))
    if rounds < needed:
        few = f"{rounds} {'round is' if rounds == 1 else 'rounds are'} too few"
        told = f"{few} to compare all methods with each other, which takes {needed}"
        return _Recommended([], told, needed_rounds=needed)
    if _is_moving(asked, top[0]):
        return _Recommended(top, f"the quickest, {top[0]}, still moves", apart=_apart(asked, top))
    return _Recommended(top, f"{rounds} rounds cannot tell these apart", apart=_apart(asked, top))


def _is_moving(asked: _Place, arm: str) -> bool:
    row = asked.row(arm)
    return row is not None and row.is_moving


def _has_no_plateau(asked: _Place, arm: str) -> bool:
    row = asked.row(arm)
    return row is not None and row.has_no_plateau


def _moved(asked: _Place, arm: str) -> float:
    """The log by which an arm still moves."""
    row = asked.row(arm)
    return math.log(row.movement) if row is not None else 0.0


def _is_wrong(asked: _Place, arm: str) -> bool:
    """True if an arm was tried and does not do its job."""
    row = asked.row(arm)
    return row is not None and row.status in ("disqualified", "failed")


def _apart(asked: _Place, top: Sequence[str]) -> list[ComparedWith]:
    """The arms beside the first, as far from it as noise and their movement let them be."""
    found = []
    for arm in top[1:]:
        if (ratio := asked.over(arm, top[0])) is not None:
            moved = asked.beside.movement(arm, top[0])
            found.append(ComparedWith(arm=arm, ratio=ratio.center, low=ratio.low / moved, high=ratio.high * moved))
    return found


def _next(asked: _Place, others: Sequence[str], best: str) -> ComparedWith | None:
    """The fastest arm outside of the top group."""
    found = {arm: interval for arm in others if (interval := asked.over(arm, best)) is not None}
    if not found:
        return None
    arm = min(found, key=lambda name: found[name].center)
    return _compared(arm, found[arm])


def _usual(asked: _Place, inquiry: Inquiry, first: str | None) -> UsualWay:
    """The usual way, compared with the recommended arm."""
    arm, ratio, reason = inquiry.usual, None, None
    own = _guarantees(asked, arm)
    if first is not None:
        reason = asked.why_not(arm)
        if reason is None and arm != first and asked.samples is not None:
            ratio = asked.over(arm, first)
    return UsualWay(
        arm=arm,
        declared=inquiry.declared,
        guarantees=own,
        unlike=(unlike(own, _guarantees(asked, first)) or None) if first is not None else None,
        reason=reason,
        ratio=ratio.center if ratio else None,
        low=ratio.low if ratio else None,
        high=ratio.high if ratio else None,
    )


def _method(stored: StoredRun, arm: str | None) -> MeasuredMethod | None:
    """The method as it was measured: its text is the one that the run stored."""
    record = next((one for level in stored.run.levels for one in level.arms if one.arm == arm), None)
    if record is None:
        return None
    return MeasuredMethod(
        arm=record.arm,
        guarantees=record.guarantees,
        runtime=record.runtime,
        text=stored.run.texts.get(record.method_sha256 or ""),
    )


def _elsewhere(
    inquiry: Inquiry, places: Sequence[_Place], use: Sequence[str], margin: float, invalid: str | None
) -> list[AnswerElsewhere]:
    """The answer at other sizes and in other places."""
    around = [(one, place) for one, place in zip(inquiry.elsewhere, places, strict=True) if one.guarantee is None]
    others = [arm for arm in inquiry.allowed if arm not in use[:1]]
    return [_there(one, place, use, others, margin, invalid) for one, place in around]


def _there(
    one: OtherLevel,
    place: _Place,
    use: Sequence[str],
    others: Sequence[str],
    margin: float,
    invalid: str | None,
) -> AnswerElsewhere:
    there = AnswerElsewhere(
        what=named(one.changed), level=place.judged.level, verdict="cannot tell", faster=[], reason=None
    )
    if place.judged.status == "skipped":
        return there.model_copy(update={"verdict": "not tried", "reason": place.judged.reason})
    if invalid or not use:
        return there.model_copy(update={"reason": invalid or "there is no answer that could change"})
    if (reason := place.why_not(use[0])) is not None:
        return there.model_copy(update={"reason": reason})
    if any(_has_no_plateau(place, arm) for arm in (use[0], *others)):
        return there.model_copy(update={"reason": "a method was still warming up there"})
    if _is_moving(place, use[0]):
        return there.model_copy(update={"reason": f"{use[0]} still moves there"})
    found = {arm: place.over(use[0], arm) for arm in others if place.why_not(arm) is None}
    faster = {arm: ratio for arm, ratio in found.items() if ratio is not None and place.beside.is_slower(use[0], arm)}
    if faster:
        ordered = sorted(faster, key=lambda arm: -faster[arm].center)
        shown = [_compared(arm, faster[arm]) for arm in ordered]
        return there.model_copy(update={"verdict": "changes", "faster": shown})
    if not found or None in found.values():
        return there.model_copy(update={"reason": "too few rounds" if found else "no other arm was measured there"})
    may_be_faster = [
        arm for arm, ratio in found.items() if ratio and ratio.high * place.beside.movement(use[0], arm) > 1 + margin
    ]
    if may_be_faster:
        return there.model_copy(update={"reason": f"{may_be_faster[0]} may be faster there"})
    return there.model_copy(update={"verdict": "not seen to change"})


def _other_guarantees(
    asked: _Place, places: Sequence[_Place], inquiry: Inquiry, first: str | None
) -> list[OtherGuarantees]:
    """The time of methods with other guarantees: for each set of them the fastest, compared with the recommended arm.

    If they were tried at a level of their own, they are compared with the usual way, which is measured there too.
    """
    found: list[OtherGuarantees] = []
    sides: list[tuple[_Place, str | None, str | None]] = [(asked, first, None)]
    sides += [
        (place, inquiry.usual, named(one.changed))
        for one, place in zip(inquiry.elsewhere, places, strict=True)
        if one.guarantee is not None
    ]
    for place, beside, at in sides:
        if beside is not None:
            found += _unlike(place, beside, at, inquiry.allowed)
    return found


def _unlike(place: _Place, beside: str, at: str | None, allowed: Sequence[str]) -> list[OtherGuarantees]:
    rows = [row for row in place.judged.arms if row.arm not in (*allowed, beside)]
    own = _guarantees(place, beside)
    groups: dict[str, list[JudgedArm]] = {}
    for row in rows:
        groups.setdefault(unlike(row.record.guarantees, own), []).append(row)
    found = []
    for differences, members in groups.items():
        if not differences:
            continue
        reason = place.why_not(beside)
        timed = {row.arm: row.median_ns or 0.0 for row in members if reason is None and place.why_not(row.arm) is None}
        arm = min(timed, key=lambda name: timed[name]) if timed else None
        interval = place.over(arm, beside) if arm is not None else None
        if interval and interval.low > 1 and gives(own, members[0].record.guarantees, place.stored.run.more):
            continue  # it guarantees less and takes longer: of no use
        found.append(
            OtherGuarantees(
                guarantees=differences,
                conditions=_conditions(place, members[0].record.guarantees, own),
                arm=arm,
                beside=beside,
                at=at,
                reason=None if arm is not None else reason or place.why_not(members[0].arm),
                ratio=interval.center if interval else None,
                low=interval.low if interval else None,
                high=interval.high if interval else None,
            )
        )
    return found


def _conditions(place: _Place, guarantees: Mapping[str, str], own: Mapping[str, str]) -> list[str]:
    """The words that say when guarantees that differ from one's own are needed; empty if not all are known."""
    words = place.stored.run.conditions
    known = [words.get(name, {}).get(value) for name, value in guarantees.items() if value != own.get(name)]
    return [text for text in known if text is not None] if None not in known else []


def _left_out(places: Sequence[_Place], inquiry: Inquiry) -> list[str]:
    """The arms and levels that were not measured, each reason once."""
    found = list(inquiry.untried)
    for one, place in zip(inquiry.elsewhere, places[1:], strict=True):
        if place.judged.status == "skipped":
            found.append(f"{named(one.changed)}: {place.judged.reason}")
    reasons: dict[str, list[str]] = {}
    for row in places[0].judged.arms:
        if row.status != "measured":
            status = "" if row.status == "skipped" else f"{row.status}, "
            reasons.setdefault(f"{status}{row.reason}", []).append(row.arm)
    return found + [f"{', '.join(arms)}: {reason}" for reason, arms in reasons.items()]


def _unlike_allowed(asked: _Place, top: Sequence[str], inquiry: Inquiry) -> list[UnlikeArm]:
    """The allowed arms whose guarantees differ from the first one's: methods ranked together must say so (rule 5)."""
    if not top:
        return []
    own = _guarantees(asked, top[0])
    told = {arm: unlike(_guarantees(asked, arm), own) for arm in inquiry.allowed if arm != top[0]}
    return [UnlikeArm(arm=arm, how=how) for arm, how in told.items() if how]


def _cautions(judged: JudgedRun, asked: _Place, arms: Sequence[str], ranking: _Recommended) -> list[AdviceCaution]:
    """The cautions of the figures that are shown; what is said separately is left out: one session, too few rounds."""
    said = ["one_session", *(["few_rounds"] if ranking.needed_rounds is not None else [])]
    found: list[tuple[str | None, Caution]] = [(None, one) for one in [*judged.cautions, *asked.judged.cautions]]
    found += [(row.arm, one) for row in asked.judged.arms if row.arm in arms for one in row.cautions]
    texts = {
        one.text: AdviceCaution(arm=arm, code=one.code, text=one.text)
        for arm, one in reversed(found)
        if one.code not in said
    }
    return list(reversed(texts.values()))


def _guarantees(place: _Place, arm: str) -> dict[str, str]:
    row = place.row(arm)
    return row.record.guarantees if row is not None else {}


def _compared(arm: str, found: Interval) -> ComparedWith:
    return ComparedWith(arm=arm, ratio=found.center, low=found.low, high=found.high)
