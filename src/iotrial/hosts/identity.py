"""The parts of a fleet that iotrial starts itself: each has a key of its own, and all know who may do what.

The authority is made for one fleet, signs what its parts show each other, and is discarded: no further part can be
made.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import ssl
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from iotrial.store.strict import Strict

if TYPE_CHECKING:
    from distributed import Security

#: The parts of a fleet: whoever asks, the scheduler, and the hosts, each with its name after this.
DESK, SCHEDULER, HOST = "desk", "scheduler", "host:"

#: What is signed is the name of a part, as an address that is used for nothing else.
_NAMED = "iotrial:"

#: Clocks of hosts may be wrong, and a fleet may measure for months.
_BEFORE, _AFTER = datetime.timedelta(days=1), datetime.timedelta(days=365)

_MOST_TEXT = 1 << 14

#: Where a connection says whose the certificate at its other end must be.
PEER = "iotrial_peer"


class PartIdentity(Strict):
    """The texts by which a part of a fleet shows who it is, and knows the others."""

    authority: str = Field(max_length=_MOST_TEXT, description="the certificate that signs those of all parts")
    certificate: str = Field(max_length=_MOST_TEXT, description="the certificate of this part")
    key: str = Field(max_length=_MOST_TEXT, repr=False, description="its private key")

    def security(self, peer: Callable[[str], bool]) -> Security:
        """Return what Dask takes for encryption. peer: if a part is one that is connected to."""
        from distributed import Security

        own = self

        class InMemory(Security):  # type: ignore[misc]
            """Dask's own writes keys to files while it reads them."""

            def _get_tls_context(self, tls: Any, purpose: ssl.Purpose) -> ssl.SSLContext:
                return own._context(purpose)

        return InMemory(require_encryption=True, extra_conn_args={PEER: peer})

    def _context(self, purpose: ssl.Purpose) -> ssl.SSLContext:
        connects = purpose is ssl.Purpose.SERVER_AUTH
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT if connects else ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # names are those of parts, and are looked at once a peer is there
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=self.authority)
        with _as_file(self.certificate + self.key) as path:
            context.load_cert_chain(path)
        return context


@contextlib.contextmanager
def _as_file(text: str) -> Iterator[str]:
    """Provide a text under a path, in memory where the system has that; else in a file that only this user can open."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("iotrial", os.MFD_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
            yield f"/proc/self/fd/{descriptor}"
        finally:
            os.close(descriptor)
        return
    with tempfile.NamedTemporaryFile("w", prefix="iotrial-") as file:
        file.write(text)
        file.flush()
        yield file.name


def part_in(peer: Mapping[str, Any] | None) -> str | None:
    """Return the part that a certificate was made for, as the connection tells of it; None if for none."""
    if not peer:
        return None
    names = [name for kind, name in peer.get("subjectAltName", ()) if kind == "URI"]
    return names[0].removeprefix(_NAMED) if len(names) == 1 and names[0].startswith(_NAMED) else None


def is_scheduler(part: str) -> bool:
    """True if a part is the scheduler."""
    return part == SCHEDULER


def is_host(part: str) -> bool:
    """True if a part is a host."""
    return part.startswith(HOST)


def identities(parts: Sequence[str]) -> dict[str, PartIdentity]:
    """Make the identities of a fleet's parts and discard the authority: part -> its own."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    def key() -> ec.EllipticCurvePrivateKey:
        return ec.generate_private_key(ec.SECP256R1())

    def named(name: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    def certificate(name: str, of: ec.EllipticCurvePrivateKey, extension: x509.ExtensionType, *, signs: bool) -> str:
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(named(name))
            .issuer_name(named("iotrial authority"))
            .public_key(of.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - _BEFORE)
            .not_valid_after(now + _AFTER)
            .add_extension(x509.BasicConstraints(ca=signs, path_length=0 if signs else None), critical=True)
            .add_extension(extension, critical=False)
        )
        return builder.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()

    authority = key()
    own = x509.SubjectKeyIdentifier.from_public_key(authority.public_key())
    root = certificate("iotrial authority", authority, own, signs=True)
    found = {}
    for part in parts:
        private = key()
        name = x509.SubjectAlternativeName([x509.UniformResourceIdentifier(_NAMED + part)])
        text = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
        found[part] = PartIdentity(
            authority=root, certificate=certificate("iotrial part", private, name, signs=False), key=text
        )
    return found
