"""`iotrial machine` tells what will blur results, as text and as JSON, and changes nothing."""

from __future__ import annotations

from commandline.command import Place


def test_machine_tells_what_will_blur_results_and_what_to_do(place: Place) -> None:
    done = place.run("machine", "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    assert "what will blur results here:" in done.stdout or "nothing seen that blurs results" in done.stdout
    assert "\x1b" not in done.stdout
    assert place.leftovers() == []


def test_machine_gives_each_remark_as_an_object(place: Place) -> None:
    (machine,) = place.document("machine", "--target", str(place.target))
    assert isinstance(machine["noise_sources"], list)
    for remark in machine["noise_sources"]:
        assert set(remark) == {"what", "state", "effect", "change", "command"}
        assert remark["what"] and remark["state"] and remark["effect"]
