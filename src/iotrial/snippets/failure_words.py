"""Failures of snippets in the words of those who wrote them: their own file and line, and not what iotrial made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from iotrial.ask.catalog import Kit, Method
from iotrial.errors import NothingMeasured, Problem
from iotrial.snippets.snippet_file import missing

#: The first words of a compiler's reason.
_COMPILES = "does not compile: "

#: The words of kits, and of linkers, for a function that is not there.
_NO_FUNCTION = re.compile(r"no function \w+\(\) is (defined|exported)|undefined reference to [`'\"]run\b")

#: The adapter that calls the function, in a compiler's words: it has another form than it was written in.
_ADAPTER = re.compile(r"(adapters/\w+/|\b(?:adapter|Job)\.\w+:\d)")

#: Kits whose languages find it out when they call.
_ARGUMENTS = re.compile(r"\b(missing|takes) \d+ (required )?positional argument|Too (few|many) arguments to function")

#: A library that a file wants and does not find, in the words of each language.
_LIBRARY = re.compile(
    r"No module named|Cannot find (package|module)|cannot find package|is not in (std|GOROOT)"
    r"|package \S+ does not exist|unresolved import|unlinked crate|undeclared crate|Failed to open stream: No such"
    r"|\.h\w*: No such file"
)
_BRING = (
    "say in its first comment what it needs: `needs: package NAME VERSION`, or `needs: path PATH`; "
    "--path PATH is for all files"
)

_CHANGED = re.compile(r"changed its input '(?P<name>[^']*)'")

_DIFFERS = "only equal work is compared: all must return the same for every input"
_WRITES_ELSE = "only equal work is compared: all must write the same for every input"

#: What decides if the function gets a second path: True if it does here.
_SECOND = {
    False: "--output gives it a second path, to write to",
    True: "without --output it is given one path alone",
}

_NOTHING = "return what they come to, such as a count, a sum or the text; or write it, with --output"

#: The folder that the copy of an input lies in, as an error of the system names it.
_COPIES = re.compile(r"(?:/[^/:'\"]+)*/iotrial-[0-9a-f]+/inputs/\d+/")


def in_their_words(failure: NothingMeasured, methods: Iterable[Method], kits: Mapping[str, Kit]) -> NothingMeasured:
    """Return the failure with each reason as the author of the file can use it."""
    named = {method.called: method for method in methods}
    return NothingMeasured(
        dict.fromkeys(
            _of_file(problem, named[problem.where], kits) if problem.where in named else problem
            for problem in failure.problems
        )
    )


def _of_file(problem: Problem, method: Method, kits: Mapping[str, Kit]) -> Problem:
    kit = kits[method.language]
    form = kit.snippet
    assert form is not None, "such files are read for kits that have a form for them"
    message, line = _parted(_own_names(problem.message, method, kit), method.path.name)
    if changed := _CHANGED.search(message):
        inside = changed["name"].partition("/")[2]
        what = f"changes its input{', ' + inside if inside else ', or what lies beside it'}"
        return Problem(f"{what}: it works on a copy, and yours is as it was", method.called)
    if _NO_FUNCTION.search(message):
        return missing(Path(method.called), method.path.read_text("utf-8", "replace"), kit)
    if _ADAPTER.search(message) or _ARGUMENTS.search(message):
        said = re.sub(r" in \S*adapters/\S+ on line \d+", "", message.removeprefix(_COMPILES))
        said = re.sub(r"^\S*(adapters/|adapter\.|Job\.)\S*\s*", "", said)
        words = f"its `run` cannot be called in the form that is looked for: {said}"
        return Problem(words, method.called, f"write: {form.wanted}; {_SECOND[form.wanted == form.wanted_with_output]}")
    found = re.match(rf"{_COMPILES}{re.escape(method.path.name)}:(\d+)(?::\d+)?:? ?(.*)", message)
    if found is not None:
        hint = _BRING if _LIBRARY.search(found[2]) else None
        return Problem(f"{_COMPILES}{found[2]}", f"{method.called}:{found[1]}", hint)
    if _LIBRARY.search(message):
        return Problem(message, method.called, _BRING)
    return Problem(message, f"{method.called}:{line}" if line else method.called, _hint(message))


def _parted(message: str, name: str) -> tuple[str, str]:
    """Return what went wrong and the line of the file at which it did; "" if it is not known, or ended the program."""
    found = re.fullmatch(rf"(?!ended with )(.*) \({re.escape(name)}:(\d+)\)", message, re.DOTALL)
    return (found[1], found[2]) if found else (message, "")


def _hint(message: str) -> str | None:
    """Return what to do about a result that is not that of the others, or is none."""
    if message.startswith("returns nothing,"):
        return _NOTHING
    if "; " not in message:
        return None
    return _WRITES_ELSE if message.startswith("writes ") else _DIFFERS if "returns " in message else None


def _own_names(message: str, method: Method, kit: Kit) -> str:
    """Put the name of the file in the place of its path, and of the name that the compiler knew it by.

    An input has its own name, in the place of that of its copy.
    """
    staged = [name.rsplit("/", 1)[-1] for name, source in kit.stage.items() if source == "{method}"]
    message = _COPIES.sub("", message.replace(str(method.path), method.path.name))
    message = re.sub(r"(?:file://)?\S*/packages/\S*/[0-9a-f]{32}\.\w+", method.path.name, message)
    for name in staged:
        message = re.sub(rf"(?:[\w./-]*/)?\b{re.escape(name)}(?=[:\s])", method.path.name, message)
    return message
