"""Names fold, figures do not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from iotrial.report.figures import ratio
from iotrial.report.layout import Column, clean, fold, paragraph, table


@given(st.text(alphabet="ab/_= é漢", min_size=1).filter(str.strip), st.integers(4, 30))
def test_a_folded_name_loses_nothing_and_fits(name: str, width: int) -> None:
    pieces = fold(name, width)
    assert "".join(pieces).replace(" ", "") == name.replace(" ", "")


def test_a_name_folds_where_its_parts_end() -> None:
    assert fold("php/directory_iterator_as_published", 20) == ["php/directory_", " iterator_as_", " published"]


def test_columns_without_any_entry_are_not_shown() -> None:
    lines = table(
        [Column("arm", ["a", "b"], "left", folds=True), Column("empty", ["", ""]), Column("x", ["1", ""])], 40
    )
    assert [line.plain for line in lines] == ["  arm  x", "  a    1", "  b"]


def test_a_name_too_long_for_its_column_stands_above_its_figures() -> None:
    lines = table([Column("arm", ["php/a_very_long_name"], "left", folds=True), Column("time", ["1.00 ms"])], 24)
    assert [line.plain for line in lines] == [
        "  arm               time",
        "  php/a_very_long_name",
        "                 1.00 ms",
    ]


def test_a_no_break_space_holds_and_is_printed_as_a_space() -> None:
    lines = paragraph("takes 1.5\N{NO-BREAK SPACE}[1.4,\N{NO-BREAK SPACE}1.6] times its time", 30)
    assert "1.5 [1.4, 1.6]" in " ".join(line.plain for line in lines)
    assert all(line.plain.count("[") == line.plain.count("]") for line in lines)


def test_ratios_have_the_digits_that_their_size_deserves() -> None:
    assert [ratio(value) for value in (0.0123, 0.5, 0.99961, 1.5, 3.2, 45.61, 450.2)] == [
        "0.0123",
        "0.500",
        "1.000",
        "1.500",
        "3.20",
        "45.6",
        "450",
    ]
    assert ratio(None) == ""


def test_control_characters_are_written_out() -> None:
    assert clean("a\x1b[31m\tb\u202e") == "a\\u001b[31m b\\u202e"


def test_text_in_the_last_column_goes_on_below_itself() -> None:
    columns = [
        Column("method", ["a/b", "c"], "left"),
        Column("what it is", ["a text that is much too long for its column", "short"], "left", folds=True),
    ]
    assert [line.plain for line in table(columns, 36, indent=0)] == [
        "method  what it is",
        "a/b     a text that is much too long",
        "        for its column",
        "c       short",
    ]


def test_a_row_comes_before_its_text_where_that_has_no_room_beside_it() -> None:
    columns = [
        Column("method", ["a/b", "c"], "left"),
        Column("what it is", ["a text that is much too long", "short"], "left", folds=True),
    ]
    assert [line.plain for line in table(columns, 24, indent=0)] == [
        "method  what it is",
        "a/b",
        "    a text that is much",
        "    too long",
        "c       short",
    ]
