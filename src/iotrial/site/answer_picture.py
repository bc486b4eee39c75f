"""A picture of an answer for social media: the task, the call to use, what it gains, and how far to trust it."""

from __future__ import annotations

import textwrap
from typing import Any

from iotrial.report import template
from iotrial.site.matrix import MatrixEntry

#: Letters of a line, and lines, of the three texts: what is asked, the call, and its lead.
_ASKED, _USED, _LEAD = (44, 2), (28, 2), (56, 2)


def picture(converter: Any, asked: str, answer: MatrixEntry) -> bytes:
    """Return the picture as PNG, 1200 by 630 pixels; texts that are too long end in dots.

    converter: the module that draws (`report.charts.still`).
    """
    text = (
        template.environment("iotrial.site")
        .get_template("site/picture.svg")
        .render(
            asked=_placed(asked, _ASKED, 110, 54),
            used=_placed(answer.use, _USED, 280, 76),
            lead=_placed(answer.lead, _LEAD, 440, 46),
            trust=answer.trust,
        )
    )
    drawn: bytes = converter.svg_to_png(text, scale=1)
    return drawn


def _placed(text: str, room: tuple[int, int], top: int, step: int) -> list[tuple[int, str]]:
    """Return the lines of a text, each with the height of its base."""
    letters, most = room
    lines = textwrap.wrap(text, letters, max_lines=most, placeholder=" …")
    return [(top + place * step, line) for place, line in enumerate(lines)]
