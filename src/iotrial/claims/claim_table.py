"""One table of [[claims]]: its keys as typed values, with everything that is wrong named by its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from iotrial.ask.catalog import Value
from iotrial.ask.fields import Fields
from iotrial.ask.study import Study
from iotrial.ask.suggest import suggestion
from iotrial.claims.claim_figures import Band
from iotrial.units import parse_share

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.ask.study_file import StudyFile

T = TypeVar("T")

#: Bounds of any figure are below this.
MOST = 1e9

#: The stand-in for a band that is missing or wrong: a problem was named, and nothing is checked against it.
NO_BAND: Band = (0.0, 0.0)

#: The share within which counted figures count as the same, unless the claim says otherwise.
DEFAULT_WITHIN = 0.05


class ClaimTable(Fields):
    """A table of claims. Each method takes a key that kinds have; it returns a stand-in for what is wrong."""

    def __init__(self, study: StudyFile, number: int) -> None:
        """Read the claim of that number in a study file, from 0."""
        super().__init__(study.toml, study.problems, ("claims", number))
        self._study = study
        self._number = number

    @property
    def levels(self) -> Sequence[Level]:
        """The levels of the study, in its full form; none if they are not known."""
        return self._study.full.levels if self._study.full is not None else ()

    @property
    def margin(self) -> float:
        """The study's margin; the usual one if that is not known."""
        return self._study.full.margin if self._study.full is not None else Study.margin

    def text_of(self, key: str) -> str:
        """The text of a key, without a complaint; "" if it is none."""
        given = self._study.toml.data["claims"][self._number].get(key)
        return given if isinstance(given, str) else ""

    def line(self, key: str) -> str:
        """A text of one line."""
        return self.text(key)

    def choice(self, key: str, choices: Sequence[str], *, required: bool = False) -> str:
        """One of some words; "" if it is missing or wrong."""
        given = self.text(key, required=required)
        if given and given not in choices:
            self.complain(f"is {given!r}, and none of {', '.join(choices)}", key, suggestion(given, choices))
            return ""
        return given

    def factors(self, key: str) -> Mapping[str, list[Value]]:
        """Factors of the study, each with its values; none if it is not there."""
        self.value(key)
        return self._study.factors("claims", self._number, key)

    def one_level(self, key: str) -> Mapping[str, Value]:
        """Factors of the study, each with one value."""
        given = self.factors(key)
        for name, values in given.items():
            if len(values) > 1:
                self.complain(f"has several values of {name!r}, and an arm is looked at one level", key)
        return {name: values[0] for name, values in given.items()}

    def share(self, key: str) -> float:
        """A share, such as 0.05 or "5%"."""
        try:
            share = parse_share(self.value(key))
        except ValueError as error:
            self.complain(f"is wrong: {error}", key)
            return DEFAULT_WITHIN
        if not 0 <= share <= 1:
            self.complain("must lie between 0% and 100%", key)
        return share

    def whole_number(self, key: str) -> int:
        """A whole number; 0 if it is missing or wrong."""
        return self.integer(key) or 0

    def number(self, key: str) -> float:
        """A number above 0; 0 if it is wrong."""
        return self.figure(key)[0]

    def figure(self, key: str) -> Band:
        """A published number above 0, or the ends of a published range."""
        return self._figure(key, 0)

    def signed_figure(self, key: str) -> Band:
        """A published number, or the ends of a published range."""
        return self._figure(key, -MOST)

    def _figure(self, key: str, above: float) -> Band:
        raw = self.value(key)
        if isinstance(raw, int | float) and not isinstance(raw, bool) and above < raw < MOST:
            return float(raw), float(raw)
        if isinstance(raw, list):
            return self._band(key, above, raw)
        if raw is not None:
            self.complain("must be the number that was published, or two, the lower one first, such as 1.48", key)
        return NO_BAND

    def band(self, key: str) -> Band:
        """Two numbers above 0, the lower one first."""
        return self._band(key, 0, self.value(key))

    def _band(self, key: str, above: float, raw: object) -> Band:
        numbers = (
            [one for one in raw if isinstance(one, int | float) and not isinstance(one, bool)]
            if isinstance(raw, list)
            else []
        )
        if len(numbers) == 2 and isinstance(raw, list) and len(raw) == 2 and above < numbers[0] < numbers[1] < MOST:
            return float(numbers[0]), float(numbers[1])
        if raw is not None:
            self.complain("must be two numbers, the lower one first, such as [1.4, 1.6]", key)
        return NO_BAND

    def call_counts(self, key: str) -> Mapping[str, int]:
        """System calls, each with its number."""
        raw = self.value(key)
        if isinstance(raw, dict) and raw and all(type(count) is int and count >= 0 for count in raw.values()):
            return dict(raw)
        if raw is not None:
            self.complain("must name system calls with their numbers, such as { read = 2560, mmap = 0 }", key)
        return {}

    def guarantees(self, key: str) -> Mapping[str, str]:
        """Guarantees of the job, each with one of its values."""
        raw = self.value(key)
        if raw is None:
            return {}
        if not isinstance(raw, dict) or not raw or not all(isinstance(value, str) for value in raw.values()):
            self.complain('must name guarantees with what they are, such as { lock = "none" }', key)
            return {}
        guarantees = self._study.job.guarantees if self._study.job is not None else {}
        for name, value in raw.items():
            known = guarantees.get(name)
            if known is None:
                self.complain(f"names {name!r}, which is no guarantee of the job", key, suggestion(name, guarantees))
            elif value not in known:
                self.complain(f"says {value!r} of {name!r}, which is one of {', '.join(known)}", key)
        return dict(raw)


@dataclass(frozen=True)
class OneOf:
    """Read a key as one of some words."""

    words: tuple[str, ...]

    def __call__(self, table: ClaimTable, key: str) -> str:
        """Return the word that is there; "" if it is missing or none of these."""
        return table.choice(key, self.words)


@dataclass(frozen=True)
class Key:
    """A key of a kind of claim: its reader, its name in the file, and if a claim of the kind must have it."""

    read: Callable[[ClaimTable, str], object]
    named: str
    needed: bool


class _Default(Enum):
    NONE = 0


def key(read: Callable[[ClaimTable, str], T], *, default: T | _Default = _Default.NONE, named: str | None = None) -> T:
    """A field of a kind that is a key of its table; one without a default must be there.

    `named` is its name in the file, if that is not the field's.
    """
    metadata = {"key": Key(read, named or "", default is _Default.NONE)}
    if isinstance(default, _Default):
        made: T = dataclasses.field(metadata=metadata)
    else:
        made = dataclasses.field(default_factory=lambda: default, metadata=metadata)
    return made


def keys_of(kind: type[Any]) -> dict[str, Key]:
    """Field -> key, for the keys that not every kind has."""
    found = {one.name: one.metadata["key"] for one in dataclasses.fields(kind) if "key" in one.metadata}
    return {name: dataclasses.replace(one, named=one.named or name) for name, one in found.items()}


def read_own(kind: type[Any], table: ClaimTable) -> dict[str, Any]:
    """Take the keys of a table that its kind has of its own, by field; those left out have their default."""
    own: dict[str, Any] = {}
    for name, one in keys_of(kind).items():
        if table.has(one.named) or one.needed:
            own[name] = one.read(table, one.named)
        else:
            table.value(one.named)
    return own
