"""Lying schedulers, lying hosts and folders of fleets that somebody sent: each message changed in each field."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import resource
import struct
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import msgpack  # type: ignore[import-untyped]
from hypothesis import strategies as st

from attacks.lying_scheduler import HOST, WORKER, Packed, by_dask, by_pickle, lying_scheduler, pickled
from attacks.part import Broken, Part, command

RUN = "20261121-143055-aaaaaa"

#: A fleet's record as it should be.
RECORD = {
    **{"format": 1, "fleet": "abc", "scheduler": "tcp://127.0.0.1:1", "options": [], "trees": []},
    "studies": [{"study": "s", "text": ""}],
    "assignments": [
        {
            **{"host": HOST, "study": "s", "session": 1, "due_at": "2026-11-26T00:00:00+00:00"},
            **{"state": "waiting", "run": None, "reason": None},
        }
    ],
}

#: The documents that hosts answer with, and the contents of files that follow them.
ANSWERS: Mapping[str, tuple[dict[str, Any], bytes]] = {
    "about": ({"kind": "about", "hostname": "h", "version": "0", "rules": "r"}, b""),
    "states": (
        {"kind": "states", "states": [{"key": "s-1", "state": "finished", "run": RUN, "sweeps": 1, "said": None}]},
        b"",
    ),
    "run": ({"kind": "run", "run": RUN, "files": {"run.json": 2}}, b"{}"),
    "failed": ({"kind": "failed", "said": "no"}, b""),
    "document": ({"kind": "document", "document": {}}, b""),
}

#: Numbers that are announced, up to more than any machine has.
SIZES = (0, 1, 7, 8, 9, 255, 1 << 16, 1 << 20, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 40, 1 << 63)

NAMES = ("..", "../x", "/x", "a/b", "a\nb", "a\0b", "\x1b[2J", "x" * 100_000, "", ".", "-x", "\u202ex", "run.json/")

MESSAGES = ("greeting", "identity", "register-client", "broadcast", "update-graph", "gather")

#: No attempt takes more, however it lies.
MOST_S, MOST_BYTES = 60.0, 768 << 20


class _Harm:
    def __init__(self, place: str) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return (os.mkdir, (self.place,))


def _values(harm: bytes) -> dict[str, object]:
    """What stands in place of a value, by name."""
    deep: Any = 0
    for _ in range(400):
        deep = [deep]
    return {
        **{f"name {name[:20]!r}": name for name in NAMES},
        **{"null": None, "true": True, "-1": -1, "2^63": 1 << 63, "1.5": 1.5, "nan": float("nan")},
        **{"a list": [], "a table": {}, "deep": deep, "bytes": b"\xff" * 1000},
        "a pickle": pickled(harm),
        "an object": by_pickle(harm),
        "bytes that are a pickle": by_dask(harm),
        "a type that is a pickle": Packed({**by_dask(b"").header, "type-serialized": harm}, [b""]),
        "an array": Packed({"serializer": "dask", "type": "numpy.ndarray", "type-serialized": harm}, [harm]),
        "a collection": Packed(
            {"is-collection": True, "sub-headers": [{"serializer": "pickle"}], "frame-lengths": [1]}, [harm]
        ),
        "zeros that are compressed": Packed(
            {**by_dask(b"").header, "compression": ("zlib",)}, [zlib.compress(bytes(1 << 26))]
        ),
        "an enum": {"__Enum__": True, "__module__": "distributed.__main__", "__name__": "x", "name": "x"},
        "a set": {"__Set__": True, "as-list": [[1]]},
        "a frame that is not there": {"__Serialized__": 1 << 40},
        "a pickle that is not there": {"__Pickled__": -1},
        "a kind of its own": msgpack.ExtType(42, harm),
    }


def _paths(value: object, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all fields of a structure, and to itself."""
    yield above
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _paths(inner, (*above, key))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*above, number))


def _changed(value: Any, path: tuple[Any, ...], lie: object) -> Any:
    if not path:
        return lie
    first, *rest = path
    if isinstance(value, Mapping) and first in value:
        return {key: _changed(inner, tuple(rest), lie) if key == first else inner for key, inner in value.items()}
    if isinstance(value, list | tuple) and isinstance(first, int):
        return [_changed(inner, tuple(rest), lie) if n == first else inner for n, inner in enumerate(value)]
    return value


