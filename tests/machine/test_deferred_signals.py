"""Requests to end that come while something must not be left half done."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from iotrial.machine.deferred_signals import deferred_signals

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ENDING}
    for number in ENDING:
        signal.signal(number, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING)
def test_they_end_the_process_when_it_is_done(number: signal.Signals) -> None:
    done = False
    with pytest.raises(KeyboardInterrupt), deferred_signals():
        os.kill(os.getpid(), number)
        done = True
    assert done and signal.getsignal(number) is signal.default_int_handler


@pytest.mark.parametrize("number", ENDING)
def test_those_that_are_ignored_stay_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with deferred_signals():
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is signal.SIG_IGN


def test_a_second_one_ends_work_that_may_take_long() -> None:
    done = False
    with pytest.raises(KeyboardInterrupt), deferred_signals(yields_to_second=True):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        done = True
    assert not done
