"""Mutants that no test kills: as what they change, and which of them are known, with the reason."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("survivors.toml")


@dataclass(frozen=True)
class Survivor:
    """A mutant by what it changes, which stays the same if its number does not: the function, a line, and its change.

    Of a change over several lines each is stripped, and they are joined by a space.
    """

    place: str
    line: str
    becomes: str

    @classmethod
    def of(cls, path: str, name: str, diff: str) -> Survivor:
        """Return the survivor of that name, from mutmut's diff of it."""
        lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
        line, becomes = (" ".join(one[1:].strip() for one in lines if one[:1] == sign) for sign in "-+")
        function = name.rpartition(".")[2].rpartition("__mutmut_")[0].removeprefix("x_").removeprefix("xǁ")
        return cls(f"{path.removeprefix('src/iotrial/')}: {function.replace('ǁ', '.')}", line, becomes)


def accepted() -> dict[Survivor, str]:
    """The survivors that are known, each with why nothing kills it."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8")).get("survivor", [])
    return {Survivor(one["place"], one["line"], becomes): one["why"] for one in listed for becomes in one["becomes"]}
