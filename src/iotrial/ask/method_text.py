"""The text that is measured: that of a method's file, or of all files of its folder, and those of its kit."""

from __future__ import annotations

import contextlib
from pathlib import Path

from iotrial.ask.catalog import Kit, Method
from iotrial.ask.shaped import text_of_adapter


def text_of(method: Method) -> str:
    """Return the text of a method: its file's, or that of each file of its folder and of what lies beside that.

    Bytes that are not UTF-8 are replaced. OSError if it cannot be read.
    """
    if not method.is_folder:
        return _text(method.path)
    return "".join(f"==> {name} <==\n{_text(path)}" for name, path in files_of(method).items())


def files_of(method: Method) -> dict[str, Path]:
    """The files of a method by their names; the entry comes first, what it shares with others of its stack last."""
    if not method.is_folder:
        return {method.path.name: method.path}
    folder = method.path.parent
    own = {path.name: path for path in (method.path, *_files_in(folder))}
    shared = [path for place in method.beside for path in _files_in(place)]
    return own | {f"../{path.parent.name}/{path.name}": path for path in shared if path.name not in own}


def state_of(method: Method) -> dict[str, tuple[int, int, int]]:
    """Return what changes for each file of a method when it is replaced or written to; missing files are left out."""
    found = {}
    for name, path in files_of(method).items():
        with contextlib.suppress(OSError):
            state = path.stat()
            found[name] = state.st_ino, state.st_size, state.st_mtime_ns
    return found


def kit_texts(kit: Kit, job: str) -> dict[str, str]:
    """The texts of a kit that are part of what is measured, by what a sentence calls them; OSError if one is gone."""
    found = {f"the {kit.language} kit": _text(kit.program)} if kit.program.is_file() else {}
    if kit.adapter(job).is_file():
        found[f"the {kit.language} adapter of {job}"] = text_of_adapter(kit, job)
    if kit.like:
        found[f"the {kit.language} kit's kit.toml"] = _text(kit.folder / "kit.toml")
        beside = [path for folder in kit.like for path in _files_in(folder)]
        found |= {f"the {kit.language} kit's {path.parent.name}/{path.name}": _text(path) for path in beside}
    return found


def _files_in(folder: Path) -> list[Path]:
    names = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in names if path.is_file() and not path.name.startswith((".", "__"))]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
