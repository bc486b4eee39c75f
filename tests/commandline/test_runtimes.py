"""`--runtime`: one method with several runtimes in one run, and the same ones when it goes on."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

from commandline.command import PATIENCE_S, SMALL_PYTHON, Place, ended_if_this_fails

#: Each of two methods with each of two runtimes takes a round more.
SMALL = (*SMALL_PYTHON, "--rounds", "9", "--no-evidence")


def runtimes(place: Place) -> str:
    """This Python, and the same one by a script with an option of its own."""
    path = place.root / "python-quiet"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -X dev=0 "$@"\n')
    path.chmod(0o755)
    return f"python={sys.executable},{path}"


def test_each_method_is_measured_with_each_runtime_in_the_same_rounds(place: Place) -> None:
    done = place.run("run", *SMALL, "--runtime", runtimes(place), "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    version = ".".join(map(str, sys.version_info[:3]))
    assert f"note: python/*@{version}-python-quiet is" in done.stderr.replace("\n", " ")
    document = place.document("show")
    (level,) = document["levels"]
    assert {(arm["method"], arm["variant"]) for arm in level["arms"]} == {
        (method, f"{version}-{name}")
        for method in ("os_write", "file_reopen")
        for name in (sys.executable.rpartition("/")[2], "python-quiet")
    }
    assert all(arm["status"] == "measured" and version in arm["record"]["runtime"] for arm in level["arms"])
    assert level["baseline"] == level["variants"][0]["over"]
    methods = {row["over"].partition("@")[0] for row in level["variants"]}
    assert methods == {"python/os_write", "python/file_reopen"} and len(level["variants"]) == 2
    assert "the same method" in place.run("show", "--details").stdout
    assert all(
        f"os_write@{version}-{name}" in done.stdout for name in (sys.executable.rpartition("/")[2], "python-quiet")
    )
    for form in ("csv", "tsv", "hyperfine"):
        assert f"@{version}-python-quiet" in place.run("export", "--format", form).stdout
    assert place.run("compare", "last", "last").returncode == 0
    assert len(place.document("explain", "last", "python/os_write")["arms"]) == 2


def test_a_single_runtime_keeps_the_names_and_its_run_is_of_no_use_to_claims(place: Place) -> None:
    done = place.run("run", *SMALL, "--runtime", f"python={sys.executable}", "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    assert {arm["arm"] for arm in place.document("show")["levels"][0]["arms"]} == {
        "python/os_write",
        "python/file_reopen",
    }
    stored = json.loads((place.runs()[0] / "run.json").read_text())
    variants = [arm["variant"] for arm in stored["levels"][0]["arms"]]
    assert all(one["runtime_path"] == sys.executable and one["label"] is None for one in variants)


def test_a_run_goes_on_with_the_runtimes_that_it_began_with_and_one_that_is_replaced_is_told(place: Place) -> None:
    named = runtimes(place)
    given = ("run", *SMALL, "--runtime", named, "--target", str(place.target))
    assert place.interrupt(signal.SIGINT, *given).returncode == 130
    refused = place.run("run", "--resume", "last", "--runtime", named)
    assert refused.returncode == 2 and "leave --runtime out" in refused.stderr
    script = place.root / "python-quiet"
    script.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 9.9.9\nexit 1\n')
    done = place.run("run", "--resume", "last")
    assert done.returncode == 2 and "has changed since the run began" in done.stderr
    script.unlink()
    done = place.run("run", "--resume", "last")
    assert done.returncode == 2 and f"{script} is not there any more" in done.stderr
    runtimes(place)
    require_caution_if_replaced(place, script)
    document = place.document("show")
    assert document["complete"] and document["levels"][0]["rounds"] == 9
    assert all(row["rounds"] == 9 for row in document["levels"][0]["variants"])


def require_caution_if_replaced(place: Place, script: Path) -> None:
    """Go on with a run, and hold that a runtime that is replaced meanwhile is in its cautions."""
    newer = place.root / "newer"
    newer.write_text(script.read_text().replace("-X dev=0", "-X dev=0 -X utf8"))
    newer.chmod(0o755)
    stored = len(list(place.results.glob("[!.]*/sweep-*.parquet")))
    process = place.start("run", "--resume", "last")
    with ended_if_this_fails(process):
        place.wait_for_sweeps(process, stored + 1)
        newer.replace(script)  # as a package manager does
        assert process.poll() is None, "it ended before"
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0 and "Traceback" not in err, err
    run = json.loads((place.runs()[0] / "run.json").read_text())
    assert run["complete"]
    (told,) = [caution["text"] for caution in run["cautions"] if caution["code"] == "runtime_replaced"]
    assert "the file python-quiet of " in told
    assert "was replaced or changed while the run went on" in place.run("show", "--details").stdout.replace("\n", " ")


def test_runtimes_that_are_wrong_are_refused_before_anything_is_measured(place: Place) -> None:
    done = place.run("run", *SMALL, "--runtime", "python=/no/such", "--runtime", "cobol=x", "--runtime", "php")
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("error: ") == 3
    done = place.run("run", *SMALL, "--runtime", "c=sh")
    assert done.returncode == 2 and "error: --runtime" in done.stderr
    assert place.runs() == []
