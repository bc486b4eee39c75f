"""`iotrial machine`: facts of this machine, its toolchains, and its noise sources."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from iotrial.ask.named_targets import NAMED
from iotrial.cli.listed import ListedMachine, ListedNoiseSource
from iotrial.cli.output import print_json, print_rows, stdout
from iotrial.cli.usable import usable
from iotrial.errors import UsageError
from iotrial.machine import noise_sources
from iotrial.machine.noise_sources import FilePlace
from iotrial.machine.tools import TOOLS
from iotrial.places import persistent
from iotrial.places.target import resolve
from iotrial.places.target_facts_of import facts_with
from iotrial.places.temporary import there
from iotrial.report.layout import clean, emit, joined, paragraph
from iotrial.report.run_facts import target_line
from iotrial.units import format_bytes
from iotrial.workers import toolchains


def report_machine(*, trees: Sequence[Path], target: Path | None, json: bool) -> None:
    """Print facts and toolchains; nothing is changed."""
    catalog = usable(trees)
    named = str(target) if str(target) in NAMED else None
    targets = [] if named else [resolve("disk", target)]
    for name in NAMED:
        try:
            if name == named or name == "tmpfs" or persistent.exists(name):
                targets.append(there(name))
        except UsageError as error:
            if name == named:
                raise
            print(f"note: {error}", file=sys.stderr)
    places = [FilePlace(place.name, place.filesystem, place.device) for place in targets]
    remarks = noise_sources.remarks(places=places, missing_tools=toolchains.missing_tools())
    found = ListedMachine.model_validate(
        {**facts_with(targets), "toolchains": toolchains.toolchains(catalog), "noise_sources": remarks}
    )
    if json:
        print_json([found])
    else:
        _print_facts(found)
        _print_noise_sources(found.noise_sources)
        shown = [
            {"language": row.language, "shown": row.version or f"missing; to install it: {row.install or 'by hand'}"}
            for row in found.toolchains
        ]
        print_rows(shown, {"language": "language", "shown": "runtime or compiler"}, folds="shown")


def _print_noise_sources(found: Sequence[ListedNoiseSource]) -> None:
    """Print the noise sources of this machine, a paragraph each, with their remedies; nothing is changed."""
    console = stdout()
    lines = paragraph("what will blur results here:" if found else "nothing seen that blurs results", console.width, 0)
    for source in found:
        text = f"{clean(source.what)}: {clean(source.state)}; {clean(source.effect)}"
        lines += paragraph(text, console.width, 2, 2)
        if source.command:
            lines += paragraph(f"{clean(source.change)}: {joined(clean(source.command))}", console.width, 4, 2, "dim")
        elif source.change:
            lines += paragraph(clean(source.change), console.width, 4, 2, "dim")
    emit(console, [*lines, Text()])


def _print_facts(known: ListedMachine) -> None:
    virtual = f", virtual ({known.hypervisor})" if known.hypervisor else ""
    memory = format_bytes(known.memory_bytes)
    print(f"{known.system} on {known.processor}, {known.cpus} CPUs, {memory} of memory{virtual}")
    for target in known.targets:
        free = f", {format_bytes(target.free_bytes)} free" if target.free_bytes is not None else ""
        print(f"target {target.target}: {target.folder}{free}; {target_line(target)}")
    for tool, version in known.tools.items():
        without = f"{tool} is missing: {TOOLS[tool]}; iotrial machine --install {tool}"
        print(f"evidence: {version or without}")
    print()
