"""Answers that are compared with the file, byte by byte, while clients load the server and nothing is timed.

The client of a sample tells status and length of each answer. It does not look at the bytes, and another client at the
same time would take part of the figure.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client import Plan, load
from slow_clients import PROGRAM, PROTOCOLS

if TYPE_CHECKING:
    from stack import Stack

#: No more answers than this, and no more bytes, are compared after a sample, unless that is less than one answer.
MOST_ANSWERS, MOST_BYTES = 64, 16 << 20

#: Comparing takes about this share of the sample, so that it is soon over, whatever a request takes.
SHARE = 4

#: Bytes that are compared at once.
PIECE_BYTES = 1 << 20


class Compared(NamedTuple):
    """Answers that were compared whole, and those of them that were not the file."""

    compared: int
    differing: int


def compare(url: str, path: Path, requests: int, plan: Plan, stack: Stack) -> Compared:
    """After a sample of so many requests, have one client fetch and compare a file while others load the server.

    RuntimeError if an answer does not come.
    """
    most = min(MOST_ANSWERS, MOST_BYTES // max(1, path.stat().st_size))
    count = max(1, min(most, requests // (SHARE * plan.clients)))
    program = shutil.which(PROGRAM)
    if program is None:
        raise RuntimeError(f"{PROGRAM} is not installed")
    options = ["-q", "--silent", "--fail", "--noproxy", "*", *PROTOCOLS[plan.protocol]]
    for header in ("accept:", *plan.headers()):  # no header tells it from the client of a sample
        options += ["-H", header]
    process = subprocess.Popen(
        [program, *options, *[url] * count],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=stack.to_client_cpu,
    )
    found: list[int] = []
    reader = threading.Thread(target=lambda: found.append(_differing(process, path, count)))
    reader.start()
    try:
        load(url, count * plan.clients, Plan(plan.clients, plan.keeps_connections, protocol=plan.protocol), stack)
    except RuntimeError:
        process.kill()
        raise
    finally:
        reader.join()
        status = process.wait()
    if status != 0:
        raise RuntimeError(f"an answer that was to be compared did not come{stack.complaint()}")
    return Compared(count, found[0])


def _differing(process: subprocess.Popen[bytes], path: Path, count: int) -> int:
    """Read so many answers to their end; return how many are not the file."""
    assert process.stdout is not None
    differing = 0
    with process.stdout as answers:
        for _ in range(count):
            is_right = True
            with path.open("rb") as file:
                while piece := file.read(PIECE_BYTES):
                    is_right &= answers.read(len(piece)) == piece
            differing += not is_right
        is_longer = bool(answers.read(1))
        while answers.read(PIECE_BYTES):  # a client whose answers nobody takes does not end
            pass
    return max(differing, int(is_longer))
