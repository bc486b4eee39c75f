"""Files of /proc and /sys, below a root that tests can choose; what cannot be read or parsed is None."""

from __future__ import annotations

import os
import re
from pathlib import Path

#: No file that is read here is longer; the rest of a longer one is not read.
MOST_BYTES = 1 << 18

#: A figure with more digits than this is garbage.
_NUMBER = re.compile(r"-?\d{1,18}")


class SystemFiles:
    """The files of a system."""

    def __init__(self, root: Path = Path("/")) -> None:
        """Read the system whose files lie below `root`."""
        self._root = root

    def text(self, path: str) -> str | None:
        """The text of a file without white space around it; None if it is missing, unreadable or no text."""
        try:
            # Without waiting: a pipe in place of the file would wait for ever.
            descriptor = os.open(self._root / path.lstrip("/"), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except (OSError, ValueError):
            return None
        try:
            data = os.read(descriptor, MOST_BYTES)
        except OSError:
            return None
        finally:
            os.close(descriptor)
        text = data.decode("utf-8", "replace").strip()
        return text if text and "\0" not in text else None

    def number(self, path: str) -> int | None:
        """The one whole number that a file holds; None if it holds anything else."""
        text = self.text(path)
        return int(text) if text and _NUMBER.fullmatch(text) else None

    def field(self, path: str, name: str) -> int | None:
        """The number behind a name at the start of a line, as in /proc/meminfo; None if there is none."""
        found = re.search(rf"^{re.escape(name)}:?[ \t]+(\d{{1,18}})\b", self.text(path) or "", re.MULTILINE)
        return int(found[1]) if found else None

    def line(self, path: str, start: str) -> str:
        """The first line that begins so; "" if there is none."""
        return next((line for line in (self.text(path) or "").splitlines() if line.startswith(start)), "")

    def paths(self, pattern: str) -> list[str]:
        """Paths that match a glob, in order."""
        try:
            return sorted("/" + str(path.relative_to(self._root)) for path in self._root.glob(pattern.lstrip("/")))
        except (OSError, ValueError):
            return []

    def may(self, capability: int) -> bool | None:
        """True if this process has a capability, by its number; None if the system does not tell."""
        found = re.search(r"^CapEff:\s*([0-9a-fA-F]{1,16})$", self.text("/proc/self/status") or "", re.MULTILINE)
        return bool(int(found[1], 16) >> capability & 1) if found else None

    def of_cgroup(self, controller: str, new: str, old: str) -> list[str]:
        """The texts of a setting in this process's cgroup and in the outermost that it sees, if there are any.

        `new` is the setting's name in version 2; `old` is its name in version 1, in which each controller has a tree.
        """
        folders = [("/sys/fs/cgroup", new), (f"/sys/fs/cgroup/{controller}", old)]
        for line in (self.text("/proc/self/cgroup") or "").splitlines():
            _, controllers, path = (*line.split(":", 2), "", "")[:3]
            if path.startswith("/") and ".." not in path:
                folders += [(f"/sys/fs/cgroup{path}", new)] if not controllers else []
                folders += [(f"/sys/fs/cgroup/{controller}{path}", old)] if controller in controllers.split(",") else []
        texts = [self.text(f"{folder.rstrip('/')}/{name}") for folder, name in dict.fromkeys(folders)]
        return [text for text in texts if text is not None]
