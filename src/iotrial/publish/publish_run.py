"""The way from a stored run to what is published of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.publish.known_machine import known_machine
from iotrial.publish.own_text import OwnText
from iotrial.publish.own_words import OwnWords
from iotrial.publish.published_run import PublishedRun
from iotrial.publish.sound_run import unsound
from iotrial.publish.without_names import RUN_ID, WithoutNames
from iotrial.store.record import Run


@dataclass(frozen=True)
class Publication:
    """A run as it is published, and what is left out: kind -> how many."""

    published: PublishedRun
    left_out: Mapping[str, int]


def why_not(judging: Judging, words: OwnWords) -> str | None:
    """Return the reason why a run cannot be published; None if it can."""
    run = judging.run
    if run.job not in words.summaries:
        return "its job is not one of iotrial's, so nobody could look it up"
    if any(arm.slowdown for level in run.levels for arm in level.arms):
        return "a slowdown was planted in it"
    return unsound(judge_run(judging)) or (None if RUN_ID.fullmatch(run.run) else "its id is none that iotrial gives")


def publish_run(judging: Judging, claims: Sequence[JudgedClaim], words: OwnWords) -> Publication:
    """Return what is published of a run that can be."""
    run, judged = judging.run, judge_run(judging)
    without = WithoutNames(OwnText(words))
    machine = known_machine(run.machine)
    cpus = f"{machine.cpus} CPU{'s' * (machine.cpus != 1)}" if machine.cpus is not None else None
    document = without.run(judged, ", ".join(filter(None, [machine.processor, cpus])) or None)
    claimed = [without.claim(claim.model_dump(mode="json")) for claim in claims]
    texts = _texts(run, words)
    without.left_out["code that is not iotrial's, or another version's"] += _codes(run) - len(texts)
    unsaid = {name: value for name, value in run.unsaid.items() if without.own.is_own(name)}
    unsaid = {name: value for name, value in unsaid.items() if isinstance(value, int) or without.own.is_own(value)}
    published = read_run(
        {
            "judged": document,
            "unsaid": unsaid,
            "claims": [claim for claim in claimed if claim is not None],
            "texts": texts,
            "machine": machine.model_dump(),
        }
    )
    return Publication(published, {kind: count for kind, count in sorted(without.left_out.items()) if count})


def read_run(document: Mapping[str, object]) -> PublishedRun:
    """Return a run of a published document, whose levels know what goes without saying; ValueError if it is none."""
    judged = document.get("judged")
    said = judged.get("said", {}) if isinstance(judged, Mapping) else {}
    unsaid = document.get("unsaid", {})
    if not isinstance(said, Mapping) or not isinstance(unsaid, Mapping):
        raise ValueError("not a table")
    return PublishedRun.model_validate(document, context={"unsaid": dict(unsaid), "words": dict(said)})


def strange_texts(run: PublishedRun, words: OwnWords) -> int:
    """Count the texts of a published run that iotrial does not carry, as those of another version may be."""
    without = WithoutNames(OwnText(words))
    without.run(run.judged, run.judged.machine)
    for claim in run.claims:
        without.claim(claim.model_dump(mode="json"))
    code = sum(hashlib.sha256(text.encode()).hexdigest() not in words.texts for text in run.texts.values())
    return sum(without.left_out.values()) + code


def _codes(run: Run) -> int:
    return len({arm.arm for level in run.levels for arm in level.arms if arm.method_sha256 in run.texts})


def _texts(run: Run, words: OwnWords) -> dict[str, str]:
    """Return the texts of methods that are iotrial's own to the letter."""
    found: dict[str, str] = {}
    for level in run.levels:
        for arm in level.arms:
            text = run.texts.get(arm.method_sha256 or "", "")
            if hashlib.sha256(text.encode()).hexdigest() in words.texts:
                found.setdefault(arm.arm, text)
    return found
