"""Writers of one log on two hosts, each with a network, an SSH server and a clock of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import psutil
import pytest

from commandline.command import ended_if_this_fails
from commandline.process import Process, fork_server
from hosts.hosts import PATIENCE_S, PROGRAM, wait_until
from hosts.impatient import WINDOW_NS
from hosts.network import Network, can_make, network
from hosts.sshd import Sshd, sshd
from programs import share_programs
from unhurried import PYTHON, C, unhurried

pytestmark = pytest.mark.skipif(not can_make(), reason="network namespaces can be made by root alone")

#: By how far the monotonic clocks of the hosts are ahead of this machine's.
AHEAD_S = {"web1": 5_000, "web2": 12_345}

WRITERS = ("append", "--set", "writers=4", "--set", "records=50")
#: One on each host.
FEW_WRITERS = ("append", "--set", "writers=2", "--set", "records=50")
METHODS = ("--method", C, "--method", PYTHON)
ONE_METHOD = ("--method", C)
SHORT, LONGER = ("--rounds", "1", "--blocks", "1"), ("--rounds", "4", "--blocks", "1")


class Writers:
    """A user whose two hosts see one folder."""

    def __init__(self, folder: Path, on: Network, server: Sshd) -> None:
        self.folder, self.network, self.server = folder, on, server
        self.target, self.results = folder / "target", folder / "runs"
        self.target.mkdir()
        self.methods = unhurried(folder / "tree")
        self.hosts = folder / "hosts.toml"
        self.write()

    def write(self, more: str = "") -> None:
        tables = [
            f'[hosts.{name}]\naddress = "{self.network.address_of(name)}"\nkey = "{self.server.key}"\n'
            f'interpreter = "{sys.executable}"\n'
            for name in AHEAD_S
        ]
        self.hosts.write_text("\n".join([*tables, more]))

    @contextlib.contextmanager
    def started(self, *words: object) -> Iterator[Process]:
        asked = ["hosts.impatient", "run", *map(str, words), "--with", str(self.methods)]
        asked += ["--results", str(self.results)]
        environment = {**self.server.environment, "XDG_CACHE_HOME": str(self.server.cache)}
        process = Process(fork_server(environment, PROGRAM), asked, environment, self.folder)
        with ended_if_this_fails(process):
            yield process

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        with self.started(*words) as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess([], process.returncode, out, " ".join(err.split()))

    def between(
        self,
        *words: object,
        hosts: str = "2",
        methods: tuple[str, ...] = METHODS,
        writers: tuple[str, ...] = WRITERS,
    ) -> tuple[object, ...]:
        """The words of a run on both hosts."""
        return (*writers, "--set", f"hosts={hosts}", *methods, "--target", self.target, "--on", self.hosts, *words)

    def record(self) -> dict[str, Any]:
        (path,) = self.results.glob("[!.]*/run.json")
        return dict(json.loads(path.read_text()))

    def left(self) -> list[str]:
        """What a run left: files in the folder, and processes on the hosts."""
        found = [path.name for path in self.target.iterdir()]
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                own = process.environ().get("XDG_CACHE_HOME") == str(self.server.cache)
                found += [" ".join(process.cmdline())] if own else []
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    folder = tmp_path_factory.mktemp("hosts")
    with network(*AHEAD_S) as on, sshd(folder / "ssh", on, cache=folder / "cache") as found:
        share_programs(folder / "cache")
        for name, ahead_s in AHEAD_S.items():
            found.start(name, ahead_s=ahead_s)
        yield found


@pytest.fixture
def writers(server: Sshd, tmp_path: Path) -> Writers:
    return Writers(tmp_path, server.network, server)


def samples_of(results: Path) -> list[dict[str, Any]]:
    (run,) = results.glob("[!.]*/run.json")
    table = duckdb.read_parquet(f"{run.parent}/sweep-*.parquet").select(
        "level, status, clock_error_ns, handed, lost + torn + interleaved + doubled AS harmed, counted"
    )
    return [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]


def test_writers_on_two_hosts_fill_one_window_by_clocks_that_are_far_apart(writers: Writers) -> None:
    done = writers.run(*writers.between(*SHORT, hosts="2,1"))
    assert done.returncode == 0, done.stderr
    both, alone = writers.record()["levels"]
    assert [host["name"] for host in both["hosts"]] == list(AHEAD_S) and alone["hosts"] is None
    samples = samples_of(writers.results)
    between = [one for one in samples if one["level"] == 0 and one["status"] == "ok"]
    assert between and all(one["harmed"] == 0 and one["handed"] > one["counted"] > 0 for one in between)
    assert all(0 < one["clock_error_ns"] < WINDOW_NS / 10 for one in between)
    assert {one["clock_error_ns"] for one in samples if one["level"] == 1} == {None}
    assert writers.left() == []


def test_a_host_that_is_cut_off_ends_the_run_which_goes_on_when_it_is_back(writers: Writers) -> None:
    with writers.started(*writers.between(*LONGER, methods=ONE_METHOD, writers=FEW_WRITERS)) as process:
        wait_until(lambda: process.poll() or list(writers.results.glob("[!.]*/sweep-*.parquet")), "a sweep")
        writers.network.cut("web2")
        out, err = process.communicate(timeout=PATIENCE_S)
    said = " ".join(err.split())
    assert process.returncode == 2 and "the host web2 " in said and "in the middle of the run" in said, out + err
    assert "--resume last --on FILE" in said and "Traceback" not in said
    before = len(list(writers.results.glob("[!.]*/sweep-*.parquet")))
    writers.network.join("web2")
    again = writers.run("--resume", "last")
    assert again.returncode == 2 and "worked on web1, web2" in again.stderr, again.stderr
    again = writers.run("--resume", "last", "--on", writers.hosts)
    assert again.returncode == 0, again.stderr
    assert writers.record()["complete"] and before < len(list(writers.results.glob("[!.]*/sweep-*.parquet"))) == 4
    wait_until(lambda: writers.left() == [], "nothing that is left")


def test_all_that_is_wrong_with_hosts_is_said_before_anything_runs(writers: Writers) -> None:
    writers.write('[hosts.nobody]\naddress = "127.0.0.1"\nport = 1\n')
    done = writers.run(*writers.between(*SHORT))
    assert done.returncode == 2 and "error: nobody: does not answer" in done.stderr, done.stderr
    writers.write()
    for words, said in (
        ((*WRITERS, "--set", "hosts=2", *METHODS, "--on", writers.hosts), "hosts write to one folder"),
        (writers.between(hosts="4"), "levels with 4 hosts, and the file names 2"),
        ((*WRITERS, *METHODS, "--target", writers.target, "--on", writers.hosts), "no level of append has writers on"),
        ((*writers.between(), "--sandbox"), "writers on other hosts have no sandbox"),
    ):
        done = writers.run(*words)
        assert done.returncode == 2 and said in done.stderr and "hint: " in done.stderr, done.stderr
    assert not list(writers.results.glob("[!.]*/run.json")) and writers.left() == []


def test_a_host_with_another_folder_there_is_refused(writers: Writers) -> None:
    hides = f"mount -t tmpfs tmpfs '{writers.target}' && exec \"$@\""
    with writers.server.instead("web2", ["unshare", "--mount", "sh", "-c", hides, "sh"]):
        done = writers.run(*writers.between(*SHORT))
    assert done.returncode == 2, done.stdout
    assert f"web2: does not see what is written to {str(writers.target)!r}" in done.stderr
    assert "web1" not in done.stderr and "all hosts have mounted in the same place" in done.stderr
    wait_until(lambda: writers.left() == [], "nothing that is left")
