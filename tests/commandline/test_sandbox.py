"""Methods in a sandbox, by every command that starts some: they change nothing of others, and are told of as ever."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place

TESTS = Path(__file__).resolve().parents[1]

#: What no method may make.
NOWHERE = Path("/iotrial-was-here")

#: A method that does its work, and before that all the harm that it can.
HARMS = """

def append(path, records):
    own = os.path.dirname(path)
    level = os.path.dirname(own)
    others = [os.path.join(level, name) for name in os.listdir(level) if os.path.join(level, name) != own]
    for harm in (lambda: open({theirs!r}, "w"), lambda: os.unlink({theirs!r}), lambda: os.kill({beside}, 9),
                 lambda: os.mkdir({nowhere!r}), lambda: os.rename(own, own + "x"), lambda: os.mkdir(level + "/x"),
                 *(lambda other=other: open(other + "/x", "w") for other in others)):
        try:
            harm()
        except OSError:
            continue
        raise RuntimeError("did harm")
    return _append(path, records)
"""

#: A method that does nothing, and harm when it is loaded.
NOTHING = """\
# Harms.
# Use it nowhere.

try:
    open({theirs!r}, "w")
except OSError:
    pass


def nothing():
    pass
"""


@dataclass(frozen=True)
class Theirs:
    """What is not a method's: a file, and a process beside it; and the tree with a method that is after both."""

    file: Path
    beside: subprocess.Popen[bytes]
    tree: Path

    def require_unharmed(self) -> None:
        assert self.beside.poll() is None
        assert self.file.read_text() == "theirs" and not NOWHERE.exists()


@pytest.fixture
def theirs(place: Place) -> Iterator[Theirs]:
    """Skipped on a machine that has no sandbox, which says so in a line."""
    done = place.run("run", "append", "--sandbox", "--rounds", "3")
    assert done.returncode == 2 and done.stderr.startswith("error: ")
    if "there is no sandbox" in done.stderr:
        pytest.skip("this machine has no sandbox")
    file = place.root / "theirs"
    file.write_text("theirs")
    beside = subprocess.Popen(["sleep", "600"])
    folder = place.root / "tree" / "append" / "python"
    folder.mkdir(parents=True)
    honest = (TESTS.parent / "methods/append/python/os_write.py").read_text().replace("def append(", "def _append(")
    harms = HARMS.format(theirs=str(file), beside=beside.pid, nowhere=str(NOWHERE))
    (folder / "harms.py").write_text(honest + harms)
    # A tree may bring a method that does nothing too; kits are timed and runtimes looked at with iotrial's own.
    nothing = folder.parents[1] / "empty" / "python"
    nothing.mkdir(parents=True)
    (nothing / "a.py").write_text(NOTHING.format(theirs=str(file)))
    try:
        yield Theirs(file, beside, folder.parents[1])
    finally:
        beside.kill()
        beside.wait()


def answer_of(place: Place, *arguments: str, codes: tuple[int, ...] = (0,)) -> Any:
    """The document of a command that starts methods in a sandbox."""
    done = place.run(*arguments, "--sandbox", "--target", str(place.target), "--json")
    assert done.returncode in codes, (done.returncode, done.stderr)
    assert place.leftovers() == []
    return json.loads(done.stdout)


def require_sandboxed(place: Place) -> None:
    """Every run that is stored says in which sandbox it was."""
    runs = [json.loads((folder / "run.json").read_text()) for folder in place.runs()]
    assert runs and all("bubblewrap" in run["machine"]["sandbox"] for run in runs)


