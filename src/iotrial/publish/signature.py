"""Signatures of published files by SSH keys, which `ssh-keygen` makes and checks: a file beside each, FILE.sig."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.folders.own_file import require_writable, write_own

#: What the signatures are for, so that none of another purpose counts.
NAMESPACE = "iotrial-published-runs"

#: What the name of a signature ends in, and what it begins with.
ENDING, MARK = ".sig", "-----BEGIN SSH SIGNATURE-----"

#: A larger signature is none; a check that takes longer says nothing.
_MOST_BYTES = 64 << 10
_PATIENCE_S = 20.0

_PROGRAM = "ssh-keygen"
_GOOD = re.compile(r'Good "[^"]*" signature with (\S+ key SHA256:[A-Za-z0-9+/=]+)')


class BadSignature(Exception):
    """A signature that is there, and is not one of the file."""


def signature_of(path: Path) -> Path:
    """Return where the signature of a file is."""
    return path.with_name(path.name + ENDING)


def require_signing(path: Path, key: Path) -> None:
    """Raise UsageError with all that keeps a file from being signed by a key."""
    problems = []
    if shutil.which(_PROGRAM) is None:
        problems.append(Problem(f"{_PROGRAM} is not installed", where="--sign", hint="it comes with OpenSSH"))
    if not key.is_file():
        problems.append(Problem("is no file", where=f"--sign {key}", hint="name an SSH key, such as ~/.ssh/id_ed25519"))
    if problems:
        raise UsageError(problems)
    require_writable(signature_of(path), "--sign", MARK)


def sign(path: Path, key: Path) -> Path:
    """Sign a file that is written; a key with a passphrase asks for it on the terminal. UsageError if it fails.

    key: a private key, or a public one whose private one an agent has.
    """
    with path.open("rb") as content:
        done = subprocess.run(
            [_PROGRAM, "-Y", "sign", "-q", "-f", key, "-n", NAMESPACE], stdin=content, capture_output=True, check=False
        )
    if done.returncode or not done.stdout.startswith(MARK.encode()):
        told = done.stderr.decode(errors="replace").strip().splitlines()
        where, hint = f"--sign {key}", "the file was written, without a signature"
        raise UsageError(
            Problem(f"does not sign: {told[-1] if told else 'no reason given':.200}", where=where, hint=hint)
        )
    write_own(signature_of(path), done.stdout, "--sign")
    return signature_of(path)


def signed_by(path: Path) -> str | None:
    """Return the key that signed a file, `ED25519 key SHA256:…`; None for an unsigned one.

    Whose key it is, is not known here. BadSignature if it is not one of this file, or if ssh-keygen is missing.
    """
    beside = signature_of(path)
    try:
        found = os.lstat(beside)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
        raise BadSignature(f"{beside.name} is no signature")
    if shutil.which(_PROGRAM) is None:
        raise BadSignature(f"{beside.name} cannot be checked: {_PROGRAM} is not installed")
    command = [_PROGRAM, "-Y", "check-novalidate", "-n", NAMESPACE, "-s", str(beside.resolve())]
    try:
        with path.open("rb") as content:
            done = subprocess.run(command, stdin=content, capture_output=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise BadSignature(f"{beside.name} cannot be checked") from None
    good = _GOOD.search(done.stdout.decode(errors="replace"))
    if done.returncode or good is None:
        raise BadSignature(f"{beside.name} is not a signature of it: it was changed, or signed as something else")
    return good[1]
