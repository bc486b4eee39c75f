"""The campaigns of attacks/: all that they ever found stays mended, and a few inputs of each are tried every time."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from attacks.__main__ import main
from attacks.at_once import at_once
from attacks.campaign import _IS_ENDED, EXAMPLES, PARTS, attack, drawn, in_turn
from attacks.other_user import MOVES
from attacks.part import Broken, Part, Skipped, kept
from attacks.races import WORKS
from hypothesis import strategies as st

from places.hostile import require_root

FINDS = list(kept())
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("part", "path", "given"), FINDS, ids=[f"{part}/{path.stem}" for part, path, _ in FINDS])
def test_what_a_campaign_found_does_no_harm_any_more(part: str, path: Path, given: Any) -> None:
    PARTS[part].attempt(given)


QUICK = [name for name, part in PARTS.items() if not part.is_slow]


@pytest.mark.parametrize("part", QUICK)
def test_a_short_campaign_finds_nothing(part: str) -> None:
    assert attack(PARTS[part], 0, always_the_same=True, examples=EXAMPLES // 16).tried


@pytest.mark.long
@pytest.mark.parametrize("part", QUICK)
def test_a_campaign_finds_nothing(part: str) -> None:
    assert attack(PARTS[part], 0, always_the_same=True).tried.total() == EXAMPLES


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if part.is_slow])
def test_a_slow_campaign_tries_each_kind_of_input_before_it_tries_any_twice(name: str) -> None:
    part = PARTS[name]
    found = in_turn(drawn(part), part.kind)
    kinds = [part.kind(one) for one in found]
    assert len(set(kinds)) >= 8  # of ten or more, of which a draw may leave one out
    assert len(set(kinds[: len(set(kinds))])) == len(set(kinds))


def test_a_slow_campaign_counts_what_did_harm_and_what_could_not_be_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("attacks.part.FINDS", tmp_path)
    monkeypatch.setattr("attacks.campaign.time", Mock(monotonic=itertools.count().__next__))

    def attempt(given: str) -> None:
        if given == "broken":
            raise Broken("harm")
        if given == "missing":
            raise Skipped("there is none here")

    kinds = st.sampled_from(("broken", "missing", "sound"))
    monkeypatch.setitem(PARTS, "slow", Part("slow", "", kinds, attempt, is_slow=True, kind=str, size=len))
    assert main(["slow", "--minutes", "0.15", "--jobs", "1"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[-4:] == [
        "  broken: 18 tried, 3 that did harm",
        "  missing: 0 tried, 0 that did harm, 3 skipped: there is none here",
        "  sound: 15 tried, 0 that did harm",
        "slow         33 inputs, 3 that did harm",
    ]
    (path,) = tmp_path.glob("slow/*.json")
    assert json.loads(path.read_text())["said"] == "Broken: harm"
    assert main(["slow", "--minutes", "0.15", "--jobs", "1", "--only", "so"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("  sound: ")
    with pytest.raises(SystemExit, match="begins with 'x'"):
        main(["slow", "--minutes", "0.15", "--jobs", "1", "--only", "x"])


def test_a_campaign_goes_on_in_several_processes_at_once() -> None:
    command = [sys.executable, "-m", "attacks", "replies", "--minutes", "0", "--jobs", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["replies", "400", "inputs,", "0", "that", "did", "harm"]


#: A module that a process imports quickly: it counts something, unless it is told to die.
DIES = """
import os
import signal
from collections import Counter

from attacks.tally import Tally


def dies(given: str) -> Tally:
    if given == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return Tally(Counter({given: 3}), Counter({given: 1}))
"""


def test_a_process_that_dies_did_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "module_that_dies.py").write_text(DIES)
    monkeypatch.syspath_prepend(tmp_path)
    dies = importlib.import_module("module_that_dies").dies
    assert str(at_once(2, dies, "live")) == "6 inputs, 2 that did harm"
    assert str(at_once(2, dies, "die")) == "0 inputs, 2 that did harm"
    assert "a process ended with -9 in the middle of die" in capsys.readouterr().out


@pytest.mark.parametrize("is_slow", [False, True])
def test_whoever_ends_a_campaign_is_no_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_slow: bool) -> None:
    monkeypatch.setattr("attacks.part.FINDS", tmp_path)
    before = signal.getsignal(signal.SIGTERM)

    def attempt(given: str) -> None:
        with contextlib.suppress(KeyboardInterrupt):  # as a command does, which takes it for its own Ctrl-C
            signal.raise_signal(signal.SIGTERM)

    part = Part("ended", "", st.text(), attempt, is_slow=is_slow)
    monkeypatch.setitem(PARTS, "ended", part)
    try:
        assert main(["ended", "--minutes", "9", "--jobs", "1"]) == 128 + signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, before)
        _IS_ENDED.clear()
    assert list(tmp_path.iterdir()) == []


def test_what_harms_once_and_not_again_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("attacks.part.FINDS", tmp_path)
    monkeypatch.setattr("attacks.campaign.time", Mock(monotonic=itertools.count().__next__))
    first = iter([Broken("only now")])

    def attempt(given: str) -> None:
        for error in first:
            raise error

    assert attack(Part("fickle", "", st.text(), attempt), 1).broken.total() == 1
    assert "only now" in capsys.readouterr().out
    (path,) = tmp_path.glob("fickle/*.json")
    assert json.loads(path.read_text())["said"] == "Broken: only now"


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
