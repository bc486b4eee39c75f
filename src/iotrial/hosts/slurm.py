"""A job script for Slurm, made by Dask's own package for it: a worker on each node, which is a host of a fleet."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.hosts.engine import RESOURCE, needed

#: The name of a host is that of its node, which Slurm says there.
NODE = "$SLURMD_NODENAME"

#: How long a worker looks for its scheduler before its job ends.
DEATH_TIMEOUT_S = 600


@dataclass(frozen=True)
class SlurmJobs:
    """The jobs that are asked for, one on each node; what is None has the default of the site.

    interpreter: the Python on the nodes that has iotrial.
    """

    scheduler: str
    nodes: int
    interpreter: str = "python3"
    queue: str | None = None
    account: str | None = None
    limit_s: float = 14400.0


def job_script(job: SlurmJobs) -> str:
    """Return a script for `sbatch`: an array of jobs, each with a node of its own; UsageError without the package."""
    slurm = needed("dask_jobqueue.slurm", "a script for Slurm", "slurm")
    made = slurm.SLURMJob(
        scheduler=shlex.quote(job.scheduler),
        name="iotrial",
        cores=1,
        processes=1,
        memory="1GiB",  # a worker's own limit is none, below; the job has all memory of its node
        job_mem="0",
        nanny=False,
        python=shlex.quote(job.interpreter),
        queue=job.queue,
        account=job.account,
        walltime=_hours(job.limit_s),
        job_name="iotrial",
        death_timeout=DEATH_TIMEOUT_S,
        job_extra_directives=["--exclusive", f"--array=1-{job.nodes}"],
        worker_extra_args=_worker_words(),
    )
    return "\n".join(line.rstrip() for line in made.job_script().strip().splitlines()) + "\n"


def _worker_words() -> Sequence[str]:
    """Return the words of a worker that make it a host; they come last, so they hold."""
    return ["--no-dashboard", "--memory-limit", "0", "--resources", f"{RESOURCE}=1", "--name", f'"{NODE}"']


def _hours(seconds: float) -> str:
    """Return a time as Slurm reads it: hours, minutes, seconds."""
    whole = max(60, round(seconds))
    return f"{whole // 3600:02d}:{whole % 3600 // 60:02d}:{whole % 60:02d}"
