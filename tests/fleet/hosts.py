"""A fleet on this machine: a scheduler, and workers that take themselves for hosts, each with a home of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil

from fleet.network import Network
from programs import share_programs

LOOPBACK = "127.0.0.1"
#: No wait of a test is longer. Some take most of a minute on a machine that does other work.
PATIENCE_S = 300.0

#: A study that takes some seconds, and one that takes as long as a fault needs.
STUDY = """
question = "Which writes faster?"
job = "append"
baseline = "c/write_keep_open"
methods = ["c/write_keep_open", "c/fwrite_buffered"]
rounds = {rounds}
blocks = 1
budget = "20 min"
[[levels]]
records = 100
"""


def wait_until(ready: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not ready():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.05)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of its own in a folder, of 16 MiB; root alone can have one."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left on a folder's file system; the file that has it."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return filler


class Fleet:
    """The processes of a fleet; all of them end with it."""

    def __init__(self, folder: Path, on: Network | None = None) -> None:
        self.folder = folder
        self.network = on
        self.address = ""
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        share_programs(folder / "cache")

    def start_scheduler(self) -> None:
        told = self.folder / "scheduler.json"
        told.unlink(missing_ok=True)
        here = LOOPBACK if self.network is None else self.network.address
        words = ["--host", here, "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
        self._start("scheduler", "distributed.cli.dask_scheduler", words, {})
        wait_until(lambda: told.exists() and told.stat().st_size, "a scheduler")
        self.address = str(json.loads(told.read_text())["address"])

    def start_host(self, name: str, *words: str, **environment: str) -> None:
        """Start a worker, which may have been there before."""
        own = self.folder / name
        own.mkdir(exist_ok=True)
        words = words or ("--resources", "iotrial=1")
        every = [self.address, "--name", name, "--nthreads", "1", "--no-dashboard", "--no-nanny", *words]
        every += ["--local-directory", str(own / "dask")]
        every += ["--host", LOOPBACK if self.network is None else self.network.address_of(name)]
        inside = [] if self.network is None else self.network.inside(name)
        environment = {"IOTRIAL_FLEETS": str(own / "fleets"), **environment}
        self._start(name, "distributed.cli.dask_worker", every, environment, inside)

    def _start(
        self, name: str, module: str, words: list[str], environment: dict[str, str], inside: Sequence[str] = ()
    ) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [*inside, sys.executable, "-m", module, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment | environment,
            )

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_DATA_HOME": str(self.folder / "data")}

    def kill(self, name: str) -> None:
        self._processes[name].kill()
        self._processes[name].wait()

    def iotrial(self, *words: object) -> subprocess.CompletedProcess[str]:
        with self.started(*words) as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(list(map(str, words)), process.returncode, out, err)

    def started(self, *words: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "iotrial", *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.environment,
        )

    def study(self, name: str, rounds: int = 9) -> Path:
        path = self.folder / f"{name}.toml"
        path.write_text(STUDY.format(rounds=rounds))
        return path

    def kept(self, host: str) -> list[Path]:
        """The runs that a host keeps, as far as they are."""
        return sorted(path.parent for path in (self.folder / host / "fleets").glob("*/*/runs/*/run.json"))

    def sweeps(self, host: str) -> int:
        return sum(len(list(run.glob("sweep-*.parquet"))) for run in self.kept(host))

    def measuring(self) -> list[psutil.Process]:
        """Processes that measure for a host of this fleet."""
        found = []
        for process in psutil.process_iter(["cmdline"]):
            words = process.info["cmdline"] or []
            if "run" in words and any(str(self.folder) in word and "/fleets/" in word for word in words):
                found.append(process)
        return found

    def kill_whole(self, name: str) -> None:
        """Kill a host with all that measures there; there is only this host."""
        self.kill(name)
        for process in self.measuring():
            for one in (*process.children(recursive=True), process):
                with contextlib.suppress(psutil.Error):
                    one.kill()

    def end(self) -> None:
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()
        for left in self.measuring():
            with contextlib.suppress(psutil.Error):
                left.send_signal(signal.SIGKILL)


@contextlib.contextmanager
def fleet(folder: Path, *hosts: str, on: Network | None = None) -> Iterator[Fleet]:
    """A scheduler with hosts of these names, each at its place in a network if there is one."""
    made = Fleet(folder, on)
    try:
        made.start_scheduler()
        for host in hosts:
            made.start_host(host)
        yield made
    finally:
        made.end()
