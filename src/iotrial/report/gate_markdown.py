"""A gate as Markdown that fits a pull request. Names and reasons from anywhere are text, never markup."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from iotrial.report import figures
from iotrial.report.gate import again, answer, full_level, listed, remarks, session_line, text_state, title
from iotrial.report.layout import clean

Row = Mapping[str, Any]

#: The first line of the file, by which it is known to be ours.
MARK = "<!-- iotrial gate -->"

_SIGNS = {"pass": "✅", "regression": "❌", "undecided": "❔", "invalid": "⚠️", "not measured": "➖"}


def markdown(document: Row) -> str:
    """The whole page."""
    rows = listed(document)
    second = any(row["second"] for row in rows)
    head = ["", "method", "level", "new / old [low, high]", *(["second session"] if second else []), "text", "verdict"]
    cells = [
        [
            _SIGNS[row["verdict"]],
            escaped(row["arm"]),
            escaped(full_level(row)),
            escaped(figures.interval(row)),
            *([escaped(again(row))] if second else []),
            text_state(row),
            row["verdict"],
        ]
        for row in rows
    ]
    parts = [
        MARK,
        f"## {escaped(title(document))}",
        f"**{_SIGNS[document['verdict']]} {escaped(answer(document))}**",
        "\n".join(_line(line) for line in [head, ["---"] * len(head), *cells]),
    ]
    said = [f"- {escaped(remark)}" for remark in remarks(document)]
    if said:
        parts.append("\n".join(said))
    told = "; ".join(escaped(session_line(session)) for session in document["sessions"])
    parts.append(f"<sub>Old and new were measured side by side on one machine. {told}.</sub>")
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """A text in which nothing is markup, a mention or a link."""
    plain = (
        clean(text.replace("\N{NO-BREAK SPACE}", " ")).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    )
    plain = re.sub(r"([\\`*_{}\[\]()#+!|~^$-])", r"\\\1", plain)
    # A name after @ would be called, and an address would become a link.
    return plain.replace("@", "@\N{ZERO WIDTH NON-JOINER}").replace("://", ":\N{ZERO WIDTH NON-JOINER}//")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
