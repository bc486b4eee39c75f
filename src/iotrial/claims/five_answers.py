"""The five answers on a claim, from what its levels say (rule 19). Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.claims.judged_claim import Design, Direction, Size, Where
from iotrial.claims.outcome import OPEN, SAME_WAY, Outcome, Verdict

_DIRECTION: Mapping[Verdict, Direction] = {
    **dict.fromkeys(SAME_WAY, "as said"),
    "opposite here": "opposite",
    "equal here": "equal",
    "holds nowhere tested": "not so",
    "open": "open",
}
_SIZE: Mapping[Verdict, Size] = {
    "confirmed": "as published",
    "same direction, larger": "larger",
    "same direction, smaller": "smaller",
    "same direction": "open",
}


def direction_of(outcomes: Sequence[Outcome]) -> Direction | None:
    """True if the claim points the way that was said; None if no level was run.

    Open levels leave it open, unless others already say different things. Where an event was not seen leaves it open
    only if nowhere was one.
    """
    told = [_DIRECTION[one.verdict] for one in outcomes if one.verdict in _DIRECTION]
    decided = list(dict.fromkeys(one for one in told if one != "open"))
    if len(decided) > 1:
        return "by level"
    if "open" in told or (not told and any(one.verdict == "not seen here" for one in outcomes)):
        return "open"
    return decided[0] if decided else None


def size_of(outcomes: Sequence[Outcome]) -> Size | None:
    """Return the size beside the published one, at the levels that point the way that was said; None if none does."""
    told = list(dict.fromkeys(_SIZE[one.verdict] for one in outcomes if one.verdict in _SIZE))
    if len(told) > 1:
        return "open" if "open" in told else "by level"
    return told[0] if told else None


def where_of(outcomes: Sequence[Outcome]) -> tuple[Where | None, tuple[str, ...]]:
    """Return where the claim points the way that was said, and the levels if it is only at some."""
    run = [one for one in outcomes if one.verdict not in ("not run", "in the text")]
    if not run:
        return None, ()
    same = tuple(one.level for one in run if one.verdict in SAME_WAY)
    if len(same) == len(run):
        return "everywhere tested", ()
    others = [one.verdict for one in run if one.verdict not in SAME_WAY]
    if same:
        return ("only at" if any(one not in (*OPEN, "not seen here") for one in others) else "open"), same
    return ("nowhere" if all(one not in (*OPEN, "not seen here") for one in others) else "open"), ()


def design_of(verdict: Verdict | None, *, is_artefact: bool) -> Design | None:
    """Return what the fair form says of the design, by its verdict; None if there is no fair form."""
    if verdict is None:
        return None
    if is_artefact:
        return "artefact"
    return "fair form agrees" if verdict in (*SAME_WAY, "not seen here") else "open"
