# wsgi.file_wrapper: a WSGI application returns the open file, and gunicorn has the kernel send it.
# Use it if you have no framework, or one that lets you return what you like.
# called: wsgi.file_wrapper
# decides: program
# ranges: no
# conditional: no
# streams: yes
# tags: untouched

from __future__ import annotations

import os
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
        path = file_of_link(name, signature)
    except Refused as refused:
        start_response(f"{refused.status.value} {refused.status.phrase}", [("Content-Length", "0")])
        return []
    size = os.path.getsize(path)
    start_response("200 OK", [("Content-Type", "application/octet-stream"), ("Content-Length", str(size))])
    if environ["REQUEST_METHOD"] == "HEAD" or size == 0:  # gunicorn cannot have an empty file sent
        return []
    body: Iterable[bytes] = environ["wsgi.file_wrapper"](open(path, "rb"))
    return body
