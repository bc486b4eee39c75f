"""Words that lists are searched for."""

from __future__ import annotations

import pytest

from iotrial.cli.searched import has_words


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["read csv fast"], True),
        (["how", "best", "CSV"], True),
        (["write csv"], False),
        (["fast"], False),  # nothing else was typed
    ],
)
def test_words_that_name_nothing_are_not_looked_for_beside_others(typed: list[str], found: bool) -> None:
    assert has_words(typed, "read a CSV file") is found
