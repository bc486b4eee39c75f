"""Make a program of a method: find its runtime, compile it, keep what was compiled."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from iotrial.ask.catalog import ADAPTERS_FOLDER, Kit, Method, Needed, Value
from iotrial.ask.method_text import files_of
from iotrial.ask.shaped import adapter_of
from iotrial.machine.first_line import first_line_of
from iotrial.machine.found_once import once
from iotrial.machine.system_packages import command_for
from iotrial.workers.compiled import Stage, compiled
from iotrial.workers.method_packages import NONE, Packages, beside, packages_of, require_packages
from iotrial.workers.own_paths import paths_of
from iotrial.workers.unavailable import Unavailable

#: Folders of programs such as web servers, which are not on the PATH of every user.
ADMINISTRATORS = ("/usr/local/sbin", "/usr/sbin", "/sbin")


#: The time for a program to say if everything that it needs is there.
PATIENCE_S = 20.0


@dataclass(frozen=True)
class Program:
    """The command that starts a method, and a hash of everything that it is made of."""

    argv: tuple[str, ...]
    sha256: str
    compiler: str  # version of the runtime or compiler, first line
    packages: str = ""  # names and versions of the packages that it needs; "": none
    built: Path | None = None  # what the compiler made; None: nothing is compiled
    names: tuple[str, ...] = ()  # of the method's own file, as a trace of its runtime has them


def runtime_of(kit: Kit) -> tuple[str, str]:
    """Path and version of a kit's runtime or compiler; Unavailable if there is none."""
    path = _path_of(kit)
    return path, first_line_of(path, kit.version)


def _path_of(kit: Kit) -> str:
    """Path of a kit's runtime or compiler; Unavailable if there is none."""
    path = _first_found(kit)
    itself = first_line_of(path, kit.itself) if kit.itself and kit.named is None else path
    return itself if os.access(itself, os.X_OK) else path


def _first_found(kit: Kit) -> str:
    """Path by which a kit's runtime is found, which may be that of a script; Unavailable if there is none."""
    if kit.named is not None:  # started by the name given: it may be a script that sets what is compared
        if not os.access(kit.named, os.X_OK):
            raise Unavailable(f"{kit.named} is not there any more, or cannot be executed")
        return kit.named
    path = next((path for name in kit.find if (path := shutil.which(name))), None)
    if path is None:
        raise Unavailable(f"{kit.find[0]} is not installed", install_command(kit))
    return path


def install_command(kit: Kit) -> str | None:
    """The command that would install a kit's runtime with this system's package manager."""
    return command_for(kit.install)


