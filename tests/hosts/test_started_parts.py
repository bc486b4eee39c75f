"""What `--on` starts: what of it listens, and that all of it ends with whoever started it, however that ends."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from commandline.process import Process
from hosts.hosts import PATIENCE_S, Fleet, wait_until
from hosts.ssh_server import SshServers
from hosts.test_ssh import Home
from iotrial.hosts.fleet_part import PartOrder
from iotrial.hosts.hosts_file import read_hosts
from iotrial.hosts.identity import HOST, identities

pytest.importorskip("distributed")

#: The state of a TCP socket that listens, as Linux numbers it.
LISTENS = "0A"


@pytest.fixture
def home(servers: SshServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("HOME", str(tmp_path))
    servers.known_to(tmp_path)
    fleet = Fleet(servers.folder, tmp_path)
    yield Home(fleet, servers)
    fleet.go_on()
    fleet._kill_measuring()
    fleet.forget()


def parts(home: Home) -> list[psutil.Process]:
    """The processes of the parts that run."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if "iotrial.hosts.fleet_part" in process.cmdline():
                is_ours = process.environ().get("XDG_CACHE_HOME") == home.fleet.environment["XDG_CACHE_HOME"]
                found += [process] if is_ours else []
    return found


def listening(process: psutil.Process) -> list[str]:
    """What a process listens at: addresses of the network, and sockets of the machine by their names."""
    inodes = set()
    for link in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            if match := re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink())):
                inodes.add(match[1])
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process.pid}/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            found += [words[1]] if words[3] == LISTENS and words[9] in inodes else []
    for table in ("udp", "udp6", "raw", "raw6"):
        for line in Path(f"/proc/{process.pid}/net/{table}").read_text().splitlines()[1:]:
            found += [f"{table} {line.split()[1]}"] if line.split()[9] in inodes else []
    for line in Path(f"/proc/{process.pid}/net/unix").read_text().splitlines()[1:]:
        words = line.split()
        is_listening = int(words[3], 16) & 0x10000
        found += [" ".join(words[7:]) or "unix"] if words[6] in inodes and (is_listening or "@" in line) else []
    return found


def test_each_part_listens_at_one_port_of_its_address_and_nothing_else_does(home: Home) -> None:
    from iotrial.hosts import ssh

    home.write()
    mine = listening(psutil.Process())
    with ssh.started(read_hosts(home.path)) as begun:
        assert listening(psutil.Process()) == mine
        ports = {process.pid: listening(process) for process in parts(home)}
        assert len(ports) == 3, "a scheduler and two workers"
        assert all(len(found) == 1 and found[0].startswith("0100007F:") for found in ports.values()), ports
        scheduler = f"0100007F:{int(begun.address.rpartition(':')[2]):04X}"
        assert [scheduler] in ports.values()
        for process in parts(home):
            assert not process.children(recursive=True), "a part has a process of its own"
            assert "PRIVATE" not in " ".join(process.cmdline()) + str(process.environ())
    home.wait_for_the_end()


def own_folders(home: Home) -> list[Path]:
    """The folders of parts, which are there as long as they run."""
    return list((home.fleet.folder / "cache" / "iotrial" / "passing").iterdir())


def waiting(home: Home) -> tuple[object, ...]:
    """The words for a study whose run on web1 waits after a sweep."""
    own = home.fleet.folder / "web1"
    own.mkdir(exist_ok=True)
    (own / "gate").touch()
    return home.fleet.waiting_study("long")


def measuring(home: Home, *words: object) -> contextlib.AbstractContextManager[Process]:
    return home.fleet.started("fleet", "run", *words, "--on", home.path)


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGHUP, marks=pytest.mark.long),
        pytest.param(signal.SIGQUIT, marks=pytest.mark.long),
    ],
)
def test_every_request_to_end_ends_all_that_was_started(number: signal.Signals, home: Home) -> None:
    home.write("web1")
    study = waiting(home)
    with measuring(home, *study, "--to", "out") as process:
        home.fleet.wait_for_a_sweep("web1")
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130 and "to go on: iotrial fleet run --resume out" in err, err
    home.wait_for_the_end()
    home.fleet.go_on()
    wait_until(lambda: not home.fleet.measuring(), "the end of what was measured")
    (kept,) = home.fleet.kept("web1")
    assert json.loads((kept / "run.json").read_text())["stopped"] == "interrupted"


def test_a_command_that_is_killed_leaves_no_part_and_no_key(home: Home, tmp_path: Path) -> None:
    home.write("web1")
    study = waiting(home)
    keys = home.fleet.folder / "cache" / "iotrial" / "fleets"
    with measuring(home, *study, "--to", "out") as process:
        home.fleet.wait_for_a_sweep("web1")
        assert any("PRIVATE" in path.read_text() for path in keys.iterdir())
        assert len(own_folders(home)) == 2  # of the scheduler and the worker
        process.kill()
        process.wait()
    home.wait_for_the_end()
    assert own_folders(home) == []
    home.fleet.iotrial("fleet", "status", "out")
    assert not [path for path in keys.iterdir() if "PRIVATE" in path.read_text()]


def test_a_worker_whose_scheduler_ended_first_ends_too_though_its_run_goes_on(home: Home) -> None:
    home.write("web1")
    study = waiting(home)
    with measuring(home, *study, "--to", "out") as process:
        home.fleet.wait_for_a_sweep("web1")
        scheduler = max(parts(home), key=lambda one: one.create_time())  # hosts are made ready before it
        scheduler.kill()
        scheduler.wait(PATIENCE_S)
        process.kill()
        process.wait()
    assert home.fleet.measuring(), "the run does not wait any more"
    home.wait_for_the_end()
    assert len(own_folders(home)) == 1  # what a kill leaves goes with the next start
    home.fleet.iotrial("check", "append/c/write_keep_open")
    assert own_folders(home) == []


def test_a_worker_that_does_not_find_its_scheduler_ends_with_whoever_started_it() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        scheduler = f"tls://127.0.0.1:{nobody.getsockname()[1]}"  # nobody listens there
        name = f"{HOST}web1"
        order = PartOrder(
            part=name, address="127.0.0.1", scheduler=scheduler, resources={}, identity=identities([name])[name]
        )
        command = [sys.executable, "-m", "iotrial.hosts.fleet_part"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as part:
            assert part.stdin is not None and part.stdout is not None
            part.stdout.readline()
            part.stdin.write(order.model_dump_json().encode() + b"\n")
            part.stdin.flush()
            try:
                wait_until(lambda: listening(psutil.Process(part.pid)), "a worker")
                part.stdin.close()
                assert part.wait(PATIENCE_S) == 0
            finally:
                part.kill()


def test_nothing_is_started_only_to_load_the_engine() -> None:
    """A kill in the middle would leave what that had begun."""
    script = "import subprocess; subprocess.Popen = None; from iotrial.hosts.engine import installed; installed()"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE_S)
