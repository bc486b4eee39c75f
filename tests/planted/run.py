"""Put the tests to the test: plant each listed fault in a copy of the tree, where a test that is named must find it.

    python tests/planted/run.py [--children N] [ROOM | ROOM/NAME]...

First all of these tests run without a fault, and must pass. Ends with 1 if one does not, or if a fault is not found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for who starts this file by its name

from planted.faults import ROOT, Fault, all_faults, why_it_does_not_apply

#: What a fault may take until it is found; some faults make things wait.
MOST_S = 900.0


@dataclass(frozen=True)
class Outcome:
    """What came of some tests: those that failed, and the others that did not pass, each with why."""

    failed: list[str]
    unusable: list[str]
    passed: int


# ---- The copy


@contextmanager
def copied_tree() -> Iterator[Path]:
    """A copy of what git would keep, with a virtual environment of its own; all that was started there is ended."""
    folder = Path(tempfile.mkdtemp(prefix="iotrial-planted-"))
    try:
        folder.chmod(0o755)  # servers run as nobody
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        tree = folder / "tree"
        for file in filter(None, listed):
            if os.path.lexists(ROOT / file):
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, tree / file, follow_symlinks=False)
        make_environment(tree)
        yield tree
    finally:
        clear(folder)


def make_environment(tree: Path) -> None:
    """Make a virtual environment by links to that of this process, but for iotrial, which is the copy's.

    So whatever a test starts has the copy's code: a program of Python, the command `iotrial`, and what empties its
    environment first.
    """
    ours, theirs = Path(sys.prefix), tree / ".venv"
    packages = Path(sysconfig.get_path("purelib"))
    inside = theirs / packages.relative_to(ours)
    inside.mkdir(parents=True)
    for path in packages.iterdir():
        if path.name != "iotrial" and path.name != "_editable_impl_iotrial.pth":
            (inside / path.name).symlink_to(path)
    (inside / "_editable_impl_iotrial.pth").write_text(f"{tree / 'src'}\n", encoding="utf-8")
    shutil.copy2(ours / "pyvenv.cfg", theirs / "pyvenv.cfg")
    (theirs / "bin").mkdir()
    for path in (ours / "bin").iterdir():
        program = theirs / "bin" / path.name
        if path.is_symlink():
            program.symlink_to(path.readlink())
        elif path.is_file() and path.read_bytes()[:2] == b"#!":
            program.write_bytes(path.read_bytes().replace(os.fsencode(ours), os.fsencode(theirs)))
            program.chmod(0o755)
        else:
            program.symlink_to(path)


def require_own_code(tree: Path) -> None:
    """End if a program of a copy would import anything but the copy's code, whatever its environment says."""
    asked = [str(tree / ".venv" / "bin" / "python"), "-I", "-c", "import iotrial; print(iotrial.__file__)"]
    found = subprocess.run(asked, cwd="/", env={}, capture_output=True, text=True, check=False).stdout.strip()
    if found != str(tree / "src" / "iotrial" / "__init__.py"):
        sys.exit(f"error: the copy imports {found or 'no iotrial'} instead of its own code")


def clear(folder: Path) -> None:
    """End the processes of a copy that a fault has left, unmount what it has left mounted there, and remove it."""
    mark = os.fsencode(folder) + b"/"
    for process in psutil.process_iter():
        with suppress(OSError, psutil.Error):
            if mark in Path(f"/proc/{process.pid}/environ").read_bytes() or mark in os.fsencode(process.cwd() + "/"):
                process.kill()
    mounted = [place.mountpoint for place in psutil.disk_partitions(all=True)]
    for place in sorted((place for place in mounted if place.startswith(f"{folder}/")), reverse=True):
        subprocess.run(["umount", "--lazy", place], check=False, capture_output=True)
    loops = ["losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE"]
    with suppress(OSError):
        for line in subprocess.run(loops, capture_output=True, text=True, check=False).stdout.splitlines():
            device, _, image = line.partition(" ")
            if image.strip().startswith(f"{folder}/"):
                subprocess.run(["losetup", "--detach", device], check=False, capture_output=True)
    # Not by Python, which goes down by recursion: a fault may leave folders that lie very deep.
    subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=False, capture_output=True)


