"""The claims of a study file, with their article or sources: TOML to Claim, with each problem named by its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from iotrial.ask import study_file
from iotrial.ask.catalog import Catalog
from iotrial.ask.study import Level, Study
from iotrial.ask.study_file import StudyFile
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import Words
from iotrial.claims import kinds
from iotrial.claims.claim import Article, Claim, Source
from iotrial.claims.claim_table import ClaimTable
from iotrial.claims.judged_claim import Direction
from iotrial.claims.own_figures import OwnTable, spread_of, verdict_of
from iotrial.claims.own_table import own_tables


@dataclass(frozen=True)
class ClaimedStudy:
    """A study with the article and the claims about its question; None and no claims if its file has none."""

    study: Study
    article: Article | None
    claims: tuple[Claim, ...]


def load(path: Path, catalog: Catalog, *, quick: bool) -> ClaimedStudy:
    """Load the study of a file with its claims; UsageError with every problem, each at its file and line.

    Claims are about the full study's levels, whichever form is asked for.
    """
    read = study_file.read(path, catalog)
    article, claims = _article(read), _claims(read)
    return ClaimedStudy(read.study(quick=quick), article, claims)


def read_whole(path: Path, catalog: Catalog) -> StudyFile:
    """Read a study file, and look at its claims: what is wrong with these, too, is said when its study is asked for."""
    read = study_file.read(path, catalog)
    _article(read), _claims(read)
    return read


def claims_of(text: str, source: str, job: str, catalog: Catalog) -> tuple[Article | None, tuple[Claim, ...]]:
    """The claims in a study's text as a run stored it; the arms and levels that they name are not checked.

    UsageError with every problem, for a text or a job of another version of iotrial.
    """
    read = study_file.read_stored(text, source, job, catalog)
    article, claims = _article(read), _claims(read)
    if claims and read.job is None:  # the levels that they speak of are not known then
        read.toml.add(f"the job {job!r} is not known", hint="--with names its tree")
    read.require_right()
    return article, claims


def _article(study: StudyFile) -> Article | None:
    """The table [article]; None if there is none, or too much of it is wrong."""
    return study.toml.read_as(Article, "article") if "article" in study.toml.data else None


def _claims(study: StudyFile) -> tuple[Claim, ...]:
    """The tables [[claims]]."""
    found: dict[str, Claim] = {}
    own, sources = own_tables(study), _sources(study)
    for number in study.toml.tables("claims"):
        table = ClaimTable(study, "claims", number)
        claim = _claim(table, () if table.given("from") else own)  # figures are the article's
        if claim is not None:
            claim = _with_source(claim, table, sources)
        if claim is not None and claim.key in found:
            table.complain(f"{claim.key!r} is the name of an earlier claim", "claim")
        elif claim is not None:
            found[claim.key] = claim
    return tuple(found.values())


def _sources(study: StudyFile) -> dict[str, Source]:
    """The tables [[sources]] by their names; one that no claim is from is a problem."""
    found: dict[str, Source] = {}
    tables = study.toml.tables("claims")
    named = [study.toml.at("claims", number, "from") for number in tables]
    for number in study.toml.tables("sources"):
        source = study.toml.read_as(Source, "sources", number)
        if source is not None and source.name in found:
            study.toml.complain(f"{source.name!r} is the name of an earlier source", "sources", number, "source")
        elif source is not None:
            found[source.name] = source
            if source.name not in named:
                hint = f'a claim of it has: from = "{source.name}"'
                study.toml.complain(f"{source.name!r} has no claim", "sources", number, "source", hint=hint)
    return found


def _with_source(claim: Claim, table: ClaimTable, sources: Mapping[str, Source]) -> Claim:
    """Return a claim with the source that it names, which must be one of the study's."""
    if claim.source is None:
        is_missing = table.given("from") is None and not claim.ours  # else it is wrong, which is said already
        if sources and is_missing and "article" not in table.study.toml.data:
            table.complain("has no 'from', and the study has several sources", hint="name one: from = …")
        return claim
    if claim.ours:
        table.complain("names who said it, and this is a sentence that nobody published", "from")
    elif claim.source not in sources:
        hint = suggestion(claim.source, sources) or "write [[sources]] above it"
        table.complain(f"is {claim.source!r}, which is no source of the study", "from", hint)
    return dataclasses.replace(claim, article=sources.get(claim.source))


def _claim(table: ClaimTable, own: Sequence[OwnTable]) -> Claim | None:
    """The claim of a table; None if something is wrong with it that it cannot be judged with.

    own: the article's own figures, against which a claim is held if nothing else is wrong with it.
    """
    problems = table.study.toml.problems
    before = len(problems)
    kind = _kind(table)
    if kind is None:
        return None
    needs = f", which a claim of the kind {kind.kind!r} needs"
    for needed in kind.must_have:
        if table.given(needed) is None:
            table.complain(f"has no {needed!r}{needs}")
    besides = ("kind", *_old_keys(table, kind))
    words = Words(missing=needs)
    claim = table.study.toml.read_as(kind, "claims", table.number, besides=besides, words=words, context=table)
    _check_words(table, kind)
    if claim is None or len(problems) > before:
        return claim
    claim = dataclasses.replace(claim, spread=spread_of(claim, own))
    if "arms" in kind.must_have:
        _check(claim, table)
    else:
        claim.check(table, ())
    if claim.is_told_by_runs and len(problems) == before:
        _check_own_figures(claim, table, own)
    return claim


