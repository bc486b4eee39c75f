"""`python -m attacks [--minutes N] [--jobs N] [--only KIND] [--list] [PART...]`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from attacks.at_once import at_once
from attacks.campaign import PARTS, Ended, attack, attack_named, end_when_told
from attacks.part import Part, table
from attacks.tally import Tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 if nothing was found, 1 if something was."""
    parser = argparse.ArgumentParser(prog="python -m attacks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="campaigns; all of them if none is named")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long all of them take together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--only", default="", metavar="KIND", help="of slow campaigns: kinds of inputs that begin so")
    parser.add_argument("--list", action="store_true", help="list the campaigns and stop")
    asked = parser.parse_args(arguments)
    if asked.list:
        print(table(PARTS))
        return 0
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"no campaign is called {unknown[0]!r}\n{table(PARTS)}")
    end_when_told()
    try:
        return _attack_all(
            [PARTS[name] for name in asked.parts or PARTS], 60 * asked.minutes, max(1, asked.jobs), asked.only
        )
    except Ended:
        return 128 + signal.SIGTERM


def _attack_all(chosen: Sequence[Part], seconds: float, jobs: int, only: str) -> int:
    found = Tally()
    for part in chosen:
        if part.needs_root and os.geteuid() != 0:
            print(f"{part.name:12} skipped: only root can act as another user", flush=True)
            continue
        share = seconds / len(chosen)
        one = attack(part, share, only=only) if jobs == 1 else at_once(jobs, attack_named, part.name, share, only)
        if part.is_slow:
            print("\n".join(f"  {line}" for line in one.by_kind()))
        print(f"{part.name:12} {one}", flush=True)
        found += one
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
