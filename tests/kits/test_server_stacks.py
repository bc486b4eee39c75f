"""The worker of stacks of servers: what it starts is reached from here alone, is nobody, and is gone afterwards."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import stack
from processes import Cpu

from iotrial.ask import own_tree
from iotrial.ask.catalog import Method
from iotrial.workers.build import program_of, require, require_programs
from iotrial.workers.unavailable import Unavailable
from kits.made import catalog_of_all, quick

KITS = own_tree.root() / "kits"

#: A stack of one program in Python, which is called as anything that a method brings with it.
KIT = """\
like = ["http_server", "python"]

[[programs]]
name = "Mine"
find = ["/usr/bin/python3", "python3"]
version = ["{program}", "--version"]
start = ["{program}", "{room}/server.py"]
listens = "127.0.0.1:{port}"

[here]
"PORT = 80" = "PORT = {port}"
"/srv/files" = "{files}"
"""

SERVER = """\
import os, signal, socket, sys, time

PORT = 80
"""

LISTENS = """
door = socket.create_server(("127.0.0.1", PORT))
"""

WAITS = """
while True:
    time.sleep(60)
"""

#: What a process does that wants to be left alone: no child of its parent, no session of its, and it does not end.
STAYS = """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("stays", os.getpid(), flush=True)
    time.sleep(600)
os.wait()
while "stays" not in open("mine.log").read():
    time.sleep(0.01)
"""

#: What runs a stack in a process of its own, as a worker does, with one protocol after the other. What `work` says is
#: done while it runs.
DRIVER = """
import json, os, re, socket, subprocess, sys
from pathlib import Path

import psutil
import stack

given = json.loads(sys.argv[1])
kit, folders, room, files = (given[name] for name in ("kit", "folders", "room", "files"))
every = {}
%s
for protocol in given["protocols"]:
    told = every[protocol] = {}
    with stack.Stack(Path(kit), [Path(folder) for folder in folders], given["built"], given["packages"]) as one:
        try:
            one.start(room, files, "key", protocol)
            %s
        except RuntimeError as error:
            told["error"] = str(error)
        told["said"] = "".join(log.read_text() for log in Path(one._room.path).glob("*.log")) if one._room else ""
    told["left"] = [line for line in (child.name() for child in psutil.Process().children(recursive=True))]
    told["room"] = os.path.exists(room)
print(json.dumps(every))
"""

#: Each socket of the servers that listens at an address, and as whom its process runs.
LOOKS = """
            for pid in one.processes():
                process = psutil.Process(pid)
                for found in process.net_connections("inet"):
                    if found.status == psutil.CONN_LISTEN:
                        told.setdefault("doors", []).append([found.laddr.ip, found.laddr.port == one.port])
                told.setdefault("users", []).append(process.username())
"""

#: What is downloaded.
FILE = b"0123456789" * 5000

#: What comes back over TLS of a link with its signature and of one without, by each version of HTTP that a client may
#: want: protocol, status, and the digest of the body.
ASKS = """
            import hashlib, hmac
            signature = hmac.new(b"key", b"one.bin", hashlib.sha256).hexdigest()
            for version in given["versions"] if protocol != "http" else ():
                for query in (f"?signature={signature}", ""):
                    url = f"https://127.0.0.1:{one.port}/download/one.bin{query}"
                    words = ["--insecure", "--noproxy", "*", "--write-out", "%{stderr}%{http_version} %{response_code}"]
                    done = subprocess.run(["curl", "-q", "--silent", version, *words, url], capture_output=True)
                    digest = hashlib.sha256(done.stdout).hexdigest()
                    told.setdefault("answers", []).append([*done.stderr.decode().split(), digest])
