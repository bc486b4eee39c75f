"""The earlier runs in the list of studies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iotrial.cli.studies import StudiesOptions, studies
from iotrial.store.address import Root
from judge import made


def test_a_study_is_expected_to_take_what_its_last_run_with_the_same_budget_took(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def listed() -> dict[bool, dict[str, object]]:
        studies(StudiesOptions(results=Root(str(tmp_path)), json=True))
        return {
            row["form"] == "--quick": row for row in json.loads(capsys.readouterr().out) if row["study"] == "readfile"
        }

    own = listed()[False]["budget_seconds"]
    one = [made.level({"records": 1}, "php/a", ["php/b"])]
    made.store(tmp_path, made.run(one, run="20261121-143055-aaaa", quick=False, budget_seconds=own, seconds=412.0))
    made.store(tmp_path, made.run(one, run="20261121-153055-bbbb", quick=False, budget_seconds=5.0, seconds=9.0))
    rows = listed()
    assert rows[False]["expected_seconds"] == 412.0
    assert rows[True]["expected_seconds"] is None
