"""The figure of a sample by each clock (rule 28): what it leaves out, its bounds, and how often it is wrong."""

from pathlib import Path

import numpy as np
import pytest

from iotrial.stats.judged_clock import Clock, figure_ns, is_beyond
from stats.shared_cpu import LEVELS, Shared, rates

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"
MS = 1e6


def figure(clock: Clock, **given: float) -> float:
    """The figure of one sample of 10 ms; what is not given is not known."""
    names = ("wall_ns", "queue_ns", "cpu_ns", "reader_ns", "reader_queue_ns")
    columns = {name: np.array([{"wall_ns": 10 * MS, **given}.get(name, np.nan)]) for name in names}
    return float(figure_ns(clock, **columns)[0])


@pytest.mark.parametrize(
    ("given", "wanted_ns"),
    [
        ({"queue_ns": 0, "cpu_ns": 10 * MS}, 10 * MS),
        ({"queue_ns": 4 * MS, "cpu_ns": 6 * MS}, 6 * MS),
        ({"queue_ns": 4 * MS, "cpu_ns": 5 * MS}, 6 * MS),  # what it slept is its own
        ({"queue_ns": 4 * MS, "cpu_ns": 8 * MS}, 8 * MS - 20_000),  # another thread of its own ran meanwhile
        ({"queue_ns": 40 * MS, "cpu_ns": 3 * MS}, 3 * MS - 20_000),  # most of that wait was not in the sample
        ({"queue_ns": 40 * MS, "cpu_ns": 0}, 10 * MS),
        ({"queue_ns": 4 * MS, "cpu_ns": 30 * MS}, 10 * MS),  # CPU time that comes in ticks
        ({"cpu_ns": 6 * MS}, 10 * MS),
        ({"queue_ns": 4 * MS}, 10 * MS),
    ],
)
def test_a_worker_alone_does_not_answer_for_its_wait(given: dict[str, float], wanted_ns: float) -> None:
    assert figure("wall", **given) == 10 * MS
    assert figure("wall less queue", **given) == pytest.approx(wanted_ns)


@pytest.mark.parametrize(
    ("given", "wanted_ns"),
    [
        # The worker waited for its reader and the reader for the worker; nobody else ran.
        ({"queue_ns": 3 * MS, "cpu_ns": 6 * MS, "reader_ns": 4 * MS, "reader_queue_ns": 5 * MS}, 10 * MS),
        # Somebody else had 4 ms, in which one of the two was waiting, or both.
        ({"queue_ns": 6 * MS, "cpu_ns": 4 * MS, "reader_ns": 2 * MS, "reader_queue_ns": 5 * MS}, 6 * MS),
        # Neither ran for 4 ms, but they waited for 1 only: the rest was rest.
        ({"queue_ns": 1 * MS, "cpu_ns": 4 * MS, "reader_ns": 2 * MS, "reader_queue_ns": 0}, 9 * MS),
        ({"queue_ns": 6 * MS, "cpu_ns": 4 * MS, "reader_ns": 2 * MS}, 10 * MS),
        ({"queue_ns": 6 * MS, "cpu_ns": 4 * MS, "reader_queue_ns": 2 * MS}, 10 * MS),
    ],
)
def test_a_worker_and_its_reader_do_not_answer_for_what_neither_had(given: dict[str, float], wanted_ns: float) -> None:
    assert figure("wall less others", **given) == pytest.approx(wanted_ns)


@pytest.mark.parametrize("clock", ["wall less queue", "wall less others"])
def test_a_figure_is_above_0_and_never_above_the_wall_time(clock: Clock) -> None:
    rng = np.random.default_rng(3)
    names = ("queue_ns", "cpu_ns", "reader_ns", "reader_queue_ns")
    columns = {name: np.where(rng.random(4000) < 0.1, np.nan, rng.exponential(5 * MS, 4000)) for name in names}
    wall_ns = rng.exponential(5 * MS, 4000)
    found = figure_ns(clock, wall_ns=wall_ns, **columns)
    assert (found > 0).all() and (found <= wall_ns).all()


def test_a_wait_that_cannot_be_is_told_unless_wall_time_is_judged() -> None:
    wall_ns, queue_ns = np.array([10.0, 10.0, np.nan, 10.0]), np.array([11.0, 10.0, 11.0, np.nan])
    assert is_beyond("wall less queue", wall_ns, queue_ns).tolist() == [True, False, False, False]
    assert not is_beyond("wall", wall_ns, queue_ns).any()


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Shared]:
    clocks: list[tuple[str, Clock]] = [(level, clock) for level, own in LEVELS.items() for clock in ("wall", own)]
    return {(level, clock): rates(level, clock) for level, clock in clocks}


def test_a_busy_machine_makes_no_false_verdict_and_leaves_a_slowdown_its_size(
    found: dict[tuple[str, str], Shared],
) -> None:
    for case, r in found.items():
        assert r.false_verdicts <= 0.005 and r.coverage >= 0.94, case
        assert r.measured == pytest.approx(0.02, abs=0.001), case
    for level, clock in LEVELS.items():
        assert found[level, clock].found > 0.98 > 0.5 > found[level, "wall"].found


def test_the_page_prints_the_rates_that_the_code_has(found: dict[tuple[str, str], Shared]) -> None:
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in PAGE.read_text().splitlines()]
    printed = {(row[0], row[1]): row[2:] for row in rows if len(row) == 6 and row[0] in LEVELS}
    assert set(printed) == set(found)
    for case, r in found.items():
        figures = [float(cell.rstrip("%")) / 100 for cell in printed[case]]
        assert figures == pytest.approx([r.false_verdicts, r.coverage, r.found, r.measured], abs=0.03), case
