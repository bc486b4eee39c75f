"""A small catalog, and studies written into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.ask import study_file
from iotrial.ask.catalog import Catalog, Factor, Job, Kit, Method
from iotrial.ask.study import Study
from iotrial.errors import UsageError

DELIVER = Job(
    name="deliver",
    folder=Path("methods/deliver"),
    summary="Deliver a file.",
    work_unit="bytes",
    factors={
        "file_bytes": Factor("file_bytes", "size of the file", "bytes", 20971520, minimum=0),
        "pieces": Factor("pieces", "pieces", "count", 1, minimum=1, maximum=1000),
        "sink": Factor("sink", "who receives", "choice", "pipe", choices=("pipe", "unix", "null")),
    },
)


def _kit(language: str, *, build: bool, option: bool) -> Kit:
    return Kit(
        language=language,
        folder=Path("kits") / language,
        protocol=1,
        extension=language,
        comment="//",
        find=(language,),
        version=(),
        run=(),
        build=("{runtime}",) if build else (),
        option=("-d", "{key}={value}") if option else (),
    )


def _method(arm: str, *tags: str) -> tuple[tuple[str, str], Method]:
    language, _, name = arm.partition("/")
    return ("deliver", arm), Method("deliver", language, name, Path(f"{arm}.x"), "", "", tags=tags)


CATALOG = Catalog(
    jobs={"deliver": DELIVER, "empty": Job("empty", Path("methods/empty"), "Nothing.", "calls")},
    methods=dict(
        [
            _method("php/readfile", "article"),
            _method("php/fread_1k", "article"),
            _method("php/broken", "article", "as-published"),
            _method("php/batched"),
            _method("c/splice"),
            _method("c/sendfile"),
            _method("python/copyfileobj"),
        ]
    ),
    kits={
        "php": _kit("php", build=False, option=True),
        "c": _kit("c", build=True, option=False),
        "python": _kit("python", build=False, option=False),
    },
)

TOP = """\
question = "Is it so?"
job = "deliver"
baseline = "php/readfile"
"""


def load(folder: Path, text: str, *, quick: bool = False) -> Study:
    path = folder / "mine.toml"
    path.write_text(text)
    return study_file.load(path, CATALOG, quick=quick)


def wrong(call: Callable[[], object]) -> list[str]:
    """Every problem as one line, with its hint in brackets."""
    with pytest.raises(UsageError) as caught:
        call()
    hints = [f" ({problem.hint})" if problem.hint else "" for problem in caught.value.problems]
    return [problem.line() + hint for problem, hint in zip(caught.value.problems, hints, strict=True)]


def wrong_file(folder: Path, text: str) -> list[str]:
    """The same for a study file; places without its folder."""
    return [line.replace(f"{folder}/", "") for line in wrong(lambda: load(folder, text))]
