"""`iotrial check`: methods on odd inputs, or the dialogues that a kit must pass."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Sandbox, Target, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, NothingMeasured, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog, Method
    from iotrial.cli.listed import CheckedMethod
    from iotrial.measure.check_methods import CheckResult


@options
class CheckOptions:
    """The options of `check`."""

    names: Annotated[
        Sequence[str],
        typer.Argument(
            metavar="METHOD",
            help="JOB/LANGUAGE/METHOD, or a part of it: a job, JOB/LANGUAGE or a method. * stands for any, but for "
            "methods that need a package: name these.",
            autocompletion=completed_names.methods_of_jobs,
        ),
    ] = ()
    kit: Annotated[
        str | None,
        typer.Option("--kit", metavar="LANGUAGE", help="Play the dialogues that every kit must pass with this kit."),
    ] = None
    trees: With = ()
    target: Target = None
    sandbox: Sandbox = False
    json: Json = False


def check(options: CheckOptions) -> None:
    """Check that methods, or a kit, do their job. Nothing is timed.

    Methods must do their job on odd inputs too, and keep the guarantees that they declare.
    """
    if options.kit is not None:
        from iotrial.cli.check_kit import check_kit

        check_kit(options.kit, options.names, trees=options.trees, sandbox=options.sandbox, json=options.json)
        return
    if not options.names:
        raise UsageError("name a method, or a kit with --kit", hint="iotrial methods")
    from iotrial.cli.named_methods import methods_named
    from iotrial.cli.output import print_json, print_rows
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import sandbox_if
    from iotrial.cli.usable import usable
    from iotrial.measure.check_methods import check as run_check

    catalog = usable(options.trees)
    program = sandbox_if(options.sandbox, catalog)
    methods = methods_named(options.names, catalog)
    with Bars() as bars:
        bars.stage("checking", None)
        results = run_check(catalog, methods, options.target, sandbox=program, on_result=lambda result: bars.step())
    rows = [
        _row(method, [result for result in results if (result.job, result.arm) == (method.job, method.arm)])
        for method in methods
    ]
    if options.json:
        print_json(rows)
    else:
        headings = {"job": "job", "arm": "method", "inputs": "inputs", "status": "status", "reason": "reason"}
        print_rows([row.model_dump() for row in rows], headings, folds="reason")
    _tell_of_untested(methods, rows, catalog)
    failed = [f"{row.job}/{row.arm}" for row in rows if row.status in ("failed", "disqualified")]
    if len(failed) == 1:
        raise CheckFailed(f"{failed[0]} does not do its job")
    if failed:
        raise CheckFailed(f"{len(failed)} methods do not do their job: {', '.join(failed)}")
    if all(result.status == "skipped" for result in results):
        languages = " ".join(dict.fromkeys(method.language for method in methods))
        raise NothingMeasured("none of these methods can run here", hint=f"iotrial machine --install {languages}")


def _tell_of_untested(methods: Sequence[Method], rows: Sequence[CheckedMethod], catalog: Catalog) -> None:
    """Note the guarantees that a method does not declare."""
    from iotrial.report.times import listed

    for method, row in zip(methods, rows, strict=True):
        untold = [name for name in catalog.jobs[method.job].guarantees if name not in method.guarantees]
        if row.status == "ok" and untold:
            told_of = f"note: {method.job}/{method.arm} says nothing of {listed(untold)}: not tested"
            print(told_of, file=sys.stderr)


def _row(method: Method, results: Sequence[CheckResult]) -> CheckedMethod:
    """Return the result of one method as a row."""
    from iotrial.cli.check_failure import failures_of, told
    from iotrial.cli.listed import CheckedMethod

    failures = failures_of(results)
    return CheckedMethod(
        job=method.job,
        arm=method.arm,
        inputs=sum(result.level is not None for result in results),
        status=failures[0].status if failures else "ok",
        reason="; ".join(told(failure, results) for failure in failures) or None,
    )
