"""What a worker says: each line is read, or breaks the protocol."""

from __future__ import annotations

from hypothesis import strategies as st

from attacks.inputs import Dice, changed, changed_by
from attacks.part import Broken, Part
from iotrial.workers.complaint import complaint, visible
from iotrial.workers.protocol import COLLECTED, FIGURES, MOST, REPLIES, ProtocolError, accept, decode

LINES = (
    "hello protocol=1 language=php runtime=PHP%208.2 clock_step_ns=1 heap_bytes=4096",
    "ready",
    "sample wall_ns=5 work=1 user_ns=3 system_ns=2 queue_ns=0 proof=-77 minor_faults=1 began_ns=12",
    "checked work=3 proof=7 rest_bytes=2",
    "error message=no%20such%20file%3A%20%2Ftmp%2Fx",
    "bye",
)

KEYS = (*FIGURES, *COLLECTED, "protocol", "language", "runtime", "clock_step_ns", "heap_bytes", "message", "rest_bytes")

#: The numbers that are read of each reply, but for a proof, which may be any.
READ = {
    "hello": ("clock_step_ns", "heap_bytes"),
    "sample": tuple(key for key in (*FIGURES, *COLLECTED) if key != "proof"),
    "checked": ("work",),
}


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
            for key in READ.get(message.verb, ()):
                if not 0 <= (message.number(key) or 0) <= MOST:
                    raise Broken(f"{key} is beyond all bounds")
    except ProtocolError:
        return


def rolled(dice: Dice) -> list[str]:
    """A line with odd pieces, or, twice as often, the reply to its request with odd keys and values."""
    if not dice.between(0, 2):
        return [dice.one_of(list(REPLIES)), changed_by(dice, LINES)]
    line = dice.one_of(LINES)
    verb, *pairs = line.split(" ")
    for _ in range(dice.between(1, 4)):
        place = dice.between(0, len(pairs))
        key = dice.one_of(KEYS)
        value = dice.one_of((str(dice.between(-1, 1 << dice.between(0, 70))), visible(dice.word()), dice.word()))
        kept = pairs[place].partition("=")[0] if place < len(pairs) else key
        pairs[place : place + 1] = dice.one_of(([], [f"{kept}={value}"], [f"{key}={value}"], pairs[place:][:1] * 2))
    fitting = [request for request, (reply, _) in REPLIES.items() if reply == verb]
    return [dice.one_of(fitting or list(REPLIES)), " ".join((verb, *pairs))]


PART = Part(
    "replies",
    "replies of workers",
    st.tuples(st.sampled_from(list(REPLIES)), changed(LINES)).map(list),
    attempt,
    rolled=rolled,
)
