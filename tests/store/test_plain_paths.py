"""No path is a pattern: results lie in folders of any name, beside others that such a pattern would mean."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from iotrial.judge.judge_run import judge_folder
from iotrial.store import plain_paths
from iotrial.store.plain_paths import plain_path
from iotrial.store.query import query
from iotrial.store.read import open_run
from iotrial.store.record_index import AT_ONCE, LEAST_NEW, entries
from judge import made

LEVELS = [made.level({"entries": 10}, "php/readdir", ["c/readdir"])]

#: What DuckDB, a shell or SQL would take for something else; `level=7` and `arm=1` would be columns.
ODD = (
    *("r[1]", "r*", "**", "r?", "r[", "r]", "r[[]", "r[!a]", "r[a-z]", "{r,s}", "r\\1", "\\", "r\\*", "it's", 'a"b'),
    *("level=7", "arm=1", "~", "$HOME", "%20", "a#b", "a;b", "a\nb", "a\tb", "s3:", "file:", "-", "é", "r 1", "\udcff"),
)


@pytest.fixture(autouse=True)
def _own_descriptors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders that are open for a test are so for it alone: a process opens 64 at the most."""
    opened: dict[tuple[Path, object], int] = {}
    monkeypatch.setattr(plain_paths, "_OPEN", opened)
    yield
    for descriptor in opened.values():
        os.close(descriptor)


def stored(root: Path, ratio: float = 0.5, name: str = "first") -> Path:
    return made.store(root, made.run(LEVELS, run=name), {"c/readdir": ratio}, sweeps=4)


def test_a_results_folder_of_any_name_gives_its_own_samples(tmp_path: Path) -> None:
    stored(tmp_path / "plain")
    for beside in ("r1", "r", "ra", "s", "HOME"):
        stored(tmp_path / beside, ratio=3.0)
    sql = "FROM samples ORDER BY ALL"
    samples, times = query(tmp_path / "plain", sql).rows, open_run(tmp_path / "plain" / "first").levels[0].time_ns
    wrong = []
    for name in ODD:
        shutil.copytree(tmp_path / "plain", tmp_path / name)
        found = open_run(tmp_path / name / "first")
        if not np.array_equal(found.levels[0].time_ns, times) or query(tmp_path / name, sql).rows != samples:
            wrong.append(name)
    assert not wrong


def test_a_run_of_any_name_is_read_and_keeps_no_other_from_being_read(tmp_path: Path) -> None:
    for name in (*ODD, "r1"):
        if not name.startswith("\udcff"):  # which no record can say
            stored(tmp_path, name=name)
    answer = query(tmp_path, "SELECT run, count(*), count(arm) FROM samples GROUP BY run ORDER BY run")
    assert not answer.left_out
    assert [run for run, *_ in answer.rows] == sorted({*ODD, "r1"} - {"\udcff"}, key=str.encode)
    assert {row[1:] for row in answer.rows} == {(60, 60)}
    for name in ("r*", "level=7", "\\"):
        assert open_run(tmp_path / name).levels[0].time_ns.shape[0] == 4


def test_a_cache_of_any_name_keeps_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c[1]*"))
    root = tmp_path / "runs"
    for number in range(LEAST_NEW):
        made.store(root, made.run(LEVELS, run=f"r{number}"), sweeps=0)
    for _ in range(2):
        assert len(entries(root)) == LEAST_NEW < AT_ONCE
    assert list((tmp_path / "c[1]*").rglob("*.parquet"))


def test_a_folder_that_is_swapped_is_not_read_by_its_old_descriptor(tmp_path: Path) -> None:
    first = stored(tmp_path / "r*")
    assert judge_folder(first).levels[0].arms[1].ratio == pytest.approx(0.5, rel=0.05)
    (tmp_path / "r*").rename(tmp_path / "old")
    second = stored(tmp_path / "r*", ratio=2.0)
    assert judge_folder(second).levels[0].arms[1].ratio == pytest.approx(2.0, rel=0.05)


def test_what_was_opened_by_a_descriptor_stays_that_folder_though_another_has_its_name(tmp_path: Path) -> None:
    before = plain_path(stored(tmp_path / "r*") / "run.json")
    text = Path(before).read_bytes()
    (tmp_path / "r*").rename(tmp_path / "old")
    now = plain_path(stored(tmp_path / "r*", ratio=2.0) / "run.json")
    assert now != before
    others = [os.open("/", os.O_RDONLY) for _ in range(8)]  # would take a number that was given back
    assert Path(before).read_bytes() == text and Path(before).samefile(tmp_path / "old" / "first" / "run.json")
    for descriptor in others:
        os.close(descriptor)


def test_many_odd_folders_are_left_out_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_paths, "_MOST_OPEN", 2)
    for name in ("a*", "b*", "c*", "plain"):
        stored(tmp_path, name=name)
    answer = query(tmp_path, "SELECT DISTINCT run FROM samples ORDER BY run")
    assert answer.rows == [("a*",), ("b*",), ("plain",)]
    assert len(answer.left_out) == 1 and answer.left_out[0].startswith("c*: ")


def test_a_plain_path_is_the_path_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run" / "sweep-00000.parquet"
    assert plain_path(file) == str(file)
    monkeypatch.chdir(tmp_path)
    assert plain_path(Path("~/sweep-00000.parquet")) == f"{tmp_path}/~/sweep-00000.parquet"
    (tmp_path / "a=b" / "run").mkdir(parents=True)
    assert Path(plain_path(tmp_path / "a=b" / "run" / "x")).parent.samefile(tmp_path / "a=b" / "run")
