"""The time that an answer takes, unless a budget is named."""

from __future__ import annotations

from iotrial.ask.catalog import Catalog, named_parts
from iotrial.ask.study import Study

#: For one worker of a program that runs as it was compiled; for one that compiles as it runs, each of whose processes
#: is warmed up for a second or more; for several workers at once and for servers, whose samples are windows of time.
USUAL, WARMING, TOGETHER = 60, 90, 120

#: Factors that count what works at once.
_AT_ONCE = ("writers", "clients")


def usual_seconds(study: Study, catalog: Catalog) -> int:
    """Return how long a question may take, by what is compared at the level that was asked about."""
    level = study.levels[0]
    kits = [catalog.kits[named_parts(arm)[0]] for arm in level.arms]
    if any(kit.programs for kit in kits) or any(int(level.factors.get(name, 1)) > 1 for name in _AT_ONCE):
        return TOGETHER
    return WARMING if any(kit.warms_up for kit in kits) else USUAL
