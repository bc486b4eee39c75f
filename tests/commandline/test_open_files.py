"""A low limit of open files costs those methods that reach it, and no other."""

from __future__ import annotations

from commandline.command import Place

MANY = ("append_many", "--set", "logs=60", "--set", "records=120", "--blocks", "1", "--rounds", "12")


def test_a_method_that_reaches_the_limit_fails_with_that_reason_and_the_others_go_on(place: Place) -> None:
    document = place.document(
        "run", *MANY, "--language", "python", "--set", "open_files=none,48", "--target", str(place.target)
    )
    free, limited = document["levels"]
    assert (free["level"]["open_files"], limited["level"]["open_files"]) == ("none", 48)
    assert {arm["status"] for arm in free["arms"]} == {"measured"}
    arms = {arm["method"]: arm for arm in limited["arms"]}
    assert arms["keep_all_open"]["status"] == "failed" and "Too many open files" in arms["keep_all_open"]["reason"]
    assert arms["keep_all_open"]["verdict"] is None
    assert {arms[name]["status"] for name in ("reopen_each", "keep_recent", "gather")} == {"measured"}
    assert place.leftovers() == []


def test_what_closes_its_files_when_the_system_refuses_one_more_goes_on(place: Place) -> None:
    document = place.document("run", *MANY, "--method", "c/*", "--set", "open_files=48", "--target", str(place.target))
    arms = {arm["method"]: arm for arm in document["levels"][0]["arms"]}
    if arms["keep_until_full"]["status"] != "skipped":
        assert "Too many open files" in arms["keep_all_open"]["reason"]
        assert arms["keep_until_full"]["status"] == "measured"


def test_a_limit_that_is_none_or_too_low_is_refused(place: Place) -> None:
    for value, words in (("5", "at least 16"), ("0", "at least 16"), ("few", "or none"), ("-1", "or none")):
        done = place.run("run", *MANY, "--set", f"open_files={value}", "--target", str(place.target))
        assert done.returncode == 2 and words in done.stderr, done.stderr
    assert place.leftovers() == []
