"""The sentences that answer a level's question, and a run's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel, Lead
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.harm_answer import none_keeps_records
from iotrial.report.layout import clean, joined
from iotrial.report.observed import observation
from iotrial.report.times import capital, listed, some

#: A longer list of names is cut, with how many are left out.
_MOST_NAMES = 5


def answer(level: JudgedLevel, *, guarantees: bool = True) -> str:
    """Answer a level's question in a sentence or two, and with `guarantees` what those of other arms cost."""
    if harmed := none_keeps_records(level):
        return f"{capital(harmed)}."
    if level.invalid:
        return f"Invalid, no verdict holds here: {clean(level.invalid)}."
    if level.status == "observed":
        return observation(level)
    if level.status != "measured":
        return f"Not measured: {clean(level.reason or _all_left(level) or 'no sweep is stored yet')}."
    ranked = [arm for arm in level.arms if arm.is_comparable]
    if len(ranked) < 2 or all(arm.verdict in (None, "undecided") and arm.low is None for arm in ranked[1:]):
        return "Nothing can be compared: " + _why_not(level, ranked)
    also = _of_floor(level) + _among_alike(level) + (_by_guarantees(level, ranked) if guarantees else "")
    if level.winner and level.lead:
        return _winner(level, level.winner, level.lead, ranked) + also
    if level.needed_rounds is not None and level.rounds < level.needed_rounds:
        few = f"{level.rounds} rounds are too few to compare every pair closely"
        return f"No winner can be named: {few}; that takes {level.needed_rounds}."
    tied = level.top_group
    if len(tied) == 1:
        return f"{clean(tied[0])} came out the fastest and still moves, so nothing is decided of it." + also
    slowest = max((arm for arm in ranked if arm.arm not in tied), key=lambda arm: arm.ratio or 0.0, default=None)
    text = f"None beats all the others: {names(tied)} cannot be told apart."
    if slowest is not None and slowest.record.role == "baseline":
        best = next(arm for arm in ranked if arm.arm == tied[0])
        text += f" The slowest is {clean(level.baseline)}: {clean(tied[0])} takes {figures.times(best)} as long"
        text += f"{_moves(best)}."
    elif slowest is not None and slowest.verdict == "undecided":
        text += f" The longest figure is that of {clean(slowest.arm)}, unclear: {figures.times(slowest)} that of"
        text += f" {clean(level.baseline)}{_moves(slowest)}."
    elif slowest is not None:
        text += f" The slowest, {clean(slowest.arm)}, takes {figures.times(slowest)} as long as {clean(level.baseline)}"
        text += f"{_moves(slowest)}."
    return text + also


def run_answer(judged: JudgedRun) -> str:
    """Answer a run's question over its levels: which methods win, and at how many levels."""
    levels = judged.levels
    if judged.invalid:
        return f"Invalid, no verdict holds in this run: {clean(judged.invalid)}."
    if len(levels) == 1:
        return answer(levels[0])
    winners = Counter(level.winner for level in levels if level.winner)
    parts = [f"{clean(arm)} is the fastest at {count} of {len(levels)} levels" for arm, count in winners.most_common(3)]
    if len(winners) > len(parts):
        parts.append(f"{len(winners) - len(parts)} other arms at the rest of those with a winner")
    tied = [level.top_group for level in levels if level.is_judged and not level.winner]
    invalid = sum(bool(level.invalid) for level in levels)
    absent = sum(level.status not in ("measured", "observed") for level in levels)
    if tied:
        shared = [arm for arm in tied[0] if all(arm in group for group in tied)]
        which = f", where {names(shared)} cannot be told apart" if len(shared) > 1 else ""
        parts.append(f"{'no' if parts else 'No'} single winner at {len(tied)} of {len(levels)} levels{which}")
    if invalid:
        parts.append(f"{invalid} invalid")
    if absent:
        parts.append(f"{absent} not measured")
    looked_at = [level for level in levels if level.status == "observed"]
    if looked_at:
        told = list(dict.fromkeys(observation(level).rstrip(".") for level in looked_at))
        parts += [told[0][0].lower() + told[0][1:] if len(told) == 1 else f"{len(looked_at)} looked at, not timed"]
    return ("; ".join(parts) or "Nothing was measured") + "."


