"""What a worker of servers does otherwise than the Python kit, which `kit` is here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from client import Load
from compared import Compared
from kit import REPLIES, REQUESTS, Adapter, BadRequest, Kit, Pairs, load, serve
from stack import Stack


class ServerJob(Adapter):
    """An adapter of a stack of servers, which keeps what its client found."""

    load: Load

    def __init__(self, stack: Stack) -> None:
        """Keep the stack, which has what is the method's here."""
        self.stack = stack

    def compare(self) -> Compared:
        """Compare answers with what they should be, outside of a sample."""
        raise NotImplementedError


class ServerKit(Kit):
    """The five verbs, for a stack of servers."""

    def __init__(self, job: str, stack: Stack, versions: str, work: ServerJob, lead_in: ServerJob) -> None:
        """Serve the job of that name with a stack, of whose programs these are the names and versions."""
        super().__init__(job, work, lead_in)
        self._stack = stack
        self._versions = versions
        self._done = work

    def _hello(self, pairs: Pairs) -> dict[str, str | int]:
        figures = dict(super()._hello(Pairs({key: value for key, value in pairs.items() if key != "heap_bytes"})))
        return {**figures, "language": self._stack.name, "runtime": self._versions}

    def _prepare(self, pairs: Pairs) -> dict[str, str | int]:
        super()._prepare(pairs)
        return self._stack.address()

    def _measure(self, pairs: Pairs) -> dict[str, str | int]:
        """Return the figures of the client and of the servers; those of this process tell nothing: it only waits."""
        if "end_ns" in pairs:
            raise BadRequest("a server has no window: each iteration is a request of every client")
        super()._measure(pairs)
        found = self._done.load
        if "moments" in pairs:
            found.write_moments(pairs.text("moments"))
        compared, differing = self._done.compare()
        return {**found.figures, "compared": compared, "differing": differing}


def main(arguments: list[str]) -> None:
    """Load the adapter, then serve; BESIDE is a list in JSON of the folders whose files a method shares.

    BUILT is the program that was compiled of these, PACKAGES the folder of those that they need; each is empty if there
    is none.
    """
    if len(arguments) < 7:
        sys.exit("usage: kit.py ADAPTER METHOD BESIDE STACK VERSIONS BUILT PACKAGES [PADDING]; iotrial starts it")
    adapter_path, method_path, beside, stack_path, versions, built, packages = arguments[:7]
    folder, _, name = adapter_path.rpartition("/")
    sys.path.append(folder)  # for files that adapters of another tree share
    job = load("adapter", adapter_path).Job
    folders = [*map(Path, json.loads(beside)), Path(method_path).parent]
    with Stack(Path(stack_path), folders, built, packages) as stack:
        kit = ServerKit(name.removesuffix(".py"), stack, versions, job(stack), job(stack))
        with open(REQUESTS, "rb") as requests, open(REPLIES, "wb", buffering=0) as replies:
            serve(kit, requests, replies)
