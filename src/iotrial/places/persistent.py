"""Targets that are created on request: make them, use them, remove them."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from iotrial.ask.named_targets import NAMED, NamedTarget
from iotrial.errors import UsageError
from iotrial.folders.custody import make_folder, require_custody, swapper_of
from iotrial.folders.folder_owner import PREFIX
from iotrial.folders.removal import StillThere, empty, identity_of, opened, remove_name
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.mountinfo import mounted_under
from iotrial.places.mounts import BELOW, MEMORY, POINT, StillMounted, is_mounted, layers_of, release, set_up
from iotrial.places.target import Target, describe
from iotrial.places.workplace import workplace_owner

#: The folder of targets unless IOTRIAL_TARGETS names another; it is root's, so that every user finds them.
FOLDER = Path("/var/cache/iotrial/targets")

#: The file that says that a target is whole; it is removed before the target is taken apart.
READY = "iotrial-target.json"
LOCK = "lock"

#: Names that a new file system may hold from the start.
_ITS_OWN = ("lost+found",)

State = Literal["ready", "not mounted", "unfinished"]


@dataclass(frozen=True)
class Created:
    """A target that was created on request."""

    name: str
    folder: Path
    state: State
    size_bytes: int | None = None
    owner: str | None = None

    @property
    def point(self) -> Path:
        """The folder of its files."""
        return self.folder / POINT


def root_folder() -> Path:
    """The folder of all created targets."""
    return Path(os.environ.get("IOTRIAL_TARGETS") or FOLDER).absolute()


def exists(name: str) -> bool:
    """True if a target of that name was created, whole or not."""
    return find(name) is not None


def find(name: str) -> Created | None:
    """Return the created target of that name, None if there is none; UsageError if the folder cannot be trusted."""
    root = root_folder()
    folder = root / name
    if not folder.is_symlink() and not folder.is_dir():
        return None
    _require_trust(root)
    _require_trust(folder)
    folder = folder.resolve()
    try:
        told: Any = json.loads((folder / READY).read_text())
        size, owner = told["size_bytes"], told["owner"]
    except (OSError, ValueError, KeyError, TypeError):
        return Created(name, folder, "unfinished")
    size_bytes = size if isinstance(size, int) else None
    return Created(name, folder, "ready" if is_mounted(folder) else "not mounted", size_bytes, str(owner))


@contextlib.contextmanager
def in_use(named: NamedTarget) -> Iterator[Target]:
    """Use a created target, which cannot be removed as long as this is open; UsageError if it is not whole."""
    there = find(named.name)
    if there is None:
        raise UsageError(f"there is no target {named.name}", hint=f"iotrial target create {named.name}")
    with _locked(there.folder / LOCK, fcntl.LOCK_SH) as is_locked:
        there = find(named.name)
        if not is_locked or there is None or there.state != "ready":
            state = there.state if there is not None and is_locked else "being made or removed"
            raise UsageError(
                f"the target {named.name} was created, and is {state}",
                hint=f"as root: iotrial target remove {named.name}, then iotrial target create {named.name}",
            )
        if not os.access(there.point, os.W_OK | os.X_OK):
            raise UsageError(
                f"the target {named.name} belongs to {there.owner} and cannot be written to",
                hint=f"as root: iotrial target remove {named.name}, then create it with --owner",
            )
        require_custody(there.point, f"the target {named.name} in")
        yield describe(named.name, there.point, "on request", there.folder)


def create(named: NamedTarget, size_bytes: int, owner: int, owner_name: str) -> Created:
    """Make a target and mount it, for a user's number; UsageError if it exists already or cannot be made."""
    root = root_folder()
    os.umask(0o022)  # users must be able to find it
    try:
        found = make_folder(root, 0o755)
    except OSError as error:
        raise UsageError(f"cannot make {os.fspath(root)!r}: {error.strerror}") from None
    if found is not None and not root.is_dir():
        raise UsageError(found.sentence(root, "the folder of targets"), hint=found.hint)
    _require_trust(root)
    root = root.resolve()
    with _locked(root / LOCK, fcntl.LOCK_EX, wait=True, mode=0o600):
        _remove_unfinished()
        there = find(named.name)
        if there is not None:
            again = f"iotrial target remove {named.name}"
            raise UsageError(
                f"there is a target {named.name} already, {there.state}, in {os.fspath(there.folder)!r}",
                hint=f"use it: --target {named.name}" if there.state == "ready" else f"remove it first: {again}",
            )
        folder = root / named.name
        folder.mkdir()
        try:
            folder.chmod(0o755)
            with _locked(folder / LOCK, fcntl.LOCK_EX):
                set_up(folder, layers_of(named, size_bytes))
                _give_to(folder, owner)
                ready = {"name": named.name, "size_bytes": size_bytes, "owner": owner_name}
                (folder / READY).write_text(json.dumps(ready))
                (folder / READY).chmod(0o644)
        except BaseException:
            with deferred_signals(), contextlib.suppress(StillThere):
                _take_apart(folder)
            raise
    return Created(named.name, folder, "ready", size_bytes, owner_name)


