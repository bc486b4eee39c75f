"""A reader's view of a file while it gets new content."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from iotrial.probes.meanwhile import FoundMeanwhile, found_meanwhile
from iotrial.workers.protocol import Dialogue

OLD, NEW = b"old" * 50_000, b"new" * 20_000

#: Runs a program once it is asked to.
ASKED = "import os, sys\npath, new = sys.argv[2], b'new' * 20_000\nsys.stdin.readline()\nexec(sys.argv[1])\n"

EMPTIED = "open(path, 'wb', 0).write(new)"
OVER = "file = open(path, 'r+b', 0); file.write(new); file.truncate()"
RENAMED = "open(path + '~', 'wb').write(new); os.replace(path + '~', path)"
GAP = "open(path + '~', 'wb').write(new); os.remove(path); os.rename(path + '~', path)"


#: A state that is there for a moment is looked for so many times.
TRIALS = 5


@dataclass
class Writer:
    """A process that does something once, as a worker that is asked for `check`."""

    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        """Return its number."""
        return self.process.pid

    def begin(self, verb: str, pairs: object) -> None:
        """Have it begin."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def has_answered(self, within_s: float) -> bool:
        """True if it has ended."""
        return self.process.poll() is not None

    def end(self, verb: str) -> None:
        """Wait for its end."""
        assert self.process.wait() == 0


def found_of(program: str, path: Path) -> FoundMeanwhile:
    path.write_bytes(OLD)
    command = [sys.executable, "-c", ASKED, program, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        found = found_meanwhile(cast("Dialogue", Writer(process)), path, OLD, NEW)
    assert path.read_bytes() == NEW
    return found


def found_at_last(program: str, path: Path, kind: str) -> FoundMeanwhile:
    """Look until a state was found: on a busy machine a reader may have no turn while the process is held."""
    for _ in range(TRIALS):
        found = found_of(program, path)
        if getattr(found, kind) or not found.is_held:
            break
    return found


def test_a_reader_finds_each_state_in_between_and_nothing_that_was_not_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    renamed = found_of(RENAMED, path)
    pairs = ((EMPTIED, "part"), (OVER, "mixed"), (GAP, "missing"))
    emptied, over, gap = (found_at_last(program, path, kind) for program, kind in pairs)
    assert renamed == FoundMeanwhile(0, 0, 0, is_same_file=False, is_held=renamed.is_held)
    assert emptied.is_same_file and over.is_same_file and not gap.is_same_file
    assert (emptied.missing, over.missing, gap.part + gap.mixed) == (0, 0, 0)
    if not renamed.is_held and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
        pytest.skip("strace cannot hold a process here")
    assert emptied.part and over.mixed and gap.missing


def test_without_strace_a_reader_looks_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = found_of(RENAMED, tmp_path / "file")
    assert found == FoundMeanwhile(0, 0, 0, is_same_file=False, is_held=False)
