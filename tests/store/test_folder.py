"""Finding runs under a root that holds other things too."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.folder import list_folders, new_run_id, parts, read_run
from iotrial.store.record import FORMAT
from iotrial.store.results_root import results_root
from judge import made


def stored(root: Path, *names: str) -> None:
    for number, name in enumerate(names):
        level = made.level({"entries": 1}, "php/readdir", [])
        made.store(root, made.run([level], run=name, started_at=f"2026-11-2{number}T00:00:00+00:00"), sweeps=1)


def test_the_root_is_the_one_given_then_the_environment_then_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IOTRIAL_RESULTS", str(tmp_path / "named"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert results_root(Root(str(tmp_path / "given"))) == tmp_path / "given"
    assert results_root() == tmp_path / "named"
    monkeypatch.delenv("IOTRIAL_RESULTS")
    assert results_root().name == "runs"
    assert "iotrial" in results_root().parts


def test_a_run_id_is_utc_time_and_letters_and_two_of_one_second_differ() -> None:
    now = datetime(2026, 11, 21, 14, 30, 55, tzinfo=UTC)
    assert re.fullmatch(r"20261121-143055-[a-z2-9]{6}", new_run_id(now))
    assert len({new_run_id(now) for _ in range(300)}) == 300


def test_a_run_is_found_by_its_id_a_unique_prefix_or_last(tmp_path: Path) -> None:
    stored(tmp_path, "20261121-a", "20261122-b", "20261122-c")
    assert find_run(tmp_path, "20261122-b").name == "20261122-b"
    assert find_run(tmp_path, "20261121").name == "20261121-a"
    assert find_run(tmp_path, "last").name == "20261122-c"


def test_a_run_that_is_kept_elsewhere_is_found_by_its_folder(tmp_path: Path) -> None:
    stored(tmp_path / "theirs", "20261121-a")
    assert find_run(tmp_path / "mine", str(tmp_path / "theirs/20261121-a")).name == "20261121-a"


def test_a_name_that_is_the_prefix_of_another_is_still_found(tmp_path: Path) -> None:
    stored(tmp_path, "run", "run-2")
    assert find_run(tmp_path, "run").name == "run"


@pytest.mark.parametrize(
    ("name", "message"),
    [("2026", "begins the names of 2 runs"), ("nothing", "no run 'nothing'"), ("", "no run ''"), ("../etc", "no run")],
)
def test_an_ambiguous_or_unknown_name_is_an_error_with_a_hint(tmp_path: Path, name: str, message: str) -> None:
    stored(tmp_path, "20261121-a", "20261122-b")
    with pytest.raises(UsageError, match=message) as caught:
        find_run(tmp_path, name)
    assert caught.value.problems[0].hint


def test_last_where_nothing_is_stored_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no run is stored"):
        find_run(tmp_path / "absent", "last")


def test_a_root_that_does_not_exist_holds_nothing(tmp_path: Path) -> None:
    assert list_folders(tmp_path / "absent") == []


def test_a_root_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be read"):
        list_folders(tmp_path / "file")


def spoil(root: Path, case: str) -> Path:
    folder = root / case
    folder.mkdir()
    path = folder / "run.json"
    good = made.run([], run=case).model_dump(mode="json")
    texts: dict[str, str | bytes] = {
        "not-json": '{"format": 1, "run": "x',
        "not-utf8": b"\xff\xfe\x00",
        "nested": "[" * 100_000,
        "nan": json.dumps({**good, "margin": float("nan")}),
        "foreign": "[1, 2]",
        "no-format": "{}",
        "newer": json.dumps({**good, "format": FORMAT + 1}),
        "format-0": json.dumps({**good, "format": 0}),
        "wrong-type": json.dumps({**good, "seed": "seven"}),
        "unknown-key": json.dumps({**good, "extra": 1}),
        "renamed": json.dumps({**good, "run": "another"}),
    }
    if case == "pipe":
        os.mkfifo(path)
    elif case == "link":
        path.symlink_to("/dev/zero")
    elif case == "link to a run":
        (folder / "elsewhere").write_text(json.dumps(good))
        path.symlink_to("elsewhere")
    elif case == "hollow":
        with path.open("wb") as file:
            file.truncate(1 << 40)
    elif case == "folder":
        path.mkdir()
    elif case != "empty":
        text = texts[case]
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


PROBLEMS = {
    "empty": "has no run.json",
    "not-json": "is not JSON",
    "not-utf8": "is not JSON",
    "nested": "is not JSON",
    "nan": "is not JSON",
    "foreign": "has no format",
    "no-format": "has no format",
    "newer": f"has format {FORMAT + 1}; this iotrial reads up to {FORMAT}",
    "format-0": "has no format",
    "wrong-type": "seed",
    "unknown-key": "extra",
    "renamed": "of run another",
    "pipe": "not a regular file",
    "link": "not a regular file",
    "link to a run": "not a regular file",
    "hollow": "not a regular file of 64 MiB at most",
    "folder": "not a regular file",
}


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_foreign_or_corrupt_folder_is_named_and_left_alone(tmp_path: Path, case: str) -> None:
    folder = spoil(tmp_path, case)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir())
    (found,) = list_folders(tmp_path)
    assert found.run is None
    assert found.problem is not None and PROBLEMS[case] in found.problem
    with pytest.raises(UsageError):
        read_run(folder)
    assert sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir()) == before


def test_last_is_the_youngest_whole_run_whatever_else_is_there(tmp_path: Path) -> None:
    stored(tmp_path, "20261121-a")
    spoil(tmp_path, "not-json")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "notes.txt").write_text("")
    assert find_run(tmp_path, "last").name == "20261121-a"
    assert [found.folder.name for found in list_folders(tmp_path)] == ["not-json", "20261121-a"]


def test_only_files_named_as_parts_are_parts(tmp_path: Path) -> None:
    checked = f"sweep-00003-{'0' * 16}.parquet"
    names = ("sweep-00002.parquet", "sweep-00000.parquet", checked, "sweep-00003.parquet")
    others = (
        "sweep-1.parquet",
        ".writing-sweep-00004.parquet",
        "sweep-00005-beef.parquet",
        "sweep-00006.parquet.damaged",
    )
    for name in (*names, *others):
        (tmp_path / name).write_text("")
    assert list(parts(tmp_path)) == [0, 2, 3]
    assert parts(tmp_path)[3].name == checked
