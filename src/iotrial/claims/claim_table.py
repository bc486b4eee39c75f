"""A table of [[claims]] or [[figures]]: its place in the study, and the types of keys that kinds of claims have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeGuard

from pydantic import BeforeValidator, ValidationInfo

from iotrial.ask.catalog import Value
from iotrial.ask.study import Study
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_types import wrong
from iotrial.claims.claim_figures import Band
from iotrial.units import parse_share

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.ask.study_file import StudyFile

#: Bounds of any figure are below this.
MOST = 1e9

#: The share within which counted figures count as the same, unless the claim says otherwise.
DEFAULT_WITHIN = 0.05


@dataclass(frozen=True)
class ClaimTable:
    """A table of claims or figures in a study file; validators have it as their context."""

    study: StudyFile
    kind: str  # "claims" or "figures"
    number: int  # from 0

    @property
    def levels(self) -> Sequence[Level]:
        """The levels of the study, in its full form; none if they are not known."""
        return self.study.full.levels if self.study.full is not None else ()

    @property
    def margin(self) -> float:
        """The study's margin; the usual one if that is not known."""
        return self.study.full.margin if self.study.full is not None else Study.margin

    def given(self, key: str) -> object:
        """Return the value of a key as it stands in the file; None if there is none."""
        return self.study.toml.at(self.kind, self.number, key)

    def complain(self, message: str, key: str | None = None, hint: str | None = None) -> None:
        """Add a problem at a key of this table, or at the table itself."""
        place = (self.kind, self.number) if key is None else (self.kind, self.number, key)
        self.study.toml.complain(message, *place, hint=hint)

    def factors(self, key: str) -> Mapping[str, list[Value]]:
        """Return the factors of the study that a key names, each with its values; wrong ones are left out."""
        return self.study.factors(self.kind, self.number, key)


def _table(info: ValidationInfo) -> ClaimTable:
    assert isinstance(info.context, ClaimTable)
    return info.context


def _levels(_: object, info: ValidationInfo) -> dict[str, Value | tuple[Value, ...]]:
    found = _table(info).factors(str(info.field_name))
    return {name: tuple(values) if len(values) > 1 else values[0] for name, values in found.items()}


def _one_level(_: object, info: ValidationInfo) -> dict[str, Value]:
    found = _table(info).factors(str(info.field_name))
    for name, values in found.items():
        if len(values) > 1:
            raise wrong(f"has several values of {name!r}, and an arm is looked at one level")
    return {name: values[0] for name, values in found.items()}


def _share(raw: object) -> float:
    try:
        share = parse_share(raw)
    except ValueError as error:
        raise wrong(f"is wrong: {error}") from None
    if not 0 <= share <= 1:
        raise wrong("must lie between 0% and 100%")
    return share


def _figure(raw: object, above: float = 0) -> Band:
    if isinstance(raw, list):
        return _band(raw, above)
    if _is_number(raw) and above < raw < MOST:
        return float(raw), float(raw)
    raise wrong("must be the number that was published, or two, the lower one first, such as 1.48")


def _band(raw: object, above: float = 0) -> Band:
    if isinstance(raw, list) and len(raw) == 2 and all(map(_is_number, raw)) and above < raw[0] < raw[1] < MOST:
        return float(raw[0]), float(raw[1])
    raise wrong("must be two numbers, the lower one first, such as [1.4, 1.6]")


def _is_number(raw: object) -> TypeGuard[float]:
    return isinstance(raw, int | float) and not isinstance(raw, bool)


def _call_counts(raw: object) -> dict[str, int]:
    if isinstance(raw, dict) and raw and all(type(count) is int and count >= 0 for count in raw.values()):
        return raw
    raise wrong("must name system calls with their numbers, such as { read = 2560, mmap = 0 }")


def _guarantees(raw: object, info: ValidationInfo) -> dict[str, str]:
    if not isinstance(raw, dict) or not raw or not all(isinstance(value, str) for value in raw.values()):
        raise wrong('must name guarantees with what they are, such as { lock = "none" }')
    job = _table(info).study.job
    guarantees = job.guarantees if job is not None else {}
    for name, value in raw.items():
        if name not in guarantees:
            raise wrong(f"names {name!r}, which is no guarantee of the job", suggestion(name, guarantees))
        if value not in guarantees[name]:
            raise wrong(f"says {value!r} of {name!r}, which is one of {', '.join(guarantees[name])}")
    return raw


#: Factors of the study, each with its value or values; and each with one.
Levels = Annotated[Mapping[str, Value | tuple[Value, ...]], BeforeValidator(_levels)]
OneLevel = Annotated[Mapping[str, Value], BeforeValidator(_one_level)]

#: A share, such as 0.05 or "5%".
Share = Annotated[float, BeforeValidator(_share)]

#: A published number above 0, or the ends of a published range; and one that may be below.
Figure = Annotated[Band, BeforeValidator(_figure)]
SignedFigure = Annotated[Band, BeforeValidator(lambda raw: _figure(raw, -MOST))]

#: A number above 0, and two of them, the lower one first.
Number = Annotated[float, BeforeValidator(lambda raw: _figure(raw)[0])]
Range = Annotated[Band, BeforeValidator(_band)]

#: System calls, each with its number, and guarantees of the job, each with one of its values.
CallCounts = Annotated[Mapping[str, int], BeforeValidator(_call_counts)]
Guarantees = Annotated[Mapping[str, str], BeforeValidator(_guarantees)]
