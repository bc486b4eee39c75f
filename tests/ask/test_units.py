from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial import units


@pytest.mark.parametrize(
    ("given_as", "byte_count"),
    [
        (4096, 4096),
        ("20971520", 20971520),
        ("20_971_520", 20971520),
        ("4KiB", 4096),
        (" 4 KiB ", 4096),
        ("1.5 MiB", 1572864),
        ("100 MB", 100_000_000),
        ("1 kB", 1000),
        ("0", 0),
        ("7 B", 7),
    ],
)
def test_bytes_are_read_with_and_without_a_unit(given_as: object, byte_count: int) -> None:
    assert units.parse_bytes(given_as) == byte_count


@pytest.mark.parametrize(
    ("given_as", "why"),
    [
        ("4K", "has the unit 'K'; units of bytes are B, kB, MB"),
        ("4 mb", "has the unit 'mb'"),
        ("4 s", "has the unit 's'"),
        ("-1", "is negative"),
        (-1, "is negative"),
        ("0.5", "is no whole number of bytes"),
        (4096.0, "is a number with a point"),
        (True, "is true or false"),
        ([4096], "is a list"),
        (None, "is something else"),
        ("", "is no number that can be read"),
        ("KiB", "is no number that can be read"),
        ("4096,70", "is no number that can be read"),
        ("0x10", "is no number that can be read"),
        ("1e9", "is no number that can be read"),
        ("010", "is no number that can be read"),
        ("٣", "is no number that can be read"),
        ("9" * 10_000, "is no number that can be read"),
        pytest.param(10**5000, "out of range", id="huge"),
        ("9999999 TiB", "is out of range"),
        ("4 KiB\0", "is no number that can be read"),
    ],
)
def test_bytes_that_are_none_are_refused_with_the_reason(given_as: object, why: str) -> None:
    with pytest.raises(ValueError) as caught:
        units.parse_bytes(given_as)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("given_as", "ns"),
    [
        ("10min", 600 * 10**9),
        ("90 s", 90 * 10**9),
        ("2.5 ms", 2_500_000),
        ("3 µs", 3000),
        ("3us", 3000),
        ("1 h", 3600 * 10**9),
        ("0 s", 0),
    ],
)
def test_durations_are_read_with_their_unit(given_as: str, ns: int) -> None:
    assert units.parse_duration_ns(given_as) == ns


@pytest.mark.parametrize("given_as", ["10", 10, "0", 0])
def test_a_duration_without_a_unit_is_never_guessed(given_as: object) -> None:
    with pytest.raises(ValueError, match="has no unit; units of time are ns, us, ms, s, min, h"):
        units.parse_duration_ns(given_as)


@pytest.mark.parametrize("given_as", ["10 m", "10 KiB", "ten s", "-1 s", "0.1 ns", 1.5, True])
def test_durations_that_are_none_are_refused(given_as: object) -> None:
    with pytest.raises(ValueError, match=r"unit|read|negative|whole|point|true"):
        units.parse_duration_ns(given_as)


def test_shares_are_read_as_percent_or_as_a_fraction() -> None:
    assert [units.parse_share(given_as) for given_as in ("1%", "0.5 %", 0.01, "0.01", "0", 0)] == [
        0.01,
        0.005,
        0.01,
        0.01,
        0.0,
        0.0,
    ]


@pytest.mark.parametrize("given_as", [1, "1", 5, "1 ms", "x", float("nan"), float("inf"), True, None])
def test_shares_that_could_mean_two_things_are_refused(given_as: object) -> None:
    with pytest.raises(ValueError, match=r"0\.01"):
        units.parse_share(given_as)


def test_counts_have_no_unit() -> None:
    assert units.parse_count("10_000") == units.parse_count(10000) == 10000
    for given_as in ("10k", "10 B", "1.5", 1.0, "-3"):
        with pytest.raises(ValueError, match=r"count|whole|negative"):
            units.parse_count(given_as)


@given(st.one_of(st.text(max_size=60), st.floats(), st.integers(), st.none(), st.lists(st.integers(), max_size=3)))
def test_whatever_is_given_is_read_or_refused(given_as: Any) -> None:
    for parse in (units.parse_bytes, units.parse_count, units.parse_duration_ns, units.parse_share):
        with contextlib.suppress(ValueError):
            parse(given_as)


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0, "0.00 ns"),
        (2.345, "2.35 ns"),
        (999.4, "999 ns"),
        (999.6, "1.00 µs"),
        (7_541_000, "7.54 ms"),
        (75_410_000, "75.4 ms"),
        (999_960_000, "1.00 s"),
        (119.4e9, "119 s"),
        (119.6e9, "1.99 min"),
        (600e9, "10.0 min"),
        (3 * 3600e9, "3.00 h"),
        (-1500, "-1.50 µs"),
        (float("inf"), "inf"),
    ],
)
def test_durations_are_shown_with_three_digits(ns: float, text: str) -> None:
    assert units.format_ns(ns) == text


@pytest.mark.parametrize(
    ("byte_count", "text"),
    [
        (0, "0 B"),
        (512, "512 B"),
        (1023, "1023 B"),
        (1024, "1.00 KiB"),
        (1023.7 * 1024, "1.00 MiB"),
        (20971520, "20.0 MiB"),
        (430080, "420 KiB"),
        (1 << 60, "1048576 TiB"),
        (0.5, "0.50 B"),
    ],
)
def test_sizes_are_shown_with_three_digits(byte_count: float, text: str) -> None:
    assert units.format_bytes(byte_count) == text


def test_rates_shares_and_counts_are_shown_short() -> None:
    assert units.format_rate(1.3e9, "bytes") == "1.21 GiB/s"
    assert units.format_rate(3_400_000, "records") == "3.40 M records/s"
    assert units.format_rate(950, "entries") == "950 entries/s"
    assert units.format_rate(0.25, "bytes") == "0.25 B/s"
    assert [units.format_share(share) for share in (0.01, 0.0025, 0.5)] == ["1%", "0.25%", "50%"]
    assert units.format_count(20971520) == "20,971,520"


@given(st.integers(0, 2**62))
def test_a_size_is_shown_within_half_a_percent(byte_count: int) -> None:
    figure, unit = units.format_bytes(byte_count).split(" ")
    assert float(figure) * units.BYTE_UNITS[unit] == pytest.approx(byte_count, rel=0.006)
