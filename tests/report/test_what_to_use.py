"""The sentences that say what to use, as somebody would say them to a colleague."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.answers.beside_use import told_to_use
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, ChoiceRegret, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.report.first_screen import needed
from iotrial.report.need_sentences import others_slower
from iotrial.report.tier_sentences import notes_on
from iotrial.report.times import compared
from iotrial.report.what_to_use import what_to_use
from judge import made
from judge.test_answer import USUAL, one_level, over_levels
from report.shown import judged_once


def told(judged: JudgedRun) -> list[str]:
    """The answers, with plain spaces."""
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in what_to_use(judged)]


def times(arm: str, ratio: float, *, spread: float | None = 0.01, most: float | None = None) -> TimesOver:
    """A method's time over that of the one to use; without a spread there were too few rounds."""
    low, high = (None, None) if spread is None else (ratio * (1 - spread), (most or ratio) * (1 + spread))
    return TimesOver(arm=f"php/{arm}", called=arm, least=ratio, most=most or ratio, low=low, high=high)


def choice(levels: list[dict[str, Any]], use: str = "a()", **given: Any) -> Choice:
    lists: dict[str, Any] = {"as_well": [], "at_times": [], "slower": [], "guarantees": []}
    return Choice(levels=levels, use=f"php/{use}", called=use, is_fastest=False, **{**lists, **given})


def said(folder: Path, *choices: Choice) -> str:
    """What is said of choices in PHP, whatever was measured."""
    answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=list(choices))
    judged = one_level(folder, ["php/b"], {}, sweeps=3).model_copy(update={"answers": [answer]})
    (text,) = told(judged)
    return text


def test_the_usual_way_is_named_with_what_is_as_good_and_what_is_slower(tmp_path: Path) -> None:
    (text,) = told(one_level(tmp_path, ["php/b", "php/c", "php/d"], {"php/c": 1.5, "php/d": 2.5}))
    assert re.fullmatch(
        r"In php \(file_bytes 1 MiB\): use readfile, the usual way\. b is as good \(the same time within 1 %\)\. "
        r"c takes 1\.50 times as long\. Avoid d \(2\.5 times as long\)\.",
        text,
    )


def test_a_ratio_that_still_moves_is_said_to(tmp_path: Path) -> None:
    moving = times("b()", 1.5).model_copy(update={"moving": "b()"})
    used = times("c()", 2.0).model_copy(update={"moving": "a()"})
    text = said(tmp_path, choice([{"n": 1}], slower=[moving, used, times("d()", 3.0)]))
    assert "b() takes 1.50 times as long (its time has not settled). " in text
    assert "Avoid c() (2.0 times as long; a() has not settled) and d() (3.0)." in text


def test_the_first_call_is_always_named_and_a_later_one_only_beside_it(tmp_path: Path) -> None:
    first, steady = {"n": 1, "state": "first"}, {"n": 1, "state": "steady"}
    slower: dict[str, Any] = {"slower": [times("b()", 1.5)]}
    assert said(tmp_path / "1", choice([first], **slower)).startswith(
        "In PHP, on the first call of a process (n 1): use a()."
    )
    assert said(tmp_path / "2", choice([steady], **slower)).startswith("In PHP (n 1): use a().")
    sizes = [{**first, "n": 10}, {**first, "n": 100}]
    assert said(tmp_path / "3", choice(sizes, **slower)).startswith(
        "In PHP, on the first call of a process, at n=10 and 100: use a()."
    )
    turns = said(tmp_path / "4", choice([steady], **slower), choice([first], "b()", slower=[times("a()", 2.0)]))
    assert turns.startswith("In PHP it depends: in steady state use a(); on the first call of a process use b().")


def test_a_later_call_is_named_where_the_first_one_was_measured_and_left_open(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    (only,) = judged.levels
    first, steady = ({"n": 1, "state": state} for state in ("first", "steady"))
    levels = [only.model_copy(update={"level": level}) for level in (steady, first)]
    chosen = choice([steady], slower=[times("b()", 1.5)])
    answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=[chosen])
    (text,) = told(judged.model_copy(update={"answers": [answer], "levels": levels}))
    assert text.startswith("In PHP, in steady state (n 1): use a().")


