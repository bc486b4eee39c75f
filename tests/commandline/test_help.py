"""The help of iotrial: every command under a heading, the three to begin with first."""

from __future__ import annotations

import re

import pytest
from typer.main import get_command

from iotrial.cli import app, main


def test_every_command_is_under_one_heading_and_the_first_to_try_is_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out.split("Ask:")[1]
    headings = re.findall(r"^([A-Z][a-z ]+):$", f"Ask:{shown}", re.MULTILINE)
    assert headings == ["Ask", "Measure", "Read and compare", "Share", "This machine"]
    commands = re.findall(r"^  ([a-z]+) ", shown, re.MULTILINE)
    assert commands[:3] == ["advise", "vs", "run"]
    assert sorted(commands) == sorted(vars(get_command(app))["commands"])
