"""Runs that are killed at any moment: nothing that was stored is lost, and the next start leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from attacks.home import SENSIBLE, SMALL, Home, home
from attacks.part import Part

#: Quick studies of every kind: one worker, several, rotation, limits, cold inputs, file systems made for the run.
STUDIES = (
    *("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive", "log-writers-contend"),
    *("log-rotation", "delivery-memory", "durable-log", "truncated-scan", "first-call-list", "file-systems"),
    *("cold-reads", "busy-log"),
)

#: The moment at which something happens to a run: after so many sweeps, and so many seconds.
WHEN = st.tuples(st.sampled_from((0, 0, 0, 1, 2, 5, 10)), st.sampled_from(range(0, 4000, 7)).map(lambda ms: ms / 1000))

#: What a run may end with that is interrupted: so early that nothing has begun, it dies of the signal.
INTERRUPTED = 130


#: How a run is ended, perhaps by a second signal so many seconds after the first.
_KILL = st.fixed_dictionaries(
    {
        "when": WHEN,
        "signal": st.sampled_from((int(signal.SIGKILL), int(signal.SIGINT), int(signal.SIGTERM))),
        "again_s": st.one_of(st.none(), st.floats(0, 0.5)),
    }
)


def attempt(given: dict[str, Any]) -> None:
    """Start a run, kill it, go on and kill it again; look at what is there each time, and at the end start anew."""
    with home(built=given["built"]) as one:
        one.target.mkdir(parents=True)
        for number, kill in enumerate(given["kills"]):
            stored = one.stored()
            _kill(one, one.start(*_command(one, given["study"], number)), kill)
            one.require_still_there(stored)
            one.run("runs")
            for run in one.runs():
                one.run("show", run)
        stored = one.stored()
        if one.runs() and given["resume"]:
            one.run("run", "--resume", one.runs()[0])
        one.run("run", *SMALL, "--target", str(one.target))
        one.require_still_there(stored)
        one.require_nothing_left()


def _command(one: Home, study: str, number: int) -> tuple[str, ...]:
    """The first time a run of the study; afterwards one that goes on with it, if it came so far that there is one."""
    runs = one.runs() if number else []
    return ("run", "--resume", runs[0]) if runs else one.study(study)


def _kill(one: Home, process: subprocess.Popen[bytes], kill: Mapping[str, Any]) -> None:
    """Send the signal in time, perhaps twice; the run must end well."""
    sweeps, after_s = kill["when"]
    one.wait(process, len(one.stored()) + sweeps, after_s)
    process.send_signal(kill["signal"])
    if kill["signal"] == signal.SIGINT and kill["again_s"] is not None:
        time.sleep(kill["again_s"])
        process.send_signal(signal.SIGINT)
    one.require_good_end(process, (*SENSIBLE, INTERRUPTED, -kill["signal"]))


def _kind(given: dict[str, Any]) -> str:
    return f"{signal.Signals(given['kills'][0]['signal']).name} {given['study']}"


PART = Part(
    "kills",
    "runs killed at any moment, and what the next start finds (slow: half a minute each)",
    st.fixed_dictionaries(
        {
            "study": st.sampled_from(STUDIES),
            "kills": st.lists(_KILL, min_size=1, max_size=4),
            "resume": st.booleans(),
            "built": st.booleans(),
        }
    ),
    attempt,
    is_slow=True,
    kind=_kind,
    size=lambda given: len(given["kills"]),
)
