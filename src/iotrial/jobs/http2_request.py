"""One request over HTTP/2, by curl: the standard library has no client for it."""

from __future__ import annotations

import contextlib
import http.client
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

PROGRAM = "curl"

#: Its exit status if a body ends before it is whole, which is for whoever compares it, and if nothing comes for long.
PARTIAL, TIMED_OUT = 18, 28


@dataclass(frozen=True)
class Http2Answer:
    """An answer whose body is read as it comes: its status, its headers by name in lower case, and `read`."""

    status: int
    headers: Mapping[str, str]
    read: Callable[[int], bytes]  # at most that many bytes; none at its end; OSError if the connection broke


@contextlib.contextmanager
def http2_request(url: str, verb: str, headers: Mapping[str, str], patience_s: float) -> Iterator[Http2Answer]:
    """Send a request to a server on this machine, whoever signed its certificate; the answer, until this is left.

    OSError if curl is missing, if no answer comes, or if it is none of HTTP/2.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise OSError(f"{PROGRAM} is not installed")
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as complaint:
        words = ["-q", "--silent", "--show-error", "--http2", "--insecure", "--noproxy", "*", "--globoff"]
        words += ["--connect-timeout", f"{patience_s:g}", "--speed-limit", "1", "--speed-time", f"{patience_s:.0f}"]
        words += ["--dump-header", f"/proc/self/fd/{told.fileno()}"]
        # Headers of HEAD go where a body would go, too.
        words += ["--head", "--output", "/dev/null"] if verb == "HEAD" else ["--request", verb]
        words += [word for name, value in headers.items() for word in ("--header", f"{name}: {value}")]
        with subprocess.Popen(
            [program, *words, url],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaint,
            pass_fds=[told.fileno()],
        ) as process:
            assert isinstance(process.stdout, io.BufferedReader)
            body = process.stdout

            def read(most_bytes: int) -> bytes:
                if piece := body.read1(most_bytes):
                    return piece
                if (status := process.wait(patience_s)) not in (0, PARTIAL):
                    complaint.seek(0)
                    said = complaint.read(200).decode("utf-8", "replace").strip() or f"{PROGRAM} failed"
                    raise (TimeoutError if status == TIMED_OUT else OSError)(said)
                return b""

            try:
                if not body.peek(1):  # headers are there as soon as the first byte of the body is
                    read(1)
                told.seek(0)
                version, _, rest = told.readline().partition(b" ")
                if version != b"HTTP/2":
                    raise OSError(f"it answered by {version.decode('latin-1') or 'nothing'} instead of HTTP/2")
                found = {name.lower(): value for name, value in http.client.parse_headers(told).items()}
                yield Http2Answer(int(rest[:3]), found, read)
            except subprocess.TimeoutExpired:
                raise TimeoutError(f"{PROGRAM} does not end") from None
            finally:
                process.kill()  # it goes away in the middle if there is more