def test_another_is_named_if_the_usual_way_is_slower(tmp_path: Path) -> None:
    (text,) = told(one_level(tmp_path, ["php/b"], {"php/b": 0.5}))
    assert text == "In php (file_bytes 1 MiB): use b. The usual way, readfile, takes 2.0 times as long."


@pytest.mark.parametrize(
    ("ratio", "spread", "words"),
    [
        (1.01, 0.03, "b is as good (the same time within 5 %)."),
        (0.98, 0.02, "b is as good (the same time within 4 %)."),
        (1.01, 0.05, "Unclear so far: b (5 % quicker to 7 % slower)."),
        (0.99, 0.05, "Unclear so far: b (6 % quicker to 4 % slower)."),
        (1.2, 0.4, "Unclear so far: b (0.72 to 1.68 times as long)."),
        (1.0, None, "Too few rounds to compare b."),
    ],
)
def test_equal_within_five_percent_does_as_well_and_a_wider_interval_is_not_settled(
    tmp_path: Path, ratio: float, spread: float | None, words: str
) -> None:
    text = said(tmp_path, choice([{}], as_well=[times("b", ratio, spread=spread)], slower=[times("c", 2.0)]))
    assert text == f"In PHP: use a(). {words} Avoid c (2.0 times as long)."


def test_what_may_turn_out_far_behind_is_used_until_more_is_known(tmp_path: Path) -> None:
    """Another may be quicker by what would make this one one to avoid; the interval of what gives else is no reason."""
    text = said(tmp_path / "wide", choice([{}], as_well=[times("b", 1.1, spread=0.5)]))
    assert text == "In PHP: use a() for now. Unclear so far: b (0.55 to 1.65 times as long)."
    few = said(tmp_path / "few", choice([{}], as_well=[times("b", 1.1, spread=None)], slower=[times("c", 2.0)]))
    assert few == "In PHP: use a(). Too few rounds to compare b. Avoid c (2.0 times as long)."


def test_where_nothing_was_told_apart_the_usual_way_stays_and_the_others_are_told_with_their_bounds(
    tmp_path: Path,
) -> None:
    text = said(tmp_path / "made", choice([{}], as_well=[times("b", 1.2, spread=0.3), times("c", 0.9, spread=0.2)]))
    assert text == (
        "In PHP: use a(). Unclear so far: c (28 % quicker to 8 % slower) and b (0.84 to 1.56 times as long)."
    )
    (text,) = told(one_level(tmp_path / "few", ["php/b", "php/c"], {"php/b": 3.0}, sweeps=3))
    assert text == "In php: cannot tell after so few rounds; give it more time, such as --budget 2min."


def test_only_what_is_said_to_be_used_has_its_code_shown() -> None:
    def used(*choices: Choice) -> list[str]:
        answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=list(choices))
        return [one.called for one in told_to_use(answer)]

    open_one, few = times("b", 1.2, spread=0.3), times("b", 1.2, spread=None)
    assert used(choice([{}], as_well=[few])) == [] and used(choice([{}], as_well=[open_one])) == ["a()"]
    assert used(choice([{}], as_well=[open_one], slower=[times("c", 2.0)])) == used(choice([{}])) == ["a()"]
    slower = [times("c", 2.0)]
    assert used(choice([{"n": 1}], slower=slower), choice([{"n": 2}], "c()", slower=slower)) == ["a()", "c()"]


def test_what_another_guarantee_costs_is_told_and_it_is_never_advised(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "none", "durable": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "none", "durable": "no"})]
    arms += [made.arm("php/locked", guarantees={"lock": "record", "durable": "no"})]
    arms += [made.arm("php/both", guarantees={"lock": "record", "durable": "each"})]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    ratios = {"php/b": 1.2, "php/locked": 0.5, "php/both": 0.4}

    def of(sweeps: int) -> str:
        (text,) = told(judged_once(made.opened(tmp_path / str(sweeps), made.run([level]), ratios, sweeps=sweeps)))
        return text

    assert of(12) == (
        "In php (records 10): use readfile, the usual way. If you need lock=record: locked (2.0 times as fast). "
        "b takes 1.20 times as long."
    )
    # A figure without an interval is none that a sentence may tell.
    assert of(3) == "In php: cannot tell after so few rounds; give it more time, such as --budget 2min."


