# print() to an open file with flush=True, the time and the level put before the message by hand.
# Use it in a script that needs a log and no logger.
# called: print() with the time
# stamped: by hand
# survives: kill
# durable: no

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    try:
        with open(path, "a", encoding="utf-8") as log:
            for message in messages:
                print(datetime.now().isoformat(" ", "milliseconds"), "INFO", message, file=log, flush=True)
                logged += 1
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
