"""Methods that do harm: each costs its own arm, and nothing is lost, left or hung."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import psutil
import pytest

from commandline.command import Place
from hostile import languages
from hostile.kinds import SLOW, texts, written, wrong_reason
from in_memory import folder_in_memory
from iotrial.machine.container import make_container

TESTS = Path(__file__).resolve().parents[1]

#: What is in the place of a file or folder that cannot be changed any more stays when a run is tidied up; the run says
#: so, and somebody who may must help.
UNCHANGEABLE = {"makes_its_folder_immutable", "makes_its_output_immutable"}

#: Where no cgroup can be made, a child that has no mark is ended with the run, and nobody knows whose it was.
UNKNOWN = {"leaves_a_child_without_a_mark"}

#: What a machine can bear and a method may do: it is measured as any other.
HARMLESS = {
    "goes_to_another_folder",
    "leaves_a_pipe_beside_its_output",
    "leaves_a_thousand_files",
    "leaves_names_that_are_no_text",
    "makes_a_hard_link_of_its_own_kit",
    "speaks_another_language",
    "takes_the_rights_of_its_folder",  # root needs none
    "takes_the_rights_of_its_output",
    "reads_its_requests",
    "says_a_thousand_keys",
    "has_a_name_that_is_no_text",
    "has_a_name_without_end",
    "fills_its_errors",
    "fills_what_it_prints",
    "prints_what_steers_a_terminal",
    "takes_every_CPU",
    "sends_iotrial_strange_signals",
    "wakes_iotrial",
    "binds_iotrial_to_one_CPU",
    "removes_the_log_of_its_errors",
}


def tidied(place: Place) -> None:
    """Take away what only we know to be there."""
    subprocess.run(["chattr", "-R", "-i", str(place.target)], check=False, stderr=subprocess.DEVNULL)


def run_of(place: Place, tree: Path, rounds: int, *names: str) -> tuple[dict[str, Any], str]:
    """Run harmful methods beside two honest ones; return the document and what was said on stderr.

    rounds: the fewest of so many methods.
    """
    process = place.start(
        "run", "append", "--with", str(TESTS / "broken_workers"), "--with", str(tree), "--set", "records=100",
        "--method", "python/os_write", "--method", "python/file_reopen",
        *(word for name in names for word in ("--method", f"broken/{name}")), "--rounds", str(rounds),
        "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "Traceback" not in err and "itself failed" not in err
    assert all(letter.isprintable() or letter == "\n" for letter in err)
    return place.document("show"), err


def arms_of_one_run(folder: Path, rounds: int, names: set[str]) -> dict[str, dict[str, Any]]:
    """The arms of a run of these kinds at once."""
    with folder_in_memory(folder) as home:
        place = Place(home)
        document, err = run_of(place, written(place.root / "tree"), rounds, *sorted(names))
        assert "still there" not in err
        assert place.leftovers() == []
    return {arm["arm"]: arm for arm in document["levels"][0]["arms"]}


@pytest.fixture(scope="module")
def harmful_at_once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The arms of one run of all kinds that are left out, most of them in their check, but those that stay for ever."""
    return arms_of_one_run(tmp_path_factory.mktemp("harmful"), 12, set(texts()) - UNCHANGEABLE - HARMLESS - SLOW)


