"""Programs that gather evidence, which a machine may lack."""

from __future__ import annotations

import shutil

from iotrial.host.first_line import first_line_of

#: Their packages have the same names.
TOOLS = ("strace",)


def version_of(tool: str) -> str | None:
    """Return the version that a tool states; None if it is missing or states none."""
    path = shutil.which(tool)
    return first_line_of(path, ("{runtime}", "--version")) or None if path else None
