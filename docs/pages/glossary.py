"""docs/glossary.md: the words of CONTRIBUTING, each with what it is."""

from __future__ import annotations

from pathlib import Path

from docs.pages.tables import table

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"

HEAD = (
    "# Glossary",
    "One word for one thing, in the pages, in the messages and in the code. "
    "[CONTRIBUTING](../CONTRIBUTING.md#words) has them beside their names in the code.",
)


def words() -> dict[str, str]:
    """Each word with what it is; words that are explained together share their text."""
    part = CONTRIBUTING.read_text(encoding="utf-8").split("## Words")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for line in part.splitlines():
        if line.startswith("| ") and not line.startswith("| word "):
            named, text, _ = (cell.strip() for cell in line.strip("|").split(" | "))
            apart = text.split("; ")
            single = named.split(", ")
            found |= dict(zip(single, apart, strict=True)) if len(single) == len(apart) else {named: text}
    return found


def glossary() -> str:
    """Every word, in the order of the alphabet."""
    rows = [[f"**{word}**", text] for word, text in sorted(words().items())]
    return "\n\n".join([*HEAD, table(["word", "what it is"], rows)])
