"""An S3 server whose answers never end: a listing, an error, an object."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.store import mirror, s3_answers
from iotrial.store.folder import list_folders
from iotrial.store.mirror import mirrored

LISTING = (
    "<?xml version='1.0'?><ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><Name>lies</Name>"
    "<KeyCount>1</KeyCount><IsTruncated>false</IsTruncated><Contents><Key>runs/run/run.json</Key>"
    "<ETag>x</ETag><Size>10</Size></Contents></ListBucketResult>"
)


class Liar(BaseHTTPRequestHandler):
    """Whoever is asked for a listing or an object, and goes on as long as somebody reads."""

    endless, status = "listing", 200

    def do_GET(self) -> None:
        is_listing = "list-type" in self.path
        is_endless = is_listing == (self.endless == "listing")
        self.send_response(self.status if is_endless else 200)
        self.send_header("Connection", "close")
        if not is_endless:
            self.send_header("Content-Length", str(len(LISTING)))
        self.end_headers()
        self.wfile.write(LISTING.encode() if is_listing else b"{")
        try:
            while is_endless:
                self.wfile.write(bytes(1 << 16))
        except OSError:
            return

    def log_message(self, *given: object) -> None:
        """Say nothing."""


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[Liar]]:
    """The server; a test says which of its answers is endless."""
    kind = type("Own", (Liar,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(s3_answers, "MOST_ANSWER_BYTES", 1 << 20)
    mirrored.cache_clear()
    mirror._OPENED.clear()
    import s3fs

    s3fs.S3FileSystem.clear_instance_cache()
    yield kind
    server.shutdown()
    server.server_close()
    s3fs.S3FileSystem.clear_instance_cache()


@pytest.mark.parametrize("status", [200, 403])
def test_a_listing_or_an_error_that_never_ends_is_told(liar: type[Liar], status: int) -> None:
    liar.status = status
    with pytest.raises(UsageError, match="longer than any should be"):
        mirrored("s3://lies/runs")


def test_an_object_that_never_ends_is_told(liar: type[Liar]) -> None:
    liar.endless = "object"
    (found,) = list_folders(mirrored("s3://lies/runs"))
    assert found.problem == "run.json is listed with 10 B and came with more"
