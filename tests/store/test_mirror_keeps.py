"""What a mirror of an object store never removes, never believes and never fetches, whatever lies in the store."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from across.made_machines import facts, session
from iotrial.errors import UsageError
from iotrial.folders.folder_owner import owner
from iotrial.folders.own_note import write_note
from iotrial.store import mirror
from iotrial.store.address import Root
from iotrial.store.file_names import MOST_JUDGEMENT_BYTES, MOST_RECORD_BYTES
from iotrial.store.find_run import find_run
from iotrial.store.folder import list_folders, parts, read_run
from iotrial.store.mirror import FETCHING, OWNER, send_all
from iotrial.store.moved_aside import ASIDE, KEPT_DAYS
from iotrial.store.query import query
from iotrial.store.results_root import results_root

QUICK = {"php/glob": 0.6, "php/iterator": 1.5}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder that is the store."""
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


@pytest.fixture
def look(store: Path, host: Callable[[str], None]) -> Callable[..., Path]:
    """Open the store as the next command of a host does."""

    def command(name: str = "host") -> Path:
        host(name)
        return results_root(Root(f"file://{store}"))

    return command


def write_bytes(path: Path, byte_count: int) -> None:
    """Make a file that has so many bytes and takes no room."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.truncate(byte_count)


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("byte_count", [0, 2, MOST_RECORD_BYTES + 1])
def test_a_record_at_the_root_that_comes_and_goes_takes_nothing_with_it(
    store: Path, look: Callable[..., Path], byte_count: int
) -> None:
    sent = session(look(), 1, QUICK, facts(1))
    send_all()
    write_bytes(store / "run.json", byte_count)
    root = look()
    unsent = session(root, 2, QUICK, facts(2), complete=False, sweeps=24)
    before = files_below(unsent)
    assert len(before) >= 25
    (store / "run.json").unlink()
    assert look() == root
    assert files_below(unsent) == before and (sent / "run.json").exists()
    assert [one.folder for one in list_folders(root)] == [sent, unsent]


def test_an_index_with_the_name_of_no_run_removes_nothing(store: Path, look: Callable[..., Path]) -> None:
    root = look()
    unsent = session(root, 2, QUICK, facts(2), complete=False)
    before = files_below(unsent)
    for name in ("", ".", "..", f"../{root.name}", "a/../..", f"{unsent.name}/"):
        known, mark = dict.fromkeys(before, "1"), mirror.mark(unsent / "run.json")  # as if all of it had been sent
        index = {"versions": {name: known}, "records": {name: mark}}
        (root / ".index.json").write_text(json.dumps(index))
        look()
        assert files_below(unsent) == before, name


def test_what_is_gone_in_the_store_is_moved_aside_named_and_removed_after_days(
    store: Path, look: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    before = files_below(run)
    shutil.rmtree(store / run.name)
    root = look()
    assert list_folders(root) == []
    (line,) = send_all()
    assert run.name in line and f"{KEPT_DAYS} days" in line
    (aside,) = (root / ".gone").iterdir()
    assert files_below(aside / run.name) == before and str(aside) in line
    look()
    assert aside.exists() and send_all() == []
    monkeypatch.setattr("iotrial.store.moved_aside.KEPT_DAYS", -1)
    look()
    assert not aside.exists()


def test_a_run_with_a_file_that_was_never_sent_stays(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    new = run / "sweep-00099-0123456789abcdef.parquet"
    new.write_bytes(b"not sent")
    shutil.rmtree(store / run.name)
    look()
    assert new.read_bytes() == b"not sent" and read_run(run).complete


def test_a_run_whose_folder_is_held_by_its_writer_stays(store: Path, look: Callable[..., Path]) -> None:
    from iotrial.store.write import RunWriter

    run = session(look(), 1, QUICK, facts(1))
    send_all()
    shutil.rmtree(store / run.name)
    with RunWriter.resume(run):
        look()
        assert (run / "run.json").exists()


def test_a_folder_that_vanished_here_is_fetched_anew(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    there = find_run(look("another"), run.name)
    shutil.rmtree(there)
    assert read_run(find_run(look("another"), run.name)) == read_run(run)
    (there / "run.json").write_bytes(b"")  # as a power cut leaves it
    index = json.loads((there.parent / ".index.json").read_text())
    index["records"][run.name] = mirror.mark(there / "run.json")
    (there.parent / ".index.json").write_text(json.dumps(index))
    assert read_run(find_run(look("another"), run.name)) == read_run(run)
    (there / "run.json").write_bytes(b"")  # and if it was fetched, and not yet noted
    assert read_run(find_run(look("another"), run.name)) == read_run(run)


def test_a_file_where_the_folder_of_a_run_should_be_is_moved_aside(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    there = find_run(look("another"), run.name)
    shutil.rmtree(there)
    there.write_text("mine")
    assert read_run(find_run(look("another"), run.name)) == read_run(run)
    (kept,) = (there.parent / ASIDE).glob(f"*/{run.name}")
    assert kept.read_text() == "mine"


def test_what_is_too_large_stays_in_the_store_and_is_named(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    write_bytes(store / run.name / "judged-0123456789abcdef.json", MOST_JUDGEMENT_BYTES + 1)
    write_bytes(store / "large" / "run.json", MOST_RECORD_BYTES + 1)
    root = look("another")
    assert not list((root / run.name).glob("judged-0*"))
    problems = {one.folder.name: one.problem for one in list_folders(root)}
    assert problems == {run.name: None, "large": "run.json has over 64 MiB in the store, as no record has"}
    (line,) = send_all()
    assert "judged-0123456789abcdef.json" in line and run.name in line


def test_a_record_that_became_too_large_is_named_and_the_one_from_before_stays(
    store: Path, look: Callable[..., Path]
) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    write_bytes(store / run.name / "run.json", MOST_RECORD_BYTES + 1)
    look()
    assert read_run(run).complete
    (line,) = send_all()
    assert line.startswith("warning: ") and run.name in line and "64 MiB" in line


def test_many_judgements_of_one_run_are_not_all_fetched(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    for number in range(50):
        (store / run.name / f"judged-{number:016x}.json").write_text("{}")
    root = look("another")
    assert len(list((root / run.name).glob("judged-*"))) <= 4
    assert any("judgements" in line for line in send_all())


def test_what_a_killed_process_had_fetched_in_part_goes(store: Path, look: Callable[..., Path]) -> None:
    mirror = look()
    pid = os.fork()
    if pid == 0:
        begun = mirror / f"{FETCHING}begun"
        begun.mkdir()
        write_note(begun / OWNER, json.dumps(owner()))
        (begun / "0").write_bytes(b"half")
        os._exit(0)
    os.waitpid(pid, 0)
    own = mirror / f"{FETCHING}still"
    own.mkdir()
    write_note(own / OWNER, json.dumps(owner()))
    session(store, 1, QUICK, facts(1))
    assert len(list_folders(look())) == 1
    assert [path.name for path in mirror.glob(f"{FETCHING}*")] == [own.name]


def test_a_store_with_more_than_fits_here_is_told_and_not_fetched(
    store: Path, look: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    monkeypatch.setattr("iotrial.store.mirror.room_for", lambda folder: 10)
    root = look("another")
    assert [one.run for one in list_folders(root)] == [None]
    assert "no room" in str(list_folders(root)[0].problem) and run.name in {path.name for path in root.iterdir()}


@pytest.mark.parametrize(
    "name", ["a[1]", "a*", "a?", "a\nb", "a\x1b[31m", " a", "-rf", "a b", "é", "x" * 120, "~", "a'b"]
)
def test_names_that_no_run_has_are_named_and_left_out(store: Path, look: Callable[..., Path], name: str) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    shutil.copytree(store / run.name, store / name)
    shutil.copytree(store / run.name, store / "fleet" / name)
    root = look("another")
    assert sorted(path.name for path in root.iterdir() if path.is_dir() and path.name != ".gone") == [run.name]
    (line,) = send_all()
    assert line.startswith("warning: ") and "2 names" in line and line.isprintable()


def test_a_link_or_a_pipe_in_a_folder_that_is_a_store_is_not_read(store: Path, look: Callable[..., Path]) -> None:
    import os

    for name, to in (("zero", "/dev/zero"), ("passwd", "/etc/passwd")):
        (store / name).mkdir()
        (store / name / "run.json").symlink_to(to)
    (store / "pipe").mkdir()
    os.mkfifo(store / "pipe" / "run.json")
    problems = {one.folder.name: one.problem for one in list_folders(look())}
    assert set(problems) == {"zero", "passwd", "pipe"}
    assert all("no regular file" in str(problem) for problem in problems.values()), problems


def test_a_strangers_parts_never_join_a_run_that_was_not_sent(store: Path, look: Callable[..., Path]) -> None:
    root = look()
    unsent = session(root, 1, QUICK, facts(1), complete=False, sweeps=8)
    before = files_below(unsent)
    other = session(store, 1, {"php/glob": 9.0, "php/iterator": 9.0}, facts(1), sweeps=12)
    (other / "judged-0123456789abcdef.json").write_text("{}")
    look()
    assert files_below(unsent) == before and len(parts(unsent)) == 8


def test_one_run_whose_samples_are_gone_does_not_end_a_query_about_others(
    store: Path, look: Callable[..., Path]
) -> None:
    first, second = (session(look(), number, QUICK, facts(number)) for number in (1, 2))
    send_all()
    root = look("another")
    for part in (store / first.name).glob("sweep-*"):
        part.unlink()
    answer = query(root, "SELECT run, count(*) FROM samples GROUP BY run")
    assert [run for run, _ in answer.rows] == [second.name]
    assert any(first.name in line for line in answer.left_out)
    with pytest.raises(UsageError) as error:
        parts(root / first.name)
    assert len(error.value.problems) == 1 and first.name in error.value.problems[0].line()


def test_an_address_of_a_run_is_one_only_where_a_run_is_asked_for(store: Path, look: Callable[..., Path]) -> None:
    run = session(look(), 1, QUICK, facts(1))
    send_all()
    root = look()
    assert find_run(root, f"file://{store}/{run.name}") == run
    shutil.copy(store / run.name / "run.json", store / "run.json")
    assert look() == root and [one.folder for one in list_folders(root)] == [run]
    assert any("run.json" in line for line in send_all())
