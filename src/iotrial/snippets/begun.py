"""Two files to begin with, in a language: copies of what its kit has, in the current folder, which replace nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from iotrial.ask.catalog import Kit
from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem, UsageError

#: The folder of a kit that has them.
SNIPPETS = "snippets"


def begin(language: str, folder: Path, kits: Mapping[str, Kit]) -> list[Path]:
    """Write the files of a language and return them; UsageError if there are none, or if one of these names is taken.

    Then nothing is written.
    """
    known = {name: kit for name, kit in kits.items() if (kit.folder / SNIPPETS).is_dir()}
    kit = known.get(language.lower()) or next((kit for kit in known.values() if kit.spoken == language), None)
    if kit is None:
        raise UsageError(
            Problem(f"there is nothing to begin with in {language!r}", "--init", suggestion(language, known))
        )
    sources = sorted((kit.folder / SNIPPETS).glob(f"*.{kit.extension}"))
    files = [folder / source.name for source in sources]
    if taken := [file for file in files if file.exists() or file.is_symlink()]:
        hint = "move it away, or go to another folder: nothing is written over"
        raise UsageError([Problem("is there already", file.name, hint) for file in taken])
    for source, file in zip(sources, files, strict=True):
        try:
            with file.open("xb") as begun:
                begun.write(source.read_bytes())
        except OSError as error:
            raise UsageError(Problem(f"cannot be written: {error.strerror}", file.name)) from None
    return files
