"""Targets that a run needs: created on request, of this machine, or made for the run and removed at its end."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from iotrial.ask.named_targets import DEFAULT_TARGET, NAMED, NamedTarget
from iotrial.errors import Problem, UsageError
from iotrial.machine.privilege import user_name, why_not_mount
from iotrial.places import filesystems, persistent
from iotrial.places.mounts import OBSERVER, POINT, SERVED, further_points, layers_of, set_up
from iotrial.places.target import SPARE_BYTES, Target, describe, resolve, room_of
from iotrial.places.workplace import Workplace
from iotrial.units import format_bytes

#: The value of Target.made for a target that is made for one run only.
FOR_THE_RUN = "for the run"

#: Extra room in a file system made for a run, for outputs whose size only the pilot shows.
BESIDE_BYTES = 512 << 20

#: Room for a file's name and inode in ext4, generously.
FILE_BYTES = 32 << 10

#: Sizes are whole multiples of this.
STEP_BYTES = 64 << 20


@dataclass(frozen=True)
class TargetNeed:
    """The bytes and files that a run will put into a target, and the hosts from which it does so."""

    byte_count: int = 0
    file_count: int = 0
    hosts: int = 1

    def size_bytes(self, target: NamedTarget) -> int:
        """Return the size in which a file system for it is made."""
        wanted = BESIDE_BYTES + 2 * self.byte_count + FILE_BYTES * self.file_count
        least = filesystems.least_bytes(target.image_filesystem or target.filesystem)
        return -(-max(wanted, least) // STEP_BYTES) * STEP_BYTES


@contextlib.contextmanager
def provided_target(name: str, chosen: Path | None, need: TargetNeed, note: Callable[[str], None]) -> Iterator[Target]:
    """Provide the target called `name` as long as this is open; UsageError if that is impossible.

    A target that was created on request is used if there is one; else, for `tmpfs`, a tmpfs of this machine; else one
    is made in the folder `chosen` (or the user's cache) and taken away afterwards in every case.
    """
    named = NAMED[name]
    with contextlib.ExitStack() as held:
        target = held.enter_context(persistent.in_use(named)) if persistent.exists(name) else None
        target = target or own_tmpfs(named)
        yield target or held.enter_context(_for_a_run(named, chosen, need, note))


def own_tmpfs(named: NamedTarget) -> Target | None:
    """Return a tmpfs of the machine itself if a tmpfs is asked for; None if not, or if there is none."""
    if named.filesystem != "tmpfs":
        return None
    try:
        return resolve("tmpfs", None)
    except UsageError:
        return None


def there(name: str) -> Target:
    """Return the target called `name` as it is, without making anything; UsageError if it is missing."""
    if name == "tmpfs" and not persistent.exists(name):
        return resolve("tmpfs", None)
    with persistent.in_use(NAMED[name]) as target:
        return target


@contextlib.contextmanager
def provided_at(chosen: Path | None) -> Iterator[Target]:
    """Provide the target that `--target` names, by folder or by name, for a command that is no run."""
    if chosen is not None and str(chosen) in NAMED:
        with provided_target(str(chosen), None, TargetNeed(), tell) as target:
            yield target
    else:
        yield resolve(DEFAULT_TARGET, None if str(chosen) == DEFAULT_TARGET else chosen)


def tell(text: str) -> None:
    """Print a note to the user, on stderr."""
    print(f"note: {text}", file=sys.stderr)


@contextlib.contextmanager
def _for_a_run(
    named: NamedTarget, chosen: Path | None, need: TargetNeed, note: Callable[[str], None]
) -> Iterator[Target]:
    """Make a target for one run, and remove it afterwards."""
    require_means(named)
    disk = resolve(DEFAULT_TARGET, chosen)
    size_bytes = need.size_bytes(named)
    require_room_for(named, disk.folder, size_bytes, "free some, or take smaller levels, or --target DIR elsewhere")
    workplace = Workplace(disk)
    try:
        set_up(workplace.folder, layers_of(named, size_bytes, need.hosts))
        target = describe(named.name, workplace.folder / POINT, FOR_THE_RUN, disk.folder)
        if need.hosts > 1 and named.filesystem in SERVED:
            further = (workplace.folder / point for point in further_points(need.hosts))
            observer = workplace.folder / OBSERVER
            target = dataclasses.replace(target, hosts=(target.folder, *further), observer=observer)
        yield target
    finally:
        reason = workplace.remove()
        if reason is not None:
            note(f"the target {named.name} of this run is left: {reason}; the next run removes it")


def require_means(named: NamedTarget, name: str | None = None) -> None:
    """Raise UsageError with all that keeps this process from making a target; `name` is its name in the hint."""
    asked = f"target create {name or named.name}" + (f" --owner {user_name()}" if os.geteuid() != 0 else "")
    if named.for_a_run:
        asked = f"run append --target {named.name}"
    problems = [why_not_mount(asked)]
    inner = (named.filesystem, named.on, named.image_filesystem, "tmpfs" if named.in_memory else None)
    problems += [_why_not(filesystem) for filesystem in dict.fromkeys(inner) if filesystem is not None]
    found = [problem for problem in problems if problem is not None]
    if found:
        raise UsageError([Problem(f"the target {named.name} cannot be made: {p.message}", hint=p.hint) for p in found])


def _why_not(filesystem: str) -> Problem | None:
    """Say what this machine lacks for a file system; None if nothing is known to be missing."""
    return SERVED[filesystem].why_not() if filesystem in SERVED else filesystems.why_not(filesystem)


def require_room_for(named: NamedTarget, folder: Path, size_bytes: int, hint: str) -> None:
    """Raise UsageError if a file system of that size is too small, or bigger than the free room."""
    filesystem = named.image_filesystem or named.on or named.filesystem
    if filesystem == "overlay":
        return  # it has the room of the disk, which the run checks
    least = filesystems.least_bytes(filesystem)
    if size_bytes < least:
        raise UsageError(
            f"{format_bytes(size_bytes)} is too small for {filesystem}: at least {format_bytes(least)}", hint
        )
    if named.in_memory or filesystem == "tmpfs":
        room = int(psutil.virtual_memory().available * filesystems.MOST_MEMORY_SHARE)
        where = "half of the memory that is free"
    else:
        room = room_of(folder) - SPARE_BYTES
        where = f"what is free in {os.fspath(folder)!r}"
    if size_bytes > room:
        most = f"{where}, {format_bytes(max(0, room))}"
        raise UsageError(f"{format_bytes(size_bytes)} for {named.name} is more than {most}", hint)
