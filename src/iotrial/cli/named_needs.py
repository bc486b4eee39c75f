"""The needs of the names that a user types for an installation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from iotrial.ask import find_study, study_file
from iotrial.ask.catalog import Catalog, Kit
from iotrial.ask.suggest import nearest
from iotrial.cli.listed import Kind
from iotrial.cli.usable import warn
from iotrial.errors import Problem, UsageError, gathered
from iotrial.workers import needs
from iotrial.workers.needs import SystemNeed

#: What a name can be, in the order in which they are listed.
KINDS: tuple[Kind, ...] = ("language", "stack", "target", "tool", "job", "study")

HINT = "`iotrial machine --install` lists all names"


@dataclass(frozen=True)
class NeedsOfName:
    """A study, job, language, stack, target or tool, and what of its needs is not here."""

    name: str
    kind: Kind
    missing: tuple[SystemNeed, ...]


def named_needs(names: Sequence[str], catalog: Catalog, trees: Sequence[Path], *, quick: bool) -> list[NeedsOfName]:
    """Return what each name needs; UsageError with every name that is none, and the nearest one.

    quick: studies need what their short form needs.
    """
    found: list[NeedsOfName] = []
    problems: list[Problem] = []
    known = _known(catalog, trees, quick)
    for name in dict.fromkeys(names):
        if name in known:
            kind, of_name = known[name]
        elif name in needs.programs_of_targets():
            kind, of_name = "tool", partial(_of_tools, [name])
        elif "/" in name or name.endswith(".toml"):
            kind, of_name = "study", _of_study(Path(name), name, catalog, trees, quick)
        else:
            shown = name if len(name) <= 60 else f"{name[:60]}…"
            problems.append(
                Problem(
                    f"{shown!r} is no study, job, language, stack, target or tool", hint=nearest(name, known) or HINT
                )
            )
            continue
        with gathered(problems):
            found.append(NeedsOfName(name, kind, _lacking(of_name())))
    if problems:
        raise UsageError(problems)
    return found


def all_named(catalog: Catalog, trees: Sequence[Path], *, quick: bool) -> list[NeedsOfName]:
    """Return every name that can be installed, in the order of KINDS, and what it lacks."""
    known = _known(catalog, trees, quick)
    found = []
    for name, (kind, of_name) in known.items():
        try:
            found.append(NeedsOfName(name, kind, _lacking(of_name())))
        except UsageError as error:
            if kind != "study" or not catalog.faults.every:
                raise
            warn(f"not listed: {problem.line()}" for problem in error.problems)
    return sorted(found, key=lambda named: KINDS.index(named.kind))


def everything_missing(catalog: Catalog) -> list[SystemNeed]:
    """Return everything that iotrial can use and that is missing here."""
    return list(_lacking(needs.everything(catalog)))


_Needs = Callable[[], Iterable[SystemNeed]]


def _known(catalog: Catalog, trees: Sequence[Path], quick: bool) -> dict[str, tuple[Kind, _Needs]]:
    """Return name -> its kind, and what tells its needs; of two with one name the first counts."""
    found: dict[str, tuple[Kind, _Needs]] = {}
    for name, path in find_study.studies(trees).items():
        found.setdefault(name, ("study", _of_study(path, name, catalog, trees, quick)))
    for name in catalog.jobs:
        found.setdefault(name, ("job", _of_job(name, catalog)))
    for name, kit in catalog.kits.items():
        found.setdefault(name, ("stack" if kit.programs else "language", partial(_of_kit, kit)))
    for target in needs.targets_with_tools():
        found.setdefault(target, ("target", partial(_of_tools, needs.target_tools(target))))
    for tool in needs.NAMED_TOOLS:
        found.setdefault(tool, ("tool", partial(_of_tools, [tool])))
    return found


def _of_study(path: Path, name: str, catalog: Catalog, trees: Sequence[Path], quick: bool) -> _Needs:
    def of_study() -> Iterable[SystemNeed]:
        known = path if path.is_file() else find_study.find(name, trees, catalog.jobs)
        return needs.study_needs(catalog, study_file.read(known, catalog).study(quick=quick))

    return of_study


def _of_job(name: str, catalog: Catalog) -> _Needs:
    """Return what tells the needs of the methods that a bare name of a job measures: those without packages."""

    def of_job() -> Iterable[SystemNeed]:
        yield from needs.methods_needs(catalog, [method for method in catalog.methods_of(name) if not method.packages])
        yield needs.tool_need(needs.EVIDENCE)

    return of_job


def _of_kit(kit: Kit) -> list[SystemNeed]:
    return [needs.kit_need(kit)]


def _of_tools(programs: Sequence[str]) -> list[SystemNeed]:
    return [needs.tool_need(program) for program in programs]


def _lacking(found: Iterable[SystemNeed]) -> tuple[SystemNeed, ...]:
    return tuple(dict.fromkeys(need for need in found if not need.is_there))
