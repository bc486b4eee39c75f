"""The process at the other end of a pipe or socket: it reads everything, counts it, and digests it if asked.

It is started as a script of its own (`python -I -S sink_reader.py READER`), so that it is small and shares nothing with
the orchestrator. READER is `bare` (takes what is there and drops it), `copying` (reads pieces of 128 KiB and writes
each on to the null device, as `cat > /dev/null` does) or `slow` (takes no more than 125 MB/s, what a network of
1 Gbit/s carries). The data arrive on descriptor 0; requests on 3 and replies on 4, lines as in kits/PROTOCOL.md:

    > begin digest=1 keep=P   < ready                     forget what was counted; digest from here on, or not;
                                                          with `keep`, write all that comes to a file as well
    > count bytes=N wait_ms=M < counted bytes=… sha256=…  once N bytes are here and no more are waiting, or after M ms
"""

from __future__ import annotations

import os
import select
import sys
import time

#: More than a pipe or a socket's buffer holds by default: one read empties them.
PIECE_BYTES = 1 << 18

#: The buffer of GNU cat (coreutils, ioblksize.h).
CAT_BYTES = 1 << 17

#: The most that a slow reader takes, bytes a second, and in one piece, so that it never rests for long.
SLOW_BYTES = 125_000_000
SLOW_PIECE_BYTES = 1 << 14

#: A sleep ends a little late, and the next piece makes up for that; a longer delay was for want of bytes.
MOST_LATE_S = 0.002


def opened(encoded: str) -> int:
    """Open an empty file at a percent-encoded path; return its descriptor."""
    from pathlib import Path
    from urllib.parse import unquote_to_bytes

    path = Path(os.fsdecode(unquote_to_bytes(encoded)))
    path.unlink(missing_ok=True)  # it may be anything: a method can reach it
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


def main() -> int:
    """Serve until the requests end."""
    import hashlib

    data, requests, replies = 0, 3, 4
    reader = sys.argv[1]
    piece = bytearray({"bare": PIECE_BYTES, "copying": CAT_BYTES, "slow": SLOW_PIECE_BYTES}[reader])
    onward = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC) if reader == "copying" else -1
    free_at = 0.0  # of a slow reader: when it may take the next piece
    view = memoryview(piece)
    poll = select.poll()
    poll.register(data, select.POLLIN)
    poll.register(requests, select.POLLIN)
    waiting = select.poll()
    waiting.register(data, select.POLLIN)
    total, digest, kept, buffer = 0, None, -1, b""

    def take() -> bool:
        nonlocal total, free_at
        if reader == "slow":
            rest_s = free_at - time.monotonic()
            if rest_s > 0:
                time.sleep(rest_s)
            elif rest_s < -MOST_LATE_S:  # it had nothing to do
                free_at = time.monotonic()
        count = os.readv(data, [piece])
        total += count
        free_at += count / SLOW_BYTES
        rest = view[: count if onward >= 0 else 0]
        while rest:
            rest = rest[os.write(onward, rest) :]
        if digest is not None:
            digest.update(view[:count])
        rest = view[: count if kept >= 0 else 0]
        while rest:
            rest = rest[os.write(kept, rest) :]
        return count > 0

    readv, pieces = os.readv, [piece]
    while True:
        for descriptor, event in poll.poll():
            if descriptor == data:
                if reader == "bare" and digest is None and kept < 0:  # the reader's time is part of every figure
                    count = readv(data, pieces)
                    total += count
                    if not count:
                        poll.unregister(data)
                elif not take():
                    poll.unregister(data)
            elif not event & select.POLLIN:
                return 0
            else:
                received = os.read(requests, 1 << 16)
                if not received:
                    return 0
                buffer += received
        while b"\n" in buffer:
            line, _, buffer = buffer.partition(b"\n")
            verb, *words = line.decode("ascii").split(" ")
            pairs = dict(word.split("=", 1) for word in words)
            if verb == "begin":
                while waiting.poll(0) and take():
                    pass
                total, digest = 0, hashlib.sha256() if pairs.get("digest") == "1" else None
                if kept >= 0:
                    os.close(kept)
                try:
                    kept, answer = opened(pairs["keep"]) if "keep" in pairs else -1, b"ready\n"
                except OSError as error:
                    kept, answer = -1, f"error errno={error.errno}\n".encode()
                os.write(replies, answer)
            elif verb == "count":
                end = time.monotonic() + int(pairs["wait_ms"]) / 1000
                while time.monotonic() < end:
                    if waiting.poll(0 if total >= int(pairs["bytes"]) else 50):
                        if not take():
                            break
                    elif total >= int(pairs["bytes"]):
                        break
                shown = digest.hexdigest() if digest is not None else ""
                os.write(replies, f"counted bytes={total} sha256={shown}\n".encode())


if __name__ == "__main__":
    sys.exit(main())
