"""A disk that is full at every place at which iotrial writes: what was stored stays, nothing half-written is believed.

A file system of some pages is full at another write for each size of it; a call that fails is one that finds no room
for what it would sync or name. What was acknowledged is there afterwards, and a run goes on when there is room.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from attacks.disks import small
from attacks.home import SMALL, home
from attacks.part import BUG, Broken, Part, command
from attacks.stored import stored_run
from iotrial.errors import UsageError
from iotrial.measure.carry_out import keep_judgement
from iotrial.store.read import open_run
from iotrial.store.record import Run
from iotrial.store.unfinished import TEMPORARY
from iotrial.store.write import RunWriter

PAGE = 4096

#: With so many pages each of these fits.
MOST_PAGES = {"store": 48, "file": 260, "cache": 40, "print": 40, "run": 120}

#: Sweeps of a run that is stored.
SWEEPS = 6

#: Calls that find no room, and how often they are made at the most.
CALLS = {"fsync": 32, "rename": 16, "mkdir": 4}

#: What writes a file that the user names.
FILES = ("md", "html", "svg", "csv")

#: What prints.
PRINTS = (("show",), ("show", "--details"), ("show", "--json"), ("export",), ("export", "--format", "csv"), ("runs",))

#: Room for all of it.
WIDE = 64 << 20


def attempt(given: list[Any]) -> None:
    """Fill the disk at a place."""
    kind, *details = given
    with tempfile.TemporaryDirectory(prefix="iotrial-attack-") as folder:
        ATTEMPTS[kind](Path(folder), *details)


def _store(folder: Path, pages: int) -> None:
    """Store a run on a disk of so many pages; then there is room, and it goes on."""
    root = folder / "results"
    with small(root, pages * PAGE):
        stored = _store_some(root)
        subprocess.run(["mount", "-o", f"remount,size={WIDE}", str(root)], check=True)
        _go_on(root, stored)


def _call(folder: Path, name: str, number: int) -> None:
    """Store a run while from the n-th call on there is no room."""
    _columns(0)  # the run that is copied is made before there is no room
    calls = itertools.count()
    real = getattr(os, name)

    def fails(*arguments: Any, **named: Any) -> Any:
        if next(calls) >= number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments, **named)

    with mock.patch.object(os, name, fails):
        stored = _store_some(folder)
    _go_on(folder, stored)


def _columns(sweep: int) -> dict[str, Any]:
    stored_run()  # the tests' folder is on the path from here on
    from judge import made

    return made.columns(_record(), sweep, {"c/sendfile": 0.5})


def _record() -> Run:
    return open_run(stored_run()).run.model_copy(update={"complete": False, "finished_at": None, "stopped": None})


def _store_some(root: Path) -> list[int]:
    """Store a run as far as there is room; return the sweeps that it has. Broken unless one error says so."""
    stored: list[int] = []
    try:
        with RunWriter.create(root, _record()) as writer:
            for sweep in range(SWEEPS):
                writer.sweep(sweep, _columns(sweep))
                stored.append(sweep)
            writer.update(open_run(stored_run()).run)
            keep_judgement(writer)
    except UsageError as error:
        if len(error.problems) != 1 or not error.problems[0].hint or "\n" in str(error.problems[0]):
            raise Broken(f"not one line and a hint: {error}") from None
    _require_whole(root, stored)
    return stored


def _require_whole(root: Path, stored: list[int]) -> None:
    """Raise Broken unless what was acknowledged can be read, and what can be read is whole."""
    folder = root / _record().run
    if not folder.exists():
        if stored:
            raise Broken(f"the run is gone, of which {len(stored)} sweeps were stored")
        return
    found = open_run(folder)
    if found.problems:
        raise Broken(f"half-written: {found.problems}")
    if not set(stored) <= set(found.sweeps) or len(found.sweeps) > len(stored) + 1:
        raise Broken(f"stored {stored}, and {found.sweeps} are there")
    if left := [path.name for path in (*root.iterdir(), *folder.iterdir()) if path.name.startswith(TEMPORARY)]:
        raise Broken(f"left behind: {left}")


def _go_on(root: Path, stored: list[int]) -> None:
    """Go on where there is room, to a run like any other."""
    folder = root / _record().run
    with RunWriter.resume(folder) if folder.exists() else RunWriter.create(root, _record()) as writer:
        there = open_run(folder).sweeps
        for sweep in range(SWEEPS):
            if sweep not in there:
                writer.sweep(sweep, _columns(sweep))
        writer.update(open_run(stored_run()).run)
        keep_judgement(writer)
    _require_whole(root, list(range(SWEEPS)))
    _require_good(*command("show", "--results", str(root)), codes=(0,))


def _file(folder: Path, form: str, pages: int) -> None:
    """Write a report to a disk of so many pages: it is there whole, or what was there before is."""
    target = folder / "small" / f"report.{form}"
    whole = folder / f"report.{form}"
    asked = ("report", "--results", str(stored_run().parent), "-o")
    _require_good(*command(*asked, str(whole)), codes=(0,))
    with small(target.parent, pages * PAGE):
        code, _, err = command(*asked, str(target))
        _require_good(code, "", err, codes=(0, 2))
        if code == 0 and not _is_alike(target.read_bytes(), whole.read_bytes()):
            raise Broken("a report that was written is not whole")
        if code and list(target.parent.iterdir()):
            raise Broken(f"left behind: {list(target.parent.iterdir())}")


def _is_alike(one: bytes, other: bytes) -> bool:
    """True if one report is as long as another and ends as it does: the names within a picture are drawn."""
    return one[-6:] == other[-6:] and abs(len(one) - len(other)) <= 0.01 * len(other)


def _cache(folder: Path, pages: int) -> None:
    """Look at runs while the cache has so many pages: it makes no difference."""
    cache = folder / "cache"
    with small(cache, pages * PAGE), _filled(cache, pages):
        for asked in PRINTS:
            done = command(*asked, "--results", str(stored_run().parent), XDG_CACHE_HOME=str(cache))
            _require_good(*done, codes=(0,))


@contextlib.contextmanager
def _filled(folder: Path, pages: int) -> Iterator[None]:
    """Leave no room at all if there are few pages."""
    if pages <= 2:
        with (folder / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(PAGE)):
                pass
    yield


def _print(folder: Path, which: int, pages: int) -> None:
    """Print to a file on a disk of so many pages."""
    asked = [sys.executable, "-m", "iotrial", *PRINTS[which % len(PRINTS)], "--results", str(stored_run().parent)]
    with small(folder / "small", pages * PAGE), (folder / "small" / "out").open("wb") as out:
        done = subprocess.run(asked, stdout=out, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
        err = done.stderr.decode(errors="replace")
        _require_good(done.returncode, "", err, codes=(0, 2))
        if done.returncode == 0 and (folder / "small" / "out").stat().st_size % PAGE == 0:
            raise Broken("nothing was said of a page that is missing")


def _run(folder: Path, place: str, pages: int) -> None:
    """Measure with results or the cache on a disk of so many pages; then there is room, and all can be read."""
    with home() as one:
        one.target.mkdir(parents=True)
        asked = ("run", *SMALL, "--target", str(one.target))
        where = one.results if place == "results" else one.folder / "cache" / "iotrial" / "judged"
        with small(where, pages * PAGE):
            one.run(*asked)
            one.run("runs")
            for run in one.runs():
                one.run("show", run)
                if problems := open_run(one.results / run).problems:
                    raise Broken(f"half-written: {problems}")
            one.require_nothing_left(where)
        one.run(*asked)


def _require_good(code: int, out: str, err: str, *, codes: tuple[int, ...]) -> None:
    """Raise Broken unless a command ended with one of these codes, and with an error that is one line and a hint."""
    if code not in codes or BUG in err or "Traceback" in err:
        raise Broken(f"exit code {code}: {err[-400:]}")
    lines = err.splitlines()
    if code and (sum(line.startswith("error: ") for line in lines) != 1 or not any("hint: " in one for one in lines)):
        raise Broken(f"not one line and a hint: {err[-400:]}")


ATTEMPTS: dict[str, Callable[..., None]] = {
    "store": _store,
    "call": _call,
    "file": _file,
    "cache": _cache,
    "print": _print,
    "run": _run,
}


def _pages(kind: str) -> st.SearchStrategy[int]:
    return st.integers(1, MOST_PAGES[kind])


PART = Part(
    "full-disk",
    "a disk that is full at any place at which something is written (slow: up to ten seconds each)",
    st.one_of(
        st.tuples(st.just("store"), _pages("store")),
        *(st.tuples(st.just("call"), st.just(name), st.integers(0, most - 1)) for name, most in CALLS.items()),
        *(st.tuples(st.just("file"), st.just(form), _pages("file")) for form in FILES),
        st.tuples(st.just("cache"), _pages("cache")),
        st.tuples(st.just("print"), st.integers(0, len(PRINTS) - 1), _pages("print")),
        *(st.tuples(st.just("run"), st.just(place), _pages("run")) for place in ("results", "cache")),
    ).map(list),
    attempt,
    is_slow=True,
    kind=lambda given: " ".join(one for one in given if isinstance(one, str)),
)
