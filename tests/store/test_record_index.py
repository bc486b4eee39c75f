"""Records in the cache: a question reads those alone that are new, and says the same as if nothing were kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.store import folder as folder_module
from iotrial.store import record_index
from iotrial.store.cached_records import KeptRecords
from iotrial.store.query import query
from iotrial.store.record_index import Entry, entries
from judge import made

ALL = (
    "SELECT * FROM runs",
    "SELECT * FROM levels WHERE run IS NOT NULL",
    "SELECT * FROM arms WHERE run IS NOT NULL",
    "SELECT * FROM calls WHERE run IS NOT NULL",
    "SELECT run, arm, count(*) FROM samples GROUP BY ALL ORDER BY ALL",
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "iotrial" / "records"


@pytest.fixture
def root(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five runs, which are many here, and a folder that is no run."""
    monkeypatch.setattr(record_index, "LEAST_NEW", 2)
    monkeypatch.setattr(record_index, "AT_ONCE", 2)
    root = tmp_path / "it's here"
    for number in range(5):
        add(root, number)
    (root / "foreign").mkdir()
    return root


def add(root: Path, number: int) -> None:
    levels = [made.level({"entries": size, "target": "disk"}, "php/readdir", ["c/readdir"]) for size in (0, 10)]
    study = ("readfile", "list-directory")[number % 2]
    started = f"2026-11-21T14:30:{59 - number}+00:00"
    made.store(root, made.run(levels, run=f"run{number}", study=study, started_at=started), sweeps=1)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the folders whose records are read."""
    names: list[str] = []

    def noted(folder: Path) -> object:
        names.append(folder.name)
        return folder_module.look(folder)

    monkeypatch.setattr(record_index, "look", noted)
    yield names


def told(root: Path) -> list[tuple[str, object, int, str | None]]:
    return [(one.folder.name, one.facts and one.facts["study"], one.levels, one.problem) for one in entries(root)]


def test_runs_are_the_same_read_or_kept_the_oldest_first(root: Path, cache: Path, read: list[str]) -> None:
    first = told(root)
    assert [name for name, *_ in first] == ["foreign", "run4", "run3", "run2", "run1", "run0"]
    assert first[0][3] == "has no run.json" and first[1][1:] == ("readfile", 2, None)
    assert sorted(read) == ["foreign", "run0", "run1", "run2", "run3", "run4"]
    read.clear()
    assert told(root) == first
    assert read == ["foreign", "run4"]  # the last one was alone, which is no file of the cache
    shutil.rmtree(cache)
    assert told(root) == first


def test_every_view_says_the_same_with_and_without_what_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told(root)
    kept = [query(root, sql) for sql in ALL]
    monkeypatch.setattr(record_index, "LEAST_NEW", 1000)
    assert [query(root, sql) for sql in ALL] == kept
    assert len(kept[0].rows) == 5 and len(kept[4].rows) == 15


def test_a_record_that_changed_is_read_again_and_one_that_is_gone_is_forgotten(root: Path, read: list[str]) -> None:
    told(root)
    record = root / "run1" / "run.json"
    record.write_text(json.dumps({**json.loads(record.read_text()), "study": "another"}))
    shutil.rmtree(root / "run2")
    (root / "run3" / "run.json").write_text("{")
    read.clear()
    found = {name: (study, problem) for name, study, _, problem in told(root)}
    assert found["run1"] == ("another", None) and "run2" not in found
    assert found["run3"] == (None, "run.json is not JSON (cut short, or not ours)")
    assert {"run1", "run3"} <= set(read) and "run0" not in read
    assert query(root, "SELECT count(*) FROM runs").rows == [(3,)]


def test_a_file_of_the_cache_that_is_damaged_is_not_read(root: Path, cache: Path) -> None:
    first = told(root)
    damaged = sorted(cache.glob("*/*.parquet"))
    assert len(damaged) == 2
    for number, path in enumerate(damaged):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data if number else data[:-9])
    assert told(root) == first


def test_another_version_of_the_code_reads_everything_again(
    root: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(root)
    read.clear()
    monkeypatch.setattr("iotrial.store.cached_records.code_digest", lambda: "0" * 64)
    told(root)
    assert len(read) == 6


def test_many_files_become_one_of_what_is_there(
    root: Path, cache: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = told(root)
    (cache / next(cache.iterdir()).name / ".writing-0123").write_text("of somebody who was killed")
    monkeypatch.setattr(record_index, "MOST_FILES", 2)
    shutil.rmtree(root / "run0")
    add(root, 5)
    add(root, 6)
    names = [name for name, *_ in told(root)]
    assert names == ["foreign", "run6", "run5", *(name for name, *_ in first[1:-1])]
    (kept,) = (path for path in cache.glob("*/*"))
    assert kept.suffix == ".parquet"
    read.clear()
    assert [name for name, *_ in told(root)] == names and "run1" not in read
    for number in range(7, 11):  # the one file, and two more, become one again
        add(root, number)
    assert [name for name, *_ in told(root)] == ["foreign", "run10", "run9", "run8", "run7", *names[1:]]
    assert len(list(cache.glob("*/*"))) == 1


def test_files_that_somebody_reads_stay(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told(root)
    before = set(cache.glob("*/*.parquet"))
    monkeypatch.setattr(record_index, "MOST_FILES", 1)
    with closing(KeptRecords(root)):
        assert len(told(root)) == 6
    assert before < set(cache.glob("*/*.parquet"))


def test_a_file_that_is_gone_before_it_is_read_is_done_without(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = told(root)
    see = record_index.RecordIndex._see

    def tidied(index: record_index.RecordIndex, files: list[Path]) -> None:
        for path in files:
            path.unlink(missing_ok=True)
        see(index, files)

    monkeypatch.setattr(record_index.RecordIndex, "_see", tidied)
    assert told(root) == first


def test_without_a_cache_every_record_is_read(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = told(root)
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("iotrial.folders.cache_folder.ROOTS_OWN", tmp_path / "file")
    assert told(root) == first and len(query(root, ALL[0]).rows) == 5


def test_a_name_that_is_no_text_is_listed(root: Path) -> None:
    (root / "odd\udcff").mkdir()
    assert "odd\udcff" in [name for name, *_ in told(root)]


def test_few_runs_keep_nothing(tmp_path: Path, cache: Path) -> None:
    add(tmp_path / "few", 0)
    (entry,) = entries(tmp_path / "few")
    assert isinstance(entry, Entry) and entry.levels == 2 and not cache.exists()
    assert query(tmp_path / "few", "SELECT study FROM runs").rows == [("readfile",)] and not cache.exists()


def test_a_query_of_a_study_is_about_all_its_runs_and_no_others(root: Path) -> None:
    answer = query(root, "SELECT arm, count(*) FROM samples GROUP BY arm ORDER BY arm", ["list-directory"])
    assert answer.of is None and answer.stored == 2
    assert answer.rows == [("c/readdir", 20), ("php/readdir", 20), ("php/readdir (placebo)", 20)]
    assert query(root, "SELECT run FROM runs ORDER BY run", ["list-directory"]).rows == [("run1",), ("run3",)]
    assert query(root, "SELECT count(*) FROM levels", ["list-directory", "readfile"]).rows == [(10,)]


def test_studies_of_which_nothing_is_stored_are_named_all_at_once(root: Path) -> None:
    with pytest.raises(UsageError) as caught:
        query(root, "SELECT 1", ["read-file", "list-directory", "zzz"])
    assert [problem.message for problem in caught.value.problems] == [
        "no run of the study read-file is stored",
        "no run of the study zzz is stored",
    ]
    hints = [problem.hint for problem in caught.value.problems]
    assert hints == ["did you mean 'readfile'?", "there are: list-directory, readfile"]
    with pytest.raises(UsageError) as caught:
        query(root / "foreign", "SELECT 1", ["readfile"])
    assert "iotrial runs" in str(caught.value.problems[0].hint)
