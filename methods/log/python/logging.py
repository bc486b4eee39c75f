# logging: a FileHandler with the time, the level and the message, as the documentation shows it.
# Use it for a program's own log, for its levels, its filters and since every library knows it. By itself it prints
# a failed write to stderr and goes on; the handler below makes an error of it.
# called: logging
# stamped: by a logger
# survives: kill
# durable: no

from __future__ import annotations

import logging
from collections.abc import Iterable

LOGGER = logging.getLogger("messages")
LOGGER.setLevel(logging.INFO)
LOGGER.propagate = False  # the root logger would print every message again


class StrictFileHandler(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # the error that emit() caught


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    handler = StrictFileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    try:
        LOGGER.addHandler(handler)
        try:
            for message in messages:
                LOGGER.info("%s", message)
                logged += 1
        finally:
            LOGGER.removeHandler(handler)
            handler.close()
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
