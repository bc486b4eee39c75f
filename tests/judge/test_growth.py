"""The growth of memory in a stored run: resident and held memory are two statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.judge.judge_growth import growths
from iotrial.stats.interval import ALPHA
from judge import made

MIB = 1 << 20


def test_what_is_resident_and_what_is_held_grow_apart() -> None:
    found = {(one.arm, one.of): one for one in growths(made.memory_run(), ALPHA)}
    assert len(found) == 6  # three arms, each once
    assert {key: one.verdict for key, one in found.items()} == {
        ("php/readfile", "peak"): "flat",
        ("php/readfile", "held"): "flat",
        ("c/mmap_write", "peak"): "grows",
        ("c/mmap_write", "held"): "flat",
        ("php/file_get_contents", "peak"): "grows",
        ("php/file_get_contents", "held"): "grows",
    }
    assert found["php/file_get_contents", "held"].bytes_per_unit.median == pytest.approx(1.0)
    assert found["c/mmap_write", "peak"].at == {"sink": "pipe"}
    assert found["c/mmap_write", "peak"].units == list(made.MEMORY_SIZES)


def test_intervals_are_corrected_for_all_that_is_said() -> None:
    """Six statements take eight processes: 1 + log2(20 x 6) = 7.9."""
    assert all(one.bytes_per_unit.low is None for one in growths(made.memory_run(processes=7), ALPHA))
    assert all(one.bytes_per_unit.low is not None for one in growths(made.memory_run(processes=8), ALPHA))


def test_a_run_whose_memory_was_not_taken_apart_says_nothing() -> None:
    levels = [made.level({"file_bytes": size}, "php/readfile", ["c/sendfile"]) for size in made.MEMORY_SIZES]
    assert growths(made.run(levels), ALPHA) == []


def test_the_document_and_its_csv_have_the_kinds(tmp_path: Path) -> None:

    document = made.judged(tmp_path, made.memory_run())
    row = next(arm for arm in document.levels[1].arms if arm.arm == "c/mmap_write")
    kinds = row.record.memory.kinds
    assert kinds is not None and kinds.reclaimable_bytes == kinds.file_bytes == MIB + made.MEMORY_SIZES[1]
    assert row.held_bytes == kinds.anonymous_bytes == 4 * MIB
    assert (len(row.record.memory.readings), kinds.how) == (10, "stops")
    assert len(document.growth) == 6


def test_memory_of_the_placebo_is_not_that_of_the_baseline() -> None:
    levels = []
    for level, size in zip(made.memory_run().levels, made.MEMORY_SIZES, strict=True):
        grows = made.with_memory("php/readfile", size, mapped=1, own=1, role="placebo")
        levels.append(level.model_copy(update={"arms": [level.arms[0], grows, *level.arms[2:]]}))
    found = {(one.arm, one.of): one.verdict for one in growths(made.run(levels), ALPHA)}
    assert (found["php/readfile", "peak"], found["php/readfile", "held"]) == ("flat", "flat")
