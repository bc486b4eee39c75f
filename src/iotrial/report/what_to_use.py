"""The methods to use, in the words of a colleague: a sentence or a few for each language, and one over all."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.analysis.language_answer import Choice, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.report.layout import clean, joined

#: A method whose whole interval lies within this share of 1 "does as well", whatever the margin.
AS_WELL = 0.05

#: A longer list is cut in its middle, so that the slowest is always told.
_MOST_SLOWER = 5
_MOST_GUARANTEES = 3
_MOST_CHOICES = 3


def what_to_use(judged: JudgedRun) -> list[str]:
    """Return the answers, a text for each language; empty if the run compares nothing."""
    return [" ".join(sentences) for sentences in sentences_to_use(judged)]


def sentences_to_use(judged: JudgedRun) -> list[list[str]]:
    """Return the answers sentence by sentence, for each language the one that matters most first."""
    texts = [_language(answer) for answer in judged.answers]
    over_all = _any_language(judged)
    return [*texts, [over_all]] if over_all else texts


def _language(answer: LanguageAnswer) -> list[str]:
    name = clean(answer.called)
    others = [one for choice in answer.choices for one in _every(choice)]
    if others and not any(map(_is_told, others)):
        return [f"In {name}: cannot tell in the time it had; give it more, such as --budget 60s."]
    if len(answer.choices) == 1:
        (choice,) = answer.choices
        verdict = (
            f"cannot tell yet, beside {clean(choice.called)}" if _is_open(choice) else f"use {clean(choice.called)}"
        )
        return [f"In {name}: {verdict}.", *_beside(choice)]
    told = [f"{_where(answer, number)} use {clean(choice.called)}" for number, choice in enumerate(answer.choices)]
    shown = "; ".join(told[:_MOST_CHOICES])
    more = f"; {len(told) - _MOST_CHOICES} more levels differ" if len(told) > _MOST_CHOICES else ""
    costs = [_cost(choice) for choice in answer.choices[:_MOST_CHOICES]]
    wrong = max((cost for cost in costs if cost is not None), key=lambda cost: cost.most, default=None)
    text = f"In {name} it depends: {shown}{more}."
    if wrong is None:
        return [text]
    return [text, f"The slowest, {clean(wrong.called)}, takes up to {_factor(wrong.most)} as long."]


def _cost(choice: Choice) -> TimesOver | None:
    """The dearest of what could be chosen instead."""
    return max([*choice.slower, *choice.at_times], key=lambda one: one.most, default=None)


def _beside(choice: Choice) -> list[str]:
    """The other methods, beside the one to use."""
    return [text for text in (_as_well(choice), _unsettled(choice), _slower(choice), _guarantees(choice)) if text]


def _as_well(choice: Choice) -> str:
    close = [one for one in choice.as_well if _is_close(one)]
    if not close:
        return ""
    widest = max(max(1 - (one.low or 1.0), (one.high or 1.0) - 1) for one in close)
    bound = joined(f"no difference beyond {max(1, _ceil(100 * widest))} %")
    does = "does" if len(close) == 1 else "do"
    return f"{_begin(_names(close))} {does} as well ({bound})."


def _unsettled(choice: Choice) -> str:
    rest = [one for one in choice.as_well if not _is_close(one)]
    if not rest:
        return ""
    told = [
        f"{clean(one.called)} ({joined(f'{_short(one.low)} to {_short(one.high)} times')})"
        if one.low is not None and one.high is not None
        else f"{clean(one.called)} (too few rounds)"
        for one in rest[:_MOST_SLOWER]
    ]
    more = [f"{len(rest) - len(told)} more"] if len(rest) > len(told) else []
    return f"Not settled: {_listed([*told, *more])}."


def _slower(choice: Choice) -> str:
    rest = sorted([*choice.at_times, *choice.slower], key=lambda one: one.most)
    if not rest:
        return ""
    shown = rest if len(rest) <= _MOST_SLOWER else [*rest[: _MOST_SLOWER - 1], rest[-1]]
    first, *others = shown
    told = [f"{_begin(clean(first.called))} takes {_range(first)} as long"]
    told += [f"{clean(one.called)} {_range(one, short=True)}" for one in others]
    if len(rest) > len(shown):
        told.insert(-1, f"{len(rest) - len(shown)} more in between")
    return f"{_listed(told)}."


def _guarantees(choice: Choice) -> str:
    """The price of another guarantee; a method that differs in several is no price of any one of them."""
    priced = [one for one in choice.guarantees if len(one.gives) == 1][:_MOST_GUARANTEES]
    return f"Other guarantees: {'; '.join(_price(one) for one in priced)}." if priced else ""


def _price(one: OtherGuarantee) -> str:
    if not _is_told(one):
        return f"{_gives(one)} ({clean(one.called)}) has too few rounds"
    return f"{_gives(one)} takes {_range(one)} as long ({clean(one.called)})"


def _gives(one: OtherGuarantee) -> str:
    return joined(", ".join(f"{clean(name)}={clean(value)}" for name, value in one.gives.items()))


def _is_open(choice: Choice) -> bool:
    """Return if nothing was told apart from the usual way, so that there is nothing to advise."""
    told_apart = choice.slower or choice.at_times or any(_is_close(one) for one in choice.as_well)
    return bool(choice.as_well) and not told_apart


def _where(answer: LanguageAnswer, number: int) -> str:
    """The levels of a choice in words: "up to 10 entries" if they differ in one size alone, else by what differs."""
    everything = [level for choice in answer.choices for level in choice.levels]
    known = dict.fromkeys(name for level in everything for name in level)
    names = [name for name in known if len({level.get(name) for level in everything}) > 1]
    levels = answer.choices[number].levels
    values = [level.get(names[0]) for level in levels] if len(names) == 1 else []
    sizes = [value for value in values if isinstance(value, int)]
    if sizes and len(sizes) == len(levels):
        what = clean(names[0])
        if number == 0:
            return f"up to {what}={max(sizes)}"
        if number == len(answer.choices) - 1:
            return f"from {what}={min(sizes)} on"
        return f"at {what}={min(sizes)} to {max(sizes)}" if len(sizes) > 1 else f"at {what}={sizes[0]}"
    # Not every level has every option of a runtime.
    told = [[f"{clean(name)}={clean(level[name])}" for name in names if name in level] for level in levels[:2]]
    shown = [", ".join(one) or "no option" for one in told]
    more = f" and {len(levels) - 2} more" if len(levels) > 2 else ""
    return f"at {' or '.join(shown)}{more}"


def _any_language(judged: JudgedRun) -> str:
    """The fastest of all at every level, if it is the same one, beside the baseline."""
    levels = [level for level in judged.levels if level.status == "measured" and not level.invalid]
    if len({arm.language for level in levels for arm in level.arms if arm.median_ns is not None}) < 2:
        return ""
    winners = {_winner(level) for level in levels}
    name = winners.pop() if len(winners) == 1 else None
    if name is None:
        return ""
    found = [arm for level in levels for arm in level.arms if arm.arm == name]
    baselines = {level.baseline for level in levels}
    if len(baselines) != 1 or baselines == {name}:
        return f"In any language: {clean(name)} is the fastest."
    ratios = [arm.ratio for arm in found if arm.ratio is not None]
    least, most = _short(min(ratios)), _short(max(ratios))
    share = least if least == most else f"{least} to {most}"
    return f"In any language: {clean(name)} is the fastest, {joined(share)} of the time of {clean(baselines.pop())}."


def _winner(level: JudgedLevel) -> str | None:
    """The fastest arm of a level among those with the baseline's guarantees; None if there are several."""
    return level.alike.winner if level.alike is not None else level.winner


