"""The table of claims: what was published beside what is found here, how settled it is, and a count of verdicts."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from typing import Any

import pytest
from rich.console import Console

from iotrial.claims.judged_claim import FairFigures, JudgedClaim
from iotrial.report.claims import STYLES, answers, article_outcome, claim_tables, show, summary
from iotrial.report.layout import Column


def row(claim: str, verdict: str, **given: Any) -> JudgedClaim:
    made: dict[str, Any] = {
        "article": "On logs",
        "author": "A. Nyone",
        "date": "2009",
        "study": "logs",
        "run": "20261121-143055-k3x9",
        "seconds": 41.2,
        "claim": claim,
        "says": "It is so.",
        "kind": "ratio",
        "fault": False,
        "answers": False,
        "published": "451 times",
        "text": None,
        "measured": 7.2,
        "low": 7.1,
        "high": 7.3,
        "said": None,
        "fair": None,
        "level": "records=10000",
        "verdict": verdict,
        "reason": None,
        "flips": (),
        "levels": (),
        "sessions": 1,
        "otherwise": (),
    }
    return JudgedClaim(**{**made, **given})


ROWS = [
    row("1", "opposite here", says="Reopening is dear.", reason="not 300 to 600 times"),
    row("2", "confirmed", says="Keeping is cheap.", sessions=2),
    row("3", "artefact", says="It is odd.", fair=FairFigures(said=None, measured=1.01, low=1.0, high=1.02, level="")),
    row("4", "undecided", says="Nobody knows."),
    row("5", "not run", says="Servers win.", kind="elsewhere", measured=None, reason="it takes a web server"),
    row("of 1", "in the text", says="A figure is made up.", kind="text", fault=True, measured=None, quote="0.14 ms"),
    row("of 2", "undecided", says="A figure is missing.", fault=True),
]


def printed(width: int = 120) -> str:
    file = io.StringIO()
    show(ROWS, Console(file=file, width=width, color_system=None), details=True)
    return file.getvalue()


def test_a_row_has_what_was_published_and_what_is_found_here() -> None:
    text = printed()
    assert "On logs (A. Nyone, 2009)" in text and "run 20261121-143055-k3x9" in text
    (line,) = (line for line in text.splitlines() if line.startswith("  Reopening is dear  "))
    assert re.search(r"451 times +7\.20 \[7\.10, 7\.30\] +opposite here", line)
    assert "Reopening is dear: not 300 to 600 times" in text


def test_the_reason_stands_beside_its_claim_if_there_is_room() -> None:
    claims, faults = claim_tables(ROWS, beside=True)
    assert [column.title for column in claims.columns] == [
        *("claim", "published", "here [low, high]", "verdict", "sessions", "why")
    ]
    first = [column.cells[0] for column in claims.columns]
    assert first == [
        "Reopening is dear",
        "451 times",
        "7.20 [7.10, 7.30]",
        "opposite here",
        "one",
        "not 300 to 600 times",
    ]
    assert not any("not 300" in said.text for said in claims.below)
    assert faults.columns[-1].cells == ["“0.14 ms”", ""]


def test_a_fault_is_shown_and_does_not_hold() -> None:
    held = row("of 3", "confirmed", fault=True, says="The clock was started twice.")
    (table,) = claim_tables([held])
    assert {column.title: column.cells for column in table.columns}["verdict"] == ["shown"]
    file = io.StringIO()
    show([held], Console(file=file, width=100, color_system=None))
    assert "shown         The clock was started twice" in file.getvalue() and "confirmed" not in file.getvalue()
    assert "“On logs” (A. Nyone, 2009) has faults, and makes no claim that is judged here." in file.getvalue()


def test_how_many_sessions_agree_is_said_of_each_verdict() -> None:
    claims, _ = claim_tables(ROWS)
    assert {column.title: column.cells for column in claims.columns}["sessions"] == ["one", "2", "one", "", ""]
    assert "settles a verdict" in printed()


def test_an_earlier_session_that_said_otherwise_is_not_kept_quiet() -> None:
    (table,) = claim_tables(
        [row("1", "undecided", reason="too few rounds", otherwise=("confirmed",)), row("2", "confirmed")]
    )
    assert table.below[0].text == "It is so: too few rounds; an earlier session said holds"
    told = answers([row("1", "undecided", answers=True, measured=None, otherwise=("confirmed", "opposite here"))])
    assert told == "It is so: undecided (an earlier session said holds and opposite here)."


def test_an_artefact_has_the_figure_of_the_fair_benchmark_and_a_quoted_fault_its_line() -> None:
    text = printed()
    assert "It is odd: as it should be: 1.010 [1.000, 1.020]" in text
    assert "A figure is made up: “0.14 ms”" in text


def test_what_an_interval_leaves_open_has_the_command_that_narrows_it() -> None:
    assert "undecided: more rounds narrow an interval: iotrial run logs --budget 40min" in printed()
    (table,) = claim_tables([row("1", "undecided", seconds=2305.0)])  # what took 40 minutes takes more than that
    assert table.below[-1].text.endswith("iotrial run logs --budget 80min")
    others = [row(kind, "undecided", kind=kind) for kind in ("rate", "growth")]
    tables = claim_tables([row("1", "undecided", measured=None, low=None, high=None), row("2", "confirmed"), *others])
    assert not any("more rounds" in said.text for table in tables for said in table.below)


def test_what_answers_the_question_is_told_in_a_sentence_each() -> None:
    assert answers(ROWS) == ""
    rows = [
        row("1", "confirmed", answers=True),
        row("2", "only at", answers=True, says="Sorting matters.", reason="entries: it holds from 100 on"),
        row("3", "undecided", measured=None),
        row("4", "undecided", answers=True, measured=None),
        row("5", "opposite here", answers=True, reason="not 2 to 3 times"),
    ]
    told = "It is so: holds, 7.20 [7.10, 7.30]. Sorting matters: depends, entries: it holds from 100 on. "
    told += "It is so: undecided. It is so: opposite here, 7.20 [7.10, 7.30] (not 2 to 3 times)."
    assert answers(rows).replace("\N{NO-BREAK SPACE}", " ") == told


def test_verdicts_are_counted_and_what_no_run_can_decide_stands_apart() -> None:
    assert summary(ROWS) == (
        "4 claims: 1 opposite here, 1 holds, 1 artefact, 1 undecided; 1 more cannot be tested by any run; "
        "1 of 2 faults of the article are shown."
    )
    assert summary(ROWS) in " ".join(printed().split())
    twice = "8 claims: 2 opposite here, 2 hold, 2 artefact, 2 undecided; 2 more cannot be tested by any run; "
    assert summary([*ROWS, *ROWS]).startswith(twice)


def test_what_became_of_an_article_is_one_sentence_without_a_word_of_ours() -> None:
    assert article_outcome([*ROWS, row("6", "not run", measured=None)]) == (
        "“On logs” (A. Nyone, 2009) makes 6 claims: 1 holds here, 1 holds only as it was benchmarked, 1 does not, "
        "1 is undecided, "
        "1 was not measured in this run and 1 cannot be tested by any run."
    )
    others = [
        row(str(number), verdict)
        for number, verdict in enumerate(("same direction, larger", "same direction, smaller", "only at"))
    ]
    turned = [row("7", verdict) for verdict in ("equal here", "opposite here", "holds nowhere tested")]
    assert article_outcome([*others, *turned]) == (
        "“On logs” (A. Nyone, 2009) makes 6 claims: none holds here, 2 point the same way with another size, "
        "1 holds in part and 3 do not."
    )
    assert article_outcome([row("1", "confirmed")]) == "“On logs” (A. Nyone, 2009) makes 1 claim: 1 holds here."


@pytest.mark.parametrize("width", [60, 80])
def test_it_fits_a_terminal(width: int) -> None:
    assert max(len(line) for line in printed(width).splitlines()) <= width


def test_each_verdict_has_its_colour_on_a_terminal_and_on_the_page() -> None:
    column = Column("verdict", [], styles=STYLES)
    assert [column.styled_as(word) for word in STYLES] == list(STYLES)
    assert column.styled_as("not run") == column.styled_as("it is so") == ""
    assert column.styled_as("undecided, no rounds") == "undecided"
    css = (files("iotrial.report") / "templates/page/page.css").read_text(encoding="utf-8")
    coloured = set(re.findall(r'\[data-verdict="([^"]+)"\]', css))
    assert set(STYLES) - {"in the text"} <= coloured  # which is dim on a terminal, and plain on the page
