from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.process import close_fork_servers
from programs import FOLDER, QUICK_CRATES, SHARED
from rewritten import files_of, keep_rewritten

# These tests start Python so often that what it compiles must be kept, whatever a shell has for other programs.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import HealthCheck, settings  # noqa: E402 - kept, too

# A machine that is busy with other things is slow, not wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


#: Whose tests take long, by what their paths begin with: those that start processes above all. The tests of such a file
#: run one after the other in one process, unless another one has nothing left to do; so a fixture of a module is made
#: once, or twice at the end.
LONG = (
    "tests/commandline/",
    "tests/hosts/",
    "tests/docs/test_extending.py",
    "tests/kits/test_methods.py::test_methods_do_their_job",
    "tests/kits/test_server_stacks.py",
    "tests/kits/test_shapes.py",
    "tests/kits/test_transcripts.py",
    "tests/kits/test_what_is_timed.py",
    "tests/measure/test_other_hosts.py",
    "tests/measure/test_run_up.py",
    "tests/probes/test_memory_over_requests.py",
    "tests/stats/test_rates.py",
    "tests/guarantees/",
    "tests/browser/",
)


@pytest.fixture(scope="session", autouse=True)
def fork_servers() -> Iterator[None]:
    """Started when commands are needed; ended here."""
    yield
    close_fork_servers()


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script: tests interrupt commands
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # of xdist, which hands its environment on
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="iotrial-tested-programs-")
        for name in SHARED:
            (Path(os.environ[FOLDER]) / name).mkdir(mode=0o700)
        # Methods in Python run in the Python of the tests: what a PATH has first may be a script that starts another,
        # or one that loads much at each start, and these tests start thousands.
        os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), *_real_rust(), os.environ["PATH"]))
        os.environ.update(QUICK_CRATES)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before xdist starts the processes that share the tests."""
    if processes := getattr(session.config.option, "numprocesses", None):
        keep_rewritten(session.config, files_of(session.config.args), processes)


def _real_rust() -> list[str]:
    """Where rustc lies, if the one on PATH only looks for it in the home of its user: tests have homes of their own."""
    found = shutil.which("rustc")
    if found is None:
        return []
    asked = subprocess.run([found, "--print", "sysroot"], capture_output=True, text=True, check=False)
    folder = Path(asked.stdout.strip()) / "bin"
    is_real = asked.returncode != 0 or not (folder / "rustc").is_file() or Path(found).samefile(folder / "rustc")
    return [] if is_real else [str(folder)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that take long, in each of the processes that share them.

    xdist hands each process one piece of the list; who is done takes from the end of another's. With the long ones at
    the end of the list, one process would still be at the longest when the others have nothing left to do.
    """
    if worker := getattr(config, "workerinput", None):
        items[:] = dealt(items, int(worker["workercount"]))


def dealt(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests in an order of which each process gets long ones first, then others; a file's stay together."""
    files: dict[str, list[pytest.Item]] = {}
    others: list[pytest.Item] = []
    for item in items:
        if item.nodeid.startswith(LONG):
            files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        else:
            others.append(item)
    pieces: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for number, file in enumerate(files.values()):
        pieces[number % processes] += file
    order: list[pytest.Item] = []
    for number, piece in enumerate(pieces):
        left = processes - number
        room = (len(items) - len(order)) // left  # as xdist cuts the list
        take = max(0, room - len(piece)) if left > 1 else len(others)
        order += [*piece, *others[:take]]
        del others[:take]
    return order


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)
