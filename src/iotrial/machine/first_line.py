"""The first line that a runtime or a tool prints of itself, usually its version."""

from __future__ import annotations

import subprocess

from iotrial.machine.found_once import once


@once
def first_line_of(path: str, template: tuple[str, ...]) -> str:
    """Return the first line that a program prints when it is asked something; "" if it says nothing.

    template: the command, in which {runtime} stands for the path.
    """
    command = [word.replace("{runtime}", path) for word in template]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ((done.stdout or done.stderr).splitlines() or [""])[0].strip()
