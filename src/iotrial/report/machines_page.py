"""One study on several machines as a page: the answers, a picture and tables of each level, what the machines are."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.across.across_machines import AcrossMachines, ArmOnMachines
from iotrial.report.charts import look, on_machines
from iotrial.report.charts.converter import converter
from iotrial.report.layout import clean
from iotrial.report.machine_claims import claims_table
from iotrial.report.machines_screen import answers, levels_of, machines_table, of_each_machine, table_of
from iotrial.report.parts import Table
from iotrial.report.picture import lean
from iotrial.report.template import rendered

_WIDTH = 560


@dataclass(frozen=True)
class _PageLevel:
    """A level: its picture ("" if there is nothing to draw), and its tables."""

    name: str
    baseline: str
    picture: str  # a data URL
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


def _picture(arms: Sequence[ArmOnMachines], machines: int, baseline: str) -> str:
    rows = on_machines.data(arms)
    if not rows:
        return ""
    spec = {**on_machines.spec(rows, machines, baseline, width=_WIDTH), "background": "white", "padding": 12}
    drawn = lean(str(converter().vegalite_to_svg(spec, vl_version=look.vega_lite())))
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"
