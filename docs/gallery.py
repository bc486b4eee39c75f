"""Write docs/gallery from stored runs: what one machine says of the articles.

    python -m docs.gallery --results DIR [--keep]

DIR has full runs of the five articles' own studies, and of the other studies that carry claims, as `iotrial claims`
leaves them. Of each article's own study the last run is written as Markdown and as a picture; the claims of all studies
stand on the first page, those of a study without a run as not measured yet; with --keep what the page has of such a
study stays, and is not counted. Each says when it was measured.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.command import STUDIES

from iotrial.ask import tree
from iotrial.ask.study import Study
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import ClaimedStudy
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.session_texts import texts_now
from iotrial.claims.sessions import sessions_of
from iotrial.cli.claimed_studies import with_claims
from iotrial.cli.report import content
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.report.claim_words import answers, article_line, article_named, claim_tables, sentence, summary
from iotrial.report.markdown import escaped, folded, table_text
from iotrial.report.view import machine
from iotrial.report.what_to_use import sentences_to_use
from iotrial.store.read import open_run
from iotrial.store.record import Run

FOLDER = Path(__file__).parent / "gallery"

FORMS = ("md", "svg")

HEAD = (
    "<!-- Written by docs/gallery.py from stored runs: change it there. -->",
    "# What one machine says of five articles",
    "What the five say that a machine can check, and what became of it as far as it was measured. Sentences are in our "
    "words; "
    "[claims.md](../claims.md) says what a verdict means, [reading-a-report.md](../reading-a-report.md) what a column "
    "is. Your machine may say something else: `iotrial claims` asks it, and `iotrial report RUN -o page.html` writes "
    "the page, with every chart and every sample, that the texts below are short forms of. Intervals and verdicts are "
    "those of the version that wrote this page; a later one may be able to decide more of the same samples.",
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=Path, required=True, help="where the runs are stored")
    parser.add_argument("--keep", action="store_true", help="keep what the page has of studies without a run there")
    given = parser.parse_args()
    root = given.results
    page = (FOLDER / "README.md").read_text() if given.keep else ""
    catalog = tree.load([])
    found = [(one, sessions_of(one.study, root, texts_now(one.study, catalog)).folders) for one in _with_claims()]
    without = [one for one, folders in found if not folders and not _kept(page, one)]
    if missing := [one.study.name for one in without if one.study.name in STUDIES]:
        parser.error(f"no full run of {', '.join(missing)} in {root}; iotrial claims --results {root}")
    FOLDER.mkdir(exist_ok=True)
    parts: dict[str, list[str]] = {}
    judged: list[JudgedClaim] = []
    runs: list[Run] = []
    for one, folders in found:
        study = one.study
        if not folders:
            assert one.article is not None
            named = article_named(one.article.title, one.article.author, one.article.date)
            parts.setdefault(named, []).append(_kept(page, one) or _not_measured(one))
            continue
        last = Judging(open_run(folders[-1]))
        own = judge_claims(
            [*(Judging(open_run(folder)) for folder in folders[:-1]), last], one.claims, study.name, one.article
        )
        runs.append(last.run)
        judged += own
        if study.name in STUDIES:
            for form in FORMS:
                (FOLDER / f"{study.name}.{form}").write_bytes(content(form, [last], root, []))
        first = [_machine([last.run]), _to_use(judge_run(last))]
        parts.setdefault(article_line(own[0]), []).append(_study(study, own, first))
    text = "\n\n".join([*HEAD, _machine(runs), f"**{summary(judged)}**", *_articles(parts)])
    (FOLDER / "README.md").write_text(text + "\n")


def _with_claims() -> list[ClaimedStudy]:
    """Studies that carry claims, each article's own first, in the order of the articles."""
    order = {name: place for place, name in enumerate(STUDIES)}
    studies = with_claims([], [], tree.load([]), quick=False)
    return sorted(studies, key=lambda one: (order.get(one.study.name, len(order)), one.study.name))


def _articles(parts: dict[str, list[str]]) -> list[str]:
    return [text for article, studies in parts.items() for text in (f"## {escaped(article)}", *studies)]


def _kept(page: str, one: ClaimedStudy) -> str:
    """What a page has of a study, up to the next heading; "" if it has nothing."""
    _, heading, rest = page.partition(f"### {escaped(one.study.question)}\n")
    return f"{heading}{re.split(r'^##', rest, maxsplit=1, flags=re.MULTILINE)[0]}".rstrip() if heading else ""


def _to_use(judged: JudgedRun) -> str:
    """What to use in each language, by the last run."""
    told = [sentences[0] for sentences in sentences_to_use(judged) if sentences[0].startswith("In ")]
    return "\n".join(["What to use here:", "", *(f"- {escaped(sentence)}" for sentence in told)])


def _study(study: Study, judged: Sequence[JudgedClaim], first: Sequence[str]) -> str:
    """A study: what it asks, what is said first of it, what became of the answer, and where the rest is."""
    parts = [f"### {escaped(study.question)}", *first, escaped(answers(judged))]
    if study.name in STUDIES:
        parts.append(f"![{escaped(study.name)}: rankings and cost over size]({study.name}.svg)")
        parts.append(f"[All of it as text]({study.name}.md)")
    parts.append(folded(f"{study.name}: claims", "\n\n".join(table_text(table) for table in claim_tables(judged))))
    return "\n\n".join(parts)


def _not_measured(one: ClaimedStudy) -> str:
    """A study of which no full run is stored: what it asks, and what was said."""
    told = "\n".join(f"- {escaped(_marked(claim))}" for claim in one.claims)
    return "\n\n".join(
        [
            f"### {escaped(one.study.question)}",
            f"Not measured for this page yet: `iotrial claims {one.study.name}` asks your machine.",
            folded(f"{one.study.name}: claims", told),
        ]
    )


def _marked(claim: Claim) -> str:
    """A sentence, and whose it is if it is not what the article's author claims."""
    return f"(a fault) {claim.says}" if claim.fault else f"{sentence(claim)}."


def _machine(runs: Sequence[Run]) -> str:
    """Where and when it was measured, in a line."""
    first, last = (pick(run.started_at for run in runs)[:10] for pick in (min, max))
    facts = dict(machine(runs[0]))
    parts = [
        f"Measured {first}" if first == last else f"Measured {first} to {last}",
        facts["processor"],
        "a virtual machine" if facts.get("virtual machine") == "yes" else "",
        *(facts.get(name, "") for name in ("system", "runtimes")),
    ]
    return f"{escaped('; '.join(part for part in parts if part))}."


if __name__ == "__main__":
    main()
