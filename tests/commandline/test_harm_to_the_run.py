"""Methods that harm what belongs to the run: its folders, its reader, and the processes of other methods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from commandline.command import Place, ended_if_this_fails
from commandline.process import Process, fork_server
from iotrial.cli.edge import USAGE
from machine.test_own_limits import may_raise_limits

METHODS = Path(__file__).resolve().parents[2] / "methods"

#: The longest that such a run may take, which is far more than it does on a busy machine: nothing waits for ever.
BOUND_S = 240.0

#: What the harm is made of: the processes that iotrial has started, but for this one and those of its compilers.
HEAD = """

import glob
import os
import shutil
import signal

WORKING, TEMPORARY, TARGET, RESULTS, CACHE = {folders!r}


def _send(number, program):
    parent = os.getppid()
    for path in glob.glob(f"/proc/{{parent}}/task/*/children"):
        with open(path) as children:
            for pid in map(int, children.read().split()):
                try:
                    with open(f"/proc/{{pid}}/cmdline") as words:
                        if program in words.read() and pid != os.getpid():
                            os.kill(pid, number)
                except OSError:
                    pass


def deliver(path, sink):
    found = _deliver(path, sink)
    if {when}:
{harm}
    return found
"""

#: When harm is done: from the first call on, or once something of the run is stored.
AT_ONCE = "True"
LATE = "len(glob.glob(RESULTS + '/[!.]*/sweep-*.parquet')) > 1"

#: Harm to the workers of others, or to the reader of all: how it is done, and the reason that it has.
TO_PROCESSES = {
    "kills_workers": ("_send(signal.SIGKILL, 'kit')", "killed the workers of other methods"),
    "stops_workers": ("_send(signal.SIGSTOP, 'kit')", "stopped the workers of other methods"),
    "kills_the_reader": ("_send(signal.SIGKILL, 'sink_reader')", "killed the reader of its output"),
    "stops_the_reader": ("_send(signal.SIGSTOP, 'sink_reader')", "stopped the reader of its output"),
}

#: Harm to folders that a run can do without once it has begun.
TO_FOLDERS = {
    "removes_the_working_folder": "shutil.rmtree(WORKING, ignore_errors=True)",
    "removes_the_temporary_folder": "shutil.rmtree(TEMPORARY, ignore_errors=True)",
    "removes_the_cache": "shutil.rmtree(CACHE, ignore_errors=True)",
}

#: Harm that ends the run, and the beginning of what is said of it.
ENDING = {
    "removes_the_folder_of_the_run": (
        "for one in glob.glob(TARGET + '/iotrial-*'): shutil.rmtree(one, ignore_errors=True)",
        "the folder of the run was removed from the target while python/{name} was at work",
    ),
    "removes_the_target": ("shutil.rmtree(TARGET, ignore_errors=True)", "the target disk is not "),
    "removes_the_results": ("shutil.rmtree(RESULTS, ignore_errors=True)", "results cannot be written to "),
}

#: The fewest of four arms and their placebo.
ROUNDS = 10

HONEST = ("copyfileobj", "read_write_64k")


def harmful(place: Place, harms: dict[str, str], when: str) -> Path:
    """A tree with methods that send the file and then do harm; only copies of this test's own folders are in reach."""
    folder = place.root / "tree" / "deliver" / "python"
    folder.mkdir(parents=True)
    honest = (METHODS / "deliver/python/copyfileobj.py").read_text().replace("def deliver(", "def _deliver(")
    named = (place.root / "working", place.root / "temporary", place.target, place.results, place.root / "cache")
    for name, harm in harms.items():
        text = HEAD.format(folders=tuple(map(str, named)), when=when, harm=indent(harm, " " * 8))
        (folder / f"{name}.py").write_text(honest + text)
    return folder.parents[1]


