"""A results root in an object store: an S3 server on loopback, and a folder as a store."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from across.made_machines import facts, session
from iotrial.across.judge_across import across
from iotrial.errors import UsageError
from iotrial.judge.cached_judgement import judged_of
from iotrial.judge.judge_run import judge_folder
from iotrial.measure.carry_out import keep_judgement
from iotrial.store import mirror
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.folder import list_folders, part_sizes, parts, read_run
from iotrial.store.mirror import Mirror, send_all
from iotrial.store.query import query
from iotrial.store.results_root import results_root
from iotrial.store.write import RunWriter

QUICK = {"php/glob": 0.6, "php/iterator": 1.5}


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of a bucket."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        s3fs.S3FileSystem(skip_instance_cache=True).mkdir("iotrial-runs")
        yield "s3://iotrial-runs"
    server.stop()


@pytest.fixture(params=["s3", "file"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a results root of its own."""
    if request.param == "file":
        return f"file://{tmp_path}/store"
    return f"{request.getfixturevalue('s3')}/{tmp_path.name}"


def root_at(url: str) -> Path:
    return results_root(Root(url))


def files_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_run_is_sent_whole_and_read_elsewhere(url: str, host: Callable[[str], None]) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    here = judge_folder(run)
    assert send_all() == [f"sent to {url}/{run.name}"]
    assert send_all() == []
    host("another")
    root = root_at(url)
    (stored,) = list_folders(root)
    assert stored.run == read_run(run) and stored.folder != run
    assert judge_folder(find_run(root, "last")) == here
    assert find_run(Path("nowhere"), f"{url}/{run.name}") == stored.folder
    assert send_all() == []


def test_samples_are_fetched_when_somebody_reads_them(url: str, host: Callable[[str], None]) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    with RunWriter.resume(run) as writer:
        keep_judgement(writer)  # as every run does at its end
    sizes = part_sizes(run)
    send_all()
    host("another")
    there = find_run(root_at(url), run.name)
    assert not any(name.endswith(".parquet") for name in files_of(there))
    assert part_sizes(there) == sizes
    judged_of(there, read_run(there))
    assert not any(name.endswith(".parquet") for name in files_of(there)), "a kept judgement needs no samples"
    rows = query(root_at(url), "SELECT count(*) FROM samples WHERE run IS NOT NULL").rows
    assert rows[0][0] > 0
    assert [path.name for path in parts(there).values()] == list(sizes)


def test_two_hosts_that_write_at_once_lose_nothing(url: str, host: Callable[[str], None]) -> None:
    roots = []
    for number in range(2):
        host(f"host{number}")
        roots.append(root_at(url))  # both have seen an empty store
        session(roots[-1], number, QUICK, facts(number))
    assert roots[0] != roots[1]
    for number in range(2):
        host(f"host{number}")
        root_at(url)  # sends what an earlier process of this host could not
        assert len(send_all()) == 1
    host("reader")
    document = across([], root_at(url))
    assert [one.machine for one in document.machines] == ["m1", "m2"]


def test_a_run_that_came_to_no_end_stays_here_until_it_has(url: str, host: Callable[[str], None]) -> None:
    root = root_at(url)
    run = session(root, 1, QUICK, facts(1), complete=False)
    assert send_all() == []
    host("host")
    assert root_at(url) == root and read_run(run).complete is False
    whole = (run / "run.json").read_text().replace('"complete": false', '"complete": true')
    (run / "run.json").write_text(whole)
    assert send_all() == [f"sent to {url}/{run.name}"]


def test_a_record_that_changed_there_is_fetched_anew_and_one_that_is_gone_there_is_gone_here(
    url: str, host: Callable[[str], None]
) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    send_all()
    host("another")
    there = find_run(root_at(url), run.name)
    assert read_run(there).question == read_run(run).question
    host("host")
    record = run / "run.json"
    root_at(url)
    record.write_text(record.read_text().replace(read_run(run).question, "Asked anew?"))
    assert len(send_all()) == 1
    host("another")
    assert read_run(find_run(root_at(url), run.name)).question == "Asked anew?"
    store = Mirror(url)
    store._files.rm(f"{store._root}/{run.name}", recursive=True)
    host("another")
    assert list_folders(root_at(url)) == [] and not there.exists()


def test_what_is_no_run_is_named_and_left_alone(url: str, host: Callable[[str], None], tmp_path: Path) -> None:
    session(root_at(url), 1, QUICK, facts(1))
    send_all()
    store = Mirror(url)
    note = tmp_path / "note"
    note.write_text("{")
    names = ["notes/README.md", "broken/run.json", "loose.txt", ".hidden/run.json", "a/b/c/d/run.json"]
    names += ["x/../y"] if url.startswith("s3") else []  # a folder cannot have such a name in it
    for name in names:
        store._files.put_file(str(note), f"{store._root}/{name}")
    host("another")
    found = {stored.folder.name: stored.problem for stored in list_folders(root_at(url))}
    assert found.pop("broken") == "run.json is not JSON (cut short, or not ours)"
    assert found.pop("notes") == "has no run.json"
    assert list(found.values()) == [None]
    assert store._files.exists(f"{store._root}/notes/README.md")


