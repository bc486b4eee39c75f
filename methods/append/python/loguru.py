# loguru: its sink for an open file, with the message alone as format.
# Use it for a program's own log, for its levels and its settings; each record goes through all of
# its machinery, and to the file at once.
# called: loguru
# needs: package loguru
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

from collections.abc import Iterable

from loguru import logger

logger.remove()  # the sink that prints to stderr


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        with open(path, "a", encoding="utf-8", newline="") as log:
            # the record carries its own ending; without `catch` a failed write is an error, as it should be
            sink = logger.add(log, format=lambda record: "{message}", catch=False)
            try:
                for record in records:
                    logger.info(record.decode("utf-8"))
                    written += 1
            finally:
                logger.remove(sink)
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
