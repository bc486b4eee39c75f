"""What is found out once: by one of several threads, and for each question of its own."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from iotrial.machine.found_once import forget_found, once


def test_threads_that_ask_the_same_get_the_answer_of_the_first() -> None:
    asked: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    @once
    def answer(question: str) -> str:
        asked.append(question)
        begun.set()
        assert may_end.wait(60)
        return question.upper()

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(answer, "a")
        assert begun.wait(60)
        others = [pool.submit(answer, "a") for _ in range(3)]
        may_end.set()
        assert [one.result(60) for one in (first, *others)] == ["A"] * 4
    assert asked == ["a"]
    assert (answer("b"), answer("b"), asked) == ("B", "B", ["a", "b"])


def test_an_error_is_not_kept() -> None:
    results: list[Exception | int] = [OSError("busy"), 3]

    @once
    def answer(question: str) -> int:
        result = results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result

    with pytest.raises(OSError, match="busy"):
        answer("a")
    assert answer("a") == answer("a") == 3


def test_what_was_found_is_forgotten_when_the_machine_has_changed() -> None:
    there = ["old"]

    @once
    def answer() -> str:
        return there[0]

    assert answer() == "old"
    there[0] = "new"
    assert answer() == "old"
    forget_found()
    assert answer() == "new"
