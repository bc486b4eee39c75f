# file.read(): a WSGI application takes the whole file into its memory, and returns it in one piece.
# Use it for small files that are changed before they are sent.
# decides: program
# ranges: no
# conditional: no
# streams: no

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from access import Refused, file_of_link

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    # A server hands the bytes of a path over as if each were a letter.
    name = environ["PATH_INFO"].removeprefix("/download/").encode("latin-1").decode("utf-8", "replace")
    signature = parse_qs(environ["QUERY_STRING"]).get("signature", [""])[0]
    try:
        with open(file_of_link(name, signature), "rb") as file:
            body = file.read()
    except Refused as refused:
        start_response(f"{refused.status.value} {refused.status.phrase}", [("Content-Length", "0")])
        return []
    start_response("200 OK", [("Content-Type", "application/octet-stream"), ("Content-Length", str(len(body)))])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
