"""Packages that methods need: fetched once into the cache by the language's own tool, or found in the system."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import Fetching, Kit, Method, Package
from iotrial.folders.cache_folder import own_folder
from iotrial.folders.one_at_a_time import alone
from iotrial.machine.bounded_program import run_bounded
from iotrial.machine.found_once import once
from iotrial.machine.system_packages import command_for
from iotrial.workers.compiled import PART, remove_left
from iotrial.workers.produced import remove
from iotrial.workers.unavailable import Unavailable

#: The folder of packages in the cache folder, with one folder for each language.
PACKAGES = "packages"

#: A tool that takes longer than this hangs; some compile what they fetch.
PATIENCE_S = 300.0

#: A word by which a line says what is wrong, and the words that it has at least if it says it in full.
_WRONG = re.compile(r"error|cannot|could not|not found|no matching", re.IGNORECASE)
_IN_FULL = 5
_STEERING = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"\W*(warn|notice)", re.IGNORECASE)

#: One tool after the other: each uses all CPUs, or waits for a network.
_FETCHING = threading.Lock()

#: What could not be had, and why: it is not asked for twice in one run.
_refused: dict[Path, str] = {}


@dataclass(frozen=True)
class Packages:
    """The packages of a method, at hand: their folder, and the names and versions that count."""

    folder: Path | None = None  # None: nothing was fetched
    spoken: str = ""  # "" if it needs none
    link: tuple[str, ...] = ()  # words that link a program with what the system has


NONE = Packages()


def packages_of(
    kit: Kit,
    names: Sequence[str],
    runtime: str,
    version: str,
    *,
    may_fetch: bool = True,
    note: Callable[[str], None] = lambda text: None,
) -> Packages:
    """Return packages of a kit together, fetched now if they are not in the cache; Unavailable if one cannot be had.

    version: of the runtime, for which some are compiled. may_fetch: False if only what is there may be used. `note` is
    told before something is fetched.
    """
    needed = [kit.packages[name] for name in names]
    if not needed:
        return NONE
    fetching = kit.fetching
    if fetching is None:
        link = tuple(word for package in needed for word in package.link)
        return Packages(spoken=", ".join(_version_there(package, runtime) for package in needed), link=link)
    tool = tool_of(kit, fetching)
    _require_one_version_each(needed)
    spoken = ", ".join(package.spoken for package in needed)
    try:
        folder = _folder_of(kit, needed, version)
    except OSError as error:
        raise Unavailable(f"{spoken} cannot be kept in the cache: {error.strerror or error}") from None
    if not folder.is_dir():
        if not may_fetch:
            raise Unavailable(f"needs {spoken}, and nothing is fetched for a sandbox")
        try:
            with _FETCHING, _alone(folder):  # another thread or another run may need the same
                if not folder.is_dir() and folder not in _refused:
                    note(f"fetching {spoken} for {kit.spoken}, once")
                    _fetch(fetching, needed, folder, runtime, tool)
        except OSError as error:
            raise Unavailable(f"{spoken} cannot be kept in the cache: {error.strerror or error}") from None
        if folder in _refused:
            raise Unavailable(f"{spoken} cannot be had: {_refused[folder]}")
    return Packages(folder, spoken)


def _alone(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Wait until no other process fetches for the same language."""
    return alone(folder.with_name("fetching.lock"))


def require_packages(kit: Kit, method: Method, runtime: Callable[[], str]) -> None:
    """Raise Unavailable if a method needs a package that cannot come here; nothing is fetched.

    runtime: finds the path of the runtime, which only some packages depend on.
    """
    for name in method.packages:
        require_package(kit, name, runtime)


def require_package(kit: Kit, name: str, runtime: Callable[[], str]) -> None:
    """Raise Unavailable if a package of a kit cannot come here, as `require_packages` does."""
    if kit.fetching is None:
        _version_there(kit.packages[name], runtime())
    else:
        tool_of(kit, kit.fetching)


def beside(method: Path, folder: Path) -> Path:
    """Return a copy of a method that lies beside its packages, where its language looks for them.

    Unavailable if it cannot be written.
    """
    text = method.read_bytes()
    copy = folder / f"{hashlib.sha256(text).hexdigest()[:32]}{method.suffix}"
    try:
        if not copy.is_file() or copy.read_bytes() != text:
            part = folder / f"{secrets.token_hex(8)}{PART}"
            part.write_bytes(text)
            part.replace(copy)
    except OSError as error:
        raise Unavailable(f"cannot be laid beside its packages: {error.strerror or error}") from None
    return copy


