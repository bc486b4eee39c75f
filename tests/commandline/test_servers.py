"""Methods that are servers: what must be right of their answers, and that nothing of them is left."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from commandline.command import PATIENCE_S, Place, ended_if_this_fails
from iotrial.ask import own_tree, tree
from iotrial.workers.build import require
from iotrial.workers.unavailable import Unavailable

STACK = "nginx_fpm"
SERVERS = ("nginx", "php-fpm", "apache2", "lighttpd", "caddy")

HEAD = """<?php
// Mine.
// Use it nowhere.
// decides: program
// ranges: {ranges}
// conditional: no
// streams: {streams}

require __DIR__ . '/access.php';

"""

SENDS = """$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
"""


#: Counts the requests in a file, in whichever process they are answered; each hundredth, from the 30th on, is dropped.
DROPS = """$file = fopen(__DIR__ . '/count', 'c+');
flock($file, LOCK_EX);
$number = (int) fgets($file);
rewind($file);
fwrite($file, (string) ($number + 1));
flock($file, LOCK_UN);
if ($number % 100 === 30) {
    http_response_code(503);
    exit;
}
"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    catalog = tree.load()
    method = next(method for method in catalog.methods_of("serve") if method.language == STACK)
    try:
        require(catalog.kits[STACK], method)
    except Unavailable as missing:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    place = Place(tmp_path)
    yield place
    assert servers_of(tmp_path) == []


def servers_of(folder: Path) -> list[psutil.Process]:
    """Processes of servers that a command started whose home is this folder."""
    found = []
    for process in psutil.process_iter(["name", "environ"]):
        name, environment = process.info["name"] or "", process.info["environ"] or {}
        if name.startswith(SERVERS) and environment.get("HOME") == str(folder) and process.status() != "zombie":
            found.append(process)
    return found


def written(place: Place, name: str, body: str, *, ranges: str = "no", streams: str = "yes", **files: str) -> None:
    """A method of the stack in the tree `tree`, with files beside its entry."""
    folder = place.root / "tree" / "serve" / STACK / name
    folder.mkdir(parents=True)
    (folder / "download.php").write_text(HEAD.format(ranges=ranges, streams=streams) + body)
    for beside, text in files.items():
        (folder / beside.replace("__", "-").replace("_", ".")).write_text(text)


def checked(place: Place, *names: str) -> dict[str, str]:
    """What `check` says of methods: the first reason of each."""
    arguments = [f"serve/{STACK}/{name}" for name in names]
    done = place.run("check", *arguments, "--with", "tree", "--target", str(place.target), "--json")
    assert done.returncode == 1, done.stderr
    found: dict[str, str] = {}
    for result in json.loads(done.stdout):
        if result["status"] != "ok":
            found.setdefault(result["arm"].rpartition("/")[2], f"{result['status']}: {result['reason']}")
    return found


def test_a_run_over_http2_looks_at_the_answers_there_and_leaves_out_who_does_not_speak_it(place: Place) -> None:
    wrong = SENDS + "$bytes = file_get_contents($path);\n$bytes[-1] = $bytes[-1] === 'a' ? 'b' : 'a';\necho $bytes;\n"
    written(place, "has_one_wrong_byte", wrong, streams="no")
    names = ("nginx_fpm/readfile", "nginx_fpm/has_one_wrong_byte", "uvicorn/*")
    chosen = [word for name in names for word in ("--method", name)]
    settings = [word for one in ("protocol=h2", "file_bytes=100000", "clients=2") for word in ("--set", one)]
    here = (
        "--with",
        "tree",
        "--target",
        str(place.target),
        "--rounds",
        "8",
        "--blocks",
        "1",
        "--no-evidence",
        "--json",
    )
    done = place.run("run", "serve", *chosen, *settings, *here)
    assert done.returncode == 0, done.stderr
    (level,) = json.loads(done.stdout)["levels"]
    arms = {arm["arm"]: arm for arm in level["arms"]}
    assert level["level"]["protocol"] == "h2" and arms["nginx_fpm/readfile"]["median_ns"] > 0
    assert "differs from byte 99999 on" in arms["nginx_fpm/has_one_wrong_byte"]["reason"]
    assert arms["uvicorn/starlette_file_response"]["reason"] == "uvicorn has no protocol=h2"


