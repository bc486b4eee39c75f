"""One campaign: how its inputs are made, and what it means to try one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis.strategies import SearchStrategy

from attacks.inputs import Dice
from iotrial.cli import main
from iotrial.errors import UsageError
from iotrial.visible_text import visible_text

FINDS = Path(__file__).parent / "finds"

#: What the edge says of a bug.
BUG = "iotrial itself failed"

#: An input of a campaign, as JSON has it; a byte that is no text is half a character.
Input = Any


class Broken(AssertionError):
    """An input did what none may do."""


class Skipped(Exception):
    """An input cannot be tried on this machine: the reason."""


@dataclass(frozen=True)
class Part:
    """A campaign. `attempt` raises Broken, or any exception that is no IotrialError, for an input that does harm."""

    name: str
    about: str
    inputs: SearchStrategy[Input]
    attempt: Callable[[Input], None]
    is_slow: bool = False  # it measures; what does harm is kept as it is, and no smaller one is looked for
    kind: Callable[[Input], str] = lambda given: ""  # of a slow part: the kinds of inputs take turns, and are counted
    size: Callable[[Input], int] = lambda given: 1  # of a slow part: how many inputs one of them counts for
    needs_root: bool = False  # it acts as another user
    rolled: Callable[[Dice], Input] | None = None  # how dice make an input: quickly, and none like another


def keep(part: str, found: Input, said: str) -> Path:
    """Keep a find as a file that a test tries again; return it."""
    folder = FINDS / part
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"input": found, "said": said}, indent=1, ensure_ascii=True)
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.write_text(text + "\n")
    return path


def kept() -> Iterator[tuple[str, Path, Input]]:
    """All finds: the part, the file and the input."""
    for path in sorted(FINDS.glob("*/*.json")):
        yield path.parent.name, path, json.loads(path.read_text())["input"]


def command(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Run a command in this process, without measuring anything; return its exit code and what it printed.

    Broken if it blames itself, or prints what could steer a terminal.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        mock.patch.dict("os.environ", environment),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _nothing_measured(),
    ):
        code = main(list(arguments))
    printed, said = (stream.buffer.getvalue().decode() for stream in (out, err))
    for text in (printed, said):
        if BUG in text:
            raise Broken(text[-400:])
        if text != visible_text(text):
            raise Broken(f"what steers or hides: {text[:200]!r}")
    return code, printed, said


@contextlib.contextmanager
def _nothing_measured() -> Iterator[None]:
    """Stop where measuring would begin, and where programs would be installed or built."""
    refuse = mock.Mock(side_effect=UsageError("stopped before anything is measured"))
    names = (
        *("iotrial.measure.carry_out.carry_out", "iotrial.measure.carry_out.resume"),
        *("iotrial.workers.named_runtimes.find_runtimes", "iotrial.gate.gate_sessions.carry_out"),
    )
    with contextlib.ExitStack() as patched:
        for name in names:
            patched.enter_context(mock.patch(name, refuse))
        yield


def table(parts: Mapping[str, Part]) -> str:
    """The parts, one a line."""
    return "\n".join(f"{name:12} {part.about}" for name, part in parts.items())
