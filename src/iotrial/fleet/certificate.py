"""The certificate of a fleet that iotrial starts itself: all its parts have it, and nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key: their texts, or the files that hold them."""

    certificate: str
    key: str

    @property
    def settings(self) -> dict[str, Any]:
        """Dask's settings for whoever has it."""
        ours = {"cert": self.certificate, "key": self.key}
        roles = ("client", "scheduler", "worker")
        told = {f"tls_{role}_{part}": value for role in roles for part, value in ours.items()}
        return {"tls_ca_file": self.certificate, "require_encryption": True, **told}


def made() -> Certificate:
    """Make a certificate."""
    from distributed.security import Security

    found = Security.temporary()
    return Certificate(str(found.tls_ca_file), str(found.tls_client_key))
