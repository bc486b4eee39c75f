"""The file packages.toml: the libraries that methods of one language may need, in fixed versions."""

from __future__ import annotations

import re
from pathlib import Path

from iotrial.ask.catalog import Kit, Package
from iotrial.ask.fields import Fields
from iotrial.ask.toml_file import TomlFile, read
from iotrial.errors import Problem, UsageError

#: Its name, in a kit's folder or beside the adapters of another tree.
FILE = "packages.toml"

#: What a method writes after `needs: package`.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")

#: The names and versions that tools take. None begins with a dash, has a space or leads out of a folder.
#: Some take a choice of what a package can do, in brackets.
_PINNED = re.compile(r"@?[A-Za-z0-9_][A-Za-z0-9_.+-]*(?:[/:][A-Za-z0-9_][A-Za-z0-9_.+-]*)*(?:\[[A-Za-z0-9_,-]+\])?")
_VERSION = re.compile(r"[0-9][A-Za-z0-9_.+!-]*")


def load(path: Path, kit: Kit, problems: list[Problem]) -> dict[str, Package]:
    """Read the packages of a kit, without those of which something is wrong; that is added to `problems`."""
    try:
        file = read(path)
    except UsageError as error:
        problems += error.problems
        return {}
    fields = Fields(file, problems)
    found = {}
    for name, value in file.data.items():
        if not NAME.fullmatch(name):
            fields.complain("is no name of a package: letters, digits and _ . + -", name)
        elif not isinstance(value, dict):
            fields.complain("must be a table", name, f"write [{name}], and below it a line for each name and version")
        else:
            wrong = len(problems)
            own = Fields(file, problems, (name,))
            package = _pinned(name, own) if kit.fetching else _of_the_system(name, kit, file, own, problems)
            if len(problems) == wrong:
                found[name] = package
    return found


def _pinned(name: str, own: Fields) -> Package:
    """Read a package that the language's own tool fetches: its name and version, then those of all that it needs."""
    pins = own.all_texts()
    if not pins:
        own.complain("names no version", hint='below it stands a line for each name, such as: NAME = "1.2.3"')
    for pinned, version in pins.items():
        if not _PINNED.fullmatch(pinned):
            own.complain("is no name that a package can have", pinned)
        elif version and not _VERSION.fullmatch(version):
            own.complain(f"has no single version: {version!r}", pinned, "write one version, such as 1.2.3")
    return Package(name, pins)


def _of_the_system(name: str, kit: Kit, file: TomlFile, own: Fields, problems: list[Problem]) -> Package:
    """Read a package that the system brings."""
    version = own.texts("version", required=True)
    for word in version:
        for place in re.findall(r"\{[a-z]+\}", word):
            if place != "{runtime}":
                own.complain(f"cannot hold {place}", "version", "it can hold {runtime}")
    managers = own.tables("install")
    install = {manager: Fields(file, problems, (name, "install")).texts(manager) for manager in managers}
    link = own.texts("link")
    if link and "{libraries}" not in kit.build:
        own.complain("means nothing to a kit whose 'build' has no {libraries}", "link")
    own.finish()
    return Package(name, version=version, install=install, link=link)
