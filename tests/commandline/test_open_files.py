"""A low limit of open files costs those methods that reach it, and no other."""

from __future__ import annotations

from commandline.command import Place

MANY = ("append_many", "--set", "logs=60", "--set", "records=60", "--blocks", "1", "--rounds", "10")


def test_who_reaches_the_limit_fails_with_that_reason_and_who_closes_files_when_the_system_refuses_one_goes_on(
    place: Place,
) -> None:
    document = place.document(
        "run", *MANY, "--method", "c/*", "--method", "python/keep_all_open", "--method", "python/gather",
        "--set", "open_files=none,48", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    free, limited = document["levels"]
    assert (free["level"]["open_files"], limited["level"]["open_files"]) == ("none", 48)
    assert {arm["status"] for arm in free["arms"]} == {"measured"}
    arms = {arm["arm"]: arm for arm in limited["arms"]}
    for holder in ("c/keep_all_open", "python/keep_all_open"):
        assert arms[holder]["status"] == "failed" and "Too many open files" in arms[holder]["reason"]
        assert arms[holder]["verdict"] is None
    others = ("c/reopen_each", "c/keep_recent", "c/keep_until_full", "python/gather")
    assert {arms[name]["status"] for name in others} == {"measured"}
    assert place.leftovers() == []


def test_a_limit_that_is_none_or_too_low_is_refused(place: Place) -> None:
    for value, words in (("5", "at least 16"), ("0", "at least 16"), ("few", "or none"), ("-1", "or none")):
        done = place.run("run", *MANY, "--set", f"open_files={value}", "--target", str(place.target))
        assert done.returncode == 2 and words in done.stderr, done.stderr
    assert place.leftovers() == []
