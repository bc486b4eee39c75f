"""The real command in a process of its own, with every folder of its own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from commandline.fork_server import NO_FLOORS, WINDOW_NS
from commandline.process import Process, fork_server
from iotrial.cli.documents import DOCUMENTS
from programs import share_programs

#: A machine that is busy with other things is slow, not wrong.
PATIENCE_S = 300.0

#: So often a run is made whose verdicts do not hold, since its baseline differed from itself on a busy machine.
TRIES = 4

#: What says so, on the screen or in a document.
INVALID = re.compile(r'^ *INVALID, |"invalid": ?"', re.MULTILINE)

#: The least that answers: one small level, two methods, the shortest plan. Some thirty workers are started, which takes
#: Python 40 ms each, and a program one.
SMALL = (
    *("append", "--set", "records=100", "--blocks", "1", "--rounds", "8"),
    *("--method", "c/write_keep_open", "--method", "c/write_reopen"),
)

#: The same in the language that is always there, whatever the PATH and whoever the user.
SMALL_PYTHON = (*SMALL[:7], "--method", "python/os_write", "--method", "python/file_reopen")


#: Command -> the name under which `iotrial schema` knows what it prints.
PRINTED = {
    **{
        name: name
        for name in (
            *("explain", "compare", "claims", "gate", "advise"),
            *("runs", "studies", "methods", "machine", "check"),
        )
    },
    **{"show": "run", "run": "run", "target": "targets"},
}


def require_shape(found: Any, command: str, *arguments: str) -> None:
    """Hold what a command printed against the model that its schema is made from."""
    name = arguments[0] if command == "selftest" else PRINTED.get(command)
    if name is None:
        return
    if "--kit" in arguments:
        name = "check-kit"
    if name == "run" and "runs" in found:
        name = "several-runs"
    document = DOCUMENTS[name]
    for one in found if document.is_list else [found]:
        document.model.model_validate_json(json.dumps(one), strict=True)


@contextlib.contextmanager
def ended_if_this_fails(process: Process) -> Iterator[None]:
    """Leave no process behind for the tests that follow."""
    try:
        yield
    except BaseException:
        process.kill()
        process.communicate()
        raise


@dataclass
class Place:
    """A home, a target and a results folder for one test."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.target = self.root / "target"
        self.results = self.root / "results"
        self.target.mkdir()
        share_programs(self.root / "cache")
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
        own = {
            "HOME": str(self.root),
            "XDG_CACHE_HOME": str(self.root / "cache"),
            "XDG_DATA_HOME": str(self.root / "data"),
            "IOTRIAL_TARGETS": str(self.root / "targets"),
        }
        self.environment = {**kept, **own, "IOTRIAL_RESULTS": str(self.results), NO_FLOORS: "yes"}

    def measure_floors(self) -> None:
        """Measure the floors beside the arms, as every run of a user does: they are two fifths of a small run."""
        del self.environment[NO_FLOORS]

    def shorten_windows(self) -> None:
        """Let several workers at once fill windows of 50 ms, which suit a test of what they do to each other."""
        self.environment[WINDOW_NS] = str(50_000_000)

    def start(self, *arguments: str, terminal: int | None = None, **more: str) -> Process:
        """Start a command, with more variables in its environment; what it prints may go to a terminal."""
        environment = {**self.environment, **more}
        return Process(fork_server(environment), arguments, environment, self.root, terminal)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments)
        with ended_if_this_fails(process):
            out, err = process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def document(self, *arguments: str) -> Any:
        """The JSON document that a command prints; whatever has a schema fits it."""
        return self._parsed(self.run(*arguments, "--json"), *arguments)

    def _parsed(self, done: subprocess.CompletedProcess[str], *arguments: str) -> Any:
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        require_shape(found, *arguments)
        return found

    def valid_run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A run whose verdicts hold; a machine that was too busy for that is asked again, as its words advise.

        What came of a run that does not hold is removed, so that there is one.
        """
        done = self.run(*arguments)
        for _ in range(TRIES - 1):
            if not INVALID.search(done.stdout):
                break
            shutil.rmtree(self.results)
            done = self.run(*arguments)
        return done

    def valid_document(self, *arguments: str) -> Any:
        """The JSON document of a run whose verdicts hold."""
        return self._parsed(self.valid_run(*arguments, "--json"), *arguments)

    def runs(self) -> list[Path]:
        return sorted(path.parent for path in self.results.glob("[!.]*/run.json"))

    def wait_for_sweeps(self, process: Process, sweeps: int) -> None:
        """Wait until a run that goes on has stored some sweeps."""
        end = time.monotonic() + PATIENCE_S
        # A run is written under a name with a point, which goes when it is whole.
        while len(list(self.results.glob("[!.]*/sweep-*.parquet"))) < sweeps:
            assert time.monotonic() < end, f"fewer than {sweeps} sweeps were stored in {PATIENCE_S:.0f} s"
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)

    def interrupt(self, number: int, *arguments: str, sweeps: int = 2) -> subprocess.CompletedProcess[str]:
        """Start a command, wait for some sweeps to be stored, and send it a signal."""
        process = self.start(*arguments)
        with ended_if_this_fails(process):
            self.wait_for_sweeps(process, sweeps)
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE_S)
        if number != signal.SIGKILL:
            assert "Traceback" not in err, err
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def rounds_taken(self, arm: str, level: int = 0) -> int:
        """Count the rounds of the last run in which an arm was sampled; a busy machine may have spoilt some of them."""
        sql = f"SELECT count(DISTINCT sweep) AS n FROM samples WHERE arm = '{arm}' AND level = {level}"
        (row,) = self.document("query", sql)
        return int(row["n"])

    def leftovers(self) -> list[str]:
        return [path.name for path in self.target.iterdir()]