def needs(arm: str, ratio: float, gives: dict[str, str], **given: Any) -> OtherGuarantee:
    """A method that gives something else."""
    known: dict[str, Any] = {"conditions": [], "instead": [], **given}
    return OtherGuarantee(**times(arm, ratio).model_dump(), gives=gives, **known)


def test_what_gives_more_is_told_with_what_it_takes_and_is_not_to_be_avoided(tmp_path: Path) -> None:
    safe = times("b()", 3.0).model_copy(update={"gives_more": {"durable": "each"}})
    assert said(tmp_path / "1", choice([{}], slower=[safe])).endswith(
        "use a(). b() takes 3.0 times as long (it gives durable=each)."
    )
    named = safe.model_copy(update={"more_if": ["it must be safe", "others look"]})
    assert said(tmp_path / "3", choice([{}], slower=[named])).endswith(
        "b() takes 3.0 times as long (use it if it must be safe and others look)."
    )
    both = said(tmp_path / "2", choice([{}], slower=[safe, times("c()", 2.0)]))
    assert both.endswith("b() takes 3.0 times as long (it gives durable=each). Avoid c() (2.0 times as long).")


def test_what_a_method_gives_beside_its_condition_is_told_with_its_price(tmp_path: Path) -> None:
    safe = needs("c()", 3.0, {"lock": "record"}, conditions=["it is locked"], also={"durable": "each"})
    text = said(tmp_path, choice([{}], slower=[times("b()", 1.5)], guarantees=[safe]))
    assert text.endswith("If it is locked: c() (3.0 times as long, with durable=each too).")
    named = safe.model_copy(update={"more_if": ["it must be safe"]})
    text = said(tmp_path / "2", choice([{}], slower=[times("b()", 1.5)], guarantees=[named]))
    assert text.endswith("If it must be safe and it is locked: c() (3.0 times as long).")
    quick = needs("c()", 0.5, {"lock": "record"}, conditions=["it is locked"], also={"durable": "each"})
    quick = quick.model_copy(update={"more_if": ["it must be safe"]})
    text = said(tmp_path / "3", choice([{}], slower=[times("b()", 1.5)], guarantees=[quick]))
    assert "If it is locked: c() (2.0 times as fast, also if it must be safe). b() takes" in text


def test_what_gives_less_and_is_not_known_to_be_quicker_is_not_offered(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"durable": "each"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"durable": "each"}), made.arm("php/less", guarantees={"durable": "no"})]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    for more, noise, ratio, is_told in (
        ({"durable": ["each", "no"]}, 0.05, 1.01, False),  # neither quicker nor slower, as far as is known
        ({"durable": ["each", "no"]}, 0.002, 0.5, True),
        ({}, 0.05, 1.01, True),  # it gives something else
    ):
        run = made.run([level], more=more)
        folder = tmp_path / f"{noise} {ratio} {len(more)}"
        text = " ".join(told(judged_once(made.opened(folder, run, {"php/b": 1.5, "php/less": ratio}, noise=noise))))
        assert ("less" in text) == is_told, text


def test_a_method_that_gives_several_other_things_is_told_if_none_gives_one_of_them_alone(tmp_path: Path) -> None:
    both = needs("c()", 3.0, {"sorted": "yes", "types": "yes"}, conditions=["they are sorted", "types are needed"])
    one = needs("d()", 2.0, {"types": "yes"}, conditions=["types are needed"])
    text = said(tmp_path / "1", choice([{}], slower=[times("b()", 1.5)], guarantees=[both]))
    assert text.endswith("If they are sorted and types are needed: c() (3.0 times as long).")
    text = said(tmp_path / "2", choice([{}], slower=[times("b()", 1.5)], guarantees=[both, one]))
    assert text.endswith("b() takes 1.50 times as long. If types are needed: d() (2.0 times as long).")


