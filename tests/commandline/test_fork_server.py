"""A command that the fork server becomes says and does what one that is started by itself does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commandline.command import Place
from commandline.fork_server import states_of
from commandline.process import Process, fork_server
from report import shown


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place with a made-up run in it."""
    place = Place(tmp_path_factory.mktemp("stored"))
    shown.store(place.results)
    return place


#: More commands; those that are always tried import every library that these do, and all but a few of our modules.
MORE = (
    *("explain", "compare last last", "check no-such-method"),
    *("show --json", "show no-such-run", "export --format csv", "query SELECT", "claims no-such-study", "gate append"),
    *("advise append --language cobol", "runs", "studies --json", "target list", ""),
)


@pytest.mark.parametrize(
    "arguments",
    [
        *("--help", "run no-such-study", "show", "report last --format md -o -", "methods append --json"),
        *(pytest.param(one, marks=pytest.mark.long) for one in MORE),
    ],
)
def test_it_says_what_a_command_by_itself_says(stored: Place, arguments: str) -> None:
    words = arguments.split()
    alone = subprocess.run(
        [sys.executable, "-m", "iotrial", *words],
        env=stored.environment,
        cwd=stored.root,
        capture_output=True,
        text=True,
    )
    forked = stored.run(*words)
    assert (forked.returncode, forked.stdout, forked.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_it_ends_by_a_signal_and_that_is_told(stored: Place) -> None:
    process = stored.start("query", "SELECT count(*) FROM range(100000000000)")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL == process.poll()


#: A server that has imported nothing before it is asked, which takes a fraction of the time.
BARE = f"""
import socket
import sys

sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from commandline.fork_server import carry_out, serve

if serve(socket.socket(fileno=int(sys.argv[1]))):
    carry_out()
"""


def test_another_environment_for_python_itself_has_another_server(stored: Place) -> None:
    program = stored.root / "bare.py"
    program.write_text(BARE)
    ours = fork_server(stored.environment, program)
    assert fork_server({**stored.environment, "HOME": "/nowhere"}, program) is ours
    other = {**stored.environment, "PYTHONUTF8": "1"}
    assert fork_server(other, program) is not ours
    done = Process(fork_server(other, program), ["--version"], other, stored.root)
    assert done.communicate()[0].startswith("iotrial ") and done.returncode == 0


def test_a_tree_is_read_again_if_a_file_of_it_is_another(tmp_path: Path) -> None:
    folder = tmp_path / "append" / "python"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("# One.\n")
    seen = [list(states_of([tmp_path]))]

    def require_another() -> None:
        seen.append(list(states_of([tmp_path])))
        assert seen[-1] not in seen[:-1]

    (folder / "one.py").write_text("# Two.\n")
    require_another()
    os.utime(folder / "one.py", ns=(0, 0))
    require_another()
    (folder / "two.py").touch()
    require_another()
    (folder / "two.py").rename(folder / "three.py")
    require_another()
    folder.chmod(0o700)
    require_another()
    (folder / "__pycache__").mkdir()
    assert list(states_of([tmp_path])) == seen[-1]
