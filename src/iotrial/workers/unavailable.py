"""The reason why a method cannot run here."""

from __future__ import annotations


class Unavailable(Exception):
    """A method that cannot run here: the reason, and the command that would change it if there is one."""

    def __init__(self, reason: str, install: str | None = None) -> None:
        """Keep the reason, and the command."""
        super().__init__(reason)
        self.install = install
