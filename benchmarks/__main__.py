"""`python -m benchmarks [--long] [--list] [--json FILE] [NAME [PART...]...]`."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.advise import QUESTIONS
from benchmarks.command import BESIDE_PROGRAMS, STUDIES
from benchmarks.row import Row
from iotrial.machine.installation import install_packages
from iotrial.machine.system_packages import may_install, typed_to_install

#: Module -> how long it takes, short and long.
BENCHMARKS = {
    "kit_cost": ("seconds", "seconds"),
    "command": ("2 min", "60 min"),
    "stored_run": ("1 min", "4 min"),
    "data_set": ("1 min", "5 min"),
    "fio": ("20 s", "20 s"),
    "page": ("3 min", "70 min"),
    "site": ("3 min", "3 min"),
    "first_view": ("1 min", "1 min"),
    "time_spent": ("5 min", "10 min"),
    "evidence": ("15 min", "25 min"),
    "integrity": ("20 s", "20 s"),
    "floors": ("6 min", "21 min"),
    "plain": ("18 min", "80 min"),
    "kit_beside_plain": ("6 min", "30 min"),
    "kept_runs": ("1 min", "1 min"),
    "cold": ("5 min", "10 min"),
    "peak_memory": ("1 min", "1 min"),
    "identical": ("4 min", "13 h"),
    "neighbours": ("2 min", "6 min"),
    "machines": ("3 min", "45 min"),
    "fleet": ("14 min", "70 min"),
    "false_verdicts": ("3 min", "20 min"),
    "injected": ("4 min", "4 h"),
    "busy": ("2 min", "8 min"),
    "gate": ("2 min", "20 min"),
    "sandbox": ("1 min", "6 min"),
    "hostile": ("5 min", "25 min"),
    "advise": ("60 min", "2 h"),
    "servers": ("30 min", "6 h"),
}


#: The parts of `servers`, whose modules are loaded when one of them runs.
SERVERS = ("by-hand", "same-servers", "client-share", "planted", "starts-and-stops")

#: Module -> parts of it that can be named after it.
PARTS: Mapping[str, Sequence[str]] = {
    "plain": (*STUDIES, *BESIDE_PROGRAMS),
    "servers": SERVERS,
    "advise": QUESTIONS,
}

#: Tools to compare with; packages have their names.
TOOLS = ("fio", "hyperfine")


def chosen(names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the benchmarks that are named, or all, each with those of its parts that follow its name.

    ValueError for a name that is no benchmark, and no part of the one before it.
    """
    found: dict[str, list[str]] = {}
    last = ""
    for name in names:
        if name in BENCHMARKS:
            last = name
            found.setdefault(name, [])
        elif name in PARTS.get(last, ()):
            found[last].append(name)
        else:
            known = [*PARTS.get(last, ()), *BENCHMARKS]
            raise ValueError(f"there is no benchmark {name!r}: choose from {', '.join(known)}")
    return found or {name: [] for name in BENCHMARKS}


def main() -> None:
    """Run the benchmarks that are named, or all; a figure that falls short is printed and fails nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    said = "".join(f"; after {name}, parts of it: {', '.join(parts)}" for name, parts in PARTS.items())
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS) + said)
    parser.add_argument("--long", action="store_true", help="every trial that the figures ask for: hours")
    parser.add_argument("--list", action="store_true", help="list them, with how long each takes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to a file")
    parser.add_argument("--install", action="store_true", help="first install what to compare with: fio, hyperfine")
    given = parser.parse_args()
    try:
        wanted = chosen(given.names)
    except ValueError as error:
        parser.error(str(error))
    if given.install:
        missing = [tool for tool in TOOLS if shutil.which(tool) is None]
        if missing and not may_install():
            print(f"hint: type this, then try again: {typed_to_install(missing) or missing}", file=sys.stderr)
        elif failure := install_packages(missing).failure:
            print(f"{failure.command} ended with status {failure.status}: {failure.log}", file=sys.stderr)
    if given.list:
        for name, (short, full) in BENCHMARKS.items():
            print(f"{name:12}  {short:8}  --long {full}")
        return
    found: list[Row] = []
    for name, parts in wanted.items():
        module = importlib.import_module(f"benchmarks.{name}")
        for row in module.rows(given.long, parts) if parts else module.rows(given.long):
            found.append(row)
            reach = f"reach {row.reach}: " if row.reach else ""
            print(f"{row.figure}\n  {reach}{row.found}  [{row.state}]", flush=True)
    if given.json:
        given.json.write_text(json.dumps([dataclasses.asdict(row) for row in found], indent=1))


if __name__ == "__main__":
    main()
