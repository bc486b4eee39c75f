"""What counts as a published figure: its effect may differ by a fifth of itself."""

from __future__ import annotations

import pytest

from claims.judged import claim
from iotrial.claims.compared import told
from iotrial.claims.tolerance import NO_BOUND, around, around_ratio


@pytest.mark.parametrize(
    ("figure", "band"),
    [
        ((1.48, 1.48), (1.384, 1.576)),
        ((450, 450), (360.2, 539.8)),
        ((1.15, 1.33), (1.12, 1.396)),  # each end of a range has its own effect
        ((1.0, 1.0), (1.0, 1.0)),  # no effect
        ((0.8, 0.8), (1 / 1.3, 1 / 1.2)),  # the inverse of 1.25
        ((0.5, 0.8), (1 / 2.2, 1 / 1.2)),
        ((0.5, 2.0), (1 / 2.2, 2.2)),
    ],
)
def test_a_ratio_may_differ_by_a_fifth_of_its_effect(figure: tuple[float, float], band: tuple[float, float]) -> None:
    assert around_ratio(figure) == pytest.approx(band)


@pytest.mark.parametrize("ratio", [1.001, 1.1, 2.0, 451.0])
def test_the_inverse_of_a_ratio_has_the_inverse_band(ratio: float) -> None:
    low, high = around_ratio((ratio, ratio))
    assert 1 < low < ratio < high
    assert around_ratio((1 / ratio, 1 / ratio)) == pytest.approx((1 / high, 1 / low))


@pytest.mark.parametrize(
    ("figure", "within", "band"),
    [((550, 550), 0.2, (440, 660)), ((80, 120), 0.2, (64, 144)), ((-5, 5), 0.2, (-6, 6)), ((-10, -10), 0.1, (-11, -9))],
)
def test_other_figures_may_differ_by_a_share_of_themselves(
    figure: tuple[float, float], within: float, band: tuple[float, float]
) -> None:
    assert around(figure, within) == pytest.approx(band)


@pytest.mark.parametrize(
    ("kind", "given", "printed", "tolerated"),
    [
        ("ratio", {"figure": (1.48, 1.48)}, "1.48 times", "1.38 to 1.58 times"),
        ("ratio", {"figure": (1.15, 1.33)}, "1.15 to 1.33 times", "1.12 to 1.4 times"),
        ("ratio", {"figure": (1.48, 1.48), "within": 0.5}, "1.48 times", "1.24 to 1.72 times"),
        ("ratio", {"least": 1.1}, "1.1 times or more", "1.1 times or more"),
        ("ratio", {"most": 1.2}, "1.2 times or less", "1.2 times or less"),
        ("gap", {"figure": (550, 550)}, "550 ns", "440 to 660 ns"),
        ("gap", {"figure": (20_000, 40_000)}, "20,000 to 40,000 ns", "16,000 to 48,000 ns"),
        ("rate", {"figure": (55, 55)}, "55 MB/s", "44 to 66 MB/s"),
        ("rate", {"figure": (2, 3), "unit": "M/s"}, "2 to 3 M/s", "1.6 to 3.6 M/s"),
        ("equal", {"of": "time"}, None, "5 % apart"),
        ("equal", {"of": "time", "spread": 0.08}, None, "8 % apart"),
        ("equal", {"of": "time", "spread": 0.01}, None, "5 % apart"),
        ("equal", {"of": "time", "spread": 0.08, "within": 0.02}, None, "2 % apart"),
        ("equal", {"of": "calls", "within": 0.0}, None, "none: exactly as much"),
        ("growth", {"of": "time", "shape": "linear"}, None, "20 % off a line"),
        ("growth", {"of": "time", "shape": "flat"}, None, None),
        ("order", {}, None, None),
    ],
)
def test_the_published_figure_and_what_counts_as_it_are_told(
    kind: str, given: dict[str, object], printed: str | None, tolerated: str | None
) -> None:
    found = claim(kind, "php/a", "php/b", **given)
    assert (found.printed, found.tolerated()) == (printed, tolerated)
    assert found.has_size is ("figure" in given)


def test_bounds_that_are_none_are_not_told() -> None:
    assert told((1.1, NO_BOUND)) == "1.1 times or more"
    assert told((1 / NO_BOUND, 1.2), "ns") == "1.2 ns or less"
