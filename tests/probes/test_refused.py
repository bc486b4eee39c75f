"""Calls that the system refuses a process for a while."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from iotrial.probes.injected import ASKING, OPENING, refused
from iotrial.probes.tracer import NoTrace
from iotrial.workers.protocol import Dialogue

#: Answers each line with what came of listing the folder and of looking up the file that it names.
ASKED = """
import os, sys
for line in sys.stdin:
    folder, name = line.split()
    said = []
    for call in (lambda: os.listdir(f"{folder}/{name}"), lambda: os.stat(name, dir_fd=os.open(folder, os.O_RDONLY))):
        try:
            call()
            said.append("done")
        except OSError as error:
            said.append(error.strerror)
    print(*said, sep=", ", flush=True)
"""


@dataclass
class Asked:
    """A process that looks things up."""

    process: subprocess.Popen[str]

    @property
    def dialogue(self) -> Dialogue:
        """Return the part of a dialogue that is needed here: the process."""
        return cast("Dialogue", self.process)

    def about(self, folder: Path, name: str) -> str:
        """Return what came of it."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{folder} {name}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


@pytest.fixture
def asked() -> Iterator[Asked]:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", ASKED], stdin=pipe, stdout=pipe, text=True) as process:
        yield Asked(process)
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe


def test_calls_that_name_a_path_are_refused_until_it_is_over_and_others_are_not(tmp_path: Path, asked: Asked) -> None:
    for name in ("refused", "other"):
        (tmp_path / name).mkdir()
    paths = [f"{tmp_path}/refused", "refused"]
    try:
        with refused(asked.dialogue, paths, OPENING, "EACCES"):
            assert asked.about(tmp_path, "refused") == "Permission denied, done"
            assert asked.about(tmp_path, "other") == "done, done"
        with refused(asked.dialogue, paths, (*OPENING, *ASKING), "ENOENT"):
            assert asked.about(tmp_path, "refused") == "No such file or directory, No such file or directory"
    except NoTrace as reason:
        pytest.skip(str(reason))
    assert asked.about(tmp_path, "refused") == "done, done"


def test_a_system_without_strace_and_a_process_that_is_gone_are_told(
    tmp_path: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""], text=True)
    gone.wait()
    with pytest.raises(NoTrace), refused(Asked(gone).dialogue, [str(tmp_path)], OPENING, "EACCES"):
        pytest.fail("there was nothing to attach to")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoTrace, match="not installed"), refused(asked.dialogue, ["x"], OPENING, "EACCES"):
        pytest.fail("there was nothing to attach with")