def test_a_run_measures_what_can_change_nothing_but_its_folder(place: Place, theirs: Theirs) -> None:
    place.measure_floors()
    document = answer_of(
        place, "run", "append", "--with", str(theirs.tree), "--set", "records=100", "--method", "python/os_write",
        "--method", "python/harms", "--method", "c/write_keep_open", "--rounds", "10", "--blocks", "1",
    )  # fmt: skip
    theirs.require_unharmed()
    arms = document["levels"][0]["arms"]
    assert {arm["status"] for arm in arms} == {"measured"}, [(arm["arm"], arm["reason"]) for arm in arms]
    require_sandboxed(place)
    done = place.run("explain", "--profile", document["run"], "--with", str(theirs.tree))
    assert done.returncode == 2 and "was made in a sandbox" in done.stderr and "hint: read its methods" in done.stderr
    theirs.require_unharmed()


def test_a_check_tells_if_it_does_its_job(place: Place, theirs: Theirs) -> None:
    wrong = theirs.tree / "append" / "python" / "wrong.py"
    wrong.write_text((wrong.parent / "harms.py").read_text().replace("return _append(", "return 1 + _append("))
    names = ("append/python/harms", "append/python/wrong")
    rows = answer_of(place, "check", *names, "--with", str(theirs.tree), codes=(1,))
    theirs.require_unharmed()
    assert [row["status"] for row in rows] == ["ok", "disqualified"], rows
    assert all(row["inputs"] > 1 for row in rows)


def test_a_gate_holds_both_texts_in_it(place: Place, theirs: Theirs) -> None:
    document = answer_of(
        place, "gate", "append", "--set", "records=20", "--blocks", "1", "--budget", "5s", "--method", "harms",
        "--with", str(theirs.tree), "--against", str(theirs.tree), codes=(0, 4, 5),
    )  # fmt: skip
    theirs.require_unharmed()
    assert [pair["arm"] for pair in document["pairs"]] == ["python/harms"]
    assert document["verdict"] in ("pass", "undecided", "invalid")  # a busy machine spoils some rounds
    (level,) = place.document("show", document["sessions"][0]["run"])["levels"]
    assert {(arm["arm"], arm["status"]) for arm in level["arms"]} == {
        ("python/harms@old", "measured"), ("python/harms@new", "measured"),
    }  # fmt: skip
    require_sandboxed(place)


def test_advice_is_given_from_it(place: Place, theirs: Theirs) -> None:
    document = answer_of(
        place, "advise", "append", "--language", "python", "--set", "records=20", "--budget", "6s",
        "--method", "harms", "--method", "os_write", "--with", str(theirs.tree), codes=(0, 4),
    )  # fmt: skip
    theirs.require_unharmed()
    assert {"python/harms", "python/os_write"} == set(document["allowed"])
    asked = place.document("show", document["run"])["levels"][0]
    assert {arm["status"] for arm in asked["arms"]} == {"measured"}
    require_sandboxed(place)


COMMANDS = {
    "run": ("run", "append"),
    "check": ("check", "append/python/os_write"),
    "gate": ("gate", "append", "--against", "methods"),
    "advise": ("advise", "append", "--language", "python"),
}


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize("language", ["python", pytest.param("*", marks=pytest.mark.long)], ids=["one language", "all"])
def test_a_worker_that_is_to_die_in_the_middle_does_so(place: Place, language: str) -> None:
    """It is the first process of its sandbox, which the system spares the signal that it sends to itself."""
    where = ("--with", str(TESTS / "keeps_back"), "--target", str(place.target))
    done = place.run("check", f"log/{language}/keeps", *where, "--sandbox", "--json")
    results = json.loads(done.stdout)
    assert results and {result["status"] for result in results} <= {"disqualified", "skipped"}
    assert all("lost 100 of 250 messages" in result["reason"] for result in results if result["status"] != "skipped")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_sandbox_does_not_hold_is_refused_before_any_of_it_is_started(place: Place, command: str) -> None:
    loaded = place.root / "loaded"
    folder = place.root / "tree" / "methods" / "mine"
    folder.mkdir(parents=True)
    scan = TESTS.parent / "methods" / "scan"
    lines = (scan / "job.toml").read_text().splitlines(keepends=True)
    (folder / "job.toml").write_text("".join(line for line in lines if not line.startswith("usual")))
    (folder / "job.py").write_text(f"open({str(loaded)!r}, 'w')\n{(scan / 'job.py').read_text()}")
    trees = ("--with", str(place.root / "tree"), "--with", str(TESTS / "fifth_language"))
    done = place.run(*COMMANDS[command], *trees, "--sandbox", "--target", str(place.target))
    said = " ".join(done.stderr.split())
    assert done.returncode == 2 and done.stdout == "", done.stderr
    assert "the perl kit is not held by a sandbox" in said and "the job mine is not held by a sandbox" in said
    assert said.count("hint: join methods only, or read it first") >= 1
    assert not loaded.exists() and place.runs() == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--kit", "python"), "a kit is not held by a sandbox"),
        (("run", "append", "--memory", "2"), "memory by kind is not read in a sandbox"),
    ],
)
def test_what_does_not_go_with_a_sandbox_is_refused(place: Place, arguments: tuple[str, ...], said: str) -> None:
    done = place.run(*arguments, "--sandbox")
    assert done.returncode == 2 and done.stdout == "" and place.runs() == []
    assert said in done.stderr and "hint: " in done.stderr


