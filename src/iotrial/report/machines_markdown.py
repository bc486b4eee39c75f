"""One study on several machines as Markdown. Names and facts from anywhere are text, never markup."""

from __future__ import annotations

from iotrial.across.across_machines import AcrossMachines
from iotrial.report.machine_claims import claims_table
from iotrial.report.machines_screen import answers, level_tables, levels_of, machine_lines, of_each_machine, title
from iotrial.report.markdown import escaped, folded, table_text
from iotrial.report.parts import Table

#: The first line of the file, which marks it as ours.
MARK = "<!-- iotrial across -->"


def markdown(document: AcrossMachines) -> str:
    """Return the whole page: the answers, what each machine is, then the table of each level."""
    tables = "\n\n".join(f"**{escaped(table.title)}**\n\n{table_text(table)}" for table in _tables(document))
    claims = claims_table(document)
    below = "\n\n".join(escaped(said.text) for said in claims.below) if claims else ""
    parts = [
        MARK,
        f"## {escaped(title(document))}",
        "\n\n".join(escaped(text) for text in answers(document)),
        f"**{escaped(claims.title)}**\n\n{table_text(claims)}" if claims else "",
        below,
        "\n".join(f"- {escaped(line)}" for line in machine_lines(document)),
        folded("each method at each level", tables) if tables else "",
        "\n".join(f"- left out: {escaped(text)}" for text in document.left_out),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _tables(document: AcrossMachines) -> list[Table]:
    """Return two tables for each level: over all machines, and of each, if they are few."""
    each = [of_each_machine(arms) for arms in levels_of(document).values()]
    pairs = zip(level_tables(document), each, strict=True)
    return [table for pair in pairs for table in pair if table is not None]