def tool_of(kit: Kit, fetching: Fetching) -> str:
    """Return the path of the tool that brings packages, "" if the runtime does it; Unavailable if it is not there."""
    if not fetching.tool:
        return ""
    path = next((path for name in fetching.tool if (path := shutil.which(name))), None)
    if path is None:
        raise Unavailable(f"{fetching.tool[0]} is not installed, which brings packages", command_for(fetching.packages))
    return path


def _version_there(package: Package, runtime: str) -> str:
    """Return the name and the version of a package of the system; Unavailable if it does not have it."""
    said = _said(tuple(word.replace("{runtime}", runtime) for word in package.version))
    if said is None:
        raise Unavailable(f"{package.name} is not installed", command_for(package.install))
    return f"{package.name} {said}" if _NUMBER.search(said) else package.name


#: What a text must hold to be a version; a command that tells none may print something else.
_NUMBER = re.compile(r"\d")


@once
def _said(argv: tuple[str, ...]) -> str | None:
    """Return the first line that a command prints; None if it fails."""
    try:
        done = run_bounded(argv, PATIENCE_S)
    except OSError:
        return None
    return None if done is None or done.code else next(iter(done.text.splitlines()), "").strip()


def _require_one_version_each(needed: Sequence[Package]) -> None:
    """Raise Unavailable if packages need the same one in different versions: they cannot be in one program."""
    known: dict[str, tuple[str, Package]] = {}
    for package in needed:
        for pin, version in package.pins.items():
            name = pin.partition("[")[0]
            other, beside = known.setdefault(name, (version, package))
            if other != version:
                both = f"{beside.name} needs {name} {other} and {package.name} {version}"
                raise Unavailable(f"its packages do not fit together: {both}")


def _folder_of(kit: Kit, needed: Sequence[Package], version: str) -> Path:
    """Return where packages are kept: by all that they are made of, and the runtime for which they are."""
    pins = sorted((name, pinned) for package in needed for name, pinned in package.pins.items())
    digest = hashlib.sha256(repr((pins, kit.fetching, version, kit.named)).encode()).hexdigest()[:16]
    return own_folder(f"{PACKAGES}/{kit.language}") / f"{'-'.join(package.name for package in needed)}-{digest}"


def pins_together(needed: Sequence[Package]) -> dict[str, str]:
    """Return the versions of all that packages need, by name; `NAME[PART,…]` has the parts that any of them needs."""
    parts: dict[str, dict[str, None]] = {}
    versions: dict[str, str] = {}
    for package in needed:
        for pin, version in package.pins.items():
            name, _, some = pin.partition("[")
            versions[name] = version
            parts.setdefault(name, {}).update(dict.fromkeys(some.removesuffix("]").split(",") if some else ()))
    return {f"{name}[{','.join(parts[name])}]" if parts[name] else name: versions[name] for name in versions}


def _fetch(fetching: Fetching, needed: Sequence[Package], folder: Path, runtime: str, tool: str) -> None:
    """Have the tool bring packages into a folder, which gets its name when it is whole; note what went wrong."""
    pins = pins_together(needed)
    words = [fetching.pin.replace("{name}", name).replace("{version}", pinned) for name, pinned in pins.items()]
    part = folder.with_name(f"{folder.name}.{secrets.token_hex(8)}{PART}")
    remove_left(folder.parent)
    try:
        part.mkdir(0o700)
        argv: list[str] = []
        for word in fetching.install:
            filled = word.replace("{runtime}", runtime).replace("{tool}", tool)
            argv += words if word == "{pins}" else [filled]
        environment = {**os.environ, "LC_ALL": "C"}  # other languages have another word for "error"
        done = run_bounded(argv, PATIENCE_S, with_errors=True, environment=environment, folder=part)
        if done is None:
            _refused[folder] = f"{Path(argv[0]).name} took over {PATIENCE_S:.0f} s"
        elif done.code:
            _refused[folder] = _complaint(done.text) or f"{Path(argv[0]).name} ended with status {done.code}"
        elif not folder.is_dir():  # another run may have been quicker
            _let_all_read(part)
            try:
                part.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
    except OSError as error:
        _refused[folder] = f"{error.strerror or error}"
    finally:
        if part.exists():
            with contextlib.suppress(OSError):
                remove(part)


def _let_all_read(folder: Path) -> None:
    """Have all users read what is in a folder, since servers may run as another one; others do not reach it."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o444 | (0o111 if mode & stat.S_IXUSR else 0))


def _complaint(said: str) -> str:
    """Return the line in which a tool says in full what is wrong, else one in which it says so, else its last."""
    lines = [line.strip() for line in _STEERING.sub("", said).splitlines()]
    lines = [line for line in lines if line and not _WARNING.match(line)]
    wrong = [line for line in lines if _WRONG.search(line)]
    in_full = [line for line in wrong if len(line.split()) >= _IN_FULL]
    return next(iter([*in_full, *wrong, *reversed(lines)]), "")
