"""`iotrial fleet`: studies on many hosts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from iotrial.ask.find_study import find
from iotrial.ask.level_factors import listed
from iotrial.claims.claims_file import load
from iotrial.commands.across import require_page, write_page
from iotrial.commands.listed_machine import ListedMachine
from iotrial.commands.output import print_json, print_rows, stderr, stdout
from iotrial.commands.usable import usable
from iotrial.errors import CheckFailed, Problem, UsageError
from iotrial.folders.custody import require_custody
from iotrial.folders.sent_tree import read_tree
from iotrial.hosts import on_host
from iotrial.hosts.assignment import NAME
from iotrial.hosts.campaign import Campaign, collect, fit_hosts, take_up
from iotrial.hosts.engine import Engine, EngineWorker, SchedulerGone, connected
from iotrial.hosts.fleet_folder import FleetFolder, new_record, require_empty
from iotrial.hosts.fleet_status import FleetStatus, status_of
from iotrial.hosts.hosts_file import read_hosts
from iotrial.hosts.identity import PartIdentity
from iotrial.hosts.own_fleets import Reachable, forget, forget_the_ended, known, remember
from iotrial.hosts.shared_runs import share
from iotrial.store.address import Root
from iotrial.store.results_root import results_root
from iotrial.units import format_bytes, parse_duration_ns


def run(
    studies: Sequence[str],
    *,
    scheduler: str | None,
    on: Path | None,
    hosts: Sequence[str],
    quick: bool,
    budget: str | None,
    sessions: int,
    apart: str,
    wait: str,
    to: Path,
    resume: Path | None,
    trees: Sequence[Path],
    keep_going: bool,
    results: Root | None,
    page: Path | None,
    json: bool,
) -> None:
    """Have hosts measure studies, and bring their runs here."""
    problems: list[Problem] = []
    if page is not None:
        _check_page(page, problems)
    shared = _shared(results, problems)
    wait_s = _seconds(wait, "--wait", problems)
    if resume is not None:
        if studies:
            problems.append(Problem("--resume goes on with the studies of its fleet; it takes none"))
        _raise(problems)
        folder = FleetFolder.open(resume, is_written=True)
        _require_one_study(page, [study.study for study in folder.record.studies])
        with (
            _engine(on, scheduler, folder, keep_going=True) as reached,
            _answering(folder),
            _known(folder, reached),
        ):
            _fit(reached.engine, folder.hosts, keep_going=True)
            take_up(folder)
            _play(reached.engine, folder, wait_s)
    else:
        texts, sent = _studies(studies, quick, trees, problems)
        apart_s = _seconds(apart, "--apart", problems)
        options = [*(["--quick"] if quick else []), *(["--budget", budget] if budget else [])]
        if budget is not None:
            _seconds(budget, "--budget", problems)
        address = _address(scheduler, on, problems)
        try:
            require_custody(to, "the fleet's folder")
            require_empty(to)
            _require_one_study(page, list(texts))
        except UsageError as error:
            problems += error.problems
        _raise(problems)
        with _engine(on, address, keep_going=keep_going) as reached:
            fit = _fit(reached.engine, list(hosts), keep_going=keep_going)
            now = datetime.now(UTC)
            due = [now + timedelta(seconds=number * apart_s) for number in range(sessions)]
            folder = FleetFolder.begin(to, new_record(reached.address, list(fit), texts, due, options, sent))
            with _answering(folder), _known(folder, reached):
                _play(reached.engine, folder, wait_s)
    wrong = _share(folder, results, shared, is_told=not json)
    _show_end(folder, page, wrong, json=json)


def status(folder: Path, *, scheduler: str | None, json: bool) -> None:
    """Print how far a fleet is."""
    fleet = FleetFolder.open(folder)
    try:
        with _engine(None, scheduler, fleet) as reached:
            document = status_of(fleet, reached.engine)
    except UsageError as error:
        problem = error.problems[0]
        stderr().print(f"note: {problem.line()}; {problem.hint}", markup=False)
        document = status_of(fleet, None)
    if json:
        print_json(document)
    else:
        _print(document)


def bring(folder: Path, *, scheduler: str | None, on: Path | None, results: Root | None) -> None:
    """Bring the runs that hosts have finished and that are not here."""
    problems: list[Problem] = []
    shared = _shared(results, problems)
    _raise(problems)
    fleet = FleetFolder.open(folder, is_written=True)
    with (
        _engine(on, scheduler, fleet, keep_going=True) as reached,
        _answering(fleet),
    ):
        count = collect(reached.engine, fleet, _tell)
    print(f"{count} {'run was' if count == 1 else 'runs were'} brought to {folder}")
    if wrong := _share(fleet, results, shared, is_told=True):
        raise CheckFailed(wrong)


def _shared(results: Root | None, problems: list[Problem]) -> Path | None:
    """The folder of a results root, before anything runs; None if none is named."""
    try:
        shared = None if results is None else results_root(results)
        if shared is not None:
            require_custody(shared, "the results folder")
        return shared
    except UsageError as error:
        problems += error.problems
        return None


def _share(fleet: FleetFolder, results: Root | None, shared: Path | None, *, is_told: bool) -> list[Problem]:
    """Copy the runs that are here into a results root; return what kept some from it."""
    if results is None or shared is None:
        return []
    count, problems = share(fleet, shared)
    if is_told:
        print(f"{count} {'run of this fleet is' if count == 1 else 'runs of this fleet are'} in {results.text}")
    return problems


def machine(*, scheduler: str | None, on: Path | None, hosts: Sequence[str], json: bool) -> None:
    """Print what each host is, and what will blur results there."""
    problems: list[Problem] = []
    address = _address(scheduler, on, problems)
    _raise(problems)
    with _engine(on, address, keep_going=True) as reached:
        workers = _fit(reached.engine, list(hosts), keep_going=True)
        told = reached.engine.ask(on_host.machine, of=workers)
    try:
        known = {host: ListedMachine.model_validate(found) for host, found in told.items()}
    except ValidationError:
        raise UsageError("a host does not tell what it is", hint="see there: iotrial machine") from None
    if json:
        print_json(known)
        return
    rows = [{"host": host, "is": _is(found), "noise": _noise(found)} for host, found in known.items()]
    print_rows(rows, {"host": "host", "is": "what it is", "noise": "what will blur results there"}, folds="noise")


def _is(found: ListedMachine) -> str:
    parts = [found.system, found.processor, f"{found.cpus} CPUs" if found.cpus else None]
    return ", ".join([*(part for part in parts if part), format_bytes(found.memory_bytes)])


def _noise(found: ListedMachine) -> str:
    return "; ".join(f"{source.what}: {source.state}" for source in found.noise_sources)


def _studies(
    names: Sequence[str], quick: bool, trees: Sequence[Path], problems: list[Problem]
) -> tuple[dict[str, str], list[dict[str, bytes]]]:
    """The texts of studies, each checked here, and the methods that are sent along."""
    texts: dict[str, str] = {}
    sent: list[dict[str, bytes]] = []
    try:
        catalog = usable(trees)
        sent = [read_tree(folder) for folder in trees]
    except UsageError as error:
        problems += error.problems
        return {}, []
    if not names:
        problems.append(Problem("name a study", hint="iotrial studies lists them"))
    for name in dict.fromkeys(names):
        try:
            path = find(name, trees)
            study = load(path, catalog, quick=quick).study
            texts[study.name] = path.read_text()
            if NAME.fullmatch(study.name) is None:
                problems.append(Problem("its name can be that of no folder on a host", where=str(path)))
        except UsageError as error:
            problems += error.problems
    return texts, sent


@dataclass(frozen=True)
class _Reached:
    """An engine, where it is, and what secures it."""

    engine: Engine
    address: str
    identity: PartIdentity | None
    is_ours: bool  # it was started here, and ends with this


@contextlib.contextmanager
def _engine(
    on: Path | None, address: str | None, folder: FleetFolder | None = None, *, keep_going: bool = False
) -> Iterator[_Reached]:
    """Start an engine on the hosts of a file, or connect to the one that is there.

    UsageError with all that is wrong with hosts, unless the others are to go on.
    """
    forget_the_ended()
    if on is None:
        where = _reachable(address, folder)
        with connected(where.scheduler, where.identity) as engine:
            yield _Reached(engine, where.scheduler, where.identity, is_ours=False)
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
        _tell_left_out(problems)
        yield _Reached(engine, begun.address, begun.identity, is_ours=True)


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
def _known(folder: FleetFolder, reached: _Reached) -> Iterator[None]:
    """Note where the scheduler of a fleet is; if it was started here, only as long as it is there."""
    remember(folder.record.fleet, Reachable(reached.address, reached.identity))
    try:
        folder.move_to(reached.address)
        yield
    finally:
        if reached.is_ours:
            forget(folder.record.fleet)


def _address(scheduler: str | None, on: Path | None, problems: list[Problem]) -> str:
    if scheduler is None and on is None:
        problems.append(Problem("name hosts, or a scheduler", hint="--on FILE or --scheduler ADDRESS: docs/fleets.md"))
    return scheduler or ""


def _seconds(text: str, option: str, problems: list[Problem]) -> float:
    try:
        return parse_duration_ns(text) / 1e9
    except ValueError as error:
        problems.append(Problem(str(error), where=option))
        return 0.0


def _raise(problems: Sequence[Problem]) -> None:
    if problems:
        raise UsageError(problems)


def _fit(engine: Engine, hosts: list[str], *, keep_going: bool) -> dict[str, EngineWorker]:
    """The hosts that can take part; UsageError with all that is wrong, unless the others are to go on."""
    try:
        fit, problems = fit_hosts(engine, hosts)
    except SchedulerGone:
        raise UsageError("the scheduler does not answer any more") from None
    if problems and (not keep_going or not fit):
        raise UsageError(problems)
    _tell_left_out(problems)
    if not fit:
        raise UsageError("no worker is there", hint="on each host: dask worker ADDRESS …; docs/fleets.md")
    return fit


def _tell_left_out(problems: Sequence[Problem]) -> None:
    for problem in problems:
        stderr().print(f"left out: {problem.line()}", markup=False)


def _play(engine: Engine, folder: FleetFolder, wait_s: float) -> None:
    try:
        Campaign(engine, folder, wait_s, _tell).play()
    except KeyboardInterrupt:
        stderr().print(f"to go on: iotrial fleet run --resume {folder.folder}", markup=False)
        raise


@contextlib.contextmanager
def _answering(folder: FleetFolder) -> Iterator[None]:
    """Say what is left to do if the scheduler is gone in the middle."""
    try:
        yield
    except SchedulerGone:
        raise UsageError(
            f"the scheduler {folder.record.scheduler} is gone; hosts finish what they have begun, and keep it",
            hint=f"when it or another one is there: iotrial fleet run --resume {folder.folder} --scheduler ADDRESS",
        ) from None


def _tell(text: str) -> None:
    stderr().print(text, markup=False, highlight=False)


def _check_page(page: Path, problems: list[Problem]) -> None:
    """Note why a page could not be written, before anything runs."""
    try:
        require_page(page)
    except UsageError as error:
        problems += error.problems


def _require_one_study(page: Path | None, studies: Sequence[str]) -> None:
    if page is not None and len(studies) > 1:
        hint = "without it, and then for each: iotrial across FOLDER --study NAME --page FILE"
        raise UsageError(f"--page is of one study, and these are {len(studies)}", hint=hint)


def _show_end(folder: FleetFolder, page: Path | None, problems: Sequence[Problem], *, json: bool) -> None:
    """Show on which hosts an answer holds, for each study that two have measured.

    CheckFailed with the problems that there are already, and if any study failed.
    """
    if json:
        print_json(status_of(folder, None))
    for study in folder.record.studies:
        done = [one for one in folder.record.assignments if one.study == study.study and one.run is not None]
        if len({one.host for one in done}) > 1:
            _show_study(folder.folder, study.study, page, is_printed=not json)
        elif page is not None:
            stderr().print(f"no page: {study.study} has runs of fewer than two hosts", markup=False)
    if not json:
        print(f"runs are in {folder.folder}; to see them together: iotrial across {folder.folder}")
    wrong = [one for one in folder.record.assignments if one.state != "finished"]
    if wrong:
        told = [f"{one.host}: {one.study} {one.state}{f' ({one.reason})' if one.reason else ''}" for one in wrong]
        said = f"{len(wrong)} of {len(folder.record.assignments)} runs are not here: {listed(told)}"
        problems = [*problems, Problem(said, hint=f"iotrial fleet run --resume {folder.folder}")]
    if problems:
        raise CheckFailed(problems)


def _show_study(folder: Path, study: str, page: Path | None, *, is_printed: bool) -> None:
    """Print on which hosts an answer holds, and write it as a page."""
    from iotrial.across.judge_across import across
    from iotrial.report.machines_screen import show

    if not is_printed and page is None:
        return
    document = across([str(folder)], folder, study)
    if is_printed:
        show(document, stdout())
        stdout().print()
    if page is not None:
        write_page(page, document)


def _print(document: FleetStatus) -> None:
    rows = [
        {
            "host": one.host,
            "there": {True: "yes", False: "no", None: "?"}[one.is_there],
            "study": one.study,
            "session": one.session,
            "state": one.state + (", here" if one.is_here else ""),
            "sweeps": one.sweeps,
            "run": one.run,
            "reason": one.reason,
        }
        for one in document.assignments
    ]
    headings = {name: name for name in ("host", "there", "study", "session", "state", "sweeps", "run", "reason")}
    print_rows(rows, headings, folds="reason")
