"""`iotrial methods` and `iotrial studies`: what they list is what lies on the disk now, ours and a stranger's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.find_study import studies
from iotrial.claims.claims_file import load
from iotrial.cli import main
from judge import made

METHOD = """\
# write(): {what}.
# Use it in a test.
# visible: each record
# lock: none
# append: yes
# durable: no


def append(path, records):
    return 0
"""

STUDY = """\
question = "Which?"
job = "append"
baseline = "python/os_write"
methods = ["python/os_write"]

[[levels]]
records = 100
"""

CLAIM = """
[[claims]]
claim = "cycles"
says = "It is fast."
kind = "no such kind"
"""


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, list)
    return found


def test_a_header_that_was_changed_on_the_disk_is_listed_as_it_is_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "append" / "python" / "mine.py"
    path.parent.mkdir(parents=True)
    for what in ("as it was", "as it is"):  # of the same length
        path.write_text(METHOD.format(what=what))
        (mine,) = (
            row
            for row in listed(capsys, "methods", "append", "--language", "python", "--with", str(tmp_path))
            if row["method"] == "mine"
        )
        assert mine["summary"] == f"write(): {what}." and mine["available"] is True


def test_the_claims_of_a_strangers_study_are_looked_at_when_it_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "studies" / "mine.toml"
    path.parent.mkdir()
    (tmp_path / "append" / "python").mkdir(parents=True)
    (tmp_path / "append" / "python" / "mine.py").write_text(METHOD.format(what="mine"))
    path.write_text(STUDY)
    arguments = ("studies", "--with", str(tmp_path), "--results", str(tmp_path / "none"))
    assert [row["form"] for row in listed(capsys, *arguments) if row["study"] == "mine"] == ["--quick", "full"]
    path.write_text(STUDY + CLAIM)
    assert main([*arguments]) == 2
    assert f"{path}:12" in capsys.readouterr().err


def test_the_list_says_of_a_study_what_is_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalog = tree.load()
    rows = {(row["study"], row["form"]): row for row in listed(capsys, "studies", "--results", str(tmp_path))}
    name, path = next(iter(studies().items()))
    for quick in (True, False):
        study = load(path, catalog, quick=quick).study
        row = rows[name, "--quick" if quick else "full"]
        assert (row["question"], row["levels"]) == (study.question, len(study.levels))
        assert row["arms"] == 1 + max(len(level.arms) for level in study.levels)
    assert len(rows) == 2 * len(studies())


def test_a_list_is_searched_for_words_in_all_that_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = ("--results", str(tmp_path))
    found = {row["study"] for row in listed(capsys, "studies", *results, "--search", "READFILE")}
    assert "readfile" in found and len(found) < len(studies())
    both = {row["study"] for row in listed(capsys, "studies", *results, "--search", "log", "--search", "hosts")}
    assert both == {"shared-log"}
    assert "sequential-read" in {row["study"] for row in listed(capsys, "studies", *results, "--search", "c/mmap")}
    sent = [row["arm"] for row in listed(capsys, "methods", "deliver", "--search", "sendfile", "--language", "c")]
    assert "c/sendfile" in sent and "c/read_write_1m" not in sent
    assert main(["studies", *results, "--search", "csv"]) == 0  # which no study has in its own words
    assert "found by what their jobs are for, or by methods: " in capsys.readouterr().out
    assert main(["studies", *results, "--search", "reopen a log for each line instead of keeping"]) == 0
    assert "found by what" not in capsys.readouterr().out
    assert listed(capsys, "methods", "--search", "no such word") == []
    assert main(["methods", "--search", "no such word"]) == 2
    assert "none of the methods has 'no such word' in it" in capsys.readouterr().err


def test_a_list_is_searched_for_each_word_and_what_is_named_so_comes_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["studies", "--results", str(tmp_path), "--search", "Read Lines"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[1][0] == "read-lines"
    typed = {row["study"] for row in listed(capsys, "studies", "--results", str(tmp_path), "--search", "lines-read")}
    assert "read-lines" in typed
    methods = [row["job"] for row in listed(capsys, "methods", "--search", "read lines")]
    assert "lines" in methods
    named = [row["job"] for row in listed(capsys, "methods", "--search", "lines")]
    of_job = named.count("lines")
    assert set(named[:of_job]) == {"lines"} and len(set(named)) > 1


def test_the_list_of_runs_says_what_was_asked_and_what_was_not_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    skipped = made.level({"records": 2}, "php/a", ["php/b"], status="skipped", reason="no time")
    levels = [made.level({"records": 1}, "php/a", ["php/b"]), skipped]
    rows = {
        "advise append": (("advise", "append", "--language", "php"), levels, "append"),
        "vs": (("vs", "a b.php", "b.php"), levels[:1], "vs"),
        "readfile --quick": ((), levels, "append"),
    }
    for number, (asked, one, job) in enumerate(rows.values(), 2):
        known = {"study": job if asked else "readfile", "job": job, "asked": list(asked), "quick": True}
        made.store(tmp_path, made.run(one, run=f"20261121-143055-k3x{number}", **known), {})
    assert main(["runs", "--results", str(tmp_path)]) == 0
    head, *lines = [re.split(" {2,}", line.strip()) for line in capsys.readouterr().out.splitlines()]
    shown = {line[1]: line for line in lines}
    assert head[:2] == ["run", "asked"] and set(shown) == set(rows)
    assert (shown["advise append"][-1], shown["vs"][-1]) == ("1 of 2", "1")
    listed_runs = {row["asked"]: row for row in listed(capsys, "runs", "--results", str(tmp_path))}
    assert set(listed_runs) == {"advise append --language php", "vs 'a b.php' b.php", None}
    assert [(row["levels"], row["skipped"]) for row in listed_runs.values()].count((2, 1)) == 2


def test_the_list_counts_the_runs_that_are_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels = [made.level({"records": 1}, "php/a", ["php/b"])]
    made.store(tmp_path, made.run(levels, study="readfile", quick=True), {})
    rows = {(row["study"], row["form"]): row["runs"] for row in listed(capsys, "studies", "--results", str(tmp_path))}
    assert rows["readfile", "--quick"] == 1 and rows["readfile", "full"] == rows["log-writes", "--quick"] == 0
