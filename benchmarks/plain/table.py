"""The table of a level: each arm's ratio by plain programs and by iotrial, how far apart, and what explains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.plain.ratio import Compared, Ratio
from benchmarks.plain.regime import NAMES, Regime

WIDTHS = (36, 21, 21, 8)


def heading(
    figure: str, baseline: str, regime: Regime, rounds: int, *, has_reader: bool, has_input: bool, has_logs: bool
) -> Iterator[str]:
    """Yield the lines above the arms: the level, the regime of the plain programs, and the columns."""
    conditions = ["state", "heap", "path", *([] if regime.state == "first" else ["before", "lead_in"])]
    told = [NAMES[condition][getattr(regime, condition)] for condition in conditions]
    told += [NAMES["reader"][regime.reader]] if has_reader else []
    told += [NAMES["pages"][regime.pages]] if has_input else []
    told += [NAMES["logs"][regime.logs]] if has_logs and regime.state != "first" else []
    yield f"{figure}, over {baseline}"
    yield f"  {rounds} rounds of plain programs; {', '.join(told)}"
    yield "  " + _columns("arm", "plain", "iotrial", "apart") + "  "


def lines(compared: Sequence[Compared]) -> Iterator[str]:
    """Yield a line for each arm, and below an arm that is off what it is under other conditions."""
    for arm in compared:
        plain, ours = (_shown(ratio) for ratio in (arm.plain, arm.ours))
        apart = "" if arm.apart is None else f"{100 * arm.apart:+.1f} %"
        yield "  " + _columns(arm.arm, plain, ours, apart) + f"  {arm.verdict}"
        for name, ratio in arm.tried.items():
            yield "      " + _columns(name, str(ratio), "", "", indented=True).rstrip()
        if arm.repeated is not None:
            yield "      " + _columns("the same once more", str(arm.repeated), "", "", indented=True)
        for name, ratio in arm.under.items():
            explains = "<- the same as iotrial's" if name == arm.explained_by else ""
            yield "      " + _columns(name, str(ratio), explains, "", indented=True).rstrip()


def details(arm: Compared) -> Mapping[str, object]:
    """Return an arm as a document has it."""
    return {
        "arm": arm.arm,
        "plain": _bounds(arm.plain),
        "iotrial": _bounds(arm.ours),
        "apart": arm.apart,
        "verdict": arm.verdict,
        "explained_by": arm.explained_by,
        "tried": {name: _bounds(ratio) for name, ratio in arm.tried.items()},
        "repeated": _bounds(arm.repeated),
        "under": {name: _bounds(ratio) for name, ratio in arm.under.items()},
    }


def summary(compared: Sequence[Compared]) -> str:
    """Say in one line how many arms are the same, and what became of the others."""
    within = sum(arm.is_within is True for arm in compared)
    said = [f"{within} of {len(compared)} arms within 3 %"]
    for arm in compared:
        if arm.is_within is None:
            said.append(f"{arm.arm} {arm.verdict}")
        elif not arm.is_within:
            said.append(f"{arm.arm} {100 * (arm.apart or 0.0):+.1f} %, {_why(arm)}")
    return "; ".join(said)


def _why(arm: Compared) -> str:
    """Say what may be behind an arm that is off."""
    if arm.explained_by:
        return f"the same with {arm.explained_by}"
    return arm.verdict + (", and no condition explains it" if arm.is_apart else "")


def _columns(arm: str, plain: str, ours: str, apart: str, *, indented: bool = False) -> str:
    first, second, third, fourth = WIDTHS
    return f"{arm:{first - 4 * indented}}  {plain:{second}}  {ours:{third}}  {apart:>{fourth}}"


def _shown(ratio: Ratio | None) -> str:
    return "" if ratio is None else str(ratio)


def _bounds(ratio: Ratio | None) -> Mapping[str, float | None] | None:
    return None if ratio is None else {"ratio": ratio.center, "low": ratio.low, "high": ratio.high}
