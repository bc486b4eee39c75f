"""The client's share of the time that servers are loaded: one that is busy all the time measures itself."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.stats.judge_level import ArmJudgement
from iotrial.store.level_figures import LevelFigures
from iotrial.store.record import PLACEBO, LevelRecord

#: If the client is busy for more of the time than this, servers may be quicker than it shows.
MOST_CLIENT_SHARE = 0.5


def client_cautions(
    level: LevelRecord, figures: LevelFigures, judged: Sequence[ArmJudgement]
) -> list[tuple[str, dict[str, object]]]:
    """Name the servers whose client was busy for over half of the time; nothing if there are none.

    judged: the judgement of each arm, in the order of `figures.arms`.
    """
    if level.requests != "closed loop":
        return []
    shares: dict[str, float] = {}
    for index, own in zip(figures.arms, judged, strict=True):
        beside = figures.beside.get(index)
        if index != PLACEBO and own.median_ns and beside is not None and beside.reader_ns:
            shares[level.arms[index].arm] = beside.reader_ns / own.median_ns
    busy = sorted(name for name, share in shares.items() if share > MOST_CLIENT_SHARE)
    found: list[tuple[str, dict[str, object]]] = []
    if busy:
        found.append(("client_busy", {"arms": ", ".join(busy), "share": min(1.0, max(shares.values()))}))
    return found
