"""The factor `cache`: which files a level reads, how they are written, and where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.jobs.kept_input import WRITTEN_BYTES, kept_input
from iotrial.workers.conditions import Cold, Warm

NAME = Path("inputs") / "file"


@pytest.mark.parametrize("level", [{}, {"cache": "warm"}])
def test_a_file_that_was_read_is_warm_and_may_be_read_again(level: dict[str, str]) -> None:
    kept = kept_input(level, NAME, 100, 5, 400)
    assert (kept.whole.name, kept.lead_in.name) == ("file-100", "file-5")
    assert kept.warm == Warm((kept.whole, kept.lead_in)) and kept.warm.may_be_read_again
    assert (kept.call_bytes, kept.cold) == (None, None)


def test_a_file_that_was_written_is_another_one_and_never_read_again() -> None:
    kept = kept_input({"cache": "written"}, NAME, 100, 5, 400)
    assert (kept.whole.name, kept.lead_in.name) == ("file-100-written", "file-5-written")
    assert kept.warm == Warm((kept.whole, kept.lead_in), may_be_read_again=False)
    assert (kept.call_bytes, kept.cold) == (WRITTEN_BYTES, None)


def test_a_cold_file_has_a_smaller_one_that_no_other_level_reads() -> None:
    kept = kept_input({"cache": "cold"}, NAME, 100, 5, 400)
    assert (kept.whole.name, kept.lead_in.name) == ("file-100", "file-5-lead")
    assert kept.cold == Cold((kept.whole, kept.lead_in), 400) and kept.warm is None
