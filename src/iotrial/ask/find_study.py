"""The study file that a user means: by a name of ours, a name of a tree that joined, or a path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from iotrial.ask.nearby_hints import study_nearby
from iotrial.ask.own_tree import root
from iotrial.ask.suggest import nearest
from iotrial.errors import Problem, UsageError

HINT = "`iotrial studies` lists them; a file is named by its path, such as ./study.toml"


def studies(trees: Sequence[Path] = ()) -> dict[str, Path]:
    """Return name -> file of every study of ours and of `trees`; a name of ours cannot be taken by another."""
    found: dict[str, Path] = {}
    for tree in (root(), *trees):
        for path in sorted((tree / "studies").glob("*.toml")):
            if not path.name.startswith("."):
                found.setdefault(path.stem, path)
    return found


def find(name: str, trees: Sequence[Path] = (), jobs: Iterable[str] = ()) -> Path:
    """Find the file of a study by name or path; UsageError with the nearest study or job if there is none."""
    known = studies(trees)
    if name in known:
        return known[name]
    if "/" in name or name.endswith(".toml"):
        path = Path(name)
        try:
            if path.expanduser().exists():
                return path.expanduser()
        except (OSError, ValueError, RuntimeError):
            pass  # a name that no file can have
        near = study_nearby(name, jobs) or nearest(Path(name).stem, [*known, *jobs])
        raise UsageError(Problem("there is no such file", where=repr(name)[1:-1], hint=near or HINT))
    near = study_nearby(name, jobs) or nearest(name, [*known, *jobs])
    shown = name if len(name) <= 60 else f"{name[:60]}…"
    raise UsageError(f"unknown study {shown!r}", hint=near or HINT)
