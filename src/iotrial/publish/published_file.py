"""A published file: written whole, and read without trusting anything in it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from iotrial.ask.validation_words import wrong_words
from iotrial.publish.publish_run import read_run
from iotrial.publish.published_run import PUBLISHED_FORMAT, PUBLISHED_MARK, PublishedRun
from iotrial.publish.signature import BadSignature, signed_by
from iotrial.publish.sound_run import unsound
from iotrial.publish.without_names import RUN_ID

#: A larger file is not read: one of fifty runs has 5 MB.
MOST_PUBLISHED_BYTES = 64 << 20

#: What the name of such a file ends in.
ENDING = ".iotrial.json"

#: Names that become addresses: of a job, a study or a language; and the address of an article.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}")
_LINK = re.compile(r"https?://")


@dataclass(frozen=True)
class PublishedFile:
    """A file as it was read: the runs that may be shown, and why the others, or all of it, may not.

    signed_by: the key that signed it, None if none did.
    """

    path: Path
    runs: list[PublishedRun] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    signed_by: str | None = None


def published_text(runs: Sequence[PublishedRun]) -> str:
    """Return the text of a file with some runs."""
    body = _plain([run.model_dump(mode="json", exclude_defaults=True) for run in runs])
    return f'{PUBLISHED_MARK},"format":{PUBLISHED_FORMAT},"sha256":"{_digest(body)}","runs":{body}}}\n'


def published_file(path: Path) -> PublishedFile:
    """Read a file; all that is wrong with it is told in its problems, one line each."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_PUBLISHED_BYTES:
            return PublishedFile(path, problems=[f"is no file of {MOST_PUBLISHED_BYTES >> 20} MiB at most"])
        document = json.loads(path.read_bytes(), parse_constant=_refuse)
    except OSError as error:
        return PublishedFile(path, problems=[f"cannot be read: {error.strerror}"])
    except (ValueError, RecursionError):
        return PublishedFile(path, problems=["is damaged: it is no JSON"])
    if not isinstance(document, dict) or f'{{"document":"{document.get("document")}"' != PUBLISHED_MARK:
        return PublishedFile(path, problems=["is not what `iotrial publish` writes"])
    form = document.get("format")
    if form != PUBLISHED_FORMAT:
        return PublishedFile(path, problems=[f"is of version {form!s:.20}, and this iotrial reads {PUBLISHED_FORMAT}"])
    runs = document.get("runs")
    if not isinstance(runs, list) or document.get("sha256") != _digest(_plain(runs)):
        return PublishedFile(path, problems=["is damaged: its checksum is another"])
    try:
        found = PublishedFile(path, signed_by=signed_by(path))
    except BadSignature as error:
        return PublishedFile(path, problems=[str(error)])
    for number, one in enumerate(runs):
        _take(found, number, one)
    return found


def _take(file: PublishedFile, number: int, document: Any) -> None:
    """Add a run to those of a file, or its problem."""
    try:
        run = read_run(document if isinstance(document, dict) else {})
    except (ValidationError, ValueError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        where = ".".join(str(part) for part in first["loc"][:6]) if first else ""
        what = wrong_words(first) if first else str(error)
        file.problems.append(f"run {number + 1} is not as the schema has it: {where:.80} {what:.80}")
        return
    if odd := _odd_names(run):
        file.problems.append(f"run {number + 1} is not as the schema has it: {odd!r:.60} is no name")
        return
    reason = unsound(run.judged) or _other_code(run)
    if reason is None:
        file.runs.append(run)
    else:
        file.problems.append(f"run {run.judged.run} fails its own controls: {reason}")


def _odd_names(run: PublishedRun) -> str | None:
    """Return a name of a run that could not be one, such as a path; None if all could."""
    judged = run.judged
    languages = {arm.language for level in judged.levels for arm in (*level.arms, *level.floors)}
    names = [judged.job, judged.study, *judged.languages, *languages, *(one.language for one in judged.answers)]
    names += [claim.study for claim in run.claims]
    odd = [name for name in names if not _NAME.fullmatch(name)]
    odd += [judged.run] if not RUN_ID.fullmatch(judged.run) else []
    odd += [claim.address for claim in run.claims if claim.address and not _LINK.match(claim.address)]
    return next(iter(odd), None)


def _other_code(run: PublishedRun) -> str | None:
    """Return which method has a code that is not what was measured; None if none has."""
    hashes = {arm.arm: arm.record.method_sha256 for level in run.judged.levels for arm in level.arms}
    for arm, text in run.texts.items():
        if hashes.get(arm) != hashlib.sha256(text.encode()).hexdigest():
            return f"the code of {arm:.60} is not the one that was measured"
    return None


def _plain(runs: Sequence[Any]) -> str:
    return json.dumps(runs, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def _refuse(name: str) -> float:
    raise ValueError(name)
