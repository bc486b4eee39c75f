"""One name for one thing: no two modules share a name, and no two types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from house.sources import MODULES, SRC, nodes_of, source_of

#: Names that say the same of every room, or of every module.
OF_EVERY_ROOM = ("__init__", "__main__")

#: Modules in which fields are still described in the words of others.
WITH_OTHER_WORDS = ("advice", "language_answer")


def shared(named: Iterable[tuple[str, str]]) -> list[str]:
    """Return each name that stands at several places, with the places."""
    places: dict[str, list[str]] = {}
    for name, place in named:
        places.setdefault(name, []).append(place)
    return [f"{name}: {', '.join(found)}" for name, found in places.items() if len(found) > 1]


def types_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield every class that a module defines, with its place."""
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.ClassDef):
            yield node.name.lstrip("_"), path.relative_to(SRC).as_posix()


def descriptions_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the description of every field of a module's models, with its place."""
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Field":
            for keyword in node.keywords:
                if keyword.arg == "description" and isinstance(keyword.value, ast.Constant):
                    yield str(keyword.value.value), f"{path.relative_to(SRC).as_posix()}:{node.lineno}"


def test_no_two_modules_share_a_name() -> None:
    named = [(path.stem, path.relative_to(SRC).as_posix()) for path in MODULES if path.stem not in OF_EVERY_ROOM]
    assert named and not shared(named)


def test_no_two_types_share_a_name() -> None:
    assert not shared(found for path in MODULES for found in types_of(path))


def test_no_field_is_described_twice() -> None:
    described = [found for path in MODULES if path.stem not in WITH_OTHER_WORDS for found in descriptions_of(path)]
    assert len(described) > 500 and not shared(described)


def test_a_name_that_is_shared_is_found() -> None:
    assert shared([("read", "a.py"), ("write", "b.py"), ("read", "c.py")]) == ["read: a.py, c.py"]