def test_where_one_method_is_left_the_others_are_told_with_what_they_give(tmp_path: Path) -> None:
    others = [needs("c()", 0.5, {"lock": "whole"}), needs("d()", 2.0, {"lock": "no"})]
    left = choice([{"target": "nfs"}], guarantees=others)
    several = choice([{"target": "disk"}], "b()", slower=[times("a()", 1.4)], guarantees=others)
    assert said(tmp_path, left, several) == (
        "In PHP it depends: on nfs use a(); on disk use b(). "
        "The slowest, a(), takes up to 1.40 times as long as the one to use on disk. "
        "On nfs, if you need lock=whole: c() (2.0 times as fast); if you need lock=no: d() (2.0 times as long)."
    )


def test_what_another_does_too_in_less_time_is_no_answer_to_a_need(tmp_path: Path) -> None:
    slow = needs("c()", 3.0, {"long": "taken", "links": "kept"}, conditions=["lines are long and links stay"])
    quick = needs("d()", 1.5, {"long": "taken", "links": "kept"}, conditions=["links stay"])
    one = said(tmp_path / "1", choice([{}], guarantees=[slow, quick]))
    assert one.endswith("If links stay: d() (1.50 times as long).") and "c()" not in one
    far = said(tmp_path / "2", choice([{}], guarantees=[slow, quick.model_copy(update={"gives": {"sorted": "yes"}})]))
    assert "c()" in far and "d()" in far  # the quicker one does something else
    near = quick.model_copy(update={"high": 3.0})
    assert "c()" in said(tmp_path / "3", choice([{}], guarantees=[slow, near]))
    risky = quick.model_copy(update={"risks": ["may end the program"]})
    assert "c()" in said(tmp_path / "4", choice([{}], guarantees=[slow, risky]))


def test_a_need_is_named_by_what_is_gained_if_what_else_may_be_costs_time(tmp_path: Path) -> None:
    more = {"also": {"long": "taken"}, "more_if": ["lines may be of any length"]}
    slow = needs("c()", 3.0, {"ending": "kept"}, conditions=["line ends may stay"]).model_copy(update=more)
    quick = needs("d()", 0.5, {"memory": "the file"}, conditions=["the file may be in memory"]).model_copy(update=more)
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    assert list(needed(choice([{}], guarantees=[slow, quick]), judged)) == [
        "lines may be of any length and line ends may stay",
        "the file may be in memory",
    ]


def test_a_long_list_keeps_the_slowest(tmp_path: Path) -> None:
    slower = [times(f"m{number}", 1.5 + number) for number in range(8)]
    assert said(tmp_path, choice([{}], slower=slower)) == (
        "In PHP: use a(). m0 takes 1.50 times as long. "
        "Avoid m1 (2.5 times as long), m2 (3.5), m3 (4.5), m4 (5.5), 2 more in between and m7 (8.5)."
    )
    slower = [times(f"m{number}", 1.1 + number / 20) for number in range(8)]
    assert said(tmp_path / "near", choice([{}], slower=slower)) == (
        "In PHP: use a(). m0 takes 1.10 times as long, m1 1.15, m2 1.20, m3 1.25, 3 more in between and m7 1.45."
    )


def test_a_method_that_is_slower_at_some_levels_has_both_its_ends_told(tmp_path: Path) -> None:
    somewhere = times("b", 1.0, most=1.8).model_copy(update={"worst_low": 1.4})
    text = said(tmp_path, choice([{}], at_times=[somewhere], slower=[times("c", 1.2, most=1.3)]))
    assert text == "In PHP: use a(). c takes 1.20 to 1.30 times as long and b 1.00 to 1.80."
    far = times("b", 1.0, most=1.8).model_copy(update={"worst_low": 1.7})
    assert said(tmp_path / "far", choice([{}], at_times=[far])) == (
        "In PHP: use a(). Avoid b (1.00 to 1.80 times as long)."
    )


def test_what_is_much_faster_somewhere_is_not_to_be_avoided(tmp_path: Path) -> None:
    both = times("b", 0.5, most=2.0).model_copy(update={"worst_low": 1.9})
    assert said(tmp_path, choice([{}], at_times=[both])) == "In PHP: use a(). b takes 0.50 to 2.0 times as long."


