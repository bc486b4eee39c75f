"""A gate as Markdown that fits a pull request. Names and reasons from anywhere are text, never markup."""

from __future__ import annotations

from dataclasses import replace

from iotrial.gate.gate_result import GateResult
from iotrial.report.gate_screen import answer, facts, gate_table, remarks, title
from iotrial.report.markdown import escaped, table_text
from iotrial.report.parts import Table

#: The first line of the file, which marks it as ours.
MARK = "<!-- iotrial gate -->"

_SIGNS = {"pass": "✅", "regression": "❌", "undecided": "❔", "invalid": "⚠️", "not measured": "➖"}


def markdown(result: GateResult) -> str:
    """Return the whole page."""
    parts = [
        MARK,
        f"## {escaped(title(result))}",
        f"**{_SIGNS[result.verdict]} {escaped(answer(result))}**",
        table_text(_with_signs(gate_table(result))),
        "\n".join(f"- {escaped(remark)}" for remark in remarks(result)),
        f"Old and new were measured side by side on one machine: {escaped('; '.join(facts(result)))}.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _with_signs(table: Table) -> Table:
    """Return the table with a sign before each verdict, without the remarks: they are a list of their own."""
    *columns, verdicts = table.columns
    cells = [f"{_SIGNS[verdict]} {verdict}" for verdict in verdicts.cells]
    return Table([*columns, replace(verdicts, cells=cells)])
