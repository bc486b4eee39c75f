"""A host reached through a shell, here the one of this machine: what it tells, and how it fails."""

from __future__ import annotations

import io
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.errors import UsageError
from iotrial.machine.leftover_processes import mark
from iotrial.workers.build import program_of
from iotrial.workers.other_host import HostGone, OtherHost, Way, reached
from iotrial.workers.state import ArmState
from iotrial.workers.station import serve
from iotrial.workers.worker import WorkerFailed

HERE = ("sh", "-c")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the name of a workplace."""
    made = tmp_path / f"iotrial-{secrets.token_hex(8)}"
    made.mkdir()
    return made


def way(name: str = "web1", interpreter: str = sys.executable) -> Way:
    return Way(name, HERE, interpreter)


@pytest.fixture
def host(folder: Path, tmp_path: Path) -> Iterator[OtherHost]:
    with reached([way()], folder, tmp_path) as (found,):
        yield found


def arm_of(name: str) -> ArmState:
    found = tree.load().variant("append", name)
    assert found is not None
    made = ArmState(0, name, "arm", found.method, found.kit)
    made.program = program_of(found.kit, found.method, {})
    return made


def test_a_host_tells_what_it_is_and_its_clock(host: OtherHost) -> None:
    assert host.kernel == os.uname().release and host.filesystem
    told = host.clock()
    assert abs(told.offset_ns) <= told.error_ns < 10**9  # it is this machine's own


def test_a_program_is_made_there_and_is_the_same_as_here(host: OtherHost) -> None:
    arm = arm_of("python/os_write")
    assert arm.program is not None
    words = host.argv(arm, ["xxx"], {"A": "b c"}, {})
    assert words[: len(HERE) + 4][-len(HERE) :] == list(HERE)
    assert "env 'A=b c'" in words[-1].replace("'\"'\"'", "'") and words[-1].count("xxx") == 1
    assert all(part in words[-1] for part in arm.program.argv)


def test_another_program_there_is_refused(host: OtherHost) -> None:
    arm = arm_of("python/os_write")
    assert arm.program is not None
    object.__setattr__(arm.program, "sha256", "0" * 64)
    with pytest.raises(WorkerFailed, match="another program on web1: its files or packages differ"):
        host.argv(arm, [], {}, {})
    object.__setattr__(arm.program, "compiler", "Python 2.7.18")
    with pytest.raises(WorkerFailed, match=r"Python 3\S* there, Python 2\.7\.18 here"):
        host.argv(arm, [], {}, {})


def test_a_method_that_is_not_there_is_named_and_the_host_goes_on(host: OtherHost) -> None:
    arm = arm_of("python/os_write")
    arm.arm = "python/of_a_tree"
    with pytest.raises(WorkerFailed, match="on web1: has no method python/of_a_tree"):
        host.argv(arm, [], {}, {})
    assert host.clock().error_ns > 0


def test_what_is_left_of_a_round_is_ended_and_its_arms_are_named(host: OtherHost, folder: Path) -> None:
    own = mark(f"{folder.name}/000001", 7)
    left = subprocess.Popen(["sleep", "600"], env={**os.environ, **own})
    while "sleep" not in Path(f"/proc/{left.pid}/cmdline").read_text():
        time.sleep(0.01)
    assert host.end(f"{folder.name}/000002") == set()
    assert host.end(f"{folder.name}/000001") == {7}
    assert left.wait() == -9


def test_when_the_connection_ends_what_is_left_of_the_run_is_ended_too(folder: Path, tmp_path: Path) -> None:
    with reached([way()], folder, tmp_path):
        left = subprocess.Popen(["sleep", "600"], env={**os.environ, **mark(f"{folder.name}/000001", 0)})
        while "sleep" not in Path(f"/proc/{left.pid}/cmdline").read_text():
            time.sleep(0.01)
    assert left.wait(60) == -9


def test_a_host_that_is_gone_says_so(host: OtherHost) -> None:
    os.killpg(host._process.pid, signal.SIGKILL)
    host._process.wait()
    with pytest.raises(HostGone, match="the host web1 does not answer"):
        host.clock()


def test_all_that_keeps_hosts_from_it_is_said_at_once(tmp_path: Path, folder: Path) -> None:
    def program(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    older = json.dumps({"version": "0.0.9", "rules": "", "sees": True, "writes": True, "kernel": "6.1"})
    blind = (
        f"exec {sys.executable} -c 'import iotrial.workers.station as station; "
        "look = station.Station.look; "
        "station.Station.look = lambda self, folder, note, text, trees: look(self, folder, note, str(), trees); "
        "station.main()'"
    )
    ways = [
        Way("shut", ("sh", "-c", "echo Permission denied >&2; exit 255")),
        way("none", "/no/such/python"),
        way("speaks", program("speaks", "echo hello; read line")),
        way("old", program("old", f"read line; echo '{older}'; read line")),
        way("blind", program("blind", blind)),
        way("well"),
    ]
    with pytest.raises(UsageError) as error, reached(ways, folder, tmp_path):
        pytest.fail("was reached")
    told = {problem.where: problem.message for problem in error.value.problems}
    assert list(told) == ["shut", "none", "speaks", "old", "blind"]
    hints = [str(problem.hint) for problem in error.value.problems]
    assert told["shut"] == "does not answer: Permission denied" and "by hand" in hints[0] and "pip install" in hints[1]
    assert "does not answer" in told["none"] and "/no/such/python" in told["none"]
    assert "answers what no station does" in told["speaks"]
    assert told["old"].startswith("has iotrial 0.0.9, and here is ")
    assert told["blind"] == f"does not see what is written to {str(tmp_path)!r}"
    assert all(problem.hint for problem in error.value.problems)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "unknown request"),
        ("[1]", "unknown request"),
        ('{"ask": "shell"}', "unknown request"),
        ('{"ask": "now", "more": 1}', "unknown request"),
        ('{"ask": "end", "mark": "/"}', "no folder that iotrial made"),
        ('{"ask": "end", "mark": "iotrial-0123456789abcdef0"}', "no folder that iotrial made"),
        ('{"ask": "look", "folder": "/etc", "note": "passwd", "text": "", "trees": []}', "no folder that iotrial made"),
        ('{"ask": "program", "job": "append", "arm": "c/none", "options": {}}', "no method c/none"),
    ],
)
def test_a_station_answers_whatever_it_is_asked(line: str, said: str) -> None:
    answers = io.StringIO()
    serve(io.StringIO(f'{line}\n{{"ask": "now"}}\n'), answers)
    first, second = (json.loads(text) for text in answers.getvalue().splitlines())
    assert said in first["problem"] and set(first) == {"problem"}
    now: Any = second["now_ns"]
    assert 0 <= time.monotonic_ns() - now < 60 * 10**9


def slowly(pauses: Sequence[float]) -> Iterator[str]:
    """Requests that take their time."""
    for pause_s in pauses:
        time.sleep(pause_s)
        yield '{"ask": "now"}\n'


def test_an_empty_line_goes_out_while_nobody_asks_and_is_no_answer(
    host: OtherHost,
) -> None:
    answers = io.StringIO()
    serve(slowly([0.2, 0.0]), answers, sign_s=0.02)
    lines = answers.getvalue().split("\n")
    assert sum(line == "" for line in lines) > 2 and sum("now_ns" in line for line in lines) == 2
    host._buffer = b"\n\n\n"
    assert host.clock().error_ns > 0
