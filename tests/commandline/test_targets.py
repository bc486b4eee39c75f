"""Targets that iotrial makes: for a run or on request, and never a mount, a loop device or a file left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from commandline.command import PATIENCE_S, SMALL, SMALL_PYTHON, Place, ended_if_this_fails
from commandline.process import PROGRAM, Process, fork_server
from places.mounting import loops_in, mounted_in, require, servers_of, wait_until_gone

#: What is left behind of evidence is seen in the first test. A file system with a server takes long for each record.
BRIEF = ("append", "--set", "records=10", *SMALL[3:], "--no-evidence")
LONG = (*BRIEF, "--rounds", "400", "--budget", "10min")
LONG_PYTHON = (
    "append",
    "--set",
    "records=10",
    *SMALL_PYTHON[3:],
    "--no-evidence",
    "--rounds",
    "400",
    "--budget",
    "10min",
)
TWO = ("--set", "target=ext4,overlay")
SERVED = ("sshfs", "glusterfs")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


@pytest.fixture(autouse=True)
def nothing_stays(place: Place) -> Iterator[None]:
    """Remove what a failed test left, and say that it was left."""
    yield
    left = [mount.point for mount in mounted_in(place.root)]
    for point in reversed(left):
        subprocess.run(["umount", "--lazy", point], check=False)
    assert left == [] and loops_in(place.root) == []


def test_a_run_makes_the_targets_that_it_names_and_takes_them_away(place: Place) -> None:
    require("ext4", "overlay")
    document = place.document("run", *SMALL, *TWO, "--target", str(place.target))
    assert [level["level"]["target"] for level in document["levels"]] == ["ext4", "overlay"]
    assert all(level["status"] == "measured" for level in document["levels"])
    told = json.loads((place.runs()[0] / "run.json").read_text())["machine"]["targets"]
    assert [target["filesystem"] for target in told] == ["ext4", "overlay"]
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupted_run_takes_its_targets_away(place: Place, number: signal.Signals) -> None:
    require("ext4", "overlay")
    done = place.interrupt(number, "run", *LONG, *TWO, "--target", str(place.target))
    assert done.returncode == 130, done.stderr
    assert "is left" not in done.stderr, done.stderr
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


def test_what_a_killed_run_left_mounted_is_taken_away_at_the_next_start(place: Place) -> None:
    require("ext4", "overlay", "ext4-in-memory")
    names = "target=ext4,overlay,ext4-in-memory"
    place.interrupt(signal.SIGKILL, "run", *LONG, "--set", names, "--target", str(place.target))
    assert len(mounted_in(place.root)) == 4 and len(loops_in(place.root)) == 2
    elsewhere = place.root / "elsewhere"
    elsewhere.mkdir()
    assert place.run("run", *BRIEF, "--target", str(elsewhere)).returncode == 0
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


@pytest.mark.parametrize("target", SERVED)
def test_a_run_on_what_is_served_ends_all_that_it_started(place: Place, target: str) -> None:
    require(target)
    document = place.document("run", *BRIEF, "--target", target)
    assert [level["status"] for level in document["levels"]] == ["measured"]
    (told,) = json.loads((place.runs()[0] / "run.json").read_text())["machine"]["targets"]
    assert told["filesystem"] == f"fuse.{target}" and told["made"] == "for the run"
    assert "held_back" in [caution["code"] for caution in document["cautions"]]
    assert place.leftovers() == [] and mounted_in(place.root) == []
    wait_until_gone(place.root)


@pytest.mark.parametrize("target", SERVED)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
def test_a_run_on_what_is_served_that_is_ended_leaves_nothing(
    place: Place, number: signal.Signals, target: str
) -> None:
    require(target)
    place.interrupt(number, "run", *LONG_PYTHON, "--set", f"target={target}", "--target", str(place.target))
    if number == signal.SIGKILL:
        assert len(mounted_in(place.root)) == 1
        assert place.run("target", "list").returncode == 0  # any next start
    assert place.leftovers() == [] and mounted_in(place.root) == []
    wait_until_gone(place.root)


@pytest.mark.parametrize("target", SERVED)
def test_what_has_lost_its_server_is_taken_away_too(place: Place, target: str) -> None:
    require(target)
    process = place.start("run", *LONG, "--set", f"target={target}", "--target", str(place.target))
    try:
        wait_for(lambda: list(place.results.glob("[!.]*/sweep-*.parquet")), process)
        for one in servers_of(place.root):
            one.kill()
        wait_for(lambda: False, process, or_end=True)
    finally:
        out, err = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in err and ("no verdict holds" in out or "error: " in err)
    assert place.leftovers() == [] and mounted_in(place.root) == []


def test_a_folder_that_ssh_cannot_be_told_is_refused(place: Place) -> None:
    require("sshfs")
    odd = place.root / 'a "quote"'
    odd.mkdir()
    done = place.run("run", *BRIEF, "--set", "target=sshfs", "--target", str(odd))
    assert done.returncode == 3 and "without quotes" in done.stderr
    assert list(odd.iterdir()) == []


@pytest.mark.parametrize("target", SERVED)
def test_what_goes_with_its_run_is_not_created(place: Place, target: str) -> None:
    done = place.run("target", "create", target)
    assert done.returncode == 2 and "made for a run" in done.stderr and "hint: " in done.stderr


def test_a_killed_run_goes_on_with_its_targets_made_anew(place: Place) -> None:
    require("ext4", "overlay")
    place.interrupt(signal.SIGKILL, "run", *BRIEF, "--rounds", "12", *TWO, "--target", str(place.target))
    resumed = place.run("run", "--resume", "last")
    assert resumed.returncode == 0, resumed.stderr
    assert place.document("show")["complete"]
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


def test_a_target_is_created_listed_used_and_removed(place: Place) -> None:
    require("ext4")
    made = place.run("target", "create", "ext4", "--size", "256 MiB")
    assert made.returncode == 0 and made.stdout == "", made.stderr
    (listed,) = [row for row in place.document("target", "list") if row["target"] == "ext4"]
    assert listed["state"] == "ready" and listed["available"] and listed["size_bytes"] == 256 << 20
    document = place.document("run", *BRIEF, "--target", "ext4")
    assert [level["level"]["target"] for level in document["levels"]] == ["ext4"]
    (told,) = document["targets"]
    assert told["folder"] == listed["folder"] and told["made"] == "on request"
    assert told["below"][0]["file"].endswith("targets/ext4/image")
    assert place.run("target", "remove", "ext4").returncode == 0
    assert mounted_in(place.root) == [] and loops_in(place.root) == []
    assert [path.name for path in (place.root / "targets").iterdir()] == ["lock"]


def test_a_target_is_created_once_and_removed_once(place: Place) -> None:
    require("tmpfs")
    assert place.run("target", "create", "tmpfs", "--size", "128MiB").returncode == 0
    again = place.run("target", "create", "tmpfs")
    assert again.returncode == 2 and "there is a target tmpfs already" in again.stderr and "hint: " in again.stderr
    assert place.run("target", "remove", "tmpfs").returncode == 0
    gone = place.run("target", "remove", "tmpfs")
    assert gone.returncode == 2 and "no target tmpfs to remove" in gone.stderr


def test_a_target_is_not_removed_while_a_run_uses_it(place: Place) -> None:
    require("ext4")
    assert place.run("target", "create", "ext4", "--size", "256MiB").returncode == 0
    process = place.start("run", *LONG, "--target", "ext4")
    try:
        wait_for(lambda: list(place.results.glob("[!.]*/sweep-*.parquet")), process)
        refused = place.run("target", "remove", "ext4")
        found = re.search(r"is used by process (\d+)", refused.stderr)
        assert refused.returncode == 2 and found is not None, refused.stderr
        number = int(found[1])  # of our command, or of the child in which it goes on
        assert process.pid in (number, psutil.Process(number).ppid())
        assert len(mounted_in(place.root)) == 1
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
    assert place.run("target", "remove", "ext4").returncode == 0


def test_files_of_others_in_a_target_are_not_removed(place: Place) -> None:
    require("ext4")
    assert place.run("target", "create", "ext4", "--size", "256MiB").returncode == 0
    precious = place.root / "targets" / "ext4" / "mnt" / "precious"
    precious.write_text("mine")
    refused = place.run("target", "remove", "ext4")
    assert refused.returncode == 2 and "'precious'" in refused.stderr and precious.read_text() == "mine"
    precious.unlink()
    assert place.run("target", "remove", "ext4").returncode == 0


def test_a_target_that_somebody_stands_in_is_removed_once_they_left(place: Place) -> None:
    require("tmpfs")
    assert place.run("target", "create", "tmpfs", "--size", "128MiB").returncode == 0
    with subprocess.Popen(["sleep", "1000"], cwd=place.root / "targets" / "tmpfs" / "mnt") as user:
        try:
            refused = place.run("target", "remove", "tmpfs")
            assert refused.returncode == 2 and f"process {user.pid} (sleep)" in refused.stderr
        finally:
            user.kill()
    assert place.run("target", "remove", "tmpfs").returncode == 0


def test_a_target_that_was_unmounted_behind_our_back_is_said_and_can_be_removed(place: Place) -> None:
    require("ext4")
    assert place.run("target", "create", "ext4", "--size", "256MiB").returncode == 0
    subprocess.run(["umount", place.root / "targets" / "ext4" / "mnt"], check=True)
    done = place.run("run", *BRIEF, "--target", "ext4")
    assert done.returncode == 3 and "was created, and is not mounted" in done.stderr
    (listed,) = [row for row in place.document("target", "list") if row["target"] == "ext4"]
    assert listed["state"] == "not mounted" and not listed["available"]
    assert place.run("target", "remove", "ext4").returncode == 0


def test_a_target_that_is_unmounted_in_the_middle_of_a_run_is_never_written_around(place: Place) -> None:
    require("ext4")
    process = place.start("run", *LONG, "--set", "target=disk,ext4", "--target", str(place.target), "--json")
    try:
        wait_for(lambda: len(list(place.results.glob("[!.]*/sweep-*.parquet"))) > 2, process)
        (mount,) = mounted_in(place.root)
        subprocess.run(["umount", "--lazy", mount.point], check=True)
        after = len(list(place.results.glob("[!.]*/sweep-*.parquet"))) + 3
        wait_for(lambda: len(list(place.results.glob("[!.]*/sweep-*.parquet"))) > after, process, or_end=True)
        assert not mount.point.exists() or list(mount.point.iterdir()) == []
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in err
    levels = place.document("show")["levels"]
    said = [arm["reason"] for arm in levels[1]["arms"]] + [err]
    assert any("not mounted any more" in (text or "") for text in said)
    assert [arm["reason"] for arm in levels[0]["arms"]] == [None, None]
    assert place.leftovers() == [] and loops_in(place.root) == []


def test_a_create_that_was_killed_is_tidied_up_at_the_next_start(place: Place) -> None:
    require("ext4", "ext4-in-memory")
    assert place.run("target", "create", "ext4-in-memory", "--size", "256MiB").returncode == 0
    (place.root / "targets" / "ext4-in-memory" / "iotrial-target.json").unlink()  # the last that create writes
    assert len(mounted_in(place.root)) == 2
    (listed,) = [row for row in place.document("target", "list") if row["target"] == "ext4-in-memory"]
    assert listed["state"] == "not created"
    assert mounted_in(place.root) == [] and loops_in(place.root) == []


@pytest.mark.parametrize("what", ["link", "link inside", "open", "file"])
def test_a_folder_of_targets_that_others_could_have_prepared_is_left_alone(place: Place, what: str) -> None:
    require("tmpfs")
    targets = place.root / "targets"
    if what == "link":
        targets.symlink_to(place.target)
    elif what == "link inside":
        targets.mkdir()
        (targets / "tmpfs").symlink_to(place.target)
    elif what == "open":
        targets.mkdir()
        targets.chmod(0o777)
    else:
        targets.write_text("mine")
    refused = place.run("target", "create", "tmpfs", "--size", "128MiB")
    assert refused.returncode == 2 and refused.stderr.startswith("error: ") and str(targets) in refused.stderr
    assert place.leftovers() == [] and mounted_in(place.root) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["create", "../ext4"], "'../ext4' is no target"),
        (["create", "/etc"], "'/etc' is no target"),
        (["create", "ext5"], "did you mean"),
        (["create", "disk"], "disk is a folder"),
        (["create", "ext4", "--size", "much"], "--size"),
        (["create", "ext4", "--size", "-1"], "--size"),
        (["create", "ext4", "--size", "1MiB"], "too small for ext4: at least 128 MiB"),
        (["create", "ext4", "--size", "8000000TiB"], "more than what is free"),
        (["create", "tmpfs", "--size", "8000000TiB"], "more than half of the memory"),
        (["create", "ext4", "--owner", "no such user"], "no user 'no such user'"),
        (["create", "ext4", "--owner", "99999999999999999999"], "no user"),
        (["remove", "ext4"], "no target ext4 to remove"),
        (["remove", ""], "is no target"),
        (["create"], "NAME"),
        (["mend"], "mend"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_a_target_is_refused_with_a_reason(place: Place, arguments: list[str], said: str) -> None:
    if "--size" in arguments:
        require("ext4", "tmpfs")
    done = place.run("target", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: ") and said in done.stderr, done.stderr


def as_nobody(*command: str) -> list[str]:
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]


def without_mounting(*command: str) -> list[str]:
    return ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin", *command]


def run_as(place: Place, become: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*become, sys.executable, "-m", "iotrial", *arguments]
    done = subprocess.run(
        command, env=place.environment, cwd="/", capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


#: Becomes a fork server of another user: a program of its own, so that its own files in /proc are that user's.
FORKS_AS = """\
import os
import sys

