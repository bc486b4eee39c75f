"""Claims on a terminal: article by article, what was published and what is found here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from iotrial.across.across_machines import ClaimOnMachines
from iotrial.claims.claim import Claim
from iotrial.claims.judged_claim import FairFigures, JudgedClaim
from iotrial.claims.kinds import kind_of
from iotrial.claims.outcome import OPEN, Verdict, in_a_sentence, reasons
from iotrial.judge.bounds import RatioBounds
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined
from iotrial.report.parts import Said, Table, gathered
from iotrial.report.times import capital, listed

STYLES = {
    "confirmed": "green",
    "shown": "green",
    "same direction": "cyan",
    "same direction, larger": "cyan",
    "same direction, smaller": "cyan",
    "equal here": "red",
    "opposite here": "red",
    "holds nowhere tested": "red",
    "only at": "yellow",
    "not seen here": "cyan",
    "artefact": "magenta",
    "open": "yellow",
    "in the text": "dim",
}

#: A longer figure may be parted by a line break.
LONGEST_FIGURE = 50


#: What a sentence takes that no run of its study can tell, such as a web server or another system.
_BEYOND = "something that no run of the study has"


def summary(rows: Sequence[JudgedClaim]) -> str:
    """Count the author's claims, those of others and faults by their verdicts; what no run can decide apart."""
    claims = [row for row in rows if not row.fault]
    apart = [row for row in claims if _takes_what_no_run_has(row)]
    told = [row for row in claims if not _takes_what_no_run_has(row)]
    parts = []
    for name, chosen in (
        ("claims", [row for row in told if is_the_authors(row)]),
        ("by others", [row for row in told if row.by is not None]),
        ("of ours", [row for row in told if row.ours]),
    ):
        if chosen:
            told_as = "claim" if (name, len(chosen)) == ("claims", 1) else name
            parts.append(f"{len(chosen)} {told_as}: {_counted(Counter(row.verdict for row in chosen))}")
    if apart:
        others = "1 other takes" if len(apart) == 1 else f"{len(apart)} others take"
        parts.append(f"{others} {_BEYOND}")
    return "; ".join([*parts, *_faults([row for row in rows if row.fault])]) + "."


def author_summary(rows: Sequence[JudgedClaim]) -> str:
    """Count the claims of the author alone, those that a run can decide."""
    claims = [row for row in rows if is_the_authors(row) and not _takes_what_no_run_has(row)]
    told = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
    return f"{told}: {_counted(Counter(row.verdict for row in claims))}"


def _faults(rows: Sequence[JudgedClaim]) -> list[str]:
    """Count the faults that were measured, and those of the text apart."""
    measured = [row for row in rows if row.verdict != "in the text"]
    parts = []
    if measured:
        shown = sum(row.verdict == "confirmed" for row in measured)
        parts.append(f"{shown} of {len(measured)} faults of the benchmark are shown")
    if in_text := len(rows) - len(measured):
        parts.append(f"{in_text} {'is' if in_text == 1 else 'are'} in the text")
    return parts


def is_the_authors(row: JudgedClaim) -> bool:
    """True if a claim is the article's own: no fault of it, and said by its author."""
    return not row.fault and not row.ours and row.by is None


def _takes_what_no_run_has(row: JudgedClaim) -> bool:
    return row.verdict == "not run" and not kind_of(row.kind).is_told_by_runs


def _counted(verdicts: Counter[Verdict]) -> str:
    """`9 confirmed, 2 same direction but larger`."""
    told = (f"{count} {verdict.replace(', ', ' but ')}" for verdict, count in verdicts.most_common())
    return ", ".join(told) or "none"


def article_line(row: JudgedClaim) -> str:
    """The article of a claim, with its author and date if they are known."""
    return article_named(row.article, row.author, row.date)


def article_named(title: str, author: str | None, date: str | None) -> str:
    """An article with its author and date if they are known."""
    by = ", ".join(clean(part) for part in (author, date) if part)
    return f"{clean(title)}{f' ({by})' if by else ''}"