#: What an honest scheduler says, as far as its fields have names of their own.
_SHAPES: Mapping[str, Any] = {
    "greeting": {"compression": 0, "python": 0, "pickle-protocol": 0},
    "identity": {
        **{"type": 0, "id": 0, "address": 0, "n_workers": 0},
        "workers": {WORKER: {"type": 0, "name": 0, "resources": {"iotrial": 0}, "nthreads": 0, "status": 0}},
    },
    "register-client": [{"op": 0}],
    "broadcast": {WORKER: {"status": 0, "result": 0}},
    "update-graph": [{"op": 0, "key": 0, "type": 0, "workers": [0]}],
    "gather": {"status": 0, "data": 0},
}


@cache
def lies() -> tuple[str, ...]:
    """The names of all lies: what is changed, where, and into what."""
    values = list(_values(b""))
    found = [
        f"message|{name}|{json.dumps(path)}|{lie}"
        for name in MESSAGES
        for path in _paths(_SHAPES[name])
        for lie in values
    ]
    for name, (document, _) in ANSWERS.items():
        found += [f"answer|{name}|{json.dumps(path)}|{lie}" for path in _paths(document) for lie in values]
        found += [f"length|{name}|{size}" for size in SIZES]
    found += [f"file|{name[:20]!r}" for name in NAMES] + [f"size|{size}" for size in (-1, *SIZES)]
    found += [f"frames|{name}|{place}|{size}" for name in MESSAGES for place in range(3) for size in SIZES]
    found += [f"record|{json.dumps(path)}|{lie}" for path in _paths(RECORD) for lie in values]
    found += [f"link|{what}" for what in ("host", "run", "record", "key", "file")]
    return tuple(found)


def attempt(lie: str) -> None:
    """Have commands meet a lie; Broken if it does harm."""
    with tempfile.TemporaryDirectory(prefix="iotrial-attack-") as folder:
        one = _Attempt(Path(folder), lie)
        begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        one.play()
        if time.monotonic() - begun > MOST_S:
            raise Broken(f"{lie}: took {time.monotonic() - begun:.0f} s")
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
        if grown > MOST_BYTES:
            raise Broken(f"{lie}: took {grown >> 20} MiB")
        one.require_no_harm()


