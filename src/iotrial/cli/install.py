"""`iotrial machine --install`: install what studies, jobs, languages, stacks and targets need, and nothing else."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.text import Text

from iotrial.cli.listed import ListedInstall
from iotrial.cli.named_needs import NeedsOfName, all_named, everything_missing, named_needs
from iotrial.cli.output import print_json, print_rows, stdout
from iotrial.cli.status_line import StatusLine
from iotrial.cli.usable import usable
from iotrial.errors import CheckFailed, Problem
from iotrial.machine.found_once import forget_found
from iotrial.machine.installation import InstallationFailure, Installed, install_packages, refresh_lists
from iotrial.machine.package_sizes import Bringing, bringing, estimates
from iotrial.machine.system_packages import NO_PACKAGES, may_install, package_manager, typed_to_install
from iotrial.report.layout import emit, paragraph
from iotrial.units import format_bytes
from iotrial.workers.needs import SystemNeed

#: The answers by which a person agrees; Enter is one, as with apt.
_YES = ("", "y", "yes")


def list_installs(*, quick: bool, trees: Sequence[Path], json: bool) -> None:
    """Print what each name would take, with sizes; nothing is installed."""
    rows = _listed(all_named(usable(trees), trees, quick=quick))
    if json:
        print_json(rows)
        return
    lacking = [row for row in rows if row.missing]
    if not lacking:
        print("nothing is missing: all that iotrial can use is here")
        return
    parts = [row for row in lacking if row.kind not in ("study", "job")]
    shown = [{"name": row.name, "kind": row.kind, "extent": row.reason or _extent_of(row)} for row in parts]
    print_rows(shown, {"name": "name", "kind": "kind", "extent": "would install"}, folds="extent")
    alike: dict[tuple[str, ...], list[ListedInstall]] = {}
    for row in lacking:
        if row.kind in ("study", "job"):
            alike.setdefault(tuple(row.missing), []).append(row)
    console = stdout()
    lines = [Text(), Text("studies and jobs, by what they lack:")] if alike else []
    for missing, of_these in alike.items():
        lines += paragraph(f"{', '.join(missing)}: {_extent_of(of_these[0])}", console.width, 2, 2)
        lines += paragraph(", ".join(row.name for row in of_these), console.width, 4, 0, "dim")
    there = [row.name for row in rows if not row.missing]
    lines += [Text(), *paragraph(f"nothing is missing for: {', '.join(there) or 'none'}", console.width, 0, 2)]
    emit(console, lines)
    _say("iotrial machine --install NAME… installs what these need; --all installs everything")


def install(
    names: Sequence[str], *, everything: bool, quick: bool, yes: bool, trees: Sequence[Path], json: bool
) -> None:
    """Install what the names need and is missing, if this user may and agrees; else say what to type.

    CheckFailed if the package manager did not do its work.
    """
    catalog = usable(trees)
    named = named_needs(names, catalog, trees, quick=quick)
    missing = everything_missing(catalog) if everything else []
    missing = list(dict.fromkeys([*missing, *(need for one in named for need in one.missing)]))
    if missing:
        _install(missing, yes=yes, again=_command_of(names, everything, quick, trees))
    else:
        _say("nothing to install: all that is needed is here")
    if json:
        print_json(_listed(named_needs(names, catalog, trees, quick=quick)))


def _install(missing: Sequence[SystemNeed], *, yes: bool, again: str) -> None:
    manager = package_manager() or ""
    unknown = [need.name for need in missing if not need.packages.get(manager)]
    wanted = [need for need in missing if need.packages.get(manager)]
    if unknown:
        _say(f"note: install {', '.join(unknown)} by hand: {NO_PACKAGES}")
    if not wanted:
        return
    if not may_install():
        # The package manager alone would start servers, and have them start at boot.
        brings_service = any(need.brings_service for need in wanted)
        typed = f"sudo {again}" if brings_service else typed_to_install(_packages(wanted, manager))
        _say(f"missing: {', '.join(need.name for need in wanted)}\nhint: to install, type: {typed}")
        return
    with StatusLine() as line:
        unreached = refresh_lists(line.show)
        line.show("looking up what comes along")
        wanted, plan, problems = _plan(wanted, manager)
    if wanted and _agreed(wanted, plan, yes=yes):
        with StatusLine() as line:
            done = install_packages(_packages(wanted, manager), line.show)
        forget_found()
        problems += _problems(done, unreached)
        if done.failure is None:
            _say(f"installed: {', '.join(need.name for need in wanted)}")
        if done.switched_off:
            _say(f"not started, now or at boot: {', '.join(done.switched_off)}")
    if problems:
        raise CheckFailed(problems)


def _plan(wanted: Sequence[SystemNeed], manager: str) -> tuple[list[SystemNeed], Bringing | None, list[Problem]]:
    """Return what can be installed, what it brings, and a problem for each need that this system cannot have."""
    together = bringing(_packages(wanted, manager))
    if together is None or together.refused is None:
        return list(wanted), together, []
    alone = {need: bringing(_packages([need], manager)) for need in wanted}
    refused = {need: found.refused for need, found in alone.items() if found is not None and found.refused}
    problems = [Problem(f"{need.name} cannot be installed here: {reason}") for need, reason in refused.items()]
    left = [need for need in wanted if need not in refused]
    return left, bringing(_packages(left, manager)), problems


def _agreed(wanted: Sequence[SystemNeed], plan: Bringing | None, *, yes: bool) -> bool:
    """Say what would be installed; on a terminal, ask once, unless the answer was given."""
    asked = f"to install: {', '.join(need.name for need in wanted)}"
    extent = _extent(len(plan.new), plan.download_bytes, plan.disk_bytes) if plan is not None else ""
    _say(f"{asked} ({extent})" if extent else asked)
    if plan is not None and plan.upgraded:
        _say(f"note: this also replaces, since a dependency needs it: {', '.join(plan.upgraded)}")
    if yes or not (sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    print("go on? [Y/n] ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    if answer and answer.strip().lower() in _YES:
        return True
    _say("nothing was installed")
    return False


def _extent(count: int, download_bytes: int | None, disk_bytes: int | None) -> str:
    """Return how much an installation brings: packages, download, disk."""
    sizes = [
        f"{format_bytes(size)} {what}"
        for size, what in ((download_bytes, "to download"), (disk_bytes, "on the disk"))
        if size is not None
    ]
    return ", ".join([f"{count} package{'' if count == 1 else 's'}", *sizes])


def _extent_of(row: ListedInstall) -> str:
    return _extent(len(row.brings or row.packages), row.download_bytes, row.disk_bytes)


def _problems(done: Installed, unreached: InstallationFailure | None) -> list[Problem]:
    """Return what went wrong, with the package manager's own words."""
    found = []
    for failure in (done.failure, unreached if done.failure is not None else None):
        if failure is not None:
            said = " / ".join(failure.last_lines) or "it said nothing"
            name = failure.command.partition(" ")[0]
            found.append(
                Problem(f"{name} ended with status {failure.status}: {said}", hint=f"all that it said: {failure.log}")
            )
    return found + [Problem("a service is still switched on at boot", hint=command) for command in done.still_on]


