"""The words of every kit about a method that fails: those of kits/PROTOCOL.md."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.workers.worker import Command, Worker, WorkerFailed
from kits.made import ROOT, program_for, quick, with_own_worker

CATALOG = tree.load([ROOT / "tests" / "wrong_methods"])
NO_END_NS = 1 << 58


class Asked:
    """One worker that is prepared for `scan` of a path."""

    def __init__(self, language: str, name: str, folder: Path) -> None:
        method = CATALOG.methods["scan", f"{language}/{name}"]
        self.path = str(folder / "input")
        self._moments = str(folder / "moments")
        program = program_for(quick(CATALOG.kits[language], method), method)
        self._worker = Worker(Command(program.argv, os.environ, stdout=None, log=folder / "log of the worker"))
        self._worker.ask("prepare", 20, job="scan", input=self.path, lead_input=self.path)

    def error_of(self, iterations: int, *, window: bool = False) -> str:
        """Return its answer to a measure, which is an error; it goes on after that."""
        pairs: dict[str, str | int | bytes] = {"iterations": iterations, "lead_in": 0}
        if window:
            pairs |= {"start_ns": 1, "end_ns": NO_END_NS, "moments": self._moments}
        with pytest.raises(WorkerFailed) as failed:
            self._worker.ask("measure", 20, **pairs)
        assert failed.value.alive
        return str(failed.value)

    def close(self) -> None:
        self._worker.close()


@pytest.fixture
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asked]:
    language, name = request.param
    worker = Asked(language, name, tmp_path)
    yield worker
    worker.close()


def each(name: str) -> list[tuple[str, str]]:
    return [(m.language, m.name) for m in CATALOG.methods_of("scan") if m.name == name]


def test_every_kit_of_ours_is_here() -> None:
    ours = set(with_own_worker(tree.load()))
    assert {language for language, _ in each("unsteady")} == ours == {language for language, _ in each("gives_up")}


@pytest.mark.parametrize("asked", each("unsteady"), indirect=True, ids=lambda pair: pair[0])
def test_sums_that_differ_are_an_error_that_has_both(asked: Asked) -> None:
    assert asked.error_of(3) == f"{asked.path}: the sum was 1 and then 2"
    assert asked.error_of(1, window=True) == "iterations gave unlike results"
    assert asked.error_of(2) == f"{asked.path}: the sum was 5 and then 6"


@pytest.mark.parametrize("asked", each("gives_up"), indirect=True, ids=lambda pair: pair[0])
def test_a_method_that_gives_up_is_quoted(asked: Asked, request: pytest.FixtureRequest) -> None:
    in_c = asked.path + ": Bad message"  # which has no words but the system's
    expected = in_c if "[c]" in request.node.name else f"{asked.path} holds no records"
    assert asked.error_of(1) == asked.error_of(1) == expected


@pytest.mark.parametrize("asked", each("mistaken"), indirect=True, ids=lambda pair: pair[0])
def test_a_mistake_that_the_runtime_found_is_told_with_its_kind(asked: Asked, request: pytest.FixtureRequest) -> None:
    by_language = {
        "go": f"runtime error: index out of range [{len(asked.path)}] with length 0",
        "java": f"java.lang.ArrayIndexOutOfBoundsException: Index {len(asked.path)} out of bounds for length 0",
        "javascript": "TypeError: Cannot read properties of undefined (reading 'sum')",
        "php": "Error: Call to undefined function no_such_function()",
        "python": f"KeyError: '{asked.path}'",
        "rust": f"panic: index out of bounds: the len is 0 but the index is {len(asked.path)}",
    }
    assert asked.error_of(1) == by_language[request.node.name.split("[")[1].rstrip("]")]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("javascript", "never_settles"), "a promise of the method never settles"),
        (("javascript", "fails_later"), "too late"),
    ],
    indirect=["asked"],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_a_method_that_nobody_can_wait_for_is_told_and_ends_its_worker(asked: Asked, words: str) -> None:
    assert asked.error_of(1) == words
