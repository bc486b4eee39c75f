"""The catalog without what has a fault: what one of them spoils is left out, and everything else goes on."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from iotrial.ask.catalog import Catalog, Job, Method
from iotrial.ask.faults import Fault, Faults
from iotrial.ask.parameters import Methods


def without(catalog: Catalog, faults: Sequence[Fault]) -> Catalog:
    """Return the catalog without what has a fault and what needs that; its faults are those that are none's result."""
    kits = {fault.language for fault in faults if fault.kind == "kit"}
    kits |= {name for name, kit in catalog.kits.items() if kit.program_language in kits}
    jobs = {fault.job for fault in faults if fault.kind == "job"}
    kept = [
        fault for fault in faults if fault.kind in ("job", "kit") or not (fault.job in jobs or fault.language in kits)
    ]
    bad = {fault.path for fault in kept if fault.kind in ("method", "floor")}

    def those(methods: Mapping[tuple[str, str], Method]) -> dict[tuple[str, str], Method]:
        return {
            key: method
            for key, method in methods.items()
            if method.path not in bad and method.language not in kits and method.job not in jobs
        }

    methods = those(catalog.methods)
    return dataclasses.replace(
        catalog,
        jobs={name: _naming(job, methods) for name, job in catalog.jobs.items() if name not in jobs},
        methods=Methods(methods),
        kits={name: kit for name, kit in catalog.kits.items() if name not in kits},
        floors=those(catalog.floors),
        faults=Faults(tuple(kept)),
    )


def _naming(job: Job, methods: Collection[tuple[str, str]]) -> Job:
    """Return a job that names no other methods than these."""

    def there(arms: Sequence[str]) -> tuple[str, ...]:
        return tuple(arm for arm in arms if (job.name, arm) in methods)

    serves = {
        name: dataclasses.replace(service, methods=there(service.methods)) for name, service in job.serves.items()
    }
    return dataclasses.replace(job, usual=there(job.usual), serves=serves)
