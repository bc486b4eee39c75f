"""A search that takes a process and is made once, however many threads want to know what it finds."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import TypeVar, TypeVarTuple

Found = TypeVar("Found")
Asked = TypeVarTuple("Asked")

_FORGETTERS: list[Callable[[], None]] = []


def forget_found() -> None:
    """Forget the answers of every search, since what is on the machine has changed."""
    for forget in _FORGETTERS:
        forget()


def once(find: Callable[[*Asked], Found]) -> Callable[[*Asked], Found]:
    """Return a function that calls `find` once for each of its arguments; who asks meanwhile waits for the answer.

    `functools.cache` would call it again for each thread that asks before the first answer is there. An error is not
    kept.
    """
    known: dict[Hashable, Future[Found]] = {}
    lock = threading.Lock()
    _FORGETTERS.append(known.clear)

    @functools.wraps(find)
    def found(*asked: *Asked) -> Found:
        with lock:
            answer = known.get(asked)
            is_first = answer is None
            if answer is None:
                answer = known[asked] = Future()
        if is_first:
            try:
                answer.set_result(find(*asked))
            except BaseException as error:
                with lock:
                    known.pop(asked, None)
                answer.set_exception(error)
        return answer.result()

    return found
