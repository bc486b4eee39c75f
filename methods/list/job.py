"""List: a folder of empty files named as in the article (0.txt, 1.txt, …); the names must come back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Cold,
    Message,
    Method,
    Pairs,
    Received,
    Unfit,
    Value,
    Warm,
    content_of,
    folder_bytes,
    name_difference,
    scaled,
)

#: One file gets at most so many names; some file systems allow fewer.
MOST_LINKS = 30_000

#: Names that a check adds to the article's: a space, a letter outside ASCII, a pattern's letters, and hidden files.
CHECK_NAMES = ("a b.txt", "é.txt", "[x]*?.txt", ".hidden", "..more")


#: Making files takes time, so levels of other sizes than none, one and many share a check of a few files.
FEW, MANY = 100, 10_000


class Task(jobs.Task):
    """The job of listing: an iteration lists the folder once."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._entries = int(level["entries"])
        self.works = (self._entries, self._entries + 2)  # without or with `.` and `..`
        self._lead_entries = scaled(self._entries, LEAD_IN_SHARE)
        self._folder = inputs / f"folder-{self._entries}"
        self._lead_folder = inputs / f"lead-in-{self._lead_entries}"
        self._check_entries = self._entries if self._entries < 2 or self._entries >= MANY else FEW
        self._check_folder = inputs / f"folder [{self._check_entries}] é"
        if str(level.get("cache", "warm")) == "warm":
            self.warm = Warm()
        else:
            self.cold = Cold((self._folder, self._lead_folder), 0, drops_caches=True)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the folders: about a block for each 60 names; files are empty."""
        return 3 * 4096 * (1 + self._entries // 40)

    def file_count(self, iterations: int) -> int:
        """Count three folders of files."""
        return self._entries + self._lead_entries + self._check_entries + len(CHECK_NAMES) + 3

    def create(self) -> None:
        """Make the folders that are not there yet: the measured one with files, the others with names of one file."""
        _fill(self._folder, [f"{index}.txt" for index in range(self._entries)])
        _fill(self._lead_folder, [f"{index}.txt" for index in range(self._lead_entries)], linked=True)
        _fill(self._check_folder, self._check_names(), linked=True)
        if self.cold is not None:
            self.cold = replace(self.cold, read_bytes=folder_bytes(self._folder))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the folder and the smaller one for the lead-in."""
        lead_folder = self._folder if whole_lead_in else self._lead_folder
        return {"folder": str(self._folder), "lead_folder": str(lead_folder)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a folder with odd names in it and above it."""
        return {"folder": str(self._check_folder), "lead_folder": str(self._check_folder)}

    def check_pairs(self, outputs: Path) -> Pairs:
        """Return the key for the file to which the worker writes what the method returned."""
        return {"proof_file": str(outputs / "names")}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the names are those of the folder, as a set, in the order and form that the method declares."""
        path = outputs / "names"
        content = content_of(path)
        path.unlink()
        returned = content.split(b"\0")[:-1]
        problems = []
        count = checked.number("work")
        if count != len(returned):
            problems.append(f"says it returned {count} entries and handed back {len(returned)}")
        prefix = os.fsencode(self._check_folder) + b"/"
        names = [entry.removeprefix(prefix) for entry in returned]
        kept = [name for name in names if name not in (b".", b"..")]
        right = {os.fsencode(name) for name in self._check_names()}
        if method.guarantees.get("hidden") == "no":
            right = {name for name in right if not name.startswith(b".")}
        problems += _difference(kept, right)
        if method.guarantees.get("sorted") == "yes" and names != sorted(names):
            problems.append(
                f"declares `sorted: yes` and returned the names unsorted: {name_difference(names, sorted(names))}"
            )
        if method.guarantees.get("yields") == "names" and any(b"/" in entry for entry in returned):
            problems.append("declares `yields: names` and returned paths")
        if method.guarantees.get("yields") == "paths" and not all(entry.startswith(prefix) for entry in returned):
            problems.append("declares `yields: paths` and returned names")
        dots = {name for name in names if name in (b".", b"..")}
        if method.guarantees.get("dots") == "yes" and any(names) and len(dots) < 2:
            problems.append("declares `dots: yes` and left out `.` or `..`")
        if method.guarantees.get("dots") == "no" and dots:
            problems.append("declares `dots: no` and returned `.` or `..`")
        return problems

    def _check_names(self) -> list[str]:
        return [f"{index}.txt" for index in range(self._check_entries)] + list(CHECK_NAMES if self._entries else ())


def _fill(folder: Path, names: list[str], *, linked: bool = False) -> None:
    """Make a folder of empty files unless it is there; it gets its name when it is whole.

    With `linked` all its names lead to one file, which is much quicker to make and looks the same to a listing. Unfit
    if the file system does not list all of them.
    """
    if not folder.exists():
        _make(folder, names, linked=linked)
    if missing := set(names) - set(os.listdir(folder)):
        raise Unfit(
            f"the file system of the target does not list {len(missing)} of {len(names)} files that are in a folder, "
            f"{min(missing)!r} among them"
        )


def _make(folder: Path, names: list[str], *, linked: bool) -> None:
    part = folder.with_name(folder.name + ".part")
    part.mkdir(exist_ok=True)
    last = 0
    for index, name in enumerate(names):
        is_linked = linked and 0 < index - last < MOST_LINKS and _is_linked(f"{part}/{names[last]}", f"{part}/{name}")
        if not is_linked:
            last = index
            os.close(os.open(f"{part}/{name}", os.O_WRONLY | os.O_CREAT, 0o600))
    part.rename(folder)


def _is_linked(file: str, name: str) -> bool:
    """Give a file one more name; return if it could have one."""
    try:
        os.link(file, name)
    except OSError:
        return False
    return True


def _difference(names: list[bytes], right: set[bytes]) -> list[str]:
    """Return how the names differ from the right ones, with an example of each kind."""
    if names and not any(names):
        return ["it returned no names: every entry is empty"]
    problems = []
    found = set(names)
    if missing := right - found:
        problems.append(f"{len(missing)} of {len(right)} names are missing, {_shown(min(missing))} among them")
    if more := found - right:
        problems.append(f"{len(more)} names are not in the folder, {_shown(min(more))} among them")
    if len(names) != len(found):
        problems.append(f"{len(names) - len(found)} names came more than once")
    return problems


def _shown(name: bytes) -> str:
    return repr(os.fsdecode(name))