# ---- The tests


def outcome_of(tree: Path, tests: Sequence[str], *words: str) -> Outcome:
    """Run tests in a copy, by its own code."""
    report, log = tree.parent / "report.xml", tree.parent / "log"
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    environment = {**kept, "IOTRIAL_REQUIRE_KITS": "1", "TMPDIR": str(tree.parent)}
    python = str(tree / ".venv" / "bin" / "python")
    options = ("-p", "no:cacheprovider", f"--junitxml={report}", *words)
    with log.open("wb") as said:
        running = subprocess.Popen(
            [python, "-m", "pytest", *options, *tests],
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        try:
            running.wait(MOST_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            return Outcome([], [f"it took over {MOST_S:.0f} s"], 0)
    found = read_report(report) if report.exists() else Outcome([], [], 0)
    if not found.failed and not found.unusable and not found.passed:  # such as a test that is not there
        return Outcome([], [log.read_text(errors="replace")[-1000:].strip()], 0)
    return found


def read_report(report: Path) -> Outcome:
    """Sort the tests of a report by what came of them; what fails before a test or after it fails that test."""
    failed, unusable, passed = [], [], 0
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
        error, skipped = case.find("error"), case.find("skipped")
        why = "" if error is None else error.get("message", "")
        if case.find("failure") is not None or why.startswith("failed on "):
            failed.append(name)
        elif error is not None:
            unusable.append(f"{case.get('name')}: {why}: {(error.text or '').strip()[-1000:]}")
        elif skipped is not None:
            unusable.append(f"{name} is left out: {skipped.get('message')}")
        else:
            passed += 1
    return Outcome(failed, unusable, passed)


def is_found(fault: Fault) -> bool:
    """Plant a fault in a copy, run the tests that are to find it, and print what came of them."""
    began = time.monotonic()
    with copied_tree() as tree:
        why = why_it_does_not_apply(fault, tree)
        outcome = Outcome([], [f"the patch does not apply: {why}"], 0)
        if not why:
            outcome = outcome_of(tree, fault.found_by, "-x")
    took = f"{time.monotonic() - began:.0f} s"
    if outcome.failed:
        print(f"found      {fault.name}: {fault.what}\n           by {outcome.failed[0]} ({took})", flush=True)
    else:
        said = "; ".join(outcome.unusable or [f"{outcome.passed} tests passed"])
        print(f"NOT FOUND  {fault.name}: {fault.what}\n           {said} ({took})", flush=True)
    return bool(outcome.failed)


def pass_without(faults: Sequence[Fault], children: int) -> bool:
    """True if the tests of all faults pass without any; print those that do not."""
    tests = sorted({test for fault in faults for test in fault.found_by})
    began = time.monotonic()
    with copied_tree() as tree:
        require_own_code(tree)
        outcome = outcome_of(tree, tests, "-n", str(children))
    took = f"{time.monotonic() - began:.0f} s"
    is_sound = outcome.passed > 0 and not outcome.failed and not outcome.unusable
    print(f"{'pass      ' if is_sound else 'FAIL      '} {outcome.passed} tests without a fault ({took})", flush=True)
    for wrong in (*outcome.failed, *outcome.unusable):
        print(f"           {wrong}", flush=True)
    return is_sound


def main() -> int:
    """Try what is asked for, as many at once as there are CPUs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("selection", nargs="*", metavar="ROOM[/NAME]", help="all if there is none")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="faults at once")
    asked = parser.parse_args()
    known = all_faults()
    for selection in asked.selection:
        if not any(selection in (fault.name, fault.name.partition("/")[0]) for fault in known):
            parser.error(f"{selection} is no room with faults and no fault; {ROOT / 'tests/planted'} has them")
    wanted = {*asked.selection}
    faults = [fault for fault in known if not wanted or wanted & {fault.name, fault.name.partition("/")[0]}]
    is_sound = pass_without(faults, asked.children)
    pool = ThreadPoolExecutor(asked.children)
    try:
        found = list(pool.map(is_found, faults))
    finally:
        pool.shutdown(cancel_futures=True)  # Ctrl-C ends those that run, and begins no others
    print(f"{sum(found)} of {len(found)} found")
    return 0 if is_sound and found and all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
