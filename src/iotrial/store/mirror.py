"""A results root in an object store, mirrored in a folder here: records first, samples when they are read.

Of a run's objects only its record ever changes: parts and judgements carry their checksums in their names, and the name
of a run is its own. So hosts that write at once never write the same object. A run is there when its record is, which
is sent last.

What was not sent is never removed, and nothing of the store joins it. What is gone in the store is moved aside here.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from iotrial.errors import Problem, UsageError
from iotrial.folders.cache_folder import ROOTS_OWN, cache_folder, own_folder
from iotrial.folders.custody import require_custody
from iotrial.folders.folder_owner import is_gone, owner
from iotrial.folders.own_note import read_note, write_note
from iotrial.folders.removal import clear, names_in, opened
from iotrial.store.fetch import Wanted, fetch_each, room_for
from iotrial.store.file_names import MOST_RECORD_BYTES, PART, RUN_FILE, is_name, is_of_a_run
from iotrial.store.mirror_index import ABSENT, PROBLEM, Absent, Index, note_problem
from iotrial.store.moved_aside import KEPT_DAYS, make_place, move_aside, place_aside, remove_old
from iotrial.store.stored_objects import Listing, StoredObject, listed
from iotrial.store.unfinished import TEMPORARY
from iotrial.units import format_bytes

#: What may stand before `://`, and the packages that it takes. fsspec knows more; they are no places to keep runs in.
_PACKAGES = {"s3": "'iotrial[s3]'", "gs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "file": "fsspec"}

_MIRRORS, _INDEX, _LOCK = "mirrors", ".index.json", ".lock"

#: A folder in which objects lie while they come, and the note in it that says who fetches them.
FETCHING, OWNER = ".fetching-", "owner"

#: The version of what was sent, until the store tells its own.
_SENT = "sent"

#: The end of the name of a file while it is written into a folder that serves as a store.
_SENDING = ".sending"

#: The most lines about what a store has and cannot be taken.
_MOST_REMARKS = 5


@cache
def mirrored(url: str) -> Path:
    """Return the folder that mirrors a results root in an object store, as the store is now.

    Once for each process. UsageError if the store cannot be read.
    """
    mirror = Mirror(url.rstrip("/"))
    mirror.pull()
    _OPENED.append(mirror)
    return mirror.folder


@cache
def mirrored_place(url: str) -> Path:
    """Return the folder that mirrors a run, or a folder of runs, in an object store; else as `mirrored`."""
    address = url.rstrip("/")
    above, _, run = address.rpartition("/")
    if above.partition("://")[2] and is_name(run) and Mirror(address).is_run():
        return mirrored(above) / run
    return mirrored(address)


#: The results roots that this process has opened.
_OPENED: list[Mirror] = []


def send_all() -> list[str]:
    """Send the whole runs that were measured into mirrors.

    Return a line for each, for what could not be sent, and for what the store has and cannot be taken.
    """
    lines = []
    for mirror in _OPENED:
        remarks, mirror.remarks = mirror.remarks, []
        lines += [f"warning: {mirror.url}: {remark}" for remark in remarks[:_MOST_REMARKS]]
        if len(remarks) > _MOST_REMARKS:
            lines.append(f"warning: {mirror.url}: and {len(remarks) - _MOST_REMARKS} more such remarks")
        try:
            lines += [f"sent to {mirror.url}/{run}" for run in mirror.push()]
        except UsageError as error:
            kept = f"the runs stay in {mirror.folder}, and are sent when the next command opens {mirror.url}"
            lines += [f"warning: {problem.line()}; {kept}" for problem in error.problems]
    return lines


def absent(folder: Path) -> dict[str, int]:
    """The parts of a run that are in its object store alone: name -> bytes.

    Only a mirror's own note is trusted: a run that was sent may have one that leads anywhere.
    """
    note = _absent_of(folder)
    return {} if note is None else note.parts


def fetch_absent(folder: Path) -> None:
    """Fetch the parts of a run that are in its object store alone; UsageError if they cannot be had."""
    if (note := _absent_of(folder)) is None:
        return
    objects = {folder / name: StoredObject(f"{note.above}/{name}", count, "") for name, count in note.parts.items()}
    reasons = Mirror(note.url).fetch([(one, file) for file, one in objects.items() if not file.exists()])
    wrong = [f"{file.name} {reason}" for (_, file), reason in reasons if reason is not None]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        said = f"the samples of the run {folder.name} cannot be had from {note.url}: {wrong[0]}{more}"
        raise UsageError(Problem(said, hint=_HINT))
    (folder / ABSENT).unlink(missing_ok=True)


def problem_of(folder: Path) -> str | None:
    """Return why the record of a run in a mirror is not here; None if nothing is known."""
    if not (folder / PROBLEM).exists() or not _is_ours(folder):
        return None
    return (folder / PROBLEM).read_text(encoding="utf-8", errors="replace")


def _absent_of(folder: Path) -> Absent | None:
    """The note of a run in a mirror; None if it has none, or is no run of a mirror."""
    return Absent.read(folder) if (folder / ABSENT).exists() and _is_ours(folder) else None


def _is_ours(folder: Path) -> bool:
    """True if a folder lies in a mirror."""
    mirrors = {(above / _MIRRORS).resolve() for above in (cache_folder(), ROOTS_OWN)}
    return not mirrors.isdisjoint(folder.resolve().parents)


class Mirror:
    """A results root in an object store, and the private folder here that has what was seen of it."""

    def __init__(self, url: str) -> None:
        self._scheme = url.partition("://")[0]
        if self._scheme not in _PACKAGES:
            known = ", ".join(f"{known}://" for known in _PACKAGES)
            raise UsageError(f"{url}: runs cannot be kept at {self._scheme}://", hint=f"they can at {known}")
        self.url = url
        self.remarks: list[str] = []
        try:
            from fsspec.core import url_to_fs

            self._files, self._root = url_to_fs(url, use_listings_cache=False, **_options(self._scheme))
        except ImportError as error:
            install = f"python -m pip install {_PACKAGES[self._scheme]}"
            raise _refused(f"{url} cannot be read", error, install) from None
        except Exception as error:  # a package's own, whichever that is
            raise _refused(f"{url} cannot be read", error) from None
        try:
            self.folder = own_folder(_MIRRORS) / hashlib.sha256(url.encode()).hexdigest()[:16]
            self.folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise UsageError(f"no folder can be made that mirrors {url}: {error.strerror}") from None

    def is_run(self) -> bool:
        """True if the address is that of a run rather than of a folder of runs."""
        return self._listed().is_run

    def pull(self) -> None:
        """Bring the folder up to date, parts left out."""
        with self._locked() as index:
            listing = self._listed()
            self.remarks = list(listing.remarks)
            if listing.has_record:
                self.remarks.append(f"a {RUN_FILE} lies beside the runs, and is left out")
            self._set_aside(index, listing)
            remove_old(self.folder)
            wanted: list[tuple[str, Wanted]] = []
            for run, objects in listing.runs.items():
                make_place(self.folder, run)
                if not self._is_changed(index, run):
                    self._note_absent(run, objects)
                    wanted += self._new(index, run, objects)
            self._take(index, listing, wanted)
            for run in listing.runs:
                self._note_problem(run, listing.problems.get(run))

    def push(self) -> list[str]:
        """Send the whole runs that the store does not have as they are here; return their names."""
        sent = []
        with self._locked() as index:
            for record in sorted(self.folder.glob(f"*/{RUN_FILE}")):
                run, folder = record.parent.name, record.parent
                if not is_name(run) or not self._is_changed(index, run) or not _is_whole(record):
                    continue
                known = index.versions.setdefault(run, {})
                names = sorted(path.name for path in folder.iterdir() if is_of_a_run(path.name))
                new = [name for name in names if name != RUN_FILE and name not in known]
                for name in (*new, RUN_FILE):  # the record last: then the run is whole for whoever looks
                    self._send(folder / name, f"{self._root}/{run}/{name}")
                    known[name] = _SENT
                index.records[run] = mark(record)
                sent.append(run)
        return sent

    def fetch(self, wanted: Sequence[Wanted]) -> list[tuple[Wanted, str | None]]:
        """Fetch objects into files, each whole or not at all; return each with why it did not come, None if it did."""
        if not wanted:
            return []
        left, fit = room_for(self.folder), []
        for one, _ in wanted:
            fit.append(one.byte_count <= left)
            left -= one.byte_count if fit[-1] else 0
        self._remove_unfetched()
        with tempfile.TemporaryDirectory(prefix=FETCHING, dir=self.folder) as folder:
            write_note(Path(folder) / OWNER, json.dumps(owner()))
            places = [(one, Path(folder) / str(number)) for number, (one, _) in enumerate(wanted)]
            chosen = [place for place, fits in zip(places, fit, strict=True) if fits]
            with self._asked(f"{self.url} cannot be read"):
                reasons = iter(fetch_each(self._files, chosen))
            told: list[tuple[Wanted, str | None]] = []
            for (one, file), (_, place), fits in zip(wanted, places, fit, strict=True):
                reason = next(reasons) if fits else f"has no room here ({format_bytes(one.byte_count)})"
                if reason is None:
                    place.replace(file)
                told.append(((one, file), reason))
        return told

    def _remove_unfetched(self) -> None:
        """Remove what a process that was killed had fetched in part."""
        for path in self.folder.glob(f"{FETCHING}*"):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                if is_gone(json.loads(read_note(path / OWNER))):
                    clear(path)
                    path.rmdir()

    def _set_aside(self, index: Index, listing: Listing) -> None:
        """Move aside the runs that are gone in the store and of which everything here was in it."""
        gone = [run for run in set(index.versions).difference(listing.runs) if self._is_sent(index, run)]
        if not gone:
            return
        place = place_aside(self.folder)
        runs = sorted(run for run in gone if (self.folder / run / RUN_FILE).exists())
        for run in gone:
            with contextlib.suppress(OSError):  # it is gone here too
                move_aside(self.folder, run, place)
            index.forget(run)
        if runs:
            named = ", ".join(runs[:3]) + (f" and {len(runs) - 3} more" if len(runs) > 3 else "")
            self.remarks.append(f"gone there: {named}; what was here of that lies in {place} for {KEPT_DAYS} days")

    def _is_sent(self, index: Index, run: str) -> bool:
        """True if all that is here of a run came from the store or was sent there, and it is not being written."""
        known = {*index.versions[run], ABSENT, PROBLEM}
        try:
            with opened(self.folder / run) as folder:
                fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
                final = {name for name in names_in(folder) if not name.startswith(TEMPORARY)}
                return final <= known and not self._is_changed(index, run)
        except FileNotFoundError:
            return True
        except OSError:
            return False

    def _new(self, index: Index, run: str, objects: Mapping[str, StoredObject]) -> list[tuple[str, Wanted]]:
        """List what is to be fetched of a run: what is new there, or is not here any more as it came."""
        folder, known = self.folder / run, index.versions.setdefault(run, {})
        known |= {name: one.version for name, one in objects.items() if PART.fullmatch(name)}
        others = [(name, one) for name, one in objects.items() if not PART.fullmatch(name)]
        return [
            (run, (one, folder / name))
            for name, one in others
            if known.get(name) != one.version or _size(folder / name) != one.byte_count
        ]

    def _take(self, index: Index, listing: Listing, wanted: Sequence[tuple[str, Wanted]]) -> None:
        """Fetch what is new, records first, and note what did not come."""
        ordered = sorted(wanted, key=lambda one: one[1][1].name != RUN_FILE)
        told = self.fetch([one for _, one in ordered])
        for (run, _), ((one, file), reason) in zip(ordered, told, strict=True):
            if reason is None:
                index.versions[run][file.name] = one.version
                if file.name == RUN_FILE:
                    index.records[run] = mark(file)
            elif file.name == RUN_FILE:
                listing.problems.setdefault(run, f"{file.name} {reason}")
            else:
                self.remarks.append(f"{run}/{file.name} {reason}")

    def _note_problem(self, run: str, problem: str | None) -> None:
        """Note why a record is not here; if an earlier one is, that stays, and is told."""
        folder = self.folder / run
        if problem is not None and (folder / RUN_FILE).exists():
            self.remarks.append(f"{run}: {problem}; what was here before is shown")
            problem = None
        note_problem(folder, problem)

    def _note_absent(self, run: str, objects: Mapping[str, StoredObject]) -> None:
        """Note which parts of a run are in the store alone."""
        folder = self.folder / run
        parts = {
            name: one.byte_count
            for name, one in objects.items()
            if PART.fullmatch(name) and not (folder / name).exists()
        }
        if parts:
            above = next(one.name for name, one in objects.items() if name in parts).rpartition("/")[0]
            Absent(self.url, above, parts).write(folder)
        else:
            (folder / ABSENT).unlink(missing_ok=True)

    def _send(self, file: Path, name: str) -> None:
        """Send a file: it is whole there, or it is not there. Stores see to that by themselves, a folder does not."""
        is_folder = self._scheme == "file"
        if is_folder:
            require_custody(Path(self._root), "the store")
        above, _, last = name.rpartition("/")
        sent = f"{above}/.{last}{_SENDING}" if is_folder else name
        with self._asked(f"{file.name} cannot be sent to {self.url}"):
            self._files.put_file(os.fspath(file), sent)
            if is_folder:
                self._files.mv(sent, name)

    def _listed(self) -> Listing:
        with self._asked(f"{self.url} cannot be read"):
            return listed(self._files, self._root)

    def _is_changed(self, index: Index, run: str) -> bool:
        """True if the record here is another than was fetched or sent last; a power cut may leave one without bytes."""
        record = self.folder / run / RUN_FILE
        return bool(_size(record)) and index.records.get(run) != mark(record)

    @staticmethod
    @contextlib.contextmanager
    def _asked(complaint: str) -> Iterator[None]:
        """Ask the store for something; UsageError with the words of its package if that fails."""
        try:
            yield
        except UsageError as error:
            raise _refused(complaint, error, error.problems[0].hint or _HINT) from None
        except Exception as error:  # a package's own, whichever that is
            raise _refused(complaint, error) from None

    @contextlib.contextmanager
    def _locked(self) -> Iterator[Index]:
        """Provide what is known of the store, and write it when no other process uses it any more."""
        file = self.folder / _INDEX
        with (self.folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            index = Index.read(file)
            try:
                yield index
            finally:
                index.write(file)


def mark(record: Path) -> str:
    """Return a text that changes whenever a record is written."""
    state = record.stat()
    return f"{state.st_size} {state.st_mtime_ns}"


def _options(scheme: str) -> Mapping[str, Any]:
    """Options of fsspec for a store: one that cannot be reached is named after seconds, and no answer is endless."""
    if scheme == "file":
        return {"auto_mkdir": True}
    if scheme != "s3":
        return {}
    from iotrial.store.s3_answers import BoundedSession

    retries = {"connect_timeout": 10, "read_timeout": 60, "retries": {"max_attempts": 2}}
    # One piece after the other: each is counted as it comes.
    return {"config_kwargs": {**retries, "http_session_cls": BoundedSession}, "max_concurrency": 1}


def _size(file: Path) -> int | None:
    with contextlib.suppress(OSError):
        return file.stat().st_size
    return None


def _is_whole(record: Path) -> bool:
    """True if a record is that of a run that came to its end; whether it is one at all is seen when it is read."""
    try:
        if record.is_symlink() or record.stat().st_size > MOST_RECORD_BYTES:
            return False
        told = json.loads(record.read_bytes())
        return isinstance(told, dict) and told.get("complete") is True
    except (OSError, ValueError, RecursionError):
        return False


_HINT = "try to list it with its own tool (for S3: aws s3 ls URL) and the same credentials"


def _refused(complaint: str, error: Exception, hint: str = _HINT) -> UsageError:
    """A complaint with the words of a package in one line; its kind, if it says nothing."""
    reason = " ".join(str(error).split()) or type(error).__name__
    return UsageError(f"{complaint}: {reason[:300]}", hint=hint)
