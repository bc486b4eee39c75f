"""Levels in words, and rows about several levels grouped as tables and charts show them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from iotrial.ask.factors import FIRST, MEMORY_LIMIT, STATE, STEADY
from iotrial.ask.level_factors import LevelFactors, Words, listed, said, varying
from iotrial.judge.bounds import Factors
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean, joined
from iotrial.report.times import listed as and_listed
from iotrial.units import exact_bytes

#: The factor that says where the files are, and its default.
TARGET, DISK = "target", "disk"

#: The call that a run measured: the first one of a process, or one after others (rule 24).
_CALLS = {FIRST: "on the first call of a process", STEADY: "in steady state"}


class OverLevels(Protocol):
    """A statement of a run about a factor over several levels: an effect, a cost, a growth."""

    @property
    def factor(self) -> str:
        """The factor."""

    @property
    def at(self) -> Factors:
        """The other factors, which its levels share."""


Entry = TypeVar("Entry", bound=OverLevels)


@dataclass(frozen=True)
class LevelGroup(Generic[Entry]):
    """Rows of one factor that agree in `at`, the other factors that vary."""

    factor: str
    at: str
    rows: list[Entry]

    def titled(self, what: str) -> str:
        """Return `what, at`; only `what` if no other factor varies."""
        return f"{what}, {self.at}" if self.at else what


def in_words(factors: Mapping[str, int | str], names: Iterable[str]) -> str:
    """Write those of a level's factors that are named: `file_bytes=4096 sink=pipe`."""
    return " ".join(f"{clean(name)}={clean(factors[name])}" for name in names if name in factors)


def condition(judged: JudgedRun, factors: Mapping[str, int | str], names: Iterable[str]) -> str:
    """Say those of a level's factors that are named as people do: `20 MiB through a pipe`; "" if all goes unsaid."""
    return _with_unit(judged, _in_peoples_words(_words(judged), factors, names))


def level_said(level: Mapping[str, int | str], others: Iterable[Mapping[str, int | str]] = ()) -> str:
    """Name a level as people do: by what differs from other levels, else by all that does not go without saying."""
    words = level.words if isinstance(level, LevelFactors) else {}
    everything = [name for name in said(level) if (name, level[name]) != (TARGET, DISK)]
    names = varying([level, *others]) or everything
    return _in_peoples_words(words, level, names) or _in_peoples_words(words, level, everything)


def _in_peoples_words(words: Words, factors: Mapping[str, int | str], names: Iterable[str]) -> str:
    told = [_value_said(words, name, factors[name]) for name in names if name in factors]
    text = ""
    for part in filter(None, told):
        joint = ", " if part[:1].isdigit() else " with " if "=" in part and "=" not in text else " "
        text += joint + part if text else part
    return text


def _with_unit(judged: JudgedRun, text: str) -> str:
    """Say of what a size is, where nothing before it does: `records of 100 B`."""
    return f"{clean(judged.work_unit)} {text}" if text.startswith("of ") else text


def value_said(judged: JudgedRun, name: str, value: int | str) -> str:
    """Say the value of a factor in the job's words, or as `name=value` if it has none for it."""
    return _value_said(_words(judged), name, value)


def _words(judged: JudgedRun) -> Words:
    """Return the words of the run's job for its factors; its work is told by its unit: `10 entries`."""
    return {judged.work_unit: f"{{}} {judged.work_unit}", **judged.said}


def _value_said(words: Words, name: str, value: int | str) -> str:
    said = words.get(name)
    if isinstance(said, str):
        return clean(said).replace("{}", number_said(name, value))
    if said is not None and str(value) in said:
        return clean(said[str(value)])
    if name == TARGET:
        return f"on {clean(value)}"
    if name == MEMORY_LIMIT:
        limit = joined(exact_bytes(value)) if isinstance(value, int) else ""
        return f"with {limit} of memory" if limit else "with all memory"
    if name == STATE:
        return "in a process's first call" if value == FIRST else "in later calls"
    return f"{clean(name)}={clean(value)}"


