"""`iotrial check`: methods on odd inputs."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from iotrial.catalog import tree
from iotrial.catalog.model import Catalog, Method
from iotrial.commands.output import print_json, print_rows
from iotrial.commands.progress import Bars
from iotrial.errors import CheckFailed, NothingMeasured, Problem, UsageError
from iotrial.session.check import CheckResult
from iotrial.session.check import check as run_check


def check(names: Sequence[str], *, trees: Sequence[Path], target: Path | None, json: bool) -> None:
    """Check the methods that are named; CheckFailed where one does not do its job."""
    if not names:
        raise UsageError("name a method, or a kit with --kit", hint="iotrial methods")
    catalog = tree.load(trees)
    methods = methods_named(names, catalog)
    with Bars() as bars:
        bars.stage("checking", None)
        results = run_check(catalog, methods, target, on_result=lambda result: bars.step())
    rows = []
    for method in methods:
        own = [result for result in results if (result.job, result.arm) == (method.job, method.arm)]
        wrong = [result for result in own if result.status != "ok"]
        rows.append(
            {
                "job": method.job,
                "arm": method.arm,
                "inputs": len(own),
                "status": "ok" if not wrong else wrong[0].status,
                "reason": _reason(wrong, len(own)),
            }
        )
    if json:
        print_json(rows)
    else:
        print_rows(
            rows,
            {"job": "job", "arm": "method", "inputs": "inputs", "status": "status", "reason": "reason"},
            folds="reason",
        )
    failed = [row for row in rows if row["status"] in ("failed", "disqualified")]
    if failed:
        raise CheckFailed([Problem(f"{row['job']}/{row['arm']} does not do its job") for row in failed])
    if all(row["status"] == "skipped" for row in rows):
        raise NothingMeasured("none of these methods can run here", hint="iotrial machine --install")


def methods_named(names: Sequence[str], catalog: Catalog) -> list[Method]:
    """Return the methods named as JOB/LANGUAGE/METHOD, LANGUAGE/METHOD or METHOD, each part perhaps a pattern."""
    chosen: dict[str, Method] = {}
    problems: list[Problem] = []
    for name in names:
        found = {
            f"{method.job}/{method.arm}": method
            for method in catalog.methods.values()
            if any(
                fnmatchcase(form, name) for form in (f"{method.job}/{method.arm}", method.arm, method.name, method.job)
            )
        }
        if not found:
            problems.append(Problem(f"{name!r} matches no method", hint="iotrial methods"))
        chosen.update(found)
    if problems:
        raise UsageError(problems)
    return [chosen[key] for key in sorted(chosen)]


def _reason(wrong: Sequence[CheckResult], inputs: int) -> str | None:
    """Each reason once, with the first input that shows it, or alone where every input does."""
    first: dict[str, list[CheckResult]] = {}
    for result in wrong:
        first.setdefault(result.reason or "", []).append(result)
    texts = []
    for reason, results in first.items():
        level = " ".join(f"{key}={value}" for key, value in results[0].level.items())
        more = f" and {len(results) - 1} more" if len(results) > 1 else ""
        texts.append(reason if len(results) == inputs else f"{reason} (at {level}{more})")
    return "; ".join(texts) or None
