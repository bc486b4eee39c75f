"""`iotrial compare`: two runs of one study, and what it refuses."""

from __future__ import annotations

from commandline.command import Place
from commandline.recorded import recorded


def test_two_runs_of_one_study_are_set_side_by_side_and_unlike_ones_refused(place: Place) -> None:
    first, second = (recorded(name).copy_to(place) for name in ("small", "the same again"))
    document = place.document("compare", first, second)
    assert (document["before"]["run"], document["after"]["run"]) == (first, second)
    assert len(document["arms"]) == 1 and document["differs"] == []
    shown = place.run("compare", first).stdout
    assert document["arms"][0]["arm"] in shown and ("of 1" in shown or "The only verdict" in shown)
    refused = place.run("compare", first, recorded("another margin").copy_to(place))
    assert refused.returncode == 2 and "differ in their margin: 0.01 and 0.02" in refused.stderr
    assert place.run("compare", "no-such-run").returncode == 2
