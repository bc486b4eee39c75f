"""Hints at a method, study or tree in the current folder or beside it; nothing of it is read or joined."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from iotrial.ask.suggest import nearest
from iotrial.ask.typed_method import path_typed

#: A folder with more entries is not searched: it is no tree of methods, and a hint must not take long.
MOST_ENTRIES = 200

#: A folder that was named may be a job's or a language's: its tree is at most this many levels above it.
MOST_ABOVE = 3

METHODS, STUDIES = "methods", "studies"


def is_tree(folder: Path, jobs: Iterable[str]) -> bool:
    """True if a folder has the shape of a tree: methods of a job that exists, a kit, or studies."""
    if any(_folders(folder / "kits")) or (folder / METHODS).is_dir() or any((folder / STUDIES).glob("*.toml")):
        return True
    return any(next(_files(language), None) for job in jobs for language in _folders(folder / job))


def trees_nearby(jobs: Iterable[str], here: Path | None = None) -> list[Path]:
    """Return the trees among the current folder, the folders in it and the one above; ours is left out."""
    here = here or Path.cwd()
    known = list(jobs)
    try:
        return [folder for folder in (here, *_folders(here), here.parent) if is_tree(folder, known)]
    except OSError:
        return []


def tree_meant(folder: Path, jobs: Iterable[str]) -> Path | None:
    """Return the tree that a folder of the wrong level belongs to: one above it or one in it."""
    known = list(jobs)
    folder = folder.absolute()
    try:
        near = [*list(folder.parents)[:MOST_ABOVE], *_folders(folder)]
        return next((tree for tree in near if is_tree(tree, known)), None)
    except OSError:
        return None


def method_nearby(name: str, jobs: Iterable[str]) -> str | None:
    """Hint how to type a method that was named by its file, or is in a tree nearby that was not joined."""
    known = list(jobs)
    stem = Path(name).name.partition(".")[0]
    try:
        file = Path(name)
        if file.is_file() and len(file.absolute().parents) > 2:
            return f"a method is named by what its folders say: {_typed(file.absolute())}"
        for tree in trees_nearby(known):
            for path in _methods(tree, known):
                if stem and path.name.partition(".")[0] == stem:
                    return f"it is in a tree that was not joined: --with {shlex.quote(path_typed(tree))}"
    except (OSError, ValueError):
        return None
    return None


def study_nearby(name: str, jobs: Iterable[str]) -> str | None:
    """Hint how to type a study or a tree nearby, if the name is that of one."""
    wanted = name.removesuffix(".toml").lower()
    try:
        for path in _files(Path.cwd()):
            if path.suffix == ".toml" and path.stem.lower() == wanted:
                return f"did you mean ./{path.name}?"
        if name.count(".") and (
            near := nearest(name, [path.name for path in _files(Path.cwd()) if path.suffix == ".toml"])
        ):
            return near
        for tree in trees_nearby(jobs):
            if any(path.stem == name.removesuffix(".toml") for path in (tree / STUDIES).glob("*.toml")):
                return f"it is in a tree that was not joined: --with {shlex.quote(path_typed(tree))}"
        if is_tree(Path(name), jobs):
            return f"it is a folder of methods, which joins a job or a study: --with {shlex.quote(name)}"
    except (OSError, ValueError):
        return None
    return None


def _typed(path: Path) -> str:
    """Return the words by which a command finds a method's file: `JOB/LANGUAGE/METHOD --with TREE`."""
    job, language = path.parents[1].name, path.parents[0].name
    folder = path.parents[2]
    tree = folder.parent if folder.name == METHODS else folder
    name = f"{job}/{language}/{path.name.partition('.')[0]}"
    return f"{shlex.quote(name)} --with {shlex.quote(path_typed(tree))}"


def _methods(tree: Path, jobs: Iterable[str]) -> Iterator[Path]:
    for job in jobs:
        for folder in (tree / job, tree / METHODS / job):
            for language in _folders(folder):
                yield from _files(language)


def _folders(folder: Path) -> Iterator[Path]:
    return (path for path in _entries(folder) if path.is_dir())


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in _entries(folder) if path.is_file())


def _entries(folder: Path) -> list[Path]:
    """Return the entries of a folder that are not hidden; none if they are too many, or cannot be read."""
    try:
        found = [path for path, _ in zip(folder.iterdir(), range(MOST_ENTRIES + 1), strict=False)]
    except OSError:
        return []
    return sorted(path for path in found if not path.name.startswith(".")) if len(found) <= MOST_ENTRIES else []