class _Attempt:
    """One lie, a fleet, and a user's home beside it."""

    def __init__(self, home: Path, lie: str) -> None:
        self.home, (self.kind, *self.words) = home, lie.split("|")
        self.harm = home / "harm"
        self.pickle = pickle.dumps(_Harm(str(self.harm)))
        self.fleet = home / "user" / "fleet"
        self.outside = home / "outside"
        self.fleet.mkdir(parents=True)
        self.outside.mkdir()
        (self.outside / "secret").write_text("secret")
        self._write_record()

    def _write_record(self) -> None:
        record: Any = RECORD
        if self.kind == "record":
            record = _changed(RECORD, tuple(json.loads(self.words[0])), self._value(self.words[1]))
        text = json.dumps(record, default=str)
        place = self.fleet / "fleet.json"
        place.write_text(text)
        if self.kind == "link":
            self._link(self.words[0], place)

    def _link(self, what: str, record: Path) -> None:
        host = self.fleet / HOST
        if what == "host":
            host.symlink_to(self.outside)
        elif what == "run":
            host.mkdir()
            (host / RUN).symlink_to(self.outside)
        elif what == "record":
            record.rename(self.outside / "fleet.json")
            record.symlink_to(self.outside / "fleet.json")
        elif what == "key":
            (self.fleet / ".tls").symlink_to(self.outside)
        else:
            (host / RUN).mkdir(parents=True)
            (host / RUN / "run.json").symlink_to(self.outside / "secret")
        self.before = self._state()

    def _value(self, lie: str) -> object:
        return _values(self.pickle)[lie]

    def play(self) -> None:
        """Have each command meet it."""
        self.before = self._state()
        with (
            lying_scheduler(self._change, self._result) as server,
            mock.patch.multiple("iotrial.hosts.engine", PATIENCE_S=1.0, ANSWER_S=1.0),
            mock.patch.multiple("iotrial.hosts.campaign", MOST_S=0.5, LOOK_S=0.02, MOST_TRIES=2),
            mock.patch("iotrial.hosts.plain_comm.PIECE_S", 0.2),
            mock.patch("iotrial.hosts.campaign.unlike_here", lambda version, digest: None),
        ):
            there = ("--scheduler", server.address)
            for words in self._commands():
                command("fleet", *words, *there, XDG_CACHE_HOME=str(self.home / "user" / "cache"))

    def _commands(self) -> Iterator[tuple[str, ...]]:
        own = str(self.fleet)
        if self.kind in ("message", "frames", "answer", "length") and "document" in self.words[0]:
            yield ("machine",)
            return
        yield ("status", own)
        yield ("collect", own)
        if self.kind in ("file", "size") or self.words[0] in ("update-graph", "gather", "run", "about", "host", "run"):
            yield ("run", "--resume", own, "--wait", "0s")

    def _change(self, name: str, message: Any) -> Any:
        if self.kind == "message" and name == self.words[0]:
            return _changed(message, tuple(json.loads(self.words[1])), self._value(self.words[2]))
        if self.kind == "frames" and name == self.words[0]:
            numbers = [24, 1, 8]
            numbers[int(self.words[1])] = int(self.words[2])
            return struct.pack("3Q", *numbers) + b"\x80" * 8
        return message

    def _result(self, asked: Mapping[str, Any]) -> object:
        """What the host answers to what it is asked."""
        words = repr(asked)
        name = next(
            (kind for function, kind in _FUNCTIONS.items() if function in words),
            "run",
        )
        if self.kind in ("answer", "length") and self.words[0] in ("failed", "document"):
            name = self.words[0]
        document, content = ANSWERS[name]
        if self.kind == "answer" and self.words[0] == name:
            changed = _changed(document, tuple(json.loads(self.words[1])), self._value(self.words[2]))
            if isinstance(self._value(self.words[2]), Packed) and self.words[1] == "[]":
                return changed
            document = changed
        if self.kind == "file" and name == "run":
            lied = next(one for one in NAMES if repr(one[:20]) == self.words[0])
            document, content = {**document, "files": {"run.json": 2, lied: 2}}, b"{}{}"
        if self.kind == "size" and name == "run":
            document = {**document, "files": {"run.json": int(self.words[0])}}
        text = json.dumps(document, default=_as_text).encode()
        length = int(self.words[1]) if self.kind == "length" and self.words[0] == name else len(text)
        return by_dask(struct.pack(">Q", min(length, (1 << 64) - 1)) + text + content)

    def _state(self) -> dict[str, bytes | str]:
        """All that lies in the home, but for what the user has of fleets."""
        found: dict[str, bytes | str] = {}
        for folder, folders, files in os.walk(self.home):
            for name in (*folders, *files):
                path = Path(folder) / name
                if path.is_symlink():
                    found[str(path)] = str(path.readlink())
                elif path.is_file():
                    found[str(path)] = path.read_bytes()
        return found

    def require_no_harm(self) -> None:
        """Raise Broken if anything was run, written elsewhere, or left half done."""
        what = f"{self.kind}|{'|'.join(self.words)}"
        if self.harm.exists():
            raise Broken(f"{what}: what was sent was run")
        now = self._state()
        own = (str(self.fleet), str(self.home / "user" / "cache"))
        if other := [path for path in now if not path.startswith(own) and now[path] != self.before.get(path)]:
            raise Broken(f"{what}: was written: {other[0]}")
        if gone := [path for path in self.before if path not in now]:
            raise Broken(f"{what}: was removed: {gone[0]}")
        for path in now:
            if path.startswith(own[0]) and path not in self.before:
                raise Broken(f"{what}: was stored: {path}")
        with contextlib.suppress(OSError):
            if any(one.name.startswith(".") and one.name != ".tls" for one in self.fleet.rglob("*")):
                raise Broken(f"{what}: something half done is left")


_FUNCTIONS = {"on_host\\x94\\x8c\\x05about": "about", "states": "states", "fetch": "run", "machine": "document"}


def _as_text(value: object) -> str:
    return io.BytesIO(value).getvalue().hex() if isinstance(value, bytes) else str(value)


def kind(lie: str) -> str:
    """What is changed."""
    return " ".join(lie.split("|")[: 2 if lie.startswith(("message", "answer", "frames", "length")) else 1])


PART = Part(
    "fleets",
    "lying schedulers and hosts, and folders of fleets that somebody sent",
    st.sampled_from(lies()),
    attempt,
    is_slow=True,
    kind=kind,
)
