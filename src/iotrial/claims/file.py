"""The tables [article] and [[claims]] of a study file: TOML to Claim, with each problem named by its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.catalog.fields import Fields
from iotrial.catalog.model import Catalog
from iotrial.catalog.suggest import suggestion
from iotrial.claims import kinds
from iotrial.claims.claim import Article, Claim
from iotrial.claims.claim_table import ClaimTable, keys_of, read_own
from iotrial.errors import Problem
from iotrial.study import file
from iotrial.study.file import StudyFile
from iotrial.study.model import Level, Study


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
    read = file.read(path, catalog)
    article, claims = _article(read), _claims(read)
    return ClaimedStudy(read.study(quick=quick), article, claims)


def claims_of(text: str, source: str, job: str, catalog: Catalog) -> tuple[Article | None, tuple[Claim, ...]]:
    """The claims in a study's text as a run stored it; the arms and levels that they name are not checked.

    UsageError with every problem, for a text or a job of another version of iotrial.
    """
    read = file.read_stored(text, source, job, catalog)
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
    for number in range(len(raw)):
        table = ClaimTable(study, number)
        claim = _claim(table)
        if claim is not None and claim.key in found:
            table.complain(f"{claim.key!r} is the name of an earlier claim", "claim")
        elif claim is not None:
            found[claim.key] = claim
    return tuple(found.values())


def _claim(table: ClaimTable) -> Claim | None:
    """The claim of a table, or None if its kind is not known."""
    key, says = table.text("claim", required=True), table.text("says", required=True)
    name = table.choice("kind", kinds.names(), required=True)
    at = table.factors("at")
    published, quote = table.text("published") or None, table.text("quote") or None
    fault, answers, fair = table.flag("fault"), table.flag("answers"), table.texts("fair")
    if not name:
        return None
    kind = kinds.kind_of(name)
    for needed in (*kind.must_have, *(one.named for one in keys_of(kind).values() if one.needed)):
        if not table.has(needed):
            table.complain(f"has no {needed!r}, which a claim of the kind {name!r} needs")
    claim = kind(
        key=key,
        says=says,
        arms=table.texts("arms") if "arms" in kind.must_have else (),
        fair=fair,
        at={name: tuple(values) if len(values) > 1 else values[0] for name, values in at.items()},
        published=published,
        quote=quote,
        fault=fault,
        answers=answers,
        **read_own(kind, table),
    )
    table.finish()
    if answers and not kind.is_told_by_runs:
        table.complain("is true, and no run says anything of such a claim", "answers")
    if "arms" in kind.must_have:
        _check(claim, table)
    return claim


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
