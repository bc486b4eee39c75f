"""A worker process that behaves, and all the ways in which one does not; each is a shell script."""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from iotrial.machine.method_sandbox import NoSandbox, Sandbox, sandbox_program
from iotrial.workers.worker import Command, Worker, WorkerFailed, begin

HELLO = "hello protocol=1 language=sh runtime=sh clock_step_ns=1"

#: Answers hello, then says what is wrong with the request that follows, or does what the test wants.
GREETS = f"read line <&3; echo '{HELLO}' >&4; "

Start = Callable[[str], Worker]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    workers: list[Worker] = []

    def begin(script: str) -> Worker:
        out = os.open(os.devnull, os.O_WRONLY)
        try:
            command = Command(["sh", "-c", script], {"PATH": os.defpath}, out, tmp_path / "log")
            workers.append(Worker(command))
        finally:
            os.close(out)
        return workers[-1]

    yield begin
    for worker in workers:
        worker.kill()
        assert not alive(worker.pid)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def why(worker: Worker, verb: str = "hello", timeout_s: float = 20) -> str:
    with pytest.raises(WorkerFailed) as failure:
        worker.ask(verb, timeout_s)
    return str(failure.value)


def test_a_reply_comes_back_and_a_worker_that_is_told_to_go_goes(start: Start) -> None:
    worker = start(GREETS + "read line <&3; echo bye >&4")
    assert worker.ask("hello", 20).pairs["language"] == "sh"
    worker.close()
    assert not alive(worker.pid)
    worker.close()  # twice does no harm


def test_values_with_spaces_and_bytes_of_any_kind_arrive_as_they_were_sent(start: Start) -> None:
    worker = start('read line <&3; echo "error message=${line##*path=}" >&4; read line <&3')
    with pytest.raises(WorkerFailed) as failure:
        worker.ask("prepare", 20, path=b"a b\n\xff%")
    assert str(failure.value) == r"a b\n\xff%" and failure.value.alive


def test_an_error_leaves_the_worker_alive_to_be_asked_again(start: Start) -> None:
    worker = start(f"read line <&3; echo 'error message=not%20today' >&4; {GREETS} read line <&3")
    with pytest.raises(WorkerFailed, match="not today") as failure:
        worker.ask("hello", 20)
    assert failure.value.alive
    assert worker.ask("hello", 20).verb == "hello"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo one >&2; echo two >&2; exit 3", "ended with status 3: one"),
        ("kill -KILL $$", "was killed by SIGKILL"),
        ("kill -40 $$", "was killed by signal 40"),
        ("exec 4>&-; sleep 1000", "closed its replies and went on"),
        ("read line <&3; echo 'Hello you' >&4", "broke the protocol"),
        (f"read line <&3; printf '{HELLO}\\nmore\\n' >&4; read line <&3", "spoke without being asked"),
        ("read line <&3; head -c 1200000 /dev/zero >&4", "a reply of over 1 MiB"),
    ],
)
def test_whatever_it_does_there_is_a_reason_and_no_process_is_left(start: Start, script: str, reason: str) -> None:
    worker = start(script)
    assert reason in why(worker)


def test_one_that_hangs_is_killed_with_all_that_it_started(start: Start, tmp_path: Path) -> None:
    worker = start(f"sleep 1000 & echo $! > '{tmp_path}/child'; wait")
    while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text().strip():
        time.sleep(0.01)
    assert "did not answer" in why(worker, timeout_s=0.1)
    child = int((tmp_path / "child").read_text())
    end = time.monotonic() + 20
    while alive(child) and Path(f"/proc/{child}/stat").read_text().split()[2] != "Z":
        assert time.monotonic() < end
        time.sleep(0.01)


def test_one_that_will_not_go_is_made_to(start: Start) -> None:
    worker = start(f"trap '' TERM; {GREETS} while :; do sleep 1000; done")
    worker.ask("hello", 20)
    worker.close(timeout_s=0.1)
    assert not alive(worker.pid)


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="only Linux has such a score")
def test_it_is_ended_before_others_if_memory_runs_out(start: Start) -> None:
    ours = Path("/proc/self/oom_score_adj").read_text()
    worker = start(GREETS + "read line <&3; echo bye >&4")
    worker.ask("hello", 20)
    assert Path(f"/proc/{worker.pid}/oom_score_adj").read_text() == "1000\n"
    assert Path("/proc/self/oom_score_adj").read_text() == ours


