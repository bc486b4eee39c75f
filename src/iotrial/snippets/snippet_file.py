"""A user's own file, as a method: its language by the end of its name, and what an adapter must know of its text."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import stat
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from iotrial.ask import header
from iotrial.ask.catalog import PACKAGE, Kit, Method, Package, SnippetForm
from iotrial.ask.suggest import closest, suggestion
from iotrial.ask.tree import MOST_METHOD_BYTES
from iotrial.errors import Problem, UsageError

#: The function that is looked for.
FUNCTION = "run"

#: Functions that are named if that is not there, at most.
_MOST_NAMED = 6

#: How a file names a library by its path; where it may do so.
PATH = "path "
_MOST_LINES = 40

#: `package NAME VERSION`, as tools take names and versions.
_PINNED = re.compile(r"package (@?[A-Za-z0-9_][A-Za-z0-9_.+:/-]*) ([0-9][A-Za-z0-9_.+!-]*)")

_UNFIT = re.compile(r"[^A-Za-z0-9_.+-]")


def methods_of(
    files: Sequence[Path], job: str, kits: Mapping[str, Kit], problems: list[Problem], paths: Sequence[Path] = ()
) -> list[Method]:
    """Return the files as methods, each with a name of its own; everything that is wrong is added to `problems`.

    paths: libraries that each of them may use.
    """
    found = [method for file in files if (method := _method(file, job, kits, problems, paths)) is not None]
    return _told_apart(found)


def _method(
    file: Path, job: str, kits: Mapping[str, Kit], problems: list[Problem], paths: Sequence[Path]
) -> Method | None:
    kit = kit_of(file, kits)
    if kit is None or kit.snippet is None:
        known = sorted({f".{end}" for one in kits.values() if one.snippet for end in one.snippet.extensions})
        hint = suggestion(file.suffix, known) or f"files end in {', '.join(known)}"
        problems.append(Problem("is of no language that is known, by the end of its name", where=str(file), hint=hint))
        return None
    text = _text(file, problems)
    if text is None:
        return None
    own = _own(text, kit.snippet)
    if own is None:
        problems.append(missing(file, text, kit))
        return None
    return Method(
        job=job,
        language=kit.language,
        name=_UNFIT.sub("_", file.name.removesuffix(file.suffix)).lstrip(".+-") or "_",
        path=file.absolute(),
        summary=in_text(file.name),
        when="",
        called=in_text(file.name)[: header.LONGEST_NAME],
        needs=_needs(text, kit, file, problems),
        paths=tuple(dict.fromkeys([*(path.absolute() for path in paths), *_paths(text, kit, file)])),  # its own win
        own=own,
    )


def in_text(name: str) -> str:
    """Return a name as it can be stored, with bytes that are no text written out."""
    return name.encode("utf-8", "backslashreplace").decode()


def kit_of(file: Path, kits: Mapping[str, Kit]) -> Kit | None:
    """Return the kit of a file by the end of its name; None if there is none."""
    end = file.suffix.removeprefix(".").lower()
    return next((kit for kit in kits.values() if kit.snippet is not None and end in kit.snippet.extensions), None)


def _text(file: Path, problems: list[Problem]) -> str | None:
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode):
            problems.append(Problem("is no regular file", where=str(file)))
        elif found.st_size > MOST_METHOD_BYTES:
            problems.append(Problem(f"is larger than {MOST_METHOD_BYTES >> 20} MiB, which no snippet is", str(file)))
        else:
            return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        problems.append(Problem("is not UTF-8", where=f"{file}:{line}"))
    except (OSError, RuntimeError) as error:
        problems.append(_unreadable(file, error))
    return None


def require_there(files: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Raise UsageError with all files and inputs that are not there: a look takes no time, and all else does."""
    problems = [_unreadable(path, error) for path, error in _not_there(files)]
    problems += [not_an_input(path, error) for path, error in _not_there(inputs)]
    if problems:
        raise UsageError(problems)


def not_an_input(path: Path, error: OSError | RuntimeError) -> Problem:
    """Return the complaint of an input that cannot be read."""
    reason, near = getattr(error, "strerror", None) or str(error), _named_nearly(path)
    hint = f"did you mean {near!r}?" if near and isinstance(error, FileNotFoundError) else None
    return Problem(f"cannot be an input: {reason}", where=getattr(error, "filename", None) or str(path), hint=hint)


def _not_there(paths: Sequence[Path]) -> Iterator[tuple[Path, OSError]]:
    for path in paths:
        try:
            path.stat()
        except OSError as error:
            yield path, error


def _unreadable(file: Path, error: OSError | RuntimeError) -> Problem:
    hint = None if file.exists() or file.is_symlink() else _init_hint(file)
    reason = getattr(error, "strerror", None) or str(error)
    return Problem(f"cannot be read: {reason}", where=str(file), hint=hint)


def _init_hint(file: Path) -> str:
    near = _named_nearly(file)
    return f"did you mean {near!r}?" if near else "`iotrial vs --init LANGUAGE` writes two to begin with"


def _named_nearly(file: Path) -> str | None:
    """A file nearby that may have been meant, by its name without the ending, which many have."""
    try:
        names = sorted(os.listdir(file.parent))  # noqa: PTH208 (names alone)
    except OSError:
        return None
    stems = {Path(name).stem: name for name in names}
    near = closest(file.stem, stems)
    return stems[near] if near else None


