"""The decision of a gate: one session finds a regression, a second confirms it, and the worst entry comes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from iotrial.gate.decision import (
    WORST_FIRST,
    Asked,
    confirm,
    first_session,
    gate_result,
    regressions,
)
from iotrial.gate.gate_result import GatedPair, GateVerdict
from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_run import JudgedRun
from iotrial.store.record import Arm, VariantRecord
from judge import made

ASKED = Asked("mine", "before", 0.03, frozenset({"php/b"}))


def sides(of: str, **given: Any) -> list[Arm]:
    return [
        made.arm(f"{of}@{label}", variant=VariantRecord(of=of, label=label, is_first=label == "old"), **given)
        for label in ("old", "new")
    ]


def session(folder: Path, ratios: Mapping[str, float], *, others: list[Arm] | None = None, **given: Any) -> JudgedRun:
    """A session of php/a, php/b and others at two sizes."""
    old, new = sides("php/a")
    arms = [
        old.model_copy(update={"role": "baseline"}),
        old.model_copy(update={"role": "placebo"}),
        *(new, *sides("php/b")),
        *(others or []),
    ]
    levels = [made.level({"file_bytes": size}, "php/a@old", [], arms=arms) for size in (1, 2)]
    stored = made.run(levels, precision=0.03, margin=0.03)
    return judge_folder(made.store(folder, stored, ratios, **{"sweeps": 16, **given}))


def verdicts(pairs: list[GatedPair]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pair in pairs:
        found.setdefault(pair.arm, []).append(pair.verdict)
    return found


def test_what_is_not_slower_passes_at_every_level(tmp_path: Path) -> None:
    pairs = first_session(session(tmp_path, {"php/a@new": 1.01, "php/b@new": 0.7}), ASKED)
    assert verdicts(pairs) == {"php/a": ["pass", "pass"], "php/b": ["pass", "pass"]}
    assert [pair.changed for pair in pairs] == [False, True, False, True]
    document = gate_result(pairs, [session(tmp_path / "b", {})], ASKED)
    assert document.verdict == "pass" and document.comparisons == 4


def test_every_verdict_has_its_place_in_the_order() -> None:
    assert set(WORST_FIRST) == set(get_args(GateVerdict))


def test_a_folder_whose_name_is_no_text_is_named_as_far_as_it_is(tmp_path: Path) -> None:
    asked = replace(ASKED, against="old-\udcff", told=("old-\udcff is another",))
    result = gate_result([], [session(tmp_path, {})], asked)
    assert (result.against, result.told) == ("old-?", ["old-? is another"])


def test_a_regression_needs_a_second_session_that_shows_it_too(tmp_path: Path) -> None:
    slow = session(tmp_path / "1", {"php/b@new": 1.06})
    pairs = first_session(slow, ASKED)
    assert [pair.arm for pair in regressions(pairs)] == ["php/b", "php/b"]
    confirmed = confirm(pairs, session(tmp_path / "2", {"php/b@new": 1.06}), ASKED)
    assert verdicts(confirmed)["php/b"] == ["regression", "regression"]
    second = confirmed[1].second
    assert second is not None and second.ratio == pytest.approx(1.06, rel=0.002)
    assert gate_result(confirmed, [slow], ASKED).verdict == "regression"


def test_a_regression_that_the_second_session_does_not_show_is_undecided(tmp_path: Path) -> None:
    pairs = first_session(session(tmp_path / "1", {"php/b@new": 1.06}), ASKED)
    passing = confirm(pairs, session(tmp_path / "2", {}), ASKED)
    assert verdicts(passing)["php/b"] == ["undecided", "undecided"]
    assert "the second says that it passes" in str(passing[1].reason)
    open_again = confirm(pairs, session(tmp_path / "3", {"php/b@new": 1.03}, noise=0.02), ASKED)
    assert "the second leaves it open" in str(open_again[1].reason)


def test_a_second_session_that_cannot_be_had_or_believed_confirms_nothing(tmp_path: Path) -> None:
    pairs = first_session(session(tmp_path / "1", {"php/b@new": 1.06}), ASKED)
    gone = confirm(pairs, None, ASKED, "the target is gone")
    assert verdicts(gone)["php/b"] == ["invalid", "invalid"]
    assert "the target is gone" in str(gone[1].reason)
    wild = confirm(pairs, session(tmp_path / "2", {"php/b@new": 1.06}, change=_other_placebo), ASKED)
    assert verdicts(wild)["php/b"] == ["invalid", "invalid"]
    assert "placebo" in str(wild[1].reason)


def test_what_reaches_over_the_margin_is_undecided(tmp_path: Path) -> None:
    pairs = first_session(session(tmp_path, {"php/b@new": 1.03}, noise=0.02), ASKED)
    assert "undecided" in verdicts(pairs)["php/b"]
    assert next(pair.reason for pair in pairs if pair.verdict == "undecided") == (
        "the interval lies on both sides of the margin"
    )
    few = first_session(session(tmp_path / "few", {}, sweeps=3), ASKED)
    assert {pair.reason for pair in few} == {"too few rounds for an interval"}


def test_a_pass_cannot_rest_on_an_equality_that_nobody_could_tell(tmp_path: Path) -> None:
    dear = sides("php/dear", kit_ns=0.2 * made.BASE_NS)
    equal = first_session(session(tmp_path / "1", {}, others=dear), ASKED)
    assert verdicts(equal)["php/dear"] == ["undecided", "undecided"]
    assert "cannot be shown to be equal: the kit's own cost" in next(
        str(pair.reason) for pair in equal if pair.arm == "php/dear"
    )
    faster = first_session(session(tmp_path / "2", {"php/dear@new": 0.9}, others=dear), ASKED)
    assert verdicts(faster)["php/dear"] == ["pass", "pass"]
    slower = first_session(session(tmp_path / "3", {"php/dear@new": 1.1}, others=dear), ASKED)
    assert verdicts(slower)["php/dear"] == ["regression", "regression"]


def test_what_only_one_side_can_do_is_no_pass(tmp_path: Path) -> None:
    old, new = sides("php/c")
    wrong = new.model_copy(update={"status": "failed", "reason": "it died"})
    pairs = first_session(session(tmp_path / "1", {}, others=[old, wrong]), ASKED)
    assert verdicts(pairs)["php/c"] == ["invalid", "invalid"]
    skipped = [one.model_copy(update={"status": "skipped", "reason": "no compiler"}) for one in (old, new)]
    pairs = first_session(session(tmp_path / "2", {}, others=skipped), ASKED)
    assert verdicts(pairs)["php/c"] == ["not measured", "not measured"]
    assert gate_result(pairs, [session(tmp_path / "3", {})], ASKED).verdict == "pass"


def test_a_level_that_was_skipped_lists_its_methods(tmp_path: Path) -> None:
    old, new = sides("php/a")
    arms = [old.model_copy(update={"role": "baseline"}), old.model_copy(update={"role": "placebo"}), new]
    levels = [made.level({"target": "xfs"}, "php/a@old", [], arms=arms, status="skipped", reason="no xfs here")]
    document = judge_folder(made.store(tmp_path, made.run(levels, precision=0.03), sweeps=0))
    pairs = first_session(document, ASKED)
    assert [(pair.arm, pair.verdict, pair.reason) for pair in pairs] == [("php/a", "not measured", "no xfs here")]
    assert gate_result(pairs, [document], ASKED).verdict == "not measured"


@pytest.mark.parametrize("worst", range(len(WORST_FIRST)))
def test_the_gate_ends_with_the_worst_of_its_entries(tmp_path: Path, worst: int) -> None:
    found = session(tmp_path, {})
    pair = first_session(found, ASKED)[0]
    pairs = [pair.model_copy(update={"verdict": verdict}) for verdict in reversed(WORST_FIRST[worst:])]
    assert gate_result(pairs, [found], ASKED).verdict == WORST_FIRST[worst]


def _other_placebo(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
    slower = np.where(columns["arm"] == 1, columns["wall_ns"] * 1.2, columns["wall_ns"] * 1.0)
    return {**columns, "wall_ns": slower.astype(int)}


def test_one_entry_that_is_no_pass_is_enough_and_a_regression_stands_whatever_else_is_open(tmp_path: Path) -> None:
    found = session(tmp_path, {})
    pair = first_session(found, ASKED)[0]

    def together(*verdicts: GateVerdict) -> GateVerdict:
        return gate_result([pair.model_copy(update={"verdict": one}) for one in verdicts], [found], ASKED).verdict

    assert together("pass", "regression", "pass") == together("undecided", "invalid", "regression") == "regression"
    assert together("pass", "undecided") == "undecided" and together("invalid", "undecided") == "invalid"
    assert together("pass", "not measured") == "pass" and together("not measured") == "not measured"


def test_a_pair_that_still_moves_within_its_rounds_is_undecided(tmp_path: Path) -> None:
    def moving(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        slower = (columns["arm"] == 4) & (columns["block"] >= 3)
        return {**columns, "wall_ns": np.where(slower, columns["wall_ns"] * 1.1, columns["wall_ns"]).astype(int)}

    pairs = first_session(session(tmp_path, {"php/b@new": 0.7}, change=moving), ASKED)
    assert verdicts(pairs) == {"php/a": ["pass", "pass"], "php/b": ["undecided", "undecided"]}
    assert all("it still moves: " in str(pair.reason) for pair in pairs if pair.arm == "php/b")


def test_a_session_tells_how_far_two_copies_of_one_text_came_out_apart(tmp_path: Path) -> None:
    judged = session(tmp_path, {})
    (told,) = gate_result(first_session(judged, ASKED), [judged], ASKED).sessions
    assert told.copies_differ_by is not None and 0 < told.copies_differ_by < 0.03
