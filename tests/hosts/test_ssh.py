"""Hosts that are reached by SSH: started, secured, used, and left as they were."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from hosts.hosts import Fleet, wait_until
from hosts.ssh_server import SshServers
from iotrial.errors import UsageError
from iotrial.hosts.hosts_file import FleetHost, read_hosts


class Home:
    """A user with hosts that SSH reaches."""

    def __init__(self, fleet: Fleet, servers: SshServers) -> None:
        self.fleet, self.servers = fleet, servers
        self.path = fleet.work / "hosts.toml"

    def write(self, *hosts: str, **more: str) -> None:
        tables = [
            f'[hosts.{name}]\naddress = "127.0.0.1"\nport = {port}\nkey = "{self.servers.key}"\n'
            f'interpreter = "{sys.executable}"\n{more.get(name, "")}'
            for name, port in self.servers.ports.items()
            if not hosts or name in hosts
        ]
        self.path.write_text("\n".join(tables))

    def left(self) -> list[list[str]]:
        """Parts of a fleet that SSH started."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                words = process.cmdline()
                if "iotrial.hosts.fleet_part" in words:
                    is_ours = process.environ().get("XDG_CACHE_HOME") == self.fleet.environment["XDG_CACHE_HOME"]
                    found += [words] if is_ours else []
        return found

    def wait_for_the_end(self) -> None:
        wait_until(lambda: not self.left(), "the end of what was started")


@pytest.fixture
def home(servers: SshServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("HOME", str(tmp_path))
    servers.known_to(tmp_path)
    fleet = Fleet(servers.folder, tmp_path)
    yield Home(fleet, servers)
    fleet.forget()


def test_hosts_are_started_used_and_left_and_the_others_go_on_if_they_are_told_to(home: Home) -> None:
    home.write()
    home.path.write_text(f'[hosts.web0]\naddress = "127.0.0.1"\nport = 1\n{home.path.read_text()}')
    words = ("fleet", "run", *home.fleet.study("appending"), "--on", home.path, "--to", "out", "--keep-going")
    done = home.fleet.iotrial(*words)
    assert done.returncode == 0, done.stderr
    assert "left out: web0: cannot be reached by SSH" in done.stderr
    assert [len(home.fleet.kept(name)) for name in ("web1", "web2")] == [1, 1]
    assert "appending on 2 machines" in done.stdout
    home.wait_for_the_end()
    done = home.fleet.iotrial("fleet", "run", "--resume", "out", "--on", home.path)
    assert done.returncode == 0, done.stderr
    assert [len(home.fleet.kept(name)) for name in ("web1", "web2")] == [1, 1]
    home.wait_for_the_end()


def test_a_host_that_cannot_be_used_is_named_with_the_others_before_anything_is_started(home: Home) -> None:
    home.write(web2='user = "nobody-of-that-name"\n')
    home.path.write_text(
        home.path.read_text().replace(f'interpreter = "{sys.executable}"', 'interpreter = "/nowhere/python"', 1)
        + '[hosts.web3]\naddress = "127.0.0.1"\nport = 1\n'
    )
    done = home.fleet.iotrial("fleet", "run", *home.fleet.study("appending"), "--on", home.path, "--to", "out")
    assert done.returncode == 2
    assert "web1: its /nowhere/python has no iotrial for fleets" in done.stderr
    assert "web3: cannot be reached by SSH" in done.stderr
    assert not (home.fleet.work / "out").exists()
    home.wait_for_the_end()


def test_a_host_whose_key_nobody_knows_is_not_talked_to(home: Home, tmp_path: Path) -> None:
    home.write()
    (tmp_path / ".ssh" / "known_hosts").write_text("")
    done = home.fleet.iotrial("fleet", "machine", "--on", home.path)
    assert done.returncode == 2 and "its key is not known here" in done.stderr
    assert "connect once by hand" in done.stderr


def test_everything_is_encrypted_on_loopback_too(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from iotrial.hosts import ssh
    from iotrial.hosts.engine import connected

    home.write("web1")
    with ssh.started(read_hosts(home.path)) as begun:
        assert begun.address.startswith("tls://")
        with connected(begun.address, begun.identity) as engine:
            assert engine.await_workers(["web1"]) == []
            (worker,) = engine.workers().values()
            assert worker.host == "web1" and worker.address.startswith("tls://") and worker.is_able
        monkeypatch.setattr("iotrial.hosts.engine.PATIENCE_S", 0.5)
        with pytest.raises(UsageError, match="no scheduler answers"), connected(begun.address):
            pass
    home.wait_for_the_end()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["names no host"]),
        ("hosts = 1", ["hosts.toml:1: 'hosts' must be a table"]),
        ("[host.a]", ["hosts.toml:1: 'host' is no key here", "names no host"]),
        ("[hosts.'']", ["hosts.toml:1: '' is no name for a host"]),
        ("[hosts.'../a']", ["hosts.toml:1: '../a' is no name for a host"]),
        ("[hosts.a]\nadress = 'x'", ["hosts.toml:2: 'adress' is no key here"]),
        (
            "[hosts.a]\nport = 'ssh'\n[hosts.b]\nport = 0",
            ["hosts.toml:2: 'port' must be a whole number", "hosts.toml:4: 'port' must be between 1 and 65535"],
        ),
        (f"[hosts.a]\nuser = '{'x' * 65}'", ["hosts.toml:2: 'user' is longer than 64 characters"]),
        ("[hosts.a]\ninterpreter = '-c'", ["begins with a dash"]),
        ("[hosts.a]\naddress = '-oProxyCommand=x'", ["begins with a dash"]),
        ("[hosts]\na = 3", ["hosts.toml:2: 'a' must be a table"]),
        ("not toml", ["is not TOML"]),
    ],
)
def test_what_is_wrong_with_a_file_of_hosts_is_said_at_once(tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "hosts.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as found:
        read_hosts(path)
    lines = "\n".join(problem.line() for problem in found.value.problems)
    assert all(part in lines for part in said), lines


def test_a_host_needs_nothing_but_its_name(tmp_path: Path) -> None:
    path = tmp_path / "hosts.toml"
    path.write_text("[hosts.web1]\n[hosts.web2]\naddress = '10.0.0.2'\nuser = 'bench'\n")
    assert read_hosts(path) == [FleetHost("web1", "web1"), FleetHost("web2", "10.0.0.2", "bench")]
