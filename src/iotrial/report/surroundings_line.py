"""The surroundings that a run drew anew in each round, in words (rule 23)."""

from __future__ import annotations

from iotrial.ask.drawn_surroundings import SURROUNDINGS
from iotrial.judge.judged_run import JudgedRun

DRAWN = "drawn anew in each round"


def drawn_words(judged: JudgedRun) -> str:
    """Return the surroundings that were drawn; empty if the run does not say."""
    if judged.surroundings is None:
        return ""
    words = [SURROUNDINGS[name] for name in judged.surroundings if name in SURROUNDINGS]
    return "; ".join(words) or "nothing, the surroundings were fixed"
