"""A job that is looked for by the words that people type."""

from __future__ import annotations

import re
from collections.abc import Mapping

from iotrial.ask.catalog import Job
from iotrial.ask.suggest import nearest, suggestion

#: A hint names no more jobs than this.
_MOST_NAMED = 3


def job_suggestion(word: str, jobs: Mapping[str, Job]) -> str | None:
    """Return a hint for a word that is no job: the job of nearly that name, those found by it, or all of them."""
    looked_for = _plain(word)
    known = {name: _plain(" ".join(job.found_by)) for name, job in jobs.items()}
    found = [name for name, words in known.items() if looked_for and looked_for in words]
    told = f"did you mean {' or '.join(map(repr, found[:_MOST_NAMED]))}?" if found else None
    return nearest(word, jobs) or told or suggestion(word, jobs)


def _plain(words: str) -> str:
    """Small letters and digits, with a space for all between them."""
    return " ".join(re.findall(r"[^\W_]+", words.casefold()))
