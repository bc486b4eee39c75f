"""Programs made by a compiler and kept in the cache. It works in a folder of its own, for a bounded time."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.folders.cache_folder import own_folder
from iotrial.folders.one_at_a_time import alone
from iotrial.machine.bounded_program import run_bounded
from iotrial.machine.method_sandbox import PROGRAM, TRIES, Sandbox
from iotrial.workers.complaint import compiler_complaint
from iotrial.workers.produced import remove

#: The folder of compiled programs in the cache folder.
PROGRAMS = "programs"

#: A compiler that takes longer than this hangs.
BUILD_TIMEOUT_S = 300.0

#: The end of the name of a folder in which a compiler works; one that is older than this was left by a killed process.
PART = ".part"
_LEFT_SECONDS = 3600

#: The folder of the files for a compiler, in its room; the folder of what compilers keep, in the cache folder.
_STAGE = "stage"
_COMPILERS = "compilers"


#: The words of compilers and linkers that may have no more files open.
_NO_FILES_LEFT = re.compile("too many open files|out of file descriptors", re.IGNORECASE)


@dataclass(frozen=True)
class Stage:
    """The files that a compiler wants in one folder, and its environment.

    In the environment {stage} is that folder, and {cache} one that it may keep files in for the next time.
    """

    files: Mapping[str, Path] = field(default_factory=dict)
    environment: Sequence[str] = ()
    language: str = ""  # whose compilers share a cache


NO_STAGE = Stage()


class DoesNotCompile(Exception):
    """A program in which its compiler found an error: the first one, with its file and line."""


def compiled(
    name: str,
    command: Callable[[Path], list[str]],
    *,
    stage: Stage = NO_STAGE,
    sandbox: str | None = None,
    made_after_s: float = 0.0,
) -> Path:
    """The program of this name from the cache, or compiled now; it appears there only when it is whole.

    command: the compiler's, for the path at which the program is to be made.
    sandbox: the program in which the compiler is started; None: it is started as any program.
    made_after_s: one that was compiled before this time (since the epoch) is compiled anew.
    DoesNotCompile if the compiler finds an error, hangs, or makes nothing; OSError if it cannot be started, or nothing
    can be kept.
    """
    program = programs_folder() / name
    if _is_there(program, made_after_s):
        return program
    remove_left(program.parent)
    # Two processes that want the same wait for each other, and so do those whose compilers fill one cache.
    fills_cache = sandbox is None and any("{cache}" in word for word in stage.environment)
    with alone(program.with_name(f"{stage.language if fills_cache else name}.lock")):
        if not _is_there(program, made_after_s):
            _make(program, command, stage, sandbox)
    return program


def _is_there(program: Path, made_after_s: float) -> bool:
    return is_kept(program) and program.stat().st_mtime >= made_after_s


def _make(program: Path, command: Callable[[Path], list[str]], stage: Stage, sandbox: str | None) -> None:
    """Compile a program in a room of its own, and keep it."""
    room = program.with_name(f"{program.name}.{secrets.token_hex(8)}{PART}")
    room.mkdir(0o700)
    try:
        part = room / "program"
        argv = command(part)
        _compile(argv, room, stage, Sandbox(sandbox, room) if sandbox else None)
        if part.is_symlink() or not part.is_file():
            raise DoesNotCompile(f"does not compile: {argv[0]} reported no error, and made no program")
        keep(part, program)
    finally:
        with contextlib.suppress(OSError):
            remove(room)


def programs_folder() -> Path:
    """The folder where compiled programs are kept, made if it is missing; OSError if it cannot be made."""
    return own_folder(PROGRAMS)


def is_kept(program: Path) -> bool:
    """True if a program is in the cache as we put it there: owned by us, writable by us alone, not a link."""
    try:
        state = program.lstat()
    except OSError:
        return False
    if not stat.S_ISREG(state.st_mode) or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False
    return state.st_uid == os.geteuid()


def keep(part: Path, program: Path) -> None:
    """Give what was compiled its name in the cache, for us alone."""
    part.chmod(0o700)
    part.rename(program)


def _compile(argv: Sequence[str], room: Path, stage: Stage, sandbox: Sandbox | None) -> None:
    """Have a compiler work in a folder; DoesNotCompile if it finds an error or hangs."""
    environment = {**os.environ, "LC_ALL": "C", "TMPDIR": str(room)}  # other languages have another word for "error"
    place = _staged(stage, room)
    environment |= _own_environment(stage, room, is_alone=sandbox is not None)
    for _ in range(1 if sandbox is None else TRIES):
        command = argv if sandbox is None else sandbox.argv(argv, info=False)
        done = run_bounded(command, BUILD_TIMEOUT_S, with_errors=True, environment=environment, folder=place)
        if done is None or not (done.code and done.text.startswith(f"{PROGRAM}: ")):
            break
    if done is None:
        raise DoesNotCompile(f"does not compile: {argv[0]} took over {BUILD_TIMEOUT_S:.0f} s")
    if done.code:
        said = done.text
        if _NO_FILES_LEFT.search(said):  # no program's fault
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        for name, path in stage.files.items():
            said = re.sub(rf"(?<![\w/]){re.escape(name)}(?=:\d)", str(path).replace("\\", r"\\"), said)
        raise DoesNotCompile(f"does not compile: {compiler_complaint(said)}")


def _staged(stage: Stage, room: Path) -> Path | None:
    """Copy the files for a compiler into a folder of its room; None if it wants none."""
    if not stage.files:
        return None
    for name, path in stage.files.items():
        copy = room / _STAGE / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return room / _STAGE


def _own_environment(stage: Stage, room: Path, *, is_alone: bool) -> dict[str, str]:
    """The environment that a compiler asks for; one that is alone in its room keeps nothing for the next time."""
    if not stage.environment:
        return {}
    cache = room / "cache" if is_alone else own_folder(f"{_COMPILERS}/{stage.language}")
    places = {"{stage}": str(room / _STAGE), "{cache}": str(cache)}
    found = {}
    for word in stage.environment:
        name, _, value = word.partition("=")
        found[name] = re.sub(r"\{[a-z]+\}", lambda place: places.get(place[0], place[0]), value)
    return found


def remove_left(folder: Path) -> None:
    """Remove what killed processes left in the cache."""
    for path in folder.glob(f"*{PART}"):
        with contextlib.suppress(OSError):
            if time.time() - path.lstat().st_mtime > _LEFT_SECONDS:
                remove(path)
