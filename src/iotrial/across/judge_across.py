"""One study on several machines: on how many a verdict and a piece of advice holds, and what the others have.

Each machine is judged by itself, with its own baseline, by all of its sessions; nothing of two machines is divided.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from iotrial.across.across_machines import (
    AcrossMachines,
    AdviceOnMachines,
    ArmOnMachines,
    OnMachine,
    OtherAnswer,
    SeenMachine,
)
from iotrial.across.claims_on_machines import claims_on
from iotrial.across.machine_runs import CollectedRuns, collect
from iotrial.across.parting_facts import facts_of, goes_with
from iotrial.ask.catalog import Catalog
from iotrial.judge.bounds import Factors
from iotrial.judge.cached_judgement import judged_of
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.store.record import FORMAT

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The count of machines on which an arm has no verdict.
NOT_MEASURED = "not measured"

_Facts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class _MachineSessions:
    """A machine's sessions, judged, oldest first."""

    name: str
    sessions: list[JudgedRun]

    @property
    def newest(self) -> JudgedRun:
        return self.sessions[-1]


@dataclass(frozen=True)
class _Here:
    """A machine's own answer: of its newest session, and what no session contradicts."""

    use: str
    called: str
    does_as_well: frozenset[str]  # the one to use is one of these
    slower: Mapping[str, float]  # over the one to use, as the session says that has it least
    moving: frozenset[str]  # of these, the arms that still move in some session
    is_alone: bool  # no session has another method with its guarantees


def across(
    places: Sequence[str], root: Path, study: str | None = None, claims: Catalog | None = None
) -> AcrossMachines:
    """Set the runs of a study on several machines side by side; places and study as `collect` takes them.

    claims: what the claims of the study may speak of; None: they are not judged.
    """
    collected = collect(places, root, study)
    machines = [
        _MachineSessions(one.name, [judged_of(folder, run) for folder, run in one.runs]) for one in collected.machines
    ]
    facts = {
        one.name: facts_of(found.runs[-1][1], one.newest)
        for one, found in zip(machines, collected.machines, strict=True)
    }
    first = max((one.newest for one in machines), key=lambda judged: judged.started_at)
    return AcrossMachines(
        format=FORMAT,
        study=first.study,
        question=first.question,
        job=first.job,
        margin=first.margin,
        machines=_seen(collected, facts),
        advice=list(_advice(machines, first, facts)),
        arms=list(_arms(machines, first, facts)),
        claims=claims_on(collected.machines, facts, claims) if claims is not None else [],
        left_out=collected.left_out,
    )


def _seen(collected: CollectedRuns, facts: _Facts) -> list[SeenMachine]:
    return [
        SeenMachine(machine=one.name, facts=dict(facts[one.name]), runs=[run.run for _, run in one.runs])
        for one in collected.machines
    ]


def _arms(machines: Sequence[_MachineSessions], first: JudgedRun, facts: _Facts) -> Iterator[ArmOnMachines]:
    """Every arm but baselines at each level, on all machines."""
    for level in first.levels:
        if level.status == "observed":
            continue
        for arm in level.arms:
            if arm.record.role != "baseline":
                yield _arm(machines, level, arm, first, facts)


def _arm(
    machines: Sequence[_MachineSessions], level: JudgedLevel, arm: JudgedArm, first: JudgedRun, facts: _Facts
) -> ArmOnMachines:
    found = [_on_machine(one, level, arm.arm) for one in machines]
    by_verdict = {verdict: [one.machine for one in found if one.verdict == verdict] for verdict in ("faster", "slower")}
    elsewhere = [one.machine for one in found if one.verdict in ("faster", "equivalent")]
    mean, further = _over(found)
    called = first.languages.get(arm.language, arm.language)
    return ArmOnMachines(
        level=level.level,
        baseline=level.baseline,
        arm=arm.arm,
        called=arm.called,
        counts=dict(Counter(one.verdict or NOT_MEASURED for one in found)),
        depends=all(by_verdict.values()),
        ratio=mean and mean.center,
        low=mean and mean.low,
        high=mean and mean.high,
        further_low=further and further.low,
        further_high=further and further.high,
        goes_with=goes_with(facts, by_verdict["slower"], elsewhere, called),
        machines=found,
    )


def _over(found: Sequence[OnMachine]) -> tuple[Interval | None, Interval | None]:
    """The mean over all machines that may be judged, and what a further one may show, as ratios."""
    from iotrial.stats.machine_effects import on_a_further_machine, over_machines

    logs = [math.log(one.ratio) for one in found if one.ratio is not None and one.verdict not in (None, "invalid")]
    mean, further = over_machines(logs), on_a_further_machine(logs)
    return mean and mean.as_ratio(), further and further.as_ratio()


