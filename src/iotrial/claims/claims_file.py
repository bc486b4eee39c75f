"""The tables [article] and [[claims]] of a study file: TOML to Claim, with each problem named by its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask import study_file
from iotrial.ask.catalog import Catalog
from iotrial.ask.fields import Fields
from iotrial.ask.parameters import with_plain_sizes
from iotrial.ask.study import Level, Study
from iotrial.ask.study_file import StudyFile
from iotrial.ask.suggest import suggestion
from iotrial.claims import kinds
from iotrial.claims.claim import Article, Claim
from iotrial.claims.claim_table import ClaimTable, keys_of, read_own
from iotrial.claims.own_figures import OwnTable, spread_of, verdict_of
from iotrial.claims.own_table import own_tables
from iotrial.errors import Problem


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
        read.problems.append(Problem(f"the job {job!r} is not known", where=source, hint="--with names its tree"))
    read.require_right()
    return article, claims


def _article(study: StudyFile) -> Article | None:
    """The table [article]; None if there is none."""
    if "article" not in study.toml.data:
        return None
    fields = Fields(study.toml, study.problems, ("article",))
    article = Article(*(fields.text(key, required=True) for key in ("title", "author", "date")))
    fields.finish()
    return article


def _claims(study: StudyFile) -> tuple[Claim, ...]:
    """The tables [[claims]]."""
    raw = study.toml.data.get("claims", [])
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        where = study.toml.where("claims")
        study.problems.append(Problem("'claims' must be tables in a list", where=where, hint="write [[claims]]"))
        return ()
    found: dict[str, Claim] = {}
    own = own_tables(study)
    for number in range(len(raw)):
        table = ClaimTable(study, number)
        claim = _claim(table, own, study.problems)
        if claim is not None and claim.key in found:
            table.complain(f"{claim.key!r} is the name of an earlier claim", "claim")
        elif claim is not None:
            found[claim.key] = claim
    return tuple(found.values())


def _claim(table: ClaimTable, own: Sequence[OwnTable], problems: Sequence[Problem]) -> Claim | None:
    """The claim of a table, or None if its kind is not known. own: the article's own figures.

    problems: those that were found so far. A claim with one of its own is not held against the article's figures.
    """
    before = len(problems)
    key, says = table.text("claim", required=True), table.text("says", required=True)
    name = _kind(table)
    at = table.factors("at")
    place, by, ours = table.text("place") or None, table.text("by") or None, table.flag("ours")
    published, despite = table.text("published") or None, table.text("despite") or None
    fault, answers, fair = table.flag("fault"), table.flag("answers"), table.texts("fair")
    _refuse_old_keys(table)
    if not name:
        return None
    kind = kinds.kind_of(name)
    for needed in (*kind.must_have, *(one.named for one in keys_of(kind).values() if one.needed)):
        if not table.has(needed):
            table.complain(f"has no {needed!r}, which a claim of the kind {name!r} needs")
    claim = kind(
        key=key,
        says=says,
        arms=tuple(map(with_plain_sizes, table.texts("arms"))) if "arms" in kind.must_have else (),
        fair=tuple(map(with_plain_sizes, fair)),
        at={name: tuple(values) if len(values) > 1 else values[0] for name, values in at.items()},
        place=place,
        by=by,
        ours=ours,
        published=published,
        despite=despite,
        fault=fault,
        answers=answers,
        **read_own(kind, table),
    )
    claim = dataclasses.replace(claim, spread=spread_of(claim, own))
    table.finish()
    _check_words(claim, table)
    if "arms" in kind.must_have:
        _check(claim, table)
    else:
        claim.check(table, ())
    if claim.is_told_by_runs and len(problems) == before:
        _check_own_figures(claim, table, own)
    return claim


def _kind(table: ClaimTable) -> str:
    """The name of the claim's kind; "" if it is missing or none."""
    if table.text("kind") == "quote":
        hint = "tell the fault in words of your own, with its place in the article"
        table.complain("is 'quote', which is called 'text' now", "kind", hint)
        return ""
    return table.choice("kind", kinds.names(), required=True)


def _refuse_old_keys(table: ClaimTable) -> None:
    """Complain of keys of earlier versions, with what to write instead."""
    if table.has("quote"):
        table.value("quote")
        table.complain("is no key any more", "quote", 'say where it stands: place = "the table, row 2"')
    if table.has("band") and table.text_of("kind") in _WITHOUT_BAND:
        table.value("band")
        table.complain("is no key of this kind any more", "band", _WITHOUT_BAND[table.text_of("kind")])


#: Kinds that had a band in earlier versions, with what is to be written now.
_WITHOUT_BAND = {
    "ratio": "write the published ratio: figure = 1.48, or least = 1.1, or most = 1.2",
    "gap": "write the published gap in ns: figure = 550",
    "rate": "write the published rate: figure = 55",
}


def _check_words(claim: Claim, table: ClaimTable) -> None:
    """Complain of an unpublished claim that is not marked as one, and of a claim that may not answer the question."""
    if claim.place is None and not claim.ours:
        hint = 'write where it stands: place = "paragraph 3"; ours = true if nobody published it'
        table.complain("has no 'place' in the article", hint=hint)
    if claim.place is not None and claim.ours:
        table.complain("is true of a sentence that nobody published, and so it has no 'place'", "ours")
    if claim.by is not None and claim.ours:
        table.complain("is true of a sentence that nobody published, and so it is 'by' nobody", "ours")
    if claim.answers and not claim.is_told_by_runs:
        table.complain("is true, and no run says anything of such a claim", "answers")
    elif claim.answers and (claim.ours or claim.fault):
        table.complain("is true only of what was published, and this is a sentence of ours", "answers")


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
