"""A folder of methods by content, so that hosts can have it too."""

from __future__ import annotations

from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.units import format_bytes

#: Relative path -> the bytes of the file.
Tree = dict[str, bytes]

#: Methods are texts: a larger folder is not one of methods.
MOST_BYTES = 16 << 20


def read_tree(folder: Path) -> Tree:
    """Read the files of a folder of methods; UsageError if it has links, or is too large."""
    found: Tree = {}
    total = 0
    for path in sorted(folder.rglob("*")):
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        if path.is_symlink():
            raise UsageError(Problem("is a link, which is not sent to hosts", where=str(path), hint="copy the file"))
        if path.is_file():
            total += path.stat().st_size
            if total > MOST_BYTES:
                raise UsageError(
                    Problem(f"has over {format_bytes(MOST_BYTES)}, which is not sent to hosts", where=str(folder))
                )
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def write_tree(tree: Tree, folder: Path) -> None:
    """Write a folder of methods; UsageError if a file of it would lie outside."""
    folder.mkdir()
    for name, data in tree.items():
        path = folder / name
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise UsageError(f"the methods have a file outside of their folder: {name[:60]!r}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
