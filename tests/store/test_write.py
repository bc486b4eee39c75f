"""Files that a writer leaves behind: whole ones, or none."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from iotrial.errors import UsageError
from iotrial.store.file_names import checksum_in
from iotrial.store.folder import parts, read_run
from iotrial.store.parquet_part import checksum_of
from iotrial.store.read import open_run
from iotrial.store.sample import SAMPLE
from iotrial.store.unfinished import TEMPORARY
from iotrial.store.whole_file import replace_whole
from iotrial.store.write import RunWriter
from judge import made
from places.hostile import give, require_root

RUN = made.run([made.level({"entries": 1}, "php/readdir", ["c/readdir"])])


def selected(sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        return connection.execute(sql).fetchall()


def rows(part: Path) -> list[tuple[Any, ...]]:
    return selected(f"SELECT * FROM read_parquet('{part}')")


def test_root_stores_nothing_where_another_user_could_swap_it(tmp_path: Path) -> None:
    require_root()
    theirs, own = tmp_path / "theirs", tmp_path / "own"
    for folder in (theirs, own):
        folder.mkdir()
    give(theirs)
    (theirs / "link").symlink_to(own)
    give(theirs / "link")
    for root in (theirs, theirs / "deep" / "er", theirs / "link" / "results"):
        with pytest.raises(UsageError, match=r"the results folder .* who could"):
            RunWriter.create(root, RUN)
    assert list(own.iterdir()) == [] and [path.name for path in theirs.iterdir()] == ["link"]
    with RunWriter.create(own, RUN) as writer:
        writer.sweep(0, {"wall_ns": [1]})
    give(own)
    with pytest.raises(UsageError, match=r"the run .* who could swap what root makes there"):
        RunWriter.resume(writer.folder)


def test_what_root_stores_nobody_else_may_write_to_whatever_the_umask(tmp_path: Path) -> None:
    require_root()
    before = os.umask(0)
    try:
        with RunWriter.create(tmp_path / "new" / "root", RUN) as writer:
            folders = (writer.folder, *writer.folder.parents[:2])
    finally:
        os.umask(before)
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o755}


def test_a_run_that_was_written_is_read_back_as_it_was(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path / "new" / "root", RUN) as writer:
        assert read_run(writer.folder) == RUN
        changed = RUN.model_copy(update={"complete": False, "stopped": "budget", "question": "é [b] \U0001f600"})
        writer.update(changed)
        assert read_run(writer.folder) == changed


def test_nothing_temporary_is_left(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=2)
    names = [part.name for part in parts(folder).values()]
    assert len(names) == 2 and sorted(path.name for path in folder.iterdir()) == ["run.json", *names]
    assert [path.name for path in tmp_path.iterdir()] == [RUN.run]


def test_a_run_is_never_written_over(tmp_path: Path) -> None:
    made.store(tmp_path, RUN, sweeps=1)
    with pytest.raises(UsageError, match="exists already"):
        RunWriter.create(tmp_path, RUN)


def test_a_part_has_the_types_of_the_data_dictionary_and_none_is_null(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path, RUN) as writer:
        part = writer.sweep(
            3, {"sweep": [3, 3], "status": ["ok", None], "wall_ns": [1 << 60, None], "cpu": [None, None]}
        )
    kinds = selected(f"DESCRIBE SELECT * FROM read_parquet('{part}')")
    assert {row[0]: row[1] for row in kinds} == {name: kind for name, (kind, _) in SAMPLE.items()}
    stored = selected(f"SELECT sweep, status, wall_ns, cpu, user_ns FROM read_parquet('{part}')")
    assert stored == [(3, "ok", 1 << 60, None, None), (3, None, None, None, None)]


def test_arrays_with_a_mask_and_lists_give_the_same_part(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path, RUN) as writer:
        first = writer.sweep(0, {"level": [0, 1], "pid": [7, None]})
        second = writer.sweep(
            1, {"level": np.array([0, 1]), "pid": np.ma.masked_array(np.array([7, 0]), np.array([False, True]))}
        )
    assert rows(first) == rows(second)


def test_a_sweep_without_rows_is_a_part_without_rows(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path, RUN) as writer:
        part = writer.sweep(0, {name: [] for name in SAMPLE})
    assert rows(part) == []
    assert open_run(tmp_path / RUN.run).sweeps == [0]


@pytest.mark.parametrize("columns", [{"nonsense": [1]}, {"sweep": [1], "level": [1, 2]}, {}])
def test_columns_that_are_unknown_or_of_unlike_lengths_are_refused(
    tmp_path: Path, columns: dict[str, list[int]]
) -> None:
    with RunWriter.create(tmp_path, RUN) as writer, pytest.raises(ValueError, match="columns"):
        writer.sweep(0, columns)


def test_a_whole_part_is_not_written_over(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path, RUN) as writer:
        writer.sweep(0, {"sweep": [0]})
        with pytest.raises(ValueError, match="stored already"):
            writer.sweep(0, {"sweep": [0]})


def test_a_part_carries_its_checksum(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=2)
    assert all(checksum_in(part) == checksum_of(part) for part in parts(folder).values())


def test_a_damaged_part_is_kept_beside_the_one_that_takes_its_place(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=1)
    part = parts(folder)[0]
    part.write_bytes(part.read_bytes()[:-20])
    with RunWriter.resume(folder) as writer:
        writer.sweep(0, made.columns(RUN, 0, {}))
    assert open_run(folder).sweeps == [0]
    assert [path.suffix for path in folder.iterdir()].count(".damaged") == 1


def test_resuming_removes_what_a_killed_writer_left_and_nothing_else(tmp_path: Path) -> None:
    folder = made.store(tmp_path, RUN, sweeps=1)
    (folder / ".writing-abcd-sweep-00001.parquet").write_text("half")
    (folder / "notes.txt").write_text("the user's")
    with RunWriter.resume(folder):
        assert sorted(path.name for path in folder.iterdir()) == ["notes.txt", "run.json", parts(folder)[0].name]


def test_a_run_has_one_writer_at_a_time(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path, RUN) as writer, pytest.raises(UsageError, match="written by another process"):
        RunWriter.resume(writer.folder)
    RunWriter.resume(tmp_path / RUN.run).close()


def test_what_is_no_run_is_not_resumed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has no run\.json"):
        RunWriter.resume(tmp_path)


@pytest.mark.parametrize(
    ("code", "hint"),
    [(errno.ENOSPC, "make room"), (errno.EACCES, "let yourself write"), (errno.EIO, "check the folder")],
)
def test_a_disk_that_refuses_is_an_error_that_says_what_to_do_and_leaves_no_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, hint: str
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    with RunWriter.create(tmp_path, RUN) as writer:
        before = (writer.folder / "run.json").read_bytes()
        monkeypatch.setattr(os, "fsync", refuse)
        for action in (lambda: writer.sweep(0, {"sweep": [0]}), lambda: writer.update(RUN)):
            with pytest.raises(UsageError, match=os.strerror(code)) as caught:
                action()
            assert caught.value.problems[0].hint is not None and hint in caught.value.problems[0].hint
        assert [path.name for path in writer.folder.iterdir()] == ["run.json"]
        assert (writer.folder / "run.json").read_bytes() == before


def test_the_words_of_duckdb_for_a_full_disk_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise duckdb.IOException(
            'IO Error: Could not write all bytes to file "x": wanted=4 wrote=0: No space left on device'
        )

    with RunWriter.create(tmp_path, RUN) as writer:
        monkeypatch.setattr("iotrial.store.write._write_parquet", refuse)
        with pytest.raises(UsageError, match="No space left on device") as caught:
            writer.sweep(0, {"sweep": [0]})
    assert "make room" in str(caught.value.problems[0].hint)


def test_a_root_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        RunWriter.create(tmp_path / "file" / "root", RUN)


def test_a_run_whose_folder_was_swapped_goes_on_in_the_folder_that_was_opened(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / ".writing-mine").write_text("mine")
    with RunWriter.create(tmp_path / "root", RUN) as writer:
        moved = writer.folder.rename(tmp_path / "moved")
        writer.folder.symlink_to(precious)
        writer.update(RUN.model_copy(update={"question": "still ours"}))
        writer.sweep(0, {"sweep": [0]})
    assert [path.name for path in precious.iterdir()] == [".writing-mine"]
    assert sorted(path.name for path in moved.iterdir()) == ["run.json", parts(moved)[0].name]
    assert "still ours" in (moved / "run.json").read_text()


def test_a_run_that_was_swapped_as_soon_as_it_was_made_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swap(folder: Path) -> None:
        if folder == tmp_path:  # the last that is done before the folder is opened by its name
            (tmp_path / RUN.run).rename(tmp_path / "moved")
            (tmp_path / RUN.run).mkdir()

    monkeypatch.setattr("iotrial.store.write.sync_folder", swap)
    with pytest.raises(UsageError, match="was swapped meanwhile"):
        RunWriter.create(tmp_path, RUN)
    assert list((tmp_path / RUN.run).iterdir()) == []


def test_a_run_that_cannot_be_written_leaves_what_was_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("mine")

    def refuse(path: Path, data: bytes) -> None:
        (temporary,) = tmp_path.glob("root/.writing-*")
        temporary.rename(tmp_path / "moved")
        temporary.symlink_to(precious)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("iotrial.store.write.replace_whole", refuse)
    with pytest.raises(UsageError, match="No space left"):
        RunWriter.create(tmp_path / "root", RUN)
    assert (precious / "file").read_text() == "mine"


def test_a_part_is_written_out_before_it_has_its_name_and_the_name_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, bool]] = []
    with RunWriter.create(tmp_path, RUN) as writer:

        def note(path: Path) -> None:
            done.append((path.name if path.is_file() else "folder", 0 in parts(writer.folder)))

        monkeypatch.setattr("iotrial.store.write.sync", note)
        monkeypatch.setattr("iotrial.store.write.sync_folder", note)
        writer.sweep(0, made.columns(RUN, 0, {}))
    (first, is_named), last = done
    assert first.startswith(TEMPORARY) and not is_named and last == ("folder", True)


def test_a_record_is_written_out_before_it_takes_the_place_of_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "run.json"
    record.write_bytes(b"old")
    done: list[tuple[str, bytes]] = []

    def note(descriptor: int) -> None:
        done.append((Path(f"/proc/self/fd/{descriptor}").readlink().name, record.read_bytes()))

    monkeypatch.setattr("os.fsync", note)
    replace_whole(record, b"new")
    (first, before), last = done
    assert first.startswith(TEMPORARY) and before == b"old" and last == (tmp_path.name, b"new")
