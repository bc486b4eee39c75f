"""The last screen of several runs: what to use for each, the verdict on each article, and how to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from iotrial.answers.sentences import OVER_ALL
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.brief import first_sentences
from iotrial.report.claim_words import article_outcome, by_source
from iotrial.report.layout import GAP, clean, emit, paragraph, paragraphs

#: At this width five studies take no more lines than this, unless they are about several languages: the screen of each
#: stands above, with its question and all that its answer says. A narrower terminal has the same words.
WIDTH = 100
MOST_LINES = 26

#: What the screen has beside its studies: its title, and how to go on.
_FRAME_LINES = 6

#: The lines that each study has for its answers, among any number of studies.
_LEAST_ANSWER = 1


def summarise(
    runs: Sequence[JudgedRun], console: Console, claims: Mapping[str, Sequence[JudgedClaim]] | None = None
) -> None:
    """Print what each run says to use, and the verdicts on the claims of its article.

    claims: run -> the claims of its study.
    """
    width = console.width
    lines = paragraph("What to use, as measured here", width, 0, 2, "bold")
    for judged, answers in zip(runs, _that_fit(runs, claims or {}), strict=True):
        lines += _study(clean(judged.study), answers, width)
        lines += _article(judged, claims or {}, width)
    emit(console, [*lines, Text(), *_next(runs, claims or {}, width)])


def _study(name: str, answers: Sequence[str], width: int) -> list[Text]:
    """The answers of a study, the first of which stands beside its name."""
    lines = _answers(name, answers, width)
    lines[0].stylize("bold", 0, len(name))
    return lines


def _answers(name: str, answers: Sequence[str], width: int) -> list[Text]:
    lines = paragraph(f"{name}: {answers[0]}", width, 0, 2)
    return lines + paragraphs(answers[1:], width)


def _article(judged: JudgedRun, claims: Mapping[str, Sequence[JudgedClaim]], width: int) -> list[Text]:
    told = claims.get(judged.run, ())
    return paragraphs([article_outcome(own) for own in by_source(told)], width, style="dim")


def _that_fit(runs: Sequence[JudgedRun], claims: Mapping[str, Sequence[JudgedClaim]]) -> list[list[str]]:
    """The answers of each run, cut after whole sentences if all of them are too long for a screen."""
    names = [clean(judged.study) for judged in runs]
    every = [first_sentences(judged) for judged in runs]
    whole = _whole(names, every)
    around = sum(len(_article(judged, claims, WIDTH)) for judged in runs)
    room = MOST_LINES - _FRAME_LINES - around
    if sum(whole) > room:  # the answers of each language come before that over all
        every = [[one for one in answers if not one[0].startswith(OVER_ALL)] or answers for answers in every]
        whole = _whole(names, every)
    most = max(whole, default=0)
    while most > _LEAST_ANSWER and sum(min(count, most) for count in whole) > room:
        most -= 1
    return [_cut(name, answers, most) for name, answers in zip(names, every, strict=True)]


def _whole(names: Sequence[str], every: Sequence[Sequence[Sequence[str]]]) -> list[int]:
    """The lines that the uncut answers of each study take."""
    return [_count(name, [" ".join(one) for one in answers]) for name, answers in zip(names, every, strict=True)]


def _cut(name: str, answers: Sequence[Sequence[str]], most: int) -> list[str]:
    """A text for each language, of which the longest lose their last sentences; the first says what to use."""
    kept = [list(sentences) for sentences in answers]
    while _count(name, _texts(kept, answers)) > most:
        longest = max(kept, key=lambda sentences: (len(sentences) > 1, sum(map(len, sentences))))
        if len(longest) == 1:
            break
        longest.pop()
    return _texts(kept, answers)


def _texts(kept: Sequence[Sequence[str]], answers: Sequence[Sequence[str]]) -> list[str]:
    return [
        " ".join([*some, "…"] if len(some) < len(every) else some) for some, every in zip(kept, answers, strict=True)
    ]


def _count(name: str, texts: Sequence[str]) -> int:
    return len(_answers(name, texts, WIDTH))


def _next(runs: Sequence[JudgedRun], claims: Mapping[str, Sequence[JudgedClaim]], width: int) -> list[Text]:
    """A word on how sure it is, and three commands to go on with."""
    claimed = next((judged for judged in runs if claims.get(judged.run)), None)
    typed = [("every table of a run", f"iotrial show {clean(runs[-1].run)} --details")]
    if claimed is not None:
        quick = " --quick" if claimed.quick else ""
        typed.append(("an article, claim by claim", f"iotrial claims {clean(claimed.study)}{quick}"))
    typed.append(("a page for others", "iotrial report last -o page.html"))
    sure = "Each was measured once: measure it again on another day before you build on it. To go on:"
    longest = max(len(what) for what, _ in typed)
    lines = [f"{what:<{longest}}  {command}" for what, command in typed]
    if max(cell_len(line) for line in lines) + GAP > width:  # a command stays in one piece, to be copied
        lines = [text for what, command in typed for text in (f"{what}:", f"  {command}")]
    return [*paragraph(sure, width, 0, 2), *(Text(f"  {line}") for line in lines)]