def _every(choice: Choice) -> list[TimesOver]:
    return [*choice.as_well, *choice.at_times, *choice.slower, *choice.guarantees]


def _is_told(one: TimesOver) -> bool:
    """Return if there is an interval behind a ratio; without one it is not said."""
    return one.low is not None and one.high is not None


def _is_close(one: TimesOver) -> bool:
    return one.low is not None and one.high is not None and one.low >= 1 - AS_WELL and one.high <= 1 + AS_WELL


def _range(one: TimesOver, *, short: bool = False) -> str:
    """`2.51 times`, `1.10 to 1.89 times`; in a list without the word."""
    least, most = _short(one.least), _short(one.most)
    text = least if least == most else f"{least} to {most}"
    return joined(text if short else f"{text} times")


def _factor(value: float) -> str:
    return joined(f"{_short(value)} times")


def _short(ratio: float) -> str:
    """A ratio as one says it: 0.49, 1.06, 2.5, 25; the table beside it has more digits."""
    return f"{ratio:.{2 if ratio < 1.995 else 1 if ratio < 19.95 else 0}f}"


def _names(ones: Sequence[TimesOver]) -> str:
    return _listed([clean(one.called) for one in ones])


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def _begin(text: str) -> str:
    """Text as a sentence begins: an article gets its capital, a call or a name stays as it is written."""
    word = text.split(" ", 1)[0]
    return text[0].upper() + text[1:] if word in ("a", "an", "the", "all", "one") else text


def _ceil(value: float) -> int:
    return -int(-value // 1)
