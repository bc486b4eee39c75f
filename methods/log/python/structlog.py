# structlog: its WriteLogger over an open file, with the time, the level and the message as JSON.
# Use it when a program will read the log: each message may carry values of its own. It flushes each message.
# called: structlog
# needs: package structlog
# stamped: by a logger
# survives: kill
# durable: no

from __future__ import annotations

import logging
from collections.abc import Iterable

import structlog


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    try:
        with open(path, "a", encoding="utf-8") as log:
            logger = structlog.wrap_logger(
                structlog.WriteLogger(log),
                processors=[
                    structlog.processors.add_log_level,
                    structlog.processors.TimeStamper(fmt="iso"),
                    structlog.processors.JSONRenderer(),
                ],
                wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
            )
            for message in messages:
                logger.info(message)
                logged += 1
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
