"""Slow clients: curl, which takes so many downloads at once, each no faster than asked, and goes away in the middle."""

from __future__ import annotations

import shutil
import subprocess
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stack import Stack

PROGRAM = "curl"

#: What it is told to speak.
PROTOCOLS = {"http": ["--http1.1"], "https": ["--http1.1", "--insecure"], "h2": ["--http2", "--insecure"]}

#: Downloads are under way after this long.
SETTLING_S = 0.5


class SlowClients:
    """So many downloads of one address at once, from its beginning until this is left."""

    def __init__(
        self, url: str, count: int, bytes_per_second: int, seconds: int, stack: Stack, protocol: str = "http"
    ) -> None:
        """Take the address, the speed of each download, and after how many seconds its client goes away."""
        self._url, self._count, self._stack = url, count, stack
        self._options = ["--limit-rate", str(bytes_per_second), "--max-time", str(seconds), *PROTOCOLS[protocol]]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> SlowClients:
        """Begin, and wait until all are under way; RuntimeError if they end at once."""
        if not self._count:
            return self
        program = shutil.which(PROGRAM)
        if program is None:
            raise RuntimeError(f"{PROGRAM} is not installed")
        options = ["-q", "--silent", "--noproxy", "*", *self._options]
        options += ["--parallel", "--parallel-immediate", "--parallel-max", str(self._count)]
        self._process = subprocess.Popen(
            [program, *options, "-o", "/dev/null", f"{self._url}&download=[1-{self._count}]"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=self._stack.to_client_cpu,
        )
        time.sleep(SETTLING_S)
        if self._process.poll() is not None:
            raise RuntimeError(f"{self._count} slow clients had no download{self._stack.complaint()}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Go away if that was not yet done."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
