"""Another user of this machine who swaps names as fast as can be: for folders and links, whole or in their middle."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import random
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Nobody's number nearly everywhere, and never ours.
OTHER = 65534

#: Names that iotrial gives to folders below one that a user named.
WITHIN = ("iotrial", "workplaces", "programs", "methods", "target", "tmpfs", "results")

_EXCHANGE, _HERE = 2, -100  # RENAME_EXCHANGE, AT_FDCWD
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG

_c = ctypes.CDLL(None)


@dataclass(frozen=True)
class Prey:
    """What the other user is after: folders in which names are swapped, and the folder that links lead to.

    names: those that are worth making. In both, `{}` is the number of the try.
    """

    folders: Sequence[str]
    names: Sequence[str]
    precious: Path


@contextlib.contextmanager
def racing(prey: Prey, moves: Sequence[str]) -> Iterator[Callable[[int], None]]:
    """Have the other user make these moves for as long as this is open; provides what tells the number of a try."""
    number = mmap.mmap(-1, 1)
    seen, ready = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _c.prctl(_DIE_WITH_PARENT, signal.SIGKILL)
            os.setgroups([])
            os.setresgid(OTHER, OTHER, OTHER)
            os.setresuid(OTHER, OTHER, OTHER)
            os.write(ready, b"!")
            _race(prey, moves, number)
        finally:
            os._exit(1)
    try:
        os.read(seen, 1)
        yield lambda count: number.__setitem__(0, count)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(seen)
        os.close(ready)
        number.close()


def _race(prey: Prey, moves: Sequence[str], number: mmap.mmap) -> None:
    chosen = random.Random(os.getpid())
    while True:
        folder = Path(chosen.choice(prey.folders).format(number[0]))
        names = [name.format(number[0]) for name in prey.names]
        with contextlib.suppress(OSError):
            names += [path.name for path in folder.iterdir()]
        move = MOVES[chosen.choice(moves)]
        with contextlib.suppress(OSError):
            move(folder, chosen.choice(names), prey.precious)


def _rename(folder: Path, name: str, precious: Path) -> None:
    """Rename it, and back."""
    (folder / name).rename(folder / "aside").rename(folder / name)


def _link(folder: Path, name: str, precious: Path) -> None:
    """Put a link in its place."""
    with contextlib.suppress(OSError):
        (folder / name).rename(folder / "moved")
    (folder / name).symlink_to(precious)


def _exchange(folder: Path, name: str, precious: Path) -> None:
    """Exchange it with a link in one step, and back."""
    with contextlib.suppress(FileExistsError):
        (folder / "link").symlink_to(precious)
    for _ in range(2):
        _c.renameat2(_HERE, bytes(folder / "link"), _HERE, bytes(folder / name), _EXCHANGE)


def _make(folder: Path, name: str, precious: Path) -> None:
    """Be the first to make it."""
    (folder / name).mkdir()


def _trap(folder: Path, name: str, precious: Path) -> None:
    """Make it with links within that lead elsewhere."""
    (folder / name).mkdir(exist_ok=True)
    for within in WITHIN:
        with contextlib.suppress(FileExistsError):
            (folder / name / within).symlink_to(precious if within == "iotrial" else precious / within)


def _hard_link(folder: Path, name: str, precious: Path) -> None:
    """Give a file of root's a name there."""
    (folder / name).hardlink_to(precious / "file")


def _remove(folder: Path, name: str, precious: Path) -> None:
    """Remove it."""
    try:
        (folder / name).unlink()
    except IsADirectoryError:
        (folder / name).rmdir()


def _up(folder: Path, name: str, precious: Path) -> None:
    """Rename the folder itself, a link in its place, and back."""
    aside = folder.rename(folder.with_name(f"{folder.name}-aside"))
    try:
        folder.symlink_to(precious)
        folder.unlink()
    finally:
        aside.rename(folder)


MOVES: Mapping[str, Callable[[Path, str, Path], None]] = {
    "rename": _rename,
    "link": _link,
    "exchange": _exchange,
    "make": _make,
    "trap": _trap,
    "hard link": _hard_link,
    "remove": _remove,
    "rename the folder": _up,
}
