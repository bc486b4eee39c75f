"""Each project study's short form, drawn: no command says of it what its tables do not carry."""

from __future__ import annotations

import pytest

from sentences.commands import compared, on_machines, told_by_commands
from sentences.reader import contradictions, read
from sentences.studied import NAMES, studied
from sentences.test_advice import contradictions as advised

#: Sessions of one study on one machine each: two for `compare`, three for `across`.
SESSIONS = range(3)


def wrong_with(name: str, seed: int) -> list[str]:
    """Return what any command says of some sessions of a study and their tables do not."""
    runs = [read(studied(name, seed, session)) for session in SESSIONS]
    found: list[str] = []
    for run in runs:
        found += [*contradictions(run), *told_by_commands(run)]
        if run.judged.levels[0].status == "measured" and not run.judged.invalid:
            found += advised(run)
    found += [*compared(*runs[:2]), *on_machines(runs)]
    return [f"{name} {seed}: {problem}" for problem in found]


def test_every_study_of_the_project_is_drawn() -> None:
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_no_command_says_of_a_study_what_its_tables_do_not_carry(name: str) -> None:
    wrong = wrong_with(name, 0)
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("name", NAMES)
def test_no_command_says_of_many_draws_of_a_study_what_their_tables_do_not_carry(name: str, seed: int) -> None:
    wrong = wrong_with(name, seed)
    assert not wrong, "\n".join(wrong)
