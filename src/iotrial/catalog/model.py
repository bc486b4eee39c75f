"""What exists: jobs, the factors that vary them, methods and kits. Plain values, no reading here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

Value = int | str

#: Kinds of limits: whether the bytes come into the program's own memory on their way.
LIMITS = ("copying", "not copying")


@dataclass(frozen=True)
class Factor:
    """Something that varies in a job: a number with a unit, or one of some choices."""

    name: str
    summary: str
    unit: str  # "bytes", "count" or "choice"
    default: Value
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    words: tuple[str, ...] = ()  # what a number may be instead, such as "none"


@dataclass(frozen=True)
class Job:
    """What has to be done; its folder holds job.toml, job.py and a folder of methods for each language."""

    name: str
    folder: Path
    summary: str
    work_unit: str  # what one sample's `work` counts: bytes, records, entries, integers, calls
    factors: Mapping[str, Factor] = field(default_factory=dict)
    guarantees: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Method:
    """One way of doing a job in one language: one file."""

    job: str
    language: str
    name: str
    path: Path
    summary: str
    when: str
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    guarantees: Mapping[str, str] = field(default_factory=dict)
    limit: str | None = None  # for a limit its kind, one of LIMITS; None for a method

    @property
    def arm(self) -> str:
        """How studies and reports name it: LANGUAGE/METHOD."""
        return f"{self.language}/{self.name}"


@dataclass(frozen=True)
class Kit:
    """The worker program of one language, as its kit.toml describes it."""

    language: str
    folder: Path
    protocol: int
    extension: str
    comment: str
    find: tuple[str, ...]  # names of the runtime or compiler, the first on PATH is used
    version: tuple[str, ...]
    run: tuple[str, ...]
    itself: tuple[str, ...] = ()  # prints the runtime's own path: what is on PATH may be a slow script that finds it
    build: tuple[str, ...] = ()  # empty: nothing to compile
    flags: str = ""  # what {flags} stands for unless the factor LANGUAGE.flags says otherwise
    option: tuple[str, ...] = ()  # how a factor LANGUAGE.KEY reaches the runtime; {key} and {value}
    install: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # package manager -> packages

    @property
    def program(self) -> Path:
        """The kit's own source file."""
        return self.folder / f"kit.{self.extension}"

    def adapter(self, job: str) -> Path:
        """The kit's adapter for a job; it need not exist."""
        return self.folder / "jobs" / f"{job}.{self.extension}"


@dataclass(frozen=True)
class Catalog:
    """Everything there is, by name."""

    jobs: Mapping[str, Job]
    methods: Mapping[tuple[str, str], Method]  # (job, arm) -> method
    kits: Mapping[str, Kit]
    limits: Mapping[tuple[str, str], Method] = field(default_factory=dict)  # (job, arm) -> the least of a job

    def limits_of(self, job: str) -> list[Method]:
        """The limits of a job in the order of their names."""
        return [limit for (name, _), limit in sorted(self.limits.items()) if name == job]

    def methods_of(self, job: str) -> list[Method]:
        """The methods of a job in the order of their names."""
        return [method for (name, _), method in sorted(self.methods.items()) if name == job]