@pytest.fixture(scope="module")
def harmless_at_once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The arms of one run of all kinds that are measured."""
    return arms_of_one_run(tmp_path_factory.mktemp("harmless"), 10, HARMLESS)


@pytest.fixture(scope="module")
def contained() -> bool:
    """If all that comes of a worker is in a cgroup here."""
    container = make_container()
    if container is not None:
        container.close()
    return container is not None


def test_harm_stays_with_the_one_who_does_it(harmful_at_once: dict[str, dict[str, Any]], contained: bool) -> None:
    wrong = {}
    for name in sorted(set(texts()) - UNCHANGEABLE - HARMLESS - SLOW):
        arm = harmful_at_once[f"broken/{name}"]
        if (contained or name not in UNKNOWN) and (not is_told(arm) or wrong_reason(name, arm["reason"] or "")):
            wrong[name] = arm["status"], arm["reason"]
    assert wrong == {}
    for honest in ("python/os_write", "python/file_reopen"):
        assert harmful_at_once[honest]["status"] == "measured"


def is_told(arm: dict[str, Any]) -> bool:
    """An arm was left out, and its reason is short and steers no terminal."""
    reason = arm["reason"] or ""
    is_left_out = arm["status"] in ("failed", "disqualified") and reason
    return bool(is_left_out and len(reason) <= 400 and all(letter.isprintable() for letter in reason))


def test_what_is_odd_and_harmless_costs_nobody_anything(harmless_at_once: dict[str, dict[str, Any]]) -> None:
    assert set(harmless_at_once) == {f"broken/{name}" for name in HARMLESS} | {"python/os_write", "python/file_reopen"}
    for honest in ("python/os_write", "python/file_reopen"):
        assert harmless_at_once[honest]["status"] == "measured"


def test_a_method_that_changes_what_others_read_is_found_and_the_others_are_not_blamed(place: Place) -> None:
    tree = place.root / "tree" / "scan" / "python"
    tree.mkdir(parents=True)
    honest = (TESTS.parent / "methods/scan/python/readinto_1m.py").read_text().replace("def scan(", "def _scan(")
    harm = "\n\ndef scan(path):\n    found = _scan(path)\n    open(path, 'ab').write(b'xxxx')\n    return found\n"
    (tree / "appends.py").write_text(honest + harm)
    document = place.document(
        "run", "scan", "--with", str(tree.parents[1]), "--set", "records=1000", "--method", "python/readinto_1m",
        "--method", "python/mmap", "--method", "python/appends", "--rounds", "8", "--blocks", "1", "--no-evidence",
        "--target", str(place.target),
    )  # fmt: skip
    arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
    assert arms["python/appends"]["status"] == "disqualified"
    assert "changed its input" in arms["python/appends"]["reason"]
    assert arms["python/readinto_1m"]["status"] == arms["python/mmap"]["status"] == "measured"


#: A method that maps a file without end, and one that is gone when its worker is.
MAPS = """

import atexit
import mmap
import os
import re
import shutil
import tempfile

_folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, _folder)
_mapped = []
for _name, _bytes in (("hollow", 1 << 40), ("gone", 4096)):
    with open(os.path.join(_folder, _name), "w+b") as _file:
        _file.truncate(_bytes)
        _mapped.append(mmap.mmap(_file.fileno(), _bytes))
