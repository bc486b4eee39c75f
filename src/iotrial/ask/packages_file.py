"""The file packages.toml: the libraries that methods of one language may need, in fixed versions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, RootModel

from iotrial.ask.catalog import Kit, Package
from iotrial.ask.toml_file import Keys, in_order, read_for
from iotrial.ask.toml_types import Line, Texts, holds, shaped, wrong
from iotrial.errors import Problem

#: Its name, in a kit's folder or beside the adapters of another tree.
FILE = "packages.toml"

#: What a method writes after `needs: package`.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")

#: The names and versions that tools take. None begins with a dash, has a space or leads out of a folder.
#: Some take a choice of what a package can do, in brackets.
_PINNED = r"@?[A-Za-z0-9_][A-Za-z0-9_.+-]*(?:[/:][A-Za-z0-9_][A-Za-z0-9_.+-]*)*(?:\[[A-Za-z0-9_,-]+\])?"


def _single(version: str) -> str:
    if re.fullmatch(r"[0-9][A-Za-z0-9_.+!-]*", version):
        return version
    raise wrong(f"has no single version: {version!r}", "write one version, such as 1.2.3")


class PinKeys(
    RootModel[
        dict[
            Annotated[str, shaped(_PINNED, "is no name that a package can have")],
            Annotated[Line, AfterValidator(_single)],
        ]
    ]
):
    """A package that the language's own tool fetches: its name and version, then those of all that it needs."""


class SystemKeys(Keys):
    """A package that the system brings."""

    version: Annotated[Texts, holds("runtime")]
    install: Mapping[str, Texts] = {}
    link: Texts = ()


def load(path: Path, kit: Kit, problems: list[Problem]) -> dict[str, Package]:
    """Read the packages of a kit, without those of which something is wrong; that is added to `problems`."""
    file = read_for(path, problems)
    if file is None:
        return {}
    found: dict[str, Package] = {}
    for name, value in file.data.items():
        wrong_before = len(file.problems)
        if not NAME.fullmatch(name):
            file.complain("is no name of a package: letters, digits and _ . + -", name)
        elif not isinstance(value, dict):
            hint = f"write [{name}], and below it a line for each name and version"
            file.complain("must be a table", name, hint=hint)
        elif kit.fetching:
            pins = file.read_as(PinKeys, name)
            if not value:
                hint = 'below it stands a line for each name, such as: NAME = "1.2.3"'
                file.complain("names no version", name, hint=hint)
            package = Package(name, pins.root if pins is not None else {})
        else:
            keys = file.read_as(SystemKeys, name)
            if keys is not None and keys.link and "{libraries}" not in kit.build:
                file.complain("means nothing to a kit whose 'build' has no {libraries}", name, "link")
            package = Package(name, **keys.model_dump() if keys is not None else {})
        if len(file.problems) == wrong_before:
            found[name] = package
    problems += in_order(file.problems)
    return found
