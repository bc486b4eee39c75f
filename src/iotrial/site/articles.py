"""The articles and other sources whose claims the site has, measured or not."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from iotrial.claims.claims_file import ClaimedStudy
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.report.addresses import address
from iotrial.report.claim_card import ClaimCard, claim_cards
from iotrial.report.claim_words import (
    article_line,
    article_named,
    article_outcome,
    author_summary,
    is_the_authors,
    sentence,
    summary,
)
from iotrial.report.layout import clean
from iotrial.site.settled_claims import sessions_beside, settled_claims
from iotrial.site.site_run import SiteRun, counted

#: The address of a source is cut after this many letters.
_LONGEST_NAME = 60

#: Where copies of pages are kept; what follows is a time, whose nearest copy is shown, and the address.
_ARCHIVE = "https://web.archive.org/web"
_DAY = re.compile(r"\b\d{4}(-\d\d){0,2}$")

#: Verdicts that contradict a published sentence.
_NOT_SO = ("opposite here", "equal here", "holds nowhere tested", "artefact")


@dataclass(frozen=True)
class ComparedCode:
    """The code of two methods that a claim compares; told: what each is there."""

    says: str
    told: tuple[str, str]
    arms: tuple[str, str]


@dataclass(frozen=True)
class JudgedSource:
    """The verdicts on a source: the run whose figures are shown, cards by their addresses, and the other sessions."""

    run: SiteRun
    cards: list[tuple[str, ClaimCard]]
    beside: list[SiteRun]

    @property
    def sessions(self) -> str:
        """Say which sessions its verdicts rest on, and of one that it settles nothing."""
        if not self.beside:
            return "One session settles nothing: another machine may say otherwise"
        machines = {self.run.machine, *(one.machine for one in self.beside)}
        return f"By {len(self.beside) + 1} sessions on {counted(len(machines), 'machine')}; the figures are of this one"


@dataclass
class SaidSource:
    """An article or another source: its claims as cards by their studies, and studies of which no run is here.

    outcome: how many claims have which verdict; "" if none was judged.
    """

    path: str
    named: str
    title: str
    link: str
    judged: list[JudgedSource] = field(default_factory=list)
    waiting: list[tuple[str, str, list[str]]] = field(default_factory=list)  # command, question, sentences
    rows: list[JudgedClaim] = field(default_factory=list)
    date: str = ""

    @property
    def archived(self) -> str:
        """Return where a copy of it is shown, if there is one, from about when it was published; "" without address."""
        day = _DAY.search(self.date)
        return f"{_ARCHIVE}/{day[0].replace('-', '') if day else 2}/{self.link}" if self.link else ""

    @property
    def contradicted(self) -> set[tuple[str, str]]:
        """Return the study and the name of each claim that is not so where it was measured, by two sessions or more."""
        said = [claim for claim in self.rows if not claim.ours and not claim.fault]
        return {
            (clean(claim.study), clean(claim.claim)) for claim in said if claim.settled and claim.verdict in _NOT_SO
        }

    @property
    def in_short(self) -> str:
        """Return how many claims of the author have which verdict, or of all if none is the author's."""
        return author_summary(self.rows) if any(is_the_authors(row) for row in self.rows) else self.outcome

    @property
    def outcome(self) -> str:
        """Return how many claims have which verdict."""
        return summary(self.rows) if self.rows else ""

    @property
    def headline(self) -> str:
        """Return what became of the author's claims, in a sentence; "" if none was judged."""
        return article_outcome(self.rows, "It") if self.rows else ""

    @property
    def besides(self) -> str:
        """Return how many claims of others, and faults of the benchmark, have which verdict; "" without any."""
        others = [row for row in self.rows if not is_the_authors(row)]
        return f"Besides: {summary(others)}" if others else ""


