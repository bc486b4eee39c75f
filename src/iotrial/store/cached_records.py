"""Files of records in the cache, of one results root: each is whole, of this very code, and stays while it is read."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from iotrial.code_digest import code_digest
from iotrial.folders.cache_folder import own_folder
from iotrial.store.parquet_part import CHECKSUM_DIGITS, checksum_of, is_whole
from iotrial.store.unfinished import TEMPORARY

_ENDING = ".parquet"


class KeptRecords:
    """The folder of a results root in the cache, held from the first look at it to `close`."""

    def __init__(self, root: Path) -> None:
        """Hold the folder, made if it is missing; OSError if it cannot be had, or is being tidied up."""
        name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:CHECKSUM_DIGITS]
        self.folder = own_folder(f"records/{name}")
        self._code = code_digest()[:CHECKSUM_DIGITS]
        self._descriptor = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let others tidy up."""
        os.close(self._descriptor)

    def files(self) -> list[Path]:
        """The whole files of this code."""
        named = sorted(self.folder.glob(f"{self._code}-*{_ENDING}"))
        return [path for path in named if is_whole(path) and self._name(checksum_of(path)) == path.name]

    def add(self, write: Callable[[Path], None]) -> Path:
        """Add a file that `write` writes; OSError if the cache has no room for it, and all that `write` raises."""
        temporary = self.folder / f"{TEMPORARY}{secrets.token_hex(8)}"
        try:
            write(temporary)
            path = self.folder / self._name(checksum_of(temporary))
            temporary.rename(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return path

    def keep_only(self, path: Path) -> None:
        """Remove all other files, and what killed writers left, unless another process reads some of them now."""
        with contextlib.suppress(OSError):
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for other in self.folder.iterdir():
                if other != path:
                    other.unlink()
        with contextlib.suppress(OSError):
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def _name(self, checksum: str) -> str:
        return f"{self._code}-{checksum}{_ENDING}"
