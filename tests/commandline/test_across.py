"""`iotrial across`: one study on several machines, what it writes, and what it refuses."""

from __future__ import annotations

import json

from across.made_machines import facts, session
from commandline.command import Place

QUICK, SLOW = {"php/glob": 0.6, "php/iterator": 1.5}, {"php/glob": 1.6, "php/iterator": 1.5}


def test_runs_of_several_machines_are_set_side_by_side_and_written_down(place: Place) -> None:
    for number in range(3):
        session(place.root / "results", number, SLOW if number == 2 else QUICK, facts(number))
    done = place.run("across", "--markdown", "machines.md")
    assert done.returncode == 0, done.stderr
    assert "use glob on 2 of 3 machines. Use readdir on m3" in " ".join(done.stdout.split())
    written = (place.root / "machines.md").read_text()
    assert written.startswith("<!-- iotrial across -->\n") and "m3" in written and "| method |" in written
    document = place.document("across", "--study", "list-directory")
    assert [one["machine"] for one in document["advice"][0]["others"]] == ["m3"]
    assert place.run("across", "--markdown", "machines.md").returncode == 0  # a file of its own is written again


def test_folders_of_machines_may_be_anywhere_and_everything_wrong_is_told_at_once(place: Place) -> None:
    for name in ("one", "two"):
        session(place.root / name, 1, QUICK, facts(1))
    done = place.run("across", "one=one", "two=two", "--json")
    assert done.returncode == 0 and [one["machine"] for one in json.loads(done.stdout)["machines"]] == ["one", "two"]
    refused = place.run("across", "nothing", "x=nowhere")
    assert refused.returncode == 2 and "no run 'nothing'" in refused.stderr and "no run 'nowhere'" in refused.stderr
    (place.root / "mine.md").write_text("mine")
    kept = place.run("across", "one=one", "two=two", "--markdown", "mine.md")
    assert kept.returncode == 2 and (place.root / "mine.md").read_text() == "mine"
    alone = place.run("across", "one=one")
    assert alone.returncode == 2 and "1 of the machines" in alone.stderr and "hint: name the runs" in alone.stderr