def sources(runs: Sequence[SiteRun], studies: Sequence[ClaimedStudy]) -> list[SaidSource]:
    """Return every source by its name; of each study the claims of its last full run, or else of its last one.

    Their verdicts are by that run and all other sessions of its question.
    """
    found: dict[str, SaidSource] = {}
    last = _last(runs)
    for run in last.values():
        by_line: dict[str, list[JudgedClaim]] = {}
        beside = sessions_beside(run, runs)
        for claim in settled_claims(run, beside):
            by_line.setdefault(article_line(claim), []).append(claim)
        for line, claims in by_line.items():
            first = claims[0]
            source = _source(found, line, clean(first.article), first.address, first.date)
            source.rows += claims
            cards = [(address(run.judged.study, one.key), one) for one in claim_cards(claims, run.names)]
            source.judged.append(JudgedSource(run, cards, beside))
    for study in studies:
        if study.study.name not in last:
            _add_waiting(found, study)
    return sorted(found.values(), key=lambda one: (not one.judged, one.title.lower()))


def _last(runs: Sequence[SiteRun]) -> Mapping[str, SiteRun]:
    """Return for each study with claims the run that speaks of them."""
    found: dict[str, SiteRun] = {}
    for run in sorted(runs, key=lambda run: (not run.judged.quick, run.judged.started_at)):
        if run.published.claims:
            found[run.judged.study] = run
    return found


def compared(run: SiteRun, cards: Sequence[ClaimCard]) -> list[ComparedCode]:
    """Return the code that claims of a run compare, each two once, as far as the run has it."""
    keys = [card.key for card in cards]
    texts = run.published.texts
    found: dict[frozenset[str], ComparedCode] = {}
    for claim in sorted(run.published.claims, key=lambda claim: claim.fault):
        if clean(claim.claim) not in keys:
            continue
        for told, (one, other) in _sides(claim):
            if one and other and one != other and one in texts and other in texts:
                found.setdefault(
                    frozenset((one, other)), ComparedCode(sentence(claim), told, (clean(one), clean(other)))
                )
    return list(found.values())


def not_so(every: Sequence[SaidSource]) -> list[tuple[SaidSource, str, ClaimCard]]:
    """Return the published sentences that runs contradict, each with its source and its place on that page."""
    return [
        (source, where, card)
        for source in every
        for one in source.judged
        for where, card in one.cards
        if (clean(one.run.judged.study), card.key) in source.contradicted
    ]


def _sides(claim: JudgedClaim) -> Iterator[tuple[tuple[str, str], tuple[str | None, str | None]]]:
    """Yield what two methods are in a claim, and their arms: those compared, and with a fault and without it."""
    yield ("compared", "with"), (claim.arm, claim.over)
    if claim.fair is not None:
        yield ("as it was benchmarked", "without the fault of the benchmark"), (claim.arm, claim.fair.arm)
        yield ("as it was benchmarked", "without the fault of the benchmark"), (claim.over, claim.fair.over)
    if claim.as_published is not None:
        yield ("as published", "what does the job"), (claim.as_published.arm, claim.arm)
        yield ("as published", "what does the job"), (claim.as_published.over, claim.over)


def _source(found: dict[str, SaidSource], line: str, title: str, link: str | None, date: str | None) -> SaidSource:
    if line not in found:
        path = f"articles/{_short(address(line).lower())}"
        found[line] = SaidSource(path, line, title, clean(link or ""), date=clean(date or ""))
    return found[line]


def _short(name: str) -> str:
    """Return a name that stays; of a long one its beginning, and what tells it from others that begin alike."""
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:_LONGEST_NAME].rstrip('-')}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def _add_waiting(found: dict[str, SaidSource], one: ClaimedStudy) -> None:
    """Add a study that no run here has measured to its sources."""
    by_line: dict[str, list[str]] = {}
    links: dict[str, tuple[str, str | None, str | None]] = {}
    for claim in one.claims:
        source = claim.article or one.article
        title = source.title if source else one.study.name
        line = article_named(title, source.author, source.date) if source else clean(title)
        by_line.setdefault(line, []).append(sentence(claim))
        links[line] = (title, source.address if source else None, source.date if source else None)
    for line, told in by_line.items():
        title, link, date = links[line]
        source_page = _source(found, line, clean(title), link, date)
        source_page.waiting.append((f"iotrial claims {one.study.name}", clean(one.study.question), told))
