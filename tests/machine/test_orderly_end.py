"""Requests to end: each is heeded, wherever it comes."""

from __future__ import annotations

import signal
import weakref

import pytest

from iotrial.machine.orderly_end import orderly_end


class _Watched:
    """Something that ends, so that a callback of Python's own is called."""


def test_a_request_that_a_callback_swallows_is_heeded_behind_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = _Watched()
    came_on = False
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        with pytest.raises(KeyboardInterrupt), orderly_end():
            mark = weakref.ref(watched, lambda ended: signal.raise_signal(signal.SIGHUP))
            del watched
            signal.pause()
            came_on = mark is not None
    finally:
        signal.signal(signal.SIGHUP, before)
    assert not came_on
    assert "ignored" not in capsys.readouterr().err
