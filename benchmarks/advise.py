"""The question that most people ask: `iotrial advise JOB --language L` with its defaults, for each job and language."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from benchmarks.row import Row
from iotrial.answers.advice import Advice

JOBS = ("append", "list", "scan", "deliver", "copy", "create", "log")
LANGUAGES = ("c", "cpp", "go", "java", "javascript", "php", "python", "rust")

#: Parts that can be named: an answer for each of these jobs in each of these languages.
QUESTIONS = (*JOBS, *LANGUAGES)

#: The time that an answer may take, s; languages that compile as they run have more.
SECONDS, MORE_SECONDS = 60.0, {"java": 90.0, "javascript": 90.0}

#: A question that takes longer than this, s, is given up.
PATIENCE_S = 900.0

#: Answers that the table of the issue asks for, of each 56: with an answer, and in time.
LEAST_ANSWERED, LEAST_IN_TIME = 56 / 56, 54 / 56


@dataclass(frozen=True)
class Asked:
    """One question as it was answered; tiers: method -> its place beside the one to use."""

    job: str
    language: str
    seconds: float
    exit_code: int
    use: str | None
    is_tie: bool
    is_compared: bool
    tiers: Mapping[str, str]
    said: str

    @property
    def in_time(self) -> bool:
        """True if it took no longer than it may."""
        return self.seconds <= MORE_SECONDS.get(self.language, SECONDS)

    def line(self) -> str:
        """Say it in one line."""
        what = "no answer" if self.use is None else f"{self.use}{' or another' * self.is_tie}"
        alone = "" if self.is_compared or self.use is None else ", nothing to compare with"
        late = "" if self.in_time else " (late)"
        return f"{self.job:8} {self.language:11} {self.seconds:6.1f} s{late}  exit {self.exit_code}  {what}{alone}"


def rows(long: bool, parts: Sequence[str] = ()) -> list[Row]:
    """Ask each question that is named, or all; with `long` once more afterwards, to see if answers contradict."""
    jobs = [name for name in JOBS if name in parts] or JOBS
    languages = [name for name in LANGUAGES if name in parts] or LANGUAGES
    questions = [(job, language) for job in jobs for language in languages]
    turns = [[_ask(job, language) for job, language in questions] for _ in range(2 if long else 1)]
    return [*figures([one for turn in turns for one in turn]), _contradictions(turns)]


def _ask(job: str, language: str) -> Asked:
    command = [sys.executable, "-m", "iotrial", "advise", job, "--language", language, "--json"]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        try:
            done = subprocess.run(
                [*command, "--results", folder],
                check=False, capture_output=True, text=True, timeout=PATIENCE_S, env=dict(os.environ),
            )  # fmt: skip
            code, out, said = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            code, out, said = -1, "", "given up"
        seconds = time.perf_counter() - begun
    found = asked(job, language, seconds, code, out, said)
    print(found.line(), file=sys.stderr, flush=True)
    return found


def asked(job: str, language: str, seconds: float, code: int, out: str, said: str) -> Asked:
    """Return a question with what came of it. out: the document; said: notes and errors."""
    choice = Advice.model_validate_json(out).choice if code in (0, 4) and out else None
    if choice is None:
        return Asked(job, language, seconds, code, None, False, False, {}, said.strip())
    beside = [*choice.as_well, *choice.at_times, *choice.slower]
    others = [one for one in choice.guarantees if one.low is not None]
    tiers = {one.arm: one.tier for one in beside}
    is_tie = any(tier in ("as good", "unclear") for tier in tiers.values())
    return Asked(job, language, seconds, code, choice.use, is_tie, bool(beside or others), tiers, said.strip())


def figures(found: Sequence[Asked]) -> list[Row]:
    """Return how many were answered, how many in time, and how many had nothing to compare with."""
    count = len(found)
    answered = sum(one.use is not None for one in found)
    in_time = sum(one.use is not None and one.in_time for one in found)
    alone = sum(one.use is not None and not one.is_compared for one in found)
    wrong = sum(one.exit_code not in (0, 4) for one in found)
    longest = max(found, key=lambda one: one.seconds)
    told = f"{in_time} of {count}; the longest {longest.seconds:.0f} s ({longest.job}, {longest.language})"
    table = tuple(asdict(one) | {"tiers": dict(one.tiers)} for one in found)
    return [
        Row("questions with a method to use, or a tie", f"{count} of {count}", f"{answered} of {count}",
            answered >= LEAST_ANSWERED * count, table),
        Row("of these within 60 s (Java, JavaScript 90 s)", f"{round(LEAST_IN_TIME * count)} of {count}", told,
            in_time >= round(LEAST_IN_TIME * count)),
        Row("of these one that is as good, or not settled", None, f"{sum(one.is_tie for one in found)}", None),
        Row("answers with nothing that they compare with", "0", str(alone), alone == 0),
        Row("questions that failed", "0", str(wrong), wrong == 0),
    ]  # fmt: skip


def _contradictions(turns: Sequence[Iterable[Asked]]) -> Row:
    """Return how often the second answer is another method, and one of the two says to avoid the other's, or slower."""
    figure = "answers that contradict the same question's first answer"
    if len(turns) < 2:
        return Row(figure, "0", "asked once", None)
    pairs = list(zip(*turns, strict=True))
    wrong = [first for first, second in pairs if contradict(first, second)]
    told = "".join(f"; {one.job} in {one.language}" for one in wrong)
    return Row(figure, "0", f"{len(wrong)} of {len(pairs)}{told}", not wrong)


def contradict(first: Asked, second: Asked) -> bool:
    """True if two answers name different methods, and in either of them the other's is shown to be slower."""
    if first.use is None or second.use is None or first.use == second.use:
        return False
    worse = ("slower", "avoid")
    return first.tiers.get(second.use) in worse or second.tiers.get(first.use) in worse
