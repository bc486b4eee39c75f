"""Web servers as arms: their figures against h2load by hand, one under two names, planted faults, and leftovers.

Servers listen on 127.0.0.1, and all requests go there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from benchmarks.row import Row
from benchmarks.servers import by_hand, client_share, planted, same_servers, starts_and_stops

#: Part -> what gives its rows, short or long.
PARTS: Mapping[str, Callable[[bool], Iterable[Row]]] = {
    "by-hand": by_hand.rows,
    "same-servers": same_servers.rows,
    "client-share": client_share.rows,
    "planted": planted.rows,
    "starts-and-stops": starts_and_stops.rows,
}


def rows(long: bool, parts: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of the parts that are named, or of all."""
    for part in parts or PARTS:
        yield from PARTS[part](long)
