"""The table of claims: what was published beside what is found here, how settled it is, and a count of verdicts."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from typing import Any, get_args

import pytest
from rich.console import Console

from iotrial.claims.judged_claim import ClaimLevel, FairFigures, JudgedClaim, PublishedFigures
from iotrial.claims.outcome import Verdict
from iotrial.report.claim_words import (
    STYLES,
    answers,
    article_outcome,
    claim_tables,
    in_words,
    sentence,
    summary,
)
from iotrial.report.claims_screen import show
from iotrial.report.layout import Column


def row(claim: str, verdict: str, **given: Any) -> JudgedClaim:
    """A judged claim: a ratio of one session, unless something else is given."""
    made: dict[str, Any] = {
        "article": "On logs",
        "author": "A. Nyone",
        "date": "2009",
        "address": None,
        "study": "logs",
        "run": "20261121-143055-k3x9",
        "seconds": 41.2,
        "claim": claim,
        "says": "It is so.",
        "kind": "ratio",
        "place": None,
        "by": None,
        "ours": False,
        "fault": False,
        "answers": False,
        "published": "451 times",
        "tolerance": None,
        "despite": None,
        "direction": None,
        "size": None,
        "where": None,
        "where_levels": (),
        "missing_levels": (),
        "design": None,
        "settled": False,
        "sessions_apart": None,
        "measured": 7.2,
        "low": 7.1,
        "high": 7.3,
        "arm": "php/reopen",
        "over": "php/keep_open",
        "said": None,
        "fair": None,
        "as_published": None,
        "level": "records=10000",
        "readers": (),
        "verdict": verdict,
        "reason": None,
        "flips": (),
        "levels": (),
        "sessions": 1,
    }
    return JudgedClaim(**{**made, **given})


def fair(**given: Any) -> FairFigures:
    """The figures of a fair form: a ratio, unless something else is given."""
    made = {"said": None, "measured": 1.01, "low": 1.0, "high": 1.02, "level": "", "arm": "php/b", "over": "php/c"}
    return FairFigures(**{**made, **given})


PLACE = "the list of timings, 2"

ROWS = [
    row("1", "opposite here", says="Reopening is dear.", tolerance="361 to 541 times", place=PLACE),
    row("2", "confirmed", says="Keeping is cheap.", sessions=2),
    row("3", "artefact", says="It is odd.", fair=fair()),
    row("4", "open", says="Nobody knows.", reason="the interval is wide"),
    row("5", "not run", says="Servers win.", kind="elsewhere", measured=None, reason="it takes a web server"),
    row("of 1", "in the text", says="A figure is made up.", kind="text", fault=True, measured=None, place="table 2"),
    row("of 2", "open", says="A figure is missing.", fault=True),
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
    assert f"Reopening is dear: tolerance: 361 to 541 times; article: {PLACE}" in text


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
        f"tolerance: 361 to 541 times; article: {PLACE}",
    ]
    assert not any("361 to 541" in said.text for said in claims.below)
    assert faults.columns[-1].cells == ["article: table 2", ""]


def test_a_fault_is_shown_and_does_not_hold() -> None:
    held = row("of 3", "confirmed", fault=True, says="The clock was started twice.")
    (table,) = claim_tables([held])
    assert {column.title: column.cells for column in table.columns}["verdict"] == ["shown"]
    file = io.StringIO()
    show([held], Console(file=file, width=100, color_system=None))
    assert (
        "shown                   The clock was started twice" in file.getvalue() and "confirmed" not in file.getvalue()
    )
    assert "“On logs” (A. Nyone, 2009) has faults, and makes no claim that is judged here." in file.getvalue()


def test_how_many_sessions_agree_is_said_of_each_verdict() -> None:
    claims, _ = claim_tables(ROWS)
    assert {column.title: column.cells for column in claims.columns}["sessions"] == ["one", "2", "one", "", ""]
    assert "settles a verdict" in printed()


def test_sessions_that_do_not_overlap_and_figures_that_do_not_fit_are_not_kept_quiet() -> None:
    spread = row(
        "1", "confirmed", sessions=2, sessions_apart="2 [1, 3] and 5 [4, 6]", despite="its table has 0 to 32 %"
    )
    (table,) = claim_tables([spread])
    assert table.below[0].text == (
        "It is so: sessions that do not overlap: 2 [1, 3] and 5 [4, 6]; "
        "the article's own figures differ: its table has 0 to 32 %"
    )


def test_who_reads_a_pipe_is_named_once_and_beside_each_claim() -> None:
    read = row("1", "confirmed", readers=("bare",))
    (table,) = claim_tables([read])
    assert "It is so: the bare reader takes the bytes" in table.below[0].text
    for rows, told in (
        ([read, read], "at pipes and sockets the bare reader takes the bytes; another one may change a time"),
        ([read, row("2", "open", readers=("copying",))], "at pipes and sockets the bare and copying readers take the"),
        ([row("1", "confirmed")], None),
    ):
        file = io.StringIO()
        show(rows, Console(file=file, width=140, color_system=None))
        assert told in file.getvalue() if told else "reader" not in file.getvalue()


def test_an_artefact_has_the_figure_of_the_fair_benchmark_and_a_fault_of_the_text_its_place() -> None:
    text = printed()
    assert "It is odd: with the fault mended: 1.010 [1.000, 1.020]" in text
    assert "A figure is made up: article: table 2" in text


def test_what_an_interval_leaves_open_has_the_command_that_narrows_it() -> None:
    assert "open: more rounds narrow an interval: iotrial run logs --budget 40min" in printed()
    (table,) = claim_tables([row("1", "same direction")])  # its size is open
    assert "more rounds" in table.below[-1].text
    (table,) = claim_tables([row("1", "open", seconds=2305.0)])  # what took 40 minutes takes more than that
    assert table.below[-1].text.endswith("iotrial run logs --budget 80min")
    others = [row(kind, "open", kind=kind) for kind in ("rate", "growth")]
    tables = claim_tables([row("1", "open", measured=None, low=None, high=None), row("2", "confirmed"), *others])
    assert not any("more rounds" in said.text for table in tables for said in table.below)


def test_what_answers_the_question_is_told_in_a_sentence_each() -> None:
    assert answers(ROWS) == ""
    rows = [
        row("1", "confirmed", answers=True),
        row("2", "only at", answers=True, says="Sorting matters.", reason="entries: as said from 100 on"),
        row("3", "open", measured=None),
        row("4", "open", answers=True, measured=None, published=None),
    ]
    told = "It is so: confirmed; here php/reopen: 7.20 [7.10, 7.30] times php/keep_open, published 451. "
    told += "Sorting matters: only at; entries: as said from 100 on; published 451 times. It is so: open."
    assert answers(rows).replace("\N{NO-BREAK SPACE}", " ") == told


HERE = "here php/reopen: 7.20 [7.10, 7.30] times php/keep_open"


OF_TWO = tuple(ClaimLevel(level=f"records={count}", verdict="confirmed", measured=7.2) for count in (10000, 20000))

UNLIKE = (OF_TWO[0], OF_TWO[1].model_copy(update={"measured": 9.1}))

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("confirmed", {}, f"confirmed; {HERE}, published 451"),
    ("confirmed", {"published": None}, f"confirmed; {HERE}"),
    ("confirmed", {"said": "7 read", "published": None}, "confirmed; here 7 read"),
    ("confirmed", {"fault": True, "published": None}, f"shown; {HERE}"),
    ("confirmed", {"over": "php/reopen"}, "confirmed; here 7.20 [7.10, 7.30] times, published 451"),
    ("same direction, larger", {}, f"same direction, larger; {HERE} instead of 451"),
    ("same direction, smaller", {}, f"same direction, smaller; {HERE} instead of 451"),
    ("same direction", {"reason": "over a bound"}, f"same direction; {HERE}, published 451 (over a bound)"),
    ("equal here", {}, f"equal here; {HERE} instead of 451"),
    ("opposite here", {}, f"opposite here; {HERE} instead of 451"),
    ("holds nowhere tested", {"published": None, "said": "8 read"}, "holds nowhere tested; here 8 read"),
    ("only at", {"reason": "disk", "published": None}, "only at; disk"),
    ("not seen here", {"reason": "none among 9", "published": None}, "not seen here; none among 9"),
    (
        "artefact",
        {"fair": fair()},
        f"artefact; {HERE} as it was benchmarked, php/b: 1.010 [1.000, 1.020] times php/c with the fault mended",
    ),
    (
        "open",
        {
            "reason": "with the fault mended it is as said",
            "as_published": PublishedFigures(verdict="only at", **fair().model_dump()),
        },
        "open; of the published code, which does not do its job, it is so at some levels only (php/b: 1.010 "
        "[1.000, 1.020] times php/c); with the fault mended it is as said; published 451 times",
    ),
    ("open", {"reason": "too few rounds", "measured": None}, "open; too few rounds; published 451 times"),
    ("open", {}, f"open; {HERE}, published 451"),
    ("confirmed", {"published": None, "levels": OF_TWO}, f"confirmed; {HERE} at records=10000 (one of 2 levels)"),
    (
        "confirmed",
        {"published": None, "levels": UNLIKE},
        f"confirmed; {HERE} at records=10000 (7.20 to 9.10 at 2 levels)",
    ),
    ("confirmed", {"published": None, "levels": OF_TWO, "level": "records"}, f"confirmed; {HERE}"),
    ("not run", {"reason": "php/b is failed", "measured": None}, "not run; php/b is failed"),
    ("in the text", {"measured": None, "fault": True}, "in the text"),
]


@pytest.mark.parametrize(("verdict", "given", "words"), CASES)
def test_each_verdict_is_told_in_words(verdict: str, given: dict[str, Any], words: str) -> None:
    assert in_words(row("1", verdict, **given)).replace("\N{NO-BREAK SPACE}", " ") == words


def test_every_verdict_has_its_words_above() -> None:
    tested = {verdict for verdict, _, _ in CASES}
    assert tested == set(get_args(Verdict))


def test_verdicts_are_counted_and_what_no_run_can_decide_stands_apart() -> None:
    assert summary(ROWS) == (
        "4 claims: 1 opposite here, 1 confirmed, 1 artefact, 1 open; 1 other takes something that no run "
        "of the study has; 0 of 1 faults of the benchmark are shown; 1 is in the text."
    )
    assert summary(ROWS) in " ".join(printed().split())
    twice = "8 claims: 2 opposite here, 2 confirmed, 2 artefact, 2 open; 2 others take something that no "
    twice += "run of the study has; "
    assert summary([*ROWS, *ROWS]) == f"{twice}0 of 2 faults of the benchmark are shown; 2 are in the text."


def test_claims_of_the_author_of_others_and_of_ours_are_counted_apart() -> None:
    rows = [
        row("1", "same direction, larger"),
        row("2", "confirmed", by="a reader"),
        row("3", "confirmed", by="a reader"),
        row("4", "open", ours=True),
        row("5", "confirmed", fault=True),
        row("6", "confirmed", fault=True, by="a reader"),
        row("7", "not run", measured=None),  # a run could tell it
    ]
    assert summary(rows) == (
        "2 claims: 1 same direction but larger, 1 not run; 2 by others: 2 confirmed; 1 of ours: 1 open; "
        "2 of 2 faults of the benchmark are shown."
    )
    assert article_outcome(rows) == (
        "“On logs” (A. Nyone, 2009) makes 2 claims: none confirmed here, 1 points the same way but is larger "
        "and 1 was not measured in this run."
    )
    assert (
        article_outcome(rows[1:6]) == "“On logs” (A. Nyone, 2009) has faults, and makes no claim that is judged here."
    )
    assert [sentence(one) for one in rows[:4]] == ["It is so", *["(a reader) It is so"] * 2, "(ours) It is so"]


def test_what_became_of_an_article_is_one_sentence_without_a_word_of_ours() -> None:
    assert article_outcome([*ROWS, row("6", "not run", measured=None)]) == (
        "“On logs” (A. Nyone, 2009) makes 6 claims: 1 confirmed here, 1 holds only as it was benchmarked, "
        "1 is the other way round here, 1 is open, 1 was not measured in this run and 1 takes something that "
        "no run of the study has."
    )
    others = [
        row(str(number), verdict)
        for number, verdict in enumerate(("same direction, larger", "same direction, smaller", "only at"))
    ]
    turned = [row("7", verdict) for verdict in ("equal here", "opposite here", "holds nowhere tested")]
    assert article_outcome([*others, *turned]) == (
        "“On logs” (A. Nyone, 2009) makes 6 claims: none confirmed here, 1 points the same way but is larger, "
        "1 points the same way but is smaller, 1 holds only in part, 1 makes no difference here, "
        "1 is the other way round here and 1 is not so here."
    )
    assert article_outcome([row("1", "not seen here"), row("2", "same direction")] * 2) == (
        "“On logs” (A. Nyone, 2009) makes 4 claims: none confirmed here, 2 point the same way with an open size "
        "and 2 were not seen here."
    )
    assert article_outcome([row("1", "confirmed")]) == "“On logs” (A. Nyone, 2009) makes 1 claim: 1 confirmed here."


@pytest.mark.parametrize("width", [60, 80])
def test_it_fits_a_terminal(width: int) -> None:
    assert max(len(line) for line in printed(width).splitlines()) <= width


def test_each_verdict_has_its_colour_on_a_terminal_and_on_the_page() -> None:
    column = Column("verdict", [], styles=STYLES)
    assert [column.styled_as(word) for word in STYLES] == list(STYLES)
    assert column.styled_as("not run") == column.styled_as("it is so") == ""
    assert column.styled_as("open, no rounds") == "open"
    css = (files("iotrial.report") / "templates/page/page.css").read_text(encoding="utf-8")
    coloured = set(re.findall(r'\[data-verdict="([^"]+)"\]', css))
    assert set(STYLES) - {"in the text"} <= coloured  # which is dim on a terminal, and plain on the page


def test_a_table_has_the_figure_of_the_mended_benchmark_and_that_of_the_published_code() -> None:
    published = PublishedFigures(verdict="only at", **fair().model_dump())
    (table,) = claim_tables([row("1", "open", as_published=published), row("2", "confirmed")])
    (column,) = [column for column in table.columns if column.title == "here [low, high]"]
    assert list(column.cells) == ["7.20 [7.10, 7.30] mended, 1.010 [1.000, 1.020] as published", "7.20 [7.10, 7.30]"]