def _on_machine(machine: _MachineSessions, asked: JudgedLevel, name: str) -> OnMachine:
    """An arm at a level by all sessions of a machine: their median, the hull of their intervals, their verdict."""
    arms: list[JudgedArm] = []
    reason = None
    for session in machine.sessions:
        level = next(one for one in session.levels if one.level == asked.level)
        arm = level.by_name.get(name)
        if arm is not None and level.baseline == asked.baseline and arm.verdict is not None and arm.ratio is not None:
            arms.append(arm)
        else:
            other = None if level.baseline == asked.baseline else f"it was compared with {level.baseline} there"
            reason = (arm.reason if arm is not None else level.reason) or other or "it may not be judged"
    if len(arms) < len(machine.sessions):  # what one session could not judge, the others do not answer for
        return OnMachine(machine=machine.name, verdict=None, ratio=None, low=None, high=None, reason=reason)
    verdicts = {arm.verdict for arm in arms}
    lows, highs = [arm.low for arm in arms], [arm.high for arm in arms]
    return OnMachine(
        machine=machine.name,
        verdict=arms[0].verdict if len(verdicts) == 1 else "undecided",
        ratio=statistics.median(arm.ratio for arm in arms if arm.ratio is not None),
        low=None if None in lows else min(low for low in lows if low is not None),
        high=None if None in highs else max(high for high in highs if high is not None),
        reason=None,
    )


def _advice(machines: Sequence[_MachineSessions], first: JudgedRun, facts: _Facts) -> Iterator[AdviceOnMachines]:
    """The method to use in each language at each level, as most machines have it."""
    languages = dict.fromkeys(
        (answer.language, answer.called) for one in machines for session in one.sessions for answer in session.answers
    )
    for language, called in languages:
        for level in first.levels:
            here = {one.name: _here(one, language, level.level) for one in machines}
            uses = dict.fromkeys(one.use for one in here.values() if one is not None)
            found = [_advised(use, level.level, (language, called), here, facts) for use in uses]
            if found:
                yield max(found, key=lambda one: _preference(one, level.baseline))


def _preference(advice: AdviceOnMachines, baseline: str | None) -> tuple[int, int, bool]:
    """The ranking of candidates for advice: what holds on most machines, and is wrong on fewest; then the usual way."""
    return len(advice.holds), -len(advice.others), advice.use == baseline


def _advised(
    use: str, level: Factors, language: tuple[str, str], here: Mapping[str, _Here | None], facts: _Facts
) -> AdviceOnMachines:
    known = {name: one for name, one in here.items() if one is not None}
    holds = [name for name, one in known.items() if use in one.does_as_well]
    others = [
        OtherAnswer(machine=name, use=one.use, called=one.called, ratio=one.slower[use], still_moves=use in one.moving)
        for name, one in known.items()
        if use in one.slower and use not in one.does_as_well
    ]
    there = [one.machine for one in others]
    return AdviceOnMachines(
        level=level,
        language=language[0],
        language_called=language[1],
        use=use,
        called=next(one.called for one in known.values() if one.use == use),
        is_alone=all(known[name].is_alone for name in holds),
        holds=holds,
        others=others,
        open=[name for name in here if name not in holds and name not in there],
        goes_with=goes_with(facts, there, holds, language[1]),
    )


def _here(machine: _MachineSessions, language: str, level: Factors) -> _Here | None:
    """A machine's answer for a language at a level; None if a session has none, or if they contradict each other."""
    choices = [_choice(session, language, level) for session in machine.sessions]
    told = [choice for choice in choices if choice is not None and not choice.is_open]
    if len(told) < len(choices):
        return None
    as_well = [
        {one.arm for one in choice.as_well if one.does_as_well and level not in one.no_figure_at} | {choice.use}
        for choice in told
    ]
    slower = [_slower(session, choice, level) for session, choice in zip(machine.sessions, told, strict=True)]
    # What one session says and another contradicts is said of neither.
    common = frozenset.intersection(*map(frozenset, as_well))
    if told[-1].use not in common:
        return None
    return _Here(
        use=told[-1].use,
        called=told[-1].called,
        does_as_well=common,
        slower={arm: min(of[arm] for of in slower) for arm in slower[0] if all(arm in of for of in slower)},
        moving=frozenset(arm for session in machine.sessions for arm in _moving(session, level)),
        is_alone=all(choice.is_alone for choice in told),
    )


def _moving(session: JudgedRun, level: Factors) -> list[str]:
    """The arms of a level that still move, so that no figure of theirs is the last one."""
    return [arm.arm for one in session.levels if one.level == level for arm in one.arms if arm.is_moving]


def _slower(session: JudgedRun, choice: Choice, level: Factors) -> dict[str, float]:
    """The time at this level, over that of the one to use, of each arm that is shown to be slower: by their rows."""
    rows = next(one for one in session.levels if one.level == level).by_name
    ratios = {one.arm: rows[one.arm].ratio for one in choice.slower if one.arm in rows}
    own = rows[choice.use].ratio
    return {arm: ratio / own for arm, ratio in ratios.items() if ratio and own}


def _choice(session: JudgedRun, language: str, level: Factors) -> Choice | None:
    """Return a session's choice at a level by that level alone, if its answer covers the level."""
    found = _covering(session.answers, language, level)
    if found is None or not session.level_answers:
        return found
    number = next(number for number, one in enumerate(session.levels) if one.level == level)
    return _covering(session.level_answers[number], language, level)


def _covering(answers: Sequence[LanguageAnswer], language: str, level: Factors) -> Choice | None:
    choices = (choice for answer in answers if answer.language == language for choice in answer.choices)
    return next((choice for choice in choices if level in choice.levels), None)