#: A sandbox that fails so often before there is one, and says each time why.
COMES_LATE = """\
#!/bin/sh
echo x >> {tried}
if [ $(wc -l < {tried}) -le {failures} ]; then echo "no such place" >&2; exit 1; fi
while [ "$1" != -- ]; do shift; done
shift
echo '{{"child-pid": '$$'}}' >&5
exec "$@"
"""


@pytest.mark.parametrize("failures", [0, 2, 3])
def test_a_sandbox_that_is_not_there_is_tried_again_a_few_times(tmp_path: Path, failures: int) -> None:
    (script := tmp_path / "sandbox").write_text(COMES_LATE.format(tried=tmp_path / "tried", failures=failures))
    script.chmod(0o755)
    inner = ["sh", "-c", GREETS + "read line <&3; echo bye >&4"]
    command = Command(inner, {"PATH": os.defpath}, None, tmp_path / "log", sandbox=Sandbox(str(script), tmp_path))
    if failures < 3:
        worker = begin(command)
        assert worker.ask("hello", 20).pairs["language"] == "sh"
        worker.close()
        assert not alive(worker.pid)
    else:
        with pytest.raises(WorkerFailed, match=r"has no sandbox.*no such place"):
            begin(command)
    assert len((tmp_path / "tried").read_text().splitlines()) == min(3, failures + 1)


def test_a_sandbox_that_hides_what_goes_just_then_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        program = sandbox_program()
    except NoSandbox as reason:
        pytest.skip(str(reason))
    gone = iter([["--tmpfs", "/tmp/no-such-folder"], []])
    monkeypatch.setattr("iotrial.machine.method_sandbox.hiding", lambda _: next(gone))
    inner = ["sh", "-c", GREETS + "read line <&3; echo bye >&4"]
    command = Command(inner, {"PATH": os.defpath}, None, tmp_path / "log", sandbox=Sandbox(program, tmp_path))
    worker = begin(command)
    assert worker.ask("hello", 20).pairs["language"] == "sh"
    worker.close()
    assert "Can't mkdir /tmp/no-such-folder" in (tmp_path / "log").read_text()


def test_a_program_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(WorkerFailed, match="cannot start no-such-program"):
        Worker(Command(["no-such-program"], {"PATH": os.defpath}, 2, tmp_path / "log"))


def test_it_gets_its_own_signals_back_and_no_descriptor_of_ours(start: Start) -> None:
    kept = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 200)
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        seen = f"$(test -e /proc/$$/fd/{kept} && echo ours),$(grep SigIgn /proc/$$/status | cut -f2)"
        worker = start(f'read line <&3; echo "error message={seen}" >&4; read line <&3')
        inherited, ignored = why(worker).split(",")
    finally:
        os.close(kept)
        signal.signal(signal.SIGPIPE, before)
    assert inherited == ""
    assert not int(ignored, 16) & 1 << (signal.SIGPIPE - 1)


def test_one_that_fills_its_own_requests_keeps_nobody_waiting(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iotrial.workers.worker.READING_MS", 50)
    worker = start(GREETS + "sleep 1000")
    worker.ask("hello", 20)
    with pytest.raises(WorkerFailed, match="does not read its requests"):
        for _ in range(100):
            worker.send("prepare", path="x" * 4000)
    assert not alive(worker.pid)
    other = start(GREETS + "sleep 1000")
    other.ask("hello", 20)
    with pytest.raises(BlockingIOError):
        while True:
            os.write(other._requests, b"x" * 4096)
    other.dismiss()  # nobody waits
    other.kill()


def test_a_reply_that_is_taken_back_is_waited_for_no_longer_than_any(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = iter([True, True])

    def read(descriptor: int, count: int, really: Callable[[int, int], bytes] = os.read) -> bytes:
        if next(taken, False):
            raise BlockingIOError
        return really(descriptor, count)

    worker = start(GREETS + "read line <&3")
    monkeypatch.setattr("iotrial.workers.worker.os.read", read)
    assert worker.ask("hello", 20).verb == "hello"
    assert not os.get_blocking(worker._replies)
