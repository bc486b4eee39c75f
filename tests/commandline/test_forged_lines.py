"""Folders of runs whose names have ends of lines in them: whatever a command prints, no name begins a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.cli import main
from judge import made

NAMES = ("a\nFORGED", "b\x1b[31m\nFORGED", "c\r\nFORGED", "d\u2028FORGED", "e\x85FORGED")


def test_no_name_of_a_folder_begins_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = made.level({"entries": 1}, "php/readdir", ["c/readdir"])
    for name in NAMES:
        made.store(tmp_path, made.run([level], run=name), sweeps=4)
        (tmp_path / f"no run {name}").mkdir()
    run, folder = NAMES[0], f"no run {NAMES[0]}"
    forged = []
    for words in (
        *(["runs"], ["show", run], ["show", "nope"], ["show", "no run"], ["show", folder], ["explain", run]),
        *(["query", "SELECT run FROM samples"], ["query", "SELECT 1"], ["across"], ["compare", run, "b"]),
        *(["report", "-o", "-", "--format", "md", run], ["export", folder], ["run", "--resume", folder]),
        *(["export", "--format", "tsv", run], ["studies"]),
    ):
        main([*words, "--results", str(tmp_path)])
        said = capsys.readouterr()
        assert said.out or said.err
        forged += [
            (words, line) for line in (said.out + said.err).splitlines() if line.strip(" │").startswith("FORGED")
        ]
    assert not forged
