"""A station on another host, where some writers of a level work: it answers each line of JSON with one of its own.

`python -m iotrial.workers.station`, started over SSH, reads its requests and answers in turn. It starts no writer, and
does nothing that it is not asked for. When the connection ends it ends what was left of the run, and itself. A host
that was cut off learns of that only when it sends something, so that an empty line goes out now and then.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from iotrial import __version__
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.code_digest import code_digest
from iotrial.errors import IotrialError
from iotrial.folders.folder_owner import PREFIX
from iotrial.machine.leftover_processes import end_marked
from iotrial.machine.mountinfo import mount_of
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.unavailable import Unavailable

#: The names of workplaces: what has another mark is left alone here.
_WORKPLACE = re.compile(re.escape(PREFIX) + r"[0-9a-f]{16}")

#: The time between two signs of life.
SIGN_S = 10.0

Answer = dict[str, Any]


class Station:
    """A host's answers to the machine that measures."""

    def __init__(self) -> None:
        """Know of no run yet."""
        self._workplaces: set[str] = set()
        self._trees: list[Path] = []
        self._catalog: Catalog | None = None  # None: no program was asked for yet

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Answer one request: `problem` says why it cannot be."""
        known: Mapping[str, Callable[..., Answer]] = {
            "now": self.now,
            "look": self.look,
            "program": self.program,
            "end": self.end,
        }
        pairs = dict(request)
        try:
            return known[pairs.pop("ask", "")](**pairs)
        except (IotrialError, Unavailable, DoesNotCompile, OSError) as error:
            return {"problem": " ".join(str(error).split())}
        except (KeyError, TypeError) as error:
            return {"problem": f"an unknown request: {error}"}

    def now(self) -> Answer:
        """Tell the time of the monotonic clock."""
        return {"now_ns": time.monotonic_ns()}

    def look(self, folder: str, note: str, text: str, trees: list[str]) -> Answer:
        """Describe this host, and tell if it sees the note that was written to a folder, and may write there.

        trees: the names of folders there with methods that are used from now on.
        """
        place = Path(folder)
        self._workplaces.add(_workplace(place.name))
        self._trees, self._catalog = [place / name for name in trees], None
        try:
            sees = (place / note).read_text(encoding="utf-8") == text
        except (OSError, UnicodeDecodeError):
            sees = False
        mount = mount_of(place) if place.is_dir() else None
        return {
            "kernel": platform.release(),
            "version": __version__,
            "rules": code_digest(),
            "sees": sees,
            "writes": os.access(place, os.W_OK | os.X_OK),
            "filesystem": mount.filesystem if mount is not None else "",
        }

    def program(self, job: str, arm: str, options: dict[str, Any]) -> Answer:
        """Make the program of an arm here; tell its command and what it is made of."""
        self._catalog = self._catalog or tree.usable(self._trees)
        found = self._catalog.variant(job, arm)
        if found is None:
            fault = self._catalog.faults.of_method(arm, job)
            return {"problem": f"cannot use {arm}: {fault.said}" if fault else f"has no method {arm}"}
        program = program_of(found.kit, found.method, options)
        return {"argv": list(program.argv), "sha256": program.sha256, "compiler": program.compiler}

    def end(self, mark: str) -> Answer:
        """End what has the mark of a round; tell the numbers of the arms that it came of."""
        _workplace(mark.split("/")[0])
        return {"arms": sorted({leftover.arm for leftover in end_marked(mark) if leftover.arm is not None})}

    def close(self) -> None:
        """End what is left of every run that this host was asked for."""
        for workplace in self._workplaces:
            end_marked(workplace)


def _workplace(name: str) -> str:
    if _WORKPLACE.fullmatch(name) is None:
        raise OSError(f"{name[:60]!r} is no folder that iotrial made")
    return name


def serve(requests: Iterable[str], answers: TextIO, *, sign_s: float = SIGN_S) -> None:
    """Answer each line until there are no more, with an empty line every so often."""
    station = Station()
    speaking, ended = threading.Lock(), threading.Event()

    def say(line: str) -> None:
        with speaking, contextlib.suppress(OSError, ValueError):  # the other side is gone: no more requests
            answers.write(f"{line}\n")
            answers.flush()

    def show_signs() -> None:
        while not ended.wait(sign_s):
            say("")

    threading.Thread(target=show_signs, daemon=True).start()
    try:
        for line in requests:
            try:
                request = json.loads(line)
            except ValueError:
                request = {}
            say(json.dumps(station.answer(request if isinstance(request, dict) else {})))
    finally:
        ended.set()
        station.close()


def main() -> None:
    """Answer on the connection that it was started by, which no compiler reads from or writes to."""
    with os.fdopen(os.dup(0), encoding="utf-8") as requests, os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        serve(requests, answers)


if __name__ == "__main__":
    main()
