"""What a worker says: each line is read, or breaks the protocol."""

from __future__ import annotations

from hypothesis import strategies as st

from attacks.inputs import changed
from attacks.part import Broken, Part
from iotrial.workers.complaint import complaint, visible
from iotrial.workers.protocol import MOST, REPLIES, ProtocolError, accept, decode

LINES = (
    "hello protocol=1 language=php runtime=PHP%208.2 clock_step_ns=1 heap_bytes=4096",
    "ready",
    "sample wall_ns=5 work=1 user_ns=3 system_ns=2 queue_ns=0 proof=-77 minor_faults=1 began_ns=12",
    "checked work=3 proof=7 rest_bytes=2",
    "error message=no%20such%20file%3A%20%2Ftmp%2Fx",
    "bye",
)


def attempt(given: list[str]) -> None:
    """Read a line as the reply to a request."""
    request, line = given
    try:
        message = decode(line.encode("utf-8", "surrogatepass").replace(b"\n", b""))
        for text in (visible(message.pairs.get("message", "")), visible(complaint(line))):
            if not text.isprintable():
                raise Broken(f"not printable: {text!r}")
        if message.verb != "error":
            accept(request, message)
            for key in ("wall_ns", "work", "clock_step_ns"):
                if not 0 <= (message.number(key) or 0) <= MOST:
                    raise Broken(f"{key} is beyond all bounds")
    except ProtocolError:
        return


PART = Part(
    "replies", "replies of workers", st.tuples(st.sampled_from(list(REPLIES)), changed(LINES)).map(list), attempt
)
