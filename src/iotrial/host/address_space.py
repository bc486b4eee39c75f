"""The limit of addresses (`ulimit -v`): below some, libraries end the process without a word that could be caught."""

from __future__ import annotations

import resource

from iotrial.errors import UsageError
from iotrial.units import format_bytes

#: A run and its report work with so many on a machine of 2 CPUs, and not with 1 GiB.
LEAST_BYTES = 1280 << 20


def require_address_space() -> None:
    """Raise UsageError if the libraries of this process would not get the addresses that they take."""
    limit_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_bytes != resource.RLIM_INFINITY and limit_bytes < LEAST_BYTES:
        raise UsageError(
            f"the limit of addresses for a process is {format_bytes(limit_bytes)}, and iotrial needs "
            f"{format_bytes(LEAST_BYTES)}",
            hint="raise it: ulimit -v unlimited",
        )
