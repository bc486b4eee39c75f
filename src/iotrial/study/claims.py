"""The claims of a study: sentences that somebody published, typed so that each can be checked against a run.

Every kind is one way of being right or wrong; docs/claims.md says what each compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from iotrial.catalog.fields import Fields
from iotrial.catalog.model import Value
from iotrial.catalog.suggest import suggestion
from iotrial.catalog.toml_file import TomlFile
from iotrial.errors import Problem
from iotrial.study.model import Level
from iotrial.units import parse_share

Kind = Literal[
    "order",
    "first",
    "last",
    "ratio",
    "equal",
    "none",
    "growth",
    "calls",
    "survives",
    "fails",
    "keeps_up",
    "falls_behind",
    "elsewhere",
    "quote",
]

#: What can be equal, and what can grow.
Equal = Literal["time", "memory", "runtime memory", "runtime memory taken", "calls"]
Growing = Literal["time", "memory", "held memory"]

#: What can be lost: names of the counts of records.
HARMS = ("lost", "torn", "interleaved", "doubled", "astray")

#: Two things that nobody would tell apart.
DEFAULT_WITHIN = 0.05


@dataclass(frozen=True)
class Article:
    """Where the claims of a study were published."""

    title: str
    author: str
    date: str


@dataclass(frozen=True)
class Claim:
    """A published sentence and what would bear it out.

    arms: by kind. order: each is faster than the next; first, last: the first of them is faster, or slower, than each
    other; ratio: the time of the first over that of the second; all others: the arms that it is said of. `fair` names
    as many arms of the benchmark as it should have been: where they come out otherwise than those that were published,
    the claim is an artefact of the benchmark. `at` names the levels, as factors and values; all where it is empty.
    """

    key: str
    says: str
    kind: Kind
    arms: tuple[str, ...] = ()
    fair: tuple[str, ...] = ()
    at: Mapping[str, Value] = field(default_factory=dict)
    published: str | None = None  # the figure as it was printed
    quote: str | None = None  # the line of the article that shows it
    fault: bool = False  # something that is wrong with the article, instead of something it claims
    of: str | None = None  # what is equal, grows, or is lost
    within: float = DEFAULT_WITHIN
    band: tuple[float, float] | None = None  # of a ratio
    over_at: Mapping[str, Value] = field(default_factory=dict)  # ratio: the second arm's level, where it is another
    linear: bool = True  # growth: linear, or flat
    needs: str | None = None  # elsewhere: what it takes that no run has
    calls: Mapping[str, int] = field(default_factory=dict)  # system call -> how often in one iteration

    def is_at(self, factors: Mapping[str, Value]) -> bool:
        """Whether the claim speaks of a level."""
        return all(factors.get(name) == value for name, value in self.at.items())

    def over(self, factors: Mapping[str, Value]) -> dict[str, Value]:
        """The level that the second arm of a ratio is looked at, where the first is looked at this one."""
        return {**factors, **self.over_at}


#: Kind -> keys of its own that it must have.
_NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "order": ("arms",),
    "first": ("arms",),
    "last": ("arms",),
    "ratio": ("arms", "band"),
    "equal": ("arms", "of"),
    "none": ("arms", "of"),
    "growth": ("arms", "of", "is"),
    "calls": ("arms", "calls"),
    "survives": ("arms",),
    "fails": ("arms",),
    "keeps_up": ("arms",),
    "falls_behind": ("arms",),
    "elsewhere": ("needs",),
    "quote": ("quote",),
}

#: Kind -> keys of its own that it may have.
_ALLOWED: Mapping[Kind, tuple[str, ...]] = {"equal": ("within",), "growth": ("within",), "ratio": ("over_at",)}

#: Kind -> the fewest arms, and the most.
_ARMS: Mapping[Kind, tuple[int, int | None]] = {
    "order": (2, None),
    "first": (2, None),
    "last": (2, None),
    "ratio": (2, 2),
    "equal": (2, None),
}


def read_article(file: TomlFile, problems: list[Problem]) -> Article | None:
    """The table [article]; None where there is none."""
    if "article" not in file.data:
        return None
    fields = Fields(file, problems, ("article",))
    article = Article(*(fields.text(key, required=True) for key in ("title", "author", "date")))
    fields.finish()
    return article


def read_claims(
    file: TomlFile, levels: Sequence[Level], at: Callable[[int, str], Mapping[str, Value]], problems: list[Problem]
) -> tuple[Claim, ...]:
    """The tables [[claims]]; `at` reads the factors that the claim of that number has below a key."""
    raw = file.data.get("claims", [])
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        problems.append(
            Problem("'claims' must be tables in a list", where=file.where("claims"), hint="write [[claims]]")
        )
        return ()
    found: dict[str, Claim] = {}
    for number in range(len(raw)):
        reader = _Reader(Fields(file, problems, ("claims", number)), levels)
        claim = reader.claim(at(number, "at"), at(number, "over_at"))
        if claim is not None and claim.key in found:
            reader.fields.complain(f"{claim.key!r} is the name of an earlier claim", "claim")
        elif claim is not None:
            found[claim.key] = claim
    return tuple(found.values())


@dataclass(frozen=True)
class _Reader:
    """One table of claims."""

    fields: Fields
    levels: Sequence[Level]

    def claim(self, at: Mapping[str, Value], over_at: Mapping[str, Value]) -> Claim | None:
        """The claim, or None where too much of it is wrong."""
        fields = self.fields
        key, says = fields.text("claim", required=True), fields.text("says", required=True)
        kind = self._choice("kind", get_args(Kind), required=True)
        fields.value("at")
        published, quote = fields.text("published") or None, fields.text("quote") or None
        fault, fair = fields.value("fault"), fields.texts("fair")
        if fault not in (None, True, False):
            fields.complain("must be true or false", "fault")
        if not kind:
            return None
        known = cast("Kind", kind)
        for needed in _NEEDED[known]:
            if not fields.has(needed):
                fields.complain(f"has no {needed!r}, which a claim of the kind {kind!r} needs")
        arms = fields.texts("arms") if "arms" in _NEEDED[known] else ()
        claim = Claim(
            key,
            says,
            known,
            arms,
            fair,
            at,
            published=published,
            quote=quote,
            fault=fault is True,
            **self._own(known),
            within=self._within(known),
            over_at=over_at,
        )
        fields.finish()
        self._check_arms(claim)
        return claim

    def _own(self, kind: Kind) -> dict[str, Any]:
        """What only this kind has."""
        if kind == "ratio":
            self.fields.value("over_at")
            return {"band": self._band()}
        if kind == "equal":
            return {"of": self._choice("of", get_args(Equal))}
        if kind == "none":
            return {"of": self._choice("of", HARMS)}
        if kind == "growth":
            return {
                "of": self._choice("of", get_args(Growing)),
                "linear": self._choice("is", ("linear", "flat")) != "flat",
            }
        if kind == "elsewhere":
            return {"needs": self.fields.text("needs") or None}
        return {"calls": self._calls()} if kind == "calls" else {}

    def _within(self, kind: Kind) -> float:
        if "within" not in _ALLOWED.get(kind, ()) or not self.fields.has("within"):
            return DEFAULT_WITHIN
        try:
            share = parse_share(self.fields.value("within"))
        except ValueError as error:
            self.fields.complain(f"is wrong: {error}", "within")
            return DEFAULT_WITHIN
        if not 0 <= share <= 1:
            self.fields.complain("must lie between 0% and 100%", "within")
        return share

    def _band(self) -> tuple[float, float] | None:
        raw = self.fields.value("band")
        numbers = (
            [one for one in raw if isinstance(one, int | float) and not isinstance(one, bool)]
            if isinstance(raw, list)
            else []
        )
        if len(numbers) == 2 and isinstance(raw, list) and len(raw) == 2 and 0 < numbers[0] < numbers[1] < 1e9:
            return float(numbers[0]), float(numbers[1])
        if raw is not None:
            self.fields.complain("must be two numbers, the lower one first, such as [1.4, 1.6]", "band")
        return None

    def _calls(self) -> dict[str, int]:
        raw = self.fields.value("calls")
        if isinstance(raw, dict) and raw and all(type(count) is int and count >= 0 for count in raw.values()):
            return dict(raw)
        if raw is not None:
            self.fields.complain(
                "must name system calls with their numbers, such as { read = 2560, mmap = 0 }", "calls"
            )
        return {}

    def _choice(self, key: str, choices: Sequence[str], *, required: bool = False) -> str:
        given = self.fields.text(key, required=required)
        if given and given not in choices:
            self.fields.complain(f"is {given!r}, and none of {', '.join(choices)}", key, suggestion(given, choices))
            return ""
        return given

    def _check_arms(self, claim: Claim) -> None:
        """Every arm must be measured at some level that the claim speaks of."""
        if claim.kind in ("quote", "elsewhere"):
            return
        levels = [level for level in self.levels if claim.is_at(level.factors)]
        if self.levels and not levels:
            self.fields.complain("names no level of the study", "at" if claim.at else None)
            return
        known = [level.factors for level in self.levels]
        if known and not any(claim.over(level.factors) in known for level in levels):
            self.fields.complain("names no level of the study", "over_at")
        there = {arm for level in levels for arm in level.arms}
        for key, arms in (("arms", claim.arms), ("fair", claim.fair)):
            for arm in arms:
                if self.levels and arm not in there:
                    self.fields.complain(f"names {arm!r}, which is no arm at these levels", key, suggestion(arm, there))
        fewest, most = _ARMS.get(claim.kind, (1, None))
        if claim.arms and not fewest <= len(claim.arms) <= (most or len(claim.arms)):
            self.fields.complain(f"of the kind {claim.kind!r} are {fewest}{'' if most else ' or more'}", "arms")
        if claim.fair and len(claim.fair) != len(claim.arms):
            self.fields.complain("must name as many arms as 'arms' does", "fair")
