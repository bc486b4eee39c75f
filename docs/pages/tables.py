"""Tables of Markdown, and what stands in the cells of a factor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from iotrial.ask.catalog import Factor


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with its head."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def values_of(factor: Factor) -> str:
    """The values that a factor may have."""
    return ", ".join(factor.choices or (factor.unit, *factor.words))


def default_of(factor: Factor) -> str:
    """The value that a factor has if a study does not say."""
    return f"{factor.default} (goes without saying)" if factor.is_unsaid else str(factor.default)
