"""Claims on a terminal: article by article, what was published and what is found here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.analysis.bounds import RatioBounds
from iotrial.claims.judged_claim import FairFigures, JudgedClaim
from iotrial.claims.kinds import kind_of
from iotrial.claims.outcome import OPEN, Verdict
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, joined, paragraph, table
from iotrial.report.parts import Said, Table, said_lines
from iotrial.report.times import listed

STYLES = {
    "holds": "green",
    "shown": "green",
    "larger here": "cyan",
    "smaller here": "cyan",
    "equal here": "red",
    "opposite here": "red",
    "not so here": "red",
    "depends": "yellow",
    "artefact": "magenta",
    "undecided": "yellow",
    "quoted": "dim",
}

#: A longer figure may be parted by a line break.
LONGEST_FIGURE = 50


def show(rows: Sequence[JudgedClaim], console: Console, *, details: bool = False) -> None:
    """Print claims and faults of each article, a line or two each; with details a table each, the reasons below."""
    from iotrial.report.claim_lines import claim_lines

    width = console.width
    lines: list[Text] = []
    for study in dict.fromkeys(row.study for row in rows):
        own = [row for row in rows if row.study == study]
        lines += [*([Text()] if lines else []), *(_article(own, width) if details else claim_lines(own, width))]
    why = [] if details else paragraph("reasons, sessions and fair comparisons: --details", width, 0, 2, "dim")
    emit(console, [*lines, Text(), *paragraph(summary(rows), width, 0, 2, "bold"), *why])


def summary(rows: Sequence[JudgedClaim]) -> str:
    """Count claims and faults by their verdicts; those that no run can decide apart."""
    claims, faults = ([row for row in rows if row.fault is fault] for fault in (False, True))
    apart = [row for row in claims if _takes_what_no_run_has(row)]
    told = Counter(row.verdict for row in claims if not _takes_what_no_run_has(row))
    parts = [f"{len(claims) - len(apart)} claims: " + _counted(told)]
    if apart:
        parts.append(f"{len(apart)} more cannot be tested by any run")
    if faults:
        shown = sum(row.verdict in ("holds", "quoted") for row in faults)
        parts.append(f"{shown} of {len(faults)} faults of the article are shown")
    return "; ".join(parts) + "."


def _takes_what_no_run_has(row: JudgedClaim) -> bool:
    return row.verdict == "not run" and not kind_of(row.kind).is_told_by_runs


def _counted(verdicts: Counter[Verdict]) -> str:
    """`9 hold, 2 reversed`."""
    told = (
        (count, "hold" if verdict == "holds" and count != 1 else verdict) for verdict, count in verdicts.most_common()
    )
    return ", ".join(f"{count} {verdict}" for count, verdict in told) or "none"


def _article(rows: Sequence[JudgedClaim], width: int) -> list[Text]:
    first = rows[0]
    lines = paragraph(article_line(first), width, 0, 2, "bold")
    lines += paragraph(f"study {clean(first.study)}, run {clean(first.run)}", width, 0, 2, "dim")
    tables = claim_tables(rows)
    for one in tables:
        lines += table(one.columns, width)
    for one in tables:
        lines += said_lines(one.below, width)
    return lines


def article_line(row: JudgedClaim) -> str:
    """The article of a claim, with its author and date if they are known."""
    by = ", ".join(clean(part) for part in (row.author, row.date) if part)
    return f"{clean(row.article)}{f' ({by})' if by else ''}"


def article_outcome(rows: Sequence[JudgedClaim]) -> str:
    """Say in a sentence what became of an article's claims: how many hold here, how many do not, how many are open."""
    claims = [row for row in rows if not row.fault]
    beyond = sum(_takes_what_no_run_has(row) for row in claims)
    told = Counter(row.verdict for row in claims)
    told["not run"] -= beyond
    holding = told["holds"]
    parts = [f"{holding or 'none'} {'holds' if holding <= 1 else 'hold'} here"]
    other_size = told["larger here"] + told["smaller here"]
    otherwise = told["opposite here"] + told["equal here"] + told["not so here"]
    for count, of_one, of_several in (
        (other_size, "points the same way with another size", "point the same way with another size"),
        (told["depends"], "holds in part", "hold in part"),
        (told["artefact"], "holds only as it was benchmarked", "hold only as they were benchmarked"),
        (otherwise, "does not", "do not"),
        (told["undecided"], "is undecided", "are undecided"),
        (told["not run"], "was not measured in this run", "were not measured in this run"),
        (beyond, "cannot be tested by any run", "cannot be tested by any run"),
    ):
        if count:
            parts.append(f"{count} {of_one if count == 1 else of_several}")
    by = ", ".join(clean(part) for part in (rows[0].author, rows[0].date) if part)
    article = f"“{clean(rows[0].article)}”{f' ({by})' if by else ''}"
    if not claims:
        return f"{article} has faults, and makes no claim that is judged here."
    return f"{article} makes {len(claims)} {'claim' if len(claims) == 1 else 'claims'}: {listed(parts)}."


