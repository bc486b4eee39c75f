"""A picture of an answer in a line, for other people's pages: the task and its language, and the call to use."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.report import template

#: Of the font that a badge asks for at 11 pixels, the width of a letter on the average, with some room.
_LETTER = 6.6
_PADDING = 12

#: A longer text is cut: the badge has its whole in its title.
_MOST_LETTERS = 60


@dataclass(frozen=True)
class BadgePart:
    """A half of a badge: its text as it is shown, where it begins, and its width, in pixels."""

    text: str
    left: int
    width: int

    @property
    def middle(self) -> float:
        """Return where its text is centred."""
        return self.left + self.width / 2


def badge(asked: str, use: str) -> str:
    """Return the SVG of a badge: `what is asked | the call to use`."""
    first = _part(asked, 0)
    second = _part(use, first.width)
    return (
        template.environment("iotrial.site")
        .get_template("site/badge.svg")
        .render(parts=(first, second), width=first.width + second.width, whole=f"{asked}: {use}")
    )


def _part(text: str, left: int) -> BadgePart:
    shown = text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "…"
    return BadgePart(shown, left, round(_LETTER * len(shown)) + _PADDING)
