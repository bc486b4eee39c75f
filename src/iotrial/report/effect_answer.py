"""The answer to "does it pay to change this?": what another word for a factor does, a sentence for each."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.ask.factors import STATE
from iotrial.ask.named_targets import NAMED
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import TimesOver
from iotrial.judge.statements_across import FactorEffect
from iotrial.report.layout import clean, joined
from iotrial.report.level_words import TARGET, regime, value_said
from iotrial.report.parts import gathered
from iotrial.report.ratio_words import span
from iotrial.report.times import between, bounds, capital, listed, same_time

#: What is told beyond these stands below the table.
MOST_CHANGES = 3

_MOST_NAMED = 2

#: What is undecided is told if it is known to be within this factor, either way.
WITHIN = 1.5

#: Of methods of which some take less time and others do not.
PAYS, PAYS_NOT, MIXED = "it pays", "it does not pay", "it pays for some methods, not for others"


def effect_answers(judged: JudgedRun) -> tuple[list[str], list[str]]:
    """Say in a sentence or two each what another word for a factor does to all methods together.

    First of what may pay, which is an answer, then of conditions, which are as they are. Nothing of a change of which
    nothing is known, as few rounds leave it.
    """
    choices: list[str] = []
    conditions: list[str] = []
    for (factor, of, to), text in _texts(judged).items():
        told = choices if _may_pay(factor, to) else conditions
        told.append(f"{_change(judged, factor, of, to)}: {text}.{_price(factor, to, text)}")
    return choices, conditions


def answered_changes(judged: JudgedRun) -> list[tuple[str, int | str, int | str]]:
    """The changes that these sentences are about."""
    return list(_texts(judged))


def says_something(effect: FactorEffect) -> bool:
    """True if an effect is decided, or known to be small although it is not known which way it goes."""
    if effect.low is None or effect.high is None:
        return False
    return effect.verdict != "undecided" or (effect.low >= 1 / WITHIN and effect.high <= WITHIN)


def _texts(judged: JudgedRun) -> dict[tuple[str, int | str, int | str], str]:
    names = _names(judged)
    texts = {
        change: _text(effects, names, pays=_may_pay(change[0], change[2]))
        for change, effects in changes_of_words(judged).items()
    }
    return dict([(change, text) for change, text in texts.items() if text][:MOST_CHANGES])


def changes_of_words(judged: JudgedRun) -> dict[tuple[str, int | str, int | str], list[FactorEffect]]:
    """The effects with an interval by factor, value and other value; a size has no answer, its cost is a line."""
    of_words = (one for one in judged.effects if isinstance(one.of, str) and isinstance(one.to, str))
    return gathered(((one.factor, one.of, one.to), one) for one in of_words if one.low is not None)


def _may_pay(factor: str, to: int | str) -> bool:
    """True if a user could choose a value to be quicker: a RAM drive, but no server that others write to."""
    return factor == TARGET and not (to in NAMED and NAMED[str(to)].for_a_run)


def _price(factor: str, to: int | str, text: str) -> str:
    """Say what a target that pays costs; "" if it costs nothing, or does not pay."""
    is_lost = factor == TARGET and to in NAMED and NAMED[str(to)].is_lost
    return f" What lies on {clean(to)} is lost at a restart." if is_lost and text.startswith((PAYS, MIXED)) else ""


def _change(judged: JudgedRun, factor: str, of: int | str, to: int | str) -> str:
    """`On tmpfs instead of disk`; of a value without words of its own the factor's name is said."""
    if factor == TARGET:
        return f"On {clean(to)} instead of {clean(of)}"
    if factor == STATE:
        return f"{capital(regime(to))} instead of {regime(of)}"
    here, there = value_said(judged, factor, to), value_said(judged, factor, of)
    if not here or here.startswith(f"{clean(factor)}="):
        return f"With {clean(factor)}={clean(to)} instead of {clean(of)}"
    return capital(here) + (f" instead of {there}" if there else "")


