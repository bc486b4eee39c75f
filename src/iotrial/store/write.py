"""The writer of a run: every file appears whole under its name, or not at all, even if the writer is killed.

The folder is opened once; a folder that is put in its place later is never written to.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iotrial.errors import UsageError
from iotrial.folders.custody import Swapper, make_folder, reached, require_custody
from iotrial.folders.removal import FolderIdentity, empty, identity_of, open_folder, remove_name
from iotrial.store.database import cursor, quoted
from iotrial.store.file_names import RUN_FILE, judgement_name, part_name
from iotrial.store.folder import judgements, parts, read_run
from iotrial.store.parquet_part import checksum_of, checksum_of_bytes, flaw
from iotrial.store.record import Run
from iotrial.store.sample import LONGEST_REASON, SAMPLE
from iotrial.store.unfinished import TEMPORARY, begin
from iotrial.store.whole_file import replace_whole, sync, sync_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    #: A column: values, None if one is missing; or an array, masked if one is missing.
    Column = Sequence[Any] | NDArray[Any]


class RunWriter:
    """The one writer of a run's folder. Made by `create` for a new run, by `resume` for one that was cut short."""

    def __init__(self, folder: Path, made: FolderIdentity | None = None) -> None:
        """Take hold of a folder that exists; UsageError if it is not the one that was made, or is being written."""
        self.folder = folder
        self._parts: dict[int, Path] | None = None  # by sweep; looked up with the first that is written
        self._database: Any = None  # a connection, from the first sweep on
        self._open: int | None = None
        self._open = open_folder(folder.resolve() if made is None else folder)
        try:
            if made is not None and identity_of(self._open) != made:
                raise UsageError(f"the run {folder.name} was swapped meanwhile", hint="name another: --results DIR")
            _lock(self._open, folder)
        except UsageError:
            self.close()
            raise
        self._there = _path_of(self._open, folder)

    @classmethod
    def create(cls, root: Path, run: Run) -> RunWriter:
        """Make ROOT/RUN with its run.json, both at once; UsageError if it exists or cannot be made."""
        folder = root / run.run
        temporary = f"{TEMPORARY}{run.run}-{secrets.token_hex(8)}"
        with _explained(root):
            _require_custody(make_folder(root, _mode()), root)
            with reached(root) as (place, swapper):
                _require_custody(swapper if os.geteuid() == 0 else None, root)
                if os.path.lexists(folder):
                    raise UsageError(
                        f"the run {run.run} exists already in {root}", hint="continue it: iotrial run --resume"
                    )
                own = begin(temporary, place, _mode())
                made = identity_of(own)
                try:
                    replace_whole(_path_of(own, root / temporary) / RUN_FILE, _json(run))
                    os.rename(temporary, run.run, src_dir_fd=place, dst_dir_fd=place)
                except BaseException:
                    with contextlib.suppress(OSError):
                        empty(own)
                        remove_name(temporary, place, made)
                    raise
                finally:
                    os.close(own)
            sync_folder(root)
            return cls(folder, made)

    @classmethod
    def resume(cls, folder: Path) -> RunWriter:
        """Take up a run again; UsageError if it is no run or another process is writing it."""
        read_run(folder)
        require_custody(folder, "the run")
        with _explained(folder):
            writer = cls(folder)
            for leftover in writer._there.glob(f"{TEMPORARY}*"):
                leftover.unlink(missing_ok=True)
        return writer

    def update(self, run: Run) -> None:
        """Replace run.json."""
        with _explained(self.folder):
            replace_whole(self._there / RUN_FILE, _json(run))

    def judgement(self, data: bytes) -> None:
        """Keep a judgement beside the samples, in place of one that was there."""
        with _explained(self.folder):
            before = judgements(self._there)
            checksum = checksum_of_bytes(data)
            replace_whole(self._there / judgement_name(checksum), data)
            before.pop(checksum, None)
            for path in before.values():
                path.unlink(missing_ok=True)

    def sweep(self, index: int, columns: Mapping[str, Column]) -> Path:
        """Write the part of one sweep from columns of one length, named as in SAMPLE; None is stored as null.

        A column that is left out is null throughout. A sound part is never overwritten; a damaged one of the sweep is
        kept beside it under `.damaged`.
        """
        if unknown := sorted(set(columns) - set(SAMPLE)):
            raise ValueError(f"columns that are not in SAMPLE: {', '.join(unknown)}")
        lengths = {len(values) for values in columns.values()}
        if len(lengths) != 1:
            raise ValueError(f"columns of unlike lengths: {sorted(lengths)}")
        temporary = self._there / f"{TEMPORARY}{secrets.token_hex(8)}-sweep-{index}"
        with _explained(self.folder):
            if self._parts is None:
                self._parts = parts(self._there)
            if (before := self._parts.get(index)) is not None:
                if flaw(before) is None:
                    raise ValueError(f"sweep {index} is stored already")
                before.rename(before.with_name(f"{before.name}.{secrets.token_hex(2)}.damaged"))
                del self._parts[index]
            try:
                self._database = self._database or _database()
                _write_parquet(self._database, temporary, columns)
                sync(temporary)
                part = self._there / part_name(index, checksum_of(temporary))
                temporary.rename(part)
                self._parts[index] = part
            except BaseException:
                temporary.unlink(missing_ok=True)
                self._close_database()  # the failure may have left it in any state
                raise
            sync_folder(self._there)
        return self.folder / part.name

    def close(self) -> None:
        """Release the folder to other writers."""
        self._close_database()
        if self._open is not None:
            os.close(self._open)
            self._open = None

    def _close_database(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def __enter__(self) -> RunWriter:
        """Return the writer; leaving the block closes it."""
        return self

    def __exit__(self, *details: object) -> None:
        """Close the writer in every case."""
        self.close()

    def __del__(self) -> None:
        """Close a writer that was left open."""
        self.close()


def _mode() -> int:
    """The mode of a new folder, less what the umask takes: only root writes to root's."""
    return 0o755 if os.geteuid() == 0 else 0o777


def _require_custody(found: Swapper | None, root: Path) -> None:
    """Raise UsageError if another user could swap what we store."""
    if found is not None:
        raise UsageError(found.sentence(root, "the results folder"), hint=found.hint)


def _lock(descriptor: int, folder: Path) -> None:
    """Hold the open folder so that no second writer takes it up, unless its file system cannot lock a folder."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(
            f"the run {folder.name} is being written by another process", hint="wait for it, or end that process"
        ) from None
    except OSError:
        return


def _path_of(descriptor: int, folder: Path) -> Path:
    """Return a path to the open folder that outlives a change of its name; its name on systems without such paths."""
    path = Path("/proc/self/fd") / str(descriptor)
    try:
        return path if os.path.samestat(path.stat(), os.fstat(descriptor)) else folder
    except OSError:
        return folder


def _json(run: Run) -> bytes:
    return run.model_dump_json(indent=1).encode()


def _database() -> Any:
    """A connection to a database in memory that is used to write Parquet."""
    # One thread: further threads of DuckDB would be noise to what is measured.
    return cursor({"threads": 1})


def _write_parquet(database: Any, path: Path, columns: Mapping[str, Column]) -> None:
    rows = len(next(iter(columns.values())))
    database.register("given", {"row": _numbered(rows)} | {name: _column(name, columns[name]) for name in columns})
    chosen = ", ".join(
        f'CAST({name if name in columns else "NULL"} AS {kind}) AS "{name}"' for name, (kind, _) in SAMPLE.items()
    )
    database.execute(
        f"COPY (SELECT {chosen} FROM given ORDER BY row) TO {quoted(str(path))} (FORMAT parquet, COMPRESSION zstd)"
    )
    database.unregister("given")


def _numbered(rows: int) -> Any:
    import numpy as np

    return np.arange(rows)


def _column(name: str, values: Column) -> Any:
    """A column as DuckDB takes it from NumPy: a missing value is masked."""
    import numpy as np

    if isinstance(values, np.ndarray):
        return values
    missing = [value is None for value in values]
    if SAMPLE[name][0] == "VARCHAR":
        return np.ma.masked_array(
            np.array(["" if value is None else str(value)[:LONGEST_REASON] for value in values], dtype=object), missing
        )
    return np.ma.masked_array(
        np.array([0 if value is None else int(value) for value in values], dtype=np.int64), missing
    )


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn the errors of a full or closed disk into one that says what to do."""
    import duckdb

    try:
        yield
    except OSError as error:
        raise _refusal(folder, error.errno, error.strerror or str(error)) from error
    except duckdb.IOException as error:  # it has no errno, only the system's message
        text = str(error)
        codes = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS)
        code = next((code for code in codes if os.strerror(code).lower() in text.lower()), None)
        raise _refusal(folder, code, os.strerror(code) if code else text) from error


def _refusal(folder: Path, code: int | None, text: str) -> UsageError:
    hint = "check the folder, or name another: --results DIR"
    if code in (errno.ENOSPC, errno.EDQUOT):
        hint = "make room there and continue with --resume, or name another folder: --results DIR"
    elif code in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = "let yourself write there, or name another folder: --results DIR"
    return UsageError(f"results cannot be written to {folder}: {text}", hint=hint)
