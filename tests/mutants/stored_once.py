"""A pytest plugin under mutants: a made-up run is written and read once, since no mutant is in what does that.

Most of what a test of claims or of an analysis takes is the parts of a run, which DuckDB writes and reads. What was
written is kept by the rows, and what was read by the bytes, beside the folder in which mutmut runs its tests.
"""

from __future__ import annotations

import hashlib
import pickle
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iotrial.store import read, write
from iotrial.store.parquet_part import examine

#: mutmut runs its tests in a folder of its own within that of the package.
KEPT = Path.cwd().parent / "stored"


class LateConnection:
    """A connection to DuckDB that is made when it is used for the first time."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._made: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = self._connect()
        return getattr(self._made, name)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Close what was made; it may be used again."""
        if self._made is not None:
            self._made.close()
            self._made = None


def once(kind: str, key: bytes, make: Callable[[], Any]) -> Any:
    """Make something of that kind and key, or return what was made of them before."""
    path = KEPT / f"{kind}-{hashlib.sha256(key).hexdigest()}"
    with suppress(OSError):
        return pickle.loads(path.read_bytes())
    made = make()
    keep(path, pickle.dumps(made))
    return made


def keep(path: Path, data: bytes) -> None:
    """Write a file in one step: a mutant may be killed at any time."""
    KEPT.mkdir(exist_ok=True)
    half = path.with_name(f"{path.name}.{id(data)}.half")
    half.write_bytes(data)
    half.rename(path)


def contents(run: Any, parts: Mapping[int, Path]) -> bytes:
    """Everything that a run says, and its parts, by their bytes."""
    files = [f"{sweep} ".encode() + hashlib.sha256(path.read_bytes()).digest() for sweep, path in parts.items()]
    return str(run.model_dump_json()).encode() + b"".join(files)


@pytest.fixture(autouse=True)
def stored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write and read the parts of runs once."""
    connect, database = read._connect, write._database
    write_parquet, load = write._write_parquet, read._load

    def written(connection: Any, path: Path, columns: Mapping[str, Any]) -> None:
        key = pickle.dumps({name: (type(values).__name__, list(values)) for name, values in columns.items()})
        kept = KEPT / f"part-{hashlib.sha256(key).hexdigest()}"
        if not kept.exists():
            write_parquet(connection, path, columns)
            keep(kept, path.read_bytes())
        else:
            shutil.copyfile(kept, path)

    def examined(connection: Any, paths: Mapping[int, Path], run: Any) -> Any:
        found = once("examined", contents(run, paths), lambda: examine(connection, paths, run))
        return {sweep: replace(part, path=paths[sweep]) for sweep, part in found.items()}

    def loaded(stored: Any) -> Any:
        key = contents(stored.run, {sweep: part.path for sweep, part in stored.parts.items()})
        return once("loaded", key, lambda: load(stored))

    from judge import made  # pytest puts tests on the path after it has loaded this file

    parts_of = made.parts_of
    together = "judge.made.parts_of"
    monkeypatch.setattr(together, lambda every: once("parts", pickle.dumps(every), lambda: parts_of(every)))
    monkeypatch.setattr(write, "_database", lambda: LateConnection(database))
    monkeypatch.setattr(read, "_connect", lambda: LateConnection(connect))
    monkeypatch.setattr(write, "_write_parquet", written)
    monkeypatch.setattr(read, "examine", examined)
    monkeypatch.setattr(read, "_load", loaded)
