"""Claims that an article makes and a study can state: sizes with units, and effects that begin at nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.parameters import with_plain_sizes
from iotrial.claims import compared
from iotrial.claims.claims_file import load
from iotrial.claims.kinds.ratio import Ratio
from iotrial.stats.interval import Interval

STUDY = """\
question = "Does the size of a piece matter?"
job = "copy"
baseline = "python/copyfileobj"
methods = ["python/copyfileobj", "python/copyfileobj(piece_bytes=128KiB)"]

[[levels]]
file_bytes = ["1 MiB"]

[article]
title = "Pieces"
author = "Somebody"
date = "2012"

[[claims]]
claim = "1"
says = "Larger pieces are 0 to 15 % faster."
place = "paragraph 3"
kind = "ratio"
arms = ["python/copyfileobj(piece_bytes=128KiB)", "python/copyfileobj"]
figure = [0.87, 1]
"""


def test_a_claim_names_a_size_with_its_unit_as_methods_do(tmp_path: Path) -> None:
    path = tmp_path / "pieces.toml"
    path.write_text(STUDY)
    (claim,) = load(path, tree.load(), quick=False).claims
    assert claim.arms == ("python/copyfileobj(piece_bytes=131072)", "python/copyfileobj")


@pytest.mark.parametrize(
    ("arm", "plain"),
    [
        ("php/f(piece_bytes=64KiB)", "php/f(piece_bytes=65536)"),
        ("php/f(a=1KiB, b=2)", "php/f(a=1024,b=2)"),
        ("php/f", "php/f"),
        ("php/f(piece_bytes=large)", "php/f(piece_bytes=large)"),
    ],
)
def test_sizes_in_brackets_are_bytes(arm: str, plain: str) -> None:
    assert with_plain_sizes(arm) == plain


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.90, 0.95, "confirmed"),
        (0.94, 1.005, "confirmed"),  # equal within the margin is nothing faster
        (0.995, 1.005, "confirmed"),
        (0.90, 1.05, "open"),
        (1.10, 1.20, "opposite here"),
        (0.50, 0.60, "same direction, larger"),
    ],
)
def test_an_effect_that_begins_at_nothing_holds_what_is_equal_within_the_margin(
    low: float, high: float, verdict: str
) -> None:
    claim = Ratio(key="1", says="0 to 15 % faster", arms=("php/a", "php/b"), figure=(0.87, 1.0))
    assert compared.banded(claim.band, Interval((low + high) / 2, low, high), 0.01, None).verdict == verdict
