# logging: a QueueHandler, from whose queue the thread of a QueueListener hands messages to a FileHandler.
# Use it when a program must not wait for the disk; what is in the queue is lost if the process is killed, and the queue
# grows without a limit while the disk is slower. As it comes it prints a failed write to stderr and goes on.
# called: logging with a QueueHandler
# tags: threaded
# stamped: by a logger
# survives: no
# durable: no

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from logging.handlers import QueueHandler, QueueListener
from queue import Queue

LOGGER = logging.getLogger("messages")
LOGGER.setLevel(logging.INFO)
LOGGER.propagate = False  # the root logger would print every message again


class NotingFileHandler(logging.FileHandler):
    failed: BaseException | None = None

    def handleError(self, record: logging.LogRecord) -> None:
        self.failed = self.failed or sys.exc_info()[1]  # the error that emit() caught, in a thread of its own


def log_messages(path: str, messages: Iterable[str]) -> int:
    logged = 0
    handler = NotingFileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    queue: Queue[logging.LogRecord] = Queue(-1)
    sender, listener = QueueHandler(queue), QueueListener(queue, handler)
    try:
        LOGGER.addHandler(sender)
        listener.start()
        try:
            for message in messages:
                LOGGER.info("%s", message)
                logged += 1
        finally:
            LOGGER.removeHandler(sender)
            listener.stop()  # when the queue is empty
            handler.close()
        if handler.failed is not None:
            raise handler.failed
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return logged
