"""docs/cautions.md: every caution."""

from __future__ import annotations

from docs.pages.tables import table

from iotrial.cautions import CAUTIONS


def cautions() -> str:
    """Every caution, with what can be done about it."""
    rows = [[f"`{code}`", kind.sentence, kind.advice] for code, kind in sorted(CAUTIONS.items())]
    text = (
        "A caution is stored and shown with the figure that it belongs to. What stands in braces is a figure of that "
        "very case."
    )
    return "\n\n".join(["# Cautions", text, table(["code", "what it says", "what you can do"], rows)])
