"""`python -m benchmarks [--long] [--list] [--json FILE] [NAME...]`."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
from pathlib import Path

from benchmarks.row import Row

#: Module -> how long it takes, short and long.
BENCHMARKS = {
    "kit_cost": ("seconds", "seconds"),
    "command": ("2 min", "60 min"),
    "stored_run": ("1 min", "4 min"),
    "identical": ("4 min", "25 min"),
    "injected": ("4 min", "4 h"),
}


def main() -> None:
    """Run the benchmarks that are named, or all; a figure that falls short is printed and fails nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *BENCHMARKS], help=", ".join(BENCHMARKS))
    parser.add_argument("--long", action="store_true", help="every trial that the figures ask for: hours")
    parser.add_argument("--list", action="store_true", help="list them, with how long each takes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to a file")
    given = parser.parse_args()
    if given.list:
        for name, (short, full) in BENCHMARKS.items():
            print(f"{name:12}  {short:8}  --long {full}")
        return
    found: list[Row] = []
    for name in given.names or BENCHMARKS:
        for row in importlib.import_module(f"benchmarks.{name}").rows(given.long):
            found.append(row)
            state = {True: "reached", False: "SHORT", None: "not measured"}[row.is_reached]
            print(f"{row.figure}\n  reach {row.reach}: {row.found}  [{state}]", flush=True)
    if given.json:
        given.json.write_text(json.dumps([dataclasses.asdict(row) for row in found], indent=1))


if __name__ == "__main__":
    main()
