"""Times over others as people say them, and lists of such."""

from __future__ import annotations

from iotrial.report.times import some


def test_a_single_name_is_not_hidden_where_it_takes_no_more_than_a_line() -> None:
    assert some(["a", "b", "c"], 2) == ["a", "b", "c"]
    assert some(["a", "b", "c", "d"], 2) == ["a", "b", "2 more"]
    assert some(["a", "b", "c" * 100], 2) == ["a", "b", "1 more"]
    assert some(["a"], 2) == ["a"]