os.execvp({become[0]!r}, [*{become!r}, sys.executable, {program!r}, *sys.argv[1:]])
"""


def start_as_nobody(place: Place) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what carries out a command as nobody, in a fork of a process that is nobody's."""
    program = place.root / "forks_as_nobody.py"
    program.write_text(FORKS_AS.format(become=as_nobody(), program=str(PROGRAM)))

    def done(*arguments: str) -> subprocess.CompletedProcess[str]:
        process = Process(fork_server(place.environment, program), arguments, place.environment, Path("/"))
        with ended_if_this_fails(process):
            out, err = process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    return done


@pytest.fixture
def open_place() -> Iterator[Place]:
    """A place that other users can look into, unlike a test's usual one."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        place = Place(Path(folder))
        yield place
        for mount in reversed(mounted_in(place.root)):
            subprocess.run(["umount", mount.point], check=False)


def test_without_root_a_level_is_skipped_with_what_to_ask_for_and_the_rest_goes_on(open_place: Place) -> None:
    place = open_place
    require("ext4")
    if run_as(place, as_nobody(), "--version").returncode:
        pytest.skip("another user cannot start iotrial here")
    for name in ("home", "runs"):
        (place.root / name).mkdir()
        os.chown(place.root / name, 65534, -1)
    place.environment.update(
        HOME=str(place.root / "home"),
        XDG_CACHE_HOME=str(place.root / "home"),
        IOTRIAL_RESULTS=str(place.root / "runs"),
    )
    nobody = start_as_nobody(place)
    done = nobody("run", *BRIEF, "--set", "target=disk,ext4", "--json")
    assert done.returncode == 0, done.stderr
    disk, ext4 = json.loads(done.stdout)["levels"]
    assert disk["status"] == "measured" and ext4["status"] == "skipped"
    assert "mounting takes root" in ext4["reason"] and "target create ext4 --owner nobody" in ext4["reason"]
    alone = nobody("run", *BRIEF, "--target", "ext4")
    assert alone.returncode == 3 and "hint: ask the administrator for: sudo " in alone.stderr
    refused = nobody("target", "create", "ext4")
    assert refused.returncode == 2 and refused.stderr.count("error: ") == 1 == refused.stderr.count("hint: ")
    assert place.run("target", "create", "ext4", "--size", "256MiB", "--owner", "nobody").returncode == 0
    assert "mounting takes root" in nobody("target", "remove", "ext4").stderr
    done = nobody("run", *BRIEF, "--target", "ext4", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["levels"][0]["status"] == "measured"
    assert place.run("target", "remove", "ext4").returncode == 0


def test_a_root_that_may_not_mount_is_told_so(place: Place) -> None:
    require("ext4")
    for arguments in (("target", "create", "ext4"), ("run", *BRIEF, "--target", "ext4")):
        done = run_as(place, without_mounting(), *arguments)
        assert done.returncode in (2, 3) and "CAP_SYS_ADMIN" in done.stderr and "hint: " in done.stderr
    assert mounted_in(place.root) == []


def wait_for(condition: Callable[[], object], process: Process, *, or_end: bool = False) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if process.poll() is not None and or_end:
            return
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.01)