def _packages(needs: Iterable[SystemNeed], manager: str) -> list[str]:
    return list(dict.fromkeys(package for need in needs for package in need.packages[manager]))


def _listed(named: Sequence[NeedsOfName]) -> list[ListedInstall]:
    """Return a row for each name."""
    manager = package_manager() or ""
    groups = [tuple(_packages([need for need in one.missing if manager in need.packages], manager)) for one in named]
    known = estimates(group for group in groups if group)
    nothing = Bringing(download_bytes=0, disk_bytes=0)
    return [_row(one, group, known.get(group) if group else nothing) for one, group in zip(named, groups, strict=True)]


def _row(one: NeedsOfName, packages: Sequence[str], plan: Bringing | None) -> ListedInstall:
    nowhere = [need.name for need in one.missing if not need.packages.get(package_manager() or "")]
    return ListedInstall(
        name=one.name,
        kind=one.kind,
        missing=[need.name for need in one.missing],
        packages=list(packages),
        brings=list(plan.new) if plan is not None else None,
        download_bytes=plan.download_bytes if plan is not None else None,
        disk_bytes=plan.disk_bytes if plan is not None else None,
        reason=f"{', '.join(nowhere)}: {NO_PACKAGES}" if nowhere else None,
    )


def _command_of(names: Sequence[str], everything: bool, quick: bool, trees: Sequence[Path]) -> str:
    """Return the command that was typed, with the whole path of this program: for root it may not be on the PATH."""
    flags = [flag for flag, given in (("--all", everything), ("--quick", quick)) if given]
    joined = [word for path in trees for word in ("--with", str(path))]
    here = Path(sys.argv[0]).absolute()
    program = [sys.executable, "-m", "iotrial"] if here.name == "__main__.py" else [str(here)]
    return shlex.join([*program, "machine", "--install", *names, *flags, *joined])


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
