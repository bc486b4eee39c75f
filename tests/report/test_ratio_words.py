"""Ratios as `1.15 times as long` or `15 % longer`, by one choice for all that is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from iotrial.judge.bounds import RatioBounds
from iotrial.report import figures
from iotrial.report.ratio_words import in_a_row, row_title, signed, takes, takes_in_a_list, than, use_ratio_style
from iotrial.report.times import compared, difference


@pytest.fixture
def percent() -> Iterator[None]:
    use_ratio_style("percent")
    yield
    use_ratio_style("times")


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


#: least, most -> in times and in per cent, in a sentence and in a row
WORDS = {
    (1.36, 1.36): ("1.36 times as long", "36 % longer", "1.36", "+36 %"),
    (1.06, 1.77): ("1.06 to 1.77 times as long", "6 to 77 % longer", "1.06 to 1.77", "+6.0 to +77 %"),
    (0.86, 1.04): ("0.86 to 1.04 times as long", "14 % less to 4 % longer", "0.86 to 1.04", "-14 to +4.0 %"),
    (0.5, 0.5): ("0.50 times as long", "50 % less time", "0.50", "-50 %"),
    (1.0, 1.0): ("1.00 times as long", "0 % longer", "1.00", "0 %"),
    (12.5, 12.5): ("12.5 times as long", "1150 % longer", "12.5", "+1150 %"),
}


def test_a_ratio_is_worded_in_times_unless_the_reader_wants_it_otherwise() -> None:
    for (least, most), (said, _, row, _) in WORDS.items():
        assert (plain(takes(least, most)), in_a_row(least, most)) == (said, row)
    assert plain(difference(0.5, 0.5)) == "2.0 times as fast" and plain(takes_in_a_list(1.5, 1.5)) == "1.50"
    assert figures.interval(RatioBounds(ratio=1.49, low=1.46, high=1.52)) == "1.490 [1.460, 1.520]"


@pytest.mark.usefixtures("percent")
def test_in_per_cent_sentence_row_and_interval_agree() -> None:
    for (least, most), (_, said, _, row) in WORDS.items():
        assert (plain(takes(least, most)), in_a_row(least, most)) == (said, row)
    assert plain(compared(0.5, 0.5)) == "takes 50 % less time than"
    assert plain(compared(1.5, 1.5)) == "takes 50 % longer than" and than("2.0 times as long") == "as"
    assert plain(takes_in_a_list(1.5, 1.5)) == "50 %" and row_title() == "longer by"
    assert figures.interval(RatioBounds(ratio=1.49, low=1.46, high=1.52)) == "+49 % [+46, +52]"
    assert (signed(0.9999), signed(1.004)) == ("0", "+0.4")
