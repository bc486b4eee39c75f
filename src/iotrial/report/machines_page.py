"""One study on several machines as a page: the answers, a picture and tables of each level, what the machines are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.across.across_machines import AcrossMachines, ArmOnMachines
from iotrial.report.charts import on_machines
from iotrial.report.charts.still import of_page
from iotrial.report.layout import clean
from iotrial.report.machine_claims import claims_table
from iotrial.report.machines_screen import answers, levels_of, machines_table, of_each_machine, table_of
from iotrial.report.parts import Table
from iotrial.report.template import rendered

if TYPE_CHECKING:
    import markupsafe

#: Widths of a picture without its labels, in CSS pixels: one for a screen, one for a phone.
_WIDTHS = {"wide": 560, "narrow": 190}


@dataclass(frozen=True)
class _PageLevel:
    """A level: its picture at each width (none if there is nothing to draw), and its tables."""

    name: str
    baseline: str
    picture: dict[str, markupsafe.Markup]
    tables: list[Table]


def page(document: AcrossMachines) -> str:
    """Return the whole file."""
    claims = claims_table(document)
    return rendered(
        "machines.html",
        title=clean(document.question),
        study=clean(document.study),
        count=len(document.machines),
        answers=answers(document),
        claims=[claims] if claims else [],
        levels=[_level(name, arms, len(document.machines)) for name, arms in levels_of(document).items()],
        machines=machines_table(document),
        left_out=[clean(text) for text in document.left_out],
        by_arm=(),
    )


def _level(name: str, arms: Sequence[ArmOnMachines], machines: int) -> _PageLevel:
    tables = [table_of(arms), of_each_machine(arms)]
    baseline = clean(arms[0].baseline)
    picture = _picture(arms, machines, baseline)
    return _PageLevel(clean(name), baseline, picture, [table for table in tables if table is not None])


def _picture(arms: Sequence[ArmOnMachines], machines: int, baseline: str) -> dict[str, markupsafe.Markup]:
    import markupsafe

    rows = on_machines.data(arms)
    if not rows:
        return {}
    return {
        name: markupsafe.Markup(of_page(on_machines.spec(rows, machines, baseline, width=width), width))
        for name, width in _WIDTHS.items()
    }