def by_source(rows: Sequence[JudgedClaim]) -> list[list[JudgedClaim]]:
    """Return the claims of each study and source, in the order of their first ones."""
    return list(gathered(((row.study, article_line(row)), row) for row in rows).values())


def sources_of(rows: Sequence[JudgedClaim]) -> dict[str, str]:
    """Return the sources of claims, each with its address; "" if the study does not have it."""
    return {article_line(own[0]): clean(own[0].address or "") for own in by_source(rows)}


def article_outcome(rows: Sequence[JudgedClaim], called: str = "") -> str:
    """Sum up in a sentence the verdicts on the claims of an article's author; those of others and ours do not count.

    called: how the sentence names the article; by its title, author and date if that is empty.
    """
    claims = [row for row in rows if is_the_authors(row)]
    beyond = sum(_takes_what_no_run_has(row) for row in claims)
    told = Counter(row.verdict for row in claims)
    told["not run"] -= beyond
    parts = [f"{told['confirmed'] or 'none'} confirmed here"]
    for count, of_one, of_several in (
        (told["same direction, larger"], "points the same way but is larger", "point the same way but are larger"),
        (told["same direction, smaller"], "points the same way but is smaller", "point the same way but are smaller"),
        (told["same direction"], "points the same way with an open size", "point the same way with an open size"),
        (told["only at"], "holds only in part", "hold only in part"),
        (told["artefact"], "holds only as it was benchmarked", "hold only as they were benchmarked"),
        (told["equal here"], "makes no difference here", "make no difference here"),
        (told["opposite here"], "is the other way round here", "are the other way round here"),
        (told["holds nowhere tested"], "is not so here", "are not so here"),
        (told["not seen here"], "was not seen here", "were not seen here"),
        (told["open"], "is open", "are open"),
        (told["not run"], "was not measured in this run", "were not measured in this run"),
        (beyond, f"takes {_BEYOND}", f"take {_BEYOND}"),
    ):
        if count:
            parts.append(f"{count} {of_one if count == 1 else of_several}")
    by = ", ".join(clean(part) for part in (rows[0].author, rows[0].date) if part)
    article = called or f"“{clean(rows[0].article)}”{f' ({by})' if by else ''}"
    if not claims and all(row.ours for row in rows):
        return f"{article} has no published claim."
    if not claims:
        return f"{article} has faults, and makes no claim that is judged here."
    return f"{article} makes {len(claims)} {'claim' if len(claims) == 1 else 'claims'}: {listed(parts)}."


def answers(rows: Sequence[JudgedClaim]) -> str:
    """Give the verdicts on the claims that answer the study's question, a sentence each; "" if the study names none."""
    return " ".join(f"{sentence(row)}: {in_words(row)}." for row in rows if row.answers)


def in_words(row: JudgedClaim) -> str:
    """Say the headline and what was found: `same direction, larger; 2.83 [2.80, 2.86] times here instead of 1.48`."""
    told = found(row)
    return "; ".join(part for part in (verdict_word(row), told[:1].lower() + told[1:]) if part)


def found(row: JudgedClaim) -> str:
    """Say what was found of a claim, beside what was published; "" if there is no figure and no reason."""
    figure, published = in_one_piece(figure_of(row)), clean(row.published or "")
    reason = reasons(published_code(row), clean(row.reason or "")) or ""
    if row.verdict in ("only at", "open", "not run", "not seen here") and reason:
        beside = f"; published {published}" if published and row.verdict != "not run" else ""
        return f"{_as_sentence(reason)}{beside}"
    if not figure:
        return _as_sentence(reason)
    if row.verdict in ("same direction, larger", "same direction, smaller", "equal here", "opposite here"):
        told = f"here {figure}{_one_of_several(row)}" + (f" instead of {_without_unit(published)}" if published else "")
    elif row.verdict == "artefact":
        fair = in_one_piece(figure_of(row.fair)) if row.fair else ""
        told = f"here {figure} as it was benchmarked" + (f", {fair} with the fault mended" if fair else "")
        reason = ""
    else:
        told = f"here {figure}{_one_of_several(row)}"
        told += f", published {_without_unit(published)}" if published else ""
    return _as_sentence(f"{told} ({reason})" if reason else told)


