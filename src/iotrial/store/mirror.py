"""A results root in an object store, mirrored in a folder here: records first, samples when somebody reads them.

Of a run's objects only its record ever changes: parts and judgements carry their checksums in their names, and the name
of a run is its own. So hosts that write at once never write the same object. A run is there when its record is, which
is sent last.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import ROOTS_OWN, cache_folder, own_folder
from iotrial.store.address import LONGEST_NAME_BYTES
from iotrial.store.file_names import MOST_BYTES, MOST_RECORD_BYTES, PART, RUN_FILE, is_of_a_run
from iotrial.store.whole_file import replace_whole

#: What may stand before `://`, and the packages that it takes. fsspec knows more; they are no places to keep runs in.
_PACKAGES = {"s3": "'iotrial[s3]'", "gs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "file": "fsspec"}

_MIRRORS, _INDEX, _LOCK, _ABSENT = "mirrors", ".index.json", ".lock", ".absent.json"

#: The version of what was sent, until the store tells its own.
_SENT = "sent"

#: What tells one version of an object from another, in the words of each store.
_VERSION = ("ETag", "etag", "md5Hash", "content_md5", "generation", "mtime", "last_modified", "LastModified")

#: What fsspec is told of a store: one that cannot be reached is named after seconds, not minutes.
_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "s3": {"config_kwargs": {"connect_timeout": 10, "read_timeout": 60, "retries": {"max_attempts": 2}}},
    "file": {"auto_mkdir": True},
}


@dataclass(frozen=True)
class _Object:
    """An object of a run in the store: its whole name there, its bytes, and its version."""

    name: str
    byte_count: int
    version: str


#: Run, or machine/run -> file name -> object.
_Runs = Mapping[str, Mapping[str, _Object]]


@cache
def mirrored(url: str) -> Path:
    """Return the folder that mirrors a results root, or a run, in an object store, as the store is now.

    Once for each process. UsageError if the store cannot be read.
    """
    mirror = Mirror(url.rstrip("/"))
    runs = mirror.pull()
    if RUN_FILE in runs.get("", {}):  # the address of a run itself
        above, _, run = mirror.url.rpartition("/")
        return mirrored(above) / run
    _OPENED.append(mirror)
    return mirror.folder


#: The results roots that this process has opened.
_OPENED: list[Mirror] = []


def send_all() -> list[str]:
    """Send the whole runs that were measured into mirrors; a line for each, and for what could not be sent."""
    lines = []
    for mirror in _OPENED:
        try:
            lines += [f"sent to {mirror.url}/{run}" for run in mirror.push()]
        except UsageError as error:
            kept = f"the runs stay in {mirror.folder}, and are sent when the next command opens {mirror.url}"
            lines += [f"warning: {problem.line()}; {kept}" for problem in error.problems]
    return lines


def absent(folder: Path) -> dict[str, int]:
    """The parts of a run that are in its object store alone: name -> bytes.

    Only a mirror's own note is believed: a run that somebody sent may have one that leads anywhere.
    """
    note = _absent_of(folder)
    return {} if note is None else note.parts


def fetch_absent(folder: Path) -> None:
    """Fetch the parts of a run that are in its object store alone; UsageError if they cannot be had."""
    if (note := _absent_of(folder)) is None:
        return
    wanted = [(_Object(f"{note.above}/{name}", count, ""), folder / name) for name, count in note.parts.items()]
    Mirror(note.url).fetch(wanted)
    (folder / _ABSENT).unlink(missing_ok=True)


@dataclass(frozen=True)
class _Absent:
    """The parts of a run that are in a store alone: the store, what stands there before their names, name -> bytes."""

    url: str
    above: str
    parts: dict[str, int]


def _absent_of(folder: Path) -> _Absent | None:
    """The note of a run in a mirror; None if it has none, or is no run of a mirror."""
    note = folder / _ABSENT
    if not note.exists() or not _is_ours(folder):
        return None
    return _Absent(**json.loads(note.read_bytes()))


def _is_ours(folder: Path) -> bool:
    """Return if a folder lies in a mirror."""
    mirrors = {(above / _MIRRORS).resolve() for above in (cache_folder(), ROOTS_OWN)}
    return not mirrors.isdisjoint(folder.resolve().parents)


class Mirror:
    """A results root in an object store, and the private folder here that has what was seen of it."""

    def __init__(self, url: str) -> None:
        scheme = url.partition("://")[0]
        if scheme not in _PACKAGES:
            known = ", ".join(f"{known}://" for known in _PACKAGES)
            raise UsageError(f"{url}: runs cannot be kept at {scheme}://", hint=f"they can at {known}")
        self.url = url
        try:
            from fsspec.core import url_to_fs

            self._files, self._root = url_to_fs(url, use_listings_cache=False, **_OPTIONS.get(scheme, {}))
        except ImportError as error:
            raise _refused(f"{url} cannot be read", error, f"python -m pip install {_PACKAGES[scheme]}") from None
        except Exception as error:  # a package's own, whichever that is
            raise _refused(f"{url} cannot be read", error) from None
        try:
            self.folder = own_folder(_MIRRORS) / hashlib.sha256(url.encode()).hexdigest()[:16]
            self.folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise UsageError(f"no folder can be made that mirrors {url}: {error.strerror}") from None

    def pull(self) -> _Runs:
        """Bring the folder up to date, parts left out, and return what is in the store."""
        runs = self._listed()
        if RUN_FILE in runs.get("", {}):
            return runs
        with self._locked() as index:
            for run in set(index.versions).difference(runs):
                if not self._is_changed(index, run):
                    shutil.rmtree(self.folder / run, ignore_errors=True)
                    index.forget(run)
            wanted = []
            for run, objects in runs.items():
                folder, known = self.folder / run, index.versions.setdefault(run, {})
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._note_absent(folder, objects)
                wanted += [
                    (one, folder / name)
                    for name, one in objects.items()
                    if not PART.fullmatch(name) and known.get(name) != one.version
                    if name != RUN_FILE or not self._is_changed(index, run)
                ]
            self.fetch(wanted)
            for run, objects in runs.items():
                index.versions[run] |= {name: one.version for name, one in objects.items()}
            records = [file for _, file in wanted if file.name == RUN_FILE]
            index.records.update({os.fspath(file.parent.relative_to(self.folder)): _mark(file) for file in records})
        return runs

    def push(self) -> list[str]:
        """Send the whole runs that the store does not have as they are here; return their names."""
        sent = []
        with self._locked() as index:
            for record in sorted(self.folder.glob(f"*/{RUN_FILE}")):
                run, folder = record.parent.name, record.parent
                if not self._is_changed(index, run) or not _is_whole(record):
                    continue
                known = index.versions.setdefault(run, {})
                names = sorted(path.name for path in folder.iterdir() if is_of_a_run(path.name))
                new = [name for name in names if name != RUN_FILE and name not in known]
                for name in (*new, RUN_FILE):  # the record last: then the run is whole for whoever looks
                    self._send(folder / name, f"{self._root}/{run}/{name}")
                    known[name] = _SENT
                index.records[run] = _mark(record)
                sent.append(run)
        return sent

    def fetch(self, wanted: Sequence[tuple[_Object, Path]]) -> None:
        """Fetch objects into files, each whole or not at all; UsageError if one cannot be had."""
        if not wanted:
            return
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=self.folder) as folder:
            places = [os.fspath(Path(folder) / str(number)) for number in range(len(wanted))]
            with self._asked(f"{self.url} cannot be read"):
                self._files.get([one.name for one, _ in wanted], places)
            for place, (_, file) in zip(places, wanted, strict=True):
                Path(place).replace(file)

    @staticmethod
    @contextlib.contextmanager
    def _asked(complaint: str) -> Iterator[None]:
        """Ask the store for something; UsageError with the words of its package if that fails."""
        try:
            yield
        except Exception as error:  # a package's own, whichever that is
            raise _refused(complaint, error) from None

    def _send(self, file: Path, name: str) -> None:
        with self._asked(f"{file.name} cannot be sent to {self.url}"):
            self._files.put_file(os.fspath(file), name)

    def _listed(self) -> _Runs:
        """Return the objects of the store, by run; names that no run has, and all that lies deeper, are left out."""
        with self._asked(f"{self.url} cannot be read"):
            found = self._files.find(self._root, detail=True)
        runs: dict[str, dict[str, _Object]] = {}
        for name, about in found.items():
            *above, file = name.removeprefix(self._root).strip("/").split("/")
            if len(above) > 2 or not all(map(_is_plain, above)) or (not above and file != RUN_FILE):
                continue
            run = runs.setdefault("/".join(above), {})
            byte_count = int(about.get("size") or 0)
            if is_of_a_run(file) and byte_count <= (MOST_RECORD_BYTES if file == RUN_FILE else MOST_BYTES):
                version = [str(about[word]) for word in _VERSION if about.get(word) is not None]
                run[file] = _Object(name, byte_count, " ".join([str(byte_count), *version]))
        return runs

    def _note_absent(self, folder: Path, objects: Mapping[str, _Object]) -> None:
        """Note which parts of a run are in the store alone."""
        parts = {
            name: one.byte_count
            for name, one in objects.items()
            if PART.fullmatch(name) and not (folder / name).exists()
        }
        note = folder / _ABSENT
        if parts:
            above = next(one.name for name, one in objects.items() if name in parts).rpartition("/")[0]
            _write(note, _Absent(self.url, above, parts))
        else:
            note.unlink(missing_ok=True)

    def _is_changed(self, index: _Index, run: str) -> bool:
        """Return if the record of a run here is another than the one that was fetched or sent last."""
        record = self.folder / run / RUN_FILE
        return record.exists() and index.records.get(run) != _mark(record)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[_Index]:
        """Provide what is known of the store, which is kept when nobody else looks at it any more."""
        file = self.folder / _INDEX
        with (self.folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            index = _Index.read(file)
            try:
                yield index
            finally:
                _write(file, index)


@dataclass(frozen=True)
class _Index:
    """All that a mirror knows of its store, by run: the version of each file there, and a mark of the record here."""

    versions: dict[str, dict[str, str]]
    records: dict[str, str]

    @classmethod
    def read(cls, file: Path) -> _Index:
        """Read what was kept; nothing is known if that cannot be read, and then all is fetched anew."""
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            return cls({run: dict(files) for run, files in told["versions"].items()}, dict(told["records"]))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return cls({}, {})

    def forget(self, run: str) -> None:
        """Know nothing of a run any more."""
        self.versions.pop(run, None)
        self.records.pop(run, None)


def _write(file: Path, note: _Absent | _Index) -> None:
    replace_whole(file, json.dumps(asdict(note)).encode())


def _mark(record: Path) -> str:
    state = record.stat()
    return f"{state.st_size} {state.st_mtime_ns}"


def _is_whole(record: Path) -> bool:
    """Return if a record is that of a run that came to its end; whether it is one at all is seen when it is read."""
    try:
        told = json.loads(record.read_bytes())
        return isinstance(told, dict) and told.get("complete") is True
    except (OSError, ValueError, RecursionError):
        return False


def _is_plain(name: str) -> bool:
    """Return if a folder here may have a name that is in a store: it is no hidden one, and leads nowhere else."""
    return 0 < len(os.fsencode(name)) <= LONGEST_NAME_BYTES and not name.startswith(".") and "\0" not in name


_HINT = "try to list it with its own tool (for S3: aws s3 ls URL) and the same credentials"


def _refused(complaint: str, error: Exception, hint: str = _HINT) -> UsageError:
    """A complaint with the words of a package in one line; its kind, if it says nothing."""
    reason = " ".join(str(error).split()) or type(error).__name__
    return UsageError(f"{complaint}: {reason[:300]}", hint=hint)
