"""The decision of a gate: each method's new time over its old at each level, in one session, and one to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.ask.catalog import method_of
from iotrial.gate.gate_result import GatedPair, GateResult, GateSession, GateVerdict, SecondSession
from iotrial.judge.copies_apart import copies_differ_by
from iotrial.judge.judge_arm import MOVING
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judged_variant import JudgedVariant
from iotrial.stats.gate_verdict import one_sided
from iotrial.store.record import FORMAT

#: The verdicts, worst first. A regression that was shown twice stands, even if other things are open. Invalid comes
#: before undecided, since more rounds would not help it.
WORST_FIRST: tuple[GateVerdict, ...] = ("regression", "invalid", "undecided", "pass", "not measured")

#: The reason of an entry that nothing but more rounds can decide.
OVER_THE_MARGIN = "the interval lies on both sides of the margin"


@dataclass(frozen=True)
class Asked:
    """The question of a gate, without the findings of its sessions."""

    study: str
    against: str
    margin: float
    changed: frozenset[str]  # methods whose text has changed
    only_old: tuple[str, ...] = ()
    only_new: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def first_session(judged: JudgedRun, asked: Asked) -> list[GatedPair]:
    """Return an entry for each method and level of the first session."""
    return [pair for level in judged.levels for pair in _pairs(level, asked)]


def regressions(pairs: Sequence[GatedPair]) -> list[GatedPair]:
    """Return the entries that a second session has to confirm."""
    return [pair for pair in pairs if pair.verdict == "regression"]


def confirm(pairs: Sequence[GatedPair], judged: JudgedRun | None, asked: Asked, reason: str = "") -> list[GatedPair]:
    """Return the entries after a second session: a regression that it does not show as well is none.

    judged: None if nothing could be measured then, for the reason given.
    """
    again = {} if judged is None else {_key(pair): pair for pair in first_session(judged, asked)}
    return [_confirmed(pair, again.get(_key(pair)), reason) if pair.verdict == "regression" else pair for pair in pairs]


def gate_result(pairs: Sequence[GatedPair], sessions: Sequence[JudgedRun], asked: Asked) -> GateResult:
    """Return the result of a whole gate."""
    verdicts = {pair.verdict for pair in pairs}
    return GateResult(
        format=FORMAT,
        study=asked.study,
        against=_text(asked.against),
        margin=asked.margin,
        verdict=next((verdict for verdict in WORST_FIRST if verdict in verdicts), "not measured"),
        comparisons=sum(len(level.variants) for level in sessions[0].levels),
        seconds=sum(session.seconds or 0.0 for session in sessions),
        sessions=[
            GateSession(
                run=one.run,
                seconds=one.seconds,
                stopped=one.stopped,
                invalid=one.invalid,
                copies_differ_by=copies_differ_by(one),
            )
            for one in sessions
        ],
        pairs=list(pairs),
        only_old=list(asked.only_old),
        only_new=list(asked.only_new),
        told=list(map(_text, asked.told)),
    )


def _text(name: str) -> str:
    """The name of a file as text: a byte that belongs to no character becomes a question mark."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _pairs(level: JudgedLevel, asked: Asked) -> list[GatedPair]:
    """The level's pairs; if it was not timed, each of its methods with the reason why it is not compared."""
    if level.variants:
        return [_pair(level, variant, asked) for variant in level.variants]
    why = level.reason or "its arms are looked at and never timed"
    methods = {method_of(arm.arm): _of_both(arm) for arm in level.arms if arm.variant is not None}
    return [
        GatedPair(
            arm=method,
            called=called,
            level=level.level,
            changed=method in asked.changed,
            verdict="not measured",
            reason=why,
            ratio=None,
            low=None,
            high=None,
            rounds=0,
            second=None,
            cautions=[],
        )
        for method, called in methods.items()
    ]


def _pair(level: JudgedLevel, variant: JudgedVariant, asked: Asked) -> GatedPair:
    method = method_of(variant.arm)
    verdict, reason = _verdict(level, variant, asked.margin)
    return GatedPair(
        arm=method,
        called=next((_of_both(arm) for arm in level.arms if arm.arm == variant.arm), method),
        level=level.level,
        changed=method in asked.changed,
        verdict=verdict,
        reason=reason,
        ratio=variant.ratio,
        low=variant.low,
        high=variant.high,
        rounds=variant.rounds,
        second=None,
        cautions=variant.cautions,
    )


def _verdict(level: JudgedLevel, variant: JudgedVariant, margin: float) -> tuple[GateVerdict, str | None]:
    if variant.verdict is None:
        sides = {arm.status for arm in level.arms if arm.arm in (variant.arm, variant.over)}
        # If only one side was measured, that is no matter of speed, and no pass.
        return ("invalid" if "measured" in sides and len(sides) > 1 else "not measured"), variant.reason
    if variant.verdict == "invalid":
        return "invalid", variant.reason
    moving = [caution.text for caution in variant.cautions if caution.code in MOVING]
    if moving:
        return "undecided", f"it still moves: {'; '.join(moving)}"
    verdict = one_sided(variant.low, variant.high, margin, may_be_equal=variant.may_be_equal)
    if verdict != "undecided":
        return verdict, None
    if variant.low is None:
        return verdict, variant.reason or "too few rounds for an interval"
    if one_sided(variant.low, variant.high, margin) == "pass":
        why = "; ".join(caution.text for caution in variant.cautions)
        return verdict, f"it is not shown to be slower, and cannot be shown to be equal: {why}"
    return verdict, OVER_THE_MARGIN


def _confirmed(pair: GatedPair, again: GatedPair | None, reason: str) -> GatedPair:
    """The entry of a regression after the second session."""
    if again is None:
        why = f"a second session could not be measured: {reason}"
        return pair.model_copy(update={"verdict": "invalid", "reason": why})
    second = SecondSession(
        ratio=again.ratio,
        low=again.low,
        high=again.high,
        rounds=again.rounds,
        verdict=again.verdict,
        cautions=again.cautions,
    )
    verdict: GateVerdict = "undecided"
    told = "says that it passes" if again.verdict == "pass" else "leaves it open"
    why_not: str | None = f"a regression in one session; the second {told}"
    if again.verdict == "regression":
        verdict, why_not = "regression", None
    elif again.verdict in ("invalid", "not measured"):
        verdict, why_not = "invalid", f"the second session is {again.verdict}: {again.reason}"
    return pair.model_copy(update={"second": second, "verdict": verdict, "reason": why_not})


def _key(pair: GatedPair) -> tuple[str, tuple[tuple[str, int | str], ...]]:
    return pair.arm, tuple(sorted(pair.level.items()))


def _of_both(arm: JudgedArm) -> str:
    """Return the name of a method in a sentence that is about both of its texts, the old one and the new one."""
    return arm.called.removesuffix(f" ({arm.variant})")
