"""Runs that are killed at any moment: nothing that was stored is lost, and the next start leaves nothing behind."""

from __future__ import annotations

import signal
import time
from typing import Any

from hypothesis import strategies as st

from attacks.home import SENSIBLE, SMALL, home
from attacks.part import Part

#: Quick studies of every kind: one worker, several, rotation, limits, cold inputs, file systems made for the run.
STUDIES = (
    *("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive", "log-writers-contend"),
    *("log-rotation", "delivery-memory", "durable-log", "truncated-scan", "first-call-list", "file-systems"),
    *("cold-reads", "busy-log"),
)

#: The moment at which something happens to a run: after so many sweeps, and so many seconds.
WHEN = st.tuples(st.sampled_from((0, 0, 0, 1, 2, 5)), st.sampled_from(range(0, 4000, 7)).map(lambda ms: ms / 1000))

#: What a run may end with that is interrupted: so early that nothing has begun, it dies of the signal.
INTERRUPTED = 130


def attempt(given: dict[str, Any]) -> None:
    """Start a run, kill it after a while, look at what is there, and start again."""
    with home(built=given["built"]) as one:
        one.target.mkdir(parents=True)
        process = one.start(*one.study(given["study"]))
        one.wait(process, *given["when"])
        process.send_signal(given["signal"])
        if given["signal"] == signal.SIGINT and given["again_s"] is not None:
            time.sleep(given["again_s"])
            process.send_signal(signal.SIGINT)
        one.require_good_end(process, (*SENSIBLE, INTERRUPTED, -given["signal"]))
        stored, runs = one.stored(), one.runs()
        one.run("runs")
        for run in runs:
            one.run("show", run)
        if runs and given["resume"]:
            one.run("run", "--resume", runs[0])
        one.run("run", *SMALL, "--target", str(one.target))
        one.require_still_there(stored)
        one.require_nothing_left()


def _kind(given: dict[str, Any]) -> str:
    return f"{signal.Signals(given['signal']).name} {given['study']}"


PART = Part(
    "kills",
    "runs killed at any moment, and what the next start finds (slow: a minute each)",
    st.fixed_dictionaries(
        {
            "study": st.sampled_from(STUDIES),
            "when": WHEN,
            "signal": st.sampled_from((int(signal.SIGKILL), int(signal.SIGINT), int(signal.SIGTERM))),
            "again_s": st.one_of(st.none(), st.floats(0, 0.5)),
            "resume": st.booleans(),
            "built": st.booleans(),
        }
    ),
    attempt,
    is_slow=True,
    kind=_kind,
)
