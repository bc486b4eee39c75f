"""Commands that the help lists under the heading that each was given, in the order of the first of each."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class GroupedCommands(TyperGroup):
    """A group of commands with a heading each."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each heading, with its commands in columns that all sections share."""
        shown = [(name, one) for name in self.list_commands(ctx) if (one := self.get_command(ctx, name)) is not None]
        widest = max(len(name) for name, _ in shown)
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, one in shown:
            words = one.get_short_help_str(formatter.width - 6 - widest)
            heading = getattr(one, "rich_help_panel", None) or "Commands"
            sections.setdefault(heading, []).append((name.ljust(widest), words))
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)
