"""The layers of the house: a module imports from its own package and from those below it, never upwards.

Imports inside functions count: they are there for a quick start, never to go round this.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.sources import MODULES, nodes_of, source_of
from house.sources import SRC as ROOT

#: From the ground up. Packages of one line know nothing of each other.
LAYERS = (
    (
        "errors",
        "units",
        "cautions",
        "code_digest",
        "json_text",
        "standard_streams",
        "utf8_mode",
        "visible_text",
        "__init__",
    ),
    ("folders",),
    ("stats",),
    ("ask",),
    ("store",),
    ("machine",),
    ("places",),
    ("workers",),
    ("probes",),
    ("jobs",),
    ("judge",),
    ("measure",),
    ("claims",),
    ("across", "answers", "gate", "hosts", "publish", "selftest", "snippets"),
    ("report",),
    ("site",),
    ("cli",),
    ("__main__",),
)
FLOOR = {name: floor for floor, names in enumerate(LAYERS) for name in names}


def room_of(module: str) -> str:
    """The first name below iotrial: a package, or a module at the top."""
    return module.split(".")[1] if "." in module else "__init__"


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and room of each import from iotrial in a file, those inside functions too."""
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.Import):
            yield from (
                (node.lineno, room_of(name.name)) for name in node.names if name.name.split(".")[0] == "iotrial"
            )
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module == "iotrial":
                rooms = (name.name for name in node.names)
                yield from ((node.lineno, room if room in FLOOR else "__init__") for room in rooms)
            elif node.module.startswith("iotrial."):
                yield node.lineno, room_of(node.module)


def upward(room: str, imports: Iterator[tuple[int, str]]) -> list[str]:
    """The imports that a module of a room should not have, each with where they belong."""
    return [
        f"line {line}: {room}/ may not know {other}/, which is "
        + ("beside it" if FLOOR[other] == FLOOR[room] else "above it")
        + f"; what both need belongs in a room below {room}/"
        for line, other in imports
        if other != room and FLOOR[other] >= FLOOR[room]
    ]


def test_every_room_has_its_floor() -> None:
    rooms = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in MODULES}
    assert rooms == set(FLOOR), "a new package wants its line in LAYERS, and in CONTRIBUTING's house"


def test_nothing_is_imported_from_a_room_above() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {fault}"
        for path in MODULES
        for fault in upward(path.relative_to(ROOT).parts[0].removesuffix(".py"), imports_of(path))
    ]
    assert MODULES and not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from iotrial.report.page import page", 1),
        ("def later():\n    from iotrial.claims.claim import Claim", 1),
        ("import iotrial.measure.running_session", 1),
        ("from iotrial import cli", 1),
        ("from iotrial.stats.verdict import verdict\nfrom iotrial import __version__\nimport os", 0),
    ],
)
def test_an_upward_import_is_seen_wherever_it_stands(tmp_path: Path, text: str, found: int) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert len(upward("judge", imports_of(path))) == found
