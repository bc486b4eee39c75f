"""Sentences and tables of one run never contradict each other, whatever the run is like."""

from __future__ import annotations

import pytest

from sentences.drawn import KINDS, drawn
from sentences.kept import NAMES, kept
from sentences.reader import contradictions, read

#: Runs of each kind.
SEEDS = range(3)


@pytest.mark.parametrize("kind", KINDS)
def test_each_sentence_is_carried_by_the_rows_of_its_own_run(kind: str) -> None:
    found = {seed: contradictions(read(drawn(kind, seed))) for seed in SEEDS}
    wrong = [f"{kind} {seed}: {problem}" for seed, problems in found.items() for problem in problems]
    assert not wrong, "\n".join(wrong)


def test_the_runs_are_sixty_or_more() -> None:
    assert len(KINDS) * len(SEEDS) >= 60


@pytest.mark.parametrize("name", NAMES)
def test_each_sentence_of_a_run_that_was_measured_is_carried_by_its_rows(name: str) -> None:
    wrong = contradictions(read(kept(name)))
    assert not wrong, "\n".join(wrong)
