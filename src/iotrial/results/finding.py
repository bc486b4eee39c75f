"""What one level says of a claim: a verdict and its figure, and the kinds of claim that rows of the document decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from iotrial.results.several import KEEPS_UP
from iotrial.study.claims import Claim

Document = dict[str, Any]

#: What a run may say of a claim. `quoted` is of a fault that the article's own words show.
Verdict = Literal["holds", "reversed", "no difference", "depends", "artefact", "undecided", "not run", "quoted"]


@dataclass(frozen=True)
class Finding:
    """What one level says: the verdict, the figure that decides it, and why where that needs saying."""

    verdict: Verdict
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    said: str | None = None  # the figure in words, where it is no ratio
    level: str = ""


def missing(arms: Sequence[str], level: Document) -> str | None:
    """Which arm has no figure at the level, and why; None where all have one."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    for name in arms:
        row = rows.get(name)
        if row is None:
            return f"{name} is not in the run"
        if row["status"] != "measured" or row["median_ns"] is None:
            return f"{name} is {row['status']}" + (f": {row['reason']}" if row["reason"] else "")
    return None


def survives(arms: Sequence[str], level: Document, *, fails: bool) -> Finding:
    """Whether all of the arms do the work, or none of them."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    absent = [name for name in arms if name not in rows or rows[name]["status"] == "skipped"]
    if absent:
        return Finding("not run", reason=f"{', '.join(absent)} not in the run")
    died = [
        name
        for name in arms
        if rows[name]["status"] in ("failed", "disqualified") or (rows[name]["outcome"] or {}).get("code") == "died"
    ]
    holds = len(died) == len(arms) if fails else not died
    why = {name: (rows[name]["outcome"] or {}).get("text") or rows[name]["reason"] for name in died}
    return Finding(
        "holds" if holds else "reversed",
        said=f"{len(died)} of {len(arms)} fail",
        reason="; ".join(f"{name}: {reason}" for name, reason in why.items()) or None,
    )


def harmless(claim: Claim, arms: Sequence[str], level: Document) -> Finding:
    """Whether no record came to harm, of how many."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    handed = harmed = 0
    for name in arms:
        records = (rows.get(name, {}).get("several") or {}).get("records")
        if records is None or claim.of is None:
            return Finding("not run", reason=f"no records of {name} were counted; that takes several writers")
        handed, harmed = handed + records["handed"], harmed + (records[claim.of] or 0)
    return Finding("reversed" if harmed else "holds", said=f"{harmed:,} of {handed:,}")


def served(arms: Sequence[str], level: Document, *, behind: bool) -> Finding:
    """Whether all of the arms keep up with what arrives, or none of them."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    shares: list[float] = []
    for name in arms:
        share = (rows.get(name, {}).get("several") or {}).get("served_share")
        if share is None:
            return Finding("not run", reason=f"{name} has no figure of what arrives at a rate")
        shares.append(share)
    late = [share < KEEPS_UP for share in shares]
    holds = all(late) if behind else not any(late)
    least, most = f"{min(shares):.1%}", f"{max(shares):.1%}"
    said = f"{least}{f' to {most}' if least != most else ''} done in time"
    return Finding("holds" if holds else "reversed", said=said)


_MEMORY = {
    "memory": "peak_bytes",
    "runtime memory": "runtime_peak_bytes",
    "runtime memory taken": "runtime_peak_real_bytes",
    "calls": "call_count",
}


def equal(claim: Claim, arms: Sequence[str], level: Document) -> Finding:
    """Whether counted figures are the same, within the share that the claim allows."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    values = [rows[name][_MEMORY[claim.of or "memory"]] for name in arms]
    if any(value is None for value in values):
        return Finding("not run", reason=f"the {claim.of} of {arms[values.index(None)]} is not known")
    least, most = min(values), max(values)
    ratio = most / least if least else float("inf") if most else 1.0
    said = f"{least:,.0f}" + (f" to {most:,.0f}" if least != most else "")
    return Finding("holds" if ratio <= 1 + claim.within else "reversed", measured=ratio, said=said)


def time_growth(claim: Claim, cost: Mapping[str, Any]) -> Finding:
    """Whether a line through the sizes describes the cost, no farther off than the claim allows."""
    misfit, unit = cost["misfit_share"], cost["unit_ns"]
    if misfit is None or unit["low"] is None:
        return Finding("undecided", reason="too few rounds for a line", level=cost["factor"])
    said = f"{misfit:.0%} off a line at most"
    is_linear = misfit <= claim.within and unit["low"] > 0
    return Finding(
        "holds" if is_linear == claim.linear else "reversed", measured=misfit, said=said, level=cost["factor"]
    )


def memory_growth(claim: Claim, growth: Mapping[str, Any]) -> Finding:
    """Whether memory is flat over the sizes, or grows."""
    figures, factor = growth["bytes_per_unit"], growth["factor"]
    reason = f"{growth['arm']}, bytes of memory for each of {factor}"
    verdict: Verdict = "holds" if growth["verdict"] == ("grows" if claim.linear else "flat") else "reversed"
    if growth["verdict"] == "undecided":
        verdict = "undecided"
    return Finding(verdict, figures["median"], figures["low"], figures["high"], reason, level=factor)
