"""The certificate of a server that speaks TLS: made anew in each room, and signed by nobody but itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from room_files import make_in

PROGRAM = "openssl"

#: What they are called in a room, and the places that a configuration names in production.
CERTIFICATE, KEY, STORE = "download.crt", "download.key", "download.p12"
PLACES = {
    "/etc/ssl/certs/download.crt": f"{{room}}/{CERTIFICATE}",
    "/etc/ssl/private/download.key": f"{{room}}/{KEY}",
}

#: Of a store for Java, which must have one.
PASSWORD = "changeit"

_COMMAND = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
_NAMES = "subjectAltName=IP:127.0.0.1,DNS:localhost"
_BEGINS = b"-----BEGIN CERTIFICATE-----"

PATIENCE_S = 20.0


def make_certificate(room: Path) -> None:
    """Make a key on the curve P-256, a certificate for 127.0.0.1, and a store with both (PKCS12) in a room.

    Nothing may run there yet. RuntimeError if openssl is missing, or makes none.
    """
    made = _openssl([*_COMMAND.split(), "-addext", _NAMES, "-keyout", "/dev/stdout", "-out", "/dev/stdout"])
    key, begins, certificate = made.partition(_BEGINS)
    store = _openssl(["pkcs12", "-export", "-passout", f"pass:{PASSWORD}"], made)
    for name, text in {CERTIFICATE: begins + certificate, KEY: key, STORE: store}.items():
        with os.fdopen(make_in(room / name, 0o644), "wb") as file:  # nobody else enters the room
            file.write(text)


def _openssl(words: list[str], given: bytes = b"") -> bytes:
    program = shutil.which(PROGRAM)
    if program is None:
        raise RuntimeError(f"{PROGRAM} is not installed")
    try:
        done = subprocess.run([program, *words], input=given, capture_output=True, check=False, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(f"{PROGRAM} makes no certificate: {error}") from None
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise RuntimeError(f"{PROGRAM} makes no certificate: {said[-1] if said else done.returncode}")
    return done.stdout
