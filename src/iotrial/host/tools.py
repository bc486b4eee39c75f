"""Programs that evidence is gathered with, which a machine may lack."""

from __future__ import annotations

import shutil

from iotrial.host.first_line import first_line_of

#: Packages have their names.
TOOLS = ("strace",)


def version_of(tool: str) -> str | None:
    """Return what a tool says of its version; None if it is not there or says nothing."""
    path = shutil.which(tool)
    return first_line_of(path, ("{runtime}", "--version")) or None if path else None
