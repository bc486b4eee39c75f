"""`iotrial fleet slurm` and `kubernetes`: files by which a cluster starts the hosts of a fleet; nothing is started."""

from __future__ import annotations

import re
from collections.abc import Mapping

from iotrial.errors import Problem, UsageError
from iotrial.hosts.kubernetes import Pods, manifest
from iotrial.hosts.slurm import SlurmJobs, job_script
from iotrial.units import parse_duration_ns

_SCHEDULER = re.compile(r"([a-z]+://)?[A-Za-z0-9.\[\]:_-]+:[0-9]{1,5}")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._,@:/+-]*")
_PATH = re.compile(r"/?[^\x00-\x1f\x7f]+")

_HINT = "docs/fleets.md"


def slurm(
    *,
    scheduler: str | None,
    nodes: int,
    queue: str | None,
    account: str | None,
    limit: str,
    interpreter: str,
) -> None:
    """Print a script for sbatch."""
    problems = _words({"--queue": queue, "--account": account}, _WORD)
    problems += _words({"--interpreter": interpreter}, _PATH)
    if scheduler is None:
        problems.append(
            Problem("name the scheduler that workers look for", hint=f"--scheduler tcp://HOST:8786: {_HINT}")
        )
    problems += _words({"--scheduler": scheduler}, _SCHEDULER)
    try:
        limit_s = parse_duration_ns(limit) / 1e9
    except ValueError as error:
        limit_s = 0.0
        problems.append(Problem(str(error), where="--time"))
    if problems:
        raise UsageError(problems)
    assert scheduler is not None
    print(job_script(SlurmJobs(scheduler, nodes, interpreter, queue, account, limit_s)), end="")


def kubernetes(*, image: str, nodes: int, folder: str, name: str) -> None:
    """Print a manifest for kubectl."""
    problems = _words({"--image": image}, _WORD) + _words({"--folder": folder}, _PATH)
    problems += _words({"--name": name}, re.compile(r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?"))
    if not folder.startswith("/"):
        problems.append(Problem(f"{folder!r} is no absolute path", where="--folder", hint="a folder of each node"))
    if problems:
        raise UsageError(problems)
    print(manifest(Pods(image, nodes, folder, name)), end="")


def _words(given: Mapping[str, str | None], allowed: re.Pattern[str]) -> list[Problem]:
    """Return what is wrong with words that go into a script or a manifest."""
    return [
        Problem(f"{text!r} is no word for it", where=option, hint=_HINT)
        for option, text in given.items()
        if text is not None and not allowed.fullmatch(text)
    ]
