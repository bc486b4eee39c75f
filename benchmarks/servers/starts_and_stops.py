"""All stacks started and stopped many times, some killed at a random moment: what is left of them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.row import Row
from benchmarks.servers.by_hand import can_run
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.machine.children import children_of, with_descendants
from iotrial.machine.leftover_processes import adopt

STARTS, LONG_STARTS = 40, 1000

#: The whole may take so long, and each command; servers whose worker was killed end within the last.
MOST_S, LONG_MOST_S, COMMAND_S, ENDING_S = 600, 3 * 3600, 90, 10
PAUSE_S = 0.05

#: Of so many commands one is killed: its worker, and next time iotrial.
EVERY = 4
KILLED = ("worker", "iotrial")

#: A moment of a kill: so long after the first worker is there, at most.
MOST_BEFORE_KILL_S = 4.0


@dataclass
class Tally:
    """What was started, what was killed, and what was left, each with where that was."""

    commands: int = 0
    workers: int = 0
    stacks: set[str] = field(default_factory=set)
    killed: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def rows(long: bool, starts: int | None = None, most_s: float | None = None) -> Iterator[Row]:
    """Three rows: nothing left by commands, nothing under the target, and every command as it should end."""
    wanted = starts or (LONG_STARTS if long else STARTS)
    end = time.monotonic() + (most_s or (LONG_MOST_S if long else MOST_S))
    catalog = tree.load()
    methods = _one_of_each_stack(catalog)
    tally = Tally()
    mounts = _mounts()
    with tempfile.TemporaryDirectory(prefix="iotrial-starts-") as made:
        place = _Place(Path(made), random.Random(1))
        adopt()  # whoever is left behind comes to this process
        while tally.commands < wanted and time.monotonic() < end and methods:
            killed = tally.killed.total()  # one that ended before its moment came is made up for
            is_due = (killed + 1) * EVERY <= tally.commands + 1
            kill = KILLED[killed % len(KILLED)] if is_due else None
            place.once(methods[tally.commands % len(methods)], kill, tally)
        if methods:
            place.once(methods[0], None, tally)  # a start after the last kill
        files = place.files()
    tally.left += [f"mount {line}" for line in sorted(_mounts() - mounts)]
    yield from rows_of(tally, files, wanted)


def rows_of(tally: Tally, files: Sequence[str], wanted: int) -> Iterator[Row]:
    """A row for what commands leave, one for the target, and one for their ends; not reached if time was up."""
    done = f"{tally.commands} commands with {tally.workers} workers seen, {len(tally.stacks)} stacks"
    killed = ", ".join(f"{count} times {what}" for what, count in sorted(tally.killed.items()))
    done += f", killed {killed}" if killed else ", none killed"
    is_all = tally.commands >= wanted
    done += "" if is_all else f" (of {wanted}: the time was up)"
    for figure, found in {
        "starts and stops: processes, listening ports and mounts that are left": tally.left,
        "starts and stops: files and sockets under the target after the next start": files,
        "starts and stops: commands that do not end as they should": tally.wrong,
    }.items():
        said = f"{len(found)}: {'; '.join(found[:3])}; {done}" if found else f"none; {done}"
        yield Row(figure, "none", said, not found if found or is_all else None)


def _one_of_each_stack(catalog: Catalog) -> list[str]:
    """A method of each stack that can run here."""
    found = {method.language: method.arm for method in catalog.methods_of("serve") if can_run(method.arm, catalog)}
    return [found[stack] for stack in sorted(found)]


class _Place:
    """A home and a target for commands, and what they leave there."""

    def __init__(self, folder: Path, drawn: random.Random) -> None:
        self._home, self._target, self._drawn = folder, folder / "target", drawn
        self._target.mkdir()
        self._before = set(children_of(os.getpid()))

    def once(self, method: str, kill: str | None, tally: Tally) -> None:
        """Check a method, which starts its servers several times; kill a worker or iotrial at a random moment."""
        own = {"XDG_DATA_HOME": str(self._home / "data")}  # a toolchain may lie in the home of the user
        command = [sys.executable, "-m", "iotrial", "check", f"serve/{method}", "--target", str(self._target)]
        with (self._home / "err").open("wb") as err:
            process = subprocess.Popen(
                command, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err
            )
        watch = _Watch(process, kill, self._drawn.uniform(0, MOST_BEFORE_KILL_S))
        is_ended, was_killed = watch.until_end()
        tally.commands += 1
        tally.workers += len(watch.workers)
        tally.stacks.add(method.partition("/")[0])
        where = f"{method}{f', {was_killed} killed' if was_killed else ''}"
        tally.killed.update([was_killed] if was_killed else [])
        said = (self._home / "err").read_text(errors="replace")
        if not is_ended:
            tally.wrong.append(f"{where}: not over after {COMMAND_S} s")
        elif "Traceback" in said or (not was_killed and process.returncode):
            tally.wrong.append(f"{where}: status {process.returncode}, {said.strip()[-200:]}")
        tally.left += [f"{where}: {what}" for what in self._left(watch)]

    def files(self) -> list[str]:
        """What is under the target, sockets named as such."""
        found = []
        for path in sorted(self._target.rglob("*")):
            kind = "socket" if stat.S_ISSOCK(path.lstat().st_mode) else "file"
            found.append(f"{kind} {path.relative_to(self._target)}")
        return found

    def _left(self, watch: _Watch) -> list[str]:
        """Processes of a command that are still there after a while, which are then ended, and ports they hold."""
        end = time.monotonic() + ENDING_S
        while (left := self._running()) and time.monotonic() < end:
            time.sleep(PAUSE_S)
        found = [f"process {pid} {_name(pid)}" for pid in left]
        found += [f"port {port}" for port in sorted(_ports(left))]
        found += [f"port {port} after its process" for port in sorted(watch.ports & _ports(watch.seen) - _ports(left))]
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self._running()
        return found

    def _running(self) -> list[int]:
        """Processes that came of a command and run; those that have ended are waited for."""
        own = [pid for pid in children_of(os.getpid()) if pid not in self._before]
        running = []
        for pid in own:
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG)[0] == 0:
                    running.append(pid)
        return with_descendants(running)


class _Watch:
    """A command that runs: its workers, its ports, and the moment of a kill."""

    def __init__(self, process: subprocess.Popen[bytes], kill: str | None, after_s: float) -> None:
        self._process, self._kill, self._after_s = process, kill, after_s
        self.workers: set[int] = set()
        self.seen: set[int] = set()
        self.ports: set[int] = set()

    def until_end(self) -> tuple[bool, str | None]:
        """Wait for its end; return if it ended by itself in time, or as it was killed, and what was killed."""
        end = time.monotonic() + COMMAND_S
        first = 0.0
        killed: str | None = None
        while self._process.poll() is None:
            if time.monotonic() > end:
                self._process.kill()
                self._process.wait()
                return False, killed
            current = self._look()
            first = first or (time.monotonic() if current else 0.0)
            if self._kill and not killed and first and time.monotonic() - first >= self._after_s:
                killed = self._killed(current)
            time.sleep(PAUSE_S)
        return True, killed

    def _look(self) -> list[int]:
        """Note what there is now; return the workers."""
        pids = with_descendants(children_of(self._process.pid))
        self.seen |= set(pids)
        self.ports |= _ports(pids)
        current = [pid for pid in pids if _is_worker(pid)]
        self.workers |= set(current)
        return current

    def _killed(self, workers: Sequence[int]) -> str | None:
        """Kill the worker, or iotrial; return which; None if there is no worker at this moment."""
        victim = self._process.pid if self._kill == "iotrial" else next(iter(workers), None)
        if victim is None:
            return None
        with contextlib.suppress(OSError):
            os.kill(victim, signal.SIGKILL)
        return self._kill


def _is_worker(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"/http_server/kit.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def _ports(pids: Sequence[int] | set[int]) -> set[int]:
    """The ports on which processes listen."""
    found: set[int] = set()
    for pid in pids:
        with contextlib.suppress(psutil.Error, OSError):
            sockets = psutil.Process(pid).net_connections("inet")
            found |= {one.laddr.port for one in sockets if one.status == psutil.CONN_LISTEN}
    return found


def _name(pid: int) -> str:
    with contextlib.suppress(psutil.Error):
        return str(psutil.Process(pid).name())
    return "?"


def _mounts() -> set[str]:
    return set(Path("/proc/self/mounts").read_text().splitlines()) if Path("/proc/self/mounts").exists() else set()
