"""The campaigns of attacks/: all that they ever found stays mended, and a few inputs of each are tried every time."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from attacks.__main__ import PARTS, attack, drawn, in_turn, main
from attacks.other_user import MOVES
from attacks.part import Broken, Part, Skipped, kept
from attacks.races import WORKS
from hypothesis import strategies as st

from targets.hostile import require_root

FINDS = list(kept())


@pytest.mark.parametrize(("part", "path", "given"), FINDS, ids=[f"{part}/{path.stem}" for part, path, _ in FINDS])
def test_what_a_campaign_found_does_no_harm_any_more(part: str, path: Path, given: Any) -> None:
    PARTS[part].attempt(given)


@pytest.mark.parametrize("part", [name for name, part in PARTS.items() if not part.is_slow])
def test_a_short_campaign_finds_nothing(part: str) -> None:
    assert attack(PARTS[part], 0, always_the_same=True)[0] > 0


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if part.is_slow])
def test_a_slow_campaign_tries_each_kind_of_input_before_it_tries_any_twice(name: str) -> None:
    part = PARTS[name]
    found = in_turn(drawn(part), part.kind)
    kinds = [part.kind(one) for one in found]
    assert len(set(kinds)) >= 10
    assert len(set(kinds[: len(set(kinds))])) == len(set(kinds))


def test_a_slow_campaign_counts_what_did_harm_and_what_could_not_be_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("attacks.part.FINDS", tmp_path)
    monkeypatch.setattr("attacks.__main__.time", Mock(monotonic=itertools.count().__next__))

    def attempt(given: str) -> None:
        if given == "broken":
            raise Broken("harm")
        if given == "missing":
            raise Skipped("there is none here")

    kinds = st.sampled_from(("broken", "missing", "sound"))
    assert attack(Part("slow", "", kinds, attempt, is_slow=True, kind=str), 9) == (6, 3)
    printed = capsys.readouterr().out.splitlines()
    assert printed[-3:] == [
        "  broken: 3 tried, 3 that did harm",
        "  missing: 0 tried, 0 that did harm, 3 skipped: there is none here",
        "  sound: 3 tried, 0 that did harm",
    ]
    (path,) = tmp_path.glob("slow/*.json")
    assert json.loads(path.read_text())["said"] == "Broken: harm"


@pytest.mark.parametrize("work", [name for name in WORKS if name != "whole run"])
def test_another_user_who_swaps_names_beside_root_changes_nothing_of_roots(work: str) -> None:
    require_root()
    PARTS["races"].attempt({"work": work, "moves": list(MOVES), "tries": 4})


def test_a_part_that_needs_root_says_that_it_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 65534)
    assert main(["races", "--minutes", "0"]) == 0
    assert " ".join(capsys.readouterr().out.split()) == "races skipped: only root can act as another user"


def test_the_campaigns_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(PARTS)