def program_of(
    kit: Kit,
    method: Method,
    options: Mapping[str, Value],
    *,
    built_after_s: float = 0.0,
    sandbox: str | None = None,
    note: Callable[[str], None] = lambda text: None,
) -> Program:
    """Return the program of a method with the runtime options of a level; compiled if the kit has a compiler.

    built_after_s: one that was compiled before this time (since the epoch) is compiled anew.
    sandbox: the program in which the compiler is started; None: it is started as any program. Packages that are not
    there yet are fetched without one only; `note` is told before.
    Unavailable if the runtime, the adapter or a package is missing, or the system is the wrong one; DoesNotCompile if
    the compiler finds an error.
    """
    runtime, version = require(kit, method)
    packages = NONE
    if method.packages:
        wanted_by = _runtime_of_packages(kit, (runtime, version))
        packages = packages_of(kit.with_packages, method.packages, *wanted_by, may_fetch=sandbox is None, note=note)
    paths = paths_of(kit, method.paths, (runtime, version), may_copy=sandbox is None)
    adapter = adapter_of(kit, method.job, method.own)
    mine = f"{kit.language}."
    own = {name.removeprefix(mine): value for name, value in options.items() if name.startswith(mine)}
    flags = str(own.pop("flags", kit.flags))
    words = [
        option.replace("{key}", key).replace("{value}", str(value))
        for key, value in own.items()
        for option in kit.option
    ]
    places = _places_of(kit, method, packages, (runtime, version), adapter)
    places |= _places_of_paths(kit, method, packages, paths)
    places |= {"{flags}": shlex.split(flags), "{options}": words}
    start, environment, flags_of_libraries = _with_libraries(kit, packages, paths)
    places["{flags}"] += _fill(flags_of_libraries, places)
    sha256 = _hash(kit, method, flags, words, version, packages, paths)
    spoken = ", ".join(filter(None, (packages.spoken, paths.spoken)))
    if not kit.build:
        names = tuple(Path(word).name for word in places["{method}"])
        return Program(tuple(_fill(start, places)), sha256, version, spoken, names=names)
    staged = {_staged_as(name, source, method): _source(source, places) for name, source in kit.stage.items()}
    if kit.programs and not staged:
        staged = {path.name: path for path in files_of(method).values()}
    try:
        places |= _parts(kit, adapter, places, partial(compiled, sandbox=sandbox, made_after_s=built_after_s))
        program = compiled(
            sha256[:32],
            lambda part: _fill(kit.build, {**places, "{program}": [str(part)]}),
            stage=Stage(staged, _fill(environment, places), kit.program_language or kit.language),
            sandbox=sandbox,
            made_after_s=built_after_s,
        )
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):  # no method's fault: whoever shows it says what to do
            raise
        raise Unavailable(f"cannot compile {method.arm}: {error}") from None
    argv = tuple(_fill(start, {**places, "{program}": [str(program)]}))
    names = tuple(Path(_staged_as(name, of, method)).name for name, of in kit.stage.items() if of == "{method}")
    return Program(argv, sha256, version, spoken, program, names)


def _places_of(
    kit: Kit, method: Method, packages: Packages, runtime: tuple[str, str], adapter: Path
) -> dict[str, list[str]]:
    """Map each place in the commands of a kit to the words that stand there for a method."""
    return {
        "{runtime}": [runtime[0]],
        "{folder}": [str(kit.folder)],
        "{adapters}": [str(adapter.parent)],
        "{kit}": [str(kit.program)],
        "{adapter}": [str(adapter)],
        "{method}": [str(_method_file(kit, method, packages))],
        "{beside}": [json.dumps([str(folder) for folder in method.beside])],
        "{version}": [runtime[1]],
        "{versions}": [require_programs(kit)],
        "{compiler}": _compiler(kit),
        "{program}": [""],
        "{packages}": [str(packages.folder or "")],
        "{libraries}": list(packages.link),
    }


def require(kit: Kit, method: Method) -> tuple[str, str]:
    """Path and version of the runtime or compiler of a method; Unavailable if anything it needs is missing."""
    require_presence(kit, method)
    return runtime_of(kit)


def require_presence(kit: Kit, method: Method) -> None:
    """Raise Unavailable if anything that a method needs is missing; no version is asked for that does not decide it."""
    if "linux" in method.needs and os.uname().sysname != "Linux":
        raise Unavailable("needs Linux")
    adapter = kit.adapter(method.job)
    if not adapter.is_file():
        raise Unavailable(f"the {kit.language} kit has no adapter for {method.job} ({adapter.name})")
    _first_found(kit)
    if method.version is not None:
        _, version = runtime_of(kit)
        if is_older(version, method.version):
            raise Unavailable(f"needs {kit.spoken} {method.version} or newer; here is {version}")
    _require_each_program(kit)
    if method.packages:
        wanting = kit.of_programs or kit
        _first_found(wanting)
        require_packages(kit.with_packages, method, lambda: _path_of(wanting))


def require_kit(kit: Kit) -> None:
    """Raise Unavailable if the runtime of a kit, or a program that it starts, is missing; no version is asked for."""
    _first_found(kit)
    _require_each_program(kit)


def _require_each_program(kit: Kit) -> None:
    for program in kit.programs:
        _path_of_program(kit, program)


