"""Jain's index and the longest run, on orders whose figures are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.workers.fairness import jain_index, longest_run


def test_writers_that_take_turns_share_evenly() -> None:
    assert jain_index(np.arange(1000) % 4, 4) == pytest.approx(1.0)
    assert longest_run(np.arange(1000) % 4) == 1


def test_a_writer_that_has_it_all_gives_one_over_n() -> None:
    assert jain_index(np.zeros(1000, dtype=int), 8) == pytest.approx(1 / 8)
    assert longest_run(np.zeros(1000, dtype=int)) == 1000


def test_turns_longer_than_a_window_are_uneven_within_it() -> None:
    order = np.repeat([0, 1, 0, 1], 200)
    assert jain_index(order, 2) == pytest.approx(1 / 2)
    assert longest_run(order) == 200


def test_shares_of_60_and_40() -> None:
    order = np.repeat([0, 1], [60, 40])
    assert jain_index(order, 2) == pytest.approx(100**2 / (2 * (60**2 + 40**2)))


def test_too_few_records_have_no_index() -> None:
    assert jain_index(np.zeros(99, dtype=int), 2) is None
    assert longest_run(np.empty(0, dtype=int)) is None


@given(st.lists(st.integers(0, 5), min_size=100, max_size=700))
def test_the_index_lies_between_one_over_n_and_one(order: list[int]) -> None:
    index = jain_index(np.array(order), 6)
    assert index is not None and 1 / 6 - 1e-12 <= index <= 1 + 1e-12


@given(st.lists(st.integers(0, 3), min_size=1, max_size=300))
def test_the_longest_run_is_the_longest(order: list[int]) -> None:
    longest = max(
        next((end for end in range(begin, len(order)) if order[end] != order[begin]), len(order)) - begin
        for begin in range(len(order))
    )
    assert longest_run(np.array(order)) == longest
