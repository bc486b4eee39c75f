"""What a program in a sandbox cannot reach, though it sees the whole machine."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
import textwrap
from pathlib import Path
from unittest.mock import Mock

import pytest

from iotrial.host import sandbox
from iotrial.host.call_filter import UnknownMachine
from iotrial.host.sandbox import NoSandbox, Sandbox, filter_descriptor, sandbox_program


@pytest.fixture
def program() -> str:
    try:
        return sandbox_program()
    except NoSandbox as reason:
        pytest.skip(str(reason))


def said_in(program: str, folder: Path, script: str, *before: str) -> str:
    """What a script prints in a sandbox, which a program before it may start."""
    with filter_descriptor() as refused:
        argv = Sandbox(program, folder).argv(python(script), refuses_by=refused, info=False)
        done = subprocess.run([*before, *argv], pass_fds=(refused,), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def python(script: str) -> list[str]:
    """The command of a script."""
    return [sys.executable, "-I", "-c", textwrap.dedent(script)]


def test_no_service_of_the_machine_can_be_talked_to(program: str, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(tmp_path / "service"))
        service.listen()
        script = f"""
            import socket
            try:
                socket.socket(socket.AF_UNIX).connect({str(tmp_path / "service")!r})
            except PermissionError:
                print("refused")
        """
        assert said_in(program, tmp_path, script) == "refused"
        service.setblocking(False)
        with pytest.raises(BlockingIOError):
            service.accept()


def test_pairs_of_sockets_and_those_of_an_empty_network_are_left(program: str, tmp_path: Path) -> None:
    script = """
        import socket
        one, other = socket.socketpair()
        one.send(b"x")
        print(other.recv(1))
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[0])
    """
    assert said_in(program, tmp_path, script).split() == ["b'x'", "127.0.0.1"]


@pytest.mark.parametrize("call", ["keyctl", "io_uring_setup"])
def test_what_the_kernel_keeps_for_a_user_is_out_of_reach(program: str, tmp_path: Path, call: str) -> None:
    from iotrial.host.call_filter import MACHINES, REFUSED

    number = dict(zip(REFUSED, MACHINES[os.uname().machine].refused, strict=True))[call]
    script = f"""
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.syscall({number}, 0, 0, 0, 0), os.strerror(ctypes.get_errno()))
    """
    assert said_in(program, tmp_path, script) == "-1 Operation not permitted"


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


def test_there_is_none_on_a_machine_whose_calls_are_not_known(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "call_filter", Mock(side_effect=UnknownMachine("the system calls of x are not known")))
    with pytest.raises(NoSandbox, match="there is no sandbox: the system calls of x are not known") as error:
        sandbox_program()
    assert program and error.value.hint