def test_how_far_behind_the_best_it_is_at_its_worst_is_told(tmp_path: Path) -> None:
    def of(ratio: float, low: float | None) -> str:
        behind = ChoiceRegret(ratio=ratio, low=low, high=1.3, over="php/b", called="b", at={"n": 10})
        levels = [{"n": 1}, {"n": 10}]
        return said(tmp_path / f"{ratio} {low}", choice(levels, regret=behind, slower=[times("c", 1.2)]))

    told_of_it = "Where it is shown to be behind most, a() takes 14 % longer than b ("
    assert told_of_it in of(1.14, 1.05)
    # Not if it does not matter, or is not shown.
    assert "At its worst" not in of(1.04, 1.02) + of(1.14, 1.005) + of(1.14, None)


def test_an_article_begins_a_sentence_and_a_call_stays_as_it_is_written(tmp_path: Path) -> None:
    assert " A loop takes 1.30 " in said(tmp_path / "1", choice([{}], slower=[times("a loop", 1.3)]))
    assert " fopen() takes 1.30 " in said(tmp_path / "2", choice([{}], slower=[times("fopen()", 1.3)]))
    assert " Avoid a loop (2.0 " in said(tmp_path / "3", choice([{}], slower=[times("a loop", 2.0)]))


def test_the_answer_turns_with_the_size(tmp_path: Path) -> None:
    sizes = {10: {"php/b": 2.0}, 100: {"php/b": 1.5}, 1000: {"php/b": 0.5}, 10_000: {"php/b": 0.4}}
    (text,) = told(over_levels(tmp_path, "entries", sizes).model_copy(update={"work_unit": "entries"}))
    assert text == (
        "In php it depends: up to 100 entries use readfile, the usual way; from 1,000 entries on use b. "
        "The slowest, readfile, takes up to 2.5 times as long as the one to use from 1,000 entries on."
    )


def test_an_answer_that_turns_twice_has_its_middle_named(tmp_path: Path) -> None:
    sizes = {10: {"php/b": 2.0}, 100: {"php/b": 0.5}, 1000: {"php/b": 0.5}, 10_000: {"php/b": 2.0}}
    (text,) = told(over_levels(tmp_path, "entries", sizes))
    assert text.startswith(
        "In php it depends: at entries=10 and 10,000 use readfile, the usual way; at entries=100 to 1000 use b. "
    )


def test_the_answer_turns_with_a_word(tmp_path: Path) -> None:
    targets = {"disk": {"php/b": 2.0}, "tmpfs": {"php/b": 0.5}, "xfs": {"php/b": 2.0}, "ext4": {"php/b": 2.0}}
    *effects, text = told(over_levels(tmp_path, "target", targets))
    assert "on disk, xfs and ext4 use readfile, the usual way; on tmpfs use b." in text
    assert effects[0].startswith(
        "On tmpfs instead of disk: it pays for some methods, not for others: b takes 75 % less time and readfile takes "
        "the same time within 1 %. "
    )


def test_more_turns_than_a_sentence_holds_are_counted(tmp_path: Path) -> None:
    levels = [choice([{"target": f"t{number}"}], f"m{number}()") for number in range(5)]
    text = said(tmp_path, *levels)
    assert text == ("In PHP it depends: on t0 use m0(); on t1 use m1(); on t2 use m2(); 2 more levels differ.")


def test_a_level_that_is_invalid_does_not_count(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, USUAL, ["php/b", "c/c"]) for name in ("disk", "tmpfs")]

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        at_tmpfs = columns["level"] == 1
        factor = np.where(at_tmpfs & (columns["arm"] > 1), 0.1, np.where(at_tmpfs & (columns["arm"] == 1), 1.3, 1.0))
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    run = made.run(levels)
    assert told(judged_once(made.opened(tmp_path, run, {"php/b": 2.0, "c/c": 0.5}, change=spoil))) == [
        "In php: use readfile, the usual way. Avoid b (2.0 times as long).",
        "In any language: c in c is the fastest; it is 2.0 times as fast as readfile in php.",
    ]


def test_in_any_language_is_said_only_if_one_wins_at_every_level(tmp_path: Path) -> None:
    same = {size: {"php/b": 2.0, "c/c": ratio} for size, ratio in ((10, 0.5), (100, 0.25))}
    assert told(over_levels(tmp_path / "same", "entries", same))[-1] == (
        "In any language: c in c is the fastest; it is 2.0 to 4.0 times as fast as readfile in php."
    )
    for name, second in (("other", {"php/b": 2.0, "c/c": 3.0}), ("tied", {"php/b": 2.0, "c/c": 1.0})):
        unlike = {10: {"php/b": 2.0, "c/c": 0.5}, 100: second}
        assert "In any language" not in " ".join(told(over_levels(tmp_path / name, "entries", unlike)))


