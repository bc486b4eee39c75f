"""The limit of addresses (`ulimit -v`): below some, libraries end the process without a word that could be caught."""

from __future__ import annotations

import os
import resource

from iotrial.errors import UsageError
from iotrial.units import format_bytes

#: A run and its report work with this much on a machine of 2 CPUs, and not with 1 GiB.
LEAST_BYTES = 1280 << 20

#: The library that draws pictures reserves this much and fills hardly any of it; with less it ends the process.
LEAST_TO_DRAW_BYTES = 66 << 30


#: What tells the library that multiplies how many threads to start; each reserves addresses of its own.
_THREADS = "OPENBLAS_NUM_THREADS"


def spare_addresses() -> None:
    """Have one thread multiply where addresses are limited: a library that gets none for more sends a signal to us."""
    limit_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_bytes != resource.RLIM_INFINITY:
        os.environ.setdefault(_THREADS, "1")


def require_address_space(least_bytes: int = LEAST_BYTES, what: str = "iotrial") -> None:
    """Raise UsageError if the libraries of this process would not get the addresses that they take for something."""
    limit_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_bytes != resource.RLIM_INFINITY and limit_bytes < least_bytes:
        raise UsageError(
            f"the limit of addresses for a process is {format_bytes(limit_bytes)}, and {what} needs "
            f"{format_bytes(least_bytes)}",
            hint="raise it: ulimit -v unlimited",
        )
