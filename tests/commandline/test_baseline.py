"""`iotrial run --baseline METHOD`: a method of the run, or a refusal with the nearest."""

from __future__ import annotations

import json

from commandline.command import SMALL, Place


def test_a_baseline_that_is_none_of_the_methods_is_refused_with_the_nearest(place: Place) -> None:
    refused = place.run("run", "scan", "--language", "c", "--baseline", "c/read_1")
    assert refused.returncode == 2 and "Traceback" not in refused.stderr
    assert "--baseline: 'c/read_1' is not among the methods of this run" in " ".join(refused.stderr.split())
    assert "did you mean 'c/read_1" in " ".join(refused.stderr.split())


def test_a_baseline_that_is_named_is_the_first_row_of_the_table(place: Place) -> None:
    done = place.run("run", *SMALL, "--baseline", "write_reopen", "--no-evidence", "--json")
    assert done.returncode == 0, done.stderr
    (level,) = json.loads(done.stdout)["levels"]
    assert level["baseline"] == level["arms"][0]["arm"] == "c/write_reopen"