def _own(text: str, form: SnippetForm) -> tuple[tuple[str, str], ...] | None:
    """Return what an adapter must know of the function; None if the text has none of that form."""
    if not form.function:
        return () if re.search(r"\brun\b|\bexport\s+default\b|\bmodule\.exports\b", text) else None
    match = re.search(form.function, text, re.MULTILINE)
    if match is None:
        return None
    return tuple((name, " ".join(value.split())) for name, value in match.groupdict().items() if value is not None)


def missing(file: Path, text: str, kit: Kit) -> Problem:
    """Return the complaint of a file that does not define the function: what is looked for, and what is there."""
    assert kit.snippet is not None, "such files are read for kits that have a form for them"
    found = re.finditer(kit.snippet.functions, text, re.MULTILINE)
    names = [name for match in found for name in match.groups() if name]
    others = [f"{name}()" for name in dict.fromkeys(names)][:_MOST_NAMED]
    there = f"it has {', '.join(others)}" if others else "it has no function"
    if f"{FUNCTION}()" in others:
        there = "its `run` cannot be called as it is written"
    return Problem(f"has no `{kit.snippet.wanted}`; {there}", str(file), f"write: {kit.snippet.wanted}")


def _needs(text: str, kit: Kit, file: Path, problems: list[Problem]) -> tuple[str, ...]:
    """Return what the first comment says that the file needs; it may say anything else."""
    wrong: list[Problem] = []
    said = [_as_package(word) for word in _said(text, kit) if not word.startswith(PATH)]
    comment = f"{kit.comment} -" + (f"\n{kit.comment} needs: {', '.join(said)}" if said else "")
    found = header.parse(comment, kit.comment, {}, str(file), wrong)
    problems += [dataclasses.replace(problem, where=str(file)) for problem in wrong]
    needs = found.needs if found is not None else ()
    for package in (need.removeprefix(PACKAGE) for need in needs if need.startswith(PACKAGE)):
        if package not in kit.packages:
            hint = suggestion(package, kit.packages)
            problems.append(Problem(f"needs a package {package!r}, which is not known", str(file), hint))
    return needs


def _paths(text: str, kit: Kit, file: Path) -> list[Path]:
    """Return the libraries that the first comment names by their paths, from the file's folder on."""
    return [
        (file.absolute().parent / word.removeprefix(PATH)).resolve() for word in _said(text, kit) if word[:5] == PATH
    ]


def _said(text: str, kit: Kit) -> list[str]:
    """Return all that `needs:` lines at the beginning of a text say."""
    lines = [line.strip().removeprefix(kit.comment).strip() for line in text.splitlines()[:_MOST_LINES]]
    said = [line.removeprefix("needs:").split(",") for line in lines if line.startswith("needs:")]
    return [word.strip() for words in said for word in words if word.strip()]


def _as_package(word: str) -> str:
    """Return `package NAME-VERSION` for `package NAME VERSION`; any other word as it is."""
    pinned = _PINNED.fullmatch(word)
    return f"{PACKAGE}{_UNFIT.sub('_', pinned[1]).lstrip('_')}-{pinned[2]}" if pinned is not None else word


def with_pinned(kits: Mapping[str, Kit], files: Sequence[Path]) -> dict[str, Kit]:
    """Return the kits with the packages that files name with a version of their own: `needs: package NAME VERSION`.

    What a known one needs stays with it. Of files that cannot be read, nothing is told here.
    """
    found = dict(kits)
    for file in files:
        kit = kit_of(file, found)
        text = _text(file, []) if kit is not None else None
        if kit is None or text is None or kit.fetching is None:
            continue
        added = {}
        for word in _said(text, kit):
            if (pinned := _PINNED.fullmatch(word)) is not None:
                name, known = _as_package(word).removeprefix(PACKAGE), kit.packages.get(pinned[1])
                own = next(iter(known.pins), pinned[1]) if known is not None else pinned[1]
                added[name] = Package(name, {**(known.pins if known is not None else {}), own: pinned[2]})
        found[kit.language] = dataclasses.replace(kit, packages={**kit.packages, **added})
    return found


def _told_apart(methods: Sequence[Method]) -> list[Method]:
    """Give files of one name their folder's name too, and a file that is named again the words that say so."""
    paths = Counter(method.path for method in methods)
    called = Counter(method.called for method in {method.path: method for method in methods}.values())
    seen: Counter[Path] = Counter()
    names: Counter[str] = Counter()
    found = []
    for method in methods:
        words = method.called
        if called[words] > 1:
            words = f"{in_text(method.path.parent.name)}/{words}"[-header.LONGEST_NAME :]
        seen[method.path] += 1
        if paths[method.path] > 1 and seen[method.path] > 1:
            words = f"{words} (again)" if seen[method.path] == 2 else f"{words} ({seen[method.path]})"
        names[method.arm] += 1
        name = method.name if names[method.arm] == 1 else f"{method.name}-{names[method.arm]}"
        found.append(dataclasses.replace(method, name=name, called=words))
    return found


def install_hint(language: str) -> str:
    """Return the command that installs a runtime."""
    return f"iotrial machine --install {shlex.quote(language)}"