def answers(rows: Sequence[JudgedClaim]) -> str:
    """Say what became of the claims that answer the study's question, a sentence each; "" if the study names none."""
    return " ".join(_answer(row) for row in rows if row.answers)


def _answer(row: JudgedClaim) -> str:
    """`A loop is 1.5 times slower than readfile(): reversed, 2.49 [2.43, 2.57] (not 1.4 to 1.6 times).`"""
    figure, reason = in_one_piece(here(row)), clean(row.reason or "")
    if row.verdict == "depends" and reason:
        figure, reason = reason, ""
    why = "; ".join(part for part in (reason, _earlier(row)) if part)
    told = f"{f', {figure}' if figure else ''}{f' ({why})' if why else ''}"
    return f"{clean(row.says).removesuffix('.')}: {row.verdict}{told}."


def claim_tables(rows: Sequence[JudgedClaim], *, beside: bool = False) -> list[Table]:
    """Claims, and what is wrong with the article, none if there are none; reasons below, or beside in each row."""
    tables = []
    for title, chosen in (
        ("claim", [row for row in rows if not row.fault]),
        ("fault", [row for row in rows if row.fault]),
    ):
        told = [] if beside else [Said(f"{sentence(row)}: {text}", "dim") for row in chosen if (text := _why(row))]
        if any(_sessions(row) == "one" for row in chosen):
            again = f"iotrial claims {clean(chosen[0].study)} --again"
            told.append(Said(f"measured once: a second session that agrees settles a verdict: {again}", "dim"))
        if any(_is_wide(row) for row in chosen):
            more = f"iotrial run {clean(chosen[0].study)} --budget {_more_minutes(chosen[0].seconds)}min"
            told.append(Said(f"undecided: more rounds narrow an interval: {more}", "dim"))
        if chosen:
            why = [Column("why", [_why(row) for row in chosen], "left")] if beside else []
            tables.append(Table([*_columns(title, chosen), *why], below=tuple(told)))
    return tables


def in_one_piece(figure: str) -> str:
    """Keep a figure on one line, unless it is one that needs several."""
    return joined(figure) if len(figure) <= LONGEST_FIGURE else figure


def sentence(row: JudgedClaim) -> str:
    """The sentence of a claim, without its full stop."""
    return clean(row.says).removesuffix(".")


def verdict_word(row: JudgedClaim) -> str:
    """The verdict in a word: a fault is shown, it does not hold."""
    return "shown" if row.fault and row.verdict == "holds" else row.verdict


def _is_wide(row: JudgedClaim) -> bool:
    """Tell if an interval that more rounds narrow leaves the claim open."""
    return row.verdict == "undecided" and row.low is not None and kind_of(row.kind).narrows_with_rounds


def _more_minutes(seconds: float | None) -> int:
    """A budget that narrows intervals: twice what the run took, in tens, and no less than 40."""
    return max(40, 10 * math.ceil(2 * (seconds or 0) / 600))


def _why(row: JudgedClaim) -> str:
    """The reason of the verdict, what a fair benchmark and earlier sessions say, and the article's own words."""
    parts = [clean(row.reason)] if row.reason else []
    fair = row.fair
    if fair and (figure := here(fair)):
        parts.append(f"as it should be: {in_one_piece(figure)}")
    if earlier := _earlier(row):
        parts.append(earlier)
    if row.quote:
        parts.append(f"“{clean(row.quote)}”")
    return "; ".join(parts)


def _earlier(row: JudgedClaim) -> str:
    """The verdicts of earlier sessions, if they decided something else."""
    return f"an earlier session said {' and '.join(row.otherwise)}" if row.otherwise else ""


def _sessions(row: JudgedClaim) -> str:
    """The number of sessions in a row that came to the verdict; "" if no run decides it."""
    if row.verdict in OPEN:
        return ""
    return "one" if row.sessions == 1 else str(row.sessions)


def _columns(title: str, rows: Sequence[JudgedClaim]) -> list[Column]:
    return [
        Column(title, [sentence(row) for row in rows], "left", folds=True),
        Column("published", [clean(row.published or "") for row in rows], "left"),
        Column("here [low, high]", [here(row) for row in rows], "left"),
        Column("verdict", [verdict_word(row) for row in rows], "left", styles=STYLES),
        Column("sessions", [_sessions(row) for row in rows], "left", drop=1),
    ]


def here(row: JudgedClaim | FairFigures) -> str:
    """Return the figure that decides: words if there are any, else the ratio with its interval."""
    if row.said:
        return clean(row.said)
    if row.measured is None:
        return ""
    return figures.interval(RatioBounds(ratio=row.measured, low=row.low, high=row.high))