#: Method -> its body, what it declares, and what is said of it.
WRONG = {
    "gives_it_to_everybody": (
        "$path = '/srv/files/' . basename($_SERVER['PATH_INFO']);\nheader('Content-Type: application/octet-stream');\n"
        "header('Content-Length: ' . filesize($path));\nreadfile($path);\n",
        {},
        "answered a link without a signature with 200 instead of 403",
    ),
    "has_one_wrong_byte": (
        SENDS + "$bytes = file_get_contents($path);\n"
        "if ($bytes !== '') {\n    $bytes[-1] = $bytes[-1] === 'a' ? 'b' : 'a';\n}\necho $bytes;\n",
        {"streams": "no"},
        "what it sent has the right size and differs from byte",
    ),
    "says_no_length": (
        "$path = file_of_this_request();\nheader('Content-Type: application/octet-stream');\nreadfile($path);\n",
        {},
        "Content-Length of None instead of",
    ),
    "has_another_type": (
        "$path = file_of_this_request();\nheader('Content-Length: ' . filesize($path));\nreadfile($path);\n",
        {},
        "with the type 'text/html' instead of application/octet-stream",
    ),
    "says_it_knows_ranges": (
        SENDS + "readfile($path);\n",
        {"ranges": "yes"},
        "says ranges: yes, and sends the whole file to who asks for a part",
    ),
    "says_it_streams": (
        SENDS + "echo file_get_contents($path);\n",
        {"streams": "yes"},
        "says streams: yes, and a process holds the whole file",
    ),
    "says_it_does_not_stream": (
        SENDS + "readfile($path);\n",
        {"streams": "no"},
        "says streams: no, and no process holds the whole file",
    ),
    "tells_who_has_it": (
        SENDS + "header('Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT');\n"
        "if (isset($_SERVER['HTTP_IF_MODIFIED_SINCE'])) {\n    http_response_code(304);\n    exit;\n}\n"
        "readfile($path);\n",
        {},
        "says conditional: no, and tells that to who has the file",
    ),
    "fails": ("http_response_code(500);\n", {}, "requests failed"),
    "drops_one_in_a_hundred": (
        SENDS + DROPS + "readfile($path);\n",
        {},
        "requests failed|with 503 instead of",
    ),
}


@pytest.mark.parametrize("names", [[*WRONG][:5], [*WRONG][5:]], ids=["the first five", "the others"])
def test_what_is_wrong_with_an_answer_is_found_and_said(place: Place, names: list[str]) -> None:
    for name in names:
        body, more, _ = WRONG[name]
        written(place, name, body, **more)
    found = checked(place, *names)
    assert set(found) == set(names)
    for name in names:
        assert re.search(WRONG[name][2], found[name]), (name, found[name])
    assert place.leftovers() == []


def test_a_configuration_that_leads_outside_or_does_not_start_is_told_with_the_end_of_its_log(place: Place) -> None:
    own = Path(own_tree.root() / "methods" / "serve" / STACK / "nginx.conf").read_text()
    written(
        place, "leads_outside", "readfile('x');\n", nginx_conf=own.replace("alias /srv/files/;", "alias /etc/ssl/;")
    )
    written(place, "does_not_start", "readfile('x');\n", nginx_conf=own.replace("sendfile on;", "sendfile perhaps;"))
    found = checked(place, "leads_outside", "does_not_start")
    assert "failed: nginx.conf names /etc/ssl/, which is outside of its folder" in found["leads_outside"]
    assert "failed: nginx ended with status 1" in found["does_not_start"] and "perhaps" in found["does_not_start"]
    assert place.leftovers() == []


def test_a_folder_without_its_entry_is_no_method(place: Place) -> None:
    (place.root / "tree" / "serve" / STACK / "mine").mkdir(parents=True)
    done = place.run("methods", "--with", "tree")
    assert done.returncode == 2 and "has no download.php, by which a method of nginx_fpm begins" in done.stderr


READ = ("--method", f"{STACK}/readfile", "--method", f"{STACK}/x_accel_redirect", "--set", "file_bytes=65536")


