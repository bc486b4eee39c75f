"""Commands whose results root is an object store: measured on one host, read on another."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

from commandline.command import Place

ASKED = ("append", "--method=c/write_keep_open", "--method=c/write_reopen", "--no-evidence", "--blocks=1")


def test_a_run_is_measured_on_one_host_and_read_on_another(place: Place) -> None:
    url = f"file://{place.root}/store"
    done = place.run("run", *ASKED, "--rounds=8", "--target", str(place.target), "--results", url)
    assert done.returncode == 0, done.stderr
    (sent,) = [line for line in done.stderr.splitlines() if "sent to" in line]
    run = Path(sent.removeprefix("sent to file://"))
    assert run.parent == place.root / "store" and (run / "run.json").exists()
    assert not place.results.exists()
    shutil.rmtree(place.root / "cache" / "iotrial" / "mirrors")  # another host has seen nothing
    place.environment["IOTRIAL_RESULTS"] = url
    (row,) = place.document("runs")
    assert row["run"] == run.name
    assert place.document("show", run.name)["run"] == run.name
    assert place.document("show", f"{url}/{run.name}")["run"] == run.name
    assert place.document("query", "SELECT count(*) AS n FROM samples")[0]["n"] > 0
    for words in (("explain",), ("report", "--output", "page.html")):
        done = place.run(*words)
        assert done.returncode == 0 and "sent to" not in done.stderr, done.stderr
    assert place.run("export", "last", "--format", "csv").returncode == 0


def test_a_run_that_is_interrupted_is_sent_when_it_has_gone_on_to_its_end(place: Place) -> None:
    url = f"file://{place.root}/store"
    place.environment["IOTRIAL_RESULTS"] = url
    assert place.document("runs") == []
    (place.results,) = (place.root / "cache" / "iotrial" / "mirrors").iterdir()
    ended = place.interrupt(signal.SIGINT, "run", *ASKED, "--rounds=16", "--target", str(place.target))
    assert "sent to" not in ended.stderr and not list((place.root / "store").glob("*"))
    (run,) = place.runs()
    done = place.run("run", "--resume", run.name)
    assert done.returncode == 0 and f"sent to {url}/{run.name}" in done.stderr, done.stderr


def test_an_address_of_no_store_is_one_line_and_a_hint(place: Place) -> None:
    for address in ("ftp://host/runs", "nonsense://x", "https://host/runs"):
        done = place.run("runs", "--results", address)
        first, hint = done.stderr.splitlines()
        assert done.returncode == 2 and first.startswith(f"error: {address}: runs cannot be kept at")
        assert hint.startswith("hint: they can at s3://")
