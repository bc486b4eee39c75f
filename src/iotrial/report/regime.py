"""The call that a run measured, in words: the first one of a process, or one after others (rule 24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.study.factors import FIRST, STATE, STEADY

_WORDS = {FIRST: "on the first call of a process", STEADY: "in steady state"}


def regime(value: int | str) -> str:
    """Say which call it was, by the value of the factor; the value itself if it is none that is known."""
    return _WORDS.get(str(value), f"{STATE}={value}")


def of_levels(levels: Sequence[Mapping[str, int | str]]) -> str:
    """Say which call all levels measured; empty if it differs between them."""
    found = {level.get(STATE, STEADY) for level in levels}
    return regime(found.pop()) if len(found) == 1 else ""


def all_first(levels: Sequence[Mapping[str, int | str]]) -> str:
    """Say `on the first call of a process` of levels that all measured it; empty of others, which go without saying."""
    told = of_levels(levels)
    return told if told == _WORDS[FIRST] else ""
