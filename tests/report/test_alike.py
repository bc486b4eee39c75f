"""Reasons that differ in numbers alone are told as one."""

from __future__ import annotations

import pytest

from iotrial.report.left_out import as_one, but_for_numbers


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["lost 25,006 of 31,007 records", "lost 31,000 of 31,007 records"], "lost 25,006 to 31,000 of 31,007 records"),
        (["lost 999 of 1,000", "lost 1,001 of 1,000,000"], "lost 999 to 1,001 of 1,000 to 1,000,000"),
        (["tried 4096 bytes", "tried 65536 bytes"], "tried 4096 to 65536 bytes"),
        (["at 1,2 and 3", "at 1,2 and 4"], "at 1,2 and 3 to 4"),
        (["1,2345", "1,2346"], "1,2345 to 2346"),
        (["none", "none"], "none"),
    ],
)
def test_a_number_that_is_not_the_same_in_all_is_a_range(texts: list[str], told: str) -> None:
    assert len(set(map(but_for_numbers, texts))) == 1
    assert as_one(texts) == told