"""


def test_what_a_method_maps_beside_its_input_costs_nobody_anything(place: Place) -> None:
    tree = place.root / "tree" / "scan" / "python"
    tree.mkdir(parents=True)
    (tree / "maps.py").write_text((TESTS.parent / "methods/scan/python/readinto_1m.py").read_text() + MAPS)
    document = place.document(
        "run", "scan", "--with", str(tree.parents[1]), "--set", "records=1000", "--method", "python/readinto_1m",
        "--method", "python/maps", "--rounds", "8", "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    assert {arm["arm"]: arm["status"] for arm in document["levels"][0]["arms"]} == {
        "python/readinto_1m": "measured", "python/maps": "measured",
    }  # fmt: skip


#: As many calls, of all its processes together, have looked at a method before it is timed.
CALLS_OF_A_CHECK = 20

#: What a method does to its input `path` in its later calls, when it has passed its check. The names come after those
#: of honest ones: the first is the baseline.
LATER_HARM = {
    "swaps_a_byte": "with open(path, 'r+b') as file:\n            file.write(bytes([file.read(1)[0] ^ 1]))",
    "stretches": "open(path, 'ab').write(b'xxxx')",
    "truncates_and_ends": "os.truncate(path, 0)\n        os._exit(1)",
}


#: An honest method of each job.
OF_JOB = {"deliver": "copyfileobj", "scan": "readinto_1m"}

#: The honest ones beside harmful ones: workers that fill a window wait before each call, and leave the CPUs to others.
CALM, OTHER_CALM = "calm", "other_calm"


def around(job: str, body: str) -> str:
    """An honest method in Python, called by another function of its name: its body has `found = _JOB(path, *sink)`."""
    honest = (TESTS.parent / f"methods/{job}/python/{OF_JOB[job]}.py").read_text()
    return honest.replace(f"def {job}(", f"def _{job}(") + f"\n\ndef {job}(path, *sink):\n{body}    return found\n"


def calm(folder: Path, job: str) -> None:
    """Write two methods into a tree that do as an honest one, and wait a millisecond before each call."""
    folder.mkdir(parents=True)
    body = f"    import time\n\n    time.sleep(0.001)\n    found = _{job}(path, *sink)\n"
    for name in (CALM, OTHER_CALM):
        (folder / f"{name}.py").write_text(around(job, body))


def harmful(place: Place, job: str) -> str:
    """A tree with a method of Python for each kind of later harm, which otherwise does as the honest ones there."""
    folder = place.root / "tree" / job / "python"
    calm(folder, job)
    for name, harm in LATER_HARM.items():
        body = (
            f"    import os\n    import time\n\n    time.sleep(0.001)\n    found = _{job}(path, *sink)\n"
            f"    with open({str(place.root / name)!r}, 'ab') as calls:\n        calls.write(b'.')\n"
            f"        late = calls.tell() > {CALLS_OF_A_CHECK}\n    if late:\n        {harm}\n"
        )
        (folder / f"{name}.py").write_text(around(job, body))
    return str(folder.parents[1])


@pytest.mark.parametrize(
    ("job", "given"),
    [
        # Small inputs: a method is called many times more than in its check, however busy the machine is.
        ("deliver", ("--set", "file_bytes=200", "--set", "clients=2")),
        ("deliver", ("--set", "file_bytes=200")),
        ("scan", ("--set", "records=10")),
    ],
    ids=["several workers", "one worker", "a result"],
)
def test_whoever_changes_an_input_late_is_named_and_no_other_arm_reads_it(
    place: Place, job: str, given: tuple[str, ...]
) -> None:
    tree, honest = harmful(place, job), (CALM, OTHER_CALM)
    place.shorten_windows()
    document = place.document(
        "run", job, *given, "--with", tree, *(f"--method=python/{name}" for name in (*honest, *LATER_HARM)),
        "--rounds", "9", "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    arms = {arm["method"]: arm for arm in document["levels"][0]["arms"]}
    assert {arms[name]["status"] for name in honest} == {"measured"}, arms
    for name in LATER_HARM:
        assert (arms[name]["status"], name) == ("disqualified", name)
        assert "changed its input" in arms[name]["reason"]
    # A busy machine may spoil a row of theirs; no work of theirs is wrong.
    theirs = ", ".join(f"'python/{name}'" for name in honest)
    found = place.document(
        "query", f"SELECT status, count(*) AS n FROM samples WHERE arm IN ({theirs}) GROUP BY status"
    )
    rows = {row["status"]: row["n"] for row in found}
    assert rows["ok"] > 0 and set(rows) <= {"ok", "void"}, rows
    assert place.leftovers() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file immutable")
@pytest.mark.parametrize("name", sorted(UNCHANGEABLE))
def test_what_cannot_be_removed_is_told_and_ends_nothing(place: Place, name: str) -> None:
    try:
        document, err = run_of(place, written(place.root / "tree"), 8, name)
    finally:
        tidied(place)
    arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
    assert arms["python/os_write"]["status"] == arms["python/file_reopen"]["status"] == "measured"
    assert place.leftovers() == [] or "still there" in err or "cannot be" in err


def unmarked() -> list[int]:
    """The processes that `leaves_a_child_without_a_mark` left."""
    return [one.pid for one in psutil.process_iter(["cmdline"]) if one.info["cmdline"] == ["sleep", "600.60"]]


def test_what_has_no_mark_and_outlives_a_killed_run_is_ended_by_the_next_start(place: Place, contained: bool) -> None:
    if not contained:
        pytest.skip("no cgroup can be made here")
    tree, before = written(place.root / "tree"), set(unmarked())  # another test may have its own
    process = place.start(
        "run", "append", "--with", str(TESTS / "broken_workers"), "--with", str(tree), "--set", "records=100",
        "--method", "python/os_write", "--method", "broken/leaves_a_child_without_a_mark", "--no-evidence",
        "--target", str(place.target),
    )  # fmt: skip
    while not (left := set(unmarked()) - before):
        assert process.poll() is None
    process.kill()
    process.communicate()
    assert left & set(unmarked())
    done = place.run(
        "run", "append", "--set", "records=10", "--method", "c/write_keep_open", "--method", "c/write_reopen",
        "--rounds", "8", "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    assert done.returncode == 0 and not left & set(unmarked())
    assert place.leftovers() == []


#: Sends its file, then does something to the output that all methods of a round write to.
SENDS = """\
# Harms its output.
# Use it nowhere: it shows that harm stays with the one who does it.

