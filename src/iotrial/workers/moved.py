"""Folders of a run under another path for the length of a round (rule 23)."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from iotrial.machine.deferred_signals import deferred_signals

#: Two such names are longer than the longest path that is drawn and what a job puts below it.
_LONG = "x" * 200


class Moved:
    """The paths of folders in this round: those that a worker is told."""

    def __init__(self, places: Sequence[tuple[Path, Path]] = ()) -> None:
        """Take the folders, each with the path that it is under now."""
        self._places = [(f"{before}", f"{now}") for before, now in places]

    def now(self, path: str) -> str:
        """Return the path under which a file is found now; a text that is no path in one of the folders as it is."""
        for before, now in self._places:
            if path == before or path.startswith(f"{before}/"):
                return now + path[len(before) :]
        return path

    def folder(self, path: Path) -> Path:
        """Return the same of a folder."""
        return Path(self.now(f"{path}"))

    def plain(self, text: str) -> str:
        """Return a text for people: folders in it have the paths that they keep, not those of one round."""
        for before, now in self._places:
            text = text.replace(now, before)
        return text


@contextlib.contextmanager
def moved(folders: Sequence[Path], chain: Sequence[str]) -> Iterator[Moved]:
    """Put folders below a chain of new ones beside them, and back afterwards.

    A link stands in the place of each meanwhile, for whoever is not timed. Only names change: files keep their inodes,
    their blocks and their pages in memory.
    """
    if not folders or not chain:
        yield Moved()
        return
    top = folders[0].parent
    below = top.joinpath(*chain)
    places = [(folder, below / folder.name) for folder in folders]
    done: list[tuple[Path, Path]] = []
    try:
        with deferred_signals():
            made = top
            for name in chain:
                made /= name
                made.mkdir(mode=0o700)
            for folder, now in places:
                folder.rename(now)
                done.append((folder, now))
                folder.symlink_to(Path(os.path.relpath(now, folder.parent)))
        yield Moved(places)
    finally:
        with deferred_signals():
            for folder, now in done:
                folder.unlink(missing_ok=True)
                try:
                    now.rename(folder)
                except FileNotFoundError:
                    if top.exists():  # else the run was ended just as this began, and all of it is removed already
                        raise
            for depth in range(len(chain), 0, -1):
                with contextlib.suppress(OSError):  # what was put there meanwhile stays, as elsewhere
                    top.joinpath(*chain[:depth]).rmdir()


def can_move(folders: Sequence[Path]) -> bool:
    """True if folders can be put below others here, with more room for names than any round takes."""
    try:
        with moved(folders, (_LONG, _LONG)):
            return True
    except OSError:
        return False
