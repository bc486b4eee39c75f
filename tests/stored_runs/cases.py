"""What stored runs decide, case by case, and what was decided when the case was written down.

PYTHONPATH=tests python -m stored_runs.cases     writes down what is decided now, and names what became different
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.judge.judging import Judging
from iotrial.store.read import open_run
from sentences.drawn import KINDS
from stored_runs import packed
from stored_runs.decided import (
    decided_of_advice,
    decided_of_claims,
    decided_of_gate,
    decided_of_machines,
    decided_of_pair,
    decided_of_run,
)
from stored_runs.made_up import DAMAGES, FORMATS, damage, write

FOLDER = Path(__file__).with_name("decided")

#: The kind of which damaged runs, and runs on several machines, are made.
ORDINARY = "two_factors"

#: Studies of which a measured run is packed, and whose claims it is asked for.
CLAIMED = ("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive")

#: Runs that a fleet of two hosts measured, each of one host.
FLEET = ("fleet-web1", "fleet-web2")


@dataclass
class Place:
    """A folder for the runs of a case, and what is read once for all cases."""

    root: Path

    @cached_property
    def catalog(self) -> Catalog:
        """Everything that there is to measure."""
        return tree.load()

    def new(self, name: str) -> Path:
        """Make a folder of its own for runs."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.root))


Case = Callable[[Place], list[str]]


def _measured(name: str) -> Case:
    def decide(place: Place) -> list[str]:
        judging = Judging(open_run(packed.unpack(name, place.new(name))))
        lines = decided_of_run(judging) + decided_of_advice(judging)
        return lines + (decided_of_claims(judging, place.catalog) if name in CLAIMED else [])

    return decide


def _made_up(kind: str, form: int) -> Case:
    def decide(place: Place) -> list[str]:
        judging = Judging(open_run(write(kind, 1, form, place.new(kind))))
        lines = decided_of_run(judging) + decided_of_advice(judging)
        return lines + (decided_of_gate(judging) if kind == "variants" else [])

    return decide


def _damaged(kind: str) -> Case:
    def decide(place: Place) -> list[str]:
        return decided_of_run(Judging(open_run(damage(write(ORDINARY, 1, FORMATS[0], place.new(kind)), kind))))

    return decide


def _compared(place: Place) -> list[str]:
    return decided_of_pair(*(write(ORDINARY, seed, FORMATS[0], place.new("compared")) for seed in (1, 2)))


def _machines(place: Place) -> list[str]:
    return decided_of_machines([write(ORDINARY, seed, FORMATS[0], place.new("machine")) for seed in range(1, 4)])


def _fleet(place: Place) -> list[str]:
    return decided_of_machines([packed.unpack(name, place.new(name)) for name in FLEET])


CASES: Mapping[str, Case] = {
    **{f"measured-{name}": _measured(name) for name in packed.names()},
    **{
        f"made-up-{kind}": _made_up(kind, FORMATS[number % len(FORMATS)])
        for number, kind in enumerate(name for name in KINDS if name != "invalid_run")
    },
    "made-up-invalid_run": _made_up("invalid_run", FORMATS[0]),
    **{f"damaged-{kind}": _damaged(kind) for kind in DAMAGES},
    "compared-made-up": _compared,
    "across-machines": _machines,
    "across-fleet": _fleet,
}


def written_down(name: str) -> list[str]:
    """Return what was decided of a case."""
    return (FOLDER / f"{name}.txt").read_text().splitlines()


def differences(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that are only in one of the two, each with a sign of which."""
    gone, new = set(before) - set(after), set(after) - set(before)
    return [f"- {line}" for line in before if line in gone] + [f"+ {line}" for line in after if line in new]


def main() -> None:
    """Write down every case."""
    with tempfile.TemporaryDirectory() as root:
        place = Place(Path(root))
        for name, decide in CASES.items():
            path = FOLDER / f"{name}.txt"
            before = path.read_text().splitlines() if path.exists() else []
            after = decide(place)
            for line in differences(before, after) if before else []:
                print(f"{name}: {line}")
            path.write_text("\n".join(after) + "\n")
    for path in FOLDER.glob("*.txt"):
        if path.stem not in CASES:
            path.unlink()
            print(f"{path.stem}: gone", file=sys.stderr)


if __name__ == "__main__":
    main()
