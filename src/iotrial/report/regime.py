"""The call that a run measured, in words: the first one of a process, or one after others (rule 24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.ask.factors import FIRST, STATE, STEADY

_WORDS = {FIRST: "on the first call of a process", STEADY: "in steady state"}


def regime(value: int | str) -> str:
    """Say which call it was, by the value of the factor; the value itself if it is none that is known."""
    return _WORDS.get(str(value), f"{STATE}={value}")


def of_levels(levels: Sequence[Mapping[str, int | str]]) -> str:
    """Say which call all levels measured; empty if it differs between them."""
    found = {level.get(STATE, STEADY) for level in levels}
    return regime(found.pop()) if len(found) == 1 else ""


def worth_saying(levels: Sequence[Mapping[str, int | str]], everything: Sequence[Mapping[str, int | str]]) -> str:
    """Say which call all levels measured, if that needs saying; "" if it does not, or differs between them.

    The first call of a process always does, later ones only where the run measured both (rule 24).
    """
    told = of_levels(levels)
    return told if told == _WORDS[FIRST] or not of_levels(everything) else ""
