"""The advice of a run: only what may be recommended, only what is shown, and what would change it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from iotrial.answers.advice import Advice, AdviceCaution, AnswerElsewhere, UnlikeArm
from iotrial.answers.decide_advice import advise
from iotrial.answers.question import Inquiry, OtherLevel
from iotrial.ask.study import Study
from iotrial.report.advice_screen import show
from iotrial.store.read import open_run
from iotrial.store.record import Arm, LevelRecord
from judge import made

FACTORS: dict[str, int | str] = {"records": 1000, "record_bytes": 100, "target": "disk"}
OWN = {"visible": "each record", "durable": "no"}
CODE = "<?php\nfunction append() {\n\treturn 1;\n}\n"


def one(name: str, **given: Any) -> Arm:
    return made.arm(name, **{"guarantees": OWN, "method_sha256": "text", **given})


def level(names: list[str | Arm], **given: Any) -> LevelRecord:
    arms = [one("php/usual", role=role) for role in ("baseline", "placebo")]
    arms += [one(name) if isinstance(name, str) else name for name in names]
    return made.level({**FACTORS, **given.pop("factors", {})}, "php/usual", [], arms=arms, **given)


def inquiry(*allowed: str, **given: Any) -> Inquiry:
    study = Study("append", "Which?", "append", "php/usual", (), "", "")
    elsewhere = tuple(given.pop("elsewhere", ()))
    return Inquiry(study, "php/usual", given.pop("declared", "an article timed it"), allowed, {}, elsewhere, ())


def advice(
    tmp_path: Path, levels: list[LevelRecord], asked: Inquiry, ratios: made.Ratios | None = None, **given: Any
) -> Any:
    """The advice of a run; a figure that is None fails a comparison by itself."""
    words = {"conditions": given.pop("conditions", {}), "more": given.pop("more", {})}
    run = made.run(levels, texts={"text": CODE}, job="append", work_unit="records", languages={"php": "PHP"}, **words)
    found = advise(open_run(made.store(tmp_path, run, ratios, **given)), asked)
    json.dumps(found.model_dump(), allow_nan=False)
    return found


def printed(found: Advice, width: int = 100) -> str:
    out = io.StringIO()
    show(found, Console(file=out, width=width))
    return out.getvalue()


def flat(found: Advice) -> str:
    return " ".join(printed(found).split())


RATIOS = {"php/quick": 0.5, "php/next": 0.6, "php/slow": 3.0}


def test_the_fastest_is_recommended_with_the_next_and_the_usual_way_and_intervals(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/next")
    found = advice(tmp_path, [level(["php/quick", "php/next"])], asked, RATIOS)
    assert found.answered and found.use == ["php/quick"] and found.reason is None
    assert found.next.arm == "php/next" and found.next.ratio == pytest.approx(1.2, rel=0.01)
    assert found.next.low < 1.2 < found.next.high
    assert found.usual.ratio == pytest.approx(2.0, rel=0.01) and found.usual.low > 1.9
    text = flat(found)
    # The answer, how much it matters, how sure it is, the code; what was asked stands at the end.
    assert text.startswith("In PHP: use quick. The next best, next, takes 1.20 times as long. ")
    assert "The usual way, usual (an article timed it), takes 2.0 times as long." in text
    assert "How sure: measured in one session, side by side in 12 rounds on this machine." in text
    assert (
        text.index("How sure") < text.index("The code, as it was measured (php/quick)") < text.index("asked: append at")
    )
    assert "guarantees of php/quick: visible each record, durable no" in text


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
    assert found.use == ["php/quick"] and "php/loose" not in found.top_group
    [other] = found.other_guarantees
    assert (other.arm, other.guarantees) == ("php/loose", "visible at the end instead of each record")
    assert other.ratio == pytest.approx(0.2, rel=0.01) and other.low < 0.2 < other.high
    assert other.conditions == []
    text = flat(found)
    assert "If you need something else: If you need visible at the end instead of each record: loose. It is 5.0" in text


def test_the_jobs_words_say_when_something_else_is_needed(tmp_path: Path) -> None:
    loose = one("php/loose", guarantees={**OWN, "visible": "at the end"})
    found = advice(
        tmp_path, [level(["php/quick", loose])], inquiry("php/usual", "php/quick"), {"php/loose": 0.1, **RATIOS},
        conditions={"visible": {"at the end": "nobody reads along"}},
    )  # fmt: skip
    assert "If nobody reads along: loose. It is 5.0 times as fast." in flat(found)


def test_what_is_in_use_and_guarantees_less_is_compared_and_said_to(tmp_path: Path) -> None:
    durable = one("php/safe", guarantees={**OWN, "durable": "each record"})
    found = advice(tmp_path, [level([durable, "php/quick"])], inquiry("php/safe"), {"php/safe": 5.0})
    assert found.use == ["php/safe"] and found.next is None
    assert "durable no instead of each record" in found.usual.unlike
    assert "It guarantees something else" in flat(found)
    assert "No other method that was measured has the same guarantees." in flat(found)


def test_arms_that_cannot_be_told_apart_are_named_and_not_chosen_from(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", "php/twin"])], asked, ratios, noise=0.2)
    assert not found.answered and found.use == []
    assert set(found.top_group) >= {"php/quick", "php/twin"}
    assert "which of them is faster cannot be told" in flat(found) and " or " in flat(found)
    [other] = [one for one in found.apart if one.arm.endswith(("quick", "twin"))]
    assert other.low < 1 < other.high and other.arm == found.top_group[1]
    first, second = (arm.removeprefix("php/") for arm in found.top_group[:2])
    told = f"{second} takes {other.low:.2f} to {other.high:.2f} times as long as {first}."
    assert f"12 rounds cannot tell these apart: {told} More rounds may tell: --budget 90s." in flat(found)


def test_arms_that_are_shown_to_be_equal_are_an_answer(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", "php/twin"])], asked, ratios, sweeps=24)
    assert found.answered and set(found.use) == {"php/quick", "php/twin"} and found.apart == []
    assert found.next.arm == "php/usual" and "(the same time within 1 %)" in flat(found)


def test_an_arm_of_other_iterations_is_never_equal(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", "php/twin")
    ratios = {"php/quick": 0.5, "php/twin": 0.5}
    found = advice(tmp_path, [level(["php/quick", one("php/twin", shift=1)])], asked, ratios, sweeps=24)
    assert not found.answered and len(found.top_group) == 2


def test_too_few_rounds_are_no_answer_and_name_nobody(tmp_path: Path) -> None:
    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS, sweeps=3)
    assert not found.answered and found.top_group == [] and "3 rounds are too few" in found.reason
    assert "In PHP: cannot tell in 41 s. 3 rounds are too few" in flat(found) and "How sure" not in flat(found)
    assert all(one.code != "few_rounds" for one in found.cautions)  # the reason says it
    # With 1.2 times the rounds that are missing, in tens of seconds.
    assert found.needed_rounds == 7 and "More rounds may tell: --budget 120s." in flat(found)


def test_an_invalid_level_is_no_answer(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        columns["wall_ns"] = columns["wall_ns"] * 2 ** (columns["arm"] == 1)
        return columns

    found = advice(tmp_path, [level(["php/quick"])], inquiry("php/usual", "php/quick"), RATIOS, change=spoil)
    assert not found.answered and "invalid" in found.reason


def test_a_method_that_did_not_do_its_job_is_not_recommended_and_named(tmp_path: Path) -> None:
    wrong = one("php/quick", status="disqualified", reason="lost 3 records")
    found = advice(tmp_path, [level([wrong, "php/next"])], inquiry("php/usual", "php/quick", "php/next"), RATIOS)
    assert found.use == ["php/next"]
    assert any("php/quick" in text and "lost 3 records" in text for text in found.left_out)


def test_one_that_is_left_alone_because_the_others_were_left_out_is_no_answer(tmp_path: Path) -> None:
    out = one("php/quick", status="skipped", reason="one iteration takes 9 s, too long for the budget")
    found = advice(tmp_path, [level([out, one("php/x", guarantees={})])], inquiry("php/usual", "php/quick"))
    assert not found.answered and "too long for the budget" in found.reason
    lost = one("php/quick", status="disqualified", reason="lost 3 records")
    found = advice(tmp_path / "2", [level([lost, "php/x"])], inquiry("php/usual", "php/quick"))
    assert found.use == ["php/usual"]


SMALL = OtherLevel({"records": 10})
TMPFS = OtherLevel({"target": "tmpfs"})
ALLOWED = ("php/usual", "php/quick", "php/next")


def around(tmp_path: Path, there: dict[str, float], **given: Any) -> tuple[AnswerElsewhere, str]:
    """The statement of a run about another level, at which arms have these ratios, and the whole advice in words."""
    levels = [level(["php/quick", "php/next"]), level(["php/quick", "php/next"], factors={"records": 10}, **given)]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        for number, name in ((2, "php/quick"), (3, "php/next")):
            rows = (columns["level"] == 1) & (columns["arm"] == number)
            columns["wall_ns"][rows] = columns["wall_ns"][rows] * there[name] / RATIOS[name]
        return columns

    found = advice(tmp_path, levels, inquiry(*ALLOWED, elsewhere=[SMALL]), RATIOS, change=change)
    assert found.use == ["php/quick"]
    return found.elsewhere[0], flat(found)


def test_the_answer_changes_where_another_is_shown_to_be_faster(tmp_path: Path) -> None:
    found, text = around(tmp_path, {"php/quick": 0.5, "php/next": 0.4})
    assert found.verdict == "changes" and [one.arm for one in found.faster] == ["php/next"]
    assert found.faster[0].ratio == pytest.approx(1.25, rel=0.01)
    assert "At records=10 use next: quick takes 1.25 times as long" in text


def test_a_difference_within_the_margin_does_not_change_it(tmp_path: Path) -> None:
    found, text = around(tmp_path, {"php/quick": 0.5, "php/next": 0.498})
    assert found.verdict == "not seen to change"
    assert "The same holds at records=10: nothing was shown to be faster there." in text
    assert around(tmp_path / "2", {"php/quick": 0.5, "php/next": 0.9})[0].verdict == "not seen to change"


def test_a_level_that_was_left_out_is_said_not_to_be_tried(tmp_path: Path) -> None:
    found, text = around(
        tmp_path, {"php/quick": 0.5, "php/next": 0.4}, status="skipped", reason="there was no time for it"
    )
    assert found.verdict == "not tried"
    assert "left out: records=10 (there was no time for it)" in text


def test_where_the_recommended_has_no_figure_it_cannot_be_told(tmp_path: Path) -> None:
    arms: list[str | Arm] = [one("php/quick", status="disqualified", reason="lost 3 records"), "php/next"]
    levels = [level(["php/quick", "php/next"]), level(arms, factors={"target": "tmpfs"})]
    found = advice(tmp_path, levels, inquiry(*ALLOWED, elsewhere=[TMPFS]), RATIOS)
    assert found.elsewhere[0].verdict == "cannot tell" and "lost 3 records" in found.elsewhere[0].reason


def test_other_guarantees_that_were_tried_at_a_level_of_their_own_stand_beside_the_usual_way(tmp_path: Path) -> None:
    safe = one("php/safe", guarantees={**OWN, "durable": "each record"})
    levels = [level(["php/quick"]), level([safe], factors={"records": 10})]
    asked = inquiry("php/usual", "php/quick", elsewhere=[OtherLevel({"records": 10}, "durable")])
    found = advice(tmp_path, levels, asked, {**RATIOS, "php/safe": 30.0})
    [other] = found.other_guarantees
    assert (other.arm, other.beside, other.at) == ("php/safe", "php/usual", "records=10")
    assert other.ratio == pytest.approx(30, rel=0.01) and found.elsewhere == []


def test_where_nobody_declares_a_usual_way_none_is_claimed(tmp_path: Path) -> None:
    asked = inquiry("php/usual", "php/quick", declared=None)
    found = advice(tmp_path, [level(["php/quick"])], asked, RATIOS)
    assert "Nobody says which way is the usual one" in flat(found) and "The usual way" not in flat(found)


def test_methods_of_unlike_guarantees_are_not_ranked_together_without_saying_so(tmp_path: Path) -> None:
    safe = one("php/safe", guarantees={**OWN, "durable": "each record"})
    asked = inquiry("php/usual", "php/quick", "php/safe")
    found = advice(tmp_path, [level(["php/quick", safe])], asked, {**RATIOS, "php/safe": 30.0})
    assert found.unlike == [UnlikeArm(arm="php/safe", how="durable each record instead of no")]
    assert "though not the same is guaranteed: safe" in flat(found)


@pytest.mark.parametrize(
    ("own", "other", "ratio", "is_told"),
    [
        ("each record", "at the end", 0.9, False),  # it guarantees less and takes longer than the quickest, 0.5
        ("each record", "at the end", 0.1, True),
        ("at the end", "each record", 0.9, True),
    ],
)
def test_what_guarantees_less_and_takes_longer_is_nothing_that_anybody_needs(
    tmp_path: Path, own: str, other: str, ratio: float, is_told: bool
) -> None:
    quick, beside = (
        one(name, guarantees={**OWN, "visible": value}) for name, value in (("php/a", own), ("php/b", other))
    )
    more = {"visible": ["each record", "at the end"]}
    times = {"php/a": 0.5, "php/b": ratio}
    found = advice(tmp_path, [level([quick, beside])], inquiry("php/usual", "php/a"), times, more=more)
    assert [row.arm for row in found.other_guarantees] == (["php/b"] if is_told else [])
    unlike = advice(tmp_path / "unlike", [level([quick, beside])], inquiry("php/usual", "php/a"), times)
    assert [row.arm for row in unlike.other_guarantees] == ["php/b"]  # where more is not as good, both are told


def test_code_from_anywhere_cannot_steer_the_terminal(tmp_path: Path) -> None:
    run = made.run([level(["php/quick"])], texts={"text": "a\x1b[2Jb\n\tc\n"})
    found = advise(open_run(made.store(tmp_path, run, RATIOS)), inquiry("php/usual", "php/quick"))
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
    assert flat(found).startswith("Use quick in c. The usual way, usual in PHP (an article timed it), is the next best")