def is_older(said: str, needed: str) -> bool:
    """True if a runtime says that it is older than a version; if it names no version, it is not."""
    version = re.search(r"\d+(?:\.\d+)*", said)
    return version is not None and _numbers(version[0]) < _numbers(needed)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _runtime_of_packages(kit: Kit, own: tuple[str, str]) -> tuple[str, str]:
    """Return the runtime for which packages are: that of a stack's programs, else the kit's own."""
    return runtime_of(kit.of_programs) if kit.of_programs is not None else own


def require_programs(kit: Kit) -> str:
    """Return the names and versions of the programs that a kit starts; Unavailable if one is missing, or lacks much."""
    said = []
    for program in kit.programs:
        path = _path_of_program(kit, program)
        version = re.search(r"\d+(?:\.\d+)+", _said(_filled(program.version, path)) if program.version else "")
        said.append(f"{program.name} {version[0]}" if version else program.name)
    return ", ".join(reversed(said))  # the one that clients see first


def _path_of_program(kit: Kit, program: Needed) -> str:
    """Return the path of a program that a kit starts; Unavailable if it is missing, or lacks what its methods need."""
    if (path := which_of(program.find)) is None:
        raise Unavailable(f"{program.name} is not installed", install_command(kit))
    if program.needs and not _ends_well(_filled(program.needs, path)):
        raise Unavailable(f"{program.name} lacks what its methods need", install_command(kit))
    return path


def _compiler(kit: Kit) -> list[str]:
    """Return the path of what compiles the methods of a kit that starts programs: the first of them."""
    found = (which_of(program.find) for program in kit.programs if not program.is_client)
    return [next(found, None) or ""]


def _filled(words: Sequence[str], path: str) -> tuple[str, ...]:
    return tuple(word.replace("{program}", path) for word in words)


@once
def _ends_well(argv: tuple[str, ...]) -> bool:
    """True if a command ends with status 0 before long."""
    done = _done(argv)
    return done is not None and done.returncode == 0


@once
def _said(argv: tuple[str, ...]) -> str:
    """Return what a command says, with any exit status; nothing if it cannot be started, or does not end."""
    done = _done(argv)
    return "" if done is None else done.stdout + done.stderr


def _done(argv: tuple[str, ...]) -> subprocess.CompletedProcess[str] | None:
    try:
        return subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def which_of(names: Sequence[str]) -> str | None:
    """Return the path of the first program of some names that is there, for an administrator too; None: none is."""
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), *ADMINISTRATORS])
    return next((path for name in names if (path := shutil.which(name, path=places))), None)


def _method_file(kit: Kit, method: Method, packages: Packages) -> Path:
    """Return the file of a method; a copy beside its packages if its language looks for them there."""
    if kit.fetching is None or not kit.fetching.is_beside or packages.folder is None:
        return method.path
    return beside(method.path, packages.folder)


def _parts(
    kit: Kit, adapter: Path, places: Mapping[str, list[str]], compiled: Callable[..., Path]
) -> dict[str, list[str]]:
    """Compile what of a kit is the same for every method, unless that was done before; return the places of it.

    What knows no job is compiled without the folder of an adapter, and so it is the same for every job.
    """
    found = {}
    of_no_job = {**places, "{adapter}": [""], "{adapters}": [str(kit.folder / ADAPTERS_FOLDER)]}
    for place, source, known, folders in (
        ("{kit_part}", kit.program, of_no_job, [kit.folder, *kit.like]),
        ("{adapter_part}", adapter, places, _folders(kit, adapter)),
    ):
        if not any(place in word for word in kit.build):
            continue
        every = {**known, "{source}": [str(source)]}
        own = {name: template for name, template in kit.stage.items() if template not in ("{adapter}", "{method}")}
        digest = _hash_of_files(folders, [source])
        digest.update(repr((kit.part, own, kit.environment, places["{flags}"], places["{version}"])).encode())
        digest.update((kit.named or "").encode())
        part = compiled(
            digest.hexdigest()[:32],
            lambda made, every=every: _fill(kit.part, {**every, "{program}": [str(made)]}),
            stage=Stage(
                {name: _source(template, places) for name, template in own.items()},
                _fill(kit.environment, places),
                kit.language,
            ),
        )
        found[place] = [str(part)]
    return found


