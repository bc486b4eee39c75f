"""`iotrial fleet`: studies on many hosts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Quick, With, folder, root
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, Problem, UsageError, gathered
from iotrial.store.address import Root

if TYPE_CHECKING:
    from iotrial.cli.listed import ListedMachine
    from iotrial.hosts.fleet_folder import FleetFolder
    from iotrial.hosts.fleet_status import FleetStatus

Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="The address of Dask's scheduler, such as tcp://web1:8786.",
        envvar="DASK_SCHEDULER_ADDRESS",
    ),
]
On = Annotated[
    Path | None,
    typer.Option(
        "--on", metavar="FILE", parser=folder, help="Start Dask over SSH on the hosts of this TOML file: [hosts.NAME]."
    ),
]
Hosts = Annotated[
    Sequence[str],
    typer.Option("--host", metavar="NAME", help="Use this host only. Can be repeated. The default is all."),
]
Fleet = Annotated[
    Path, typer.Argument(metavar="FOLDER", parser=folder, help="The folder that `fleet run` brought runs to.")
]
Shared = Annotated[
    Root | None,
    typer.Option(
        "--results",
        metavar="DIR|URL",
        parser=root,
        help="Copy the runs here too, beside those of others: a folder, or an address in an object store.",
    ),
]


@options
class FleetRunOptions:
    """The options of `fleet run`."""

    studies: Annotated[
        Sequence[str],
        typer.Argument(metavar="STUDY", help="Names or paths of studies.", autocompletion=completed_names.studies),
    ] = ()
    on: On = None
    scheduler: Scheduler = None
    hosts: Hosts = ()
    quick: Quick = False
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", help="Stop each run after TIME at the latest, such as 90s or 10min."),
    ] = None
    sessions: Annotated[
        int, typer.Option("--sessions", min=1, max=1000, metavar="N", help="Measure each study N times on each host.")
    ] = 1
    apart: Annotated[
        str, typer.Option("--apart", metavar="TIME", help="Begin a session TIME after the one before, such as 6h.")
    ] = "0s"
    wait: Annotated[str, typer.Option("--wait", metavar="TIME", help="Give a host up that has been gone for TIME.")] = (
        "10min"
    )
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FOLDER", parser=folder, help="Bring the runs to this folder. The default is `fleet`."
        ),
    ] = None
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FOLDER", parser=folder, help="Go on with the fleet of this folder."),
    ] = None
    trees: With = ()
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out hosts that cannot take part, and go on with the others.")
    ] = False
    results: Shared = None
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Also write on which hosts the answer holds to FILE, as an HTML page."
        ),
    ] = None
    json: Json = False


@options
class FleetStatusOptions:
    """The options of `fleet status`."""

    fleet: Fleet
    scheduler: Scheduler = None
    json: Json = False


@options
class FleetCollectOptions:
    """The options of `fleet collect`."""

    fleet: Fleet
    on: On = None
    scheduler: Scheduler = None
    results: Shared = None


@options
class FleetMachineOptions:
    """The options of `fleet machine`."""

    on: On = None
    scheduler: Scheduler = None
    hosts: Hosts = ()
    json: Json = False


def run(options: FleetRunOptions) -> None:
    """Measure studies on each host, and say on which of them an answer holds.

    Hosts measure by themselves and keep their runs. One that is cut off goes on when it is back.
    """
    from iotrial.cli.across import require_page

    problems: list[Problem] = []
    if options.page is not None:
        with gathered(problems):
            require_page(options.page)
    shared = _shared(options.results, problems)
    wait_s = seconds_of(options.wait, "--wait", problems)
    if options.resume is not None:
        fleet = _resumed(options, options.resume, wait_s, problems)
    else:
        fleet = _begun(options, wait_s, problems)
    wrong = _share(fleet, options.results, shared, is_told=not options.json)
    _show_end(fleet, options.page, wrong, json=options.json)


def _resumed(options: FleetRunOptions, resume: Path, wait_s: float, problems: list[Problem]) -> FleetFolder:
    """Go on with a fleet to its end."""
    from iotrial.cli.output import tell
    from iotrial.hosts.campaign import take_up
    from iotrial.hosts.fleet_folder import FleetFolder
    from iotrial.hosts.reached import answering, fit_workers, play, reached_engine, remembered

    if options.studies:
        problems.append(Problem("--resume goes on with the studies of its fleet; it takes none"))
    _raise(problems)
    fleet = FleetFolder.open(resume, is_written=True)
    _require_one_study(options.page, [study.study for study in fleet.record.studies])
    with (
        reached_engine(options.on, options.scheduler, tell, fleet, keep_going=True) as reached,
        answering(fleet),
        remembered(fleet, reached),
    ):
        fit_workers(reached.engine, fleet.hosts, tell, keep_going=True)
        take_up(fleet)
        play(reached.engine, fleet, wait_s, tell)
    return fleet


def _begun(options: FleetRunOptions, wait_s: float, problems: list[Problem]) -> FleetFolder:
    """Begin a fleet, and play it to its end."""
    from datetime import UTC, datetime, timedelta

    from iotrial.cli.output import tell
    from iotrial.folders.custody import require_custody
    from iotrial.hosts.fleet_folder import FleetFolder, new_record, require_empty
    from iotrial.hosts.reached import answering, fit_workers, play, reached_engine, remembered

    to, budget = options.to or Path("fleet"), options.budget
    texts, sent = _studies(options, problems)
    apart_s = seconds_of(options.apart, "--apart", problems)
    if budget is not None:
        seconds_of(budget, "--budget", problems)
    address = _address(options.scheduler, options.on, problems)
    with gathered(problems):
        require_custody(to, "the fleet's folder")
        require_empty(to)
        _require_one_study(options.page, list(texts))
    _raise(problems)
    words = [*(["--quick"] if options.quick else []), *(["--budget", budget] if budget else [])]
    keep_going = options.keep_going
    with reached_engine(options.on, address, tell, keep_going=keep_going) as reached:
        fit = fit_workers(reached.engine, list(options.hosts), tell, keep_going=keep_going)
        now = datetime.now(UTC)
        due = [now + timedelta(seconds=number * apart_s) for number in range(options.sessions)]
        fleet = FleetFolder.begin(to, new_record(reached.address, list(fit), texts, due, words, sent))
        with answering(fleet), remembered(fleet, reached):
            play(reached.engine, fleet, wait_s, tell)
    return fleet


def status(options: FleetStatusOptions) -> None:
    """Show how far each host is."""
    from iotrial.cli.output import print_json, tell
    from iotrial.hosts.fleet_folder import FleetFolder
    from iotrial.hosts.fleet_status import status_of
    from iotrial.hosts.reached import reached_engine

    fleet = FleetFolder.open(options.fleet)
    try:
        with reached_engine(None, options.scheduler, tell, fleet) as reached:
            document = status_of(fleet, reached.engine)
    except UsageError as error:
        problem = error.problems[0]
        tell(f"note: {problem.line()}; {problem.hint}")
        document = status_of(fleet, None)
    if options.json:
        print_json(document)
    else:
        _print(document)


def collect(options: FleetCollectOptions) -> None:
    """Bring the runs that hosts have finished and that are not here."""
    from iotrial.cli.output import tell
    from iotrial.hosts.campaign import collect as bring
    from iotrial.hosts.fleet_folder import FleetFolder
    from iotrial.hosts.reached import answering, reached_engine

    problems: list[Problem] = []
    shared = _shared(options.results, problems)
    _raise(problems)
    fleet = FleetFolder.open(options.fleet, is_written=True)
    with (
        reached_engine(options.on, options.scheduler, tell, fleet, keep_going=True) as reached,
        answering(fleet),
    ):
        count = bring(reached.engine, fleet, tell)
    print(f"{count} {'run was' if count == 1 else 'runs were'} brought to {options.fleet}")
    if wrong := _share(fleet, options.results, shared, is_told=True):
        raise CheckFailed(wrong)


def machine(options: FleetMachineOptions) -> None:
    """Show what each host is, and what will blur results there."""
    from pydantic import ValidationError

    from iotrial.cli.listed import ListedMachine
    from iotrial.cli.output import print_json, print_rows, tell
    from iotrial.hosts import on_host
    from iotrial.hosts.reached import fit_workers, reached_engine

    problems: list[Problem] = []
    address = _address(options.scheduler, options.on, problems)
    _raise(problems)
    with reached_engine(options.on, address, tell, keep_going=True) as reached:
        workers = fit_workers(reached.engine, list(options.hosts), tell, keep_going=True)
        told = reached.engine.ask(on_host.machine, of=workers)
    try:
        known = {host: ListedMachine.model_validate(found) for host, found in told.items()}
    except ValidationError:
        raise UsageError("a host does not tell what it is", hint="see there: iotrial machine") from None
    if options.json:
        print_json(known)
        return
    rows = [
        {"host": host, "is": _is(found), "noise": "; ".join(f"{one.what}: {one.state}" for one in found.noise_sources)}
        for host, found in known.items()
    ]
    print_rows(rows, {"host": "host", "is": "what it is", "noise": "what will blur results there"}, folds="noise")


def _shared(results: Root | None, problems: list[Problem]) -> Path | None:
    """Return the folder of a results root, before anything runs; None if none is named."""
    from iotrial.folders.custody import require_custody
    from iotrial.store.results_root import results_root

    with gathered(problems):
        shared = None if results is None else results_root(results)
        if shared is not None:
            require_custody(shared, "the results folder")
        return shared
    return None


def _share(fleet: FleetFolder, results: Root | None, shared: Path | None, *, is_told: bool) -> list[Problem]:
    """Copy the runs that are here into a results root; return what kept some from it."""
    from iotrial.hosts.campaign import share

    if results is None or shared is None:
        return []
    count, problems = share(fleet, shared)
    if is_told:
        print(f"{count} {'run of this fleet is' if count == 1 else 'runs of this fleet are'} in {results.text}")
    return problems


def _is(found: ListedMachine) -> str:
    from iotrial.units import format_bytes

    parts = [found.system, found.processor, f"{found.cpus} CPUs" if found.cpus else None]
    return ", ".join([*(part for part in parts if part), format_bytes(found.memory_bytes)])


def _studies(options: FleetRunOptions, problems: list[Problem]) -> tuple[dict[str, str], list[dict[str, bytes]]]:
    """Return the texts of studies, each checked here, and the methods that are sent along."""
    from iotrial.ask.find_study import find
    from iotrial.claims.claims_file import load
    from iotrial.cli.usable import usable
    from iotrial.folders.sent_tree import read_tree
    from iotrial.hosts.assignment import NAME

    texts: dict[str, str] = {}
    try:
        catalog = usable(options.trees)
        sent = [read_tree(tree) for tree in options.trees]
    except UsageError as error:
        problems += error.problems
        return {}, []
    if not options.studies:
        problems.append(Problem("name a study", hint="iotrial studies lists them"))
    for name in dict.fromkeys(options.studies):
        with gathered(problems):
            path = find(name, options.trees)
            study = load(path, catalog, quick=options.quick).study
            texts[study.name] = path.read_text()
            if NAME.fullmatch(study.name) is None:
                problems.append(Problem("its name can be that of no folder on a host", where=str(path)))
    return texts, sent


def _address(scheduler: str | None, on: Path | None, problems: list[Problem]) -> str:
    if scheduler is None and on is None:
        problems.append(Problem("name hosts, or a scheduler", hint="--on FILE or --scheduler ADDRESS: docs/fleets.md"))
    return scheduler or ""


def seconds_of(text: str, option: str, problems: list[Problem]) -> float:
    """Return a time that was typed, s; one that is none is added to the problems."""
    from iotrial.units import parse_duration_ns

    try:
        return parse_duration_ns(text) / 1e9
    except ValueError as error:
        problems.append(Problem(str(error), where=option))
        return 0.0


def _raise(problems: Sequence[Problem]) -> None:
    if problems:
        raise UsageError(problems)


def _require_one_study(page: Path | None, studies: Sequence[str]) -> None:
    if page is not None and len(studies) > 1:
        hint = "without it, and then for each: iotrial across FOLDER --study NAME --page FILE"
        raise UsageError(f"--page is of one study, and these are {len(studies)}", hint=hint)


def _show_end(fleet: FleetFolder, page: Path | None, problems: Sequence[Problem], *, json: bool) -> None:
    """Show on which hosts an answer holds, for each study that two have measured.

    CheckFailed with the problems that there are already, and if any study failed.
    """
    from iotrial.ask.level_factors import listed
    from iotrial.cli.output import print_json, tell
    from iotrial.hosts.fleet_status import status_of

    if json:
        print_json(status_of(fleet, None))
    assignments = fleet.record.assignments
    for study in fleet.record.studies:
        done = [one for one in assignments if one.study == study.study and one.run is not None]
        if len({one.host for one in done}) > 1:
            _show_study(fleet.folder, study.study, page, is_printed=not json)
        elif page is not None:
            tell(f"no page: {study.study} has runs of fewer than two hosts")
    if not json:
        print(f"runs are in {fleet.folder}; to see them together: iotrial across {fleet.folder}")
    wrong = [one for one in assignments if one.state != "finished"]
    if wrong:
        told = [f"{one.host}: {one.study} {one.state}{f' ({one.reason})' if one.reason else ''}" for one in wrong]
        said = f"{len(wrong)} of {len(assignments)} runs are not here: {listed(told)}"
        problems = [*problems, Problem(said, hint=f"iotrial fleet run --resume {fleet.folder}")]
    if problems:
        raise CheckFailed(problems)


def _show_study(fleet: Path, study: str, page: Path | None, *, is_printed: bool) -> None:
    """Print on which hosts an answer holds, and write it as a page."""
    from iotrial.across.judge_across import across
    from iotrial.cli.across import write_page
    from iotrial.cli.output import stdout
    from iotrial.report.machines_screen import show

    if not is_printed and page is None:
        return
    document = across([str(fleet)], fleet, study)
    if is_printed:
        show(document, stdout())
        stdout().print()
    if page is not None:
        write_page(page, document)


def _print(document: FleetStatus) -> None:
    from iotrial.cli.output import print_rows

    headings = ("host", "there", "study", "session", "state", "sweeps", "run", "reason")
    rows = [
        {
            **{name: getattr(one, name) for name in headings if name != "there"},
            "there": {True: "yes", False: "no", None: "?"}[one.is_there],
            "state": one.state + (", here" if one.is_here else ""),
        }
        for one in document.assignments
    ]
    print_rows(rows, {name: name for name in headings}, folds="reason")
