# logging: a MemoryHandler that keeps 100 messages, and then hands them to a FileHandler, which writes each by itself.
# Use it when writing must come later, not to write less often: there is a system call for each message all the same.
# What it keeps is lost if the process is killed.
# called: logging with a MemoryHandler
# stamped: by a logger
# survives: no
# durable: no

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import closing
from logging.handlers import MemoryHandler

LOGGER = logging.getLogger("messages")
LOGGER.setLevel(logging.INFO)
LOGGER.propagate = False  # the root logger would print every message again


class StrictFileHandler(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # the error that emit() caught


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    try:
        with (
            closing(StrictFileHandler(path, encoding="utf-8")) as handler,
            closing(MemoryHandler(100, target=handler)) as buffer,
        ):
            handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
            LOGGER.addHandler(buffer)
            try:
                for message in messages:
                    LOGGER.info("%s", message)
                    logged += 1
            finally:
                LOGGER.removeHandler(buffer)
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