"""


def driven(
    folder: Path,
    kit: Path,
    folders: list[Path],
    *,
    built: Path | None = None,
    packages: str = "",
    before: str = "",
    work: str = "pass",
    protocols: Sequence[str] = ("http",),
    versions: Sequence[str] = (),
) -> dict[str, dict[str, Any]]:
    """What a stack told of itself by protocol, which was started with each, and ended."""
    files = folder / "files"
    files.mkdir()
    (files / "one.bin").write_bytes(FILE)
    given = {"kit": str(kit), "folders": list(map(str, folders)), "room": str(folder / "room"), "files": str(files)}
    given |= {"built": str(built) if built else "", "packages": packages, "protocols": protocols, "versions": versions}
    path = os.pathsep.join(map(str, (KITS / "http_server", KITS / "python")))
    done = subprocess.run(
        [sys.executable, "-c", DRIVER % (before, work.strip()), json.dumps(given)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    assert list(found) == list(protocols)
    assert [(told["left"], told["room"]) for told in found.values()] == [([], False)] * len(found)
    return found


def mine(folder: Path, server: str, *, before: str = "", work: str = "pass") -> dict[str, Any]:
    """The same of a stack of one program, in Python."""
    kit, method = folder / "kits" / "mine", folder / "serve" / "mine" / "way"
    kit.mkdir(parents=True)
    method.mkdir(parents=True)
    (kit / "kit.toml").write_text(KIT)
    (method / "server.py").write_text(SERVER + server)
    return driven(folder, kit, [method], before=before, work=work)["http"]


def some_of_all_stacks() -> dict[str, Method]:
    """One method of each stack, and those with a server of their own since they need a package."""
    catalog = catalog_of_all()
    found: dict[str, Method] = {}
    for method in [*catalog.methods_of("serve"), *catalog.floors_of("serve")]:
        if method.packages or not any(other.language == method.language for other in found.values()):
            found[method.arm] = method
    return found


def of_arm(
    folder: Path, arm: str, work: str, protocols: Sequence[str], versions: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """What the stack of a method told of itself, by protocol. A server that waits for clients is not waited for."""
    method = some_of_all_stacks()[arm]
    kit = catalog_of_all().kits[method.language]
    try:
        require(kit, method)
    except Unavailable as missing:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    program = program_of(quick(kit, method), method, {})
    folders = [*method.beside, method.path.parent]
    given: dict[str, Any] = {"built": program.built, "packages": program.argv[-1], "before": "stack.ENDING_S = 0.5"}
    return driven(folder, kit.folder, folders, work=work, protocols=protocols, versions=versions, **given)


#: The words for curl, by protocol. A server that speaks HTTP/2 is the same that speaks HTTP/1.1 over TLS.
OVER_TLS = {"https": "--http1.1", "h2": "--http2"}


@pytest.mark.parametrize("arm", some_of_all_stacks())
def test_servers_of_every_stack_listen_on_loopback_alone_run_as_nobody_and_look_at_signatures_over_tls(
    arm: str, tmp_path: Path
) -> None:
    method = some_of_all_stacks()[arm]
    kit = catalog_of_all().kits[method.language]
    secure = [protocol for protocol in kit.only.get("protocol", ()) if protocol != "http"]
    protocols = ["http", *secure[-1:]]
    every = of_arm(tmp_path, arm, LOOKS + ASKS.removeprefix("\n"), protocols, [OVER_TLS[one] for one in secure])
    for found in every.values():
        assert "error" not in found, found
        doors = [(ip.removeprefix("::ffff:"), is_its_port) for ip, is_its_port in found["doors"]]
        assert ("127.0.0.1", True) in doors and {ip for ip, _ in doors} == {"127.0.0.1"}
        assert os.geteuid() != 0 or set(found["users"]) == {"nobody"}
    assert all(re.search(rf"{needed.name} \d", require_programs(kit)) for needed in kit.programs)
    is_express = arm == "node_http/express"  # it has no HTTP/2
    right: list[list[str]] = []
    for protocol in secure:
        version = "2" if protocol == "h2" and not is_express else "1.1"
        right += [[version, "200", hashlib.sha256(FILE).hexdigest()], [version, "200" if method.floor else "403"]]
    answers = every[secure[-1]]["answers"] if secure else []
    assert [answer[: len(expected)] for answer, expected in zip(answers, right, strict=True)] == right


def test_every_protocol_over_tls_is_asked_of_some_stack() -> None:
    kits = catalog_of_all().kits
    spoken = {one for method in some_of_all_stacks().values() for one in kits[method.language].only.get("protocol", ())}
    assert spoken == {"http", *OVER_TLS}


def test_a_server_that_was_started_is_ended_and_its_room_removed(tmp_path: Path) -> None:
    found = mine(tmp_path, LISTENS + WAITS, work=LOOKS)
    assert found["doors"] == [["127.0.0.1", True]] and "error" not in found


def test_a_process_that_leaves_its_parent_and_does_not_end_is_ended_too(tmp_path: Path) -> None:
    found = mine(tmp_path, STAYS + LISTENS + WAITS, before="stack.ENDING_S = 0.1")
    assert "error" not in found
    (pid,) = (int(line.split()[1]) for line in found["said"].splitlines())
    assert not Path(f"/proc/{pid}").exists()


def test_a_server_that_makes_itself_a_daemon_is_told_of_and_ended(tmp_path: Path) -> None:
    found = mine(tmp_path, STAYS, before="stack.TRIES, stack.ENDING_S = 1, 0.1")
    assert found["error"].startswith("Mine ended with status 0: stays ")
    assert not Path(f"/proc/{int(found['said'].split()[1])}").exists()


def test_a_server_that_does_not_start_is_told_of_with_the_last_lines_of_its_log(tmp_path: Path) -> None:
    said = "print('first'); print('second'); print('[warn] nothing')\nsys.exit('this was the reason')\n"
    found = mine(tmp_path, said, before="stack.TRIES = 1")
    assert found["error"] == "Mine ended with status 1: second | this was the reason"


def test_a_server_that_never_listens_is_given_up(tmp_path: Path) -> None:
    waits = "print('I have time', flush=True)\n" + WAITS
    found = mine(tmp_path, waits, before="stack.TRIES, stack.PATIENCE_S = 1, 1.0")
    assert found["error"] == "Mine does not listen after 1 s: I have time"


def test_a_port_that_somebody_takes_meanwhile_is_left_to_them(tmp_path: Path) -> None:
    taken = """
