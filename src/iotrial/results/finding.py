"""What one level says of a claim: a verdict and its figure, and the kinds of claim that rows of the document decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from iotrial.catalog.model import method_of
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
            variants = [other for other in rows if method_of(other) == name]
            return f"{name} is in the run only as {', '.join(variants)}" if variants else f"{name} is not in the run"
        if row["status"] != "measured" or row["median_ns"] is None:
            return f"{name} is {row['status']}" + (f": {row['reason']}" if row["reason"] else "")
    return None


def untimed(arms: Sequence[str], level: Document) -> Finding | None:
    """What there is to say where an arm's time may not be compared with another's; None where all may."""
    for row in _rows(arms, level):
        if row["verdict"] == "invalid":
            return Finding("undecided", reason=f"the time of {row['arm']} is invalid: {_caution(row, 'beyond_limit')}")
        if row["verdict"] is None and row["role"] != "baseline":
            return Finding("not run", reason=f"the time of {row['arm']} is not ranked: {_caution(row)}")
    return None


#: Cautions of an arm that may differ from another, but is never said to take as long (METHOD.md, rules 1 and 3).
_NEVER_EQUAL = ("kit_cost", "drift")


def never_equal(arms: Sequence[str], level: Document) -> str | None:
    """Why the times of two arms may not be called equal, however near they are; None where they may."""
    first, second = _rows(arms, level)
    if first["shift"] != second["shift"]:
        return f"{first['arm']} and {second['arm']} were measured with unlike numbers of iterations"
    for row in (first, second):
        for caution in row["cautions"]:
            if caution["code"] in _NEVER_EQUAL:
                return f"{row['arm']}: {caution['text']}"
    return None


def _rows(arms: Sequence[str], level: Document) -> list[Document]:
    """The rows of arms, in their order."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    return [rows[name] for name in arms]


def _caution(row: Document, code: str | None = None) -> str:
    """What a caution of the row says: that one, or all where none is named."""
    texts = [one["text"] for one in row["cautions"] if code in (None, one["code"])]
    return "; ".join(texts) or "it has no verdict"


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
    found: list[Document] = []
    for name in arms:
        served = (rows.get(name, {}).get("several") or {}).get("served")
        if served is None:
            return Finding("not run", reason=f"{name} has no figure of what arrives at a rate")
        found.append(served)
    least, most = (f"{pick(one['share'] for one in found):.1%}" for pick in (min, max))
    said = f"{least}{f' to {most}' if least != most else ''} done in time"
    wanted = [None if one["keeps_up"] is None else one["keeps_up"] is not behind for one in found]
    if False in wanted:
        return Finding("reversed", said=said)
    if None in wanted:
        name = arms[wanted.index(None)]
        return Finding("undecided", said=said, reason=f"rounds of {name} differ in whether it keeps up")
    return Finding("holds", said=said)


_MEMORY = {
    "memory": "peak_bytes",
    "runtime memory": "runtime_peak_bytes",
    "runtime memory taken": "runtime_peak_real_bytes",
    "calls": "call_count",
}


def equal(claim: Claim, arms: Sequence[str], level: Document) -> Finding:
    """Whether counted figures are the same, within the share that the claim allows."""
    values = [row[_MEMORY[claim.of or "memory"]] for row in _rows(arms, level)]
    if any(value is None for value in values):
        return Finding("not run", reason=f"the {claim.of} of {arms[values.index(None)]} is not known")
    least, most = min(values), max(values)
    ratio = most / least if least else float("inf") if most else 1.0
    said = f"{least:,.0f}" + (f" to {most:,.0f}" if least != most else "")
    return Finding("holds" if ratio <= 1 + claim.within else "reversed", measured=ratio, said=said)


def time_growth(claim: Claim, cost: Mapping[str, Any]) -> Finding:
    """Whether a line through the sizes describes the cost, or it is flat, no farther off than the claim allows."""
    misfit, growth, factor = cost["misfit_share"], cost["growth_share"], cost["factor"]
    if misfit["low"] is None or growth["low"] is None:
        return Finding("undecided", reason=f"too few rounds for a line of {cost['arm']}", level=factor)
    figure = misfit if claim.linear else growth
    told = f"{figure['median']:.0%} [{figure['low']:.0%}, {figure['high']:.0%}]"
    said = f"{cost['arm']} {told} off a line" if claim.linear else f"{cost['arm']} {told} more at the largest size"
    fits, bends = misfit["high"] <= claim.within, misfit["low"] > claim.within
    grows, flat = growth["low"] > (0 if claim.linear else claim.within), growth["high"] <= claim.within
    verdict: Verdict = "undecided"
    if fits and (grows if claim.linear else flat):
        verdict = "holds"
    elif (bends or (fits and flat)) if claim.linear else grows:
        verdict = "reversed"
    reason = f"the interval reaches over {claim.within:.0%}" if verdict == "undecided" else None
    return Finding(verdict, figure["median"], figure["low"], figure["high"], reason, said, factor)


def memory_growth(claim: Claim, growth: Mapping[str, Any]) -> Finding:
    """Whether memory is flat over the sizes, or grows."""
    figures, factor = growth["bytes_per_unit"], growth["factor"]
    reason = f"{growth['arm']}, bytes of memory for each of {factor}"
    verdict: Verdict = "holds" if growth["verdict"] == ("grows" if claim.linear else "flat") else "reversed"
    if growth["verdict"] == "undecided":
        verdict = "undecided"
    return Finding(verdict, figures["median"], figures["low"], figures["high"], reason, level=factor)
