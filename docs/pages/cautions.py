"""docs/cautions.md: every caution."""

from __future__ import annotations

from iotrial.cautions import CAUTIONS


def cautions() -> str:
    """Every caution, with what can be done about it."""
    lines = [f"- `{code}`: {kind.sentence}. *{kind.advice}.*" for code, kind in sorted(CAUTIONS.items())]
    text = (
        "A caution is stored and shown with the figure that it belongs to. What stands in braces is a figure of that "
        "very case; what you can do is in italics."
    )
    return "\n\n".join(["# Cautions", text, "\n".join(lines)])