def test_in_any_language_is_not_said_of_one_language(tmp_path: Path) -> None:
    assert "In any language" not in " ".join(told(one_level(tmp_path, ["php/b"], {"php/b": 0.5})))


def test_the_fastest_of_all_has_the_guarantees_of_the_baseline(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"durable": "each"}) for role in made.ROLES_OF_1]
    arms += [made.arm("c/loose", guarantees={"durable": "no"}), made.arm("c/synced", guarantees={"durable": "each"})]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    judged = judged_once(made.opened(tmp_path, made.run([level]), {"c/loose": 0.1, "c/synced": 0.5}))
    fastest = "In any language: synced in c is the fastest of those with the same guarantees"
    assert told(judged)[-1] == f"{fastest}; it is 2.0 times as fast as readfile in php."


def test_a_baseline_that_is_the_fastest_is_not_held_against_itself(tmp_path: Path) -> None:
    assert told(one_level(tmp_path, ["php/b", "c/c"], {"php/b": 2.0, "c/c": 3.0}))[-1] == (
        "In any language: readfile in php is the fastest."
    )


def test_the_only_method_of_its_guarantees_is_no_winner(tmp_path: Path) -> None:
    locked = OtherGuarantee(
        **times("b", 2.0).model_dump(),
        gives={"lock": "record"},
        conditions=["each needs a lock"],
        instead=["no lock is needed"],
    )
    plain = OtherGuarantee(
        **times("c", 1.1, spread=0.3).model_dump(), gives={"append": "no"}, conditions=[], instead=[]
    )
    assert said(tmp_path, choice([{}], guarantees=[locked, plain])) == (
        "In PHP: use a(), if no lock is needed; the other ways here promise something else. "
        "If each needs a lock: b (2.0 times as long). "
        "If you need append=no: c (unclear so far: 0.77 to 1.43 times as long)."
    )


def test_what_gives_less_and_takes_longer_is_said_to_do_so(tmp_path: Path) -> None:
    less = OtherGuarantee(
        **times("b", 3.0).model_dump(),
        gives={"ranges": "no", "streams": "no"},
        conditions=["clients always take the whole file"],
        instead=["clients must get a part"],
        is_outdone=True,
    )
    least = OtherGuarantee(
        **times("c", 4.0).model_dump(), gives={"ranges": "no"}, conditions=[], instead=[], is_outdone=True
    )
    assert said(tmp_path / "alone", choice([{}], guarantees=[less])) == (
        "In PHP: use a(); the other ways here promise less. "
        "b promises less (enough if clients always take the whole file) and takes 3.0 times as long."
    )
    text = said(tmp_path, choice([{}], slower=[times("d", 2.0)], guarantees=[less, least]))
    assert text.endswith(
        "b promises less (enough if clients always take the whole file) and takes 3.0 times as long and c (ranges=no) "
        "4.0."
    )


@pytest.mark.parametrize(("names", "listed"), [("bcd", "php/b, php/c and php/d"), ("bcde", "php/b, php/c and 2 more")])
def test_methods_that_gave_no_figure_are_named_beside_the_one_that_is_left(
    tmp_path: Path, names: str, listed: str
) -> None:
    out = [made.arm(f"php/{name}", status="disqualified", reason="tore 2 of 9 records") for name in names]
    judged = one_level(tmp_path, [*out, "c/x"], {})
    (level,) = judged.levels
    left = choice([dict(level.level)], use="readfile")
    answer = LanguageAnswer(language="php", called="PHP", guarantees=level.arms[0].record.guarantees, choices=[left])
    assert told(judged.model_copy(update={"answers": [answer]}))[0] == (
        f"In PHP (file_bytes 1 MiB): use readfile; others that promise the same have no figure here ({listed})."
    )


