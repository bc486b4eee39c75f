"""`iotrial check --kit`: the transcripts of the protocol, played with one kit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from iotrial.ask import own_tree
from iotrial.ask.catalog import Catalog, Kit, Method
from iotrial.cli.listed import PlayedTranscript
from iotrial.cli.named_methods import methods_named
from iotrial.cli.output import print_json
from iotrial.cli.sandbox import refused
from iotrial.cli.usable import usable
from iotrial.errors import CheckFailed, NothingMeasured, UsageError
from iotrial.places.passing import passing_folder
from iotrial.workers.build import program_of, runtime_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.transcripts import Transcript, play, transcripts_in
from iotrial.workers.unavailable import Unavailable

#: Every status, padded to the width of the longest.
STATUSES = {"ok": "ok      ", "differs": "differs ", "left out": "left out"}


def check_kit(language: str, names: Sequence[str], *, trees: Sequence[Path], sandbox: bool = False, json: bool) -> None:
    """Play every transcript with a kit, with the first method of each job; CheckFailed if the kit differs from one."""
    if sandbox:
        raise UsageError(refused("a kit is not held by a sandbox", "check its methods there, or read the kit first"))
    catalog = usable(trees)
    kit = _kit(language, catalog)
    methods = _methods(kit, names, catalog)
    try:
        runtime_of(kit)
    except Unavailable as missing:
        raise NothingMeasured(f"the {language} kit cannot run here: {missing}", hint=missing.install) from None
    kits = own_tree.root() / "kits"
    rows = []
    for transcript in transcripts_in(kits / "transcripts"):
        row = _played(transcript, kit, methods.get(transcript.job))
        rows.append(row)
        if not json:
            _print(row)
    if json:
        print_json(rows)
    differing = sum(row.status == "differs" for row in rows)
    if differing:
        hint = f"the contract is {kits / 'PROTOCOL.md'}, the dialogues are in {kits / 'transcripts'}"
        message = f"the {language} kit does not do as {differing} of the {len(rows)} transcripts say"
        raise CheckFailed(message, hint=hint)
    if all(row.status == "left out" for row in rows):
        hint = "write a method and an adapter for the job `empty`, then for `append`"
        raise NothingMeasured(f"the {language} kit has no method of a job that a transcript is about", hint=hint)


def _kit(language: str, catalog: Catalog) -> Kit:
    if fault := catalog.faults.of_kit(language):
        raise UsageError(fault.problems)
    if language not in catalog.kits:
        hint = f"there are: {', '.join(sorted(catalog.kits))}; --with DIR adds those of a tree"
        raise UsageError(f"there is no kit for {language!r}", hint=hint)
    return catalog.kits[language]


def _methods(kit: Kit, names: Sequence[str], catalog: Catalog) -> dict[str, Method]:
    """Return the method of each job that the worker is started with: the first, of those that are named if any are.

    One that needs a package only if it is named: the package's behaviour would be taken for the kit's.
    """
    among = methods_named(names, catalog) if names else list(catalog.methods.values())
    first: dict[str, Method] = {}
    for method in among:
        if method.language == kit.language and (names or not method.packages):
            first.setdefault(method.job, method)
    if names and not first:
        raise UsageError(f"none of these methods is of the {kit.language} kit", hint="iotrial methods")
    return first


def _played(transcript: Transcript, kit: Kit, method: Method | None) -> PlayedTranscript:
    """Play a transcript and return the result as a row."""
    if method is None:
        reason = f"no method for {transcript.job}"
        return PlayedTranscript(transcript=transcript.name, method=None, status="left out", reason=reason)
    name = f"{method.job}/{method.arm}"
    if transcript.also and transcript.also not in kit.also:
        reason = f"a kit without {transcript.also}"
        return PlayedTranscript(transcript=transcript.name, method=None, status="left out", reason=reason)
    differs = _difference(transcript, kit, method)
    status: Literal["ok", "differs"] = "ok" if differs is None else "differs"
    return PlayedTranscript(transcript=transcript.name, method=name, status=status, reason=differs)


def _difference(transcript: Transcript, kit: Kit, method: Method) -> str | None:
    """Return how the worker differs from the transcript; None if it does not."""
    try:
        program = program_of(kit, method, {})
    except (DoesNotCompile, Unavailable) as missing:
        return f"{method.job}/{method.arm} cannot be started: {missing}"
    with passing_folder() as folder:
        difference = play(transcript, program.argv, folder)
    return None if difference is None else difference.sentence()


def _print(row: PlayedTranscript) -> None:
    """Print a row as one line, however long, with the expected and the actual message one after the other."""
    from iotrial.report.layout import clean

    reason = f"  {clean(row.reason)}" if row.reason else ""
    print(f"{STATUSES[row.status]}  {row.transcript}{reason}", flush=True)
