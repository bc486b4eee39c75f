"""Refusals of the system are told in a line with the next step, and are no bug; so are streams closed or full."""

from __future__ import annotations

import errno
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commandline.command import PATIENCE_S, SMALL, SMALL_PYTHON, Place
from iotrial.machine.refusal import refusal_of


def typed(
    place: Place, line: str, *arguments: str, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run iotrial from a shell: `line` has it as "$@"."""
    return subprocess.run(
        ["/bin/sh", "-c", line, "sh", sys.executable, "-m", "iotrial", *arguments],
        env=place.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        preexec_fn=before,
    )


@pytest.mark.parametrize(
    ("line", "command", "code"),
    [
        ('"$@" >&-', "methods", 0),
        ('"$@" 2>&-', "nonsense", 2),
        ('"$@" <&- >&- 2>&-', "nonsense", 2),
        ('"$@" >&- 2>&-', "methods", 0),
    ],
)
def test_a_command_whose_streams_are_closed_ends_as_it_would_have(
    place: Place, line: str, command: str, code: int
) -> None:
    done = typed(place, line, command)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("line", ['"$@" > /dev/full', '"$@" > /dev/full 2> /dev/full'])
def test_output_on_a_full_disk_is_told_if_it_can_be(place: Place, line: str) -> None:
    done = typed(place, line, "methods")
    assert done.returncode == 2
    if not line.endswith("2> /dev/full"):
        assert done.stderr.startswith("error: the system refused: No space left on device\nhint: make room")
    assert "failed" not in done.stderr and len(done.stderr.splitlines()) in (0, 2)


def test_a_low_limit_of_open_files_is_told_with_the_way_to_raise_it(place: Place) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))

    done = typed(place, 'exec "$@"', "run", *SMALL_PYTHON, "--target", str(place.target), before=limit)
    assert done.returncode == 2, done.stderr
    assert "Too many open files" in done.stderr and "hint: allow more open files: ulimit -n" in done.stderr
    assert "itself failed" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to this limit")
@pytest.mark.parametrize("limit_bytes", [400 << 20, 512 << 20, 1 << 30])
def test_a_limit_of_addresses_that_would_end_a_library_without_a_word_is_refused(
    place: Place, limit_bytes: int
) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes))

    done = typed(place, 'exec "$@"', "run", *SMALL, "--target", str(place.target), before=limit)
    assert done.returncode == 2 and "the limit of addresses for a process is " in done.stderr, done.stderr
    assert "hint: raise it: ulimit -v unlimited" in done.stderr
    assert place.leftovers() == []


@pytest.mark.parametrize(
    ("error", "said", "step"),
    [
        (OSError(errno.ENOSPC, "", "/x"), "the system refused '/x': No space left on device", "make room"),
        (OSError(errno.EIO, "", b"/x\xff"), "the system refused '/x\\udcff': Input/output error", "dmesg"),
        (OSError(errno.EROFS, ""), "the system refused: Read-only file system", "dmesg"),
        (OSError(errno.EMFILE, "", 3), "the system refused: Too many open files", "ulimit -n"),
        (BlockingIOError(errno.EAGAIN, ""), "the system refused: Resource temporarily unavailable", "ulimit -u"),
        (ImportError("x.so: failed to map segment from shared object"), "Cannot allocate memory", "ulimit -v"),
        (MemoryError(), "Cannot allocate memory", "ulimit -v"),
        (RuntimeError("can't start new thread"), "no further thread can be started", "ulimit -u"),
    ],
)
def test_what_the_system_refuses_has_a_next_step(error: Exception, said: str, step: str) -> None:
    problem = refusal_of(error)
    assert problem is not None and problem.hint is not None
    assert problem.line() == said and step in problem.hint


@pytest.mark.parametrize("error", [FileNotFoundError(errno.ENOENT, "", "/x"), RuntimeError("other"), KeyError("x")])
def test_what_may_be_a_bug_is_not_taken_for_a_refusal(error: Exception) -> None:
    assert refusal_of(error) is None
