"""One request over HTTP/2: what is said if none can be made, or if the server speaks something else."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from certificate import CERTIFICATE, KEY, make_certificate

from iotrial.jobs import http2_request
from iotrial.workers.build import which_of

pytestmark = pytest.mark.skipif(
    which_of(("curl",)) is None or which_of(("openssl",)) is None, reason="curl or openssl is not installed"
)


class Plain(BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 alone."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[str]:
    """The address of a server over TLS that does not know HTTP/2."""
    make_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / CERTIFICATE, tmp_path / KEY)
    with ThreadingHTTPServer(("127.0.0.1", 0), Plain) as server:
        server.daemon_threads = True
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"https://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_server_that_does_not_speak_it_is_told_of(secure: str) -> None:
    with (
        pytest.raises(OSError, match=r"answered by HTTP/1\.1 instead of HTTP/2"),
        http2_request(secure, "GET", {}, 5.0),
    ):
        pass


def test_a_server_that_is_not_there_is_told_of() -> None:
    with pytest.raises(OSError, match=r"(?i)connect"), http2_request("https://127.0.0.1:1/", "GET", {}, 5.0):
        pass


def test_a_client_that_is_missing_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="curl is not installed"), http2_request("https://127.0.0.1:1/", "GET", {}, 5.0):
        pass
