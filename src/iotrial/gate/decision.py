"""What a gate says: each method's new time over its old at each level, by one session, and a second to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from iotrial.catalog.model import method_of
from iotrial.stats.gate import one_sided
from iotrial.store.record import FORMAT

Document = dict[str, Any]

Verdict = Literal["pass", "regression", "undecided", "invalid", "not measured"]

#: The verdict of all, worst first. What is shown twice stands, whatever else is open; what cannot be believed comes
#: before what is only open, since more rounds would not help it.
WORST_FIRST: tuple[Verdict, ...] = ("regression", "invalid", "undecided", "pass", "not measured")

#: What `gate --json` prints.
GATE = {
    "format": "version of this document",
    "study": "the study's name",
    "against": "what the old texts are from",
    "margin": "a method may become slower by this share",
    "verdict": "regression, invalid, undecided, pass or not measured: the first of these that any entry has",
    "comparisons": "entries that are decided together in the first session, and corrected for",
    "seconds": "wall time of all sessions",
    "sessions": "one, or two where a regression had to be confirmed: run (its id), seconds, stopped, invalid",
    "pairs": "an entry for each method and level (see below)",
    "only_old": "methods that are not there any more",
    "only_new": "methods that were not there before",
    "told": "what else is not as it was, a sentence each",
}

#: An entry of `pairs`.
PAIR = {
    "arm": "the method, LANGUAGE/METHOD",
    "level": "factor -> value",
    "changed": "whether its text is another",
    "verdict": "pass, regression, undecided, invalid or not measured",
    "reason": "why it is not pass or regression; null where the interval says it",
    "ratio": "new time over old, in the first session",
    "low": "lower bound, valid however often it is looked at",
    "high": "upper bound",
    "rounds": "rounds with a value",
    "second": "the second session, where a regression had to be confirmed: ratio, low, high, rounds, verdict and "
    "cautions as here; else null",
    "cautions": "caveats of the first session: code, text",
}

PARTS = {"The gate": GATE, "An entry of `pairs`": PAIR}


@dataclass(frozen=True)
class Asked:
    """What a gate is about, beside what its sessions found."""

    study: str
    against: str
    margin: float
    changed: frozenset[str]  # methods whose text is another
    only_old: tuple[str, ...] = ()
    only_new: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def first_session(document: Document, asked: Asked) -> list[Document]:
    """An entry for each method and level from what `judge_run` makes of the first session."""
    return [_entry(level, row, asked) for level in document["levels"] for row in _rows(level)]


def regressions(pairs: Sequence[Document]) -> list[Document]:
    """The entries that a second session has to confirm."""
    return [pair for pair in pairs if pair["verdict"] == "regression"]


def confirm(pairs: Sequence[Document], document: Document | None, asked: Asked, reason: str = "") -> list[Document]:
    """The entries after a second session: a regression that it does not show, too, is none.

    document: None where nothing could be measured then, for the reason given.
    """
    again = {} if document is None else {_key(pair): pair for pair in first_session(document, asked)}
    confirmed = []
    for pair in pairs:
        if pair["verdict"] == "regression":
            pair = {**pair, **_second(again.get(_key(pair)), reason)}
        confirmed.append(pair)
    return confirmed


def gate_document(pairs: Sequence[Document], sessions: Sequence[Document], asked: Asked) -> Document:
    """The document of a whole gate; sessions are those of `judge_run`."""
    verdicts = {pair["verdict"] for pair in pairs}
    kept = ("run", "seconds", "stopped", "invalid")
    return {
        "format": FORMAT,
        "study": asked.study,
        "against": asked.against,
        "margin": asked.margin,
        "verdict": next((verdict for verdict in WORST_FIRST if verdict in verdicts), "not measured"),
        "comparisons": sum(len(level["variants"]) for level in sessions[0]["levels"]),
        "seconds": sum(session["seconds"] or 0.0 for session in sessions),
        "sessions": [{name: session[name] for name in kept} for session in sessions],
        "pairs": list(pairs),
        "only_old": list(asked.only_old),
        "only_new": list(asked.only_new),
        "told": list(asked.told),
    }


def _rows(level: Document) -> list[Document]:
    """The level's pairs; where it was not timed, what keeps each of its methods from being compared."""
    if level["variants"]:
        return list(level["variants"])
    why = level["reason"] or "its arms are looked at and never timed"
    methods = dict.fromkeys(method_of(arm["arm"]) for arm in level["arms"] if arm["variant"] is not None)
    return [{"arm": method, "reason": why, "verdict": None} for method in methods]


def _entry(level: Document, row: Document, asked: Asked) -> Document:
    method = method_of(row["arm"])
    verdict, reason = _verdict(level, row, asked.margin)
    return {
        "arm": method,
        "level": level["level"],
        "changed": method in asked.changed,
        "verdict": verdict,
        "reason": reason,
        **{name: row.get(name) for name in ("ratio", "low", "high")},
        "rounds": row.get("rounds", 0),
        "second": None,
        "cautions": row.get("cautions", []),
    }


def _verdict(level: Document, row: Document, margin: float) -> tuple[Verdict, str | None]:
    if row["verdict"] is None:
        sides = {arm["status"] for arm in level["arms"] if arm["arm"] in (row["arm"], row.get("over"))}
        # What only one side can do is no matter of speed, and no pass.
        return ("invalid" if "measured" in sides and len(sides) > 1 else "not measured"), row["reason"]
    if row["verdict"] == "invalid":
        return "invalid", row["reason"]
    verdict = one_sided(row["low"], row["high"], margin, may_be_equal=row["may_be_equal"])
    if verdict != "undecided":
        return verdict, None
    if row["low"] is None:
        return verdict, row["reason"] or "too few rounds for an interval"
    if one_sided(row["low"], row["high"], margin) == "pass":
        why = "; ".join(caution["text"] for caution in row["cautions"])
        return verdict, f"it is not shown to be slower, and cannot be shown to be equal: {why}"
    return verdict, "the interval reaches over the margin"


def _second(again: Document | None, reason: str) -> Document:
    """What the second session makes of a regression."""
    if again is None:
        return {"verdict": "invalid", "reason": f"a second session could not be measured: {reason}"}
    second = {name: again[name] for name in ("ratio", "low", "high", "rounds", "verdict", "cautions")}
    if again["verdict"] == "regression":
        return {"second": second, "verdict": "regression", "reason": None}
    if again["verdict"] in ("invalid", "not measured"):
        return {
            "second": second,
            "verdict": "invalid",
            "reason": f"the second session is {again['verdict']}: {again['reason']}",
        }
    told = "says that it passes" if again["verdict"] == "pass" else "leaves it open"
    return {"second": second, "verdict": "undecided", "reason": f"a regression in one session; the second {told}"}


def _key(pair: Document) -> tuple[str, tuple[tuple[str, object], ...]]:
    return pair["arm"], tuple(sorted(pair["level"].items()))
