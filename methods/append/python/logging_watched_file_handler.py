# logging.handlers.WatchedFileHandler: opens the log anew if its path leads to another file by now.
# Use it for a log that logrotate moves away: lines go on into the new file; emptying it costs
# lines all the same.
# called: logging.handlers.WatchedFileHandler
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

import logging
import logging.handlers
from collections.abc import Iterable

LOGGER = logging.getLogger("records")
LOGGER.setLevel(logging.INFO)
LOGGER.propagate = False  # the root logger would print every record again


class StrictFileHandler(logging.handlers.WatchedFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # the error that emit() caught


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    handler = StrictFileHandler(path, encoding="utf-8")
    handler.terminator = ""  # the record carries its own ending
    handler.setFormatter(logging.Formatter("%(message)s"))
    try:
        LOGGER.addHandler(handler)
        try:
            for record in records:
                LOGGER.info(record.decode("utf-8"))
                written += 1
        finally:
            LOGGER.removeHandler(handler)
            handler.close()
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
