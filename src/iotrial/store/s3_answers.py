"""Answers of an S3 server, with a bound: a listing or an error that never ends would take all memory.

The bodies of objects are not read here; those are bounded as they come.
"""

from __future__ import annotations

from typing import Any

from aiobotocore.awsrequest import AioAWSResponse
from aiobotocore.httpsession import AIOHTTPSession
from aiohttp import ClientError
from botocore.exceptions import ConnectionClosedError, ReadTimeoutError

#: One answer: a page of a listing has a thousand names of at most 1,024 bytes each, written out.
MOST_ANSWER_BYTES = 16 << 20

#: All answers to one client: a million objects have half of it.
MOST_ANSWERED_BYTES = 1 << 30


class TooLong(Exception):
    """An answer has more bytes than any should have."""


class BoundedAnswer(AioAWSResponse):  # type: ignore[misc]
    """An answer that is read whole only if it is short enough."""

    session: BoundedSession
    _content: bytes | None

    async def _content_prop(self) -> bytes:
        if self._content is None:
            pieces, count = [], 0
            async for piece in self.raw.content.iter_any():
                pieces.append(piece)
                count += len(piece)
                self.session.answered_bytes += len(piece)
                if count > MOST_ANSWER_BYTES or self.session.answered_bytes > MOST_ANSWERED_BYTES:
                    self.raw.close()
                    raise TooLong("the answer is longer than any should be")
            self._content = b"".join(pieces)
        return self._content


class BoundedSession(AIOHTTPSession):  # type: ignore[misc]
    """The connections of a client, whose answers are bounded."""

    answered_bytes = 0

    async def send(self, request: Any) -> Any:
        """Send a request; return its answer, read unless it is the body of an object."""
        is_read = not request.stream_output
        request.stream_output = True  # else it is read whole, however long it is
        answer = await super().send(request)
        bounded = BoundedAnswer(answer.url, answer.status_code, answer.headers, answer.raw)
        bounded.session = self
        if is_read:
            try:
                await bounded.content
            except TimeoutError as error:
                raise ReadTimeoutError(endpoint_url=request.url, error=error) from None
            except ClientError as error:
                raise ConnectionClosedError(error=error, request=request, endpoint_url=request.url) from None
        return bounded
