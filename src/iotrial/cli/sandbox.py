"""The sandbox that `--sandbox` asks for, and what cannot run in it."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.ask.catalog import Catalog
from iotrial.ask.tree import is_own
from iotrial.errors import Problem, UsageError
from iotrial.machine.method_sandbox import NoSandbox, sandbox_program


def refused(message: str, hint: str | None) -> Problem:
    """Return the problem of an option that does not go with --sandbox."""
    return Problem(message, where="--sandbox", hint=hint)


def sandbox_if(asked: bool, catalog: Catalog, problems: Sequence[Problem] = ()) -> str | None:
    """Return the program of the sandbox that was asked for; None if none was.

    UsageError if there is none here, or with everything that it would not hold: `problems`, and the kits and jobs of
    trees that were joined. These are part of iotrial while it runs: what they do is done outside.
    """
    if not asked:
        return None
    outside = [
        *(f"the {kit.language} kit" for kit in catalog.kits.values() if not is_own(kit.folder)),
        *(f"the job {job.name}" for job in catalog.jobs.values() if not is_own(job.folder)),
    ]
    outer = [refused(f"{what} is not held by a sandbox", "join methods only, or read it first") for what in outside]
    if found := [*outer, *problems]:
        raise UsageError(found)
    try:
        return sandbox_program()
    except NoSandbox as missing:
        raise UsageError(refused(str(missing), missing.hint)) from None
