"""Write docs/gallery from stored runs: what one machine says of the articles.

    python -m docs.gallery --results DIR

DIR has full runs of every study that carries claims, as `iotrial claims` leaves them. Of each article's own study the
last run is written as Markdown and as a picture; the claims of all studies stand on the first page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.command import STUDIES

from iotrial.catalog import tree
from iotrial.commands.report import report
from iotrial.report.claims import answers, article_line, claim_tables, summary
from iotrial.report.markdown import escaped, folded, table_text
from iotrial.results.read import open_run
from iotrial.results.record import Run
from iotrial.results.sessions import claim_rows, sessions_of
from iotrial.study import file
from iotrial.study.find import find
from iotrial.study.find import studies as known_studies
from iotrial.study.model import Study

Row = dict[str, Any]

FOLDER = Path(__file__).parent / "gallery"

FORMS = ("md", "svg")

HEAD = (
    "<!-- Written by docs/gallery.py from stored runs: change it there. -->",
    "# What one machine says of five articles",
    "Every sentence of the five that a machine can check, and what became of it. Sentences are in our words; "
    "[claims.md](../claims.md) says what a verdict means, [reading-a-report.md](../reading-a-report.md) what a column "
    "is. Your machine may say something else: `iotrial claims` asks it, and `iotrial report RUN -o page.html` writes "
    "the page, with every chart and every sample, that the texts below are short forms of.",
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=Path, required=True, help="where the runs are stored")
    root = parser.parse_args().results
    found = [(study, sessions_of(study, root)) for study in _with_claims()]
    if missing := [study.name for study, folders in found if not folders]:
        parser.error(f"no full run of {', '.join(missing)} in {root}; iotrial claims --results {root}")
    FOLDER.mkdir(exist_ok=True)
    parts: dict[str, list[str]] = {}
    rows: list[Row] = []
    runs: list[Run] = []
    for study, folders in found:
        sessions = [open_run(folder) for folder in folders]
        own = claim_rows(study.name, study.article, study.claims, sessions)
        runs.append(sessions[-1].run)
        rows += own
        if study.name in STUDIES:
            for form in FORMS:
                output = FOLDER / f"{study.name}.{form}"
                report([folders[-1].name], output=output, form=None, force=True, trees=[], results=root)
        parts.setdefault(article_line(own[0]), []).append(_study(study, own))
    text = "\n\n".join([*HEAD, _machine(runs), f"**{summary(rows)}**", *_articles(parts)])
    (FOLDER / "README.md").write_text(text + "\n")


def _with_claims() -> list[Study]:
    """Studies that carry claims, each article's own first, in the order of the articles."""
    catalog = tree.load([])
    studies = [file.load(find(name, []), catalog, quick=False) for name in known_studies([])]
    order = {name: place for place, name in enumerate(STUDIES)}
    return sorted(
        (study for study in studies if study.claims), key=lambda study: (order.get(study.name, len(order)), study.name)
    )


def _articles(parts: dict[str, list[str]]) -> list[str]:
    return [text for article, studies in parts.items() for text in (f"## {escaped(article)}", *studies)]


def _study(study: Study, rows: Sequence[Row]) -> str:
    """A study: what it asks, what the answer is, and where the rest is."""
    parts = [f"### {escaped(study.question)}", escaped(answers(rows))]
    if study.name in STUDIES:
        parts.append(f"![{escaped(study.name)}: rankings and cost over size]({study.name}.svg)")
        parts.append(f"[All of it as text]({study.name}.md)")
    parts.append(folded(f"{study.name}: claims", "\n\n".join(table_text(table) for table in claim_tables(rows))))
    return "\n\n".join(parts)


def _machine(runs: Sequence[Run]) -> str:
    """Where and when it was measured, in a line."""
    first, last = (pick(run.started_at for run in runs)[:10] for pick in (min, max))
    facts = runs[-1].machine
    parts = [
        f"measured {first}" if first == last else f"measured {first} to {last}",
        f"{facts.get('processor') or 'a processor that is not told'}, {facts.get('cpus') or '?'} CPUs",
        "a virtual machine" if facts.get("hypervisor") == "yes" else "",
        str(facts.get("system") or ""),
        ", ".join(
            dict.fromkeys(arm.runtime for run in runs for level in run.levels for arm in level.arms if arm.runtime)
        ),
    ]
    text = "; ".join(part for part in parts if part)
    return f"{escaped(text[0].upper() + text[1:])}."


if __name__ == "__main__":
    main()