def test_a_guarantee_that_costs_nothing_says_so(tmp_path: Path) -> None:
    locked = OtherGuarantee(
        **times("b", 1.0, spread=0.02).model_dump(), gives={"lock": "record"}, conditions=[], instead=[]
    )
    text = said(tmp_path, choice([{}], slower=[times("c", 2.0)], guarantees=[locked]))
    assert text.endswith("If you need lock=record: b (the same time within 3 %).")


def test_an_answer_that_turns_between_counted_sizes_names_what_is_counted(tmp_path: Path) -> None:
    sizes = {10: {"php/b": 2.0}, 100: {"php/b": 0.5}, 2000: {"php/b": 0.5}, 10_000: {"php/b": 2.0}}
    (text,) = told(over_levels(tmp_path, "entries", sizes).model_copy(update={"work_unit": "entries"}))
    assert "depends: at 10 and 10,000 entries use readfile, the usual way; at 100 to 2,000 entries use b." in text


def test_conditions_are_told_as_people_say_them(tmp_path: Path) -> None:
    words: dict[str, Any] = {"said": {"cache": {"warm": "in memory", "cold": "from the disk"}, "n": "{} lines"}}
    levels = [{"n": 10, "cache": "warm"}, {"n": 1000, "cache": "warm"}, {"n": 10, "cache": "cold"}]
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    (only,) = judged.levels

    def of(chosen: Choice) -> str:
        answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=[chosen])
        all_levels = [only.model_copy(update={"level": level}) for level in levels]
        (text,) = told(judged.model_copy(update={**words, "answers": [answer], "levels": all_levels}))
        return text

    open_one = times("b", 1.2).model_copy(update={"not_decided_at": [levels[1]], "no_figure_at": [levels[2]]})
    assert of(choice(levels, slower=[open_one])).endswith(
        "b takes 1.20 times as long (unclear for 1,000 lines in memory; no figure for 10 lines from the disk)."
    )
    levels = [{"cache": "warm"}, {"cache": "cold"}]
    half = times("b", 1.2).model_copy(update={"not_decided_at": [levels[1]]})
    assert of(choice(levels, slower=[half])).endswith("(unclear from the disk).")
    levels = [{"n": 10}, {"n": 100}, {"n": 1000}]
    once = times("b", 1.2).model_copy(update={"not_decided_at": levels[1:], "decided_at": levels[:1]})
    assert of(choice(levels, slower=[once])).endswith("b takes 1.20 times as long (shown for 10 lines only).")


def test_a_sync_that_was_measured_in_memory_alone_is_said_to_cost_nothing_there(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)

    def note(one: TimesOver, *targets: str) -> str:
        levels = [judged.levels[0].model_copy(update={"level": {"target": target}}) for target in targets]
        return notes_on(one, judged.model_copy(update={"levels": levels}), is_named=True)

    safe, unsafe = ({"durable": value} for value in ("each file", "no"))
    more = times("b", 1.2).model_copy(update={"gives_more": safe})
    for one in (needs("b", 1.2, safe), more):
        assert note(one, "tmpfs", "ext4-in-memory") == " (in memory, where a sync costs nothing)"
        assert note(one, "tmpfs", "disk") == note(one, "disk") == ""
    assert note(needs("b", 1.2, unsafe), "tmpfs") == note(times("b", 1.2), "tmpfs") == ""


@pytest.mark.parametrize(("seconds", "budget"), [(None, "1min"), (20.0, "1min"), (75.0, "2min"), (9000.0, "60min")])
def test_the_budget_that_would_do_is_longer_than_the_last(tmp_path: Path, seconds: float | None, budget: str) -> None:
    run = one_level(tmp_path, ["php/b"], {}, sweeps=3).model_copy(update={"seconds": seconds})
    assert told(run)[0].endswith(f" such as --budget {budget}.")


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.11, 0.11, "is 9.1 times as fast as"),
        (0.25, 0.5, "is 2.0 to 4.0 times as fast as"),
        (0.1, 0.99, "is 1.01 to 10.0 times as fast as"),
        (0.82, 0.82, "takes 18 % less time than"),
        (0.75, 0.9, "takes 10 to 25 % less time than"),
        (1.4, 1.4, "takes 1.40 times as long as"),
        (0.4, 1.2, "takes 0.40 to 1.20 times as long as"),
        (0.0, 0.5, "takes 0.00 to 0.50 times as long as"),
    ],
)
def test_less_time_is_said_as_people_say_it(least: float, most: float, said: str) -> None:
    assert compared(least, most).replace("\u00a0", " ") == said


