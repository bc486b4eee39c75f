"""The folder of a fleet on the machine that asks, and what this user knows of the fleet beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from iotrial.hosts import own_fleets
from iotrial.hosts.fleet_folder import FleetFolder, new_record
from iotrial.hosts.identity import DESK, PartIdentity, identities
from iotrial.hosts.own_fleets import Reachable, forget, forget_the_ended, known, remember


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "iotrial" / own_fleets.FOLDER


@pytest.fixture(scope="module")
def identity() -> Iterator[PartIdentity]:
    yield identities([DESK])[DESK]


def test_a_key_is_that_of_the_scheduler_that_there_is_and_lies_where_this_user_alone_reads(
    tmp_path: Path, cache: Path, identity: PartIdentity
) -> None:
    record = new_record("tls://one", ["web1"], {"appending": ""}, [datetime.now(UTC)], [], [])
    folder = FleetFolder.begin(tmp_path / "fleet", record)
    remember(record.fleet, Reachable("tls://one", identity))
    assert known(record.fleet) == Reachable("tls://one", identity)
    assert [path.name for path in folder.folder.iterdir()] == ["fleet.json"]
    assert cache.stat().st_mode & 0o077 == 0
    assert [path.stat().st_mode & 0o077 for path in cache.iterdir()] == [0]
    remember(record.fleet, Reachable("tcp://another"))
    assert known(record.fleet) == Reachable("tcp://another")
    assert identity.key not in "".join(path.read_text() for path in cache.iterdir())
    forget(record.fleet)
    assert known(record.fleet) is None and not list(cache.iterdir())


def test_a_key_of_somebody_who_was_killed_goes_with_the_next_start(cache: Path, identity: PartIdentity) -> None:
    ended = subprocess.Popen([sys.executable, "-S", "-c", ""])
    ended.wait()
    remember("mine", Reachable("tls://one", identity))
    remember("theirs", Reachable("tcp://one"))
    forget_the_ended()
    assert known("mine") is not None and known("theirs") is not None
    text = (cache / "mine").read_text()
    (cache / "mine").write_text(text.replace(f'"pid":{os.getpid()}', f'"pid":{ended.pid}'))
    (cache / "theirs").write_text((cache / "theirs").read_text().replace(f'"pid":{os.getpid()}', f'"pid":{ended.pid}'))
    (cache / ".begun").write_text(text[:40])
    os.utime(cache / ".begun", (0, 0))
    forget_the_ended()
    assert known("mine") is None and not (cache / ".begun").exists()
    assert known("theirs") is not None, "an address without a key is for as long as its fleet"


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone is led to what others cannot reach")
def test_root_follows_nobodys_link_and_writes_to_no_folder_that_others_could_swap(
    tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from iotrial.cli import main

    roots = tmp_path / "roots"
    roots.mkdir(mode=0o700)
    (roots / "key.pem").write_text("root's own")
    theirs = tmp_path / "theirs"
    record = new_record("tls://one", ["web1"], {"appending": ""}, [datetime.now(UTC)], [], [])
    folder = FleetFolder.begin(theirs / "fleet", record).folder
    (folder / ".tls").symlink_to(roots)
    for path in (theirs, folder, folder / ".tls", folder / "fleet.json"):
        os.chown(path, 1001, 1001, follow_symlinks=False)
    before = (folder / "fleet.json").read_bytes()
    there = ("--scheduler", "tcp://127.0.0.1:1")
    for words in (
        ("run", "--resume", str(folder), *there),
        ("collect", str(folder), *there),
        ("run", "readfile", "--to", str(theirs / "new"), *there),
    ):
        assert main(["fleet", *words]) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert "could swap what root makes there" in said, said
    assert (roots / "key.pem").read_text() == "root's own"
    assert (folder / "fleet.json").read_bytes() == before and not (theirs / "new").exists()


def test_a_run_is_stored_through_no_link(tmp_path: Path) -> None:
    from iotrial.errors import UsageError
    from iotrial.hosts.run_files import SentRun, store

    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "web1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is a link"):
        store(SentRun("20261121-143055-aaaaaa", {"run.json": b"{}"}), tmp_path / "web1")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_what_a_folder_links_to_is_not_sent_on(tmp_path: Path) -> None:
    from iotrial.hosts.run_files import pack

    (tmp_path / "run").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "run" / "run.json").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match="symbolic links"):
        pack(tmp_path / "run")
