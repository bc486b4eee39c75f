"""The one line on how far to trust a run: second copies of its baseline, sessions, the machine."""

from __future__ import annotations

import math
import re

from iotrial.judge.copies_apart import copies_differ_by, is_noisy
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean, joined
from iotrial.report.short_notes import is_noisy as is_busy

#: What manufacturers add to the name of a processor.
_ADDED = re.compile(r"\((?:R|TM)\)| CPU(?= @)| @ [\d.]+ ?GHz| (?:\d+-Core )?Processor")

#: The word for an answer that another session may well contradict; on a page of several its reason stands behind it.
UNSURE = "not very"

#: A page of several sessions shows one of them.
FIGURES_OF = "The figures are of {machine}"


def trust_line(judged: JudgedRun, beside: str = "", *, is_disputed: bool = False) -> str:
    """Return the line: `How sure: fairly, measured once, 2 CPUs; the same code timed twice came out within 1.3 %.`.

    beside: what other sessions say, which is told instead of how many stand behind this run alone; then a sentence of
    its own says of which machine the figures are. is_disputed: most of them do not say the same.
    """
    sessions = (beside or clean(judged.sessions)) if judged.complete else "not complete"
    word = _in_a_word(judged, is_disputed=is_disputed)
    if beside and word == UNSURE:
        word += " (sessions differ)" if is_disputed else " (noisy)"
    machine, within = _machine(judged), copies_within(judged)
    copies = f"the same code timed twice came out within {within}" if within else ""
    limit = "no verdict holds" if judged.invalid else copies
    if beside and machine:  # which of several machines the figures are of
        shown = "; ".join(filter(None, [FIGURES_OF.format(machine=machine), limit]))
        return f"How sure: {', '.join(filter(None, [word, sessions]))}. {shown}."
    told = ", ".join(filter(None, [word, sessions, machine]))
    return f"How sure: {'; '.join(filter(None, [told, limit]))}."


def _in_a_word(judged: JudgedRun, *, is_disputed: bool) -> str:
    """Return the word that answers: a run is unsure if copies differ as much as what it compares; "" if unknown.

    One run is fairly sure at the most: another session may say something else.
    """
    share = copies_differ_by(judged)
    if judged.invalid:
        return "not at all"
    return "" if share is None else UNSURE if is_noisy(judged) or is_disputed else "fairly"


def copies_within(judged: JudgedRun) -> str:
    """Say by how much two copies of one method may differ at the most; "" if there was no second copy."""
    share = copies_differ_by(judged)
    return "" if share is None else within_said(share)


def within_said(share: float) -> str:
    """Return the share by which copies may differ, never rounded down: `1.3 %`."""
    return joined(f"{max(0.1, math.ceil(1000 * share - 1e-9) / 10):.1f} %")


def _machine(judged: JudgedRun) -> str:
    name = _ADDED.sub("", clean(judged.machine or "")).strip()
    busy = "busy" if any(is_busy(level) for level in judged.levels) else ""
    return ", ".join(filter(None, [name, busy]))