def _kind(table: ClaimTable) -> type[Claim] | None:
    """The kind of a claim; None if it is missing or none."""
    name = table.given("kind")
    if name == "quote":
        hint = "tell the fault in words of your own, with its place in the article"
        table.complain("is 'quote', which is called 'text' now", "kind", hint)
    elif name is None:
        table.complain("has no 'kind'")
    elif not isinstance(name, str):
        table.complain("must be a text of one line", "kind")
    elif name in kinds.names():
        return kinds.kind_of(name)
    else:
        table.complain(f"is {name!r}, and none of {', '.join(kinds.names())}", "kind", suggestion(name, kinds.names()))
    return None


def _old_keys(table: ClaimTable, kind: type[Claim]) -> list[str]:
    """Complain of keys of earlier versions, with what to write instead, and return them."""
    instead = {"quote": 'say where it stands: place = "the table, row 2"', "band": _WITHOUT_BAND.get(kind.kind)}
    found = [key for key, hint in instead.items() if hint is not None and table.given(key) is not None]
    for key in found:
        table.complain(f"is no key {'any more' if key == 'quote' else 'of this kind any more'}", key, instead[key])
    return found


#: Kinds that had a band in earlier versions, with what is to be written now.
_WITHOUT_BAND = {
    "ratio": "write the published ratio: figure = 1.48, or least = 1.1, or most = 1.2",
    "gap": "write the published gap in ns: figure = 550",
    "rate": "write the published rate: figure = 55",
}


def _check_words(table: ClaimTable, kind: type[Claim]) -> None:
    """Complain of an unpublished claim that is not marked as one, and of a claim that may not answer the question."""
    is_placed, is_ours = bool(table.given("place")), table.given("ours") is True
    if not is_placed and not is_ours:
        hint = 'write where it stands: place = "paragraph 3"; ours = true if nobody published it'
        table.complain("has no 'place' in the article", hint=hint)
    if is_placed and is_ours:
        table.complain("is true of a sentence that nobody published, and so it has no 'place'", "ours")
    if table.given("by") and is_ours:
        table.complain("is true of a sentence that nobody published, and so it is 'by' nobody", "ours")
    if table.given("answers") is True and not kind.is_told_by_runs:
        table.complain("is true, and no run says anything of such a claim", "answers")
    elif table.given("answers") is True and (is_ours or table.given("fault") is True):
        table.complain("is true only of what was published, and this is a sentence of ours", "answers")
    _check_meaning(table)


def _check_meaning(table: ClaimTable) -> None:
    """Complain of a claim that says what it means to a question that it does not answer, and of words of none."""
    means = table.given("means")
    for key in ("part", "means"):
        if table.given(key) is not None and table.given("answers") is not True:
            table.complain("means nothing without 'answers = true'", key)
    for name in means if isinstance(means, dict) else ():
        if name not in get_args(Direction):
            hint = suggestion(name, get_args(Direction)) or f"directions are {', '.join(get_args(Direction))}"
            table.complain(f"has {name!r}, which is no direction of a claim", "means", hint)


def _check_own_figures(claim: Claim, table: ClaimTable, own: Sequence[OwnTable]) -> None:
    """Complain of a claim that its own article's figures do not bear out, unless the file says why (rule 20)."""
    bears_out, where = verdict_of(claim, own, table.margin)
    if bears_out is False and claim.despite is None and not claim.fault:
        hint = 'change the claim to what was said, or tell why: despite = "…"'
        table.complain(f"is not borne out by the article's own figures: {where}", "claim", hint)
    elif bears_out and claim.despite is not None:
        table.complain("is given, and the article's own figures bear the claim out", "despite")
    if claim.published is not None and claim.printed is None and bears_out is None:
        hint = "a figure that a program can test: 'figure' of the kind, or a table [[figures]]"
        table.complain("stands without a figure that can be tested", "published", hint)


def _check(claim: Claim, table: ClaimTable) -> None:
    """Complain of arms that are measured at no level that the claim speaks of, and of too few or too many."""
    levels = [level for level in table.levels if claim.is_at(level.factors)]
    if table.levels and not levels:
        table.complain("names no level of the study", "at")
        return
    claim.check(table, levels)
    if table.levels:
        _check_names(claim, table, levels)
    fewest, most = claim.fewest_arms, claim.most_arms
    if claim.arms and not fewest <= len(claim.arms) <= (most or len(claim.arms)):
        wanted = f"{fewest}" if most == fewest else f"{fewest} or more"
        table.complain(f"of the kind {claim.kind!r} are {wanted}", "arms")
    if claim.fair and len(claim.fair) != len(claim.arms):
        table.complain("must name as many arms as 'arms' does", "fair")


def _check_names(claim: Claim, table: ClaimTable, levels: Sequence[Level]) -> None:
    there = {arm for level in levels for arm in level.arms}
    for key, arms in (("arms", claim.arms), ("fair", claim.fair)):
        for arm in arms:
            if arm not in there:
                table.complain(f"names {arm!r}, which is no arm at these levels", key, suggestion(arm, there))
