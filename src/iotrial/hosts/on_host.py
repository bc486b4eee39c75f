"""The work on a host of a fleet: it measures, keeps its runs, and sends them.

All state lies in files, so that a host that was cut off or restarted knows what it has: a folder for each assignment,
and locks that a measuring process holds for as long as it lives. An assignment that is given twice is done once.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from iotrial import __version__
from iotrial.code_digest import code_digest
from iotrial.errors import UsageError
from iotrial.folders.sent_tree import write_tree
from iotrial.hosts.assignment import NAME, Assignment, State
from iotrial.hosts.run_files import SentRun, pack
from iotrial.store.folder import list_folders, parts
from iotrial.store.record import Run

#: Where a host keeps what fleets had it measure; the default is the user's data folder.
VARIABLE = "IOTRIAL_FLEETS"

#: The number of times that an assignment is taken up again if its process is killed.
MOST_STARTS = 5

#: How often a host looks if a process that measures has ended.
LOOK_S = 0.2

#: With less room than this a host cannot store results.
LEAST_FREE_BYTES = 64 << 10

#: Exit codes of `iotrial run` that say something of the study; any other one means that it was killed.
_INTERRUPTED = 130
_REFUSED = (1, 2, 3)


class HostFailed(Exception):
    """The work cannot be done on a host, with what it said."""


class HostStopped(Exception):
    """The work was ended on request."""


@dataclass(frozen=True)
class About:
    """A host, as the side that gives it work sees it."""

    hostname: str
    version: str
    rules: str


@dataclass(frozen=True)
class HostState:
    """The progress of an assignment on its host."""

    key: str
    state: State
    run: str | None = None
    sweeps: int = 0
    said: str | None = None  # its last line, if it was not finished


def about() -> About:
    """Tell what this host is."""
    return About(socket.gethostname(), __version__, code_digest())


def carry_out(assignment: Assignment) -> SentRun:
    """Carry out an assignment, or wait for the process that is at it, and return its run.

    HostFailed if it cannot be done here; HostStopped if it was ended on request.
    """
    try:
        return _carried_out(assignment)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise HostFailed(_without_room() or f"{where}{error.strerror or error}") from None


def _carried_out(assignment: Assignment) -> SentRun:
    place = _made(assignment)
    for _ in range(MOST_STARTS):
        with _held(place / "lock") as own:
            run = _run_in(place)
            if run is not None and run.complete:
                return pack(place / "runs" / run.run)
            with _held(home() / "measuring") as measuring:  # one at a time, whichever fleet asks
                process = _start(assignment, place, run, (own.fileno(), measuring.fileno()))
        code = process.wait()
        if code == _INTERRUPTED or (place / "stopped").exists():
            raise HostStopped(assignment.key)
        if code in _REFUSED:
            raise HostFailed(_said(place) or _without_room() or f"iotrial run ended with {code}")
    raise HostFailed(f"the run was killed {MOST_STARTS} times: {_said(place)}")


def states(fleet: str) -> list[HostState]:
    """Tell how far each assignment of a fleet is here."""
    return [_state(place) for place in _places(fleet)]


def states_told(told: object) -> list[HostState]:
    """The states that a host told when it was asked; none if it answered with an exception."""
    return [one for one in told if isinstance(one, HostState)] if isinstance(told, list) else []


def fetch(fleet: str, key: str) -> SentRun | None:
    """Return the run of an assignment that is finished here; None if it is not."""
    place = _fleet(fleet) / _named(key)
    run = _run_in(place) if place.is_dir() else None
    return pack(place / "runs" / run.run) if run is not None and run.complete else None


def stop(fleet: str) -> int:
    """End what measures for a fleet here, as Ctrl-C would; return how many processes that were."""
    count = 0
    for place in _places(fleet):
        (place / "stopped").touch()
        if _is_held(place / "lock"):
            with contextlib.suppress(OSError, ValueError, psutil.Error):  # it has ended by itself
                process = psutil.Process(int((place / "process").read_text()))
                if str(place / "runs") in process.cmdline():  # else the number is that of another process by now
                    process.send_signal(signal.SIGINT)
                    count += 1
    return count


def home() -> Path:
    """Return the folder in which this host keeps what fleets had it measure."""
    if named := os.environ.get(VARIABLE):
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("iotrial", appauthor=False)) / "fleets"


def _named(name: str) -> str:
    """A name that cannot lead anywhere else."""
    if NAME.fullmatch(name) is None:
        raise UsageError(f"{name[:60]!r} is no name of a fleet, a host or a study")
    return name


def _fleet(fleet: str) -> Path:
    return home() / _named(fleet)


def _places(fleet: str) -> list[Path]:
    """The folders of all assignments of a fleet."""
    folder = _fleet(fleet)
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [place for place in found if (place / "study").is_dir()]


def _made(assignment: Assignment) -> Path:
    """The folder of an assignment, with its study and its methods."""
    place = _fleet(assignment.fleet) / _named(assignment.key)
    (place / "runs").mkdir(parents=True, exist_ok=True, mode=0o700)
    (place / "stopped").unlink(missing_ok=True)
    study = place / "study"
    if not study.is_dir():
        begun = place / f".study-{os.getpid()}"
        begun.mkdir(exist_ok=True)
        (begun / f"{_named(assignment.study)}.toml").write_text(assignment.study_text)
        for number, tree in enumerate(assignment.trees):
            write_tree(tree, begun / f"with-{number}")
        begun.rename(study)
    return place


def _start(assignment: Assignment, place: Path, run: Run | None, locks: tuple[int, int]) -> subprocess.Popen[bytes]:
    """Start a process that measures. It holds the locks, and goes on if the process that started it is gone."""
    study = place / "study"
    begin = [str(study / f"{assignment.study}.toml"), *assignment.options] if run is None else ["--resume", run.run]
    trees = [word for number in range(len(assignment.trees)) for word in ("--with", str(study / f"with-{number}"))]
    command = [sys.executable, "-m", "iotrial", "run", *begin, *trees, "--results", str(place / "runs"), "--json"]
    with (place / "told").open("wb") as told, (place / "said").open("wb") as said:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=told, stderr=said, pass_fds=locks, start_new_session=True
        )
    (place / "process").write_text(str(process.pid))
    if (place / "stopped").exists():  # another process looked before there was a number
        process.send_signal(signal.SIGINT)
    return process


def _run_in(place: Path) -> Run | None:
    """The run of an assignment, as far as it is; the newest if it was begun anew."""
    runs = [stored.run for stored in list_folders(place / "runs") if stored.run is not None]
    return runs[-1] if runs else None


def _state(place: Path) -> HostState:
    run = _run_in(place)
    if run is not None and run.complete:
        return HostState(place.name, "finished", run.run)
    name = None if run is None else run.run
    sweeps = 0 if name is None else len(parts(place / "runs" / name))
    if _is_held(place / "lock"):
        return HostState(place.name, "measuring", name, sweeps)
    state: State = "stopped" if (place / "stopped").exists() else "waiting"
    return HostState(place.name, state, name, sweeps, _said(place) or None)


def _said(place: Path) -> str:
    """The errors of the last process, else its last line."""
    try:
        lines = (place / "said").read_text(errors="replace")[-4000:].splitlines()
    except OSError:
        return ""
    errors = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return "; ".join(errors) or (lines[-1] if lines else "")


def _without_room() -> str | None:
    """Say that the disk is full here, which the measuring process could not report; None if there is room."""
    free_bytes = shutil.disk_usage(home()).free if home().is_dir() else LEAST_FREE_BYTES
    return f"no room is left in {home()}" if free_bytes < LEAST_FREE_BYTES else None


@contextlib.contextmanager
def _held(path: Path) -> Iterator[IO[bytes]]:
    """Wait for a lock, and hold it; a process that gets its descriptor goes on holding it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(LOOK_S)
        yield file


def _is_held(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def machine() -> object:
    """Tell what `iotrial machine --json` says here; None if it says nothing."""
    done = subprocess.run([sys.executable, "-m", "iotrial", "machine", "--json"], capture_output=True, check=False)
    return json.loads(done.stdout)[0] if done.returncode == 0 else None
