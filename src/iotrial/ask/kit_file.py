"""The file kit.toml: how to find, build, start and install the kit of one language, or of one stack of servers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar, cast

from pydantic import AfterValidator, Field, ValidationInfo

from iotrial.ask.catalog import ALSO, Fetching, Kit, Needed, OwnPaths, SnippetForm
from iotrial.ask.own_tree import root
from iotrial.ask.toml_file import Keys, TomlFile, in_order, read_for
from iotrial.ask.toml_types import AnyLine, Flag, Line, Lines, Tables, Texts, Whole, holds, shaped, wrong
from iotrial.errors import Problem

T = TypeVar("T")

#: The file that says what all kits have in common that use one worker; each may say otherwise.
IN_COMMON = "stack.toml"

#: Places in the words that start a program, and in what stands in a configuration when it is started here.
PROGRAM_PLACES = ("program", "room", "built", "port", "files", "packages")
HERE_PLACES = ("room", "files", "port")

Settings = Annotated[Texts, shaped(r"[A-Za-z_][A-Za-z0-9_]*=.*", "has words such as NAME=VALUE")]

#: What a file for the compiler may be called, in a folder or in folders of folders.
StagedAs = Annotated[
    str,
    shaped(
        r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*",
        "is a file's name, in folders or not: letters, digits and _ - .",
    ),
]


def _if_built(value: T, info: ValidationInfo) -> T:
    """Refuse what a compiler alone understands, in a kit without one."""
    if value and info.data.get("build") == ():
        raise wrong("means nothing in a kit that has no 'build'")
    return value


def _compiler(build: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    """Refuse the compiler of programs in a kit that starts none."""
    if "{compiler}" in " ".join(build) and not (info.data.get("programs", True) or info.data.get("client", True)):
        raise wrong("cannot hold {compiler} in a kit that starts no programs")
    return build


def _beside(names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    for name in names:
        if _folder_of(name, cast("Path", info.context)) is None:
            raise wrong(f"names {name!r}, and there is no such folder beside it")
    return names


def _also(names: tuple[str, ...]) -> tuple[str, ...]:
    if not set(names) <= set(ALSO):
        raise wrong("are some of " + ", ".join(ALSO))
    return names


class FetchingKeys(Keys):
    """The table [packages]."""

    tool: Texts = ()
    install: Annotated[Texts, holds("runtime", "tool", "pins")]
    pin: Annotated[Line, holds("name", "version")]
    packages: Annotated[Mapping[str, Texts], Field(alias="tools")] = {}
    environment: Annotated[Settings, holds("packages", "stage", "cache")] = ()
    flags: Annotated[Texts, holds("packages")] = ()
    start: Annotated[Texts, holds("packages")] = ()
    is_beside: Annotated[Flag, Field(alias="beside")] = False


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise wrong(f"is no pattern: {error}") from None
    return text


class SnippetKeys(Keys):
    """The table [snippet]."""

    extensions: Texts
    functions: Annotated[Line, AfterValidator(_pattern)]
    function: Annotated[AnyLine, AfterValidator(_pattern)] = ""
    wanted: Line
    wanted_with_output: Line = ""


class PathKeys(Keys):
    """The table [paths]."""

    install: Annotated[Texts, holds("runtime", "tool", "paths")]
    environment: Annotated[Settings, holds("paths", "packages", "stage", "cache")] = ()
    flags: Annotated[Texts, holds("paths")] = ()
    start: Annotated[Texts, holds("paths")] = ()
    link: Texts = ()
    is_beside: Annotated[Flag, Field(alias="beside")] = False


class ProgramKeys(Keys):
    """A table [[programs]]. How a program is started is looked at, and read again by the worker."""

    name: Line
    find: Texts
    version: Annotated[Texts, holds("program")]
    needs: Annotated[Texts, holds("program")] = ()
    start: Annotated[Texts, holds(*PROGRAM_PLACES)]
    tls: Annotated[Texts, holds(*PROGRAM_PLACES)] = ()
    listens: Annotated[Line, holds("room", "port")]
    processes: Whole | None = None


class KitKeys(Keys):
    """The keys of kit.toml; those that are held against another stand below it."""

    protocol: Whole
    extension: Annotated[Line, shaped(r"[A-Za-z0-9_+]+", "is written without a point, in letters and digits")]
    comment: Line
    find: Texts
    version: Annotated[Texts, holds("runtime")]
    itself: Annotated[Texts, holds("runtime")] = ()
    run: Annotated[
        Texts,
        holds(
            *("runtime", "options", "kit", "adapter", "method", "beside", "program", "folder", "versions", "packages")
        ),
    ]
    client: AnyLine = ""
    programs: Tables[ProgramKeys] = ()
    build: Annotated[
        Texts,
        holds(
            *("runtime", "flags", "folder", "adapters", "program", "kit", "adapter", "method", "libraries"),
            *("compiler", "kit_part", "adapter_part"),
        ),
        AfterValidator(_compiler),
    ] = ()
    part: Annotated[Texts, holds("runtime", "flags", "folder", "adapters", "program", "source")] = ()
    stage: Annotated[
        Mapping[StagedAs, Annotated[Line, holds("folder", "kit", "adapter", "method")]], AfterValidator(_if_built)
    ] = {}
    environment: Annotated[Settings, holds("stage", "cache", "version"), AfterValidator(_if_built)] = ()
    flags: Annotated[AnyLine, AfterValidator(_if_built)] = ""
    option: Annotated[Texts, holds("key", "value")] = ()
    called: AnyLine = ""
    like: Annotated[Texts, AfterValidator(_beside)] = ()
    program_language: AnyLine = ""
    entry: Annotated[
        AnyLine, shaped(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*", "is the name of a file: letters, digits and _ . + -")
    ] = ""
    shares: Annotated[Texts, shaped(r"\w+", "names folders of a job: letters, digits and _")] = ()
    warms_up: Flag = False
    also: Annotated[Texts, AfterValidator(_also)] = ()
    pitfalls: Texts = ()
    settles: Flag = False
    packages: FetchingKeys | None = None
    snippet: SnippetKeys | None = None
    paths: PathKeys | None = None
    only: Mapping[str, Texts] = {}
    install: Mapping[str, Texts] = {}
    # The worker reads these three.
    held: Annotated[AnyLine, holds("room")] = ""
    tls: Mapping[str, Lines] = {}
    here: Mapping[str, Annotated[Line, holds(*HERE_PLACES)]] = {}


def load(folder: Path, problems: list[Problem]) -> Kit | None:
    """Read the kit of a folder; None if too much of its kit.toml is wrong. All that is goes to `problems`."""
    file = read_for(folder / "kit.toml", problems)
    if file is None:
        return None
    file = _with_common(file, folder)
    keys = file.read_as(KitKeys, context=folder)
    kit = _kit(keys, folder) if keys is not None else None
    if keys is not None and kit is not None:
        if bool(kit.part) != ("_part}" in " ".join(kit.build)):
            file.complain("is there if 'build' holds {kit_part} or {adapter_part}, and only then", "part")
        for key in ("environment", "flags"):
            if keys.packages is not None and getattr(keys.packages, key) and not kit.build:
                file.complain("means nothing in a kit that has no 'build'", "packages", key)
        if not kit.program.is_file():
            file.problems.append(Problem(f"the {kit.language} kit has no {kit.program.name}", where=str(kit.worker)))
    problems += in_order(file.problems)
    return kit


def _kit(keys: KitKeys, folder: Path) -> Kit:
    verbatim = keys.model_dump(exclude={"client", "packages", "paths", "snippet", "held", "tls", "here", "install"})
    client = [Needed(keys.client, (keys.client,), ("{program}", "--version"), is_client=True)] if keys.client else []
    made = {
        "like": tuple(there for name in keys.like if (there := _folder_of(name, folder))),
        "programs": (*client, *(Needed(one.name, one.find, one.version, one.needs) for one in keys.programs)),
        "snippet": SnippetForm(**keys.snippet.model_dump()) if keys.snippet is not None else None,
        "own_paths": OwnPaths(**keys.paths.model_dump()) if keys.paths is not None else None,
        "fetching": Fetching(**keys.packages.model_dump()) if keys.packages is not None else None,
        "install": {manager: tuple(dict.fromkeys(names)) for manager, names in keys.install.items()},
    }
    return Kit(language=folder.name, folder=folder, **{**verbatim, **made})


def _folder_of(name: str, folder: Path) -> Path | None:
    """Find the folder of a kit whose worker the one in `folder` uses: beside it, or else of the project's own."""
    places = [place / name for place in (folder.parent, root() / "kits")] if re.fullmatch(r"\w+", name) else []
    return next((place for place in places if place.is_dir()), None)


def _with_common(file: TomlFile, folder: Path) -> TomlFile:
    """Add what the first folder that a kit is like says of all kits that use its worker, if it has such a file.

    The system's packages are those that all of these kits need, and then its own.
    """
    like = file.data.get("like")
    first = like[0] if isinstance(like, list) and like else None
    worker = _folder_of(first, folder) if isinstance(first, str) else None
    common = worker and (worker / IN_COMMON).is_file() and read_for(worker / IN_COMMON, file.problems)
    if not common:
        return file
    data = {**common.data, **file.data}
    every, own = common.data.get("install"), data.get("install")
    if isinstance(every, dict) and isinstance(own, dict):
        joined = {name: [*every.get(name, ()), *list_] for name, list_ in own.items() if isinstance(list_, list)}
        data["install"] = {**own, **joined}
    return dataclasses.replace(file, data=data, under=common)
