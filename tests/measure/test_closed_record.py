"""The record of a run that ends before its time: however the request to end comes out, it says how to go on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.measure.sweeps import _closed_record
from judge import made


class Ended(Exception):
    """An error of what was being closed when a request to end came."""


def interrupted() -> None:
    raise KeyboardInterrupt


def interrupted_while_closing() -> None:
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        raise Ended("a worker was being ended") from None


def failed() -> None:
    raise Ended("nothing asked it to end")


@pytest.mark.parametrize(
    ("end", "error", "is_told"),
    [(interrupted, KeyboardInterrupt, True), (interrupted_while_closing, Ended, True), (failed, Ended, False)],
)
def test_what_was_asked_to_end_says_how_to_go_on(end: Any, error: type[BaseException], is_told: bool) -> None:
    notes: list[str] = []
    written: list[Any] = []
    session = SimpleNamespace(
        setting=SimpleNamespace(goes_on=True, sandbox=None, hosts=[]),
        watcher=SimpleNamespace(note=notes.append),
        runtimes=SimpleNamespace(caution=lambda levels: None),
        spent=SimpleNamespace(record=lambda before: before),
        levels=[],
        texts={},
        seconds=1.0,
    )
    writer = SimpleNamespace(update=written.append)
    run = made.run([])
    with pytest.raises(error), _closed_record(cast("Any", session), cast("Any", writer), run, 2):
        end()
    assert [f"iotrial run --resume {run.run}" in note for note in notes] == [True] * is_told
    (last,) = written
    assert (last.complete, last.stopped) == (False, "interrupted")