def names(arms: Sequence[str]) -> str:
    """List arms as `a`, `a and b` or `a, b and c`; a long list is cut."""
    return listed(some(list(map(clean, arms)), _MOST_NAMES))


def _winner(level: JudgedLevel, winner: str, lead: Lead, ranked: Sequence[JudgedArm]) -> str:
    text = f"{clean(winner)} is the fastest; next is {clean(lead.over)}, which takes {figures.times(lead)} as long"
    text += _moves(level.by_name[lead.over])
    own = next(arm for arm in ranked if arm.arm == winner)
    if winner != level.baseline and lead.over != level.baseline:
        text += f". {clean(winner)} takes {figures.times(own)} as long as {clean(level.baseline)}"
    return text + "."


def _of_floor(level: JudgedLevel) -> str:
    """Say what of the fastest's time the floor takes, the least that the machine must do, if that was measured."""
    best = next((arm for arm in level.arms if [arm.arm] == level.top_group[:1]), None)
    held = best.floor_share if best else None
    if best is None or held is None or held.low is None:
        return ""
    if held.floor == best.arm:
        return f" Nothing was faster than {clean(best.arm)}, no reference either: it is the floor."
    whose = f"of {clean(best.arm)}" if level.winner else f"of {clean(best.arm)}, which came out the quickest"
    bounds = joined(f"{figures.share(held.low)} to {figures.share(held.high)}")
    return f" The bare work (the floor) takes {joined(figures.share(held.share))} ({bounds}) of the time {whose}."


def _among_alike(level: JudgedLevel) -> str:
    """Say which arm to choose by time alone, if the fastest give other guarantees than the baseline."""
    alike = level.alike
    if alike is None or set(level.top_group) <= set(alike.top_group):
        return ""
    if alike.winner and alike.lead:
        lead = alike.lead
        fastest = f"{clean(alike.winner)} is the fastest; next is {clean(lead.over)}, {figures.times(lead)} as long"
        fastest += _moves(level.by_name[lead.over])
    elif len(alike.top_group) == 1 and level.by_name[alike.top_group[0]].is_moving:
        fastest = f"{clean(alike.top_group[0])} came out the fastest and still moves"
    elif len(alike.top_group) > 1:
        fastest = f"{names(alike.top_group)} cannot be told apart"
    else:
        return " No other arm gives the guarantees of the baseline."
    return f" Among those that give the guarantees of {clean(level.baseline)}, {fastest}."


def _by_guarantees(level: JudgedLevel, ranked: Sequence[JudgedArm]) -> str:
    """Say what guarantees cost that the baseline does not give: for each set of them the arm of the lowest ratio."""
    own = level.baseline_gives
    cheapest: dict[str, JudgedArm] = {}
    for arm in sorted(ranked, key=lambda arm: arm.ratio or 0.0):
        gained = ", ".join(
            f"{name} {value}" for name, value in arm.record.guarantees.items() if value != own.get(name, value)
        )
        if gained:
            cheapest.setdefault(clean(gained), arm)
    if not cheapest:
        return ""
    shown = list(cheapest.items())[:_MOST_NAMES]
    told = [f"{what} {figures.times(arm)} ({clean(arm.arm)}){_moves(arm)}" for what, arm in shown]
    return f" Other guarantees take at least, compared with {clean(level.baseline)}: {'; '.join(told)}."


def _all_left(level: JudgedLevel) -> str:
    """Say that no arm is left, and why; empty if some are left."""
    counts = Counter(arm.status for arm in level.arms)
    if counts["measured"] or not counts:
        return ""
    return "no arm is left: " + ", ".join(f"{count} {status}" for status, count in counts.most_common())


def _why_not(level: JudgedLevel, ranked: Sequence[JudgedArm]) -> str:
    if len(ranked) < 2:
        return "no arm other than the baseline could be ranked."
    return f"{level.rounds} rounds are too few for an interval."


def _moves(arm: JudgedArm) -> str:
    """Say that a figure is not the last one of an arm, which its own row leaves undecided."""
    return " (it has not settled)" if arm.is_moving else ""
