"""Hosts that are reached by SSH: started, secured, used, and left as they were."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from fleet.hosts import Fleet, wait_until
from fleet.ssh_server import SshServer, ssh_server
from iotrial.errors import UsageError
from iotrial.fleet.hosts_file import Host, read_hosts


class Home:
    """A user with hosts that SSH reaches."""

    def __init__(self, folder: Path, first: SshServer, second: SshServer) -> None:
        self.fleet = Fleet(folder)
        self.servers = {"web1": first, "web2": second}
        self.path = folder / "hosts.toml"
        for server in self.servers.values():
            server.known_to(folder)

    def write(self, **more: str) -> None:
        tables = [
            f'[hosts.{name}]\naddress = "127.0.0.1"\nport = {server.port}\nkey = "{server.key}"\n'
            f'interpreter = "{sys.executable}"\n{more.get(name, "")}'
            for name, server in self.servers.items()
        ]
        self.path.write_text("\n".join(tables))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("HOME", str(tmp_path))
    cache = str(tmp_path / "cache")
    with (
        ssh_server(tmp_path / "1", IOTRIAL_FLEETS=str(tmp_path / "web1" / "fleets"), XDG_CACHE_HOME=cache) as first,
        ssh_server(tmp_path / "2", IOTRIAL_FLEETS=str(tmp_path / "web2" / "fleets"), XDG_CACHE_HOME=cache) as second,
    ):
        yield Home(tmp_path, first, second)


def left() -> list[list[str]]:
    """Processes of Dask that are children of ours or of nobody."""
    found = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
    return [words for words in found if any("dask_spec" in word for word in words)]


def test_hosts_are_started_used_and_left(home: Home) -> None:
    home.write()
    done = home.fleet.iotrial("fleet", "run", home.fleet.study("appending"), "--on", home.path, "--to", "out")
    assert done.returncode == 0, done.stderr
    assert [len(home.fleet.kept(name)) for name in ("web1", "web2")] == [1, 1]
    assert "appending on 2 machines" in done.stdout
    wait_until(lambda: not left(), "the end of what was started")


def test_a_host_that_cannot_be_used_is_named_with_the_others_before_anything_is_started(home: Home) -> None:
    home.write(web2='user = "nobody-of-that-name"\n')
    home.path.write_text(
        home.path.read_text().replace(f'interpreter = "{sys.executable}"', 'interpreter = "/nowhere/python"', 1)
        + '[hosts.web3]\naddress = "127.0.0.1"\nport = 1\n'
    )
    done = home.fleet.iotrial("fleet", "run", home.fleet.study("appending"), "--on", home.path, "--to", "out")
    assert done.returncode == 2
    assert "web1: its /nowhere/python has no iotrial for fleets" in done.stderr
    assert "web3: cannot be reached by SSH" in done.stderr
    assert not (home.fleet.folder / "out").exists()
    wait_until(lambda: not left(), "the end of what was started")


def test_the_others_go_on_if_they_are_told_to(home: Home) -> None:
    home.write()
    home.path.write_text(f'[hosts.web0]\naddress = "127.0.0.1"\nport = 1\n{home.path.read_text()}')
    words = ("fleet", "run", home.fleet.study("appending"), "--on", home.path, "--to", "out", "--keep-going")
    done = home.fleet.iotrial(*words)
    assert done.returncode == 0, done.stderr
    assert "left out: web0: cannot be reached by SSH" in done.stderr
    assert [len(home.fleet.kept(name)) for name in ("web1", "web2")] == [1, 1]
    home.fleet.iotrial("fleet", "run", "--resume", "out", "--on", home.path)
    wait_until(lambda: not left(), "the end of what was started")


def test_a_host_whose_key_nobody_knows_is_not_talked_to(home: Home, tmp_path: Path) -> None:
    home.write()
    (tmp_path / ".ssh" / "known_hosts").write_text("")
    done = home.fleet.iotrial("fleet", "machine", "--on", home.path)
    assert done.returncode == 2 and "its key is not known here" in done.stderr
    assert "connect once by hand" in done.stderr


def test_beyond_this_machine_everything_is_encrypted(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is taken for another machine here."""
    from iotrial.fleet import ssh
    from iotrial.fleet.engine import connected

    home.write()
    monkeypatch.setattr(ssh, "_is_here", lambda address: False)
    with ssh.started(read_hosts(home.path)) as begun:
        assert begun.address.startswith("tls://") and begun.certificate is not None
        with connected(begun.address, begun.certificate.settings) as engine:
            assert engine.await_workers(["web1", "web2"]) == []
            assert sorted(engine.workers()) == ["web1", "web2"]
            assert all(worker.address.startswith("tls://") and worker.is_able for worker in engine.workers().values())
        monkeypatch.setattr("iotrial.fleet.engine.PATIENCE_S", 2.0)
        with pytest.raises(UsageError, match="no scheduler answers"), connected(begun.address):
            pass
    wait_until(lambda: not left(), "the end of what was started")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["names no host"]),
        ("hosts = 1", ["names no host"]),
        ("[host.a]", ["unknown key 'host'", "names no host"]),
        ("[hosts.'../a']", ["is no name for a host"]),
        ("[hosts.a]\nadress = 'x'", ["hosts.toml:2: unknown key 'adress'"]),
        ("[hosts.a]\nport = 'ssh'\n[hosts.b]\nport = 0", ["hosts.toml:2: port", "hosts.toml:4: port"]),
        ("[hosts.a]\ninterpreter = '-c'", ["begins with a dash"]),
        ("[hosts.a]\naddress = '-oProxyCommand=x'", ["begins with a dash"]),
        ("[hosts]\na = 3", ["hosts.toml:2: a"]),
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
    assert read_hosts(path) == [Host("web1", "web1"), Host("web2", "10.0.0.2", "bench")]
