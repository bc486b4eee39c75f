"""Reading a run: all of it that is whole, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import iotrial
from iotrial.errors import UsageError
from iotrial.judge.judge_run import judge_folder
from iotrial.store.folder import parts
from iotrial.store.read import open_run
from judge import made

LEVELS = [
    made.level({"entries": number}, "php/readdir", ["php/scandir", made.arm("go/x", status="skipped", reason="no go")])
    for number in (0, 10)
]
RUN = made.run(LEVELS)


def test_times_stand_at_their_round_block_and_arm(tmp_path: Path) -> None:
    stored = open_run(made.store(tmp_path, RUN, {"php/scandir": 2.0}, sweeps=3))
    samples = stored.level_samples(1)
    assert samples.time_ns.shape == (3, 5, 3)  # the arm that was skipped has no place
    given = made.columns(RUN, 2, {"php/scandir": 2.0})
    here = (given["level"] == 1) & (given["block"] == 4) & (given["arm"] == 2)
    assert samples.time_ns[2, 4, 2] == (given["wall_ns"] / given["counted"])[here].item()
    assert samples.slot[2, 4, 2] == given["slot"][here].item()


def test_rows_may_stand_in_any_order(tmp_path: Path) -> None:
    def shuffled(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        order = np.random.default_rng(sweep).permutation(len(given["sweep"]))
        return {name: np.array(values, dtype=object)[order].tolist() for name, values in given.items()}

    straight = open_run(made.store(tmp_path / "a", RUN, sweeps=3)).level_samples(0)
    other = open_run(made.store(tmp_path / "b", RUN, sweeps=3, change=shuffled)).level_samples(0)
    assert np.array_equal(straight.time_ns, other.time_ns)
    assert np.array_equal(straight.slot, other.slot)


def test_a_void_block_has_no_time_for_any_arm_and_is_counted(tmp_path: Path) -> None:
    def void(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        for row in range(len(given["sweep"])):
            if sweep == 1 and given["level"][row] == 0 and given["block"][row] == 3:
                given["status"][row] = "failed" if given["arm"][row] == 2 else "void"
        return given

    figures = open_run(made.store(tmp_path, RUN, sweeps=2, change=void)).levels[0]
    assert np.isnan(figures.time_ns[1, 3]).all()
    assert not np.isnan(np.delete(figures.time_ns.reshape(-1, 3), 8, axis=0)).any()
    assert (figures.void_blocks, figures.all_blocks) == (1, 10)


def test_one_void_sample_takes_those_of_its_block_with_it(tmp_path: Path) -> None:
    def void(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        rows = zip(given["level"], given["block"], given["arm"], strict=True)
        return {**given, "status": ["void" if row == (0, 3, 2) else "ok" for row in rows]}

    figures = open_run(made.store(tmp_path, RUN, sweeps=2, change=void)).levels[0]
    assert np.isnan(figures.time_ns[:, 3]).all() and not np.isnan(figures.time_ns[:, [0, 1, 2, 4]]).any()
    assert (figures.void_blocks, figures.all_blocks) == (2, 10)


def test_an_arm_that_failed_alone_voids_nothing(tmp_path: Path) -> None:
    def fail(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        given["status"] = ["failed" if arm == 2 else "ok" for arm in given["arm"]]
        return given

    figures = open_run(made.store(tmp_path, RUN, sweeps=2, change=fail)).levels[0]
    assert np.isnan(figures.time_ns[:, :, 2]).all()
    assert not np.isnan(figures.time_ns[:, :, :2]).any()
    assert figures.void_share == 0.0


def test_figures_that_no_sample_has_are_missing_not_zero(tmp_path: Path) -> None:
    def without(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {name: values for name, values in given.items() if name not in ("user_ns", "system_ns")}

    figures = open_run(made.store(tmp_path, RUN, sweeps=1, change=without)).levels[0]
    assert figures.beside[0].cpu_ns is None
    assert figures.beside[0].runtime_peak_bytes is None


def test_a_sample_without_a_time_or_with_one_of_zero_has_no_figure(tmp_path: Path) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        given["wall_ns"] = [None if row == 0 else 0 if row == 1 else wall for row, wall in enumerate(given["wall_ns"])]
        return given

    figures = open_run(made.store(tmp_path, RUN, sweeps=1, change=spoil)).levels[0]
    assert np.isnan(figures.time_ns).sum() == 2


def waited(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
    """In odd blocks the worker waited for a CPU for half as long again, and once for longer than it measured."""
    wall_ns = np.asarray(given["wall_ns"])
    queue_ns = np.where(np.asarray(given["block"]) % 2 == 1, wall_ns // 2, 0)
    beyond = (np.arange(len(wall_ns)) == 0) & (sweep == 0)
    given["queue_ns"] = np.where(beyond, 3 * wall_ns, queue_ns)
    given["wall_ns"] = wall_ns + queue_ns
    return given


def test_a_level_is_read_by_the_clock_that_it_was_given(tmp_path: Path) -> None:
    levels = [level.model_copy(update={"clock": "wall less queue"}) for level in LEVELS]
    folder = made.store(tmp_path / "less", made.run(levels), sweeps=3, change=waited)
    quiet = open_run(made.store(tmp_path / "quiet", RUN, sweeps=3)).levels[1]
    first, second = open_run(folder).levels
    assert np.array_equal(second.time_ns, quiet.time_ns)
    assert second.left_out_share == pytest.approx(0.2 / 1.2, rel=0.01)  # two blocks of five
    assert (first.beyond, second.beyond) == (1, 0)
    judged = judge_folder(folder).levels[1]
    assert judged.clock == "wall less queue" and judged.left_out_share == second.left_out_share
    assert judged.arms[0].median_ns == pytest.approx(2e6, rel=0.01) == judged.arms[0].wall_ns
    cautions = [[caution.code for caution in level.cautions] for level in judge_folder(folder).levels]
    assert ["wait_beyond_sample" in codes for codes in cautions] == [True, False]


def test_a_run_without_a_clock_is_read_by_wall_time(tmp_path: Path) -> None:
    stored = open_run(made.store(tmp_path, RUN, sweeps=3, change=waited))
    assert {level.clock for level in stored.levels} == {"wall"}
    given = waited(1, made.columns(RUN, 1, {}))
    here = (given["level"] == 1) & (given["block"] == 3) & (given["arm"] == 2)
    assert stored.levels[1].time_ns[1, 3, 2] == (given["wall_ns"] / given["counted"])[here].item()
    assert stored.levels[1].left_out_share is None and not stored.levels[1].beyond


def test_the_readers_time_is_read_and_missing_from_parts_that_never_had_it(tmp_path: Path) -> None:
    def read(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "reader_ns": np.asarray(given["counted"]) * 1000 * (1 + sweep)}

    folder = made.store(tmp_path, RUN, sweeps=3, change=read)
    assert open_run(folder).levels[0].beside[0].reader_ns == 2000
    assert judge_folder(folder).levels[0].arms[1].reader_ns == 2000
    for part in sorted(folder.glob("*.parquet"))[1:]:
        without(made.as_earlier(part), "reader_ns", "reader_queue_ns")
    assert open_run(folder).levels[0].beside[0].reader_ns == 1000
    without(made.as_earlier(parts(folder)[0]), "reader_ns", "reader_queue_ns")
    stored = open_run(folder)
    assert stored.levels[0].beside[0].reader_ns is None and not stored.problems


def without(part: Path, *columns: str) -> None:
    """Write a part anew as an earlier version did, without some columns."""
    copy = part.with_suffix(".new")
    duckdb.sql(f"COPY (SELECT * EXCLUDE ({', '.join(columns)}) FROM '{part}') TO '{copy}' (FORMAT parquet)")
    copy.rename(part)


def cut(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-100])


def empty(part: Path) -> None:
    part.write_bytes(b"")


def foreign(part: Path) -> None:
    part.write_bytes(b"PAR1" + b"x" * 100 + (50).to_bytes(4, "little") + b"PAR1")


def blank_middle(part: Path) -> None:
    data = part.read_bytes()
    part.write_bytes(data[:4] + bytes(len(data) // 2) + data[4 + len(data) // 2 :])


def other_sweep(part: Path) -> None:
    part.write_bytes(parts(part.parent)[0].read_bytes())


def named_pipe(part: Path) -> None:
    part.unlink()
    os.mkfifo(part)


@pytest.mark.parametrize("checked", [True, False], ids=["with its checksum", "of an earlier version"])
@pytest.mark.parametrize("damage", [cut, empty, foreign, blank_middle, other_sweep, named_pipe])
def test_a_damaged_part_is_named_and_the_others_are_read(tmp_path: Path, damage: Any, checked: bool) -> None:
    folder = made.store(tmp_path, RUN, sweeps=3)
    part = parts(folder)[1] if checked else made.as_earlier(parts(folder)[1])
    damage(part)
    stored = open_run(folder)
    assert stored.sweeps == [0, 2]
    assert len(stored.problems) == 1 and stored.problems[0].startswith(f"{part.name} ")
    assert stored.level_samples(0).rounds == 2
    assert any(caution.code == "damaged_part" for caution in judge_folder(folder).cautions)


@pytest.mark.parametrize("place", range(4, 2000, 97))
def test_a_part_in_which_one_bit_is_another_is_not_believed(tmp_path: Path, place: int) -> None:
    folder = made.store(tmp_path, RUN, sweeps=2)
    part = parts(folder)[1]
    data = bytearray(part.read_bytes())
    data[place % len(data)] ^= 1 << place % 8
    part.write_bytes(data)
    stored = open_run(folder)
    assert stored.sweeps == [0] and part.name in stored.problems[0]


@pytest.mark.parametrize(
    ("column", "value"),
    [("wall_ns", -5), ("user_ns", 1 << 62), ("counted", -1), ("queue_ns", -1), ("steal_ns", -1 << 62)],
)
def test_a_figure_that_no_version_writes_makes_a_part_unfit(tmp_path: Path, column: str, value: int) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        values = list(given.get(column, [None] * len(given["slot"])))
        return {**given, column: [*values[:-1], value] if sweep == 1 else values}

    stored = open_run(made.store(tmp_path, RUN, sweeps=2, change=spoil))
    assert stored.sweeps == [0]
    assert f"holds figures of {column} beyond all bounds" in stored.problems[0]


def test_a_column_of_another_type_makes_a_part_unfit(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=2)
    part = made.as_earlier(parts(folder)[1])
    copy = part.with_suffix(".new")
    duckdb.sql(f"COPY (SELECT * REPLACE (wall_ns::DOUBLE AS wall_ns) FROM '{part}') TO '{copy}' (FORMAT parquet)")
    copy.rename(part)
    stored = open_run(folder)
    assert stored.sweeps == [0] and "has the column wall_ns in another type" in stored.problems[0]


@pytest.mark.parametrize(
    ("column", "value"), [("level", 7), ("arm", 99), ("block", 2_000_000_000), ("arm", -1), ("level", None)]
)
def test_a_part_that_does_not_fit_run_json_is_damaged(tmp_path: Path, column: str, value: int | None) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        values = [*given[column].tolist()[:-1], value] if sweep == 1 else given[column]
        return {**given, column: values}

    stored = open_run(made.store(tmp_path, RUN, sweeps=2, change=spoil))
    assert stored.sweeps == [0]
    assert "sweep-00001" in stored.problems[0]


def test_a_part_that_holds_another_sweep_than_its_name_says_is_damaged(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=2)
    first, second = parts(folder).values()
    second.unlink()
    first.rename(folder / first.name.replace("sweep-00000", "sweep-00007"))
    stored = open_run(folder)
    assert stored.sweeps == [] and "holds another sweep than its name says" in stored.problems[0]


def test_a_level_that_stopped_early_has_the_rounds_that_it_has(tmp_path: Path) -> None:
    def stop(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        kept = [row for row, level in enumerate(given["level"]) if level == 0 or sweep < 2]
        return {name: np.array(values, dtype=object)[kept].tolist() for name, values in given.items()}

    stored = open_run(made.store(tmp_path, RUN, sweeps=4, change=stop))
    assert [len(figures.time_ns) for figures in stored.levels] == [4, 2]


def test_a_run_without_a_sweep_can_be_opened_and_judged(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=0)
    assert open_run(folder).sweeps == []
    document = judge_folder(folder)
    assert document.placebo is None
    assert [level.status for level in document.levels] == ["planned", "planned"]


# Not getrusage: its figure begins with that of the process that forked, before exec.
JUDGE = """
import re, sys
from pathlib import Path
from iotrial.judge.judge_run import judge_folder
judge_folder(Path(sys.argv[1]))
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.parametrize(("blocks", "most_mib"), [(25, 250), pytest.param(99, 400, marks=pytest.mark.long)])
def test_a_million_samples_are_judged_in_little_memory(tmp_path: Path, blocks: int, most_mib: int) -> None:
    """Or a quarter of them: the first 140 MiB are Python, its libraries and the database."""
    others = [f"php/m{m}" for m in range(1, 9)]
    levels = [made.level({"entries": n}, "php/m0", others, blocks=blocks) for n in range(42)]
    folder = made.store(tmp_path, made.run(levels), sweeps=24)
    environment = {**os.environ, "PYTHONPATH": str(Path(iotrial.__file__).parents[1])}
    command = [sys.executable, "-c", JUDGE, str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert int(ran.stdout) < most_mib * 1024


def test_a_part_with_one_block_twice_or_far_beyond_any_plan_is_damaged(tmp_path: Path) -> None:
    def twice(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "block": np.minimum(given["block"], 3)} if sweep == 1 else given

    def beyond(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "block": given["block"] + (995 if sweep == 1 else 0)}

    for change, problem in ((twice, "a block of one arm more than once"), (beyond, "numbers beyond any plan")):
        stored = open_run(made.store(tmp_path / change.__name__, RUN, sweeps=3, change=change))
        assert len(stored.problems) == 1 and problem in stored.problems[0]
        assert stored.level_samples(0).time_ns.shape[0] == 2


def test_a_run_that_has_far_more_places_than_samples_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iotrial.store.read.MOST_EMPTY", 100)
    monkeypatch.setattr("iotrial.store.read.MOST_EMPTY_SHARE", 2)

    def few(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        alone = given["arm"] == 0
        return {name: np.array(values, dtype=object)[alone].tolist() for name, values in given.items()}

    wide = made.run([made.level({"entries": 1}, "php/a", [f"php/b{number}" for number in range(60)])])
    stored = open_run(made.store(tmp_path / "wide", wide, sweeps=3, change=few))
    with pytest.raises(UsageError, match="has 15 samples for far more places"):
        _ = stored.levels
    assert open_run(made.store(tmp_path / "all", wide, sweeps=3)).levels[0].time_ns.shape == (3, 5, 62)
