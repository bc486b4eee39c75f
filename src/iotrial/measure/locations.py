"""The places of a run: its targets, the folders that it makes there, and where workers get their memory limits."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.named_targets import NAMED
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.machine.cgroup import Groups, NoLimit, find_place
from iotrial.machine.container import Container, make_container
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.places.persistent import remove_unfinished
from iotrial.places.target import Target, resolve
from iotrial.places.temporary import FOR_THE_RUN, TargetNeed, provided_target
from iotrial.places.workplace import Workplace

#: File systems whose files are memory, which is charged to the process that wrote them.
IN_MEMORY = ("tmpfs", "ramfs")

Note = Callable[[str], None]


@dataclass(frozen=True)
class Locations:
    """The marked folders of a run under its targets, for as long as the run goes on.

    targets: name -> target, or why it cannot be had. groups: where memory is limited, or why it cannot be; None if no
    limit was asked for. container: the cgroup of workers and their descendants; None where there can be none.
    """

    targets: Mapping[str, Target | UsageError]
    workplaces: Mapping[Path, Workplace]
    groups: Groups | NoLimit | None
    container: Container | None

    def of(self, name: str, *, limited: bool) -> tuple[Workplace, str | None]:
        """Return the workplace for a target, and why a level cannot be there: it is skipped then.

        limited: the memory of its workers is limited.
        """
        target = self.targets[name]
        if isinstance(target, UsageError):
            hints = dict.fromkeys(problem.hint for problem in target.problems if problem.hint)
            return next(iter(self.workplaces.values())), "; ".join([str(target), *hints])
        return self.workplaces[target.folder], self._why_no_limit(target) if limited else None

    @property
    def logs(self) -> Path:
        """The folder for the logs of workers, in the first workplace."""
        return next(iter(self.workplaces.values())).folder / "logs"

    def _why_no_limit(self, target: Target) -> str | None:
        """Return why memory cannot be limited on a target; None if it can."""
        if isinstance(self.groups, NoLimit):
            return f"memory cannot be limited: {self.groups}"
        if target.filesystem in IN_MEMORY:
            return f"memory cannot be limited: files on {target.filesystem} are memory that nobody can take back"
        return None


@contextlib.contextmanager
def locations(
    needs: Mapping[str, TargetNeed], chosen: Path | None, note: Note, *, limited: bool
) -> Iterator[Locations]:
    """Make what a run needs on each of its targets, and take all of it away afterwards.

    needs: target -> the room that it takes. chosen: the folder that stands for `disk`. limited: some level limits the
    memory of its workers. `note` is told what could not be removed.
    """
    with _closed_with_signals_deferred() as made:
        for text in remove_unfinished():
            note(text)
        container = make_container()
        if container is not None:
            made.callback(_close, container, note)
        groups = _groups(made, note) if limited else None
        targets = _targets(needs, chosen, made, note)
        workplaces = _workplaces(targets.values(), made, note)
        there = Locations(targets, workplaces, groups, container)
        there.logs.mkdir()
        try:
            yield there
        except OSError:
            gone = [target.name for target in targets.values() if isinstance(target, Target) and not target.is_there()]
            if not gone:
                raise
            raise UsageError(
                f"the target {', '.join(gone)} is not mounted any more, in the middle of the run",
                hint="what was measured is kept; find out who unmounted it, then go on: iotrial run --resume last",
            ) from None


def _groups(made: contextlib.ExitStack, note: Note) -> Groups | NoLimit:
    """Return where memory can be limited, or why nowhere."""
    try:
        groups = Groups(find_place())
    except NoLimit as why:
        return why
    made.callback(_close, groups, note)
    return groups


def _targets(
    needs: Mapping[str, TargetNeed], chosen: Path | None, made: contextlib.ExitStack, note: Note
) -> dict[str, Target | UsageError]:
    """Return each target, or why one that has to be made, or that the machine may lack, cannot be had.

    UsageError with all folders that cannot be used, before anything is made.
    """
    targets: dict[str, Target | UsageError] = {}
    problems: list[Problem] = []
    for name in needs:
        if name not in NAMED:
            try:
                targets[name] = resolve(name, chosen)
            except UsageError as error:
                problems += error.problems
    if problems:
        raise UsageError(problems)
    for name, need in needs.items():
        if name in NAMED:
            try:
                targets[name] = made.enter_context(provided_target(name, chosen, need, note))
            except UsageError as error:
                targets[name] = error
    return {name: targets[name] for name in needs}


def _workplaces(
    targets: Iterable[Target | UsageError], made: contextlib.ExitStack, note: Note
) -> dict[Path, Workplace]:
    """Make a workplace in the folder of each target; NothingMeasured if there is no target at all."""
    found: dict[Path, Workplace] = {}
    reasons: list[Problem] = []
    said: dict[str, None] = {}
    for target in targets:
        if isinstance(target, UsageError):
            reasons += target.problems
        elif target.folder not in found:
            found[target.folder] = Workplace(target)
            made.callback(_remove, found[target.folder], note)
            said.update(dict.fromkeys(found[target.folder].left))
    for reason in said:
        note(f"what an earlier run left is still there: {reason}")
    if not found:
        raise NothingMeasured(dict.fromkeys(reasons))
    return found


def _remove(workplace: Workplace, note: Callable[[str], None]) -> None:
    """Remove what a run made under a target; say what stays, unless it is removed with its file system."""
    reason = workplace.remove()
    if reason is not None and workplace.target.made != FOR_THE_RUN:
        note(f"what this run made is left: {reason}; the next start tries again")


def _close(cgroups: Groups | Container, note: Callable[[str], None]) -> None:
    """Remove the cgroups of a run, and say if they stay."""
    reason = cgroups.close()
    if reason is not None:
        note(f"what this run made is left: {reason}; the next start tries again")


@contextlib.contextmanager
def _closed_with_signals_deferred() -> Iterator[contextlib.ExitStack]:
    """A stack of what is to be taken away at the end, all of it even if a second Ctrl-C comes meanwhile."""
    made = contextlib.ExitStack()
    try:
        yield made
    finally:
        with deferred_signals():
            made.close()
