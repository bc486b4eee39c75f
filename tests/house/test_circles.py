"""No two modules need each other, not even by an import inside a function."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from house.sources import MODULES, SRC, nodes_of, source_of


def name_of(path: Path) -> str:
    """The name by which a module is imported."""
    parts = ("iotrial", *path.relative_to(SRC).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def imports_of(path: Path, modules: Collection[str]) -> Iterator[str]:
    """Yield the modules of ours that a module imports, wherever in it."""
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else str(node.module)


def circles(imports: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Return the groups of modules of which each needs each other, by way of others or not."""
    needs = {module: reachable(module, imports) for module in imports}
    found = {
        tuple(sorted(other for other in needs[one] if one in needs[other])) for one in imports if one in needs[one]
    }
    return sorted(found)


def reachable(start: str, imports: Mapping[str, Collection[str]]) -> set[str]:
    """Return all that a module needs, by way of others or not."""
    found: set[str] = set()
    left = list(imports[start])
    while left:
        if (module := left.pop()) not in found:
            found.add(module)
            left += imports[module]
    return found


def test_no_modules_go_round_in_a_circle() -> None:
    modules = {name_of(path): path for path in MODULES}
    imports = {name: set(imports_of(path, modules)) - {name} for name, path in modules.items()}
    assert len(imports) > 100 and not circles(imports), "\n".join(map(" <-> ".join, circles(imports)))


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": []}) == [("b", "c")]
