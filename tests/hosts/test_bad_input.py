"""What a fleet is told by somebody clumsy, or by a host that is not what it was: one line, and nothing elsewhere."""

from __future__ import annotations

import json
import socketserver
import threading
from pathlib import Path

import pytest

from iotrial.cli import main
from iotrial.errors import UsageError
from iotrial.folders.sent_tree import read_tree
from iotrial.hosts import on_host
from iotrial.hosts.assignment import Assignment
from iotrial.hosts.fleet_folder import FleetFolder, new_record
from iotrial.hosts.on_host import VARIABLE
from iotrial.hosts.run_files import SentRun, pack, store
from judge import made


def sent(tmp_path: Path) -> SentRun:
    return pack(made.store(tmp_path / "made", made.run([made.level({"entries": 1}, "php/readdir", ["php/glob"])])))


def test_a_run_arrives_as_it_was_sent(tmp_path: Path) -> None:
    run = sent(tmp_path)
    place = store(run, tmp_path / "here")
    assert {path.name: path.read_bytes() for path in place.iterdir()} == run.files
    assert store(run, tmp_path / "here") == place  # once more is the same
    assert [path.name for path in (tmp_path / "here").iterdir()] == [run.run]


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        ("../x", {}, "which no run has"),
        (".hidden", {}, "which no run has"),
        ("", {}, "which no run has"),
        (None, {"../x": b""}, "something else than a run: ../x"),
        (None, {"a.txt": b""}, "something else than a run: a.txt"),
        (None, {"run.json": b"{}"}, "has no format"),
        (None, {"run.json": b"\xff"}, "is not JSON"),
    ],
)
def test_what_is_no_run_is_not_stored(tmp_path: Path, name: str | None, files: dict[str, bytes], said: str) -> None:
    run = sent(tmp_path)
    with pytest.raises(UsageError, match=said):
        store(SentRun(run.run if name is None else name, {**run.files, **files}), tmp_path / "here")
    assert not (tmp_path / "here").exists() or not list((tmp_path / "here").iterdir())
    assert not (tmp_path / "x").exists()


def test_a_run_without_its_record_is_none(tmp_path: Path) -> None:
    run = sent(tmp_path)
    files = {name: data for name, data in run.files.items() if name != "run.json"}
    with pytest.raises(UsageError, match=r"something else than a run: run\.json"):
        store(SentRun(run.run, files), tmp_path / "here")


@pytest.mark.parametrize("name", ["../x", "/etc", "a/b", "", ".", "..", "x" * 200, "a\nb"])
def test_a_host_leaves_its_own_folder_for_no_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "fleets"))
    for told in (Assignment(name, "h", "s", 1, ""), Assignment("f", "h", name, 1, "")):
        with pytest.raises(UsageError, match="is no name of"):
            on_host.carry_out(told)
    for ask in (on_host.states, on_host.stop):
        with pytest.raises(UsageError, match="is no name of"):
            ask(name)
    assert not list(tmp_path.glob("*.toml"))


@pytest.mark.parametrize("path", ["../x.c", "/tmp/x.c", "a/../../x.c"])
def test_methods_stay_in_their_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "fleets"))
    with pytest.raises(UsageError, match="outside of their folder"):
        on_host.carry_out(Assignment("f", "h", "s", 1, "", trees=[{path: b"x"}]))


def test_links_are_not_sent(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.c").symlink_to("/etc/passwd")
    with pytest.raises(UsageError, match="is a link"):
        read_tree(tmp_path / "mine")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is not the folder of a fleet"),
        ("", "is not of a fleet"),
        ("{}", "is not of a fleet"),
        ("null", "is not of a fleet"),
        ('{"fleet": "../x"}', "is not of a fleet"),
    ],
)
def test_a_folder_that_is_none_of_a_fleet_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / "fleet.json").write_text(text)
    for command in (["status", str(tmp_path)], ["collect", str(tmp_path)], ["run", "--resume", str(tmp_path)]):
        assert main(["fleet", *command]) == 2
        assert said in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(("host", "run"), [("../x", None), ("", None), ("web1", "../x"), ("web1", "")])
def test_a_record_with_names_that_lead_elsewhere_is_refused(tmp_path: Path, host: str, run: str | None) -> None:
    record = new_record("tcp://127.0.0.1:1", ["web1"], {"s": ""}, [], [], [])
    FleetFolder.begin(tmp_path / "out", record)
    path = tmp_path / "out" / "fleet.json"
    document = json.loads(path.read_text())
    one = {"study": "s", "session": 1, "due_at": "2026-11-26T00:00:00+00:00", "state": "waiting"}
    one |= {"run": run, "reason": None}
    path.write_text(json.dumps({**document, "assignments": [{"host": host, **one}]}))
    with pytest.raises(UsageError, match="for a name"):
        FleetFolder.open(tmp_path / "out")


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "run", "nothing-like-it", "--apart", "soon", "--wait", "-1s", "--budget", "x"]) == 2
    err = capsys.readouterr().err
    for said in ("nothing-like-it", "--apart", "--wait", "--budget", "name hosts, or a scheduler"):
        assert said in err, said
    assert main(["fleet", "run", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "name a study" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_or_would_be_of_two_studies_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.html").write_text("mine")
    for page, studies, said in [
        ("mine.html", ["readfile", "--apart", "soon"], "iotrial did not write it"),
        ("none/page.html", ["readfile", "--apart", "soon"], "the folder does not exist"),
        ("page.html", ["readfile", "log-writes", "--apart", "soon"], "--page is of one study, and these are 2"),
    ]:
        assert main(["fleet", "run", *studies, "--page", str(tmp_path / page)]) == 2
        err = capsys.readouterr().err
        for word in (said, "--apart", "name hosts, or a scheduler"):
            assert word in err, word
    assert (tmp_path / "mine.html").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:1", "tcp://", "x" * 300])
def test_a_scheduler_that_does_not_answer_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setattr("iotrial.hosts.engine.PATIENCE_S", 0.3)
    assert main(["fleet", "machine", "--scheduler", address]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: no scheduler answers at") and "Traceback" not in err


@pytest.mark.parametrize(
    "said", [b"\xff" * 64, b"HTTP/1.1 400 Bad Request\r\n\r\n", b""], ids=["a huge length", "HTTP", "nothing"]
)
def test_what_answers_at_the_address_and_is_no_scheduler_is_named_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: bytes
) -> None:
    monkeypatch.setattr("iotrial.hosts.engine.PATIENCE_S", 1.0)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _answering(said)) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        assert main(["fleet", "machine", "--scheduler", address]) == 2
        server.shutdown()
    err = capsys.readouterr().err
    assert err.startswith("error: ") and "Traceback" not in err
    assert "scheduler" in err and address in " ".join(err.split())


def _answering(said: bytes) -> type[socketserver.BaseRequestHandler]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(said)

    return Handler
