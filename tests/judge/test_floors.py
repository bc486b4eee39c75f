"""Floors in a stored run: every arm is shown as a share of one, none of them counts among the arms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judged_run import JudgedRun
from iotrial.store.record import Arm
from judge import made

FACTORS: dict[str, int | str] = {"file_bytes": 20971520, "sink": "pipe"}
ARMS = ["php/b", "c/c"]


def floor(name: str = "c/least", kind: str = "copying", **given: Any) -> Arm:
    return made.arm(name, role="floor", floor=kind, runtime="C 17", **given)


def judged(
    tmp_path: Path,
    floors: list[Arm],
    ratios: dict[str, float],
    *,
    arms: list[str | Arm] | None = None,
    factors: dict[str, int | str] = FACTORS,
    **options: Any,
) -> Any:
    """A run of one level with floors, judged; a figure that is None fails a comparison by itself."""
    level = made.level(factors, "php/a", ARMS if arms is None else arms, floors=floors)
    return made.judged(tmp_path, made.run([level]), ratios, **options)


def rows(document: JudgedRun) -> dict[str, Any]:
    return {arm.arm: arm for arm in document.levels[0].arms}


def test_every_arm_is_shown_as_a_share_of_the_floor_of_its_kind(tmp_path: Path) -> None:
    floors = [floor("c/copies"), floor("c/moves", "not copying")]
    arms: list[str | Arm] = ["php/b", made.arm("c/c", tags=["untouched"])]
    found = rows(judged(tmp_path, floors, {"php/b": 2.0, "c/c": 0.5, "c/copies": 0.8, "c/moves": 0.4}, arms=arms))
    shares = {name: row.floor_share for name, row in found.items()}
    assert {name: share.floor for name, share in shares.items()} == {
        "php/a": "c/copies",
        "php/b": "c/copies",
        "c/c": "c/moves",
    }
    assert [round(shares[name].share, 2) for name in ("php/a", "php/b", "c/c")] == [0.8, 0.4, 0.8]
    assert all(share.low < share.share < share.high for share in shares.values())


@pytest.mark.parametrize(("precision", "rank"), [(None, 2), (0.01, 1)])
def test_a_share_has_the_runs_own_interval(tmp_path: Path, precision: float | None, rank: int) -> None:
    def later(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 3, 1 + 0.1 * sweep, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).round().astype(np.int64)}

    run = made.run([made.level(FACTORS, "php/a", ["php/b"], floors=[floor()])], precision=precision)
    judged_run = made.judged(tmp_path, run, {"php/b": 2.0, "c/least": 0.2}, noise=0, change=later)
    # Each of two arms beside a floor and the other, twelve rounds: the second from either end, or the first if the
    # run looks often.
    shares = 0.1 * (1 + 0.1 * np.arange(12))
    found: Any = judged_run.levels[0].arms[1].floor_share
    assert (found.low, found.high) == pytest.approx((shares[rank - 1], shares[-rank]))


def test_floors_change_no_figure_of_any_arm(tmp_path: Path) -> None:
    def without_floors(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        kept = columns["arm"] < 4
        return {
            name: values[kept] if hasattr(values, "shape") else values[: int(kept.sum())]
            for name, values in columns.items()
        }

    ratios = {"php/b": 2.0, "c/c": 0.5, "c/least": 0.4}
    beside = judged(tmp_path / "beside", [floor()], ratios)
    alone = judged(tmp_path / "alone", [floor()], ratios, change=without_floors)
    kept = ("ratio", "low", "high", "verdict", "median_ns", "needed_rounds", "p99")
    for name, row in rows(beside).items():
        assert [getattr(row, key) for key in kept] == [getattr(rows(alone)[name], key) for key in kept]
        assert rows(alone)[name].floor_share is None
    assert beside.levels[0].winner == alone.levels[0].winner == "c/c"
    assert [arm.arm for arm in beside.levels[0].arms] == ["php/a", *ARMS]


def test_an_arm_that_beats_every_reference_keeps_its_verdict_and_a_caution_names_the_reference(tmp_path: Path) -> None:
    """Batched appends that were quicker than the reference were called invalid, and another method was crowned."""
    document = judged(tmp_path, [floor()], {"php/b": 0.39, "c/c": 0.3, "c/least": 0.4})
    (level,) = document.levels
    found = rows(document)
    assert {name: row.verdict for name, row in found.items()} == {"php/a": None, "php/b": "faster", "c/c": "faster"}
    assert level.winner == "c/c" and level.invalid is None
    (caution,) = [one for one in level.cautions if one.code == "reference_beaten"]
    assert caution.text.startswith("the reference c/least (copying) does not do the least here: it takes 1.33")
    assert "as long as c/c" in caution.text  # the arm that beats it by most
    assert not any(one.code == "reference_beaten" for row in found.values() for one in row.cautions)


def test_no_verified_arm_has_more_than_the_floor_and_the_fastest_is_it(tmp_path: Path) -> None:
    found = rows(judged(tmp_path, [floor()], {"php/b": 0.8, "c/c": 0.3, "c/least": 0.4}))
    shares = {name: row.floor_share for name, row in found.items()}
    assert {name: (share.floor, share.is_arm) for name, share in shares.items()} == dict.fromkeys(found, ("c/c", True))
    assert shares["c/c"].share == 1.0
    assert [shares[name].share for name in ("php/a", "php/b")] == pytest.approx([0.3, 0.375], rel=0.01)


def test_an_arm_that_is_wrong_is_nobodys_floor(tmp_path: Path) -> None:
    wrong = made.arm("c/c", status="disqualified", reason="gives 0 bytes", tags=["as-published"])
    found = rows(judged(tmp_path, [floor()], {"php/b": 0.8, "c/c": 0.1, "c/least": 0.4}, arms=["php/b", wrong]))
    assert found["php/b"].floor_share.floor == "c/least" and found["c/c"].floor_share is None


def test_an_arm_is_only_the_floor_of_those_that_promise_no_more(tmp_path: Path) -> None:
    late = {"visible": "at the end"}
    each = {"visible": "each record"}
    arms: list[str | Arm] = [made.arm("php/b", guarantees=each), made.arm("c/c", guarantees=late)]
    floors = [floor("c/each", guarantees=each), floor("c/once", guarantees=late)]
    found = rows(judged(tmp_path, floors, {"php/b": 2.0, "c/c": 0.3, "c/each": 1.0, "c/once": 0.5}, arms=arms))
    assert found["php/b"].floor_share.floor == "c/each" and found["c/c"].floor_share.floor == "c/c"


def test_a_baseline_that_beats_the_reference_spoils_nothing(tmp_path: Path) -> None:
    level = judged(tmp_path, [floor()], {"php/b": 3.0, "c/c": 4.0, "c/least": 2.0}).levels[0]
    assert level.invalid is None and level.winner == "php/a"
    assert [arm.verdict for arm in level.arms] == [None, "slower", "slower"]


def test_an_arm_is_only_held_against_floors_that_guarantee_no_more_than_it_does(tmp_path: Path) -> None:
    arms: list[str | Arm] = [
        made.arm("php/b", guarantees={"visible": "each record", "lock": "none"}),
        made.arm("c/c", guarantees={"visible": "at the end", "lock": "none"}),
    ]
    floors = [
        floor("c/each", guarantees={"visible": "each record"}),
        floor("c/once", guarantees={"visible": "at the end"}),
    ]
    found = rows(judged(tmp_path, floors, {"php/b": 2.0, "c/c": 0.5, "c/each": 1.0, "c/once": 0.1}, arms=arms))
    assert found["php/b"].floor_share.floor == "c/each"
    assert found["c/c"].floor_share.floor == "c/once"
    assert found["php/a"].floor_share is None


def test_a_runtime_that_maps_small_files_is_of_another_kind_there(tmp_path: Path) -> None:
    arms: list[str | Arm] = [made.arm("php/b", tags=["maps-to-4mib"])]
    floors = [floor("c/copies"), floor("c/moves", "not copying")]
    for size, expected in ((4096, "c/moves"), (20971520, "c/copies")):
        document = judged(
            tmp_path / str(size), floors, {"c/copies": 0.5, "c/moves": 0.5}, arms=arms, factors={"file_bytes": size}
        )
        assert rows(document)["php/b"].floor_share.floor == expected


def test_an_arm_whose_bytes_nobody_reads_has_no_floor(tmp_path: Path) -> None:
    arms: list[str | Arm] = [made.arm("c/c", tags=["untouched"])]
    factors: dict[str, int | str] = {"file_bytes": 20971520, "sink": "null"}
    found = rows(judged(tmp_path, [floor("c/moves", "not copying")], {"c/c": 0.01}, arms=arms, factors=factors))
    assert found["c/c"].floor_share is None and found["c/c"].verdict is None


def test_a_floor_that_could_not_be_measured_is_a_caution_with_its_reason(tmp_path: Path) -> None:
    missing = floor(status="skipped", reason="cc is not installed")
    level = judged(tmp_path, [missing], {}).levels[0]
    assert [caution.text for caution in level.cautions if caution.code == "no_floor"] == [
        "what the machine can do at best was not measured for methods of the kind copying: cc is not installed"
    ]
    assert level.floors[0].reason == "cc is not installed" and level.floors[0].median_ns is None


def test_a_block_that_is_void_is_void_for_floors_too(tmp_path: Path) -> None:
    def void(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        hit = (columns["arm"] == 2) & (columns["block"] == 0) & (columns["sweep"] == 0)
        status = ["void" if one else "ok" for one in hit]
        return {**columns, "status": status, "reason": ["read from a device" if one else None for one in hit]}

    stored = judged(tmp_path, [floor()], {"c/least": 0.5}, change=void)
    assert stored.levels[0].floors[0].median_ns is not None
    assert any(caution.code == "void_blocks" for caution in stored.levels[0].cautions)


@pytest.mark.parametrize("condition", [{"cache": "cold"}, {"memory_limit": 33554432}])
def test_nothing_is_held_against_a_floor_where_the_device_has_a_part_in_the_time(
    tmp_path: Path, condition: dict[str, int | str]
) -> None:
    found = rows(judged(tmp_path, [floor()], {"c/c": 0.3, "c/least": 0.4}, factors={**FACTORS, **condition}))
    assert [row.floor_share for row in found.values()] == [None] * 3
    assert found["c/c"].verdict == "faster"


def test_a_floor_whose_samples_all_failed_has_no_time(tmp_path: Path) -> None:
    def fail(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "status": ["failed" if arm == 4 else "ok" for arm in columns["arm"]]}

    (found,) = judged(tmp_path, [floor()], {"c/least": 0.5}, change=fail).levels[0].floors
    assert (found.median_ns, found.throughput_per_second) == (None, None)
