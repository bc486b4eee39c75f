"""Noise of the machine becomes a caution if it is planted, and none if it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from iotrial.cautions import CAUTIONS, sentence
from iotrial.stats.noise_explained import LEAST_WRITEBACK_BYTES, BlockNoise, clock_speed, lost, noise, writeback

ROUNDS, BLOCKS = 12, 7
COUNT = ROUNDS * BLOCKS
SPAN_NS = 50e6
MARGIN = 0.01


def quiet(seed: int = 1) -> BlockNoise:
    """A quiet machine: a little of everything, as on one that has nothing else to do."""
    rng = np.random.default_rng(seed)
    tick = np.where(rng.random(COUNT) < 0.01, 10e6, 0.0)
    return BlockNoise(
        sweep=np.repeat(np.arange(ROUNDS), BLOCKS),
        span_ns=SPAN_NS * np.exp(0.05 * rng.standard_normal(COUNT)),
        queue_ns=np.where(rng.random(COUNT) < 0.05, 2e6, 1e4),
        steal_ns=tick,
        io_pressure_ns=np.where(rng.random(COUNT) < 0.05, 5e6, 0.0),
        memory_pressure_ns=np.zeros(COUNT),
        writeback_bytes=np.where(rng.random(COUNT) < 0.1, 4e6, 8192.0),
        clock_khz=3e6 * (1 + 0.01 * rng.standard_normal(COUNT)),
    )


def found(
    blocks: BlockNoise, *, shares_cpu: bool = False, waits_for_device: bool = False
) -> dict[str, dict[str, float]]:
    return dict(noise(blocks, margin=MARGIN, cpus=2, shares_cpu=shares_cpu, waits_for_device=waits_for_device))


#: Field -> what half of the blocks have of it, and the caution that is due.
PLANTED = {
    "queue_ns": (0.05 * SPAN_NS, "run_queue"),
    "io_pressure_ns": (0.05 * SPAN_NS, "io_pressure"),
    "memory_pressure_ns": (0.02 * SPAN_NS, "memory_pressure"),
    "writeback_bytes": (32.0 * (1 << 20), "writeback"),
    "steal_ns": (10e6, "stolen"),
    "clock_khz": (2e6, "clock_speed"),
}


def planted(field: str, share: float = 0.5) -> BlockNoise:
    value = PLANTED[field][0]
    blocks = quiet()
    hit = np.random.default_rng(2).random(COUNT) < share
    return replace(blocks, **{field: np.where(hit, value, getattr(blocks, field))})


def test_a_quiet_machine_has_none() -> None:
    assert {seed: cautions for seed in range(20) if (cautions := found(quiet(seed)))} == {}


@pytest.mark.parametrize("field", PLANTED)
def test_each_kind_is_found_where_it_is_planted_and_no_other(field: str) -> None:
    assert list(found(planted(field))) == [PLANTED[field][1]]


@pytest.mark.parametrize("field", [field for field in PLANTED if field != "steal_ns"])
def test_a_minority_of_disturbed_blocks_that_a_median_shrugs_off_is_none(field: str) -> None:
    assert found(planted(field, share=0.1)) == {}


def test_steal_is_judged_by_its_sum_since_it_comes_in_ticks() -> None:
    blocks = quiet()
    one_tick_in_ten = np.where(np.arange(COUNT) % 10 == 0, 10e6, 0.0)  # 1 ms a block of 50 ms on 2 CPUs: 1 %
    figures = found(replace(blocks, steal_ns=one_tick_in_ten, span_ns=np.full(COUNT, SPAN_NS)))
    assert figures["stolen"]["stolen"] == pytest.approx(0.0107, rel=0.01)
    assert found(replace(blocks, steal_ns=one_tick_in_ten / 2)) == {}


def test_the_figures_are_those_that_were_planted() -> None:
    blocks = replace(quiet(), queue_ns=np.full(COUNT, 0.1 * SPAN_NS), span_ns=np.full(COUNT, SPAN_NS))
    assert found(blocks) == {"run_queue": {"share": 1.0, "lost": pytest.approx(0.1)}}
    figures = found(planted("writeback_bytes"))["writeback"]
    assert figures["mebibytes"] == 32 and 0.4 < figures["share"] < 0.6


def test_waiting_that_is_part_of_the_work_is_no_noise() -> None:
    assert found(planted("queue_ns"), shares_cpu=True) == {}
    for field in ("io_pressure_ns", "writeback_bytes"):
        assert found(planted(field), waits_for_device=True) == {}


def test_a_clock_that_changes_between_rounds_only_is_none() -> None:
    blocks = quiet()
    assert found(replace(blocks, clock_khz=2e6 + 1e5 * blocks.sweep.astype(float))) == {}


def test_a_system_that_tells_nothing_and_a_run_of_a_few_blocks_have_none() -> None:
    missing = np.full(COUNT, np.nan)
    silent = replace(quiet(), **{field: missing for field in PLANTED})
    assert found(silent) == {}
    few = BlockNoise(
        *(np.asarray(getattr(planted("queue_ns", 1.0), name))[:7] for name in BlockNoise.__dataclass_fields__)
    )
    assert found(few) == {}
    assert noise(planted("steal_ns"), margin=MARGIN, cpus=None, shares_cpu=False, waits_for_device=False) == {}


@pytest.mark.parametrize("field", PLANTED)
def test_the_figures_fit_into_the_sentence(field: str) -> None:
    code = PLANTED[field][1]
    assert "{" not in sentence(code, found(planted(field))[code]) and CAUTIONS[code].advice


def hit(blocks: int, others: int, value: float, other: float) -> np.ndarray:
    return np.array([value] * blocks + [other] * others)


def test_time_is_lost_if_more_than_a_quarter_of_eight_blocks_or_more_lost_the_margin() -> None:
    def of(blocks: int, others: int) -> object:
        return lost(hit(blocks, others, 25.0, 24.0), np.full(blocks + others, 100.0), 0.25)

    assert of(3, 5) == {"share": 3 / 8, "lost": pytest.approx((3 * 25 + 5 * 24) / 800)}
    assert of(2, 6) is None and of(3, 4) is None


def test_a_block_that_says_nothing_of_what_it_lost_or_lasted_is_left_out() -> None:
    lost_ns = np.array([1.0] * 8 + [np.nan, 5.0])
    assert lost(lost_ns, np.array([1.0] * 9 + [0.0]), 0.5) == {"share": 1.0, "lost": 1.0}


def test_pages_are_written_if_more_than_a_quarter_of_eight_blocks_or_more_have_enough() -> None:
    def of(blocks: int, others: int) -> object:
        return writeback(hit(blocks, others, LEAST_WRITEBACK_BYTES, LEAST_WRITEBACK_BYTES - 1))

    assert of(3, 5) == {"share": 3 / 8, "mebibytes": 1.0}
    assert of(2, 6) is None and of(3, 4) is None


def test_steal_takes_eight_blocks_and_the_margin() -> None:
    def of(blocks: int, stolen_ns: float) -> object:
        few = BlockNoise(*(np.asarray(getattr(quiet(), name))[:blocks] for name in BlockNoise.__dataclass_fields__))
        told = replace(few, steal_ns=np.full(blocks, stolen_ns), span_ns=np.full(blocks, 100.0))
        return noise(told, margin=0.25, cpus=2, shares_cpu=True, waits_for_device=True).get("stolen")

    assert of(8, 50.0) == {"stolen": 0.25}
    assert of(8, 49.0) is None and of(7, 50.0) is None


def test_a_clock_is_compared_with_its_neighbour_of_the_same_round() -> None:
    """Three rounds of four blocks: 9 neighbours within, 2 between."""
    rounds = np.repeat(np.arange(3), 4)
    steps = clock_speed(rounds, np.array([1e6, 2e6, 2e6, 1e6] * 3))
    assert steps == {"share": 6 / 9, "low": 1.0, "high": 2.0}
    assert clock_speed(rounds, np.repeat([1e6, 2e6, 1e6], 4)) is None
    assert clock_speed(rounds[:10], np.array([1e6, 2e6] * 5)) is None  # 7 within
    at_eight = clock_speed(rounds[:11], np.array([1e6, 2e6] * 5 + [1e6]))
    assert at_eight is not None and at_eight["share"] == 1.0
    a_quarter = np.array([1e6, 1e6, 1e6, 1e6, 2e6, 1e6, 1e6, 1e6, 1e6])
    assert clock_speed(np.zeros(9, int), a_quarter) is None


def test_a_clock_that_is_not_told_is_left_out() -> None:
    khz = np.array([1e6, 2e6] * 6 + [np.nan, 0.0])
    assert clock_speed(np.zeros(14, int), khz) == {"share": 1.0, "low": 1.0, "high": 2.0}
