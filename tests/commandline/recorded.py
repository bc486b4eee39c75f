"""Runs that are measured once a session, for all tests that need some run and do not care when it was made.

    run = recorded("small").copy_to(place)
    assert place.document("show", run)["complete"]

The processes that share the tests (pytest-xdist) share the runs: who asks for one first measures it, and who asks
meanwhile waits for its lock. Nobody writes to what is stored; each test has a copy among its own results, and may do
with it what it likes. A test of measuring itself (a signal, a mount, a harmful method) makes a run of its own.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from commandline.command import SMALL_PYTHON, Place
from in_memory import folder_in_memory
from programs import FOLDER

#: Name -> what is typed after `iotrial run`, without a target.
RUNS: Mapping[str, tuple[str, ...]] = {
    "small": (*SMALL_PYTHON, "--seed", "7"),
    "the same again": (*SMALL_PYTHON, "--seed", "7"),
    "another margin": (*SMALL_PYTHON, "--margin", "2%", "--no-evidence"),
    "no evidence": (*SMALL_PYTHON, "--no-evidence"),
}


@dataclass(frozen=True)
class Recorded:
    """A run that is stored, and what came of the command that measured it."""

    folder: Path
    target: str
    out: str
    err: str
    leftovers: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name, as commands take it."""
        return self.folder.name

    def copy_to(self, place: Place) -> str:
        """Give a test a copy of its own; return its name."""
        shutil.copytree(self.folder, place.results / self.name)
        return self.name

    def move_to(self, place: Place) -> str:
        """Give a test a copy that was measured in its own target, for a command that works there again."""
        self.copy_to(place)
        record = place.results / self.name / "run.json"
        record.write_text(record.read_text().replace(self.target, str(place.target)))
        return self.name


def recorded(name: str) -> Recorded:
    """Return a run; it is measured if nobody has."""
    home = Path(os.environ[FOLDER]) / "runs" / name.replace(" ", "-")
    home.mkdir(parents=True, exist_ok=True)
    told = home / "told.json"
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(json.dumps(_measured(RUNS[name], home)))
    code, run, *rest = json.loads(told.read_text())
    assert code == 0, rest
    target, out, err, leftovers = rest
    return Recorded(home / "results" / run, target, out, err, tuple(leftovers))


def _measured(arguments: tuple[str, ...], home: Path) -> tuple[int, str, str, str, str, list[str]]:
    """Exit code, run, target, what was said and what was left, of a command whose run is stored in `home`."""
    with folder_in_memory(home) as folder:
        place = Place(folder)
        place.measure_floors()
        done = place.run("run", *arguments, "--target", str(place.target))
        runs = place.runs()
        for one in runs:
            shutil.copytree(one, home / "results" / one.name)
        run = runs[0].name if runs else ""
        return done.returncode, run, str(place.target), done.stdout, done.stderr, place.leftovers()
