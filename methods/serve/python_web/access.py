"""The part that all programs share: it looks at the signature of a link, and says which file is to be sent."""

import hashlib
import hmac
import os
from http import HTTPStatus

FILES = "/srv/files"

# The key with which links are signed; it is in the environment of the service.
KEY = os.environb[b"DOWNLOAD_KEY"]


class Refused(Exception):
    """There is no file to be sent, and the answer has this status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


def file_of_link(name: str, signature: str) -> str:
    """Return the path of the file that a link to /download/NAME?signature=... is for; Refused if it is for none."""
    right = hmac.new(KEY, name.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(right.encode(), signature.encode()):  # texts would have to be ASCII
        raise Refused(HTTPStatus.FORBIDDEN)
    path = os.path.join(FILES, os.path.basename(name))
    if not os.path.isfile(path):
        raise Refused(HTTPStatus.NOT_FOUND)
    return path
