"""The sentences about the methods beside the one to use: the usual way first, then tier by tier (rule 32)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from iotrial.answers import sentences as words
from iotrial.answers.beside_use import by_tier, quicker_than_usual, regret_that_matters, slower_usual, told_to_use
from iotrial.answers.question import DURABLE, NOT_DURABLE
from iotrial.ask.named_targets import NAMED
from iotrial.judge.bounds import Factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AS_WELL, AVOID, Choice, LanguageAnswer, OtherGuarantee, TimesOver, is_near
from iotrial.report.guarantee_words import gives_more_said
from iotrial.report.layout import clean, joined
from iotrial.report.level_words import TARGET, levels_placed, levels_said
from iotrial.report.ratio_words import takes
from iotrial.report.times import begin, listed, some, times, wide_bounds, within

#: A longer list is cut in its middle, so that the slowest is always told.
MOST_SLOWER = 5

#: Of more levels than this it is counted at how many there is no figure.
_MOST_PLACES = 2

#: With bounds this many times apart nothing is worth saying.
_TOO_NOISY = 10.0

#: The difference that matters to a reader.
_MATTERS = joined(f"{100 * AS_WELL:.0f} %")


def how_much(answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Return the sentence that says most of what the choice is worth; "" where it depends, or nothing is shown."""
    chosen = told_to_use(answer)
    if len(chosen) != 1 or len(answer.choices) != 1:
        return ""
    if usual := _instead_of_usual(chosen[0], judged):
        return usual
    of = by_tier(chosen[0].beside)
    dear = _costs(words.AVOID, of["avoid"], judged) or _costs(words.SLOWER, of["slower"], judged)
    is_usual = chosen[0].use == chosen[0].usual
    return dear or _as_good(of["as good"], judged) or _open(of["unclear"], judged, is_usual=is_usual)


def beside_the_one_to_use(choice: Choice, judged: JudgedRun) -> list[str]:
    """Say what all others take that give the same: the usual way first, then tier by tier."""
    told_before = slower_usual(choice)
    of = by_tier(one for one in choice.beside if one != told_before)
    is_usual = choice.use == choice.usual
    told = [
        _instead_of_usual(choice, judged),
        _regret(choice, judged),
        _as_good(of["as good"], judged),
        _usual_stays(of["as good"]) if is_usual else "",
        _open(of["unclear"], judged, is_usual=is_usual),
        _costs(words.SLOWER, of["slower"], judged),
        _costs(words.AVOID, of["avoid"], judged),
    ]
    return list(filter(None, told))


def _instead_of_usual(choice: Choice, judged: JudgedRun) -> str:
    """The time of the usual way, if another is to be used and it is shown to be slower."""
    usual = slower_usual(choice)
    if usual is None:
        return ""
    return words.INSTEAD_OF_USUAL.format(name=clean(usual.called), times=times(usual), notes=notes_on(usual, judged))


def _regret(choice: Choice, judged: JudgedRun) -> str:
    """Of several levels: how far behind the best the method to use is where it is worst, if that matters."""
    found = regret_that_matters(choice, judged)
    if found is None:
        return ""
    return words.REGRET.format(
        use=clean(choice.called),
        share=joined(f"{100 * (found.ratio - 1):.0f} %"),
        name=clean(found.called),
        level=levels_said(judged, [found.at]),
    )


def _as_good(close: Sequence[TimesOver], judged: JudgedRun) -> str:
    if not close:
        return ""
    named = listed([f"{clean(one.called)}{notes_on(one, judged)}" for one in close])
    return words.AS_GOOD.format(names=begin(named), are="is" if len(close) == 1 else "are", share=within(close))


def _usual_stays(close: Sequence[TimesOver]) -> str:
    """The reason why the usual way stays, if another is shown to be quicker by less than what matters."""
    quicker = quicker_than_usual(close)
    if quicker is None or (share := f"{100 * (1 - quicker.least):.0f}") == "0":
        return ""
    return words.USUAL_STAYS.format(
        name=begin(clean(quicker.called)),
        up_to="up to " if quicker.least != quicker.most or quicker.not_decided_at else "",
        share=joined(f"{share} %"),
        least=_MATTERS,
    )


def _open(rest: Sequence[TimesOver], judged: JudgedRun, *, is_usual: bool) -> str:
    """The methods of which nothing is shown, with how far off they may be."""
    known = [one for one in rest if one.is_told]
    told = [_still_open(one, judged, is_usual=is_usual) for one in known[:MOST_SLOWER]]
    if len(known) > len(told):
        told.append(words.OPEN_MORE.format(count=len(known) - len(told)))
    texts = [words.OPEN.format(told=listed(told))] if told else []
    if few := [clean(one.called) for one in rest if not one.is_told]:
        texts.append(words.NO_FIGURE.format(names=listed(some(few, MOST_SLOWER))))
    return " ".join(texts)


