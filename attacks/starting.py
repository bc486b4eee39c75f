"""Commands that start something, each as short as it can be: the prey of kills and of signals."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from attacks.home import Home, home
from attacks.part import Skipped

ROOT = Path(__file__).resolve().parents[1]

#: A run that answers after a second.
SHORT = (
    *("run", "append", "--set", "records=100", "--method", "c/write_keep_open", "--method", "c/write_reopen"),
    *("--rounds", "8", "--blocks", "1", "--no-evidence"),
)

#: What starts little and tidies up what others have left.
TIDYING = ("check", "append/c/write_keep_open")

STUDY = """
question = "Which writes faster?"
job = "append"
baseline = "c/write_keep_open"
methods = ["c/write_keep_open", "c/fwrite_buffered"]
rounds = 9
blocks = 1
budget = "20 min"
[[levels]]
records = 100
"""

HOSTS = ("web1",)

#: A run is killed or ended at this share of its time, or after its last: its longest part is the middle.
LATEST = 1.1


@dataclass(frozen=True)
class Starting:
    """A command: its words in a home, how much longer than `run` it takes, and how it may end by itself."""

    words: Callable[[Home], tuple[str, ...]]
    times: float = 1.0
    codes: tuple[int, ...] = (0,)
    needs_root: bool = False
    on_hosts: bool = False


def _at(*words: str) -> Callable[[Home], tuple[str, ...]]:
    return lambda one: (*words, "--target", str(one.target))


def _of_log(*more: str, methods: tuple[str, ...]) -> Callable[[Home], tuple[str, ...]]:
    named = [word for method in methods for word in ("--method", method)]
    return _at(
        "run", "append", "--set", "records=100", *named, "--rounds", "8", "--blocks", "1", "--no-evidence", *more
    )


def _served(*methods: str) -> Callable[[Home], tuple[str, ...]]:
    named = [word for method in methods for word in ("--method", method)]
    level = ("--set", "file_bytes=4096", "--set", "clients=2")
    return _at("run", "serve", *level, *named, "--rounds", "8", "--blocks", "1", "--no-evidence")


def store_of(one: Home) -> Path:
    """The folder that stands for an object store."""
    return one.folder / "store"


def _to_store(one: Home) -> tuple[str, ...]:
    return (*SHORT, "--target", str(one.target), "--results", f"file://{store_of(one)}")


def _gate(one: Home) -> tuple[str, ...]:
    """Both versions of a method: that of the tree, and the same text again."""
    older = one.folder / "older" / "append" / "c"
    older.mkdir(parents=True, exist_ok=True)
    name = "write_keep_open.c"
    (older / name).write_text((ROOT / "methods" / "append" / "c" / name).read_text() + "\n/* The same. */\n")
    words = ("gate", "append", "--set", "records=100", "--method", "c/write_keep_open", "--blocks", "1")
    return (*words, "--budget", "8s", "--against", str(one.folder / "older"), "--target", str(one.target))


def fleet_of(one: Home) -> Path:
    """The folder that a fleet brings its runs to."""
    return one.folder / "out"


def _fleet(one: Home) -> tuple[str, ...]:
    study = one.folder / "appending.toml"
    study.write_text(STUDY)
    if (fleet_of(one) / "fleet.json").exists():
        return ("fleet", "run", "--resume", str(fleet_of(one)), "--on", str(one.folder / "hosts.toml"))
    return ("fleet", "run", str(study), "--on", str(one.folder / "hosts.toml"), "--to", str(fleet_of(one)))


STARTING = {
    "run": Starting(_at(*SHORT)),
    "run, traced": Starting(_at(*SHORT[:-1]), 1.2),
    "run, python": Starting(_of_log(methods=("python/os_write", "python/file_reopen")), 2),
    "run, writers": Starting(_of_log("--set", "writers=3", methods=("c/write_keep_open", "c/flock_each")), 2.3),
    "run, in a sandbox": Starting(_at(*SHORT, "--sandbox"), 1.1),
    "run, on a tmpfs": Starting(lambda one: (*SHORT, "--target", "tmpfs"), needs_root=True),
    "run, on ext4": Starting(lambda one: (*SHORT, "--target", "ext4"), needs_root=True),
    "run, memory": Starting(_at(*SHORT, "--memory", "1"), 1.3),
    "run, nginx": Starting(_served("nginx_fpm/readfile", "nginx_fpm/fpassthru"), 4),
    "run, gunicorn": Starting(_served("gunicorn/read_whole", "gunicorn/wsgi_file_wrapper"), 4),
    "run, go server": Starting(_served("go_http/io_copy", "go_http/read_file"), 4),
    "run, to a store": Starting(_to_store),
    "check": Starting(_at("check", "append/c/write_keep_open", "append/python/os_write")),
    "check a kit": Starting(lambda one: ("check", "--kit", "c")),
    "check a server": Starting(_at("check", "serve/nginx_fpm/readfile")),
    "gate": Starting(_gate, 3, codes=(0, 1, 4, 5)),
    "advise": Starting(
        _at("advise", "append", "--language", "c", "--set", "records=100", "--budget", "15s"), 3, codes=(0, 4)
    ),
    "claims": Starting(_at("claims", "log-writes", "--quick", "--measure"), 4),
    "selftest aa": Starting(_at("selftest", "aa", "--trials", "1", "--seconds", "1"), codes=(0, 1, 2)),
    "selftest surroundings": Starting(
        _at("selftest", "surroundings", "--trials", "1", "--seconds", "1"), codes=(0, 1, 2)
    ),
    "machine": Starting(lambda one: ("machine",)),
    "methods": Starting(lambda one: ("methods",), 0.3),
    "target create": Starting(lambda one: ("target", "create", "ext4", "--size", "64MiB"), 0.3, needs_root=True),
    "fleet run": Starting(_fleet, 3, on_hosts=True),
}


@contextlib.contextmanager
def surroundings(one: Home, starting: Starting) -> Iterator[None]:
    """Provide what a command needs to be there; Skipped if this machine cannot."""
    if starting.needs_root and os.geteuid() != 0:
        raise Skipped("only root can mount")
    one.target.mkdir(parents=True, exist_ok=True)
    if not starting.on_hosts:
        yield
        return
    if str(ROOT / "tests") not in sys.path:
        sys.path.append(str(ROOT / "tests"))
    from hosts.ssh_server import ssh_servers

    folder = one.folder / "hosts"
    folder.mkdir()
    kept = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR")
    with ssh_servers(folder, *HOSTS, **{name: one.environment[name] for name in kept}) as servers:
        one.beside.update(process.pid for process in one.processes())
        servers.known_to(one.folder)
        tables = [
            f'[hosts.{name}]\naddress = "127.0.0.1"\nport = {port}\nkey = "{servers.key}"\n'
            f'interpreter = "{sys.executable}"\n'
            for name, port in servers.ports.items()
        ]
        (one.folder / "hosts.toml").write_text("\n".join(tables))
        yield


def takes_s(name: str) -> float:
    """Return how long a command takes here, about, if nobody disturbs it."""
    return STARTING[name].times * _run_s()


@functools.cache
def _run_s() -> float:
    """Return how long the command `run` takes on this machine, as busy as it is."""
    with home() as one, surroundings(one, STARTING["run"]):
        words = STARTING["run"].words(one)
        one.run(*words)  # which compiles its programs
        began = time.monotonic()
        one.run(*words)
        return time.monotonic() - began


#: What ends by itself may take so long.
ENDING_S = 30.0