def test_a_run_of_servers_has_figures_of_the_client_and_of_the_servers_and_leaves_nothing(place: Place) -> None:
    document = place.document(
        *("run", "serve", *READ, "--set", "clients=2", "--rounds", "8", "--blocks", "1"),
        *("--no-evidence", "--target", str(place.target)),
    )
    level = document["levels"][0]
    assert {arm["arm"] for arm in level["arms"]} == {f"{STACK}/readfile", f"{STACK}/x_accel_redirect"}
    rows = place.document(
        "query",
        "SELECT wall_ns, work, p50_ns, longest_ns, reader_ns, requests, held_ns, user_ns + system_ns AS cpu_ns, "
        f"iterations FROM samples WHERE status = 'ok' AND arm LIKE '{STACK}/%'",
    )
    assert rows
    for row in rows:
        assert row["work"] == row["iterations"] * 65536 and row["requests"] == row["iterations"]
        assert 0 < row["p50_ns"] <= row["longest_ns"] <= row["wall_ns"]
        assert row["reader_ns"] > 0 and row["cpu_ns"] > 0 and row["held_ns"] > 0
    texts = "\n".join(json.loads((place.runs()[0] / "run.json").read_text())["texts"].values())
    assert "X-Accel-Redirect: /protected/" in texts and "pm.max_children" in texts and "internal;" in texts
    assert "like = [" in texts and "class ServerKit" in texts and "class Stack" in texts
    assert place.leftovers() == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_servers_end_with_a_run_that_is_killed_or_interrupted(place: Place, number: int) -> None:
    process = place.start(
        *("run", "serve", *READ, "--set", "clients=2", "--budget", "60s", "--target", str(place.target))
    )
    with ended_if_this_fails(process):
        end = time.monotonic() + PATIENCE_S
        while {"nginx", "php-fpm"} - set((seen := servers_below(process.pid)).values()):
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.01)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE_S)
    _, left = psutil.wait_procs(list(seen), timeout=PATIENCE_S)
    assert left == [] and servers_of(place.root) == []
    # The next start removes what a killed one could not.
    assert place.run("check", "append/python/os_write", "--target", str(place.target)).returncode == 0
    assert place.leftovers() == []


def servers_below(pid: int) -> dict[psutil.Process, str]:
    """All that came of a process, and which server each is, if it is one."""
    found: dict[psutil.Process, str] = {}
    with contextlib.suppress(psutil.Error):
        for process in psutil.Process(pid).children(recursive=True):
            name = process.name()
            found[process] = next((one for one in SERVERS if name.startswith(one)), "")
    return found


def without(folder: Path, *names: str) -> str:
    """A PATH of one folder, which has the programs of the usual one but for some."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            if program.name not in names and not os.path.lexists(folder / program.name):
                (folder / program.name).symlink_to(program)
    return str(folder)


def test_a_client_that_is_missing_is_named_with_what_installs_it_and_the_others_go_on(place: Place) -> None:
    place.environment["PATH"] = without(place.root / "bin", "h2load")
    done = place.run(
        *("check", f"serve/{STACK}/readfile", "append/python/os_write", "--target", str(place.target), "--json")
    )
    results = {result["arm"]: result for result in json.loads(done.stdout)}
    assert results["python/os_write"]["status"] == "ok"
    found = results[f"{STACK}/readfile"]
    assert found["status"] == "skipped" and found["reason"].startswith("h2load is not installed")
    assert any(manager in found["reason"] for manager in ("apt", "dnf", "pacman", "apk", "zypper", "brew"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (("slow_clients=2",), ("beside slow clients, others wait", "set arrival, such as arrival=20/s")),
        (("clients=8", "arrival=5/s"), ("8 clients send 5 requests a second, less than one each", "set fewer clients")),
        (("memory_limit=1GiB",), ("a memory limit is that of one worker", "leave out memory_limit")),
        (("state=first",), ("a server has been started, and asked before: no first call", "leave out state")),
    ],
)
def test_conditions_that_servers_cannot_have_are_refused_with_what_to_do(
    place: Place, settings: tuple[str, ...], said: tuple[str, ...]
) -> None:
    given = [word for setting in settings for word in ("--set", setting)]
    done = place.run("run", "serve", *READ, *given, "--target", str(place.target))
    assert done.returncode == 2
    assert all(words in done.stderr for words in said), done.stderr
    assert place.runs() == [] and place.leftovers() == []


def test_a_sandbox_that_has_no_network_has_no_servers(place: Place) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("no bubblewrap")
    done = place.run("run", "serve", *READ, "--sandbox", "--target", str(place.target))
    assert done.returncode == 2
    assert "a sandbox has no network, which a server needs" in done.stderr and "leave out --sandbox" in done.stderr


def test_a_language_means_the_stacks_that_run_programs_in_it(place: Place) -> None:
    found = {row["arm"] for row in place.document("methods", "serve", "--language", "php")}
    assert found and all(name.partition("/")[0].endswith("_fpm") for name in found)