def _still_open(one: TimesOver, judged: JudgedRun, *, is_usual: bool) -> str:
    low, high = one.bounds
    notes, name = notes_on(one, judged, within=True), clean(one.called)
    if is_usual and one.is_quicker and high < 1:
        notes += f"; {words.USUAL_STAYS_OPEN.format(least=_MATTERS)}"
    if low <= 0 or high / low > _TOO_NOISY:
        return words.OPEN_NOISY.format(name=name, notes=notes)
    if max(high, 1 / low) < AVOID:
        return words.OPEN_NEAR.format(name=name, range=_range(low, high), notes=notes)
    return words.OPEN_FAR.format(name=name, times=takes(low, high), notes=notes)


def _range(low: float, high: float) -> str:
    """`14 % quicker to 3 % slower`: the bounds of a ratio that are near 1, rounded away from it."""
    quicker, slower = (math.ceil(100 * share - 1e-9) for share in (1 - low, high - 1))
    if low < 1 < high:
        return words.RANGE_BOTH.format(quicker=joined(f"{quicker} %"), slower=joined(f"{slower} %"))
    if low >= 1:
        return words.RANGE_SLOWER.format(least=math.floor(100 * (low - 1)), most=joined(f"{slower} %"))
    return words.RANGE_QUICKER.format(least=math.floor(100 * (1 - high)), most=joined(f"{quicker} %"))


def _costs(form: str, rest: Sequence[TimesOver], judged: JudgedRun) -> str:
    """The methods that cost more, or are to be avoided: a factor each, of many only some, the slowest among them."""
    if not rest:
        return ""
    first, *others = rest if len(rest) <= MOST_SLOWER else [*rest[: MOST_SLOWER - 1], rest[-1]]
    is_avoided = form == words.AVOID
    other = words.AVOID_OTHER if is_avoided else words.SLOWER_OTHER
    told = [
        other.format(
            name=clean(one.called), times=times(one, short=True), notes=notes_on(one, judged, within=is_avoided)
        )
        for one in others
    ]
    if (left := len(rest) - 1 - len(others)) > 0:
        told.insert(-1, words.IN_BETWEEN.format(count=left))
    name = clean(first.called) if is_avoided else begin(clean(first.called))
    notes = notes_on(first, judged, within=is_avoided)
    return form.format(first=name, times=times(first), notes=notes, others=f"{joint(told)}{listed(told)}")


def joint(others: Sequence[str]) -> str:
    """Return what stands before the others of a list; a name with a comma of its own begins after a semicolon."""
    if any(", " in text.partition(" (")[0] for text in others):
        return "; "
    return "" if not others else " and " if len(others) == 1 else ", "


def _placed_in_short(judged: JudgedRun, levels: Sequence[Factors]) -> str:
    """Return where something is so; of many levels how many."""
    if len(levels) > _MOST_PLACES:
        measured = sum(level.status == "measured" for level in judged.levels)
        return words.AT_MANY.format(count=len(levels), every=measured)
    return levels_placed(judged, levels)


def notes_on(one: TimesOver, judged: JudgedRun, *, within: bool = False, is_named: bool = False) -> str:
    """` (it has not settled; no figure at 0 entries)`: what a ratio is not of; within brackets `; it has …`.

    is_named: what it gives more was said before.
    """
    told = [text for text in (wide_bounds(one), "" if is_named else _gives_more(one)) if text]
    if one.moving is not None:
        what = words.NOTE_MOVES_OWN if one.moving == one.called else clean(one.moving)
        told.append(words.NOTE_MOVES.format(what=what))
    elif one.never_equal is not None and one.tier == "unclear" and is_near(one.low, one.high):
        told.append(clean(one.never_equal))
    if (one.tier != "unclear" or isinstance(one, OtherGuarantee)) and one.not_decided_at:
        told.append(_shown_where(one, judged))
    if _syncs_nothing(one, judged):
        told.append(words.NOTE_SYNCS_NOTHING)
    if one.no_figure_at:
        told.append(words.NOTE_NO_FIGURE.format(levels=_placed_in_short(judged, one.no_figure_at)))
    if within:
        return "".join(f"; {text}" for text in told)
    return f" ({'; '.join(told)})" if told else ""


def _shown_where(one: TimesOver, judged: JudgedRun) -> str:
    """`unclear for 10 files`; where that is so of most levels, `shown for 100 files only`."""
    if len(one.decided_at) < len(one.not_decided_at) and one.decided_at:
        return words.NOTE_SHOWN.format(levels=levels_placed(judged, one.decided_at))
    return words.NOTE_OPEN.format(levels=levels_placed(judged, one.not_decided_at))


def _gives_more(one: TimesOver) -> str:
    """Say what a method gives more; "" if that is what it is named for."""
    is_named = isinstance(one, OtherGuarantee) and one.gives_more.items() <= {**one.gives, **one.also}.items()
    return gives_more_said(one) if one.gives_more and not is_named else ""


def _syncs_nothing(one: TimesOver, judged: JudgedRun) -> bool:
    """True if a method that outlives a power cut was measured in memory alone, where that has no price."""
    own = {**one.gives, **one.also} if isinstance(one, OtherGuarantee) else {}
    if {**own, **one.gives_more}.get(DURABLE, NOT_DURABLE) == NOT_DURABLE:
        return False
    targets = {str(level.level.get(TARGET)) for level in judged.levels if level.status == "measured"}
    return all(name in NAMED and NAMED[name].is_lost for name in targets)
