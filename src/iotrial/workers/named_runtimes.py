"""Runtimes and compilers that the user names: each must be there and of its language, and says its version."""

from __future__ import annotations

import dataclasses
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import psutil

from iotrial.ask.catalog import Catalog, Kit
from iotrial.ask.suggest import suggestion
from iotrial.ask.variant_arms import Runtime
from iotrial.errors import Problem, UsageError
from iotrial.machine.bounded_program import run_bounded
from iotrial.places.passing import passing_folder
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.complaint import visible
from iotrial.workers.kit_cost import empty_method
from iotrial.workers.protocol import ProtocolError
from iotrial.workers.unavailable import Unavailable
from iotrial.workers.worker import Command, Worker, WorkerFailed

#: A runtime that takes longer than this to state its version, or to start, hangs.
PATIENCE_S = 20.0

WHERE = "--runtime"


class _UnfitRuntime(Exception):
    """A path that is no runtime of its language: the reason; `hint` is the next step."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.hint = hint


def find_runtimes(given: Sequence[str], catalog: Catalog) -> list[Runtime]:
    """The runtimes of LANGUAGE=PATH,PATH texts in the order given; UsageError with everything that is wrong."""
    problems: list[Problem] = []
    named: dict[tuple[str, str], Kit] = {}
    for text in given:
        language, equals, listed = text.partition("=")
        kit = catalog.kits.get(language)
        if not equals or not language:
            problems.append(Problem(f"{text!r} is not LANGUAGE=PATH", where=WHERE))
        elif kit is None and (fault := catalog.faults.of_kit(language)):
            problems += fault.problems
        elif kit is None:
            hint = suggestion(language, catalog.kits)
            problems.append(Problem(f"unknown language {language!r}", where=WHERE, hint=hint))
        else:
            for path in listed.split(","):
                _take(kit, path.strip(), named, problems)
    runtimes: list[Runtime] = []
    for (language, path), kit in named.items():
        try:
            says = _examine(dataclasses.replace(kit, named=path), catalog)
            runtimes.append(Runtime(language, path, says))
        except _UnfitRuntime as unfit:
            problems.append(Problem(str(unfit), where=f"{WHERE} {language}={path}", hint=unfit.hint))
    if problems:
        raise UsageError(problems)
    return runtimes


def _take(kit: Kit, path: str, named: dict[tuple[str, str], Kit], problems: list[Problem]) -> None:
    """Add a path, or a name on PATH, to `named`; or add the reason why not to `problems`."""
    try:
        found = _found(path)
    except _UnfitRuntime as unfit:
        problems.append(Problem(str(unfit), where=f"{WHERE} {kit.language}={path}", hint=unfit.hint))
        return
    if (kit.language, found) in named:
        problems.append(Problem(f"{found} is named twice", where=WHERE, hint="name each runtime once"))
    named[(kit.language, found)] = kit


def _found(path: str) -> str:
    """The absolute path of something that can be executed."""
    if not path or not path.isprintable():
        raise _UnfitRuntime("names no runtime", "give paths with commas between them: LANGUAGE=PATH,PATH")
    if "/" not in path:
        there = shutil.which(path)
        if there is None:
            raise _UnfitRuntime("is not on PATH", "give its path")
        return str(Path(there).absolute())
    try:
        absolute = Path(path).expanduser().absolute()  # not resolved: a program may go by the name of its link
        if absolute.is_dir():
            raise _UnfitRuntime("is a folder", "name the program in it")
        if not absolute.exists():
            raise _UnfitRuntime("does not exist")
    except (OSError, RuntimeError) as error:
        raise _UnfitRuntime(f"cannot be looked up: {getattr(error, 'strerror', None) or error}") from None
    if not os.access(absolute, os.X_OK):
        raise _UnfitRuntime("cannot be executed", "chmod +x, or name the program that it belongs to")
    return str(absolute)


def _examine(kit: Kit, catalog: Catalog) -> str:
    """Return the name and version that a runtime states; _UnfitRuntime if it is not of the kit's language.

    It is asked for its version first, then for something that only its language understands. The kit is started last:
    another program might do anything with the kit's files.
    """
    assert kit.named is not None
    version = _first_line(kit.named, kit.version)
    if kit.itself and not os.access(_first_line(kit.named, kit.itself), os.X_OK):
        raise _UnfitRuntime(f"is no runtime of {kit.language}" + (f": it says it is {version!r}" if version else ""))
    if not version:
        raise _UnfitRuntime("does not state its version")
    method = empty_method(catalog, kit)
    if method is None:  # without an empty method nothing can be started without a job
        return version
    try:
        program = program_of(kit, method, {})
    except (DoesNotCompile, Unavailable) as reason:
        raise _UnfitRuntime(f"cannot be used for {kit.language}: {reason}") from None
    return _hello(kit, program.argv)


def _hello(kit: Kit, argv: Sequence[str]) -> str:
    """Return the name and version of the runtime that the kit's worker states."""
    with passing_folder() as folder, Path(os.devnull).open("wb") as nothing:
        try:
            worker = Worker(Command(argv, dict(os.environ), nothing.fileno(), folder / "log"))
        except WorkerFailed as failure:
            raise _UnfitRuntime(str(failure)) from None
        try:
            hello = worker.ask("hello", PATIENCE_S)
            children = psutil.Process(worker.pid).children()
        except (WorkerFailed, ProtocolError, psutil.Error) as failure:
            raise _UnfitRuntime(f"does not start the {kit.language} kit: it {failure}") from None
        finally:
            worker.kill()
    if hello.pairs["language"] != kit.language:
        raise _UnfitRuntime(f"is no runtime of {kit.language}")
    if children and not kit.is_compiled:
        raise _UnfitRuntime(
            "starts the runtime as a process of its own, which cannot be bound to one CPU",
            'let the script end with exec, such as: exec /usr/bin/NAME "$@"',
        )
    return visible(hello.pairs["runtime"])


def _first_line(path: str, template: Sequence[str]) -> str:
    """The first line that a program prints; "" for nothing. _UnfitRuntime if it cannot be started or does not end."""
    command = [word.replace("{runtime}", path) for word in template]
    try:
        done = run_bounded(command, PATIENCE_S)
    except OSError as error:
        raise _UnfitRuntime(f"cannot be started: {error.strerror or error}") from None
    if done is None:
        raise _UnfitRuntime(f"does not state its version within {PATIENCE_S:.0f} s")
    return (done.text.splitlines() or [""])[0].strip()
