"""Faults of what is in a tree, by the name of what cannot be used for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from iotrial.errors import Problem

Kind = Literal["method", "floor", "job", "kit", "rest"]


@dataclass(frozen=True)
class Fault:
    """All that is wrong with one method, floor, job or kit, or one thing that belongs to none of them."""

    problems: tuple[Problem, ...] = ()
    kind: Kind = "rest"
    job: str | None = None
    arm: str | None = None
    language: str | None = None
    path: Path | None = None  # the file of a method, the folder of a job or of a kit

    @property
    def said(self) -> str:
        """The first of what is wrong as one line, its place first, and how much more there is."""
        more = len(self.problems) - 1
        return self.problems[0].line() + (f" (and {more} more)" if more else "")

    @property
    def hint(self) -> str | None:
        """The next step with the first of what is wrong."""
        return self.problems[0].hint

    def means(self, name: str) -> bool:
        """True if a name, or a glob, of a method is this one's, or of a kit's methods."""
        if self.kind == "kit":
            return name.partition("/")[0] == self.language and "/" in name
        return any(fnmatchcase(form, name) for form in self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The forms in which a method is named; none for anything else."""
        if self.kind != "method" or self.arm is None:
            return ()
        method = self.arm.partition("/")[2]
        return (method, self.arm, f"{self.job}/{self.arm}")


@dataclass(frozen=True)
class Faults:
    """The faults of a catalog, asked by the name of what is not in it."""

    every: tuple[Fault, ...] = ()

    def of_method(self, name: str, job: str | None = None) -> Fault | None:
        """Return the fault of a method of a job that a name or glob means."""
        return self._first(lambda fault: (job is None or fault.job in (None, job)) and fault.means(name))

    def of_job(self, name: str) -> Fault | None:
        """Return the fault of the definition of a job."""
        return self._first(lambda fault: fault.kind == "job" and fault.job == name)

    def of_kit(self, language: str) -> Fault | None:
        """Return the fault of the kit of a language."""
        return self._first(lambda fault: fault.kind == "kit" and fault.language == language)

    def _first(self, is_it: Callable[[Fault], bool]) -> Fault | None:
        return next((fault for fault in self.every if is_it(fault)), None)
