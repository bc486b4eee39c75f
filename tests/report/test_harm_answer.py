"""Where records come to harm, the answer says with which methods, and where with all of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.report.harm_answer import harm_answers, none_is_harmed, none_keeps_records
from iotrial.store.record import Records


def arm(status: str, name: str = "php/a", **harm: int) -> Any:
    counts: dict[str, Any] = {"lost": 0, "torn": 0, "interleaved": 0, "doubled": 0, "unknown": 0, **harm}
    records = Records(handed=1000, **counts)
    return SimpleNamespace(
        arm=name, called=name, language="php", status=status, record=SimpleNamespace(records=records)
    )


def answers(*levels: list[Any]) -> list[str]:
    """The answers of a run with a level for each list of arms."""
    made = [SimpleNamespace(level={"hosts": number}, arms=arms) for number, arms in enumerate(levels, 1)]
    return harm_answers(SimpleNamespace(levels=made, language_called=str))  # type: ignore[arg-type]


def said(texts: list[str]) -> list[str]:
    """The texts with plain spaces."""
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]


ALONE: Any = SimpleNamespace(
    arm="php/z", called="php/z", language="php", status="disqualified", record=SimpleNamespace(records=None)
)
LOST, TORN, KEPT = arm("disqualified", lost=1), arm("disqualified", torn=2), arm("measured")


@pytest.mark.parametrize(
    ("arms", "told"),
    [
        ([LOST, TORN], "none of the 2 methods keeps every record"),
        ([LOST], "the method does not keep every record"),
        ([LOST, KEPT], ""),
        ([LOST, arm("disqualified")], ""),  # it is out for another reason
        ([LOST, ALONE], ""),
        ([LOST, arm("skipped")], ""),
        ([], ""),
    ],
)
def test_only_where_each_method_harms_some_record_none_keeps_them(arms: list[Any], told: str) -> None:
    assert none_keeps_records(SimpleNamespace(arms=arms)) == told  # type: ignore[arg-type]


def test_whoever_harms_records_is_named_with_the_levels_at_which_it_does() -> None:
    a, b, kept = arm("disqualified", "php/a", lost=1), arm("disqualified", "php/b", doubled=1), arm("measured", "php/c")
    assert said(answers([a, b, kept], [a, b, kept], [a, kept], [a, b], [kept])) == [
        "At hosts=4 none of the 2 methods keeps every record.",
        "At hosts=1, hosts=2 every record is kept with php/c (2,000); records are lost or doubled with "
        "php/a (2 of 2,000) and php/b (2 of 2,000).",
        "At hosts=3 every record is kept with php/c (1,000); records are lost with php/a (1 of 1,000).",
    ]
    assert said(answers([a, ALONE], [a, ALONE])) == ["At every level records are lost with php/a (2 of 2,000)."]
    assert said(answers([a, arm("skipped", "php/b")])) == ["Records are lost with php/a (1 of 1,000)."]
    assert answers([kept], [kept]) == answers([kept]) == []


def test_few_methods_that_are_left_are_named_before_those_that_harm_records() -> None:
    harmful = [arm("disqualified", f"php/{letter}", torn=1) for letter in "abc"]
    kept = [arm("measured", f"php/{letter}") for letter in "xyzw"]
    torn = "records are torn with php/a (1 of 1,000), php/b (1 of 1,000) and php/c (1 of 1,000)"
    for count, start in ((1, "php/x (1,000)"), (3, "php/x, php/y and php/z (1,000 or more of each)")):
        assert said(answers([*harmful, *kept[:count]])) == [f"Every record is kept with {start}; {torn}."]
    (many,) = said(answers([*harmful, *kept]))
    assert many == f"R{torn[1:]}; each of the others kept all of its records, 1,000 or more."


def test_a_method_that_is_out_for_another_reason_harms_none() -> None:
    assert answers([arm("disqualified"), ALONE, arm("measured", lost=1), KEPT]) == []


def test_many_names_and_many_levels_are_cut() -> None:
    many = [arm("disqualified", f"php/{letter}", lost=1) for letter in "abcdefgh"]
    (one,) = said(answers([*many, ALONE]))
    assert one.endswith(" php/d (1 of 1,000), php/e (1 of 1,000) and 3 more.")
    several = answers(*[[one, KEPT] for one in many])
    assert len(several) == 5 and several[-1] == "Records come to harm at 4 more levels: --details."
    assert answers(*[[one, KEPT] for one in many[:5]])[-1] == "Records come to harm at 1 more level: --details."


def test_a_name_cannot_steer_a_terminal() -> None:
    assert said(answers([arm("disqualified", "php/\x1b[2J", lost=1), ALONE])) == [
        r"Records are lost with php/\u001b[2J (1 of 1,000)."
    ]


def test_that_nothing_was_lost_is_said_with_the_number_of_records_that_were_counted() -> None:
    both = [SimpleNamespace(level={}, arms=[arm("measured", "c/a"), arm("measured", "c/b"), ALONE])]
    run: Any = SimpleNamespace(levels=both)
    assert none_is_harmed(run) == [
        "Every record of several writers is kept with each of the 2 methods: 0 of 2,000 were lost, torn, mixed up or "
        "doubled."
    ]
    for some in ([LOST, KEPT], [ALONE], []):
        assert none_is_harmed(SimpleNamespace(levels=[SimpleNamespace(arms=some)])) == []  # type: ignore[arg-type]


def test_methods_that_the_table_does_not_have_are_not_counted() -> None:
    arms = [arm("measured", "php/a"), arm("measured", "php/b"), arm("skipped", "php/c")]
    (told,) = none_is_harmed(SimpleNamespace(levels=[SimpleNamespace(arms=arms)]))  # type: ignore[arg-type]
    assert "with each of the 2 methods: 0 of 2,000 were " in told
    arms = [arm("skipped", "php/a"), arm("skipped", "php/b")]  # nothing was timed
    (told,) = none_is_harmed(SimpleNamespace(levels=[SimpleNamespace(arms=arms)]))  # type: ignore[arg-type]
    assert "with each of the 2 methods: 0 of 2,000 were " in told