def published_code(row: JudgedClaim) -> str | None:
    """The verdict on the published code, if it does not do its job and another one decides; else None."""
    if row.as_published is None:
        return None
    figure = in_one_piece(figure_of(row.as_published))
    word = in_a_sentence(row.as_published.verdict)
    return f"of the published code, which does not do its job, it is {word}" + (f" ({figure})" if figure else "")


def _one_of_several(row: JudgedClaim) -> str:
    """The level that a figure is of, if the claim speaks of several, and how far the figures of all of them reach.

    A line over sizes is of no one level.
    """
    if len(row.levels) < 2 or "=" not in row.level:
        return ""
    measured = [level.measured for level in row.levels if level.measured is not None]
    least, most = (figures.ratio(pick(measured, default=None)) for pick in (min, max))
    if row.said or row.measured is None or least == most:
        return f" at {clean(row.level)} (one of {len(row.levels)} levels)"
    return f" at {clean(row.level)} ({least} to {most} at {len(measured)} levels)"


def _as_sentence(text: str) -> str:
    """Text as a sentence begins; the name of an arm or a call stays as it is written."""
    word = text.split(" ", 1)[0]
    return capital(text) if word.isalpha() else text


def _without_unit(published: str) -> str:
    """A published ratio beside one that was found: the unit is said once."""
    return published.removesuffix(" times")


def figure_of(row: JudgedClaim | FairFigures, names: Mapping[str, str] | None = None) -> str:
    """Return the figure that decides, with its unit and whose it is: `ARM: 7.20 [7.10, 7.30] times BASELINE`.

    names: how sentences name methods; an arm without one is named as it is.
    """
    figure = here(row)
    if not figure or row.said or row.arm is None:
        return figure
    one, other = ((names or {}).get(arm, clean(arm)) for arm in (row.arm, row.over or ""))
    return f"{figure} times" if row.over == row.arm else f"{one}: {figure} times {other}"


def claim_tables(rows: Sequence[JudgedClaim], *, beside: bool = False) -> list[Table]:
    """Claims, and what is wrong with the article, none if there are none; reasons below, or beside in each row."""
    tables = []
    is_named = len(sources_of(rows)) > 1
    for title, chosen in (
        ("claim", [row for row in rows if not row.fault]),
        ("fault", [row for row in rows if row.fault]),
    ):
        told = (
            []
            if beside
            else [Said(f"{sentence(row)}: {text}", "dim") for row in chosen if (text := _why(row, is_named))]
        )
        if any(_sessions(row) == "one" for row in chosen):
            again = f"iotrial claims {clean(chosen[0].study)} --again"
            told.append(Said(f"measured once: a second session that agrees settles a verdict: {again}", "dim"))
        if any(_is_wide(row) for row in chosen):
            more = f"iotrial run {clean(chosen[0].study)} --budget {_more_minutes(chosen[0].seconds)}min"
            told.append(Said(f"open: more rounds narrow an interval: {more}", "dim"))
        if chosen:
            why = [Column("why", [_why(row, is_named) for row in chosen], "left")] if beside else []
            tables.append(Table([*_columns(title, chosen), *why], below=tuple(told)))
    return tables


def in_one_piece(figure: str) -> str:
    """Keep a figure on one line, unless it is one that needs several."""
    return joined(figure) if len(figure) <= LONGEST_FIGURE else figure


def sentence(row: JudgedClaim | Claim | ClaimOnMachines, *, who: bool = True) -> str:
    """The sentence of a claim without its full stop; with `who`, who says it if that is not the author."""
    by = "ours" if row.ours else clean(row.by or "")
    return (f"({by}) " if who and by else "") + clean(row.says).removesuffix(".")


