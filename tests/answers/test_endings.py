"""The end of `iotrial advise`: 0 with an answer, 4 without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.answers.advice import Advice
from iotrial.ask import tree
from iotrial.cli import main
from iotrial.judge.language_answer import Choice
from judge import made


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_advice_that_cannot_be_given_ends_with_4(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    catalog = tree.load()
    folder = made.store(tmp_path, made.run([made.level({"records": 10}, "php/a", ["php/b"])]))
    monkeypatch.setattr("iotrial.ask.tree.usable", lambda trees=(): catalog)
    monkeypatch.setattr("iotrial.measure.carry_out.carry_out", lambda study, setting: folder)
    monkeypatch.setattr("iotrial.report.advice_screen.show", lambda advice, judged, console: None)
    monkeypatch.setattr("iotrial.cli.output.print_json", lambda advice: None)

    def ended(*, answered: bool) -> int:
        lists: dict[str, Any] = {name: [] for name in ("as_well", "at_times", "slower", "guarantees")}
        fields: dict[str, Any] = {"choice": Choice.model_construct(**lists) if answered else None}
        told = Advice.model_construct(**fields)
        monkeypatch.setattr("iotrial.answers.decide_advice.advise", lambda stored, judged, inquiry, runs: told)
        return main(["advise", "append", "--language", "python", "--results", str(tmp_path), *words])

    assert (ended(answered=True), ended(answered=False)) == (0, 4)