other = socket.create_server(("127.0.0.1", 0))
free, ports = stack._free_port, [other.getsockname()[1]]
stack._free_port = lambda: ports.pop() if ports else free()
"""
    found = mine(
        tmp_path,
        LISTENS + WAITS,
        before=taken,
        work=LOOKS + "            told['is_other'] = one.port != other.getsockname()[1]",
    )
    assert "error" not in found and found["is_other"] and found["doors"] == [["127.0.0.1", True]]


def test_a_port_that_stays_taken_is_told_of(tmp_path: Path) -> None:
    taken = """
other = socket.create_server(("127.0.0.1", 0))
stack._free_port = lambda: other.getsockname()[1]
"""
    found = mine(tmp_path, LISTENS + WAITS, before=taken)
    assert "Mine ended with status 1" in found["error"] and "Address already in use" in found["error"]


def test_a_configuration_that_leads_outside_starts_nothing(tmp_path: Path) -> None:
    found = mine(tmp_path, LISTENS + "open('/etc/passwd')\n" + WAITS)
    assert found["error"] == "server.py names /etc/passwd, which is outside of its folder" and found["said"] == ""


def test_fewer_processes_than_usual_are_waited_for_and_told_of(tmp_path: Path) -> None:
    several = KIT.replace('name = "Mine"', 'name = "Mine"\nprocesses = 3')
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "kit.toml").write_text(several)
    (tmp_path / "way").mkdir()
    (tmp_path / "way" / "server.py").write_text(SERVER + LISTENS + WAITS)
    found = driven(tmp_path, tmp_path / "mine", [tmp_path / "way"], before="stack.PATIENCE_S = 1.0")["http"]
    assert found["error"] == "1 of 3 processes are there after 1 s"


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("root /srv/files;", "/srv/files"),
        ("root /rooms/own/files;", None),
        ("include ../../../etc/passwd;", "../../../etc/passwd"),
        ("  # see /etc/nginx/nginx.conf", None),
        ("// see /etc/php.ini", None),
        ("LoadModule rewrite /usr/lib/apache2/modules/mod_rewrite.so", None),
        ("error_log /dev/stderr;", None),
        ("path=/room/own/var/log/x", None),
        ('"http://localhost/home/"', None),
        ("listen unix:/run/php.sock", "/run/php.sock"),
    ],
)
def test_what_a_configuration_names_outside_of_its_folders_is_seen(text: str, outside: str | None) -> None:
    assert stack._outside(f"first\n{text}\n", ("/room/own",)) == outside


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ((1000, 1, 1), (5000, 4, 2), (3000, 1000)),
        ((1000, 3, 1), (1400, 3, 1), (300, 100)),  # too short for a tick: as before
        ((0, 0, 0), (700, 0, 0), (700, 0)),
        ((9000, 9, 9), (100, 1, 0), (0, 0)),  # a process has ended meanwhile
    ],
)
def test_time_of_processes_is_exact_and_its_parts_go_by_ticks(
    before: tuple[int, int, int], after: tuple[int, int, int], added: tuple[int, int]
) -> None:
    assert Cpu(*after).since(Cpu(*before)) == added


def test_time_that_requests_held_a_process_is_read_from_whole_lines_once(tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text('held = "{room}/access.log"\n')
    one, log = stack.Stack(tmp_path, []), tmp_path / "access.log"
    assert one.held_ns() is None  # it has not been started

    class Room:
        path = str(tmp_path)

    one._room = Room()  # type: ignore[assignment]
    assert one.held_ns() is None  # nothing has been logged
    log.write_text("12 200 GET /download\n30 200 GET /download\nno number\n7")
    assert one.held_ns() == 42_000
    log.write_text("12 200 GET /download\n30 200 GET /download\nno number\n700 200\n")
    assert one.held_ns() == 700_000
    assert one.held_ns() == 0
