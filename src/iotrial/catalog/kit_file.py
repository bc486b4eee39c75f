"""The file kit.toml: how to find, build, start and install the kit of one language."""

from __future__ import annotations

import re
from pathlib import Path

from iotrial.catalog.fields import Fields
from iotrial.catalog.model import Kit
from iotrial.catalog.toml_file import read
from iotrial.errors import Problem, UsageError

#: The places to be filled in that the words of each command may have.
PLACES = {
    "version": ("{runtime}",),
    "itself": ("{runtime}",),
    "run": ("{runtime}", "{options}", "{kit}", "{adapter}", "{method}", "{program}", "{folder}"),
    "build": ("{runtime}", "{flags}", "{folder}", "{adapters}", "{program}", "{kit}", "{adapter}", "{method}"),
    "option": ("{key}", "{value}"),
}


def load(folder: Path, problems: list[Problem]) -> Kit | None:
    """Read the kit of a folder; None if its kit.toml cannot be read. Everything wrong is added to `problems`."""
    try:
        file = read(folder / "kit.toml")
    except UsageError as error:
        problems += error.problems
        return None
    fields = Fields(file, problems)
    kit = Kit(
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
        flags=fields.text("flags"),
        option=fields.texts("option"),
        called=fields.text("called"),
        install={manager: Fields(file, problems, ("install",)).texts(manager) for manager in fields.tables("install")},
    )
    fields.finish()
    if kit.extension and not re.fullmatch(r"[A-Za-z0-9_+]+", kit.extension):
        fields.complain("is written without a point, in letters and digits", "extension")
    if kit.flags and not kit.build:
        fields.complain("means nothing in a kit that has no 'build'", "flags")
    for key, places in PLACES.items():
        for word in getattr(kit, key):
            for place in re.findall(r"\{[a-z]+\}", word):
                if place not in places:
                    fields.complain(f"cannot hold {place}", key, f"it can hold {', '.join(places)}")
    if not kit.program.is_file():
        problems.append(Problem(f"the {kit.language} kit has no {kit.program.name}", where=str(folder)))
    return kit
