"""The answer from a run of `iotrial advise`: the decision that `show` makes of the same run, for what was asked.

Only methods that give the guarantees asked for are recommended. Statements about other levels are corrected over arms
times levels (rule 4). All figures are from this very run; none is read off a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from iotrial.answers.advice import Advice, AdviceCaution, AnswerElsewhere, MeasuredMethod, PricedElsewhere
from iotrial.answers.not_measured import not_measured
from iotrial.answers.question import Inquiry, OtherLevel, named
from iotrial.ask.catalog import named_parts
from iotrial.judge.choose import choice_of, other_guarantees, times_over, unlike_over
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.judge.language_answer import Choice, OtherGuarantee, TimesOver
from iotrial.judge.language_comparisons import LanguageComparisons
from iotrial.judge.least_regret import MATTERS, for_levels
from iotrial.measure.budget_priority import NO_TIME
from iotrial.store.record import Caution


def advise(
    judging: Judging,
    judged: JudgedRun,
    inquiry: Inquiry,
    full_runs: Callable[[str], Iterator[JudgedRun]] = lambda job: iter(()),
) -> Advice:
    """Return the advice that a run gives, once it is judged; `iotrial show` shows the same run like any other.

    full_runs: the judgements of full runs of a job, the latest first, which may know a method that this one left out.
    """
    run, asked = judging.run, judged.levels[0]
    compared = _compared(judging, judged, inquiry)
    choice = _choice(compared, judged, inquiry)
    languages = {named_parts(arm)[0] for arm in (*inquiry.allowed, inquiry.usual)}
    return Advice(
        format=run.format,
        run=run.run,
        job=run.job,
        level=asked.level,
        language=None if len(languages) > 1 else judged.languages.get(*languages, *languages),
        rounds=asked.rounds,
        choice=choice,
        reason=_why_not(judged, inquiry) if choice is None else None,
        method=_method(judging, choice.use) if choice is not None else None,
        usual=inquiry.usual,
        usual_unlike=_usual_unlike(compared, inquiry, choice),
        declared=inquiry.declared,
        allowed=list(inquiry.allowed),
        elsewhere=[
            _elsewhere(compared, judged, number, one, choice)
            for number, one in enumerate(inquiry.elsewhere, 1)
            if one.guarantee is None
        ],
        priced_elsewhere=_priced_elsewhere(compared, judged, inquiry),
        not_measured=[]
        if choice is None
        else not_measured(choice.use, asked.level, _absent(judged, inquiry), lambda: full_runs(run.job)),
        left_out=_left_out(judged, inquiry),
        budget_seconds=run.budget_seconds,
        seconds=run.seconds,
        cautions=_cautions(judged, choice),
    )


def _compared(judging: Judging, judged: JudgedRun, inquiry: Inquiry) -> LanguageComparisons:
    """The arms of all levels that may be judged, in the languages of the question; those allowed may be used."""
    languages = {named_parts(arm)[0] for arm in (*inquiry.allowed, inquiry.usual)}
    arms = {
        number: {arm.arm: arm for arm in level.arms if arm.is_comparable and arm.language in languages}
        if not level.invalid and not judged.invalid
        else {}
        for number, level in enumerate(judged.levels)
    }
    compared = LanguageComparisons(judging, arms, lambda arm: arm.arm in inquiry.allowed)
    return compared.without_risks(inquiry.usual)


def _choice(compared: LanguageComparisons, judged: JudgedRun, inquiry: Inquiry) -> Choice | None:
    """The method to use at the level that was asked about; None if nothing is known of any."""
    if not compared.ranked[0]:
        return None
    (group,) = for_levels(compared, {0: judged.levels[0].level}, [0], inquiry.usual)
    choice = choice_of(compared, {0: judged.levels[0]}, group, inquiry.usual if inquiry.declared else None)
    absent = [arm for arm in inquiry.allowed if arm not in compared.arms[0] and not _is_wrong(judged.levels[0], arm)]
    is_untried = choice.is_alone and bool(absent)
    return None if choice.is_open or is_untried else choice


def _usual_unlike(compared: LanguageComparisons, inquiry: Inquiry, choice: Choice | None) -> OtherGuarantee | None:
    """The method in use beside the one to use, if it does not guarantee what was asked for."""
    if choice is None or inquiry.declared is None or inquiry.usual in inquiry.allowed:
        return None
    return unlike_over(compared, [0], choice.use, inquiry.usual) if inquiry.usual in compared.arms[0] else None


def _is_wrong(level: JudgedLevel, arm: str) -> bool:
    """True if an arm was tried and does not do its job."""
    row = level.by_name.get(arm)
    return row is not None and row.status in ("disqualified", "failed")


def _why_not(judged: JudgedRun, inquiry: Inquiry) -> str:
    """Say why there is no answer."""
    asked = judged.levels[0]
    if judged.invalid or asked.invalid:
        return f"the run is invalid: {judged.invalid or asked.invalid}"
    reasons = {arm: _why_unknown(asked, arm) for arm in inquiry.allowed}
    known = [arm for arm, reason in reasons.items() if reason is None]
    told = "; ".join(dict.fromkeys(reason for reason in reasons.values() if reason))
    if not known:
        return told
    if len(known) == 1:
        return f"no other could be measured: {told}"
    rounds = f"{asked.rounds} {'round is' if asked.rounds == 1 else 'rounds are'}"
    return f"{rounds} too few to tell anything of any"


def _why_unknown(level: JudgedLevel, arm: str) -> str | None:
    """Say why an arm has no figure at a level that may be judged; None if it has one."""
    if level.status == "skipped":
        return str(level.reason)
    row = level.by_name.get(arm)
    if row is None:
        return f"{arm} was not measured there"
    if row.status != "measured":
        return f"{arm} is {row.status}: {row.reason or 'no reason is stored'}"
    return None if row.is_comparable else f"{arm} has no figure that may be judged"


def _method(judging: Judging, arm: str) -> MeasuredMethod | None:
    """The method as it was measured: its text is the one that the run stored."""
    record = next((one for level in judging.run.levels for one in level.arms if one.arm == arm), None)
    if record is None:
        return None
    return MeasuredMethod(
        arm=record.arm,
        guarantees=record.guarantees,
        runtime=record.runtime,
        text=judging.run.texts.get(record.method_sha256 or ""),
    )


def _elsewhere(
    compared: LanguageComparisons, judged: JudgedRun, number: int, one: OtherLevel, choice: Choice | None
) -> AnswerElsewhere:
    """The answer at another size or in another place."""
    level = judged.levels[number]
    there = AnswerElsewhere(what=named(one.changed), level=level.level, verdict="unclear", faster=None, reason=None)
    if level.status == "skipped":
        return there.model_copy(update={"verdict": "not tried", "reason": level.reason})
    reason = judged.invalid or level.invalid
    if reason or choice is None:
        return there.model_copy(update={"reason": reason or "there is no answer that could change"})
    if (reason := _why_unknown(level, choice.use)) is not None:
        return there.model_copy(update={"reason": reason})
    beside = [
        times_over(compared, [number], choice.use, name) for name in compared.ranked[number] if name != choice.use
    ]
    if not beside:
        return there.model_copy(update={"reason": "no other was measured there"})
    shown = [other for other in beside if _is_shown(other)]
    if shown:
        return there.model_copy(update={"verdict": "changes", "faster": min(shown, key=lambda other: other.most)})
    may_be = [other for other in beside if other.low is None or other.low < 1 / MATTERS or other.moving is not None]
    if may_be:
        return there.model_copy(update={"faster": min(may_be, key=lambda other: other.low or 0.0)})
    return there.model_copy(update={"verdict": "holds"})


def _is_shown(other: TimesOver) -> bool:
    """True if a method is shown to be faster than the one to use by what matters, and stands still."""
    return other.high is not None and other.high <= 1 / MATTERS and other.moving is None


def _priced_elsewhere(compared: LanguageComparisons, judged: JudgedRun, inquiry: Inquiry) -> list[PricedElsewhere]:
    """The time of methods with other guarantees that were tried at a level of their own, beside the usual way."""
    found = []
    for number, one in enumerate(inquiry.elsewhere, 1):
        usual = compared.arms[number].get(inquiry.usual)
        if one.guarantee is None or usual is None:
            continue
        costs = other_guarantees(compared, [number], inquiry.usual)
        if costs:
            found.append(PricedElsewhere(what=named(one.changed), beside=usual.called, costs=costs))
    return found


def _absent(judged: JudgedRun, inquiry: Inquiry) -> list[tuple[str, str, str]]:
    """The methods that may be recommended and were left out for want of time or of a package: arm, name and reason."""
    rows = [
        row for row in judged.levels[0].arms if row.arm in inquiry.allowed and row.status == "skipped" and row.reason
    ]
    late = [(row.arm, row.called, "no time for it") for row in rows if str(row.reason).startswith(NO_TIME)]
    return late + [(arm, name, "needs a package") for arm, name in inquiry.unfetched.items()]


def _left_out(judged: JudgedRun, inquiry: Inquiry) -> list[str]:
    """The arms and levels that were not measured, each reason once."""
    found = list(inquiry.untried)
    for one, level in zip(inquiry.elsewhere, judged.levels[1:], strict=True):
        if level.status == "skipped":
            found.append(f"{named(one.changed)}: {level.reason}")
    reasons: dict[str, list[str]] = {}
    for row in judged.levels[0].arms:
        if row.status != "measured":
            status = "" if row.status == "skipped" else f"{row.status}, "
            reasons.setdefault(f"{status}{row.reason}", []).append(row.arm)
    return found + [f"{', '.join(arms)}: {reason}" for reason, arms in reasons.items()]


def _cautions(judged: JudgedRun, choice: Choice | None) -> list[AdviceCaution]:
    """The cautions of the figures that are shown; what is said separately is left out: one session."""
    asked = judged.levels[0]
    arms = [] if choice is None else [choice.use, *([choice.usual] if choice.usual else [])]
    found: list[tuple[str | None, Caution]] = [(None, one) for one in [*judged.cautions, *asked.cautions]]
    found += [(row.arm, one) for row in asked.arms if row.arm in arms for one in row.cautions]
    texts = {
        one.text: AdviceCaution(arm=arm, code=one.code, text=one.text)
        for arm, one in reversed(found)
        if one.code not in ("one_session", "few_rounds")
    }
    return list(texts.values())[::-1]
