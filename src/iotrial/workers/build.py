"""Make a program of a method: find its runtime, compile it, keep what was compiled."""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
import shutil
import stat
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.catalog.model import Kit, Method, Value
from iotrial.folders.cache_folder import cache_folder, own_folder
from iotrial.host.first_line import first_line_of
from iotrial.host.packages import MANAGERS
from iotrial.workers.complaint import compiler_complaint

#: The folder of compiled programs in the cache folder.
PROGRAMS = "programs"

#: A compiler that takes longer than this hangs.
BUILD_TIMEOUT_S = 120.0


class Unavailable(Exception):
    """A method that cannot run here: the reason, and the command that would change it if there is one."""

    def __init__(self, reason: str, install: str | None = None) -> None:
        super().__init__(reason)
        self.install = install


class DoesNotCompile(Exception):
    """A method in which its compiler found an error: the first one, with its file and line."""


@dataclass(frozen=True)
class Program:
    """The command that starts a method, and a hash of everything that it is made of."""

    argv: tuple[str, ...]
    sha256: str
    compiler: str  # version of the runtime or compiler, first line


def runtime_of(kit: Kit) -> tuple[str, str]:
    """Path and version of a kit's runtime or compiler; Unavailable if there is none."""
    if kit.named is not None:  # started by the name given: it may be a script that sets what is compared
        if not os.access(kit.named, os.X_OK):
            raise Unavailable(f"{kit.named} is not there any more, or cannot be executed")
        return kit.named, first_line_of(kit.named, kit.version)
    for name in kit.find:
        path = shutil.which(name)
        if path:
            itself = first_line_of(path, kit.itself) if kit.itself else path
            path = itself if os.access(itself, os.X_OK) else path
            return path, first_line_of(path, kit.version)
    raise Unavailable(f"{kit.find[0]} is not installed", install_command(kit))


def install_command(kit: Kit) -> str | None:
    """The command that would install a kit's runtime with this system's package manager."""
    for manager, command in MANAGERS.items():
        if shutil.which(command[0]) and manager in kit.install:
            return shlex.join([*command, *kit.install[manager]])
    return None


def program_of(kit: Kit, method: Method, options: Mapping[str, Value], *, built_after_s: float = 0.0) -> Program:
    """Return the program of a method with the runtime options of a level; compiled if the kit has a compiler.

    built_after_s: one that was compiled before this time (since the epoch) is compiled anew. Unavailable if the
    runtime or the adapter is missing or the system is the wrong one; DoesNotCompile if the compiler finds an error.
    """
    runtime, version = require(kit, method)
    adapter = kit.adapter(method.job)
    own = {
        key.removeprefix(f"{kit.language}."): value
        for key, value in options.items()
        if key.startswith(f"{kit.language}.")
    }
    flags = str(own.pop("flags", kit.flags))
    words = [
        option.replace("{key}", key).replace("{value}", str(value))
        for key, value in own.items()
        for option in kit.option
    ]
    places = {
        "{runtime}": [runtime],
        "{folder}": [str(kit.folder)],
        "{adapters}": [str(adapter.parent)],
        "{kit}": [str(kit.program)],
        "{adapter}": [str(adapter)],
        "{method}": [str(method.path)],
        "{flags}": shlex.split(flags),
        "{options}": words,
    }
    sha256 = _hash(kit, method, flags, words, version)
    if not kit.build:
        return Program(tuple(_fill(kit.run, places)), sha256, version)
    program = _compile(kit, places, sha256, method.arm, built_after_s)
    return Program(tuple(_fill(kit.run, {**places, "{program}": [str(program)]})), sha256, version)


def require(kit: Kit, method: Method) -> tuple[str, str]:
    """Path and version of the runtime or compiler of a method; Unavailable if anything it needs is missing."""
    if "linux" in method.needs and os.uname().sysname != "Linux":
        raise Unavailable("needs Linux")
    adapter = kit.adapter(method.job)
    if not adapter.is_file():
        raise Unavailable(f"the {kit.language} kit has no adapter for {method.job} ({adapter.name})")
    return runtime_of(kit)


def _compile(kit: Kit, places: Mapping[str, list[str]], sha256: str, arm: str, built_after_s: float) -> Path:
    """The compiled program, from the cache or made now; it appears under its name only when it is whole."""
    program = programs_folder() / sha256[:32]
    if is_kept(program) and program.stat().st_mtime >= built_after_s:
        return program
    own_folder(PROGRAMS)
    part = program.with_name(f"{program.name}.{secrets.token_hex(8)}.part")
    command = _fill(kit.build, {**places, "{program}": [str(part)]})
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=BUILD_TIMEOUT_S,
            check=False,
            errors="replace",
            env={**os.environ, "LC_ALL": "C"},  # other languages have another word for "error"
        )
    except subprocess.TimeoutExpired:
        part.unlink(missing_ok=True)
        raise DoesNotCompile(f"does not compile: {command[0]} took over {BUILD_TIMEOUT_S:.0f} s") from None
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unavailable(f"cannot compile {arm}: {error}") from None
    if done.returncode:
        part.unlink(missing_ok=True)
        raise DoesNotCompile(f"does not compile: {compiler_complaint(done.stderr or done.stdout)}")
    keep(part, program)
    return program


def programs_folder() -> Path:
    """The folder where compiled programs are kept."""
    return cache_folder() / PROGRAMS


def is_kept(program: Path) -> bool:
    """Return if a program is in the cache as we put it there: owned by us, writable by nobody else, not a link."""
    try:
        state = program.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(state.st_mode) or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False
    return state.st_uid == os.geteuid()


def keep(part: Path, program: Path) -> None:
    """Give what was compiled its name in the cache, for us alone."""
    part.chmod(0o700)
    part.rename(program)


def _fill(template: tuple[str, ...], places: Mapping[str, list[str]]) -> list[str]:
    """Fill a template: a placeholder that is a whole word becomes its words; one within a word becomes text."""
    words: list[str] = []
    for word in template:
        if word in places:
            words += places[word]
            continue
        for place, values in places.items():
            word = word.replace(place, shlex.join(values) if len(values) != 1 else values[0])
        words.append(word)
    return words


def _hash(kit: Kit, method: Method, flags: str, words: list[str], version: str) -> str:
    """A hash of all that is measured: the kit, the adapters, the method, the flags and the compiler."""
    digest = hashlib.sha256()
    beside = kit.adapter(method.job).parent  # in another tree this has the adapter and what it includes
    folders = [kit.folder] if beside.is_relative_to(kit.folder) else [kit.folder, beside]
    files = [path for folder in folders for path in sorted(folder.rglob("*"))]
    for path in [*(path for path in files if path.is_file() and "__pycache__" not in path.parts), method.path]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(repr((kit.build, kit.run, flags, words, version, method.job)).encode())
    if kit.named is not None:  # two compilers may state the same version
        digest.update(kit.named.encode())
    return digest.hexdigest()
