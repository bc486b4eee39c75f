"""The keys of a table of claims, as the typed values that kinds take."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.test_file import CATALOG, STUDY
from iotrial.ask import study_file
from iotrial.claims.claim_table import ClaimTable


@pytest.mark.parametrize(
    ("line", "number", "problems"),
    [
        ("most = 7", 7, []),
        ("most = 0", 0, []),
        ("", 0, []),
        ('most = "7"', 0, ["'most' must be a whole number"]),
    ],
)
def test_a_whole_number_is_none_if_it_is_missing_or_wrong(
    tmp_path: Path, line: str, number: int, problems: list[str]
) -> None:
    path = tmp_path / "logs.toml"
    path.write_text(f"{STUDY}[[claims]]\n{line}\n")
    study = study_file.read(path, CATALOG)
    assert ClaimTable(study, 0).whole_number("most") == number
    assert [one.message for one in study.problems] == problems
