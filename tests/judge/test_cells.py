"""Cells of CSV and TSV: a number is one, and no text is worked out by a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from iotrial.judge.exported_forms import to_csv, to_tsv
from iotrial.judge.judging import Judging
from judge import made

FORMULAS = (
    *("-2+3+cmd|' /C calc'!A0", "-1-1", "-1e5+A1", "-1 ", "-", "--1", "-.5", "-1.", "-0x10", "-\u0661", "+1", "+A1"),
    *("=1+1", "@SUM(A1)", "\uff1d1+1", "\uff0b1", "\uff0d1+cmd", "\uff20a", "\t=1", "\n=1", "-1\n", "-1e"),
)
NUMBERS = ("-1", "-0.5", "-12e3", "-1.5e-10", "0", "12")


@pytest.mark.parametrize("text", [*FORMULAS, *NUMBERS])
def test_a_text_is_a_cell_as_it_is_only_if_it_is_no_formula(tmp_path: Path, text: str) -> None:
    level = made.level({"entries": text}, "php/readdir", ["c/readdir"])
    stored = made.opened(tmp_path, made.run([level], study=text), sweeps=4)
    shown = text if text in NUMBERS else f"'{text}"
    rows = list(csv.reader(io.StringIO(to_csv(Judging(stored)), newline="")))
    assert {(row[1], row[2]) for row in rows[1:]} == {(shown, shown)}
    cell = to_tsv(Judging(stored)).splitlines()[1].partition("\t")[0]
    assert cell == shown or not cell.startswith(("=", "+", "-", "@", "\t")) or cell in NUMBERS
