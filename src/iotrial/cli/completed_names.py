"""Names that the tab key completes. Folders are listed and no file is read, so that a shell need not wait."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

from iotrial.errors import UsageError


def jobs(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a job."""
    return _begun(incomplete, (job.name for job in _jobs(context)))


def studies(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a study."""
    return _begun(incomplete, (path.stem for tree in _trees(context) for path in _there(tree / "studies", "*.toml")))


def studies_and_jobs(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a study or of a job."""
    return [*studies(context, incomplete), *jobs(context, incomplete)]


def languages(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a language."""
    return _begun(incomplete, (path.parent.name for path in _methods(context)))


def methods(context: typer.Context, incomplete: str) -> list[str]:
    """Complete LANGUAGE/METHOD."""
    return _begun(incomplete, (f"{path.parent.name}/{path.stem}" for path in _methods(context)))


def methods_of_jobs(context: typer.Context, incomplete: str) -> list[str]:
    """Complete JOB, JOB/LANGUAGE or JOB/LANGUAGE/METHOD: as many parts of it as were begun."""
    parts = incomplete.count("/") + 1
    every = (f"{path.parents[1].name}/{path.parent.name}/{path.stem}" for path in _methods(context))
    return _begun(incomplete, ("/".join(name.split("/")[:parts]) for name in every))


def _begun(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin so, each once; none if folders cannot be listed, since a shell shows no error."""
    found: list[str] = []
    with contextlib.suppress(OSError, UsageError):
        found += sorted({name for name in names if name.startswith(incomplete)})
    return found


def _trees(context: typer.Context) -> list[Path]:
    """Return our own tree, and those that were joined so far on the command line."""
    from iotrial.ask.own_tree import root

    return [root(), *(Path(str(tree)) for tree in context.params.get("trees") or ())]


def _jobs(context: typer.Context) -> Iterator[Path]:
    """Yield the folder of each job; that of a tree is in its folder `methods` or in the tree itself."""
    for tree in _trees(context):
        yield from _there(tree / "methods" if (tree / "methods").is_dir() else tree, "*/")


def _methods(context: typer.Context) -> Iterator[Path]:
    """Yield the file or folder of each method whose language has a kit; of the jobs alone that were typed, if any."""
    kits = {kit.parent.name for tree in _trees(context) for kit in _there(tree / "kits", "*/kit.toml")}
    every = list(_jobs(context))
    words = {context.params.get("job"), *context.args}  # a shell completes with what cannot be told apart yet in args
    for job in [job for job in every if job.name in words] or every:
        for language in _there(job, "*/"):
            if language.name in kits:
                yield from _there(language, "*")


def _there(folder: Path, pattern: str) -> list[Path]:
    """Return what a folder holds, without what is hidden or made by tools."""
    return [path for path in folder.glob(pattern) if not path.name.startswith((".", "_"))]
