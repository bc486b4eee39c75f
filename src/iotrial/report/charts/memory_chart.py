"""Memory at its highest, by kind, arm by arm."""

from __future__ import annotations

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.layout import clean

#: Kinds in the order in which they are stacked: memory that the kernel cannot reclaim comes first.
KINDS = ("anonymous", "shared", "file, changed", "file, reclaimable", "not taken apart")


def data(level: JudgedLevel) -> look.Sets | None:
    """Return rows of arm, kind and bytes; None if no memory was broken down by kind."""
    arms = [(peak, arm) for arm in level.arms if (peak := arm.record.memory.peak_bytes) is not None]
    if all(arm.record.memory.kinds is None for _, arm in arms):
        return None
    arms.sort(key=lambda one: (one[1].held_bytes is None, one[1].held_bytes or one[0], one[1].arm))
    rows: list[look.Datum] = [
        {
            "arm": clean(arm.arm),
            "kind": kind,
            "place": KINDS.index(kind),
            "mib": count / 2**20,
            "told": figures.size(count),
            "peak": figures.size(peak),
        }
        for peak, arm in arms
        for kind, count in _kinds(arm, peak)
    ]
    return {"rows": rows}


def _kinds(arm: JudgedArm, peak: int) -> list[tuple[str, int]]:
    found = arm.record.memory.kinds
    if found is None or found.anonymous_bytes is None:
        return [("not taken apart", peak)]
    reclaimable = found.reclaimable_bytes or 0
    kinds = {
        "anonymous": found.anonymous_bytes,
        "shared": found.shared_bytes or 0,
        "file, changed": (found.file_bytes or 0) - reclaimable,
        "file, reclaimable": reclaimable,
    }
    return [(kind, count) for kind, count in kinds.items() if count]


def spec() -> look.Spec:
    """Return the plot in Vega-Lite, over the dataset `rows`."""
    import altair as alt

    return look.as_spec(
        alt.Chart(alt.NamedData("rows"))
        .mark_bar()
        .encode(
            x=alt.X("mib:Q", title="memory at its highest, MiB"),
            y=alt.Y("arm:N", sort=None, title=None),
            color=alt.Color(
                "kind:N",
                scale=alt.Scale(domain=list(KINDS), range=list(look.COLOURS[: len(KINDS)])),
                legend=alt.Legend(title=None, orient="top"),
            ),
            order=alt.Order("place:Q"),
            tooltip=[
                alt.Tooltip("arm:N"),
                alt.Tooltip("kind:N"),
                alt.Tooltip("told:N", title="memory"),
                alt.Tooltip("peak:N", title="in all"),
            ],
        )
        .add_params(look.zoom("x"))
        .properties(width="container", height=alt.Step(24))
    )