def test_a_condition_that_would_be_had_outside_of_it_is_refused(place: Place) -> None:
    given = ("--language", "c", "--set", "memory_limit=64MiB", "--sandbox", "--target", str(place.target))
    for command in (("run", "append"), ("gate", "append", "--against", str(TESTS.parent / "methods"))):
        done = place.run(*command, *given)
        assert done.returncode == 2 and done.stdout == "", done.stderr
        assert "memory is not limited in a sandbox" in done.stderr and "hint: leave out " in done.stderr
    assert place.runs() == [] and place.leftovers() == []


@pytest.mark.skipif(shutil.which("gcc") is None, reason="only gcc starts a program that its flags name")
@pytest.mark.parametrize("sandbox", [(), ("--sandbox",)])
def test_a_compiler_works_in_it_whatever_its_flags_have_it_start(
    place: Place, theirs: Theirs, sandbox: tuple[str, ...]
) -> None:
    (wrapper := place.root / "wrapper").write_text(f'#!/bin/sh\necho harmed 2>/dev/null > {theirs.file}\nexec "$@"\n')
    wrapper.chmod(0o755)
    flags = f"c.flags=-O2 -D_GNU_SOURCE -wrapper {wrapper}"
    document = place.document(
        "run", "append", "--method", "c/write_reopen", "--method", "c/write_keep_open", "--set", flags,
        "--rounds", "8", "--blocks", "1", "--no-evidence", "--target", str(place.target), *sandbox,
    )  # fmt: skip
    assert {arm["status"] for arm in document["levels"][0]["arms"]} == {"measured"}
    assert theirs.file.read_text() == ("theirs" if sandbox else "harmed\n")
    assert place.leftovers() == []


def test_a_method_that_cannot_be_measured_in_it_is_to_be_tried_in_it(place: Place, theirs: Theirs) -> None:
    (theirs.tree / "append" / "python" / "harms.py").write_text("# Ends.\n# Use it nowhere.\nraise SystemExit(3)\n")
    given = ("--with", str(theirs.tree), "--method", "harms", "--rounds", "10", "--target", str(place.target))
    done = place.run("run", "append", *given, "--sandbox")
    assert done.returncode == 3, done.stderr
    (typed,) = [line.partition("iotrial ")[2] for line in done.stderr.splitlines() if "iotrial check" in line]
    assert typed.endswith(" --sandbox")
    assert place.run(*typed.split(), "--target", str(place.target)).returncode == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_without_its_program_there_is_no_sandbox_and_nothing_is_started(place: Place, command: str) -> None:
    place.environment["PATH"] = str(place.root / "bin")
    done = place.run(*COMMANDS[command], "--sandbox", "--target", str(place.target))
    assert done.returncode == 2 and "there is no sandbox: bubblewrap is not installed" in done.stderr
    assert "iotrial machine --install bwrap" in done.stderr and place.runs() == []
