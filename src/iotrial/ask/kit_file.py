"""The file kit.toml: how to find, build, start and install the kit of one language, or of one stack of servers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from iotrial.ask.catalog import Fetching, Kit, Needed
from iotrial.ask.fields import Fields
from iotrial.ask.own_tree import root
from iotrial.ask.toml_file import TomlFile, read
from iotrial.errors import Problem, UsageError

#: The places to be filled in that the words of each command may have.
PLACES = {
    "version": ("{runtime}",),
    "itself": ("{runtime}",),
    "run": (
        *("{runtime}", "{options}", "{kit}", "{adapter}", "{method}", "{beside}", "{program}", "{folder}"),
        *("{versions}", "{packages}"),
    ),
    "build": (
        *("{runtime}", "{flags}", "{folder}", "{adapters}", "{program}", "{kit}", "{adapter}", "{method}"),
        *("{libraries}", "{compiler}", "{kit_part}", "{adapter_part}"),
    ),
    "part": ("{runtime}", "{flags}", "{folder}", "{adapters}", "{program}", "{source}"),
    "option": ("{key}", "{value}"),
    "environment": ("{stage}", "{cache}", "{version}"),
}

#: Places in what a kit says of packages.
PACKAGE_PLACES = {
    "install": ("{runtime}", "{tool}", "{pins}"),
    "pin": ("{name}", "{version}"),
    "environment": ("{packages}", "{stage}", "{cache}"),
    "flags": ("{packages}",),
    "start": ("{packages}",),
}

#: Where a file for the compiler can come from, before a path.
STAGED = ("{folder}", "{kit}", "{adapter}", "{method}")

#: What such a file may be called, in a folder or in folders of folders.
_STAGED_AS = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*")

_SETTING = r"[A-Za-z_][A-Za-z0-9_]*=.*"

#: The file that says what all kits have in common that use one worker; each may say otherwise.
IN_COMMON = "stack.toml"

#: Places in the words of a program that a kit starts, and in what stands in a configuration when it is started here.
PROGRAM_PLACES = {
    "version": ("{program}",),
    "start": ("{program}", "{room}", "{built}", "{port}", "{files}", "{packages}"),
    "tls": ("{program}", "{room}", "{built}", "{port}", "{files}", "{packages}"),
    "listens": ("{room}", "{port}"),
}
HERE_PLACES = ("{room}", "{files}", "{port}")


def load(folder: Path, problems: list[Problem]) -> Kit | None:
    """Read the kit of a folder; None if its kit.toml cannot be read. Everything wrong is added to `problems`."""
    try:
        file = read(folder / "kit.toml")
    except UsageError as error:
        problems += error.problems
        return None
    fields = Fields(file, problems)
    like = _like(folder, fields)
    common = _in_common(like, problems)
    if common is not None:
        file.data.update({key: value for key, value in common.data.items() if key not in file.data})
    staged = Fields(file, problems, ("stage",)) if fields.value("stage") is not None else None
    kit = Kit(
        stage=staged.all_texts() if staged is not None else {},
        language=folder.name,
        folder=folder,
        protocol=fields.integer("protocol", required=True) or 0,
        extension=fields.text("extension", required=True),
        comment=fields.text("comment", required=True),
        find=fields.texts("find", required=True),
        version=fields.texts("version", required=True),
        itself=fields.texts("itself"),
        run=fields.texts("run", required=True),
        build=fields.texts("build"),
        part=fields.texts("part"),
        environment=fields.texts("environment"),
        flags=fields.text("flags"),
        option=fields.texts("option"),
        called=fields.text("called"),
        like=like,
        program_language=fields.text("program_language"),
        entry=fields.text("entry"),
        shares=fields.texts("shares"),
        programs=(*_client(fields), *_programs(file, fields, problems)),
        warms_up=fields.flag("warms_up"),
        settles=fields.flag("settles"),
        fetching=_fetching(file, fields, problems),
        only={factor: Fields(file, problems, ("only",)).texts(factor) for factor in fields.tables("only")},
        install={name: _installed(name, file, common, problems) for name in fields.tables("install")},
    )
    _require_known(fields, "held", (fields.text("held"),), ("{room}",))
    if fields.value("tls") is not None:
        Fields(file, problems, ("tls",)).all_texts(may_be_long=True)
    if fields.value("here") is not None:
        here = Fields(file, problems, ("here",))
        for key, text in here.all_texts().items():
            _require_known(here, key, (text,), HERE_PLACES)
    fields.finish()
    if kit.extension and not re.fullmatch(r"[A-Za-z0-9_+]+", kit.extension):
        fields.complain("is written without a point, in letters and digits", "extension")
    if kit.flags and not kit.build:
        fields.complain("means nothing in a kit that has no 'build'", "flags")
    for key in ("stage", "environment"):
        if getattr(kit, key) and not kit.build:
            fields.complain("means nothing in a kit that has no 'build'", key)
    if bool(kit.part) != ("_part}" in " ".join(kit.build)):
        fields.complain("is there if 'build' holds {kit_part} or {adapter_part}, and only then", "part")
    if "{compiler}" in " ".join(kit.build) and not kit.programs:
        fields.complain("cannot hold {compiler} in a kit that starts no programs", "build")
    if any(not re.fullmatch(_SETTING, word) for word in kit.environment):
        fields.complain("has words such as NAME=VALUE", "environment")
    for name, source in kit.stage.items():
        assert staged is not None
        if not _STAGED_AS.fullmatch(name):
            staged.complain("is a file's name, in folders or not: letters, digits and _ - .", name)
        _require_known(staged, name, (source,), STAGED)
    for key, places in PLACES.items():
        _require_known(fields, key, getattr(kit, key), places)
    if kit.entry and not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*", kit.entry):
        fields.complain("is the name of a file: letters, digits and _ . + -", "entry")
    if any(not re.fullmatch(r"\w+", name) for name in kit.shares):
        fields.complain("names folders of a job: letters, digits and _", "shares")
    if not kit.program.is_file():
        problems.append(Problem(f"the {kit.language} kit has no {kit.program.name}", where=str(kit.worker)))
    return kit


def _like(folder: Path, fields: Fields) -> tuple[Path, ...]:
    """The folders of kits whose worker this one uses: beside it, or else of the project's own."""
    found = []
    for name in fields.texts("like"):
        places = [place / name for place in (folder.parent, root() / "kits") if re.fullmatch(r"\w+", name)]
        there = next((place for place in places if place.is_dir()), None)
        if there is None:
            fields.complain(f"names {name!r}, and there is no such folder beside it", "like")
        else:
            found.append(there)
    return tuple(found)


