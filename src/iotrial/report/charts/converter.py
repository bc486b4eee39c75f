"""The module that draws charts without a browser, loaded when a picture is wanted and where it can work."""

from __future__ import annotations

from typing import Any

from iotrial.machine.address_space import LEAST_TO_DRAW_BYTES, require_address_space


def converter(what: str = "a picture") -> Any:
    """Return the module; UsageError where the limit of addresses (`ulimit -v`) would have it end the process."""
    require_address_space(LEAST_TO_DRAW_BYTES, what)
    import vl_convert

    return vl_convert
