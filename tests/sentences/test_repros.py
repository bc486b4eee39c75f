"""Sentences that once said what their own table did not carry, each by the run that it was said of."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.judge.explain_run import explain_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.explain_screen import show as show_explained
from iotrial.report.level_answer import answer
from iotrial.report.run_screen import show
from iotrial.report.what_to_use import what_to_use
from iotrial.store.record import LevelRecord
from judge import made
from sentences.drawn import MORE, SAFE, USUAL, WORDS, Drawing
from sentences.reader import Read, plain, read


def run_of(levels: list[LevelRecord], ratios: dict[tuple[int, int], float], noise: float = 0.002, **given: Any) -> Read:
    """A run with these ratios, by level and arm."""
    keys = ("sweeps", "drifts")
    made_of = Drawing(np.random.default_rng(1), levels, **{key: given.pop(key) for key in keys if key in given})
    made_of.ratios, made_of.noise, made_of.given = ratios, noise, given
    return read(made_of.stored("20261121-143055-k3x9"))


def told(judged: JudgedRun) -> str:
    return plain(" ".join(what_to_use(judged)))


def shown(judged: JudgedRun, *, details: bool = False) -> str:
    out = io.StringIO()
    show(judged, Console(file=out, width=2000), details=details)
    return plain(out.getvalue())


def test_a_range_over_sizes_is_one_of_those_at_which_it_is_decided_and_the_others_are_named() -> None:
    levels = [made.level({"file_bytes": size}, USUAL, ["php/b"]) for size in (12, 1 << 20)]
    run = run_of(levels, {(0, 2): 12.9, (1, 2): 1.0})
    assert told(run.judged) == (
        "In PHP, at file_bytes=12 and 1048576: use usual, the usual way. "
        "Avoid b (12.9 times as long; unclear for file_bytes=1048576)."
    )


def test_a_price_over_sizes_is_one_of_those_at_which_it_is_decided() -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "no"}), made.arm("php/c", guarantees={"lock": "record"})]
    levels = [made.level({"records": count}, USUAL, [], arms=arms) for count in (10, 1000)]
    run = run_of(levels, {(0, 2): 2.0, (1, 2): 2.0, (0, 3): 3.0, (1, 3): 1.0})
    assert "If you need lock=record: c (3.0 times as long; unclear for records=1000)." in told(run.judged)


@pytest.mark.parametrize("words", [WORDS, {}])
def test_a_logger_that_loses_lines_is_advised_with_that_and_by_a_name_of_its_own(words: dict[str, Any]) -> None:
    loose = {"survives": "no"}
    arms = [
        made.arm("php/spdlog", role=role, called="spdlog, flushed", guarantees={"survives": "kill"})
        for role in made.ROLES_OF_1
    ]
    arms += [made.arm("php/spdlog_async", called="spdlog, asynchronous", guarantees=loose)]
    arms += [made.arm("php/spdlog_buffered", called="spdlog", guarantees=loose)]
    level = made.level({"messages": 500}, "php/spdlog", [], arms=arms)
    text = told(run_of([level], {(0, 2): 0.9, (0, 3): 0.4}, more=MORE, conditions=words).judged)
    given = ", if the last messages may be lost." if words else ", which gives survives=no only."
    assert f"use spdlog (spdlog_buffered){given}" in text


def test_a_logger_that_loses_lines_is_not_advised_first_where_nearly_everybody_needs_them() -> None:
    arms = [made.arm("php/spdlog", role=role, called="spdlog", guarantees=SAFE) for role in made.ROLES_OF_1]
    arms += [made.arm(f"php/{name}", called=name, guarantees={"survives": "no"}) for name in ("async", "buffered")]
    level = made.level({"messages": 500}, "php/spdlog", [], arms=arms)
    ratios = {(0, 2): 0.4, (0, 3): 0.1}
    text = told(run_of([level], ratios, more=MORE, conditions=WORDS, needed={"survives": "kill"}).judged)
    assert text.startswith("In PHP (messages 500): use spdlog, the usual way; the other ways here promise")
    assert "If the last messages may be lost: buffered (10.0 times as fast)." in text


def test_parameters_stand_in_sentences_as_in_the_table() -> None:
    arms = [made.arm(USUAL, role=role, called="copyfileobj()") for role in made.ROLES_OF_1]
    arms += [made.arm(f"{USUAL}(piece_bytes=4096)", called="copyfileobj()")]
    text = told(run_of([made.level({"n": 1}, USUAL, [], arms=arms)], {(0, 2): 3.3}).judged)
    assert "use copyfileobj(), the usual way. Avoid copyfileobj() with piece_bytes=4096 (3.3 times as long)." in text


def test_a_parameter_that_a_name_says_by_itself_is_not_said_twice() -> None:
    arms = [made.arm(USUAL, role=role, called="read() of 128 KiB") for role in made.ROLES_OF_1]
    arms += [made.arm(f"{USUAL}(piece_bytes=4096,depth=2)", called="read() of 4 KiB")]
    text = told(run_of([made.level({"n": 1}, USUAL, [], arms=arms)], {(0, 2): 3.3}).judged)
    assert "Avoid read() of 4 KiB with depth=2 (3.3 times as long)." in text


def test_a_method_whose_row_still_moves_is_not_advised_however_quick_it_is() -> None:
    level = made.level({"n": 1}, USUAL, ["php/explode", "php/c"])
    run = run_of([level], {(0, 2): 0.512, (0, 3): 1.5}, drifts={(0, 2): 0.06})
    assert run.judged.levels[0].by_name["php/explode"].verdict == "undecided"
    assert told(run.judged) == (
        "In PHP (n 1): use usual for now, the usual way. "
        "Unclear so far: explode (0.53 times as long; its time has not settled). c takes 1.50 times as long."
    )
    assert "use explode" not in shown(run.judged)
    text = plain(answer(run.judged.levels[0]))
    assert text == "php/explode came out the fastest and still moves, so nothing is decided of it."
    assert "is the fastest" not in shown(run.judged, details=True)


def test_what_a_row_decides_can_be_told_apart_in_the_details_and_in_the_answer() -> None:
    """Rounds enough for the rows of the table, and too few for every pair."""
    others = [f"php/{name}" for name in "bcdefg"]
    rows, pairs = (made.rounds_needed("levels", count) for count in (7, 28))
    assert rows < pairs
    run = run_of(
        [made.level({"n": 1}, USUAL, list(others))], {(0, 2 + n): 1.16 + n / 10 for n in range(6)}, sweeps=rows
    )
    (level,) = run.judged.levels
    assert {level.by_name[name].verdict for name in others} == {"slower"}
    assert "cannot be told apart" not in answer(level) and level.winner == USUAL
    assert told(run.judged).startswith("In PHP (n 1): use usual, the usual way. b takes 1.16 times as long")


def test_methods_that_died_with_other_figures_are_told_with_all_of_them() -> None:
    reason = "Allowed memory size exhausted (tried to allocate {} bytes)"
    died = [
        made.arm(f"php/{name}", status="failed", reason=reason.format(size))
        for name, size in (("b", 20983808), ("c", 6307840))
    ]
    levels = [
        made.level({"php.memory_limit": "16M"}, USUAL, ["php/d", *died]),
        made.level({"php.memory_limit": "128M"}, USUAL, ["php/d", "php/b", "php/c"]),
    ]
    run = run_of(levels, {(0, 2): 1.5, (1, 2): 1.5, (1, 3): 2.0, (1, 4): 3.0})
    assert "(tried to allocate 6307840 to 20983808 bytes)" in shown(run.judged)
    assert told(run.judged).endswith(
        "In PHP, in both conditions: use usual, the usual way. d takes 1.50 times as long. "
        "Avoid b (2.0 times as long; no figure for php.memory_limit=16M) "
        "and c (3.0; no figure for php.memory_limit=16M). With php.memory_limit=128M instead of 16M: the same time "
        "within 1 %."
    )


def test_a_size_at_which_nothing_is_decided_has_no_figure_for_how_much_the_choice_matters() -> None:
    levels = [made.level({"records": count}, USUAL, ["php/b"]) for count in (10, 1000)]
    run = run_of(levels, {(0, 2): 3.0, (1, 2): 1.0})
    assert "over the fastest: 3.0" in shown(run.judged, details=True).replace("2.99", "3.00")
    assert "unclear at records=1000." in shown(run.judged, details=True)


def test_calls_that_were_not_looked_at_are_laid_to_no_option_that_nobody_gave() -> None:
    run = run_of([made.level({"n": 1}, USUAL, ["php/b"])], {(0, 2): 2.0})
    out = io.StringIO()
    show_explained(explain_run(run.judging), Console(file=out, width=2000))
    assert "system calls were not looked at in this run" in out.getvalue()
    assert "was made with --no-evidence" not in out.getvalue()


def test_where_the_quickest_moves_at_one_level_another_is_used_there_or_the_answer_turns() -> None:
    levels = [made.level({"n": number}, USUAL, ["php/b", "php/c"]) for number in (1, 2)]
    ratios = {(0, 2): 0.5, (1, 2): 0.5, (0, 3): 1.5, (1, 3): 1.5}
    text = told(run_of(levels, ratios, drifts={(0, 2): 0.06}).judged)
    assert "it depends: up to n=1 use usual for now, the usual way; from n=2 on use b." in text


def test_a_margin_that_calls_two_equal_is_that_of_the_answer_too() -> None:
    levels = [made.level({"n": 1}, USUAL, ["php/b", "php/c"])]
    run = run_of(levels, {(0, 2): 1.07, (0, 3): 2.0}, margin=0.1)
    assert run.judged.levels[0].by_name["php/b"].verdict == "equivalent"
    assert "b is as good (the same time within 8 %)." in told(run.judged)
