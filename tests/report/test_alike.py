"""Reasons that differ in numbers alone are told as one."""

from __future__ import annotations

import pytest

from iotrial.report.alike_texts import as_one, but_for_numbers


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["lost 25,006 of 31,007 records", "lost 31,000 of 31,007 records"], "lost 25,006 to 31,000 of 31,007 records"),
        (["lost 999 of 1,000", "lost 1,001 of 1,000,000"], "lost 999 to 1,001 of 1,000 to 1,000,000"),
        (["tried 4096 bytes", "tried 65536 bytes"], "tried 4096 to 65536 bytes"),
        (["at 1,2 and 3", "at 1,2 and 4"], "at 1,2 and 3 to 4"),
        (["1,2345", "1,2346"], "1,2345 to 2346"),
        (["none", "none"], "none"),
        (["takes 4.2 times as long as a/b", "takes 6.4 times as long as a/b"], "takes 4.2 to 6.4 times as long as a/b"),
        (["7.2 times", "7.5 times", "7.4 times"], "7.2 to 7.5 times"),
        (["4.2 to 6.4 times", "3.9 times", "5 to 5.5 times"], "3.9 to 6.4 times"),
        (["1,024.5 KiB", "1,025 KiB"], "1,024.5 to 1,025 KiB"),
        (["it took 900 ns", "it took 1.2 µs", "it took 2 ms"], "it took 900 ns to 2 ms"),
        (["512 B left", "4 KiB left", "4096 B left"], "512 B to 4 KiB left"),
        (["up to 3.5 %", "up to 12 %"], "up to 3.5 to 12 %"),
        (["moved by +1.5%", "moved by -0.5%"], "moved by -0.5 to +1.5%"),
        (["p = 0.05.", "p = 2e-05."], "p = 2e-05 to 0.05."),
        (["2 to 3 s", "900 ms"], "900 ms to 3 s"),
    ],
)
def test_a_number_that_is_not_the_same_in_all_is_a_range(texts: list[str], told: str) -> None:
    assert len(set(map(but_for_numbers, texts))) == 1
    assert as_one(texts) == told


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("as long as c/read_4096", "as long as c/read_8192"),
        ("CPython 3.11.7 lacks it", "CPython 3.12.7 lacks it"),
        ("on ext3", "on ext4"),
        ("in utf-8", "in utf-16"),
        ("takes 4 s", "takes 4 KiB"),
        ("takes 4 s", "takes 4 times"),
    ],
)
def test_digits_of_a_name_and_units_of_another_kind_are_no_numbers_that_are_alike(one: str, other: str) -> None:
    assert but_for_numbers(one) != but_for_numbers(other)
