"""Object stores that lie: of names, sizes, contents and times. What was not sent stays, and each lie is named.

The store is a file system of fsspec that was made up: what it lists and what it sends need not fit.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from attacks.damage import change_document, places, values
from attacks.inputs import ODD, words
from attacks.part import Broken, Part, command
from attacks.stored import stored_run

URL = "s3://lies/runs"
ROOT = "lies/runs"

#: What is tried with each store, before `runs`: what one command keeps must not harm the next.
COMMANDS = (
    ("runs",),
    ("show",),
    ("show", "{run}"),
    ("query", "SELECT run, count(*) FROM samples GROUP BY run"),
    ("export", "--format", "csv"),
    ("across",),
    ("compare", "{run}", "last"),
)

#: Names above a run's files: of no run, leading elsewhere, patterns, more than a line, too long.
NAMES = (
    *("..", ".", "", "../..", "/etc", "//", "a/../..", "a\nb", "a\0b", "a*", "r[1]", "level=7", "~", "-rf", "x" * 300),
    *(".gone", ".index.json", ".lock", "run.json", "sweep-00001.parquet", "\x1b[31m", "\u202e", "a/b/c/d", "{run}"),
)

#: What becomes of an object: size -> what is listed; sent -> what comes.
SIZES = ("right", "less", "more", "none", "negative", "text", "4 GiB", "65 MiB")
SENT = ("right", "gone", "late", "grows", "cut", "empty", "other", "endless", "refused", "not JSON")

_LATE_S = 0.05


class Lies:
    """A file system of fsspec: a listing, and what comes for each name in it."""

    async_impl = True

    def __init__(self, listing: dict[str, Any], bodies: dict[str, tuple[str, bytes]]) -> None:
        from fsspec.asyn import get_loop

        self.loop, self.listing, self.bodies = get_loop(), listing, bodies
        self.put: dict[str, bytes] = {}

    async def _find(self, root: str, detail: bool = False) -> dict[str, Any]:
        return self.listing

    async def _get_file(self, name: str, place: str, callback: Any) -> None:
        way, data = self.bodies.get(name, ("gone", b""))
        if way == "gone":
            raise FileNotFoundError(name)
        if way == "late":
            await asyncio.sleep(60)
        if way == "refused":
            raise PermissionError("\x1b[31mno\n" + "y" * 5000)
        callback.set_size(4 << 30 if way == "endless" else None)
        with Path(place).open("wb") as file:
            for piece in _pieces(way, data):
                file.write(piece)
                callback.relative_update(len(piece))

    def put_file(self, place: str, name: str) -> None:
        self.put[name] = Path(place).read_bytes()


def _pieces(way: str, data: bytes) -> Iterator[bytes]:
    if way == "cut":
        data = data[: len(data) // 2]
    elif way == "empty":
        data = b""
    elif way == "other":
        data = bytes(len(data))
    elif way == "not JSON":
        data = (b"[" * len(data))[: len(data)]
    yield data
    while way == "grows":
        yield bytes(1 << 16)


def attempt(given: dict[str, Any]) -> None:
    """Look at such a store with a run here that was not sent; it is still there, and whatever else is named."""
    with tempfile.TemporaryDirectory() as folder, _cache(folder):
        lies = store_of(given)
        run = stored_run().name
        with mock.patch("fsspec.core.url_to_fs", lambda *_, **__: (lies, ROOT)):
            words = [word.format(run=run) for word in COMMANDS[given["command"]]]
            mirror = Path(folder) / "iotrial" / "mirrors" / hashlib.sha256(URL.encode()).hexdigest()[:16]
            mirror.mkdir(mode=0o700, parents=True)
            unsent = mirror / "20261129-000000-unsent"
            shutil.copytree(stored_run(), unsent)
            record = json.loads((unsent / "run.json").read_text())
            (unsent / "run.json").write_text(json.dumps(record | {"run": unsent.name, "complete": False}))
            before = _files(unsent)
            told = _asked(*words)
            lies.listing = {} if given["then"] == "empty" else lies.listing
            told += _asked("runs")
        if _files(unsent) != before:
            raise Broken("a run that was not sent was changed")
        if lies.put:
            raise Broken(f"sent: {sorted(lies.put)[:3]}")
        if (
            given["lies"]
            and any(
                one["sent"] in ("gone", "late", "refused", "cut", "empty", "grows", "endless")
                and one["size"] == "right"
                and one["file"] == "run.json"
                for one in given["lies"]
            )
            and not any(word in told for word in ("warning", "is listed with", "is gone", "does not come", "did not"))
        ):
            raise Broken(f"a lie is not named: {told[-300:]}")
        outside = {path.name for path in Path(folder).iterdir()} - {"iotrial"}
        if outside or (mirror.parent.parent / "escaped").exists():
            raise Broken(f"files elsewhere: {sorted(outside)}")


def store_of(given: dict[str, Any]) -> Lies:
    """The store that is told: a sound run, with lies about some of its files, and other names."""
    run, record = stored_run(), stored_run() / "run.json"
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / "run.json"
        shutil.copy(record, changed)
        change_document(changed, given["record"])
        bodies = {f"{ROOT}/{run.name}/run.json": ("right", changed.read_bytes())}
    for path in run.glob("sweep-*"):
        bodies[f"{ROOT}/{run.name}/{path.name}"] = ("right", path.read_bytes())
    listing = {name: _about(len(data), "right") for name, (_, data) in bodies.items()}
    for one in given["lies"]:
        files = [name for name in bodies if name.rpartition("/")[2].startswith(one["file"])]
        for name in files[:1]:
            bodies[name] = (one["sent"], bodies[name][1])
            listing[name] = _about(len(bodies[name][1]), one["size"])
    for number, name in enumerate(given["names"]):
        whole = f"{ROOT}/{name.replace('{run}', run.name)}/run.json" if number % 3 else f"{name}/run.json"
        bodies.setdefault(whole, ("right", record.read_bytes()))
        listing.setdefault(whole, _about(len(bodies[whole][1]), "right"))
    for number in range(given["many"]):
        listing[f"{ROOT}/many{number}/judged-{number:016x}.json"] = _about(2, "right")
    return Lies(listing, bodies)


def _about(byte_count: int, size: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        **{"right": byte_count, "less": byte_count - 1, "more": byte_count + 1, "none": None, "negative": -1},
        **{"text": "12", "4 GiB": 4 << 30, "65 MiB": 65 << 20},
    }
    return {"size": told[size], "type": "file", "ETag": "x"}


def _asked(*arguments: str) -> str:
    """Run a command as a process that has opened nothing; return what it said."""
    _forget_stores()
    try:
        with mock.patch("iotrial.store.fetch.PATIENCE_S", _LATE_S):
            code, out, err = command(*arguments, "--results", URL)
    finally:
        _forget_stores()  # the next command of this process may be about others
    if code not in (0, 2, 3):
        raise Broken(f"exit code {code}: {err[-300:]}")
    if any(len(line) > 3000 for line in err.splitlines()):
        raise Broken("a line that never ends")
    return out + err


def _forget_stores() -> None:
    from iotrial.store import mirror

    mirror.mirrored.cache_clear()
    mirror.mirrored_place.cache_clear()
    mirror._OPENED.clear()


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _cache(folder: str) -> Any:
    return mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder})


PART = Part(
    "stores",
    "object stores that lie of names, sizes, contents and times",
    st.fixed_dictionaries(
        {
            "command": st.integers(0, len(COMMANDS) - 1),
            "record": st.lists(st.tuples(st.deferred(lambda: st.sampled_from(places())), values).map(list), max_size=2),
            "lies": st.lists(
                st.fixed_dictionaries(
                    {
                        "file": st.sampled_from(("run.json", "sweep-00000", "sweep-00003")),
                        "size": st.sampled_from(SIZES),
                        "sent": st.sampled_from(SENT),
                    }
                ),
                max_size=2,
            ),
            "names": st.lists(st.one_of(st.sampled_from((*NAMES, *ODD)), words), max_size=4),
            "many": st.sampled_from((0, 0, 0, 3, 200)),
            "then": st.sampled_from(("the same", "empty")),
        }
    ),
    attempt,
)