def _in_common(like: Sequence[Path], problems: list[Problem]) -> TomlFile | None:
    """Return what the first of these folders says of all kits that use its worker: its stack.toml, if it has one."""
    path = like[0] / IN_COMMON if like else None
    if path is None or not path.is_file():
        return None
    try:
        return read(path)
    except UsageError as error:
        problems += error.problems
        return None


def _installed(manager: str, file: TomlFile, common: TomlFile | None, problems: list[Problem]) -> tuple[str, ...]:
    """The system's packages for a package manager: those that all kits with this worker need, and then its own."""
    tables = [one for one in (common, file) if one is not None and "install" in one.data]
    return tuple(dict.fromkeys(name for one in tables for name in Fields(one, problems, ("install",)).texts(manager)))


def _programs(file: TomlFile, fields: Fields, problems: list[Problem]) -> tuple[Needed, ...]:
    """The programs that the worker starts; what it needs to start them is looked at, and read again by the worker."""
    raw = fields.value("programs")
    if raw is None:
        return ()
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        fields.complain("must be tables in a list", "programs", "write [[programs]]")
        return ()
    found = []
    for number in range(len(raw)):
        own = Fields(file, problems, ("programs", number))
        words = {key: own.texts(key, required=True) for key in ("version", "start")}
        words |= {"tls": own.texts("tls"), "listens": (own.text("listens", required=True),)}
        for key, places in PROGRAM_PLACES.items():
            _require_known(own, key, words[key], places)
        own.integer("processes")
        needs = own.texts("needs")
        _require_known(own, "needs", needs, ("{program}",))
        found.append(Needed(own.text("name", required=True), own.texts("find", required=True), words["version"], needs))
        own.finish()
    return tuple(found)


def _client(fields: Fields) -> tuple[Needed, ...]:
    """The program that sends requests to the servers, if the kit has some."""
    name = fields.text("client")
    return (Needed(name, (name,), ("{program}", "--version"), is_client=True),) if name else ()


def _fetching(file: TomlFile, fields: Fields, problems: list[Problem]) -> Fetching | None:
    """The tool that brings packages, if the kit names one."""
    if fields.value("packages") is None:
        return None
    own = Fields(file, problems, ("packages",))
    words = {key: own.texts(key, required=key == "install") for key in ("install", "environment", "flags", "start")}
    pin = own.text("pin", required=True)
    for key, places in PACKAGE_PLACES.items():
        _require_known(own, key, (pin,) if key == "pin" else words[key], places)
    if any(not re.fullmatch(_SETTING, word) for word in words["environment"]):
        own.complain("has words such as NAME=VALUE", "environment")
    for key in ("environment", "flags"):
        if words[key] and fields.value("build") is None:
            own.complain("means nothing in a kit that has no 'build'", key)
    managers = own.tables("tools")
    found = Fetching(
        tool=own.texts("tool"),
        install=words["install"],
        pin=pin,
        packages={manager: Fields(file, problems, ("packages", "tools")).texts(manager) for manager in managers},
        environment=words["environment"],
        flags=words["flags"],
        start=words["start"],
        is_beside=own.flag("beside"),
    )
    own.finish()
    return found


def _require_known(fields: Fields, key: str, words: tuple[str, ...], places: tuple[str, ...]) -> None:
    for word in words:
        for place in re.findall(r"\{[a-z]+\}", word):
            if place not in places:
                fields.complain(f"cannot hold {place}", key, f"it can hold {', '.join(places)}")
