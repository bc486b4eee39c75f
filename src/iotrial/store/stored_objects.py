"""The objects of an object store, by run. Nothing that a store lists is believed, and everything has a bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from iotrial.errors import UsageError
from iotrial.store.file_names import (
    JUDGEMENT,
    MOST_BYTES,
    MOST_JUDGEMENT_BYTES,
    MOST_JUDGEMENTS,
    MOST_RECORD_BYTES,
    PART,
    RUN_FILE,
    is_name,
    is_of_a_run,
)
from iotrial.visible_text import visible_line

#: The most objects and the most runs below an address: a hundred thousand runs of ten sweeps.
MOST_OBJECTS, MOST_RUNS = 1_000_000, 100_000

#: How long a store may take to list its objects.
LISTING_S = 300

#: The longest text by which a store tells one version of an object from another.
_LONGEST_VERSION = 300

#: What tells one version of an object from another, in the words of each store.
_VERSION = ("ETag", "etag", "md5Hash", "content_md5", "generation", "mtime", "last_modified", "LastModified")

#: The folders above a file of a run, at most: its own, and that of its machine.
_MOST_ABOVE = 2


@dataclass(frozen=True)
class StoredObject:
    """An object of a run in a store: its whole name there, its bytes, and its version."""

    name: str
    byte_count: int
    version: str


@dataclass
class Listing:
    """The objects that a store has below an address."""

    #: Run, or machine/run -> file name -> object; those alone that may be fetched.
    runs: dict[str, dict[str, StoredObject]] = field(default_factory=dict)
    #: Run -> why its record or its samples cannot be fetched.
    problems: dict[str, str] = field(default_factory=dict)
    #: What else is left out, in words.
    remarks: list[str] = field(default_factory=list)
    #: A record lies at the address itself, as at that of a run.
    has_record: bool = False

    @property
    def is_run(self) -> bool:
        """True if the address is that of one run."""
        return self.has_record and not any(self.runs.values())


def listed(files: Any, root: str) -> Listing:
    """List the objects of runs below `root` of a file system of fsspec; what is no run's is left out.

    UsageError if there are too many, and all that the package raises.
    """
    found = _find(files, root)
    if len(found) > MOST_OBJECTS:
        raise UsageError(f"it has over {MOST_OBJECTS:,} objects", hint="name a folder in it")
    listing, odd = Listing(), set()
    for name, about in found.items():
        if name.strip("/") == root.strip("/"):
            continue
        rest = name.removeprefix(root.rstrip("/") + "/")
        *above, file = rest.split("/")
        if rest == name or not all(_is_plain(step) for step in above[:_MOST_ABOVE]):
            odd.add(name if rest == name else "/".join(above))
        elif len(above) > _MOST_ABOVE or any(step.startswith(".") for step in above):
            continue
        elif above:
            _add(listing, "/".join(above), file, name, about)
        elif file == RUN_FILE:
            listing.has_record = True
    if len(listing.runs) > MOST_RUNS:
        raise UsageError(f"it has over {MOST_RUNS:,} runs", hint="name a folder in it")
    for run, objects in listing.runs.items():
        _bound(listing, run, objects)
    if odd:
        shown = ", ".join(repr(visible_line(name)[:60]) for name in sorted(odd)[:3])
        names = "1 name is that" if len(odd) == 1 else f"{len(odd)} names are those"
        listing.remarks.append(f"{names} of no run, and left out: {shown}" + (", …" if len(odd) > 3 else ""))
    return listing


def _find(files: Any, root: str) -> Mapping[str, Any]:
    """All objects below a place; of a folder no deeper than a run's files lie."""
    if not files.async_impl:
        return _of_texts(files.find(root, maxdepth=_MOST_ABOVE + 1, detail=True))
    from fsspec.asyn import sync

    return _of_texts(sync(files.loop, files._find, root, detail=True, timeout=LISTING_S))


def _of_texts(found: Any) -> Mapping[str, Any]:
    return {str(name): about if isinstance(about, Mapping) else {} for name, about in dict(found).items()}


def _is_plain(name: str) -> bool:
    """True if a folder has a name as one of a run has, or as a hidden one."""
    return is_name(name.removeprefix("."))


def _add(listing: Listing, run: str, file: str, name: str, about: Mapping[str, Any]) -> None:
    """Add an object, unless it is none that a run has."""
    objects = listing.runs.setdefault(run, {})
    if not is_of_a_run(file):
        return
    byte_count, most = about.get("size"), _most_of(file)
    if about.get("islink") or about.get("type", "file") != "file":
        wrong = "is no regular file"
    elif not isinstance(byte_count, int) or byte_count < 0:
        wrong = "has no size that can be"
    elif byte_count > most:
        kind = "judgement" if JUDGEMENT.fullmatch(file) else "record" if file == RUN_FILE else "part"
        wrong = f"has over {most >> 20:,} MiB in the store, as no {kind} has"
    else:
        version = " ".join(str(about[word]) for word in _VERSION if about.get(word) is not None)
        objects[file] = StoredObject(name, byte_count, f"{byte_count} {version}"[:_LONGEST_VERSION])
        return
    if JUDGEMENT.fullmatch(file):
        listing.remarks.append(f"{run}/{file} {wrong}, and is left out")
    else:
        listing.problems.setdefault(run, f"{file} {wrong}")


def _most_of(file: str) -> int:
    if JUDGEMENT.fullmatch(file):
        return MOST_JUDGEMENT_BYTES
    return MOST_RECORD_BYTES if file == RUN_FILE else MOST_BYTES


def _bound(listing: Listing, run: str, objects: dict[str, StoredObject]) -> None:
    """Leave out what a run has too much of."""
    if sum(one.byte_count for one in objects.values()) > MOST_BYTES:
        listing.problems.setdefault(run, f"has over {MOST_BYTES >> 20:,} MiB in the store, as no run has")
        for name in list(_named(objects, PART)):
            del objects[name]
    judgements = sorted(_named(objects, JUDGEMENT))
    if len(judgements) > MOST_JUDGEMENTS:
        listing.remarks.append(f"{run} has {len(judgements)} judgements; {MOST_JUDGEMENTS} of them are looked at")
        for name in judgements[MOST_JUDGEMENTS:]:
            del objects[name]


def _named(objects: Mapping[str, StoredObject], pattern: Any) -> Iterator[str]:
    return (name for name in objects if pattern.fullmatch(name))