def _text(effects: Sequence[FactorEffect], names: dict[str, str], *, pays: bool) -> str:
    """The change of all methods; with `pays`, first if it pays, which is not asked of conditions like a cold cache.

    Empty if none is decided, or known within bounds that say something.
    """
    by_arm = gathered((effect.arm, effect) for effect in effects)
    over = {arm: _over(of_arm, names[arm]) for arm, of_arm in by_arm.items()}
    if all(one.does_as_well for one in over.values()):
        return f"{f'{PAYS_NOT}, ' if pays else ''}{same_time(list(over.values()))}"
    decided = {arm: all(effect.verdict != "undecided" for effect in of_arm) for arm, of_arm in by_arm.items()}
    known = sorted((one for arm, one in over.items() if decided[arm] or one.does_as_well), key=lambda one: one.most)
    still_open = [one for arm, one in over.items() if not (decided[arm] or one.does_as_well)]
    if not known:
        if not all(_is_bounded(one) for one in still_open):
            return ""
        return f"unclear; {_every(still_open)} between {between(still_open)} times as long"
    is_mixed = _pays(known) == MIXED
    first, some = f"{_pays(known)}{':' if is_mixed else ','} " if pays else "", f"{len(known)} methods"
    if not still_open:
        return f"{first}{_known(known, f'the {some}' if is_mixed else f'all {some}', 'each method takes')}"
    if pays and len(known) > 1 and not is_mixed:
        return f"{_pays(known)} for {some}, {_known(known, 'which', 'which take')}{_open(still_open)}"
    return f"{first}{_known(known, some, f'{some} take')}{_open(still_open)}"


def _pays(known: Sequence[TimesOver]) -> str:
    """Say that it pays if each method takes less time, or for some of them."""
    quicker = [one for one in known if one.most < 1 and not one.does_as_well]
    return PAYS if len(quicker) == len(known) else MIXED if quicker else PAYS_NOT


def _over(effects: Sequence[FactorEffect], called: str) -> TimesOver:
    """One method at all levels that differ in this factor alone."""
    ratios = [effect.ratio for effect in effects if effect.ratio is not None]
    return TimesOver(
        arm=effects[0].arm,
        called=called,
        least=min(ratios),
        most=max(ratios),
        low=min(effect.low for effect in effects if effect.low is not None),
        high=max(effect.high for effect in effects if effect.high is not None),
    )


def _known(known: Sequence[TimesOver], who: str, each_takes: str) -> str:
    """Say what is known of some methods: of one or two each, of more their range and its ends.

    who: how a sentence calls them together. each_takes: the same with its verb, if all change alike.
    """
    if len(known) > 1 and len({_share(one) for one in known}) == 1:
        return f"{each_takes} {_share(known[0])}"
    if len(known) <= _MOST_NAMED:
        return listed([f"{one.called} takes {_share(one)}" for one in known])
    least, most = min(known, key=lambda one: one.least), known[-1]
    text = f"{who} take {joined(_changed(least.least, most.most))}"
    if least is most:
        return text
    return f"{text}, from {least.called} ({_share(least, ' time')}) to {most.called} ({_share(most, ' time')})"


def _share(one: TimesOver, left_out: str = "") -> str:
    """`18 % less time`, `12 % more time`, `3.0 times as long`; without its last word, if that is said already."""
    return same_time([one]) if one.does_as_well else joined(_changed(one.least, one.most).removesuffix(left_out))


#: Below this share of the time, "so much per cent less" says less than the share itself.
_HARDLY_ANY = 0.05


def _changed(least: float, most: float) -> str:
    if least < _HARDLY_ANY:
        return f"{span(least, most)} times as long"
    if most < 1:
        return f"{_percent(1 - most, 1 - least)} less time"
    if least > 1 and most < 2:
        return f"{_percent(least - 1, most - 1)} more time"
    if least < 1 < most < 2:
        return f"between {_percent(1 - least, 1 - least)} less and {_percent(most - 1, most - 1)} more time"
    return f"{span(least, most)} times as long"


def _percent(least: float, most: float) -> str:
    low, high = f"{100 * least:.0f}", f"{100 * most:.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def _open(still_open: Sequence[TimesOver]) -> str:
    if not still_open:
        return ""
    who = still_open[0].called if len(still_open) == 1 else f"{len(still_open)} others"
    figures = f" ({joined(_changed(*bounds(still_open)))})" if all(_is_bounded(one) for one in still_open) else ""
    return f"; unclear for {who}{figures}"


def _is_bounded(one: TimesOver) -> bool:
    """True if an effect is known to be small, although it is not known which way it goes."""
    return one.low is not None and one.high is not None and one.low >= 1 / WITHIN and one.high <= WITHIN


def _every(ones: Sequence[TimesOver]) -> str:
    return f"{ones[0].called} takes" if len(ones) == 1 else "the methods take"


def _names(judged: JudgedRun) -> dict[str, str]:
    """The name of each arm in a sentence, with its language if there are several."""
    arms = {arm.arm: arm for level in judged.levels for arm in level.arms}
    compared = {arms[effect.arm].language for effect in judged.effects if effect.arm in arms}
    return {
        name: clean(arm.called) + (f" in {clean(judged.language_called(arm.language))}" if len(compared) > 1 else "")
        for name, arm in arms.items()
    }