def _staged_as(name: str, source: str, method: Method) -> str:
    """Return the name of a file for the compiler, which is in the method's text if the language asks for that."""
    own = dict(method.own).get("file")
    return f"{own}{Path(name).suffix}" if own and source == "{method}" else name


def _source(template: str, places: Mapping[str, list[str]]) -> Path:
    (word,) = _fill((template,), places)
    return Path(word)


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


def _with_libraries(kit: Kit, packages: Packages, paths: Packages) -> tuple[tuple[str, ...], ...]:
    """Return the words that start a kit's programs, the compiler's environment, and more flags for it."""
    before: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    environment, fetching = kit.environment, kit.with_packages.fetching
    if fetching is not None and packages.folder is not None:
        before = fetching.start if kit.of_programs is None else ()
        environment, flags = (*environment, *fetching.environment), fetching.flags
    if kit.own_paths is not None and paths.folder is not None:
        before = (*before, *kit.own_paths.start)
        environment, flags = (*environment, *kit.own_paths.environment), (*flags, *kit.own_paths.flags)
    return (*before, *kit.run), environment, flags


def _places_of_paths(kit: Kit, method: Method, packages: Packages, paths: Packages) -> dict[str, list[str]]:
    """Map the places of libraries that a method names by their paths; Unavailable if they cannot join its packages."""
    if kit.own_paths is None or paths.folder is None:
        return {"{paths}": [""]}
    found = {"{paths}": [str(paths.folder)], "{libraries}": [*packages.link, *paths.link]}
    if kit.own_paths.is_beside:
        if packages.folder is not None:
            raise Unavailable(f"{kit.spoken} finds packages, or a library by its path, but not both")
        found["{method}"] = [str(beside(method.path, paths.folder))]
    return found


def _hash(
    kit: Kit, method: Method, flags: str, words: list[str], version: str, packages: Packages, paths: Packages
) -> str:
    """A hash of all that is measured: the kit, the adapters, the method, its packages, the flags and the compiler."""
    digest = _hash_of_files(_folders(kit, adapter_of(kit, method.job, method.own)), files_of(method).values())
    digest.update(repr((kit.build, kit.run, flags, words, version, method.job)).encode())
    if kit.part:
        digest.update(repr(kit.part).encode())
    if kit.stage or kit.environment:
        digest.update(repr((kit.stage, kit.environment)).encode())
    if packages.spoken:
        kept = packages.folder.name if packages.folder is not None else ""
        digest.update(repr((packages.spoken, kit.with_packages.fetching, kept, packages.link)).encode())
    if paths.folder is not None:
        digest.update(repr((paths.folder.name, kit.own_paths)).encode())
    if kit.named is not None:  # two compilers may state the same version
        digest.update(kit.named.encode())
    return digest.hexdigest()


def _folders(kit: Kit, adapter: Path) -> list[Path]:
    """Return the folders of all that a program is compiled of, but for its method."""
    beside = adapter.parent  # in another tree this has the adapter and what it includes
    own = [kit.folder, *kit.like]
    return own if any(map(beside.is_relative_to, own)) else [*own, beside]


def _hash_of_files(folders: Iterable[Path], others: Iterable[Path]) -> hashlib._Hash:
    """Begin a hash with the names and the bytes of all files in some folders, and of others."""
    digest = hashlib.sha256()
    files = [path for folder in folders for path in sorted(folder.rglob("*"))]
    for path in [*(path for path in files if path.is_file() and "__pycache__" not in path.parts), *others]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest
