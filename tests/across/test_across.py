"""One study on several machines: where an answer holds, who differs and in what, and what is no answer."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from across.made_machines import LEVEL, USUAL, facts, levels, session
from iotrial.across.across_machines import AcrossMachines
from iotrial.across.judge_across import across
from iotrial.errors import UsageError
from iotrial.report.machines_screen import answers, how_sure, show
from judge import made

QUICK_GLOB = {"php/glob": 0.6, "php/iterator": 1.5}
SLOW_GLOB = {"php/glob": 1.6, "php/iterator": 1.5}


def told(document: AcrossMachines) -> str:
    """The answers, with plain spaces."""
    return "\n".join(answers(document)).replace("\N{NO-BREAK SPACE}", " ")


def shown(document: AcrossMachines, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    show(document, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_an_answer_that_holds_on_all_machines_is_said_to(tmp_path: Path) -> None:
    for number in range(4):
        session(tmp_path, number, QUICK_GLOB, facts(number))
    document = across([], tmp_path)
    assert [one.machine for one in document.machines] == ["m1", "m2", "m3", "m4"]
    (advice,) = document.advice
    assert (advice.use, advice.holds, advice.others, advice.open) == ("php/glob", ["m1", "m2", "m3", "m4"], [], [])
    assert told(document) == "In php (entries=1000): use glob on all 4 machines."
    assert how_sure(document) == "How sure: 1 run on each of 4 machines; a further one may say otherwise."
    arms = {arm.arm: arm for arm in document.arms}
    assert arms["php/glob"].counts == {"faster": 4} and not arms["php/glob"].depends
    assert arms["php/glob"].low == pytest.approx(0.6, rel=1e-3) == arms["php/glob"].high


@pytest.mark.parametrize(("count", "where"), [(2, "both machines"), (3, "all 3 machines")])
def test_a_method_that_has_its_guarantees_for_itself_is_used_without_more_time(
    tmp_path: Path, count: int, where: str
) -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"sorted": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/glob", guarantees={"sorted": "yes"})]
    for number in range(count):
        given = [made.level(LEVEL, USUAL, [], arms=arms)]
        session(tmp_path, number, QUICK_GLOB, facts(number), levels=given, sweeps=3 if number == 2 else 12)
    document = across([], tmp_path)
    (advice,) = document.advice
    assert advice.use == USUAL and advice.is_alone and len(advice.holds) == count
    assert told(document) == (
        f"In php (entries=1000): use readdir; no other method gives the same guarantees, on {where}."
    )


def test_the_machine_with_another_answer_is_named_with_the_facts_that_it_alone_has(tmp_path: Path) -> None:
    for number in range(12):
        own = {"system": "Linux 5.10", "cpus": 2} if number == 7 else {"cpus": 2 + 2 * (number % 3)}
        session(tmp_path, number, SLOW_GLOB if number == 7 else QUICK_GLOB, facts(number, **own))
    document = across([], tmp_path)
    (advice,) = document.advice
    assert len(advice.holds) == 11
    assert [(one.machine, one.use) for one in advice.others] == [("m8", USUAL)]
    assert [(one.fact, one.there, one.elsewhere) for one in advice.goes_with] == [
        ("system", ["Linux 5.10"], ["Linux 6.18"])
    ]
    text = told(document)
    assert text.startswith("In php (entries=1000): use glob on 11 of 12 machines. Use readdir on m8 (glob takes 1.6")
    assert "That machine differs from the others in system (Linux 5.10 there, Linux 6.18 elsewhere)" in text
    assert "may be chance" in text
    (glob,) = [arm for arm in document.arms if arm.arm == "php/glob"]
    assert glob.depends and glob.counts == {"faster": 11, "slower": 1}
    assert [one.fact for one in glob.goes_with] == ["system"]


def test_machines_that_are_alike_never_differ(tmp_path: Path) -> None:
    for number in range(8):
        session(tmp_path, number, {}, facts(number, system=f"Linux {number}"), noise=0.01)
    document = across([], tmp_path)
    assert all(not advice.others and not advice.goes_with for advice in document.advice)
    assert all(not arm.depends and not arm.goes_with for arm in document.arms)


def test_what_one_session_of_a_machine_says_and_another_does_not_is_not_said_of_it(tmp_path: Path) -> None:
    for number, (machine, ratios) in enumerate([(1, QUICK_GLOB), (2, QUICK_GLOB), (1, QUICK_GLOB), (2, SLOW_GLOB)]):
        session(tmp_path, number, ratios, facts(machine))
    document = across([], tmp_path)
    (advice,) = document.advice
    assert (advice.holds, advice.others, advice.open) == (["m1"], [], ["m2"])
    (glob,) = [arm for arm in document.arms if arm.arm == "php/glob"]
    assert [one.verdict for one in glob.machines] == ["faster", "undecided"]
    hull = glob.machines[1]
    assert hull.low is not None and hull.high is not None and hull.low < 0.7 and hull.high > 1.5
    assert [len(one.runs) for one in document.machines] == [2, 2]
    assert "It cannot be told yet on m2." in told(document)


def test_a_method_that_a_machine_could_not_measure_is_not_counted_there(tmp_path: Path) -> None:
    session(tmp_path, 1, QUICK_GLOB, facts(1))
    lacking = levels()
    arms = [
        arm.model_copy(update={"status": "skipped", "reason": "needs Linux"}) if arm.arm == "php/glob" else arm
        for arm in lacking[0].arms
    ]
    session(tmp_path, 2, QUICK_GLOB, facts(2), levels=[lacking[0].model_copy(update={"arms": arms})])
    document = across([], tmp_path)
    (glob,) = [arm for arm in document.arms if arm.arm == "php/glob"]
    assert glob.counts == {"faster": 1, "not measured": 1} and glob.ratio is None
    assert glob.machines[1].reason == "needs Linux"
    (advice,) = document.advice
    assert advice.others == []


def test_a_method_that_one_session_of_a_machine_found_wrong_has_no_verdict_there(tmp_path: Path) -> None:
    session(tmp_path, 1, QUICK_GLOB, facts(1))
    session(tmp_path, 2, QUICK_GLOB, facts(2))
    (wrong,) = levels()
    arms = [
        arm.model_copy(update={"status": "disqualified", "reason": "wrong bytes"}) if arm.arm == "php/glob" else arm
        for arm in wrong.arms
    ]
    session(tmp_path, 3, QUICK_GLOB, facts(2), levels=[wrong.model_copy(update={"arms": arms})])
    (glob,) = [arm for arm in across([], tmp_path).arms if arm.arm == "php/glob"]
    assert [(one.verdict, one.reason) for one in glob.machines] == [("faster", None), (None, "wrong bytes")]


def test_folders_may_be_named_and_runs_of_no_end_or_of_another_question_are_left_out(tmp_path: Path) -> None:
    for name in ("laptop", "server"):
        session(tmp_path / name, 1, QUICK_GLOB, facts(0))  # copies of one machine have one key
    session(tmp_path / "laptop", 2, QUICK_GLOB, facts(0), complete=False)
    session(tmp_path / "server", 0, QUICK_GLOB, facts(0), levels=levels([{"entries": 7}]))
    (tmp_path / "server" / "notes").mkdir()
    document = across([f"laptop={tmp_path / 'laptop'}", f"server={tmp_path / 'server'}"], tmp_path)
    assert [(one.machine, len(one.runs)) for one in document.machines] == [("laptop", 1), ("server", 1)]
    assert document.left_out == [
        "notes has no run.json",
        "1 run that came to no end",
        "1 run of other levels, methods or texts than the newest",
    ]
    text = shown(document)
    for said in ("laptop and server: 1 run each", "all: system Linux 6.18; processor AMD EPYC", "left out: notes"):
        assert said in text


def test_a_run_that_is_named_twice_counts_once(tmp_path: Path) -> None:
    runs = [session(tmp_path, number, QUICK_GLOB, facts(number)) for number in range(2)]
    document = across([str(tmp_path), str(runs[0]), str(runs[1]), str(tmp_path)], tmp_path)
    assert [len(one.runs) for one in document.machines] == [1, 1] and document.left_out == []


def test_levels_that_turn_on_a_machine_are_named(tmp_path: Path) -> None:
    both = [LEVEL, {"entries": 10}]
    for number in range(3):

        def turn(sweep: int, columns: dict[str, object], number: int = number) -> dict[str, object]:
            import numpy as np

            level, arm = np.asarray(columns["level"]), np.asarray(columns["arm"])
            slow = (number == 2) & (level == 1) & (arm == 2)
            wall_ns = np.asarray(columns["wall_ns"])
            return {**columns, "wall_ns": np.where(slow, 3 * wall_ns, wall_ns)}

        session(tmp_path, number, QUICK_GLOB, facts(number), levels=levels(both), change=turn, sweeps=24)
    text = told(across([], tmp_path))
    assert "In php (entries=1000): use glob on all 3 machines." in text
    assert "In php (entries=10): use glob on 2 of 3 machines. Use readdir on m3" in text


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, width: int) -> None:
    for number in range(3):
        session(tmp_path, number, SLOW_GLOB if number else QUICK_GLOB, facts(number))
    assert max(map(len, shown(across([], tmp_path), width).splitlines())) <= width


def test_one_machine_several_studies_and_places_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="0 of the machines"):
        across([], tmp_path)
    session(tmp_path, 1, QUICK_GLOB, facts(1))
    with pytest.raises(UsageError, match="1 of the machines that are looked at has a whole run of list-directory"):
        across([], tmp_path)
    session(tmp_path, 2, QUICK_GLOB, facts(2), study="readfile")
    with pytest.raises(UsageError, match="of 2 studies: list-directory, readfile"):
        across([], tmp_path)
    with pytest.raises(UsageError, match="no run is of the study 'other'"):
        across([], tmp_path, "other")
    with pytest.raises(UsageError) as refused:
        across(["nothing", f"a={tmp_path / 'nowhere'}"], tmp_path)
    assert len(refused.value.problems) == 2


def test_the_ends_of_a_mean_over_machines_are_those_of_student(tmp_path: Path) -> None:
    for number, ratio in enumerate((1.2, 1.5, 1.8)):
        session(tmp_path, number, {"php/glob": ratio, "php/iterator": 1.0}, facts(number), noise=1e-6)
    (glob,) = [arm for arm in across([], tmp_path).arms if arm.arm == "php/glob"]
    assert glob.ratio == pytest.approx((1.2 * 1.5 * 1.8) ** (1 / 3), rel=1e-4)
    assert glob.low is not None and glob.further_low is not None and glob.further_low < glob.low < 1.2