from __future__ import annotations

import fcntl
import io
import os
import re
import shutil
import socket
import time


def deliver(path, sink):
    time.sleep(0.001)
    writer = io.BufferedWriter(io.FileIO(sink.fileno(), "wb", closefd=False))
    with open(path, "rb") as source, writer:
        shutil.copyfileobj(source, writer)
        sent = source.tell()
    {harm}
    return sent
"""


@pytest.mark.parametrize("clients", [1, 2])
def test_whoever_shuts_the_output_of_all_leaves_and_the_others_are_measured(place: Place, clients: int) -> None:
    place.shorten_windows()
    tree = place.root / "tree" / "deliver" / "python"
    calm(tree, "deliver")
    for name, harm in (
        ("shuts", "socket.socket(fileno=os.dup(1)).shutdown(socket.SHUT_RDWR)"),
        ("blocks", "fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | os.O_NONBLOCK)"),
    ):
        (tree / f"{name}.py").write_text(SENDS.format(harm=harm))
    at_once = "\n\nsocket.socket(fileno=os.dup(1)).shutdown(socket.SHUT_RDWR)\n"
    (tree / "shuts_at_once.py").write_text(SENDS.format(harm="pass") + at_once)
    document = place.document(
        "run", "deliver", "--with", str(tree.parents[1]), "--set", "sink=unix", "--set", "file_bytes=300000",
        "--set", f"clients={clients}", "--method", f"python/{CALM}", "--method", "python/shuts",
        "--method", "python/shuts_at_once", "--method", "python/blocks", "--method", f"python/{OTHER_CALM}",
        "--rounds", "9", "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
    assert arms["python/shuts"]["status"] in ("failed", "disqualified")
    assert arms[f"python/{CALM}"]["status"] == arms[f"python/{OTHER_CALM}"]["status"] == "measured"
    assert arms["python/shuts_at_once"]["status"] == "disqualified"
    assert "shut its output" in arms["python/shuts_at_once"]["reason"]
    if clients == 1:
        assert "shut its output" in arms["python/shuts"]["reason"]


def test_harm_in_another_language_has_its_own_reason(tmp_path: Path) -> None:
    reasons = languages.reasons()
    names = ["php/hostile_exits_well", "php/hostile_throws", "c/hostile_kills_itself", "c/hostile_renices_iotrial"]
    with folder_in_memory(tmp_path) as home:
        place = Place(home)
        document = place.document(
            "run", "append", "--with", str(languages.written(place.root / "tree")), "--set", "records=100",
            "--method", "python/os_write", "--method", "python/file_reopen",
            *(word for name in names for word in ("--method", name)), "--rounds", "9", "--blocks", "1",
            "--no-evidence", "--target", str(place.target),
        )  # fmt: skip
        arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
    assert {
        name: arms[name]["reason"] for name in names if not re.search(reasons[name], arms[name]["reason"] or "")
    } == {}
    assert arms["python/os_write"]["status"] == arms["python/file_reopen"]["status"] == "measured"
