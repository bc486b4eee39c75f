"""Claims judged by a stored run: each verdict from figures that are known, and never more than they bear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import made
from iotrial.claims.claim import Claim
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds import kind_of
from iotrial.store.read import open_run
from iotrial.store.record import Arm, Calls, Evidence, Memory, Observation, Records

SIZES = (10, 100, 1000)


def verdicts(
    root: Path, *claims: Claim, ratios: made.Ratios | None = None, levels: list[Any] | None = None, **given: Any
) -> list[Any]:
    """A ClaimInRun for each claim; what may be null is not typed here, since each test knows what it must be."""
    levels = levels or [made.level({"records": 10, "sink": "pipe"}, "php/a", ["php/b", "php/c", "c/d"])]
    return judge_claims(open_run(made.store(root, made.run(levels), ratios or {}, **given)), claims)


def claim(kind: str, *arms: str, **given: Any) -> Claim:
    return kind_of(kind)(key="1", says="It is so.", arms=arms, **given)


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(2.0, "holds"), (0.5, "opposite here"), (1.0, "equal here"), (1.01, "undecided")]
)
def test_an_order_is_told_by_the_direct_ratio(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("order", "php/b", "php/c"), ratios={"php/b": 3.0, "php/c": 3.0 * ratio})
    assert row.verdict == verdict
    assert row.low <= row.measured <= row.high and row.measured == pytest.approx(ratio, rel=0.01)


@pytest.mark.parametrize(
    ("ratio", "verdict"),
    [
        (1.5, "holds"),
        (2.5, "larger here"),
        (1.3, "smaller here"),
        (0.4, "opposite here"),
        (1.0, "equal here"),
        (1.6, "undecided"),
    ],
)
def test_a_ratio_must_lie_within_its_band(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("ratio", "php/b", "php/a", band=(1.4, 1.6)), ratios={"php/b": ratio})
    assert row.verdict == verdict and row.measured == pytest.approx(ratio, rel=0.01)


@pytest.mark.parametrize(
    ("kind", "ratios", "verdict"),
    [
        ("first", {"php/b": 2.0, "php/c": 3.0}, "holds"),
        ("first", {"php/b": 2.0, "php/c": 0.9}, "not so here"),
        ("first", {"php/b": 2.0}, "equal here"),
        ("last", {"php/b": 0.5, "php/c": 0.9}, "holds"),
        ("last", {"php/b": 0.5, "php/c": 1.5}, "not so here"),
    ],
)
def test_first_and_last_are_against_each_of_the_others(
    tmp_path: Path, kind: str, ratios: dict[str, float], verdict: str
) -> None:
    (row,) = verdicts(tmp_path, claim(kind, "php/a", "php/b", "php/c"), ratios=ratios)
    assert row.verdict == verdict


@pytest.mark.parametrize(("ratio", "verdict"), [(1.03, "holds"), (1.2, "not so here"), (1.05, "undecided")])
def test_equal_times_are_equal_within_what_the_claim_allows(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("equal", "php/a", "php/b", of="time", within=0.05), ratios={"php/b": ratio})
    assert row.verdict == verdict


def test_too_few_rounds_decide_nothing(tmp_path: Path) -> None:
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), ratios={"php/b": 9.0}, sweeps=3)
    assert row.verdict == "undecided" and "too few rounds" in row.reason


def test_an_invalid_level_decides_nothing(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(columns["arm"] == 1, 2, 1)}

    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), ratios={"php/b": 9.0}, change=spoil)
    assert row.verdict == "undecided" and "invalid" in row.reason


def test_an_arm_without_a_figure_is_not_run_with_the_reason(tmp_path: Path) -> None:
    levels = [made.level({"records": 1}, "php/a", [made.arm("c/d", status="skipped", reason="no compiler")])]
    missing, absent = verdicts(tmp_path, claim("order", "php/a", "c/d"), claim("order", "php/a", "c/x"), levels=levels)
    assert missing.verdict == absent.verdict == "not run"
    assert "no compiler" in missing.reason and "c/x is not in the run" in absent.reason


def test_where_levels_differ_it_depends_and_says_on_which(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 2), 0.5, np.where(columns["arm"] == 2, 2.0, 1.0))
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    whole, at = verdicts(
        tmp_path,
        claim("order", "php/a", "php/b"),
        claim("order", "php/a", "php/b", at={"records": 10}),
        levels=levels,
        change=turn,
    )
    assert whole.verdict == "depends"
    assert whole.reason == "records from 100 to 1000: holds up to 100, opposite from 1000"
    assert at.verdict == "holds"


def test_an_artefact_is_what_the_fair_benchmark_does_not_bear_out(tmp_path: Path) -> None:
    told = claim("order", "php/a", "php/b", fair=("php/a", "php/c"))
    for ratios, verdict in (
        ({"php/b": 2.0, "php/c": 1.0}, "artefact"),
        ({"php/b": 2.0, "php/c": 0.5}, "artefact"),
        ({"php/b": 2.0, "php/c": 1.5}, "holds"),
        ({"php/b": 1.0, "php/c": 1.0}, "equal here"),
        ({"php/b": 2.0, "php/c": 1.01}, "holds"),
    ):
        (row,) = verdicts(tmp_path / f"{ratios}", told, ratios=ratios)
        assert row.verdict == verdict, ratios
        if verdict == "artefact":
            assert "php/a, php/c" in row.reason and row.fair.measured == pytest.approx(ratios["php/c"], rel=0.01)


def test_what_depends_on_the_level_is_an_artefact_too_if_the_fair_benchmark_says_otherwise(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, np.array([2.0, 2.0, 0.5])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    for ratio, verdict in ((1.0, "artefact"), (0.5, "artefact"), (2.0, "depends")):
        (row,) = verdicts(
            tmp_path / str(ratio),
            claim("order", "php/a", "php/b", fair=("php/a", "php/c")),
            levels=levels,
            ratios={"php/c": ratio},
            change=turn,
        )
        assert row.verdict == verdict, ratio
        assert row.fair.measured == pytest.approx(ratio, rel=0.01)


def test_a_fair_benchmark_that_depends_on_the_level_is_told(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 3, np.array([2.0, 2.0, 0.5])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    told = claim("order", "php/a", "php/b", fair=("php/a", "php/c"))
    (row,) = verdicts(tmp_path, told, levels=levels, ratios={"php/b": 2.0}, change=turn)
    assert row.verdict == "holds" and row.reason is not None
    assert row.reason.startswith("php/b over php/a; as it should be it depends: records from")


def test_a_level_at_which_an_arm_failed_is_named_beside_the_verdict(tmp_path: Path) -> None:
    failed = made.arm("php/b", status="failed", reason="died")
    levels = [
        made.level({"records": 10}, "php/a", ["php/b"]),
        made.level({"records": 100}, "php/a", [failed]),
        made.level({"records": 1000}, "php/a", ["php/c"]),  # the study never meant to have it there
    ]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), levels=levels, ratios={"php/b": 2.0})
    assert row.verdict == "holds" and row.reason is not None
    assert row.reason.endswith("not known at records=100: php/b is failed: died")


def test_counted_figures_need_no_interval(tmp_path: Path) -> None:
    arms = [
        made.arm("php/b", memory=Memory(peak_bytes=18 << 20, runtime_peak_real_bytes=2 << 20)),
        made.arm("php/c", memory=Memory(peak_bytes=38 << 20, runtime_peak_real_bytes=2 << 20)),
        made.arm("php/d", memory=Memory()),
    ]
    level = made.level({"records": 10}, "php/a", arms)
    rows = verdicts(
        tmp_path,
        claim("equal", "php/b", "php/c", of="runtime memory taken"),
        claim("equal", "php/b", "php/c", of="memory"),
        claim("equal", "php/b", "php/d", of="memory"),
        levels=[level],
    )
    assert [row.verdict for row in rows] == ["holds", "not so here", "not run"]
    assert rows[1].measured == pytest.approx(38 / 18) and rows[1].said == "18,874,368 to 39,845,888 bytes"


def test_system_calls_are_counted_without_the_read_that_finds_the_end(tmp_path: Path) -> None:
    calls = {"read": Calls(count=2561, empty_count=1), "write": Calls(count=2560)}
    arms: list[str | Arm] = [made.arm("php/b", evidence=Evidence(source="strace", calls=calls)), "php/c"]
    level = made.level({"records": 10}, "php/a", arms)
    right, wrong, unseen = verdicts(
        tmp_path,
        claim("calls", "php/b", calls={"read": 2560, "write": 2560, "mmap": 0}),
        claim("calls", "php/b", calls={"mmap": 1}),
        claim("calls", "php/c", calls={"read": 1}),
        levels=[level],
    )
    assert (right.verdict, right.said) == ("holds", "2,560 read, 2,560 write, 0 mmap")
    assert (wrong.verdict, wrong.said) == ("not so here", "0 mmap")
    assert (unseen.verdict, unseen.reason) == ("not run", "system calls of php/c were not traced: unknown")
    failed = made.arm("php/b", status="failed", evidence=Evidence(source="strace", calls=calls))
    (row,) = verdicts(
        tmp_path / "failed",
        claim("calls", "php/b", calls={"read": 2560}),
        levels=[made.level({"records": 10}, "php/a", [failed])],
    )
    assert (row.verdict, row.reason) == ("not run", "php/b is failed")


def test_no_harm_is_told_by_the_count_of_all_records(tmp_path: Path) -> None:
    def records(lost: int) -> Records:
        return Records(handed=1000, lost=lost, torn=0, interleaved=0, doubled=0, unknown=0)

    arms = [
        made.arm("php/b", records=records(0)),
        made.arm("php/c", records=records(7), status="disqualified", reason="lost 7"),
    ]
    level = made.level({"writers": 2}, "php/a", arms, window_ns=250_000_000, workers=2)
    rows = verdicts(
        tmp_path,
        claim("none", "php/b", of="lost"),
        claim("none", "php/b", "php/c", of="lost"),
        claim("none", "php/a", of="lost"),
        levels=[level],
    )
    assert [(row.verdict, row.said) for row in rows] == [
        ("holds", "0 of 1,000"),
        ("not so here", "7 of 2,000"),
        ("not run", None),
    ]


def test_who_keeps_up_is_told_by_what_was_done_in_time(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        return {
            **columns,
            **dict.fromkeys(("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns"), np.full(rows, 5000)),
            "due": np.full(rows, 1000),
            "served": np.where(columns["arm"] == 2, 400, 1000),
        }

    rows = verdicts(
        tmp_path,
        claim("keeps_up", "php/a"),
        claim("keeps_up", "php/a", "php/b"),
        claim("falls_behind", "php/b"),
        claim("falls_behind", "php/a", "php/b"),
        levels=[level],
        change=serve,
    )
    assert [row.verdict for row in rows] == ["holds", "not so here", "holds", "not so here"]
    assert rows[1].said == "40.0% to 100.0% done in time"
    (row,) = verdicts(tmp_path / "b", claim("keeps_up", "php/a"))
    assert row.verdict == "not run"


def test_who_survives_is_told_by_status_and_outcome(tmp_path: Path) -> None:
    died = made.arm("c/d", outcome=Observation(code="died", text="failed (SIGBUS)"))
    arms: list[str | Arm] = ["php/b", made.arm("php/c", status="failed", reason="Allowed memory size"), died]
    rows = verdicts(
        tmp_path,
        claim("survives", "php/a", "php/b"),
        claim("survives", "php/b", "php/c"),
        claim("fails", "php/c", "c/d"),
        claim("fails", "php/b", "c/d"),
        claim("fails", "php/c", because="memory"),
        claim("fails", "php/c", "c/d", because="memory"),
        claim("survives", "php/b", "php/c", because="memory"),
        claim("survives", "php/b", "php/c", because="SIGBUS"),
        levels=[made.level({"records": 1}, "php/a", arms)],
    )
    verdicts_found = [row.verdict for row in rows]
    assert verdicts_found == [
        "holds",
        "not so here",
        "holds",
        "not so here",
        "holds",
        "undecided",
        "not so here",
        "undecided",
    ]
    assert rows[1].reason == "php/c: Allowed memory size"
    assert rows[5].reason.startswith("not because of 'memory': php/c: Allowed memory size; c/d: ")


def test_who_was_not_run_neither_survives_nor_fails(tmp_path: Path) -> None:
    arms: list[str | Arm] = ["php/b", made.arm("php/c", status="skipped", reason="no php")]
    rows = verdicts(
        tmp_path,
        claim("survives", "php/b", "php/c", "php/d"),
        claim("fails", "php/c"),
        levels=[made.level({"records": 1}, "php/a", arms)],
    )
    assert [(row.verdict, row.reason) for row in rows] == [
        ("not run", "php/c, php/d not in the run"),
        ("not run", "php/c not in the run"),
    ]


def test_an_arm_that_is_disqualified_fails_and_says_so(tmp_path: Path) -> None:
    wrong = made.arm("php/b", status="disqualified", reason="lost 7")
    fails, why = verdicts(
        tmp_path,
        claim("fails", "php/b"),
        claim("fails", "php/a", "php/b", because="memory"),
        levels=[made.level({"records": 1}, "php/a", [wrong])],
    )
    assert (fails.verdict, why.verdict) == ("holds", "undecided")
    assert (why.said, why.reason) == ("1 of 2 fail", "not because of 'memory': php/b: lost 7")


def test_memory_of_too_few_processes_is_undecided_whatever_it_looks_like(tmp_path: Path) -> None:
    arms = {
        size: [
            made.with_memory("php/a", size, mapped=0, own=0, processes=3, role=role) for role in ("baseline", "placebo")
        ]
        for size in made.MEMORY_SIZES
    }
    levels = [made.level({"file_bytes": size}, "php/a", [], arms=given) for size, given in arms.items()]
    (row,) = verdicts(tmp_path, claim("growth", "php/a", of="held memory", shape="flat"), levels=levels)
    assert row.verdict == "undecided"
    assert (row.measured, row.low, row.high, row.said) == (0, None, None, "0.00 bytes")


def test_memory_grows_or_is_flat(tmp_path: Path) -> None:
    folder = made.store(tmp_path, made.memory_run())
    told = [
        claim("growth", "php/readfile", of="held memory", shape="flat"),
        claim("growth", "php/file_get_contents", of="held memory", shape="linear"),
        claim("growth", "c/mmap_write", of="memory", shape="linear"),
        claim("growth", "c/mmap_write", of="held memory", shape="linear"),
    ]
    rows: list[Any] = list(judge_claims(open_run(folder), told))
    assert [row.verdict for row in rows] == ["holds", "holds", "holds", "not so here"]
    assert rows[0].said.startswith("0.00 [0.00, ") and rows[0].said.endswith("] bytes")
    assert rows[1].said == "1.00 [1.00, 1.00] bytes"
    assert (rows[1].low, rows[1].measured, rows[1].high) == pytest.approx((1, 1, 1), abs=0.01)
    assert rows[1].level == "file_bytes"
    assert rows[1].reason == "php/file_get_contents, memory for each of file_bytes"


def sized() -> list[Any]:
    """Levels of three sizes, each with as much work."""
    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in SIZES]
    return [
        level.model_copy(update={"arms": [arm.model_copy(update={"work": size}) for arm in level.arms]})
        for level, size in zip(levels, SIZES, strict=True)
    ]


@pytest.mark.parametrize(("bend", "verdict"), [(1.0, "holds"), (4.0, "not so here")])
def test_time_is_linear_where_a_line_describes_it(tmp_path: Path, bend: float, verdict: str) -> None:
    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        sizes = np.array([10.0, 100.0 * bend, 1000.0])[columns["level"]]
        return {**columns, "wall_ns": (columns["wall_ns"] * sizes).astype(np.int64)}

    (row,) = verdicts(
        tmp_path,
        claim("growth", "php/b", of="time", shape="linear", within=0.2),
        levels=sized(),
        change=grow,
        sweeps=14,
    )
    assert row.verdict == verdict


def test_what_no_run_can_tell_says_what_it_takes(tmp_path: Path) -> None:
    elsewhere, quoted = verdicts(tmp_path, claim("elsewhere", needs="a web server"), claim("quote", quote="0.14 ms"))
    assert (elsewhere.verdict, elsewhere.reason) == ("not run", "it takes a web server")
    assert (quoted.verdict, quoted.quote) == ("quoted", "0.14 ms")


def limited(*others: str) -> list[Any]:
    """A level with a floor that is slower than c/d claims to be."""
    least = made.arm("c/least", role="floor", floor="copying")
    return [made.level({"records": 10, "sink": "pipe"}, "php/a", others, floors=[least])]


def test_a_time_that_cannot_be_is_no_ground_for_a_verdict(tmp_path: Path) -> None:
    ratios = {"php/b": 0.9, "c/d": 0.3, "c/least": 0.5}
    ahead, within, beside = verdicts(
        tmp_path,
        claim("first", "c/d", "php/a", "php/b"),
        claim("ratio", "c/d", "php/a", band=(0.2, 0.4)),
        claim("order", "php/b", "php/a"),
        levels=limited("php/b", "c/d"),
        ratios=ratios,
    )
    assert ahead.verdict == within.verdict == "undecided"
    assert ahead.reason.startswith("the time of c/d is invalid: ") and "faster than the least" in ahead.reason
    assert beside.verdict == "holds"


def test_bytes_that_nobody_reads_are_no_ground_for_a_verdict_on_time(tmp_path: Path) -> None:
    levels = [made.level({"records": 10, "sink": "null"}, "php/a", [made.arm("c/d", tags=["untouched"])])]
    timed, counted = verdicts(
        tmp_path,
        claim("order", "c/d", "php/a"),
        claim("equal", "c/d", "php/a", of="memory"),
        levels=levels,
        ratios={"c/d": 0.1},
    )
    assert timed.verdict == "not run" and "c/d is not ranked" in timed.reason
    assert counted.verdict == "holds"


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (made.arm("php/b", shift=-1, iterations=2), "unlike numbers of iterations"),
        (made.arm("php/b", kit_ns=made.BASE_NS / 5), "the kit's own cost"),
    ],
)
def test_arms_of_unlike_measurement_are_never_called_equal(tmp_path: Path, other: Arm, reason: str) -> None:
    rows = verdicts(
        tmp_path,
        claim("equal", "php/a", "php/b", of="time"),
        claim("order", "php/a", "php/b"),
        claim("ratio", "php/b", "php/a", band=(0.9, 1.1)),
        claim("ratio", "php/b", "php/a", band=(2.0, 3.0)),
        claim("equal", "php/a", "php/c", of="time"),
        levels=[made.level({"records": 10}, "php/a", [other, "php/c"])],
    )
    assert [row.verdict for row in rows] == ["undecided"] * 4 + ["holds"]
    assert all(reason in row.reason for row in rows[:4]), rows[0].reason


def test_an_arm_that_still_moves_is_never_called_equal_to_another(tmp_path: Path) -> None:
    def warm_up(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        late = np.where((columns["arm"] == 2) & (columns["block"] < 2), 1.04, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * late).astype(np.int64)}

    (row,) = verdicts(tmp_path, claim("equal", "php/a", "php/b", of="time"), change=warm_up)
    assert row.verdict == "undecided" and row.reason.startswith("php/b still moves: ")


def test_a_ratio_across_levels_needs_both_arms(tmp_path: Path) -> None:
    def across(**spoilt: Any) -> list[Any]:
        return [
            made.level({"target": "ram"}, "php/a", ["php/b"]),
            made.level({"target": "disk"}, "php/a", [made.arm("php/b", **spoilt)]),
        ]

    told = claim("ratio", "php/a", "php/b", at={"target": "ram"}, over_at={"target": "disk"}, band=(0.4, 0.6))
    whole, absent, failed = (
        verdicts(tmp_path / name, given, levels=levels, ratios={"php/b": 2.0})[0]
        for name, given, levels in (
            ("whole", told, across()),
            ("absent", told, across()[:1]),
            ("failed", told, across(status="failed", reason="no room")),
        )
    )
    assert whole.verdict == "holds" and whole.measured == pytest.approx(0.5, rel=0.01)
    assert (absent.verdict, absent.reason) == ("not run", "no level is target=disk")
    assert failed.verdict == "not run" and failed.reason == "php/b is failed: no room, at target=disk"


def test_rounds_that_differ_do_not_decide_who_keeps_up(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows, late = len(columns["arm"]), (columns["arm"] == 2) & (sweep % 2 == 0)
        return {**columns, "due": np.full(rows, 1000), "served": np.where(late, 900, 1000)}

    behind, keeps, own = verdicts(
        tmp_path,
        claim("falls_behind", "php/b"),
        claim("keeps_up", "php/a", "php/b"),
        claim("keeps_up", "php/a"),
        levels=[level],
        change=serve,
    )
    assert behind.verdict == keeps.verdict == "undecided" and "php/b" in keeps.reason
    assert own.verdict == "holds"


@pytest.mark.parametrize(
    ("slope", "shape", "verdict"),
    [(0.0, "flat", "holds"), (1.0, "flat", "not so here"), (0.0, "linear", "not so here"), (1.0, "linear", "holds")],
)
def test_time_that_is_flat_is_told_from_time_that_grows(tmp_path: Path, slope: float, shape: str, verdict: str) -> None:
    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        sizes = 1 + slope * np.array(SIZES)[columns["level"]]
        return {**columns, "wall_ns": (columns["wall_ns"] * sizes).astype(np.int64)}

    told = claim("growth", "php/b", of="time", shape=shape, within=0.1)
    (row,) = verdicts(tmp_path, told, levels=sized(), change=grow)
    (few,) = verdicts(tmp_path / "few", told, levels=sized(), change=grow, sweeps=6)
    assert row.verdict == verdict and row.low <= row.measured <= row.high
    assert few.verdict == "undecided"


def test_a_run_of_several_runtimes_says_under_which_names_it_has_the_method(tmp_path: Path) -> None:
    levels = [made.level({"records": 1}, "php/a@8.2", ["php/a@8.4", "php/b@8.2", "php/b@8.4"])]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), levels=levels)
    assert (row.verdict, row.reason) == ("not run", "php/a is in the run only as php/a@8.2, php/a@8.4")
