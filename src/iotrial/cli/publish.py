"""`iotrial publish`: runs as one file to send, with nothing in it that names a person, a host or a folder."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli.options import Results
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, Problem, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.publish.own_words import OwnWords
    from iotrial.publish.publish_run import Publication
    from iotrial.store.folder import StoredFolder
    from iotrial.store.read import StoredRun


@options
class PublishOptions:
    """The options of `publish`."""

    names: Annotated[
        Sequence[str],
        typer.Argument(metavar="RUN|FILE", help="A run, as for `report`; with --check a file that was published."),
    ] = ()
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE. The default is RUN.iotrial.json."),
    ] = None
    check: Annotated[bool, typer.Option("--check", help="Check files that were published. Nothing is written.")] = False
    sign: Annotated[
        Path | None,
        typer.Option("--sign", metavar="KEY", help="Sign the file with an SSH key, by ssh-keygen, into FILE.sig."),
    ] = None
    results: Results = None


def publish(options: PublishOptions) -> None:
    """Write runs to a file to send.

    It has what was judged, and no name, host, folder or message. All that is left out is listed.
    """
    if options.check:
        if options.sign is not None:
            raise UsageError("--check signs nothing", hint="iotrial publish RUN --sign KEY writes a file and signs it")
        _check([Path(name) for name in options.names])
        return
    from iotrial.ask import tree
    from iotrial.cli.report import folders_of
    from iotrial.folders.own_file import require_writable, write_own
    from iotrial.publish.own_words import own_words
    from iotrial.publish.published_file import ENDING, published_text
    from iotrial.publish.published_run import PUBLISHED_MARK
    from iotrial.publish.signature import require_signing, sign
    from iotrial.store.results_root import results_root

    root = results_root(options.results)
    folders = folders_of(root, options.names or ["last"])
    output = options.output or Path(f"{folders[0].name}{ENDING}")
    require_writable(output, "-o", PUBLISHED_MARK)
    if options.sign is not None:
        require_signing(output, options.sign)
    catalog = tree.load()
    words = own_words(catalog)
    found = publications(folders, root, catalog, words)
    _tell(found)
    write_own(output, published_text([one.published for one in found]).encode(), "-o")
    print(output)
    if options.sign is not None:
        print(sign(output, options.sign))


def publications(folders: Sequence[Path], root: Path, catalog: Catalog, words: OwnWords) -> list[Publication]:
    """Return what is published of runs; UsageError with each that cannot be."""
    from iotrial.store.record_index import runs_by_study

    known = runs_by_study(root)
    every = [publication(folder, known, catalog, words) for folder in folders]
    if problems := [one for one in every if isinstance(one, Problem)]:
        raise UsageError(problems)
    return [one for one in every if not isinstance(one, Problem)]


def publication(
    folder: Path, known: Callable[[str], list[StoredFolder]], catalog: Catalog, words: OwnWords
) -> Publication | Problem:
    """Return what is published of a run, or why it cannot be; UsageError if it cannot be read."""
    from iotrial.claims.claims_of_run import claims_of_run
    from iotrial.judge.judging import Judging
    from iotrial.publish.publish_run import publish_run, why_not
    from iotrial.store.read import open_run

    judging = Judging(_in_words_of(catalog, open_run(folder)))
    reason = why_not(judging, words)
    if reason is not None:
        hint = "iotrial show has what it found; a longer run on a quieter machine may hold"
        return Problem(f"cannot be published: {reason}", where=folder.name, hint=hint)
    claims, _ = claims_of_run(judging, known, catalog)
    return publish_run(judging, claims, words)


def _in_words_of(catalog: Catalog, stored: StoredRun) -> StoredRun:
    """Return a run with today's words for its guarantees, since others are not published; the same for a job of old."""
    own = stored.run.conditions
    today = catalog.jobs[stored.run.job].conditions if stored.run.job in catalog.jobs else {}
    words = {name: {**own.get(name, {}), **today.get(name, {})} for name in {**own, **today}}
    return replace(stored, run=stored.run.model_copy(update={"conditions": words}))


def _tell(found: Sequence[Publication]) -> None:
    """Say what the file holds, and what was left out."""
    held = [
        f"{one.published.judged.run} ({one.published.judged.study}): {len(one.published.judged.levels)} levels, "
        f"{len(one.published.claims)} claims, the code of {len(one.published.texts)} methods"
        for one in found
    ]
    machine = found[0].published.machine
    told = [machine.processor, machine.system, f"{machine.cpus} CPUs", f"{machine.memory_gib} GiB"]
    left_out: Counter[str] = Counter()
    for one in found:
        left_out.update(one.left_out)
    print("it holds:", file=sys.stderr)
    for line in [*held, f"the machine: {', '.join(str(one) for one in told if one)}, and a hash that tells it apart"]:
        print(f"  {line}", file=sys.stderr)
    print("left out:", file=sys.stderr)
    for kind, count in sorted(left_out.items()):
        print(f"  {kind}: {count}", file=sys.stderr)


def _check(paths: Sequence[Path]) -> None:
    """Check files, and print a line for each; CheckFailed with all that is wrong."""
    from iotrial.ask import tree
    from iotrial.publish.own_words import own_words
    from iotrial.publish.publish_run import strange_texts
    from iotrial.publish.published_set import published_set

    if not paths:
        raise UsageError("--check needs the files to check", hint="iotrial publish --check FILE…")
    found = published_set(paths)
    if found.problems:
        raise CheckFailed(
            Problem(text, where=str(path), hint="whoever sent it can publish the run again")
            for path, text in found.problems
        )
    words = own_words(tree.load())
    for path, run in found.runs:
        if count := strange_texts(run, words):
            told = f"{count} texts of run {run.judged.run} are not of this iotrial: look at them before you pass it on"
            print(f"note: {path}: {told}", file=sys.stderr)
    for path, key in found.signed_by.items():
        print(f"{path}: signed with the {key}")
    print(f"{len(paths)} {'file holds' if len(paths) == 1 else 'files hold'} {len(found.runs)} runs, all sound")