def remove(named: NamedTarget) -> None:
    """Unmount a created target and remove all of it; UsageError if it is in use, or holds files of others."""
    there = find(named.name)
    if there is None:
        raise UsageError(f"there is no target {named.name} to remove", hint="iotrial target list")
    with (
        _locked(root_folder() / LOCK, fcntl.LOCK_EX, wait=True, mode=0o600),
        _locked(there.folder / LOCK, fcntl.LOCK_EX) as is_locked,
    ):
        if not is_locked:
            raise UsageError(
                f"the target {named.name} is used by {_users(there) or 'a run'}",
                hint="wait for it, or end it with Ctrl-C; then again",
            )
        if there.state == "ready":
            _require_nothing_foreign(there)
        try:
            with deferred_signals():
                _take_apart(there.folder)
        except StillThere as reason:
            raise UsageError(
                f"the target {named.name} stays: {reason}", hint=f"end what uses it; iotrial target remove {named.name}"
            ) from None


def remove_unfinished() -> list[str]:
    """Take apart what a killed `create` or `remove` left, unless another one runs; return why some of it stays."""
    if os.geteuid() != 0 or not root_folder().is_dir():
        return []
    try:
        _require_trust(root_folder())
    except UsageError:
        return []  # whoever asks for a target is told
    with _locked(root_folder() / LOCK, fcntl.LOCK_EX, mode=0o600) as is_locked:
        return _remove_unfinished() if is_locked else []


def _remove_unfinished() -> list[str]:
    left = []
    for name in NAMED:
        try:
            there = find(name)
            if there is None or there.state != "unfinished":
                continue
            with _locked(there.folder / LOCK, fcntl.LOCK_EX) as is_locked:
                if is_locked:
                    _take_apart(there.folder)
        except UsageError:
            continue  # whoever asks for that target is told that its folder cannot be trusted
        except StillThere as reason:
            left.append(f"the target {name} is left: {reason}")
    return left


def _take_apart(folder: Path) -> None:
    """Unmount and remove all of a created target; StillThere with what stays. If a mount stays, everything stays.

    The file that says that the target is whole is removed first, so that the rest is known as unfinished.
    """
    release(folder)
    if mounted_under(folder):
        raise StillMounted(f"something was mounted in {os.fspath(folder)!r} just now")
    try:
        with opened(folder.parent) as parent, opened(folder.name, parent) as own:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(READY, dir_fd=own)
            reasons = empty(own)
            reason = reasons[0] if reasons else remove_name(folder.name, parent, identity_of(own))
    except OSError as error:
        reason = error.strerror or str(error)
    if reason is not None:
        raise StillThere(f"in {os.fspath(folder)!r} something cannot be removed: {reason}")


def _give_to(folder: Path, owner: int) -> None:
    """Let only the user write to the target; the layers below stay root's."""
    for name in (POINT, BELOW, MEMORY):
        if (folder / name).is_dir() and name != POINT:
            (folder / name).chmod(0o700)
    os.chown(folder / POINT, owner, -1)
    (folder / POINT).chmod(0o755)


def _require_nothing_foreign(there: Created) -> None:
    foreign = sorted(
        entry.name
        for entry in there.point.iterdir()
        if entry.name not in _ITS_OWN and not entry.name.startswith(PREFIX)
    )
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise UsageError(
            f"the target {there.name} holds files that iotrial did not make: {foreign[0]!r}{more}",
            hint=f"move them out of {os.fspath(there.point)!r}, then again",
        )


def _users(there: Created) -> str:
    """Name the processes of runs that have a folder in a target."""
    owners = [workplace_owner(folder) for folder in sorted(there.point.glob(f"{PREFIX}*"))]
    return ", ".join(f"process {owner}" for owner in owners if owner is not None)


def _require_trust(folder: Path) -> None:
    """Raise UsageError if a folder of targets is a link, or another user could have put things there."""
    try:
        state = folder.lstat()
    except OSError as error:
        raise UsageError(f"the folder of targets {os.fspath(folder)!r}: {error.strerror}") from None
    if stat.S_ISLNK(state.st_mode):
        what = "is a link"
    elif not stat.S_ISDIR(state.st_mode):
        what = "is no folder"
    elif state.st_uid != 0:
        what = "does not belong to root"
    elif state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        what = "can be written to by others than root"
    elif (found := swapper_of(folder)) is not None:
        lies = "is reached through the link" if found.is_link else "lies in"
        who = f"which {found.who}, who" if found.is_link else f"where {found.who}"
        what = f"{lies} {os.fspath(found.folder)!r}, {who} could swap it"
    else:
        return
    raise UsageError(
        f"the folder of targets {os.fspath(folder)!r} {what}; it is left alone",
        hint="look at it, and remove it if it is yours; or name another: IOTRIAL_TARGETS=DIR",
    )


@contextlib.contextmanager
def _locked(path: Path, kind: int, *, wait: bool = False, mode: int = 0o644) -> Iterator[bool]:
    """Hold a lock that ends with the process; yield if it could be taken.

    mode: of its file; all who can read that can keep others waiting.
    """
    is_writer = os.geteuid() == 0
    try:
        flags = os.O_RDWR | os.O_CREAT if is_writer else os.O_RDONLY
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    except OSError:
        yield False
        return
    try:
        if is_writer:
            os.fchmod(descriptor, mode)
        try:
            fcntl.flock(descriptor, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(descriptor)
