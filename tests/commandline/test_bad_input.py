"""Input of a clumsy or hostile user: one line for each thing that is wrong, the next step, and no traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from commandline.command import SMALL, Place

STUDY = """question = "Which?"
job = "append"
baseline = "python/os_write"
methds = ["python/*"]
methods = ["python/os_write", "python/no_such"]
[[levels]]
records = -1
record_bytes = "10 min"
ending = []
"""


def test_all_problems_of_a_study_are_shown_at_once_with_their_lines(place: Place) -> None:
    path = place.root / "wrong.toml"
    path.write_text(STUDY)
    done = place.run("run", "./wrong.toml")
    assert done.returncode == 2 and done.stdout == ""
    for line, word in ((4, "methds"), (5, "no_such"), (7, "-1"), (8, "10 min"), (9, "ending")):
        assert any(f":{line}" in text and word in text for text in done.stderr.splitlines()), (line, done.stderr)
    assert "hint: " in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run"], "name a study"),
        (["run", "redfile"], "readfile"),
        (["run", "append", "--set", "records"], "FACTOR=VALUE,…"),
        (["run", "append", "--set", "record_bites=3"], "record_bites"),
        (["run", "append", "--set", "records=many"], "many"),
        (["run", "append", "--set", "records="], "records"),
        (["run", "append", "--writers", "3"], "hint: --set writers=VALUE"),
        (["advise", "append", "--record-bytes", "3"], "hint: --set record_bytes=VALUE"),
        (["run", "append", "--rounds", "3"], "3"),
        (["run", "append", "--blocks", "4"], "even"),
        (["run", "append", "--margin", "huge"], "huge"),
        (["run", "append", "--budget", "10"], "10"),
        (["run", "append", "--language", "cobol"], "cobol"),
        (["run", "append", "--method", "no_such"], "no_such"),
        (["run", *SMALL, "--target", "/no/such/folder"], "/no/such/folder"),
        (["run", "--resume", "nothing"], "nothing"),
        (["show", "nothing"], "nothing"),
        (["show", "--no-such-option"], "--no-such-option"),
        (["query", "DELETE FROM samples"], ""),
        (["query", "SELECT FROM WHERE"], ""),
        (["methods", "no_such_job"], "no_such_job"),
        (["check", "no_such_method"], "no_such_method"),
        (["selftest", "inject", "--size", "much"], "much"),
        (["site", "-o", "made", "--address", "ftp://a.example"], "is no address of a site"),
        (["site", "-o", "made", "--address", "https://[a"], "is no address of a site"),
        (["report", "--site", "https://a.example/?q=1"], "is no address of a site"),
        (["report", "--site", "https://a.example/\u2028x"], "is no address of a site"),
        (["publish", "--check", "a.json", "--sign", "key"], "--check signs nothing"),
        (["no_such_command"], "no_such_command"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_arguments_are_refused_with_a_reason(place: Place, arguments: list[str], said: str) -> None:
    done = place.run(*arguments)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert done.stdout == ""
    assert done.stderr.startswith("error: ") and said in done.stderr


LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", *SMALL, "--target", ""], "--target: names no folder"),
        (["run", *SMALL, "--target", f"/tmp/{LONG}"], "over 255 bytes"),
        (["run", *SMALL, "--results", LONG], "over 255 bytes"),
        (["run", *SMALL, "--with", f"./{LONG}"], "over 255 bytes"),
        (["run", *SMALL, "--target", "~nobody-has-this-name/x"], "nobody-has-this-name"),
        (["run", f"./{LONG}.toml"], "there is no such file"),
        (["run", LONG], "unknown study"),
        (["run", *SMALL, "--runtime", f"python=/{LONG}"], "File name too long"),
        (["show", f"./{LONG}"], "no run in the folder"),
        (["show", LONG], "no run"),
        (["report", f"/{LONG}/x"], "no run in the folder"),
        (["check", f"/{LONG}/os_write"], "os_write"),
        (["gate", "append", "--against", f"/{LONG}"], "--against"),
        (["query", "SELECT '\udcff'"], "not UTF-8"),
        (["query", "SELECT * FROM range(3000000)"], "over 1,000,000 rows"),
        (["run", "append", "--runtime", "c=/bin/true"], "c=/bin/true"),
        (["run", "/dev/zero"], "/dev/zero"),
        (["run", "\x1b[31mred"], "\\x1b[31mred"),
        (["run", "\udcffred"], "\\udcffred"),
    ],
    ids=lambda value: ascii(" ".join(value))[1:50] if isinstance(value, list) else "",
)
def test_hostile_arguments_are_refused_with_a_reason(place: Place, arguments: list[str], said: str) -> None:
    done = place.run(*arguments)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert done.stdout == "" and "itself failed" not in done.stderr
    assert done.stderr.startswith("error: ") and said in done.stderr
    assert all(letter.isprintable() or letter == "\n" for letter in done.stderr)


def test_a_study_that_is_a_pipe_is_refused_at_once(place: Place) -> None:
    os.mkfifo(place.root / "pipe.toml")
    done = place.run("run", "./pipe.toml")
    assert done.returncode == 2 and "is no regular file" in done.stderr


def test_a_target_that_is_a_file_or_cannot_be_written_is_refused(place: Place) -> None:
    file = place.root / "file"
    file.write_text("mine")
    assert "is no folder" in place.run("run", *SMALL, "--target", str(file)).stderr
    assert file.read_text() == "mine"
    if Path("/proc").is_dir():
        assert "cannot be written to" in place.run("run", *SMALL, "--target", "/proc").stderr


def test_too_little_room_says_how_much_is_needed(place: Place) -> None:
    state = os.statvfs(place.target)
    free_bytes = state.f_bavail * state.f_frsize
    done = place.run(
        "run", "append", "--set", f"records={free_bytes // 2**20}", "--set", "record_bytes=2MiB",
        "--method", "os_write",
        "--target", str(place.target),
    )  # fmt: skip
    assert done.returncode == 2 and "the run needs" in done.stderr
    assert place.leftovers() == []


def test_a_foreign_folder_among_the_results_is_named_and_left_alone(place: Place) -> None:
    foreign = place.results / "holiday-pictures"
    foreign.mkdir(parents=True)
    (foreign / "run.json").write_text("{ not json")
    listed = place.run("runs")
    assert "holiday-pictures" in listed.stdout and listed.returncode == 0
    assert (foreign / "run.json").read_text() == "{ not json"


def test_a_bad_method_of_a_tree_is_refused_with_its_file(place: Place) -> None:
    method = place.root / "tree" / "append" / "python" / "mine.py"
    method.parent.mkdir(parents=True)
    method.write_text("# Mine.\n# colour: red\n\ndef append(path, records):\n    return 0\n")
    done = place.run("run", "append", "--method", "mine", "--with", str(place.root / "tree"))
    assert done.returncode == 2 and "mine.py" in done.stderr and "colour" in done.stderr


def nothing_can_run(place: Place) -> Path:
    """A tree with one method of `append`, in a language whose runtime there is nowhere."""
    tree = place.root / "tree"
    (tree / "kits" / "none" / "jobs").mkdir(parents=True)
    (tree / "kits" / "none" / "kit.toml").write_text(
        'protocol = 1\nextension = "none"\ncomment = "#"\nfind = ["no-such-runtime"]\n'
        'version = ["{runtime}"]\nrun = ["{runtime}"]\n'
    )
    (tree / "kits" / "none" / "kit.none").write_text("")
    (tree / "kits" / "none" / "jobs" / "append.none").write_text("")
    (tree / "methods" / "append" / "none").mkdir(parents=True)
    (tree / "methods" / "append" / "none" / "one.none").write_text("# One.\n# Use it never.\n")
    return tree


def test_nothing_that_can_run_ends_with_3(place: Place) -> None:
    tree = nothing_can_run(place)
    done = place.run("run", "append", "--with", str(tree), "--language", "none", "--target", str(place.target))
    assert done.returncode == 3 and "no-such-runtime is not installed" in done.stderr


def test_a_budget_that_is_too_small_for_any_interval_is_refused_and_leaves_nothing(place: Place) -> None:
    arguments = ("append", "--set", "records=100000", "--method", "c/write_keep_open", "--method", "c/write_reopen")
    done = place.run("run", *arguments, "--budget", "1s", "--target", str(place.target))
    assert done.returncode == 2 and done.stdout == ""
    said = " ".join(done.stderr.split())
    assert "error: --budget: 1.00 s are too few for any interval" in said and "hint: --budget " in said
    assert place.runs() == [] and place.leftovers() == []
