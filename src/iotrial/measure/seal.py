"""The seal on what a run names to be started: options of runtimes and compilers, and paths of runtimes.

A run may come from a stranger. The texts of its methods are compared with ours before it goes on, but an option can
have a compiler or a runtime start anything. So a run that names some has a code that only this user can make, with a
key that never leaves the cache folder: where it is missing or does not fit, the run is not one that began here.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.store.record import Run
from iotrial.workers.produced import content_of, rewrite

#: The folder of the key in the cache folder, and the key.
FOLDER, KEY = "seal", "key"

_KEY_BYTES = 32


def sealed(run: Run) -> Run:
    """Return a run with its seal; as it is if it names nothing, or if no key can be kept."""
    named = _named(run)
    if not named:
        return run
    try:
        return run.model_copy(update={"seal": _code(run.run, named)})
    except OSError:
        return run


def require_seal(run: Run) -> None:
    """Raise UsageError if a run names what is to be started, and did not begin here."""
    named = _named(run)
    if not named:
        return
    try:
        is_ours = run.seal is not None and hmac.compare_digest(run.seal.encode(), _code(run.run, named).encode())
    except OSError:
        is_ours = False
    if not is_ours:
        shown = ", ".join(f"{name}={value}" for name, value in named[:3])
        shown += f" and {len(named) - 3} more" if len(named) > 3 else ""
        raise UsageError(
            f"the run {run.run} did not begin here, and has programs started its own way: {shown}",
            hint="begin a new run of the study, once you have read what it sets",
        )


def _named(run: Run) -> list[list[str]]:
    """Return the options and the paths of runtimes that a run names, each once, in an order of their own."""
    options = {(name, str(value)) for level in run.levels for name, value in level.level.items() if "." in name}
    paths = {
        (arm.arm, arm.variant.runtime_path)
        for level in run.levels
        for arm in (*level.arms, *level.floors)
        if arm.variant is not None and arm.variant.runtime_path is not None
    }
    return [list(pair) for pair in sorted(options | paths)]


def _code(run: str, named: list[list[str]]) -> str:
    """The code of what a run names; OSError if there can be no key."""
    return hmac.new(_key(), json.dumps([run, named]).encode(), hashlib.sha256).hexdigest()


def _key() -> bytes:
    """The user's own key, made if it is missing."""
    path = own_folder(FOLDER) / KEY
    if not path.exists():
        part = path.with_name(secrets.token_hex(8))
        rewrite(part, secrets.token_bytes(_KEY_BYTES))
        with contextlib.suppress(FileExistsError):  # another run was quicker
            os.link(part, path)
        part.unlink()
    key = content_of(path, _KEY_BYTES)
    if len(key) < _KEY_BYTES:
        raise OSError("the key is cut short")
    return key
