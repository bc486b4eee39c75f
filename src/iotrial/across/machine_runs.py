"""The machine of each run: by the name that was given to a folder of runs, else by what the run recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.ask.level_factors import listed
from iotrial.claims.sessions import asks_the_same
from iotrial.errors import Problem, UsageError
from iotrial.store.address import is_url
from iotrial.store.file_names import RUN_FILE
from iotrial.store.find_run import find_run
from iotrial.store.folder import StoredFolder, list_folders, read_run
from iotrial.store.mirror import mirrored_place
from iotrial.store.record import Run

#: What tells machines apart beside their key: a copy of a virtual machine has the same key.
_TELLING = ("key", "architecture", "processor", "cpus", "memory_bytes")

#: The sign between a machine's name and the folder of its runs.
NAMED = "="


@dataclass(frozen=True)
class MachineRuns:
    """The sessions of one question on one machine, oldest first."""

    name: str
    runs: list[tuple[Path, Run]] = field(default_factory=list)


@dataclass(frozen=True)
class CollectedRuns:
    """The machines of one question in the order of their first runs, and what was left out, in words."""

    machines: list[MachineRuns]
    left_out: list[str]


def collect(places: Sequence[str], root: Path, study: str | None) -> CollectedRuns:
    """Find the runs of one study on at least two machines; UsageError, with all that is wrong, if there are none.

    places: runs, folders of runs, NAME=FOLDER, or a folder of such folders; none: all runs under the root. study: its
    name, if there are several.
    """
    found: list[tuple[str | None, StoredFolder]] = []
    problems: list[Problem] = []
    for place in places or [str(root)]:
        try:
            for name, folder in _machines_in(place):
                found += [(name, stored) for stored in _stored(folder, root)]
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
    left_out = [f"{stored.folder.name} {stored.problem}" for _, stored in found if stored.run is None]
    runs = [(name, stored.folder, stored.run) for name, stored in found if stored.run is not None]
    runs = _of_study(list({folder: (name, folder, run) for name, folder, run in runs}.values()), study)
    whole = [one for one in runs if one[2].complete]
    left_out += _counted(len(runs) - len(whole), "that came to no end")
    newest = max((run for _, _, run in whole), key=lambda run: run.started_at, default=None)
    alike = [one for one in whole if newest is not None and asks_the_same(one[2], newest)]
    left_out += _counted(len(whole) - len(alike), "of other levels, methods or texts than the newest")
    machines = _by_machine(alike)
    if len(machines) < 2:
        name = newest.study if newest is not None else study or "any study"
        raise UsageError(
            f"{len(machines)} of the machines that are looked at {'has' if len(machines) == 1 else 'have'} a whole run "
            f"of {name}" + (f"; left out: {listed(left_out)}" if left_out else ""),
            hint="name the runs of two machines or more: iotrial across NAME=FOLDER NAME=FOLDER",
        )
    return CollectedRuns(machines, left_out)


def _named(place: str) -> tuple[str | None, str]:
    """Split NAME=FOLDER; a folder whose own name has that sign in it begins with `./` or `/`."""
    name, sign, folder = place.partition(NAMED)
    return (name, folder) if sign and name and "/" not in name else (None, place)


def _machines_in(place: str) -> list[tuple[str | None, str]]:
    """The folders of runs that are meant, each with the name of its machine if it has one.

    In a folder of which no folder is a run, as `fleet run` makes it, each is of the machine that it is called after.
    """
    name, folder = _named(place)
    if is_url(folder):
        folder = str(mirrored_place(folder))
    if name is not None:
        return [(name, folder)]
    try:
        within = [path for path in sorted(Path(folder).expanduser().iterdir()) if path.is_dir()]
        machines = [path for path in within if not path.name.startswith(".") and any(path.glob(f"*/{RUN_FILE}"))]
        if machines and not any((path / RUN_FILE).exists() for path in (Path(folder), *within)):
            return [(path.name, str(path)) for path in machines]
    except (OSError, RuntimeError):  # no folder, or the home of an unknown user
        pass
    return [(None, folder)]


def _stored(place: str, root: Path) -> Iterable[StoredFolder]:
    """The run of that name, the run that a folder is, or the runs in it."""
    try:
        folder = Path(place).expanduser()
        is_folder = folder.is_dir() and not (folder / RUN_FILE).exists()
    except (OSError, RuntimeError):  # a name that no file can have, or the home of an unknown user
        is_folder = False
    if is_folder:
        return list_folders(folder)
    folder = find_run(root, place)
    return [StoredFolder(folder, read_run(folder))]


def _of_study(runs: Sequence[tuple[str | None, Path, Run]], study: str | None) -> list[tuple[str | None, Path, Run]]:
    """The runs of a study; of the only one, if none is named."""
    names = sorted({run.study for _, _, run in runs})
    if study is None and len(names) > 1:
        raise UsageError(f"the runs are of {len(names)} studies: {listed(names)}", hint="name one: --study")
    if study is not None and study not in names:
        hint = f"there are runs of {listed(names)}" if names else "there are none at all"
        raise UsageError(f"no run is of the study {study!r}", hint=hint)
    return [one for one in runs if study in (None, one[2].study)]


def _by_machine(runs: Sequence[tuple[str | None, Path, Run]]) -> list[MachineRuns]:
    """The runs by machine: one without a name is called `m1`, `m2` and so on."""
    found: dict[object, MachineRuns] = {}
    taken = {name for name, _, _ in runs}
    number = 0
    for name, folder, run in sorted(runs, key=lambda one: one[2].started_at):
        key: object = name or tuple(str(run.machine.get(fact)) for fact in _TELLING)
        if key not in found:
            called = name
            while called is None or (name is None and called in taken):
                number += 1
                called = f"m{number}"
            found[key] = MachineRuns(called)
        found[key].runs.append((folder, run))
    return list(found.values())


def _counted(count: int, which: str) -> list[str]:
    return [f"{count} {'run' if count == 1 else 'runs'} {which}"] if count else []