def test_the_reason_why_the_usual_way_stays_although_another_is_a_bit_quicker_is_told(tmp_path: Path) -> None:
    quicker = times("b", 0.96).model_copy(update={"low": 0.953, "high": 0.967})
    text = said(tmp_path / "a", choice([{"n": 1}], usual="php/a()", as_well=[quicker]))
    assert "b is as good (the same time within 5 %). " in text
    assert "b is 4 % quicker, less than the 5 % for which it is worth changing." in text
    known = times("b", 0.95).model_copy(update={"low": 0.92, "high": 0.98})
    text = said(tmp_path / "b", choice([{"n": 1}], usual="php/a()", as_well=[known]))
    assert "Unclear so far: b (2 to 8 % quicker; it is worth changing from 5 % on)." in text
    none: list[dict[str, Any]] = [
        {"usual": None, "as_well": [quicker]},
        {"usual": "php/a()", "as_well": [times("b", 1.01)]},
    ]
    for number, given in enumerate(none):
        assert "worth changing" not in said(tmp_path / str(number), choice([{"n": 1}], **given))


def test_what_is_far_quicker_if_something_will_do_stands_before_what_is_slower(tmp_path: Path) -> None:
    """A skimmer who reads one sentence more learns of it."""
    far, near = needs("far", 0.125, {"ending": "kept"}), needs("near", 0.9, {"long": "cut"})
    text = said(tmp_path, choice([{}], slower=[times("b", 1.3)], guarantees=[near, far]))
    assert text == (
        "In PHP: use a(). If you need ending=kept: far (8.0 times as fast). b takes 1.30 times as long. "
        "If you need long=cut: near (10 % less time)."
    )


def test_what_is_quicker_at_one_of_two_levels_says_where_it_is_not_known_to_be(tmp_path: Path) -> None:
    unclear = {"low": 0.25, "high": 1.37, "worst_low": 0.25, "not_decided_at": [{"n": 4096}]}
    some = needs("c()", 0.0145, {"ending": "kept"}).model_copy(update=unclear)
    text = said(tmp_path, choice([{"n": 4096}, {"n": 1048576}], slower=[times("b", 1.3)], guarantees=[some]))
    assert "c() (69 times as fast; unclear " in text


def test_if_all_others_give_less_or_more_it_is_said(tmp_path: Path) -> None:
    def alone(folder: str, *others: OtherGuarantee) -> str:
        answer = LanguageAnswer(
            language="php", called="PHP", guarantees={"safe": "?"}, choices=[choice([{}], guarantees=list(others))]
        )
        arms = [made.arm("php/a()", guarantees={"safe": "some"})]
        run = made.run([made.level({}, USUAL, arms)], more={"safe": ["each", "some", "no"]})
        judged = made.judged(tmp_path / folder, run, {}, sweeps=3).model_copy(update={"answers": [answer]})
        return told(judged)[0].partition("; ")[2].partition(".")[0]

    more, less = needs("m", 2.0, {"safe": "each"}), needs("l", 0.5, {"safe": "no"})
    assert alone("1", more) == "the other ways here promise more"
    assert alone("2", less) == "the other ways here promise less"
    assert alone("3", more, less) == "the other ways here promise something else"
    assert alone("4") == "nothing else was compared here"
    assert alone("5", more.model_copy(update={"risks": ["may end it"]})) == "the other ways here promise something else"


def test_methods_that_promise_something_else_and_take_longer_are_named_where_no_table_shows_them() -> None:
    slow = [needs(name, ratio, {"ending": "kept"}) for name, ratio in (("b", 2.7), ("c", 3.1))]
    unclear = needs("d", 1.5, {"ending": "kept"}).model_copy(update={"low": 0.8})
    assert others_slower(choice([{}], unlike=[*slow, unclear])) == [
        "Slower, and promising something else: b (2.7\xa0times as long) and c (3.1)."
    ]
    assert others_slower(choice([{}], guarantees=slow[:1], unlike=slow[:1])) == []