def verdict_word(row: JudgedClaim) -> str:
    """The verdict in a word: a fault is shown, it does not hold."""
    return verdict_named(row.verdict, is_fault=row.fault)


def verdict_named(verdict: Verdict, *, is_fault: bool) -> str:
    """A verdict on a claim or a fault in a word."""
    return "shown" if is_fault and verdict == "confirmed" else verdict


def _is_wide(row: JudgedClaim) -> bool:
    """True if an interval that more rounds would narrow leaves the claim open."""
    return row.verdict in ("open", "same direction") and row.low is not None and kind_of(row.kind).narrows_with_rounds


def _more_minutes(seconds: float | None) -> int:
    """A budget that narrows intervals: twice what the run took, in tens, and no less than 40."""
    return max(40, 10 * math.ceil(2 * (seconds or 0) / 600))


def _why(row: JudgedClaim, is_named: bool) -> str:
    """The reason of the verdict, what counts as published, what a fair benchmark says, and the sentence's place.

    is_named: the source is named with the place, since there are several.
    """
    parts = [part for part in (published_code(row), clean(row.reason or "")) if part]
    if row.tolerance:
        parts.append(f"tolerance: {clean(row.tolerance)}")
    if row.readers:
        parts.append(f"{_who_reads(row.readers)} the bytes")
    fair = row.fair
    if fair and (figure := here(fair)):
        parts.append(f"with the fault mended: {in_one_piece(figure)}")
    return "; ".join([*parts, *apart_from_figures(row, article_line(row) if is_named else "article")])


def apart_from_figures(row: JudgedClaim, article: str) -> Iterator[str]:
    """Yield what speaks against a verdict beside its figures, and the sentence's place in what is named `article`."""
    if row.sessions_apart:
        yield f"sessions that do not overlap: {clean(row.sessions_apart)}"
    if row.despite:
        yield f"the article's own figures differ: {clean(row.despite)}"
    if row.place:
        yield f"{article}: {clean(row.place)}"


def readers_line(rows: Sequence[JudgedClaim]) -> str | None:
    """Say who took the bytes of times at a pipe or socket; None if there are none."""
    readers = dict.fromkeys(reader for row in rows for reader in row.readers)
    if not readers:
        return None
    return f"at pipes and sockets {_who_reads(list(readers))} the bytes; another one may change a time"


def _who_reads(readers: Sequence[str]) -> str:
    """The readers and their verb: `the bare reader takes`."""
    return f"the {listed(list(map(clean, readers)))} {'reader takes' if len(readers) == 1 else 'readers take'}"


def _sessions(row: JudgedClaim) -> str:
    """The number of sessions in a row that came to the verdict; "" if no run decides it."""
    if row.verdict in OPEN:
        return ""
    return "one" if row.sessions == 1 else str(row.sessions)


def _columns(title: str, rows: Sequence[JudgedClaim]) -> list[Column]:
    return [
        Column(title, [sentence(row) for row in rows], "left", folds=True),
        Column("published", [clean(row.published or "") for row in rows], "left"),
        Column("here [low, high]", [_here(row) for row in rows], "left"),
        Column("verdict", [verdict_word(row) for row in rows], "left", styles=STYLES),
        Column("sessions", [_sessions(row) for row in rows], "left", drop=1),
    ]


def _here(row: JudgedClaim) -> str:
    """The figure that decides, and beside it that of the published code if this does not do its job."""
    published = here(row.as_published) if row.as_published else ""
    figure = here(row)
    return f"{figure} mended, {published} as published" if figure and published else figure


def here(row: JudgedClaim | FairFigures) -> str:
    """Return the figure that decides: words if there are any, else the ratio with its interval."""
    if row.said:
        return clean(row.said)
    if row.measured is None:
        return ""
    return figures.interval(RatioBounds(ratio=row.measured, low=row.low, high=row.high))
