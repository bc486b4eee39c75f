"""The engine of a fleet, as a command reaches it, and what is said if it is not there or not any more."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.hosts.campaign import Campaign, fit_hosts
from iotrial.hosts.engine import Engine, EngineWorker, SchedulerGone, connected
from iotrial.hosts.fleet_folder import FleetFolder
from iotrial.hosts.hosts_file import read_hosts
from iotrial.hosts.identity import PartIdentity
from iotrial.hosts.own_fleets import Reachable, forget, forget_the_ended, known, remember

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Reached:
    """An engine, where it is, and what secures it."""

    engine: Engine
    address: str
    identity: PartIdentity | None
    is_ours: bool  # it was started here, and ends with this


@contextlib.contextmanager
def reached_engine(
    on: Path | None, address: str | None, tell: Tell, folder: FleetFolder | None = None, *, keep_going: bool = False
) -> Iterator[Reached]:
    """Start an engine on the hosts of a file, or connect to the one that is there.

    UsageError with all that is wrong with hosts, unless the others are to go on.
    """
    forget_the_ended()
    if on is None:
        where = _reachable(address, folder)
        with connected(where.scheduler, where.identity) as engine:
            yield Reached(engine, where.scheduler, where.identity, is_ours=False)
        return
    from iotrial.hosts.ssh import started

    with (
        started(read_hosts(on), keep_going=keep_going) as begun,
        connected(begun.address, begun.identity) as engine,
    ):
        try:
            missing = engine.await_workers(begun.hosts)
        except SchedulerGone:
            raise UsageError("the scheduler was started, and does not answer any more") from None
        said, hint = "its worker was started, and does not reach the scheduler", f"can it reach {begun.address}?"
        problems = [*begun.problems, *(Problem(said, where=host, hint=hint) for host in missing)]
        if missing and not (keep_going and len(missing) < len(begun.hosts)):
            raise UsageError(problems)
        _tell_left_out(problems, tell)
        yield Reached(engine, begun.address, begun.identity, is_ours=True)


def _reachable(address: str | None, folder: FleetFolder | None) -> Reachable:
    """Return the scheduler that is meant: the one that is named, else the one that this user last used for this fleet.

    UsageError if that is none: a folder may come from anybody, so no address in it is connected to.
    """
    own = known(folder.record.fleet) if folder is not None else None
    if own is not None and address in (None, own.scheduler):
        return own
    if address is not None:
        return Reachable(address)
    assert folder is not None
    raise UsageError(
        f"{folder.folder} names the scheduler {folder.record.scheduler}, which is not asked: the folder may come from "
        "anybody, and you have not used that scheduler for this fleet",
        hint="if it is yours, name it: --scheduler ADDRESS; if it was started by --on, that again: --on FILE",
    )


@contextlib.contextmanager
def remembered(folder: FleetFolder, reached: Reached) -> Iterator[None]:
    """Note where the scheduler of a fleet is; if it was started here, only as long as it is there."""
    remember(folder.record.fleet, Reachable(reached.address, reached.identity))
    try:
        folder.move_to(reached.address)
        yield
    finally:
        if reached.is_ours:
            forget(folder.record.fleet)


def fit_workers(engine: Engine, hosts: list[str], tell: Tell, *, keep_going: bool) -> dict[str, EngineWorker]:
    """The hosts that can take part; UsageError with all that is wrong, unless the others are to go on."""
    try:
        fit, problems = fit_hosts(engine, hosts)
    except SchedulerGone:
        raise UsageError("the scheduler does not answer any more") from None
    if problems and (not keep_going or not fit):
        raise UsageError(problems)
    _tell_left_out(problems, tell)
    if not fit:
        raise UsageError("no worker is there", hint="on each host: dask worker ADDRESS …; docs/fleets.md")
    return fit


def play(engine: Engine, folder: FleetFolder, wait_s: float, tell: Tell) -> None:
    """Play a fleet to its end, and say how to go on if that is cut short."""
    try:
        Campaign(engine, folder, wait_s, tell).play()
    except KeyboardInterrupt:
        tell(f"to go on: iotrial fleet run --resume {folder.folder}")
        raise


@contextlib.contextmanager
def answering(folder: FleetFolder) -> Iterator[None]:
    """Say what is left to do if the scheduler is gone in the middle."""
    try:
        yield
    except SchedulerGone:
        raise UsageError(
            f"the scheduler {folder.record.scheduler} is gone; hosts finish what they have begun, and keep it",
            hint=f"when it or another one is there: iotrial fleet run --resume {folder.folder} --scheduler ADDRESS",
        ) from None


def _tell_left_out(problems: Sequence[Problem], tell: Tell) -> None:
    for problem in problems:
        tell(f"left out: {problem.line()}")
