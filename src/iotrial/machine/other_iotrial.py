"""The iotrial of another host, as it tells of itself, beside this one."""

from __future__ import annotations

from iotrial import __version__
from iotrial.code_digest import code_digest


def unlike_here(version: object, digest: object) -> str | None:
    """Say how another iotrial is unlike this one, by its version and the digest of its code; None if it is not."""
    if version != __version__:
        return f"iotrial {version}, and here is {__version__}"
    if digest != code_digest():
        return f"iotrial {version} as here, but not the same code or libraries"
    return None
