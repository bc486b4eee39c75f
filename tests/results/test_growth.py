"""How memory grows, from a stored run: what is resident and what is held are two statements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.results.growth import growths
from iotrial.results.record import Arm, Memory, Reading, Run
from results import made

SIZES = (5_000_000, 20_971_520)
MIB = 1 << 20


def arm(name: str, file_bytes: int, *, mapped: float, own: float, processes: int = 8, **given: Any) -> Arm:
    """An arm that maps a share of the file and has a share of it as its own, beside 4 MiB."""
    own_bytes, mapped_bytes = 4 * MIB + round(own * file_bytes), MIB + round(mapped * file_bytes)
    readings = [
        Reading(
            peak_bytes=own_bytes + mapped_bytes + 4096 * number,
            how="stops",
            anonymous_bytes=own_bytes + 4096 * number,
            file_bytes=mapped_bytes,
            shared_bytes=0,
            reclaimable_bytes=mapped_bytes,
        )
        for number in range(processes)
    ]
    return made.arm(name, work=file_bytes, memory=Memory(peak_bytes=readings[0].peak_bytes, readings=readings), **given)


def run_of(**given: Any) -> Run:
    levels = []
    for size in SIZES:
        arms = [arm("php/readfile", size, mapped=0, own=0, role=role, **given) for role in ("baseline", "placebo")]
        arms += [arm("c/mmap_write", size, mapped=1, own=0, **given)]
        arms += [arm("php/file_get_contents", size, mapped=0, own=1, **given)]
        levels.append(made.level({"file_bytes": size, "sink": "pipe"}, "php/readfile", [], arms=arms))
    return made.run(levels)


def test_what_is_resident_and_what_is_held_grow_apart() -> None:
    found = {(one["arm"], one["of"]): one for one in growths(run_of())}
    assert len(found) == 6  # three arms, each once
    assert {key: one["verdict"] for key, one in found.items()} == {
        ("php/readfile", "peak"): "flat",
        ("php/readfile", "held"): "flat",
        ("c/mmap_write", "peak"): "grows",
        ("c/mmap_write", "held"): "flat",
        ("php/file_get_contents", "peak"): "grows",
        ("php/file_get_contents", "held"): "grows",
    }
    assert found["php/file_get_contents", "held"]["bytes_per_unit"]["median"] == pytest.approx(1.0)
    assert found["c/mmap_write", "peak"]["at"] == {"sink": "pipe"}
    assert found["c/mmap_write", "peak"]["units"] == list(SIZES)


def test_intervals_are_corrected_for_all_that_is_said() -> None:
    """Six statements take eight processes: 1 + log2(20 x 6) = 7.9."""
    assert all(one["bytes_per_unit"]["low"] is None for one in growths(run_of(processes=7)))
    assert all(one["bytes_per_unit"]["low"] is not None for one in growths(run_of(processes=8)))


def test_a_run_whose_memory_was_not_taken_apart_says_nothing() -> None:
    levels = [made.level({"file_bytes": size}, "php/readfile", ["c/sendfile"]) for size in SIZES]
    assert growths(made.run(levels)) == []


def test_the_document_and_its_csv_have_the_kinds(tmp_path: Path) -> None:
    from iotrial.results.judge import judge_folder

    document = judge_folder(made.store(tmp_path, run_of()))
    row = next(arm for arm in document["levels"][1]["arms"] if arm["arm"] == "c/mmap_write")
    assert row["peak_reclaimable_bytes"] == row["peak_file_bytes"] == MIB + SIZES[1]
    assert row["held_bytes"] == row["peak_anonymous_bytes"] == 4 * MIB
    assert (row["memory_processes"], row["memory_how"]) == (8, "stops")
    assert len(document["growth"]) == 6
