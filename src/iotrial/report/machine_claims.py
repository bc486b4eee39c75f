"""The claims of a study on several machines: a column for each of a few, counts of many."""

from __future__ import annotations

from iotrial.across.across_machines import AcrossMachines, ClaimOnMachines
from iotrial.report.claim_words import STYLES, article_named, sentence, verdict_named
from iotrial.report.layout import Column, clean
from iotrial.report.parting import MOST_NAMED, parting
from iotrial.report.parts import Said, Table
from iotrial.report.times import listed, some

#: More machines than this have no column each.
MOST_COLUMNS = 6


def claims_table(document: AcrossMachines) -> Table | None:
    """Return each claim with its verdicts, and where it does not hold; None if no claims were asked for."""
    if not document.claims:
        return None
    names = [machine.machine for machine in document.machines]
    rows = document.claims
    sources = dict.fromkeys(article_named(row.article, row.author, row.date) for row in rows)
    title = f"claims of {next(iter(sources)) if len(sources) == 1 else f'{len(sources)} sources'}"
    columns = [Column("claim", [sentence(row) for row in rows], "left", folds=True)]
    if len(names) <= MOST_COLUMNS:
        columns += [
            Column(
                clean(name),
                [verdict_named(row.machines[number].verdict, is_fault=row.fault) for row in rows],
                "left",
                styles=STYLES,
            )
            for number, name in enumerate(names)
        ]
    else:
        columns += [
            Column("holds on", [_count(len(row.holds)) for row in rows]),
            Column("not so on", [_count(len(row.against)) for row in rows]),
            Column("open or in part on", [_count(len(names) - len(row.holds) - len(row.against)) for row in rows]),
        ]
    return Table(columns, title, tuple(Said(text) for row in rows for text in _told(row, len(names))))


def _count(number: int) -> str:
    return str(number) if number else ""


def _told(row: ClaimOnMachines, count: int) -> list[str]:
    """Say on which machines a claim does not hold that holds on others, and what those have."""
    if not row.against or not row.holds:
        return []
    where = listed(some(list(map(clean, row.against)), MOST_NAMED))
    hint = f" {parting(row.goes_with, len(row.against))}" if row.goes_with else ""
    return [f"“{clean(row.says)}” holds on {len(row.holds)} of {count} machines; it is not so on {where}.{hint}"]