def run_of(place: Place, harms: dict[str, str], when: str) -> tuple[int, str]:
    """Run harmful methods beside honest ones, in folders that may go; return the exit code and what was said."""
    tree = harmful(place, harms, when)
    for name in ("working", "temporary"):
        (place.root / name).mkdir()
    environment = {**place.environment, "TMPDIR": str(place.root / "temporary")}
    given = (
        "run", "deliver", "--with", str(tree), "--set", "file_bytes=200", "--rounds", str(ROUNDS), "--blocks", "1",
        *(f"--method=python/{name}" for name in (*HONEST, *harms)), "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    process = Process(fork_server(environment), given, environment, place.root / "working")
    with ended_if_this_fails(process):
        _, err = process.communicate(timeout=BOUND_S)
    assert "Traceback" not in err and "itself failed" not in err, err
    return process.returncode, err


def statuses(place: Place, harms: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """The status and the reason of each harmful method, once the honest ones are seen to be measured."""
    arms: dict[str, Any] = {arm["method"]: arm for arm in place.document("show")["levels"][0]["arms"]}
    assert {arms[name]["status"] for name in HONEST} == {"measured"}, arms
    assert all(place.rounds_taken(f"python/{name}") == ROUNDS for name in HONEST)
    assert place.leftovers() == []
    return {name: (arms[name]["status"], arms[name]["reason"]) for name in harms}


def require_told(found: dict[str, tuple[str, str | None]]) -> None:
    """Hold that whoever harmed processes was disqualified for just that."""
    for name, (status, reason) in found.items():
        assert status == "disqualified" and re.match(TO_PROCESSES[name][1], reason or ""), (name, status, reason)


def require_ended(place: Place, name: str, code: int, err: str, *, is_late: bool) -> None:
    """Hold that a run ended in one line and a hint, and that what was stored is there."""
    if name == "removes_the_target" and code == 0:  # between two samples: what was stored is the answer
        reasons = {arm["reason"] for arm in place.document("show")["levels"][0]["arms"]}
        assert reasons == {"the target disk is not mounted any more, in the middle of the run"}
        return
    said = [line for line in err.splitlines() if line and not line.startswith("note: ")]
    assert code == USAGE and said[0].startswith("error: " + ENDING[name][1].format(name=name)), (code, err)
    assert said[1].startswith("hint: ")
    if is_late and name != "removes_the_results":
        (run,) = place.runs()
        assert len(list(run.glob("sweep-*.parquet"))) > 1 and not place.document("show")["complete"]
    place.target.mkdir(exist_ok=True)
    assert place.leftovers() == []


def test_whoever_harms_processes_of_the_run_is_named_and_the_others_are_measured(place: Place) -> None:
    harms = {name: TO_PROCESSES[name][0] for name in ("kills_workers", "stops_workers", "kills_the_reader")}
    code, err = run_of(place, harms, LATE)
    assert code == 0, err
    require_told(statuses(place, tuple(harms)))


def test_folders_that_a_run_can_do_without_may_go(place: Place) -> None:
    code, err = run_of(place, {"removes_folders": "\n".join(TO_FOLDERS.values())}, AT_ONCE)
    assert code == 0, err
    assert statuses(place, ["removes_folders"]) == {"removes_folders": ("measured", None)}


def test_a_run_whose_folder_is_removed_ends_and_says_who_was_at_work(place: Place) -> None:
    name = "removes_the_folder_of_the_run"
    require_ended(place, name, *run_of(place, {name: ENDING[name][0]}, LATE), is_late=True)


@pytest.mark.skipif(may_raise_limits(), reason="who may raise limits has them as before, and goes on")
def test_a_run_whose_limit_is_lowered_for_good_ends_and_says_who_did_it(place: Place) -> None:
    name = "lowers_a_limit"
    harm = "import resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (20, 20))"
    code, err = run_of(place, {name: harm}, LATE)
    assert code == USAGE
    assert f"error: the limit of nofile of iotrial's own process was lowered for good while python/{name} was" in err


@pytest.mark.long
@pytest.mark.parametrize("when", [AT_ONCE, LATE], ids=["at once", "late"])
@pytest.mark.parametrize("name", [*TO_PROCESSES, *TO_FOLDERS, *ENDING])
def test_each_harm_alone(place: Place, name: str, when: str) -> None:
    harm = {**{one: way for one, (way, _) in {**TO_PROCESSES, **ENDING}.items()}, **TO_FOLDERS}[name]
    code, err = run_of(place, {name: harm}, when)
    if name in ENDING:
        require_ended(place, name, code, err, is_late=when == LATE)
        return
    assert code == 0, err
    found = statuses(place, [name])
    if name in TO_PROCESSES:
        require_told(found)
    else:
        assert found == {name: ("measured", None)}
