# Keeps 100 messages back.
# Use it nowhere.
# stamped: no
# survives: kill
# durable: no

from __future__ import annotations

from collections import deque
from collections.abc import Iterable


def log_messages(path: str, messages: Iterable[str]) -> int:
    kept: deque[str] = deque()
    logged = 0
    with open(path, "a", encoding="utf-8", buffering=1) as log:
        for message in messages:
            kept.append(message + "\n")
            if len(kept) > 100:
                log.write(kept.popleft())
            logged += 1
        log.writelines(kept)
    return logged