def sizes_said(judged: JudgedRun, name: str, sizes: Sequence[int], between: str) -> str | None:
    """Say two sizes in the job's words, such as `10 to 10,000 entries`; None if it has none for that factor."""
    said = judged.said.get(name)
    if not isinstance(said, str):
        return None
    least, most = (number_said(name, size) for size in (min(sizes), max(sizes)))
    return _with_unit(judged, clean(said).replace("{}", least if least == most else f"{least} {between} {most}"))


def number_said(name: str, value: int | str) -> str:
    """Write a number of bytes with its unit, any other with its thousands."""
    if isinstance(value, str):
        return clean(value)
    return joined(exact_bytes(value)) if name.endswith("_bytes") else f"{value:,}"


def levels_said(judged: JudgedRun, levels: Sequence[Mapping[str, int | str]]) -> str:
    """Name levels in a sentence as people do: `1 MiB from the disk and 20 MiB from the disk`."""
    names = varying_factors(judged)
    return and_listed([condition(judged, level, names) or "no option" for level in levels])


def levels_placed(judged: JudgedRun, levels: Sequence[Mapping[str, int | str]], before: str = "for") -> str:
    """Name levels as a sentence goes on with them: `for 10 records`, `through a pipe`, `on tmpfs and xfs`."""
    return placed(judged, levels_said(judged, levels), before)


def placed(judged: JudgedRun, text: str, before: str) -> str:
    """Put a word before a number, a `name=value` or what is counted; other words have one of their own."""
    first = text.partition(" ")[0]
    is_bare = first[:1].isdigit() or "=" in first or first in ("no", clean(judged.work_unit))
    return f"{before} {text}" if is_bare else text


def level_name(judged: JudgedRun, level: JudgedLevel) -> str:
    """Name the level by the factors that vary; if none does, by all that are not at their defaults."""
    factors = level.level
    return in_words(factors, varying_factors(judged)) or in_words(factors, said(factors))


def some_levels(judged: JudgedRun, levels: Sequence[Mapping[str, int | str]]) -> str:
    """Name levels in a sentence: `entries=0, entries=10 and 5 more`."""
    names = varying_factors(judged)
    return listed([in_words(level, names) or "no option" for level in levels])  # not all have every option


def grouped(
    judged: JudgedRun, rows: Sequence[Entry], by: Callable[[Entry], Hashable] = lambda _: None
) -> list[LevelGroup[Entry]]:
    """Group effects, costs or growths for tables and charts, in the order of the rows.

    by: something else in which the rows of a group agree, such as an effect's two values.
    """
    names = varying_factors(judged)
    groups: dict[Hashable, LevelGroup[Entry]] = {}
    for row in rows:
        at = in_words(row.at, names)
        key = (row.factor, at, by(row))
        groups.setdefault(key, LevelGroup(row.factor, at, [])).rows.append(row)
    return list(groups.values())


def regime(value: int | str) -> str:
    """Say which call it was, by the value of the factor; the value itself if it is none that is known."""
    return _CALLS.get(str(value), f"{STATE}={value}")


def _call_of(levels: Sequence[Mapping[str, int | str]]) -> str:
    """Say which call all levels measured; empty if it differs between them."""
    found = {level.get(STATE, STEADY) for level in levels}
    return regime(found.pop()) if len(found) == 1 else ""


def worth_saying(levels: Sequence[Mapping[str, int | str]], everything: Sequence[Mapping[str, int | str]]) -> str:
    """Say which call all levels measured, if that needs saying; "" if it does not, or differs between them.

    The first call of a process always does, later ones only where the run measured both (rule 24).
    """
    told = _call_of(levels)
    return told if told == _CALLS[FIRST] or not _call_of(everything) else ""
