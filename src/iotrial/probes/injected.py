"""Calls of a running worker whose course is changed by strace for as long as something lasts."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence

from iotrial.probes.tracer import PATIENCE_S, NoTrace
from iotrial.workers.protocol import Dialogue


@contextlib.contextmanager
def injected(dialogue: Dialogue, paths: Sequence[str], calls: Sequence[str], change: str) -> Iterator[None]:
    """Have strace change some calls of a worker for as long as this lasts: `error=EACCES`, `delay_exit=1000`.

    paths: those of which it does so, in each of the forms in which a call may name them.
    NoTrace if strace is not there, or the system does not let it attach. What io_uring does is no call of the worker.
    """
    program = shutil.which("strace")
    if program is None:
        raise NoTrace("strace is not installed")
    which = ",".join(f"?{call}" for call in calls)
    command = [program, "-f", "-p", str(dialogue.pid), "-e", f"trace={which}", "-e", f"inject={which}:{change}"]
    command += [word for path in paths for word in ("-P", path)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        said = b""
        while b" attached" not in said:  # before it come other paths by which a path is known
            line = process.stderr.readline()
            if not line:
                raise NoTrace(said.decode("utf-8", "replace").strip() or "strace did not attach")
            said = line
        yield
    finally:
        process.terminate()
        try:
            process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
