# os.write() of the message and a newline: the least that a line of a log can cost.
# Use it as the measure of a logger, or for a log that needs neither time nor level.
# called: os.write() of the message alone
# stamped: no
# survives: kill
# durable: no

from __future__ import annotations

import os
from collections.abc import Iterable


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        for message in messages:
            rest = message.encode() + b"\n"
            while rest:  # a nearly full disk takes less than it was given
                rest = rest[os.write(log, rest) :]
            logged += 1
    except OSError as error:
        error.filename = path  # os.write() knows a number only
        raise
    finally:
        os.close(log)
    return logged
