"""Requests to end, at any moment of every command that starts something: nothing is left, before any next start."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from attacks.home import PATIENCE_S, Home, home
from attacks.kills import INTERRUPTED
from attacks.part import Part
from attacks.starting import ENDING_S, LATEST, STARTING, TIDYING, Starting, fleet_of, surroundings, takes_s
from iotrial.cli.edge import UNREAD

#: PIPE: whoever reads what the command prints goes away.
SIGNALS = ("TERM", "HUP", "INT", "QUIT", "PIPE")

#: A pause between two looks.
LOOK_S = 0.002


def attempt(given: dict[str, Any]) -> None:
    """Start a command, ask it to end, perhaps twice; look at what is there then, and at what it had stored."""
    name = given["command"]
    starting, number = STARTING[name], getattr(signal, f"SIG{given['signal']}")
    after_s = given["moment"] * takes_s(name)
    with home() as one, surroundings(one, starting):
        stored = _end(one, starting, number, after_s, given)
        one.require_still_there(stored)
        if given["again_s"] is not None:  # who is impatient leaves that to the next start
            one.run(*TIDYING)
        if name == "target create":  # it was made, or it was not
            one.require_good_end(one.start("target", "remove", "ext4"), (0, 2))
        one.require_nothing_left(within_s=ENDING_S)
        require_no_key(one)
        for run in one.runs():
            one.run("show", run)


def _end(one: Home, starting: Starting, number: int, after_s: float, given: dict[str, Any]) -> dict[Any, int]:
    """Ask for the end; return the sweeps that were stored before."""
    read, written = os.pipe()
    try:
        is_pipe = number == signal.SIGPIPE
        out, err = (written if is_pipe else None), (written if is_pipe and given["both"] else None)
        process = one.start(*starting.words(one), out=out, err=err)
        os.close(written)
        _wait_until_it_heeds(process)
        one.wait(process, 0, after_s)
        stored = one.stored()
    finally:
        os.close(read)
    for wait_s in (0, given["again_s"]):
        if wait_s is not None:
            time.sleep(wait_s)
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(number)
    # Python ends by SIGINT after an orderly end, too, if KeyboardInterrupt came while it compiled a text of its own.
    ended = (INTERRUPTED, UNREAD, 2, 3, -number, -signal.SIGINT)
    one.require_good_end(process, (*starting.codes, *ended))
    return stored


def _wait_until_it_heeds(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of Python's own start, in which it shows a traceback at Ctrl-C and nothing has been started."""
    status = Path(f"/proc/{process.pid}/status")
    end = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < end:
        caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", status.read_text(errors="replace"), re.MULTILINE)
        if caught is not None and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(LOOK_S)


def require_no_key(one: Home) -> None:
    """Raise Broken if the key of a fleet is still somewhere."""
    one.require_no_text("PRIVATE", one.folder / "cache" / "iotrial" / "fleets", fleet_of(one))


PART = Part(
    "signals",
    "requests to end, at any moment of every command that starts something (slow: some seconds each)",
    st.fixed_dictionaries(
        {
            "command": st.sampled_from(list(STARTING)),
            "signal": st.sampled_from(SIGNALS),
            "moment": st.floats(0, LATEST),
            "again_s": st.one_of(st.none(), st.none(), st.floats(0, 0.5)),
            "both": st.booleans(),
        }
    ),
    attempt,
    is_slow=True,
    kind=lambda given: f"{given['signal']} {given['command']}",
)
