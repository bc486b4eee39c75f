"""Machines on which something fails: limits, disks, a run that is stopped, two at once."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
from hypothesis import strategies as st

from attacks.disks import TROUBLES, disk, small
from attacks.home import SENSIBLE, SMALL, Home, home
from attacks.kills import STUDIES, WHEN
from attacks.part import Part, Skipped
from iotrial.machine.cgroup_folder import remove_cgroup

#: What is limited, to what: each was enough for something and not for all.
LIMITS = {
    "files": (resource.RLIMIT_NOFILE, (16, 32, 64, 128)),
    "file size": (resource.RLIMIT_FSIZE, (0, 1 << 12, 1 << 20, 1 << 24)),
    "memory": (resource.RLIMIT_AS, (1 << 28, 1 << 29, 1 << 30, 5 << 28, 3 << 29)),
    "CPU time": (resource.RLIMIT_CPU, (1, 3)),
    "locked memory": (resource.RLIMIT_MEMLOCK, (0, 1 << 16)),
}

#: How many processes there may be, by a cgroup: root is above a limit of its own (RLIMIT_NPROC).
PROCESSES = (1, 2, 4, 8, 32)

#: The folders of a home that may lie on a disk of their own, and how large a small one is.
PLACES = ("target", "results", "cache")
ROOMS = (4 << 10, 64 << 10, 256 << 10, 1 << 20, 8 << 20)

#: The kernel kills who is at the limit of its CPU time.
KILLED = (-int(signal.SIGKILL), -int(signal.SIGXCPU))

#: Stored sweeps are looked at this long before a disk fails: by then they are on it.
SETTLING_S = 0.5


def attempt(given: dict[str, Any]) -> None:
    """Run a study on such a machine; then start again on one that is well, which leaves nothing behind."""
    kind, *details = given["fault"]
    with home(built=details[:1] != ["cache"]) as one:
        command = one.study(given["study"])
        one.target.mkdir(parents=True)
        if kind in LIMITS:
            _limited(one, command, kind, details[0])
        elif kind == "processes":
            with _few_processes(details[0]) as join:
                one.run(*command, before=join)
        elif kind == "small disk":
            _small(one, command, *details)
        elif kind in TROUBLES:
            _in_trouble(one, command, kind, *details)
        elif kind == "stopped":
            _stopped(one, command, *details)
        else:
            both = [one.start(*command) for _ in range(2)]
            for process in both:
                one.require_good_end(process)
        one.run("runs")
        one.run("run", *SMALL, "--target", str(one.target))
        one.require_nothing_left()


def _limited(one: Home, command: tuple[str, ...], kind: str, value: int) -> None:
    number = LIMITS[kind][0]
    process = one.start(*command, before=lambda: resource.setrlimit(number, (value, value)))
    one.require_good_end(process, (*SENSIBLE, *KILLED) if kind == "CPU time" else SENSIBLE)


def _small(one: Home, command: tuple[str, ...], place: str, byte_count: int) -> None:
    with small(one.folder / place, byte_count):
        one.target.mkdir(parents=True, exist_ok=True)
        one.run(*command)
        one.run("runs")
        for run in one.runs():
            one.run("show", run)
        one.require_nothing_left(one.folder / place)


def _in_trouble(one: Home, command: tuple[str, ...], kind: str, place: str, when: tuple[int, float]) -> None:
    """Let a disk fail while a run goes on; what was stored before is there when the disk is well again."""
    with disk(one.folder / "image", one.folder / place) as failing:
        one.target.mkdir(parents=True, exist_ok=True)
        os.sync()
        process = one.start(*command)
        one.wait(process, *when)
        stored = one.stored()
        time.sleep(SETTLING_S)
        TROUBLES[kind](failing)
        one.require_good_end(process)
        failing.mend()
        one.require_still_there(stored)
        for run in one.runs():
            one.run("show", run)
        one.run("run", *SMALL, "--target", str(one.target))
        one.require_nothing_left(failing.point)


def _stopped(one: Home, command: tuple[str, ...], when: tuple[int, float], for_s: float, whole: bool) -> None:
    """Stop a run, alone or with its workers, and let it go on."""
    process = one.start(*command)
    one.wait(process, *when)
    stopped = one.processes() if whole else [psutil.Process(process.pid)]
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for each in stopped:
            with contextlib.suppress(psutil.Error):
                each.send_signal(number)
        time.sleep(for_s)
    one.require_good_end(process)


@contextlib.contextmanager
def _few_processes(most: int) -> Iterator[Callable[[], None]]:
    """Provide what a process does to be in a cgroup that has so many processes at most."""
    for root in (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")):
        folder = root / f"attack-{secrets.token_hex(8)}"
        with contextlib.suppress(OSError):
            folder.mkdir()
            if (folder / "pids.max").exists():
                break
            folder.rmdir()
    else:
        raise Skipped("no cgroup with a limit of processes can be made here")
    try:
        (folder / "pids.max").write_text(str(most))
        yield lambda: _join(folder)
    finally:
        remove_cgroup(folder)


def _join(folder: Path) -> None:
    (folder / "cgroup.procs").write_text(str(os.getpid()))


_faults = st.one_of(
    *(st.tuples(st.just(kind), st.sampled_from(values)) for kind, (_, values) in LIMITS.items()),
    st.tuples(st.just("processes"), st.sampled_from(PROCESSES)),
    *(st.tuples(st.just("small disk"), st.just(place), st.sampled_from(ROOMS)) for place in PLACES),
    *(st.tuples(st.just(trouble), st.just(place), WHEN) for trouble in TROUBLES for place in PLACES),
    st.tuples(st.just("stopped"), WHEN, st.sampled_from((0.1, 1.0, 10.0)), st.booleans()),
    st.just(("two at once",)),
).map(list)


def _kind(given: dict[str, Any]) -> str:
    kind, *details = given["fault"]
    return f"{kind}: {details[0]}" if details and details[0] in PLACES else str(kind)


PART = Part(
    "faults",
    "limits, disks that are full or fail, a run that is stopped, two at once (slow: a minute each)",
    st.fixed_dictionaries({"study": st.sampled_from(STUDIES), "fault": _faults}),
    attempt,
    is_slow=True,
    kind=_kind,
)
