"""All errors that a user sees.

    IotrialError           one problem or several, shown once, at the edge
    ├── UsageError         exit 2: arguments, a study, a target: the user's input
    ├── NothingMeasured    exit 3: no arm could be measured
    ├── CheckFailed        exit 1: a check that the user asked for did not hold
    ├── Undecided          exit 4: a decision was asked for, and the measurements do not give it
    └── Invalid            exit 5: the same, and the measurements cannot be believed

Errors are raised deep and shown once, by `cli`. Each problem is one line and a hint with the next step.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One problem: a message, its place (a file and line or key, or None), and a hint with the next step."""

    message: str
    where: str | None = None
    hint: str | None = None

    def line(self) -> str:
        """The problem as one line, its place first."""
        text = f"{self.where}: {self.message}" if self.where else self.message
        return " ".join(text.split())


class IotrialError(Exception):
    """One problem or several; the command ends with `exit_code`."""

    exit_code = 2

    def __init__(self, problems: str | Problem | Iterable[Problem], hint: str | None = None) -> None:
        if isinstance(problems, str):
            problems = [Problem(problems, hint=hint)]
        elif isinstance(problems, Problem):
            problems = [problems]
        self.problems = list(problems)
        super().__init__("; ".join(problem.line() for problem in self.problems))


class UsageError(IotrialError):
    """The user's input cannot be used."""


@contextlib.contextmanager
def gathered(problems: list[Problem]) -> Iterator[None]:
    """Add the problems of a UsageError to those that were found before, so that all of them can be raised together."""
    try:
        yield
    except UsageError as error:
        problems += error.problems


class NothingMeasured(IotrialError):
    """No arm could be measured."""

    exit_code = 3


class CheckFailed(IotrialError):
    """A check that the user asked for did not hold."""

    exit_code = 1


class Undecided(IotrialError):
    """The measurements do not decide the user's question."""

    exit_code = 4


class Invalid(IotrialError):
    """The measurements are not valid, and so decide nothing."""

    exit_code = 5
