"""serve: an iteration is a request for a file; at a rate, it is all requests that are due in a span of time."""

from __future__ import annotations

from pathlib import Path

from client import Plan, load
from compared import Compared, compare
from kit import Pairs
from server_kit import ServerJob
from slow_clients import SlowClients


class Job(ServerJob):
    """Has clients fetch a file from the stack's server."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the file and the plan, and start the servers if they do not run yet."""
        self.target, self.slow_target = pairs.own_text("target"), pairs.text("slow_target")
        self.requests = pairs.own_integer("requests", 1)
        self.slow_clients = pairs.own_integer("slow_clients", 0)
        self.slow = (pairs.integer("slow_bytes_per_second", 1), pairs.integer("slow_seconds", 1))
        keeps = pairs.choice("keep_alive", ("yes", "no")) == "yes"
        protocol = pairs.choice("protocol", ("http", "https", "h2"))
        self.plan = Plan(pairs.integer("clients", 1), keeps, pairs.own_integer("per_second", 0), protocol)
        self.file = Path(pairs.text("files"), pairs.text("file"))
        self.stack.start(pairs.text("room"), pairs.text("files"), pairs.text("key"), protocol)

    def iterate(self, iterations: int) -> int:
        """Load the server; return the bytes of the bodies that arrived."""
        slow = SlowClients(self._url(self.slow_target), self.slow_clients, *self.slow, self.stack, self.plan.protocol)
        with slow:
            self.load = load(self._url(self.target), iterations * self.requests, self.plan, self.stack)
        return self.load.body_bytes

    def compare(self) -> Compared:
        """Compare whole answers with the file, while clients load the server."""
        requests = len(self.load.moments) // 2
        return compare(self._url(self.target), self.file, requests, self.plan, self.stack)

    def check(self, pairs: Pairs) -> dict[str, str | int]:
        """Have every client fetch the file once, and tell where the server can be asked for more."""
        once = Plan(self.plan.clients, protocol=self.plan.protocol)
        found = load(self._url(self.target), self.plan.clients, once, self.stack)
        return {"work": found.body_bytes, **self.stack.address()}

    def _url(self, target: str) -> str:
        return f"{self.plan.url}:{self.stack.port}{target}"