def test_a_fleets_folder_has_machines_by_name(url: str, host: Callable[[str], None], tmp_path: Path) -> None:
    for number, name in enumerate(("web1", "web2")):
        session(tmp_path / "fleet" / name, number, QUICK, facts(number))
    store = Mirror(url)
    store._files.put(f"{tmp_path}/fleet/", f"{store._root}/fleet/", recursive=True)
    document = across([f"{url}/fleet"], tmp_path)
    assert [one.machine for one in document.machines] == ["web1", "web2"]


def test_a_damaged_part_is_found_when_it_is_read(url: str, host: Callable[[str], None]) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    part = next(iter(parts(run).values()))
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    send_all()
    host("another")
    cautions = judge_folder(find_run(root_at(url), run.name)).cautions
    assert any("damaged" in str(caution) for caution in cautions), cautions


def test_a_run_that_somebody_sent_leads_to_no_store(url: str, host: Callable[[str], None], tmp_path: Path) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    send_all()
    host("another")
    there = find_run(root_at(url), run.name)
    sent = tmp_path / "sent" / run.name
    shutil.copytree(there, sent)
    assert (sent / ".absent.json").exists()
    assert part_sizes(sent) == {} and parts(sent) == {}
    assert (sent / ".absent.json").exists() and parts(there) != {}


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ftp://host/runs", "runs cannot be kept at ftp://"),
        ("s3://no-such-bucket-here/runs", "cannot be read"),
        ("https://host/runs", "runs cannot be kept at https://"),
    ],
)
def test_what_is_no_store_is_refused_in_one_line(s3: str, host: Callable[[str], None], address: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        root_at(address)
    (problem,) = error.value.problems
    assert said in problem.line() and problem.hint


def test_what_cannot_be_sent_stays_and_is_sent_later(
    url: str, host: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))

    def refuse(*given: Any) -> None:
        raise OSError("the network is down")

    with monkeypatch.context() as patch:
        patch.setattr(mirror._OPENED[0]._files, "put_file", refuse)
        (line,) = send_all()
    assert "the network is down" in line and str(run.parent) in line
    host("another")
    assert list_folders(root_at(url)) == []
    host("host")
    root_at(url)
    assert send_all() == [f"sent to {url}/{run.name}"]


def test_a_run_that_is_sent_only_in_part_is_not_there_yet(
    url: str, host: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = session(root_at(url), 1, QUICK, facts(1))
    sent: list[Any] = []
    with monkeypatch.context() as patch:
        files = mirror._OPENED[0]._files
        send = files.put_file

        def refuse(*given: Any) -> None:
            if sent:
                raise OSError("the network is down")
            sent.append(send(*given))

        patch.setattr(files, "put_file", refuse)
        (line,) = send_all()
    assert "the network is down" in line and len(sent) == 1
    host("another")
    assert [one.run for one in list_folders(root_at(url))] == [None]
    host("host")
    root_at(url)
    assert send_all() == [f"sent to {url}/{run.name}"]


def test_what_is_half_written_into_a_folder_has_no_name_of_a_runs_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a kill leaves it: a store of its own kind takes a file whole or not at all, a folder does not."""
    url = f"file://{tmp_path}/store"
    run = session(root_at(url), 1, QUICK, facts(1))

    def cut(file: str, name: str) -> None:
        place = Path(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(Path(file).read_bytes()[:10])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mirror._OPENED[0]._files, "put_file", cut)
        with pytest.raises(KeyboardInterrupt):
            send_all()
    assert all(path.name.startswith(".") for path in (tmp_path / "store").rglob("*") if path.is_file())
    root_at(url)
    assert send_all() == [f"sent to {url}/{run.name}"]
    there = tmp_path / "store" / run.name
    assert {path.name: path.read_bytes() for path in there.iterdir()} == {
        path.name: path.read_bytes() for path in run.iterdir() if not path.name.startswith(".")
    }


def test_a_package_that_is_missing_is_named_with_how_to_get_it(
    host: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    with pytest.raises(UsageError) as error:
        root_at("gs://bucket/runs")
    assert error.value.problems[0].hint == "python -m pip install gcsfs"


def test_a_run_in_a_store_of_an_earlier_cache_is_still_sent_if_the_index_is_lost(
    url: str, host: Callable[[str], None]
) -> None:
    root = root_at(url)
    run = session(root, 1, QUICK, facts(1))
    send_all()
    (root / ".index.json").write_text("[]")
    host("host")
    assert root_at(url) == root and read_run(run).complete
    assert send_all() == [f"sent to {url}/{run.name}"]
    host("another")
    assert len(list_folders(root_at(url))) == 1
