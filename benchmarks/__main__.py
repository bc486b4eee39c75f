"""`python -m benchmarks [--long] [--list] [--json FILE] [NAME...]`."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import shutil
import sys
from pathlib import Path

from benchmarks.row import Row
from iotrial.host.packages import install_packages

#: Module -> how long it takes, short and long.
BENCHMARKS = {
    "kit_cost": ("seconds", "seconds"),
    "command": ("2 min", "60 min"),
    "stored_run": ("1 min", "4 min"),
    "fio": ("20 s", "20 s"),
    "page": ("3 min", "70 min"),
    "evidence": ("5 min", "15 min"),
    "integrity": ("20 s", "20 s"),
    "floors": ("4 min", "16 min"),
    "cold": ("5 min", "10 min"),
    "peak_memory": ("1 min", "1 min"),
    "identical": ("4 min", "25 min"),
    "neighbours": ("2 min", "6 min"),
    "false_verdicts": ("3 min", "20 min"),
    "injected": ("4 min", "4 h"),
    "gate": ("2 min", "20 min"),
}


#: Tools to compare with; packages have their names.
TOOLS = ("fio", "hyperfine")


def main() -> None:
    """Run the benchmarks that are named, or all; a figure that falls short is printed and fails nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *BENCHMARKS], help=", ".join(BENCHMARKS))
    parser.add_argument("--long", action="store_true", help="every trial that the figures ask for: hours")
    parser.add_argument("--list", action="store_true", help="list them, with how long each takes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to a file")
    parser.add_argument("--install", action="store_true", help="first install what to compare with: fio, hyperfine")
    given = parser.parse_args()
    if given.install:
        for command in install_packages([tool for tool in TOOLS if shutil.which(tool) is None]):
            print(f"hint: type this, then try again: {command}", file=sys.stderr)
    if given.list:
        for name, (short, full) in BENCHMARKS.items():
            print(f"{name:12}  {short:8}  --long {full}")
        return
    found: list[Row] = []
    for name in given.names or BENCHMARKS:
        for row in importlib.import_module(f"benchmarks.{name}").rows(given.long):
            found.append(row)
            reach = f"reach {row.reach}: " if row.reach else ""
            print(f"{row.figure}\n  {reach}{row.found}  [{row.state}]", flush=True)
    if given.json:
        given.json.write_text(json.dumps([dataclasses.asdict(row) for row in found], indent=1))


if __name__ == "__main__":
    main()
