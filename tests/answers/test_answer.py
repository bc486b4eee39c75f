"""The advice of a run: only what may be recommended, only what is shown, and what would change it."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from iotrial.answers.advice import Advice, AdviceCaution, AnswerElsewhere
from iotrial.answers.decide_advice import advise
from iotrial.answers.not_measured import full_runs
from iotrial.answers.question import Inquiry, OtherLevel
from iotrial.ask.study import Study
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.report.advice_screen import show
from iotrial.report.trust_line import trust_line
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, LevelRecord
from judge import made

FACTORS: dict[str, int | str] = {"records": 1000, "record_bytes": 100, "target": "disk"}
OWN = {"visible": "each record", "durable": "no"}
CODE = "<?php\nfunction append() {\n\treturn 1;\n}\n"


def one(name: str, **given: Any) -> Arm:
    return made.arm(name, **{"guarantees": OWN, "method_sha256": "text", "work": 1000, **given})


def level(names: list[str | Arm], **given: Any) -> LevelRecord:
    arms = [one("php/usual", role=role) for role in ("baseline", "placebo")]
    arms += [one(name) if isinstance(name, str) else name for name in names]
    return made.level({**FACTORS, **given.pop("factors", {})}, "php/usual", [], arms=arms, **given)


def inquiry(*allowed: str, **given: Any) -> Inquiry:
    study = Study("append", "Which?", "append", "php/usual", (), "", "")
    elsewhere, unfetched = tuple(given.pop("elsewhere", ())), given.pop("unfetched", {})
    declared = given.pop("declared", "an article timed it")
    return Inquiry(study, "php/usual", declared, allowed, {}, elsewhere, (), unfetched)


#: The judged run of each advice of a test, which has the words of its job.
JUDGED: dict[int, JudgedRun] = {}


def advised(stored: StoredRun, asked: Inquiry, root: Path | None = None) -> Any:
    """The advice of a stored run; root: where full runs may be that know more."""
    judging = Judging(stored)
    judged = judge_run(judging)
    found = advise(judging, judged, asked, lambda job: full_runs(root, job, judged.run) if root else iter(()))
    JUDGED[id(found.level)] = judged
    json.dumps(found.model_dump(), allow_nan=False)
    return found


def advice(
    tmp_path: Path, levels: list[LevelRecord], asked: Inquiry, ratios: made.Ratios | None = None, **given: Any
) -> Any:
    """The advice of a run; a figure that is None fails a comparison by itself."""
    words = {
        name: given.pop(name) for name in ("conditions", "more", "needed", "said", "eligible", "told") if name in given
    }
    run = made.run(levels, texts={"text": CODE}, job="append", work_unit="records", languages={"php": "PHP"}, **words)
    return advised(made.opened(tmp_path, run, ratios, **given), asked)


def printed(found: Advice, width: int = 100) -> str:
    out = io.StringIO()
    show(found, JUDGED[id(found.level)], Console(file=out, width=width))
    return out.getvalue()


def flat(found: Advice) -> str:
    return " ".join(printed(found).split())


def names(found: list[Any]) -> list[str]:
    return [one.arm for one in found]


def ranked(found: Any) -> list[Any]:
    """All that give the same as the method to use."""
    return [*found.choice.as_well, *found.choice.at_times, *found.choice.slower]


RATIOS = {"php/quick": 0.5, "php/next": 0.6, "php/slow": 3.0}


def test_the_fastest_is_recommended_with_the_next_and_the_usual_way_and_intervals(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/next")
    found = advice(tmp_path, [level(["php/quick", "php/next"])], asked, RATIOS)
    assert found.answered and found.choice.use == "php/quick" and found.reason is None
    following, usual = found.choice.slower
    assert following.arm == "php/next" and following.least == following.most == pytest.approx(1.2, rel=0.01)
    assert following.low < 1.2 < following.high
    assert usual.arm == found.usual == found.choice.usual == "php/usual"
    assert usual.most == pytest.approx(2.0, rel=0.01) and usual.low > 1.9
    text = flat(found)
    # The answer, how much it matters, how sure it is, the code; what was asked stands at the end.
    assert text.startswith(
        "In PHP: use quick. It takes 1.00 ms for 1,000 records. The usual way, usual, takes 2.0 times as long. "
        "next takes 1.20 times as long. "
    )
    assert "It comes from 12 rounds side by side; ask again on another day before you build on it." in text
    assert " ".join(trust_line(JUDGED[id(found.level)]).split()) in text
    assert (
        text.index("How sure:")
        < text.index("The code, as it was measured (php/quick)")
        < text.index("asked: append at")
    )
    assert "usual way: php/usual (an article timed it)" in text
    assert "guarantees of php/quick: visible each record, durable no" in text


def test_advice_says_how_much_of_a_time_is_the_cost_of_measuring(tmp_path: Path) -> None:
    quick = one("php/quick", kit_ns=300_000.0)
    found = advice(tmp_path, [level([quick, "php/next"])], inquiry("php/usual", "php/quick", "php/next"), RATIOS)
    said = "It takes 1.00 ms for 1,000 records, 30 % of it the cost of measuring: ask at a larger size, too."
    assert said in flat(found)


def test_show_says_of_advice_what_advice_says(tmp_path: Path) -> None:
    """Whatever else was measured beside what was asked for, and whatever other sizes say."""
    levels = [level(["php/other", "php/quick"]), level(["php/other", "php/quick"], factors={"records": 10})]
    asked = inquiry("php/usual", "php/other", elsewhere=[OtherLevel({"records": 10})])
    for eligible in ([], ["php/usual", "php/other"]):
        found = advice(tmp_path / f"{len(eligible)}", levels, asked, {"php/other": 2.0, **RATIOS}, eligible=eligible)
        (said,) = JUDGED[id(found.level)].answers
        assert found.choice.use == "php/usual"
        is_of_advice = ([choice.use for choice in said.choices], said.choices[0].levels)
        assert (is_of_advice == (["php/usual"], [found.level])) == bool(eligible)
        alone = [one.choices[0].use for level in JUDGED[id(found.level)].level_answers for one in level]
        assert (alone == ["php/usual"] * 2) == bool(eligible)


def test_the_code_that_was_measured_is_printed_as_it_is(tmp_path: Path) -> None:
    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS)
    assert found.method.text == CODE
    for width in (100, 40):
        assert "\n<?php\nfunction append() {\n" in printed(found, width)


def test_a_method_without_the_guarantees_is_never_recommended_however_fast(tmp_path: Path) -> None:
    loose = one("php/loose", guarantees={**OWN, "visible": "at the end"})
    found = advice(
        tmp_path, [level(["php/quick", loose])], inquiry("php/usual", "php/quick"), {"php/loose": 0.1, **RATIOS}
    )
    assert found.choice.use == "php/quick" and "php/loose" not in names(ranked(found))
    [other] = found.choice.guarantees
    assert (other.arm, other.gives) == ("php/loose", {"visible": "at the end"})
    assert other.most == pytest.approx(0.2, rel=0.01) and other.low < 0.2 < other.high
    assert other.conditions == []
    assert "If you need visible=at the end: loose (5.0 times as fast)." in flat(found)


def test_the_jobs_words_say_when_something_else_is_needed(tmp_path: Path) -> None:
    loose = one("php/loose", guarantees={**OWN, "visible": "at the end"})
    found = advice(
        tmp_path, [level(["php/quick", loose])], inquiry("php/usual", "php/quick"), {"php/loose": 0.1, **RATIOS},
        conditions={"visible": {"at the end": "nobody reads along"}},
    )  # fmt: skip
    text = flat(found)
    assert "If nobody reads along: loose (5.0 times as fast)." in text
    assert text.index("If nobody reads along") < text.index("The code")


def test_what_is_in_use_and_guarantees_less_is_compared_and_said_to(tmp_path: Path) -> None:
    durable = one("php/safe", guarantees={**OWN, "durable": "each record"})
    found = advice(tmp_path, [level([durable, "php/quick"])], inquiry("php/safe"), {"php/safe": 5.0})
    assert found.choice.use == "php/safe" and ranked(found) == [] and found.choice.is_alone
    assert (found.usual_unlike.arm, found.usual_unlike.gives) == ("php/usual", {"durable": "no"})
    assert "You use usual, which gives something else (durable=no): 5.0 times as fast." in flat(found)


def test_of_arms_that_cannot_be_told_apart_one_is_named_with_the_other_beside_it_and_its_bounds(
    tmp_path: Path,
) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", "php/twin"])], asked, ratios, noise=0.2)
    assert found.answered and found.choice.use in ratios
    [twin] = found.choice.as_well
    assert {found.choice.use, twin.arm} == set(ratios) and twin.tier == "unclear"
    assert twin.low < 1 < twin.high
    quicker, slower = math.ceil(100 * (1 - twin.low)), math.ceil(100 * (twin.high - 1))
    assert f"Unclear so far: {twin.called} ({quicker} % quicker to {slower} % slower)." in flat(found)
    assert "cannot" not in flat(found).partition("The code")[0]


def test_where_the_usual_way_cannot_be_told_from_another_it_stays_and_the_other_is_open(tmp_path: Path) -> None:
    """0.9 of the time, as far as it came out, in rounds that vary by more."""
    asked = inquiry("php/usual", "php/quick")
    found = advice(tmp_path, [level(["php/quick"])], asked, {"php/quick": 0.9}, noise=0.3)
    assert found.answered and found.choice.use == "php/usual"
    [other] = found.choice.as_well
    assert other.low < 1 < other.high and other.tier == "unclear"
    text = flat(found)
    assert text.startswith(
        "In PHP: use usual, the usual way. It takes 2.11 ms for 1,000 records. Unclear so far: quick ("
    )


@pytest.mark.parametrize(("ratio", "use"), [(0.97, "php/usual"), (0.93, "php/quick")])
def test_another_than_the_usual_way_is_not_advised_for_less_than_five_percent(
    tmp_path: Path, ratio: float, use: str
) -> None:
    asked = inquiry("php/usual", "php/quick")
    found = advice(tmp_path, [level(["php/quick"])], asked, {"php/quick": ratio})
    assert found.choice.use == use and found.answered
    [other] = ranked(found)
    assert other.high < 1 or other.low > 1  # the verdict, with a margin of 1 %, is decided either way
    if use == "php/usual":
        assert "quick is as good (the same time within 4 %)." in flat(found)


def test_arms_that_are_shown_to_be_equal_are_an_answer(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", "php/twin"])], asked, ratios, sweeps=24)
    assert found.answered and names(found.choice.slower) == ["php/usual"]
    [twin] = found.choice.as_well
    assert {found.choice.use, twin.arm} == set(ratios) and twin.tier == "as good"
    assert f"{twin.called} is as good (the same time within 1 %)." in flat(found)


def test_an_arm_of_other_iterations_is_never_equal(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", one("php/twin", shift=1)])], asked, ratios, sweeps=24)
    [twin] = found.choice.as_well
    assert twin.tier == "unclear" and twin.never_equal == "they were measured with unlike numbers of iterations"
    text = flat(found)
    assert "do as well" not in text and "does as well" not in text
    assert f"Unclear so far: {twin.called} (1 % quicker to 1 % slower; they were measured with unlike" in text


def test_rounds_that_give_no_interval_at_all_are_no_answer_and_name_nobody(tmp_path: Path) -> None:
    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS, sweeps=3)
    assert not found.answered and found.choice is None and found.method is None
    assert found.reason == "3 rounds are too few to tell anything of any"
    text = flat(found)
    assert "In PHP: no answer in 41 s: 3 rounds are too few to tell anything of any. " in text
    assert "How sure:" not in text and "use quick" not in text
    assert all(one.code != "few_rounds" for one in found.cautions)  # the reason says it
    assert "More time may tell: --budget 90s." in text  # twice as long as it took, in tens of seconds


def test_a_method_to_use_whose_work_is_not_known_has_no_time(tmp_path: Path) -> None:
    arms = [one("php/usual", role=role, work=None) for role in ("baseline", "placebo")]
    levels = [made.level(FACTORS, "php/usual", [], arms=[*arms, one("php/slow", work=None)])]
    found = advice(tmp_path, levels, inquiry("php/usual", "php/slow"), RATIOS)
    assert flat(found).startswith("In PHP: use usual, the usual way. Avoid slow (")


def test_few_rounds_are_enough_for_what_is_many_times_as_long(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/slow")
    found = advice(tmp_path, [level(["php/slow"])], asked, {"php/slow": 8.0}, sweeps=6)
    assert found.answered and found.choice.use == "php/usual"
    [slow] = found.choice.slower
    assert slow.tier == "avoid" and slow.worst_low > 1.5
    told = "In PHP: use usual, the usual way. It takes 2.00 ms for 1,000 records. "
    assert flat(found).startswith(f"{told}Avoid slow (8.0 times as long; 5.3 to 12.0).")


def test_an_invalid_level_is_no_answer(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        columns["wall_ns"] = columns["wall_ns"] * 2 ** (columns["arm"] == 1)
        return columns

    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS, change=spoil)
    assert not found.answered and "invalid" in found.reason
    assert "Ask again when the machine is quieter." in flat(found) and "use " not in flat(found).partition("asked")[0]


def test_a_method_that_did_not_do_its_job_is_not_recommended_and_named(tmp_path: Path) -> None:
    wrong = one("php/quick", status="disqualified", reason="lost 3 records")
    found = advice(tmp_path, [level([wrong, "php/next"])], inquiry("php/usual", "php/quick", "php/next"), RATIOS)
    assert found.choice.use == "php/next"
    assert any("php/quick" in text and "lost 3 records" in text for text in found.left_out)


def test_one_that_is_left_alone_because_the_others_were_left_out_is_no_answer(tmp_path: Path) -> None:
    out = one("php/quick", status="skipped", reason="one iteration takes 9 s, too long for the budget")
    found = advice(tmp_path, [level([out, one("php/x", guarantees={})])], inquiry("php/usual", "php/quick"))
    assert not found.answered and "too long for the budget" in found.reason
    lost = one("php/quick", status="disqualified", reason="lost 3 records")
    found = advice(tmp_path / "2", [level([lost, "php/x"])], inquiry("php/usual", "php/quick"))
    assert found.choice.use == "php/usual"


SMALL = OtherLevel({"records": 10})
TMPFS = OtherLevel({"target": "tmpfs"})
ALLOWED = ("php/usual", "php/quick", "php/next")


def around(tmp_path: Path, there: dict[str, float], **given: Any) -> tuple[AnswerElsewhere, str]:
    """The statement of a run about another level, at which arms have these ratios, and the whole advice in words."""
    noise, said = given.pop("noise_there", 0.0), given.pop("said", {})
    levels = [level(["php/quick", "php/next"]), level(["php/quick", "php/next"], factors={"records": 10}, **given)]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        for number, name in ((2, "php/quick"), (3, "php/next")):
            rows = (columns["level"] == 1) & (columns["arm"] == number)
            blur = (-1) ** sweep * noise if name == "php/next" else 0.0
            columns["wall_ns"][rows] = columns["wall_ns"][rows] * there[name] / RATIOS[name] * (1 + blur)
        return columns

    found = advice(tmp_path, levels, inquiry(*ALLOWED, elsewhere=[SMALL]), RATIOS, change=change, said=said)
    assert found.choice.use == "php/quick"
    return found.elsewhere[0], flat(found)


def test_the_answer_changes_where_another_is_shown_to_be_faster(tmp_path: Path) -> None:
    found, text = around(tmp_path, {"php/quick": 0.5, "php/next": 0.4})
    assert found.verdict == "changes" and found.faster is not None and found.faster.arm == "php/next"
    assert found.faster.most == pytest.approx(0.8, rel=0.01)
    assert "With 10 records use next: 20 % less time." in text
    _, text = around(tmp_path / "words", {"php/quick": 0.5, "php/next": 0.4}, said={"records": "{} records"})
    assert "With 10 records use next: 20 % less time." in text


@pytest.mark.parametrize("ratio", [0.498, 0.485, 0.9])
def test_a_difference_that_does_not_matter_does_not_change_it(tmp_path: Path, ratio: float) -> None:
    found, text = around(tmp_path, {"php/quick": 0.5, "php/next": ratio})
    assert found.verdict == "holds" and found.faster is None
    assert "It holds with 10 records: nothing is more than 5 % faster there." in text


def test_where_another_may_be_faster_by_what_matters_it_is_open_and_told_with_its_bound(tmp_path: Path) -> None:
    found, text = around(tmp_path, {"php/quick": 0.5, "php/next": 0.5}, noise_there=0.1)
    assert found.verdict == "unclear" and found.faster is not None and found.faster.arm == "php/next"
    assert found.faster.low is not None and found.faster.low < 1 / 1.05
    less = math.ceil(100 * (1 - found.faster.low))
    assert f"It is unclear with 10 records: next may take up to {less} % less." in text


def test_a_level_that_was_left_out_is_said_not_to_be_tried(tmp_path: Path) -> None:
    found, text = around(
        tmp_path, {"php/quick": 0.5, "php/next": 0.4}, status="skipped", reason="there was no time for it"
    )
    assert found.verdict == "not tried"
    assert "left out: records=10 (there was no time for it)" in text


def test_where_the_recommended_has_no_figure_nothing_is_known(tmp_path: Path) -> None:
    arms: list[str | Arm] = [one("php/quick", status="disqualified", reason="lost 3 records"), "php/next"]
    levels = [level(["php/quick", "php/next"]), level(arms, factors={"target": "tmpfs"})]
    found = advice(tmp_path, levels, inquiry(*ALLOWED, elsewhere=[TMPFS]), RATIOS)
    assert found.elsewhere[0].verdict == "unclear" and "lost 3 records" in found.elsewhere[0].reason
    assert found.elsewhere[0].faster is None
    assert "Nothing is known on tmpfs: php/quick is disqualified: lost 3 records." in flat(found)


def test_other_guarantees_that_were_tried_at_a_level_of_their_own_stand_beside_the_usual_way(tmp_path: Path) -> None:
    safe = one("php/safe", guarantees={**OWN, "durable": "each record"})
    levels = [level(["php/quick"]), level([safe], factors={"records": 10})]
    asked = inquiry("php/usual", "php/quick", elsewhere=[OtherLevel({"records": 10}, "durable")])
    found = advice(tmp_path, levels, asked, {**RATIOS, "php/safe": 30.0})
    [priced] = found.priced_elsewhere
    [cost] = priced.costs
    assert (priced.what, priced.beside, cost.arm) == ("records=10", "usual", "php/safe")
    assert cost.gives == {"durable": "each record"}
    assert cost.most == pytest.approx(30, rel=0.01) and found.elsewhere == []
    assert "With 10 records, beside usual: safe (30 times as long)." in flat(found)


def test_where_nobody_declares_a_usual_way_none_is_claimed(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", declared=None)
    found = advice(tmp_path, [level(["php/quick"])], asked, RATIOS)
    assert "There is no usual way that gives this; the run compares with usual." in flat(found)
    assert "the usual way" not in flat(found).lower() and found.choice.usual is None


def test_methods_of_unlike_guarantees_are_not_ranked_together_without_saying_so(tmp_path: Path) -> None:
    """All were allowed that give what was asked for; what one of them gives more of than another is told."""
    safe = one("php/safe", guarantees={**OWN, "durable": "each record"})
    asked = inquiry("php/usual", "php/quick", "php/safe")
    more = {"durable": ["each record", "no"]}
    found = advice(tmp_path, [level(["php/quick", safe])], asked, {**RATIOS, "php/safe": 30.0}, more=more)
    assert found.choice.gives_up == {"durable": "no"}
    assert "use quick, which gives durable=no only." in flat(found)


@pytest.mark.parametrize(
    ("own", "other", "ratio", "is_outdone"),
    [
        ("each record", "at the end", 0.9, True),  # it guarantees less and takes longer than the quickest, 0.5
        ("each record", "at the end", 0.1, False),
        ("at the end", "each record", 0.9, False),
    ],
)
def test_what_guarantees_less_and_takes_longer_is_nothing_that_anybody_needs(
    tmp_path: Path, own: str, other: str, ratio: float, *, is_outdone: bool
) -> None:
    quick, beside = (
        one(name, guarantees={**OWN, "visible": value}) for name, value in (("php/a", own), ("php/b", other))
    )
    more = {"visible": ["each record", "at the end"]}
    times = {"php/a": 0.5, "php/b": ratio}
    found = advice(tmp_path, [level([quick, beside])], inquiry("php/usual", "php/a"), times, more=more)
    told = [row for row in found.choice.guarantees if row.arm == "php/b"]
    assert [row.is_outdone for row in told] == [is_outdone]
    need = f"If you need visible={other}: b ("
    assert (need in flat(found)) is not is_outdone
    assert (f"b promises less (visible={other}) and takes 1.80 times as long." in flat(found)) is is_outdone
    unlike = advice(tmp_path / "unlike", [level([quick, beside])], inquiry("php/usual", "php/a"), times)
    assert need in flat(unlike)  # where more is not as good, both are told


def test_code_from_anywhere_cannot_steer_the_terminal(tmp_path: Path) -> None:
    run = made.run([level(["php/quick"])], texts={"text": "a\x1b[2Jb\n\tc\n"})
    found = advised(made.opened(tmp_path, run, RATIOS), inquiry("php/usual", "php/quick"))
    assert "a?[2Jb\n" in printed(found) and "\x1b" not in printed(found)


@pytest.mark.parametrize("width", [100, 40])
def test_all_but_the_code_fits_a_narrow_terminal(tmp_path: Path, width: int) -> None:
    found = advice(tmp_path, [level(["php/quick", "php/next"])], inquiry(*ALLOWED), RATIOS)
    assert max(len(line) for line in printed(found.model_copy(update={"method": None}), width).splitlines()) <= width


def test_what_a_reader_can_do_little_with_takes_few_lines(tmp_path: Path) -> None:
    left = [f"records={number}: reason {number // 2}" for number in range(20)]
    cautions = [AdviceCaution(arm=None, code="x", text=f"caution {number}") for number in range(5)]
    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS)
    lines = printed(found.model_copy(update={"left_out": left, "cautions": cautions})).splitlines()
    assert [line for line in lines if line.startswith("left out")] == [
        *(f"left out: records={2 * n}, records={2 * n + 1} (reason {n})" for n in range(4)),
        "left out: 6 more: iotrial show 20261121-143055-k3x9 --details",
    ]
    assert [line for line in lines if "caution" in line] == [
        "caution: caution 0",
        "caution: caution 1",
        "3 more cautions: iotrial show 20261121-143055-k3x9",
    ]


def test_several_languages_have_their_names_beside_the_calls(tmp_path: Path) -> None:
    found = advice(tmp_path, [level(["c/quick"])], inquiry("php/usual", "c/quick"), {"c/quick": 0.5})
    assert found.language is None
    told = "Use quick in c. It takes 1.00 ms for 1,000 records. The usual way, usual in PHP, takes 2.0 times as long."
    assert flat(found).startswith(told)


def test_a_method_that_was_left_out_and_may_be_better_is_named_with_what_a_full_run_says(tmp_path: Path) -> None:
    late = one("php/late", status="skipped", reason="there was no time for it; at a first look it takes 1.10 times …")
    far = one("php/far", status="skipped", reason="at a first look it takes 11 times as long as php/quick, …")
    asked = inquiry("php/usual", "php/quick", "php/late", "php/far", unfetched={"php/ext": "ext_write()"})
    run = made.run([level(["php/quick", late, far])], texts={"text": CODE}, job="append", languages={"php": "PHP"})
    stored = made.opened(tmp_path / "own", run, RATIOS)
    found = advised(stored, asked)
    assert [(one.arm, one.ratio, one.reason) for one in found.not_measured] == [
        ("php/late", None, "no time for it"), ("php/ext", None, "needs a package")
    ]  # fmt: skip
    text = flat(found)
    assert "Not in this quick run: late (no time for it) and ext_write() (needs a package)." in text
    assert text.index("Not in this quick run") < text.index("How sure:")

    root = tmp_path / "kept"
    full = made.run(
        [level(["php/quick", "php/late", "php/ext"])], run="20260101-000000-aaaaaa", job="append", quick=False
    )
    made.store(root, full, {"php/quick": 0.5, "php/late": 0.6, "php/ext": 0.25})
    short = full.model_copy(update={"run": "20260102-000000-bbbbbb", "quick": True})
    made.store(root, short, {"php/quick": 0.5, "php/late": 0.1, "php/ext": 0.1})  # no full run: nothing is taken of it
    [known] = advised(stored, asked, root).not_measured  # the other one is slower there
    assert known.arm == "php/ext" and known.ratio == pytest.approx(0.5, rel=0.01) and known.run == full.run
    assert f"Not in this quick run: ext_write() (2.0 times as fast in run {full.run})." in flat(
        advised(stored, asked, root)
    )
