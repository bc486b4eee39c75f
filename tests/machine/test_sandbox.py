"""What a program in a sandbox cannot reach, though it sees the whole machine."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from iotrial.machine.method_sandbox import TRIES, NoSandbox, Sandbox, sandbox_program


@pytest.fixture
def program() -> str:
    try:
        return sandbox_program()
    except NoSandbox as reason:
        pytest.skip(str(reason))


def said_in(program: str, folder: Path, script: str, *before: str) -> str:
    """What a script prints in a sandbox, which a program before it may start."""
    for _ in range(TRIES):  # sockets of other tests come and go
        argv = [*before, *Sandbox(program, folder).argv(python(script), info=False)]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if not done.stderr.startswith("bwrap: "):
            break
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def python(script: str) -> list[str]:
    """The command of a script."""
    return [sys.executable, "-I", "-c", textwrap.dedent(script)]


@pytest.mark.parametrize("place", ["services/one", "own/one", "own of another/one"])
def test_no_service_of_the_machine_can_be_talked_to(program: str, tmp_path: Path, place: str) -> None:
    path, own = tmp_path / place, tmp_path / "own"
    own.mkdir()
    path.parent.mkdir(exist_ok=True)
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(path))
        service.listen()
        service.setblocking(False)
        script = f"""
            import socket
            try:
                socket.socket(socket.AF_UNIX).connect({str(path)!r})
                print("connected")
            except OSError:
                print("refused")
        """
        assert subprocess.run(python(script), capture_output=True, text=True, check=True).stdout == "connected\n"
        service.accept()[0].close()
        assert said_in(program, own, script) == "refused"
        with pytest.raises(BlockingIOError):
            service.accept()


def test_only_the_folder_that_is_its_own_can_be_written_to(program: str, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    script = f"""
        import pathlib
        for path in ("own/mine", "theirs"):
            try:
                (pathlib.Path({str(tmp_path)!r}) / path).write_text("x")
            except OSError:
                print(path)
    """
    assert said_in(program, tmp_path / "own", script) == "theirs"
    assert (tmp_path / "own" / "mine").read_text() == "x"


#: Starts a program in a session that has a terminal of its own.
WITH_TERMINAL = """
    import os, sys
    os.setsid()
    os.open(sys.argv[1], os.O_RDWR)
    os.execvp(sys.argv[2], sys.argv[2:])
"""


def test_the_terminal_is_out_of_reach(program: str, tmp_path: Path) -> None:
    script = """
        import os
        try:
            print(os.isatty(os.open("/dev/tty", os.O_RDWR)))
        except OSError:
            print(False)
    """
    ours, theirs = pty.openpty()
    try:
        before = [*python(WITH_TERMINAL), os.ttyname(theirs)]
        outside = subprocess.run([*before, *python(script)], capture_output=True, text=True, check=True)
        assert outside.stdout == "True\n"
        assert said_in(program, tmp_path, script, *before) == "False"
    finally:
        os.close(ours)
        os.close(theirs)
