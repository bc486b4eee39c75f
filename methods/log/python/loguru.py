# loguru: its sink for a file, with its own format: the time, the level, the place in the program and the message.
# Use it for a program's own log: it needs no setting up, and its format tells where each message comes from. Without
# `catch=False` it prints a failed write to stderr and goes on.
# called: loguru
# needs: package loguru
# stamped: by a logger
# survives: kill
# durable: no

from __future__ import annotations

from collections.abc import Iterable

from loguru import logger

logger.remove()  # the sink that prints to stderr


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    try:
        sink = logger.add(path, catch=False)
        try:
            for message in messages:
                logger.info(message)
                logged += 1
        finally:
            logger.remove(sink)
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
