"""A fleet on this machine: a scheduler, and workers that take themselves for hosts, each with a home of its own."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil

from commandline.command import ended_if_this_fails
from commandline.process import Process, fork_server
from hosts.network import Network
from programs import share_programs
from unhurried import C, unhurried

LOOPBACK = "127.0.0.1"
PROGRAM = Path(__file__).with_name("dask_server.py")

#: As in that program, which no test imports.
NETWORK, FORKS = "IOTRIAL_TESTED_NETWORK", "IOTRIAL_TESTED_FORKS"
#: No wait of a test is longer. Some take most of a minute on a machine that does other work.
PATIENCE_S = 300.0

#: The least that gives an interval; the second method is one that is sent along, if its runs are to wait for a test.
STUDY = """
question = "Which writes faster?"
job = "append"
baseline = "{baseline}"
methods = ["{baseline}", "{other}"]
rounds = {rounds}
blocks = 1
budget = "20 min"
[[levels]]
records = {records}
"""
ROUNDS = 9

#: A method that waits while there is a gate and its host has stored a sweep, so that a fault comes in time.
WAITS = "c/waits"
_WAITS = """
#include <glob.h>
#include <stdlib.h>
#include <stdio.h>

static void wait_at_the_gate(void) {
    const char *fleets = getenv("IOTRIAL_FLEETS");
    char gate[4096], sweeps[4096];
    snprintf(gate, sizeof gate, "%s/../gate", fleets);
    snprintf(sweeps, sizeof sweeps, "%s/*/*/runs/[!.]*/sweep-*.parquet", fleets);
    while (access(gate, F_OK) == 0) {
        glob_t found = {0};
        int is_none = glob(sweeps, GLOB_NOSORT, NULL, &found);
        globfree(&found);
        if (is_none)
            return;
        usleep(10000);
    }
}

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
    """The processes of a fleet, and whoever uses it from a folder of their own; all of them end with it."""

    def __init__(
        self, folder: Path, work: Path | None = None, on: Network | None = None, *, has_forks: bool = False
    ) -> None:
        """has_forks: hosts measure in forks of what has imported iotrial, and without floors."""
        self.folder, self.work = folder, work or folder
        self.network, self._has_forks = on, has_forks
        self.address = ""
        self._processes: dict[str, Process] = {}
        if not (folder / "cache").exists():
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
        """Start a worker, which may have been there before, and wait until the scheduler knows it."""
        own = self.folder / name
        own.mkdir(exist_ok=True)
        words = words or ("--resources", "iotrial=1")
        every = [self.address, "--name", name, "--nthreads", "1", "--no-dashboard", "--no-nanny", *words]
        every += ["--local-directory", str(own / "dask")]
        every += ["--host", LOOPBACK if self.network is None else self.network.address_of(name)]
        if self.network is not None:
            environment[NETWORK] = str(self.network.namespace(name))
        if self._has_forks:
            environment[FORKS] = "yes"
        before = self.arrivals(name)
        self._start(name, "distributed.cli.dask_worker", every, {"IOTRIAL_FLEETS": str(own / "fleets"), **environment})
        wait_until(lambda: self.arrivals(name) > before, f"{name} at the scheduler")

    def arrivals(self, name: str) -> int:
        """How often the scheduler has said that a worker of this name is there."""
        said = (self.folder / "scheduler.log").read_text(errors="replace")
        return len(re.findall(rf"Register worker .*name: {re.escape(name)}\b", said))

    def _start(self, name: str, module: str, words: Sequence[str], environment: dict[str, str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = self._process(module, words, environment, log.fileno())

    def _process(
        self, module: str, words: Sequence[object], environment: dict[str, str], terminal: int | None = None
    ) -> Process:
        whole = self.environment | environment
        server = fork_server(whole, PROGRAM)
        return Process(server, [module, *map(str, words)], whole, self.work, terminal)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_DATA_HOME": str(self.folder / "data")}

    def kill(self, name: str) -> None:
        process = self._processes.pop(name)
        process.kill()
        process.wait()

    def iotrial(self, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
        with self.started(*words, **environment) as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(list(map(str, words)), process.returncode, out, err)

    @contextlib.contextmanager
    def started(self, *words: object, **environment: str) -> Iterator[Process]:
        """Start a command, which ends here at the latest."""
        process = self._process("iotrial", words, environment)
        with ended_if_this_fails(process):
            yield process
            assert process.poll() is not None, "the test is over, and its command is not"

    def study(self, name: str, other: str = "c/unhurried_too") -> tuple[object, ...]:
        """The words for a study of methods that are sent along, and leave the CPUs to others."""
        methods = self.work / "methods"
        if not methods.exists():
            text = (unhurried(methods) / "append" / f"{C}.c").read_text()
            (methods / "append" / "c" / "unhurried_too.c").write_text(text)
            text = text.replace("\nstatic int write_all", f"{_WAITS}static int write_all", 1)
            text = text.replace("    int log = open(", "    wait_at_the_gate();\n    int log = open(", 1)
            (methods / "append" / f"{WAITS}.c").write_text(text)
        return (self._written(name, baseline=C, other=other, rounds=ROUNDS, records=10), "--with", methods)

    def study_of_ours(self, name: str, rounds: int = ROUNDS) -> Path:
        """A study of methods that every host has."""
        baseline, other = "c/write_keep_open", "c/fwrite_buffered"
        return self._written(name, baseline=baseline, other=other, rounds=rounds, records=100)

    def _written(self, name: str, **given: object) -> Path:
        path = self.work / f"{name}.toml"
        path.write_text(STUDY.format(**given))
        return path

    def waiting_study(self, name: str) -> tuple[object, ...]:
        """The words for a study each run of which waits with one sweep until `go_on` lets it."""
        for host in self.hosts:
            (self.folder / host / "gate").touch()
        return self.study(name, WAITS)

    def wait_for_a_sweep(self, *hosts: str) -> None:
        """Wait until runs of a study that waits do so."""
        for host in hosts:
            wait_until(functools.partial(self.sweeps, host), f"a sweep of {host}")

    def go_on(self) -> None:
        """Let all runs that wait go on, and those that follow not wait."""
        for gate in self.folder.glob("*/gate"):
            gate.unlink()

    @property
    def hosts(self) -> list[str]:
        return [name for name in self._processes if name != "scheduler"]

    def kept(self, host: str) -> list[Path]:
        """The runs that a host keeps, as far as they are."""
        return sorted(path.parent for path in (self.folder / host / "fleets").glob("*/*/runs/[!.]*/run.json"))

    def sweeps(self, host: str) -> int:
        return sum(len(list(run.glob("sweep-*.parquet"))) for run in self.kept(host))

    def unsent_bytes(self, host: str) -> int:
        """What the sockets of a host have sent and nobody has confirmed."""
        table = Path(f"/proc/{self._processes[host].pid}/net/tcp").read_text().splitlines()[1:]
        return sum(int(line.split()[4].partition(":")[0], 16) for line in table)

    def measuring(self) -> list[psutil.Process]:
        """Processes that measure for a host of this fleet; a fork of one that is about to be a worker is none."""
        found = {}
        for process in psutil.process_iter(["cmdline", "ppid"]):
            words = process.info["cmdline"] or []
            if "run" in words and any(str(self.folder) in word and "/fleets/" in word for word in words):
                found[process.pid] = process
        return [process for process in found.values() if process.info["ppid"] not in found]

    def kill_whole(self, name: str) -> None:
        """Kill a host with all that measures there; no other host measures."""
        self.kill(name)
        self._kill_measuring()

    def _kill_measuring(self) -> None:
        for process in self.measuring():
            for one in (*process.children(recursive=True), process):
                with contextlib.suppress(psutil.Error):
                    one.kill()

    @contextlib.contextmanager
    def used_from(self, work: Path, *hosts: str) -> Iterator[None]:
        """Let a test use the fleet from a folder of its own: it finds these hosts and nothing of other tests."""
        self.work = work
        if "scheduler" not in self._processes:
            self.start_scheduler()
        for host in hosts:
            if host not in self._processes:
                self.start_host(host)
        try:
            yield
        except BaseException:
            self.end()  # in whatever state it is
            raise
        finally:
            self.go_on()
            if self.measuring():  # with a host that may still work for the test
                self.end()
            for host in self.hosts:
                if host not in hosts:
                    self.kill(host)
            self.forget()

    def forget(self) -> None:
        """Remove what hosts have kept."""
        for fleets in self.folder.glob("*/fleets"):
            shutil.rmtree(fleets, ignore_errors=True)

    def end(self) -> None:
        for process in self._processes.values():
            process.send_signal(signal.SIGKILL)
        while self._processes:
            self._processes.popitem()[1].wait()
        self._kill_measuring()


@contextlib.contextmanager
def fleet(folder: Path, *hosts: str, on: Network | None = None, has_forks: bool = False) -> Iterator[Fleet]:
    """A scheduler with hosts of these names, each at its place in a network if there is one."""
    made = Fleet(folder, on=on, has_forks=has_forks)
    try:
        made.start_scheduler()
        for host in hosts:
            made.start_host(host)
        yield made
    finally:
        made.end()
