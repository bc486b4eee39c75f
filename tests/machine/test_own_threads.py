"""Threads that cannot be had are told before anything is measured."""

from __future__ import annotations

import threading

import pytest

from iotrial.cli import main
from iotrial.machine.own_threads import require_threads


def test_threads_that_are_missing_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[threading.Thread] = []

    def start(one: threading.Thread) -> None:
        if begun:
            raise RuntimeError("can't start new thread")
        begun.append(one)
        threading.Thread.__dict__["_was_started"](one)

    monkeypatch.setattr(threading.Thread, "_was_started", threading.Thread.start, raising=False)
    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert main(["run", "readfile", "--quick"]) == 2
    first, hint = capsys.readouterr().err.splitlines()
    assert first == "error: no further thread can be started" and "ulimit -u" in hint
    assert len(begun) == 1 and not begun[0].is_alive()


def test_threads_that_are_tried_are_gone_afterwards() -> None:
    before = threading.active_count()
    require_threads()
    assert threading.active_count() == before
