"""What to use where methods give different things: who is compared, who is outdone, and what a need costs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.ask.tags import RISKS
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.condition_grid import grid
from iotrial.report.what_to_use import what_to_use
from iotrial.store.record import Arm
from judge import made
from judge.test_answer import USUAL, names, the_choice


def test_a_method_with_other_guarantees_is_never_the_one_to_use(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "none"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "none"})]
    arms += [made.arm(f"php/locked_{number}", guarantees={"lock": "record"}) for number in (1, 2)]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    ratios = {"php/b": 1.2, "php/locked_1": 0.1, "php/locked_2": 0.3}  # faster by far, if that were what is asked
    choice = the_choice(made.judged(tmp_path, made.run([level]), ratios))
    assert choice.use == USUAL and names([*choice.as_well, *choice.at_times, *choice.slower]) == ["php/b"]
    (price,) = choice.guarantees  # of the quicker of the two
    assert price.conditions == []  # nobody has words for it
    assert (price.arm, price.gives) == ("php/locked_1", {"lock": "record"})
    assert price.most == pytest.approx(0.1, rel=0.02) and price.low is not None and price.low > 0.09
    assert [(one.arm, one.gives) for one in choice.unlike] == [("php/locked_2", {"lock": "record"})]


def test_a_method_that_may_end_the_program_stands_behind_an_if_and_is_never_simply_advised(tmp_path: Path) -> None:
    level = made.level({"records": 10}, USUAL, [made.arm("php/mapped", tags=["mapped"]), "php/quick"])
    judged = made.judged(tmp_path, made.run([level]), {"php/mapped": 0.25, "php/quick": 0.5})
    choice = the_choice(judged)
    assert (choice.use, choice.risks, choice.regret) == ("php/quick", [], None)
    (mapped,) = choice.guarantees
    assert (mapped.arm, mapped.gives, mapped.risks) == ("php/mapped", {}, [RISKS["mapped"].what])
    assert mapped.conditions == [RISKS["mapped"].never] and mapped.differences == 1
    text = " ".join(what_to_use(judged))
    assert "use quick" in text and "use mapped" not in text
    told = "If the file is never cut short meanwhile: mapped (2.0\xa0times as fast"
    assert f"{told}; otherwise it may end the program (SIGBUS))." in text


def test_a_method_that_risks_something_and_takes_longer_is_not_offered(tmp_path: Path) -> None:
    level = made.level({"records": 10}, USUAL, [made.arm("php/mapped", tags=["mapped"]), "php/quick"])
    judged = made.judged(tmp_path, made.run([level]), {"php/mapped": 1.5, "php/quick": 0.5})
    (mapped,) = the_choice(judged).guarantees
    assert mapped.is_outdone
    assert "If the file" not in " ".join(what_to_use(judged))


def test_what_a_method_risks_is_said_where_the_usual_way_risks_it_too(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, tags=["mapped"]) for role in made.ROLES_OF_1]
    arms += [made.arm("php/mapped", tags=["mapped"]), made.arm("php/safe")]
    judged = made.judged(
        tmp_path, made.run([made.level({"records": 10}, USUAL, [], arms=arms)]), {"php/mapped": 0.5, "php/safe": 0.7}
    )
    assert (the_choice(judged).use, the_choice(judged).risks) == ("php/mapped", [RISKS["mapped"].told])
    assert f"use mapped, which {RISKS['mapped'].told}" in what_to_use(judged)[0]


def test_what_a_method_risks_is_said_where_no_other_does_its_job(tmp_path: Path) -> None:
    """A language without a usual way, in which all methods that do their job risk something."""
    other = [made.arm("c/one", tags=["mapped"]), made.arm("c/two", tags=["mapped"])]
    level = made.level({"records": 10}, USUAL, [*other, "php/slow"])
    judged = made.judged(tmp_path, made.run([level]), {"c/one": 0.5, "c/two": 0.8, "php/slow": 1.5})
    (of_c,) = (answer for answer in judged.answers if answer.language == "c")
    assert (of_c.choices[0].use, of_c.choices[0].risks) == ("c/one", [RISKS["mapped"].told])


def test_the_jobs_words_say_when_a_guarantee_is_needed_if_there_are_some_for_all_that_differs(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "none", "mode": "a"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/locked", guarantees={"lock": "record", "mode": "a"})]
    arms += [made.arm("php/other", guarantees={"lock": "record", "mode": "b"})]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    run = made.run([level], conditions={"lock": {"record": "each record needs a lock", "none": "no lock is needed"}})
    choice = the_choice(made.judged(tmp_path, run, {"php/locked": 2.0, "php/other": 3.0}))
    assert [one.conditions for one in choice.guarantees] == [["each record needs a lock"], []]
    assert [one.instead for one in choice.guarantees] == [["no lock is needed"], []]


@pytest.mark.parametrize(("usual", "rare"), [("no", "each"), ("each", "no")])
def test_where_a_language_has_no_baseline_what_most_methods_give_is_compared(
    tmp_path: Path, usual: str, rare: str
) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"durable": "each"}) for role in made.ROLES_OF_1]
    arms += [made.arm(f"c/usual_{number}", guarantees={"durable": usual}) for number in (1, 2)]
    arms += [made.arm("c/rare", guarantees={"durable": rare})]
    level = made.level({"records": 10}, USUAL, [], arms=arms)
    ratios = {"c/usual_1": 0.5, "c/usual_2": 0.7, "c/rare": 0.1}
    judged = made.judged(tmp_path, made.run([level]), ratios)
    choice = the_choice(judged, "c")
    assert choice.use == "c/usual_1" and names(choice.slower) == ["c/usual_2"]
    assert [(one.arm, one.gives) for one in choice.guarantees] == [("c/rare", {"durable": rare})]


def test_if_nobody_else_gives_what_the_baseline_gives_the_answer_is_about_what_most_give(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"append": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm(f"php/{name}", guarantees={"append": "yes"}) for name in ("keep", "reopen")]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)])
    choice = the_choice(made.judged(tmp_path, run, {"php/keep": 1.0, "php/reopen": 3.0}))
    assert choice.use == "php/keep" and names(choice.slower) == ["php/reopen"]
    assert [other.arm for other in choice.guarantees] == [USUAL]


def test_of_methods_that_are_all_alone_the_one_most_like_the_baseline_is_named(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"hidden": "yes", "yields": "names"}) for role in made.ROLES_OF_1]
    for name, hidden, yields in (("glob", "no", "paths"), ("list", "yes", "names"), ("walk", "yes", "paths")):
        arms.append(made.arm(f"python/{name}", guarantees={"hidden": hidden, "yields": yields}))
    run = made.run([made.level({"entries": 10}, USUAL, [], arms=arms)])
    assert the_choice(made.judged(tmp_path, run), "python").use == "python/list"


MORE = {"ranges": ["all", "one", "none"]}


def giving(folder: Path, usual: str, other: str, more: Mapping[str, list[str]], **third: str) -> JudgedRun:
    """The usual way, and two others of which php/b is much faster and php/c is slower."""
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no", "ranges": usual}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "no", "ranges": other})]
    arms += [made.arm("php/c", guarantees={"lock": "no", "ranges": usual, **third})]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], more=more)
    return made.judged(folder, run, {"php/b": 0.1, "php/c": 1.2})


@pytest.mark.parametrize(
    ("usual", "other", "is_ranked"),
    [("none", "all", True), ("one", "all", True), ("one", "none", False), ("all", "one", False), ("odd", "all", False)],
)
def test_a_method_that_gives_more_of_what_more_is_as_good_of_is_ranked(
    tmp_path: Path, usual: str, other: str, is_ranked: bool
) -> None:
    choice = the_choice(giving(tmp_path, usual, other, MORE))
    if is_ranked:
        assert choice.use == "php/b" and names(choice.slower) == [USUAL, "php/c"] and choice.guarantees == []
    else:
        assert choice.use == USUAL and names(choice.slower) == ["php/c"]
        assert [one.arm for one in choice.guarantees] == ["php/b"]


def test_what_a_method_gives_more_of_is_named(tmp_path: Path) -> None:
    (usual,) = [one for one in the_choice(giving(tmp_path / "1", "one", "all", MORE)).slower if one.arm == USUAL]
    assert usual.gives_more == {}  # it gives less
    choice = the_choice(giving(tmp_path / "2", "one", "one", MORE, ranges="all"))
    assert [one.gives_more for one in choice.slower if one.arm == "php/c"] == [{"ranges": "all"}]


@pytest.mark.parametrize(
    ("usual", "gives"),
    [("python/b", "no"), ("python/c", "yes"), ("python/e", "odd"), ("", "no"), ("python/gone", "no")],
)
def test_a_language_is_compared_by_what_its_usual_way_gives(tmp_path: Path, usual: str, gives: str) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm(f"python/{name}", guarantees={"lock": "no"}) for name in ("a", "b", "x")]
    arms += [made.arm(f"python/{name}", guarantees={"lock": "yes"}) for name in ("c", "d")]
    arms += [made.arm("python/e", guarantees={"lock": "odd"})]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], usual=[usual] if usual else [])
    (answer,) = [one for one in made.judged(tmp_path, run).answers if one.language == "python"]
    assert answer.guarantees == {"lock": gives}


@pytest.mark.parametrize(("usual", "is_named"), [([], True), ([USUAL, "c/b"], True), (["php/b"], False)])
def test_a_baseline_is_called_usual_unless_the_job_names_another(
    tmp_path: Path, usual: list[str], *, is_named: bool
) -> None:
    run = made.run([made.level({"records": 10}, USUAL, ["php/b", "php/c"])], usual=usual)
    choice = the_choice(made.judged(tmp_path, run, {"php/b": 1.2, "php/c": 1.3}))
    assert (choice.use, choice.usual, choice.usual_is_named) == (USUAL, USUAL, is_named)


def test_what_gives_more_says_in_the_jobs_words_when_that_is_needed(tmp_path: Path) -> None:
    words = {"ranges": {"all": "clients ask for parts", "one": "a client asks for one part at most"}}
    arms = [made.arm(USUAL, role=role, guarantees={"ranges": "one"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"ranges": "all"})]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], more=MORE, conditions=words)
    (other,) = the_choice(made.judged(tmp_path, run, {"php/b": 1.2})).slower
    assert other.more_if == ["clients ask for parts"]


def test_a_method_that_gives_more_is_not_ranked_if_the_job_does_not_say_so(tmp_path: Path) -> None:
    choice = the_choice(giving(tmp_path, "none", "all", {}))
    assert choice.use == USUAL and [one.arm for one in choice.guarantees] == ["php/b"]


def test_the_usual_way_is_compared_with_one_that_gives_more_though_nobody_gives_the_same(tmp_path: Path) -> None:
    choice = the_choice(giving(tmp_path, "none", "all", MORE, lock="record"))
    assert choice.use == "php/b" and names(choice.slower) == [USUAL]
    assert [(one.arm, one.gives) for one in choice.guarantees] == [("php/c", {"lock": "record", "ranges": "none"})]


@pytest.mark.parametrize(
    ("other", "more", "ratio", "is_outdone"),
    [
        ("none", MORE, 1.5, True),
        ("none", MORE, 1.0, False),  # as quick: it may be simpler
        ("none", MORE, 0.5, False),  # that is what the rest costs
        ("none", {}, 1.5, False),  # nobody says that the one is less than the other
        ("odd", MORE, 1.5, False),
    ],
)
def test_a_method_that_gives_less_and_takes_longer_is_outdone(
    tmp_path: Path, other: str, more: Mapping[str, list[str]], ratio: float, *, is_outdone: bool
) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"ranges": "all"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"ranges": other})]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], more=more)
    (found,) = the_choice(made.judged(tmp_path, run, {"php/b": ratio})).guarantees
    assert found.is_outdone == is_outdone


@pytest.mark.parametrize(("at_first", "is_outdone"), [(1.0, True), (0.8, False)])
def test_one_that_is_quicker_somewhere_is_not_outdone(tmp_path: Path, at_first: float, *, is_outdone: bool) -> None:
    levels = []
    for size in (10, 100):
        arms = [made.arm(USUAL, role=role, guarantees={"ranges": "all"}) for role in made.ROLES_OF_1]
        arms += [made.arm("php/b", guarantees={"ranges": "none"})]
        levels.append(made.level({"records": size}, USUAL, [], arms=arms))
    factors = np.array([at_first, 1.5])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wall = columns["wall_ns"] * np.where(columns["arm"] == 2, factors[columns["level"]], 1.0)
        return {**columns, "wall_ns": wall.round().astype(np.int64)}

    (found,) = the_choice(made.judged(tmp_path, made.run(levels, more=MORE), change=change, noise=0.001)).guarantees
    assert found.is_outdone == is_outdone


@pytest.mark.parametrize(
    ("more", "gives", "also"),
    [
        ({"durable": ["each", "no"]}, {"lock": "record"}, {"durable": "each"}),
        ({}, {"lock": "record", "durable": "each"}, {}),  # nobody says that the one is more than the other
        ({"durable": ["each", "no"], "lock": ["record", "no"]}, {"lock": "record", "durable": "each"}, {}),
    ],
)
def test_what_a_method_gives_more_of_is_no_condition_of_its_own(
    tmp_path: Path, more: Mapping[str, list[str]], gives: dict[str, str], also: dict[str, str]
) -> None:
    def arm(name: str, role: str, durable: str = "no", lock: str = "no") -> Arm:
        return made.arm(name, role=role, guarantees={"durable": durable, "lock": lock, "ranges": "no"})

    arms = [*(arm(USUAL, role) for role in made.ROLES_OF_1), arm("php/b", "arm")]
    arms.append(arm("php/safe", "arm", "each", "record"))
    conditions = {"lock": {"record": "it is locked"}, "durable": {"each": "it is safe"}}
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], more=more, conditions=conditions)
    judged = made.judged(tmp_path, run, {"php/b": 1.2, "php/safe": 3.0})
    found = [one for one in the_choice(judged).guarantees if one.arm == "php/safe"]
    # One that gives more of everything is ranked among the rest.
    assert [(one.gives, one.also) for one in found] == ([(gives, also)] if "lock" not in more else [])
    assert [len(one.conditions) for one in found] == [len(gives)] * len(found)


@pytest.mark.parametrize(("needed", "use"), [({"append": "yes"}, "php/keep"), ({}, USUAL)])
def test_what_nearly_everybody_needs_is_not_given_up(tmp_path: Path, needed: dict[str, str], use: str) -> None:
    """The baseline empties the log, another does so too, and two keep it."""
    arms = [made.arm(USUAL, role=role, guarantees={"append": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/empty", guarantees={"append": "no"})]
    arms += [made.arm(f"php/{name}", guarantees={"append": "yes"}) for name in ("keep", "reopen")]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], needed=needed)
    ratios = {"php/empty": 1.2, "php/keep": 1.1, "php/reopen": 3.0}
    choice = the_choice(made.judged(tmp_path, run, ratios))
    assert choice.use == use
    given = {one.arm: one for one in choice.guarantees}
    if needed:
        assert names(choice.slower) == ["php/reopen"] and list(given) == [USUAL]
        assert given[USUAL].gives == {"append": "no"} and given[USUAL].most < 1
    else:
        assert names(choice.slower) == ["php/empty"] and list(given) == ["php/keep"]


def test_what_is_needed_and_no_method_gives_is_asked_of_none(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"append": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"append": "no"})]
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], needed={"append": "yes"})
    choice = the_choice(made.judged(tmp_path, run, {"php/b": 1.2}))
    assert choice.use == USUAL and names(choice.slower) == ["php/b"]


def test_of_two_needs_that_which_no_method_gives_leaves_the_other(tmp_path: Path) -> None:
    """No method locks; a log that keeps what it holds is needed still, and more than is needed is as good."""
    given = {USUAL: "no", "php/empty": "no", "php/keep": "yes", "php/reopen": "by itself"}
    arms = [
        made.arm(name, role=role, guarantees={"append": given[name], "lock": "none"})
        for name, role in [*((USUAL, role) for role in made.ROLES_OF_1), *((name, "arm") for name in [*given][1:])]
    ]
    run = made.run(
        [made.level({"records": 10}, USUAL, [], arms=arms)],
        needed={"lock": "record", "append": "yes"},
        more={"append": ["by itself", "yes", "no"]},
    )
    ratios = {"php/empty": 1.2, "php/keep": 3.0, "php/reopen": 1.1}
    choice = the_choice(made.judged(tmp_path, run, ratios))
    assert choice.use == "php/reopen" and names(choice.slower) == ["php/keep"]


def test_that_a_need_of_nearly_everybody_is_met_is_no_condition_of_the_method_to_use(tmp_path: Path) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"append": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/keep", guarantees={"append": "yes"})]
    conditions = {"append": {"yes": "the log must keep what it holds", "no": "the log may be emptied"}}
    run = made.run([made.level({"records": 10}, USUAL, [], arms=arms)], needed={"append": "yes"}, conditions=conditions)
    (other,) = the_choice(made.judged(tmp_path, run, {"php/keep": 2.0})).guarantees
    assert (other.arm, other.conditions, other.instead) == (USUAL, ["the log may be emptied"], [])


def test_a_level_is_answered_by_what_all_levels_are_asked_for(tmp_path: Path) -> None:
    """At one size no method that keeps a reader from a mixture was measured: then none is named there."""

    def arms(*named: tuple[str, str]) -> list[Arm]:
        own = [made.arm(USUAL, role=role, guarantees={"atomic": "yes"}) for role in made.ROLES_OF_1]
        return [*own, *(made.arm(name, guarantees={"atomic": atomic}) for name, atomic in named)]

    safe, mixed = ("rust/rename", "yes"), (("rust/in_place", "no"), ("rust/truncate", "no"))
    levels = [
        made.level({"records": 10}, USUAL, [], arms=arms(*mixed)),
        made.level({"records": 1000}, USUAL, [], arms=arms(safe, ("rust/other", "yes"), *mixed)),
    ]
    run = made.run(levels, needed={"atomic": "yes"}, more={"atomic": ["yes", "no"]}, languages={"rust": "Rust"})
    judged = made.judged(tmp_path, run, {"rust/rename": 1.5, "rust/other": 2.0, "rust/truncate": 0.7})
    (over_all,) = [one for one in judged.answers if one.language == "rust"]
    assert [choice.use for choice in over_all.choices] == ["rust/rename"]
    told = [[one for one in at if one.language == "rust"] for at in judged.level_answers]
    assert told[0] == [] and [choice.use for choice in told[1][0].choices] == ["rust/rename"]
    ((_, rows),) = [one for one in grid(judged, "p") if one[0] == "Rust"]
    assert [row.told for row in rows] == ["No methods in Rust that give the same were compared here.", ""]
