"""The name of a function as a sentence or a table has it."""

from __future__ import annotations

from iotrial.probes.profile_text import UNKNOWN

#: A longer name is cut: those of templates name all their types.
MOST_LETTERS = 60


def function_name(name: str, file: str | None) -> str:
    """Return the name of a function in a file (None: the kernel); code without names is said to be that."""
    if name == UNKNOWN:
        return f"code of {file} without names" if file else "code without names"
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
