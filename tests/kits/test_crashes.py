"""A crash in the middle of a log is the same in every language: what a method keeps back is lost, and counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.measure.check_methods import check

#: In each language a method that keeps 100 messages back, and declares that a crash loses none.
KEEPS_BACK = Path(__file__).resolve().parents[1] / "keeps_back"
LANGUAGES = sorted(path.name for path in (KEEPS_BACK / "log").iterdir())


def test_there_is_one_in_every_language() -> None:
    kits = tree.load().kits
    assert sorted(name for name, kit in kits.items() if kit.adapter("log").is_file() and not kit.like) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_method_keeps_back_is_lost_and_counted_at_every_input(language: str, tmp_path: Path) -> None:
    catalog = tree.load([KEEPS_BACK])
    found = check(catalog, [catalog.methods[("log", f"{language}/keeps")]], tmp_path)
    if found[0].status == "skipped" and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
        pytest.skip(str(found[0].reason))
    said = "declares `survives: kill` and lost 100 of 250 messages when it was killed"
    assert {(result.status, result.reason) for result in found} == {("disqualified", said)}
