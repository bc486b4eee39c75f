"""A claim: a published sentence, with what every kind of claim has. Each kind is a file in kinds/."""

from __future__ import annotations

import dataclasses
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import AfterValidator, ConfigDict, Field

from iotrial.ask.catalog import Value
from iotrial.ask.parameters import with_plain_sizes
from iotrial.ask.toml_file import keys_of
from iotrial.ask.toml_types import NOT_WRITTEN, AnyLine, Flag, Line, Texts, one_of, shaped
from iotrial.claims.claim_table import ClaimTable, Levels
from iotrial.claims.outcome import AGAINST, Outcome

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_figures import RunFigures
    from iotrial.claims.evaluator import ClaimEvaluator

#: Two arms, the one that a sentence names first being the first.
Pair = tuple[str, str]


Arms = Annotated[Texts, AfterValidator(lambda names: tuple(map(with_plain_sizes, names)))]
#: What each direction of a claim says to the question of its study; one that is not named says neither.
Means = Mapping[str, Annotated[Line, one_of("yes", "no")]]
MaybeLine = Annotated[AnyLine, AfterValidator(lambda text: text or None)] | None
Address = Annotated[
    Line,
    shaped(r"https?://[\w.-]+(/[^\s<>\"\\]*)?", 'must be the address of a page, such as "https://example.org/post"'),
]


@dataclass(frozen=True)
class Article:
    """The publication that the claims of a study are from."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    title: Line
    author: Line
    date: Line
    address: Address | None = None


@dataclass(frozen=True)
class Source(Article):
    """One of several publications that the claims of a study are from; a claim names it by `from`."""

    name: Annotated[Line, Field(alias="source")] = field(kw_only=True)


@dataclass(frozen=True, kw_only=True)
class Claim(ABC):
    """A published sentence, and how a run bears it out.

    `fair` names as many arms, of the benchmark as it should have been: if their result differs from that of the
    published ones, the claim is an artefact of the benchmark. `at` names the levels, as factors with one value or
    several; all if it is empty. The docstring of a kind is its line in docs/claims.md.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    key: Annotated[Line, Field(alias="claim")]
    says: Line
    arms: Arms = ()
    fair: Arms = ()
    at: Levels = field(default_factory=dict)
    source: Annotated[MaybeLine, Field(alias="from")] = None  # which of several sources it is from; None: the article
    place: MaybeLine = None  # where in the article it stands; None if the article does not say it
    by: MaybeLine = None  # who says it, if it is not the article's author
    ours: Flag = False  # a sentence that was not published
    published: MaybeLine = None  # the figure as it was printed
    despite: MaybeLine = None  # why the article's own figures do not bear it out
    fault: Flag = False  # something that is wrong with the article, instead of something it claims
    answers: Flag = False  # its verdict answers the study's question
    article: Annotated[Article | None, NOT_WRITTEN] = None  # the source that it names; None if it names none
    part: MaybeLine = None  # the part of the question that it answers; None if it is the whole
    means: Means = field(default_factory=dict)  # direction of its verdict -> yes or no to the question
    spread: Annotated[float | None, NOT_WRITTEN] = None  # how far apart the published figures of its arms are, a share

    #: The name of the kind's file.
    kind: ClassVar[str]

    #: A claim of the kind as a study has it, without [[claims]] and its name, about the study in docs/claims.md.
    example: ClassVar[str]

    #: Keys of those above that a claim of the kind must have; without `arms` among them it has none.
    must_have: ClassVar[tuple[str, ...]] = ("arms",)

    #: The fewest and the most arms that it may name; None if there is no upper bound.
    fewest_arms: ClassVar[int] = 1
    most_arms: ClassVar[int | None] = None

    #: It looks for some level, and never says that something holds at all of them.
    looks_for_some_level: ClassVar[bool] = False

    #: It looks for some pair of arms at a level, so each of its pairs is a chance to be wrong.
    looks_for_some_pair: ClassVar[bool] = False

    #: More rounds narrow the bounds of its figure. Not so if they are a spread, or of a pass that is not timed.
    narrows_with_rounds: ClassVar[bool] = True

    #: A run says something of it.
    is_told_by_runs: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Give the kind the name of its file."""
        super().__init_subclass__()
        cls.kind = cls.__module__.rpartition(".")[2]

    @classmethod
    def about(cls) -> str:
        """The first paragraph of the docstring, in one line."""
        return " ".join(inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].split())

    @classmethod
    def own_keys(cls) -> dict[str, bool]:
        """Return the keys that not every kind has: True if a claim of this one must have it."""
        left_out = {
            one.name
            for one in dataclasses.fields(cls)
            if one.default is not dataclasses.MISSING or one.default_factory is not dataclasses.MISSING
        }
        shared = keys_of(Claim)
        return {name: key.field not in left_out for name, key in keys_of(cls).items() if name not in shared}

    @abstractmethod
    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return an outcome for each level of the run, or each series of levels, judged on `arms` (its own, or `fair`).

        With `as_published`, the time of an arm counts even if it is wrong as it was published.
        """

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the pairs of arms that an interval each decides; none if no interval does."""
        return ()

    def of_article(self, run: RunFigures, arms: Sequence[str]) -> list[Outcome]:
        """Return the outcomes of the article's own figures, where it has some; none if the kind takes others."""
        return []

    def is_artefact(self, published: Outcome, fair: Outcome) -> bool:
        """True if the fair form speaks against the published one: their intervals have no value in common."""
        return fair.verdict in AGAINST and not fair.overlaps(published)

    def tolerated(self) -> str | None:
        """Return the figures that count as published, in words; None if it has no figure."""
        return None

    @property
    def printed(self) -> str | None:
        """The published figure, from the keys of its kind; None if it has none."""
        return None

    @property
    def has_size(self) -> bool:
        """True if it says how large something is, and not only which is larger."""
        return False

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain of what is wrong with it, given the levels of the study that it speaks of; by default of nothing."""
        return

    @property
    def is_as_published(self) -> bool:
        """True if arms that are wrong as published may be timed: only beside the fair ones, or as a fault."""
        return self.fault or bool(self.fair)

    def is_at(self, factors: Mapping[str, Value]) -> bool:
        """True if the claim covers this level."""
        return all(
            factors.get(name) in (values if isinstance(values, tuple) else (values,))
            for name, values in self.at.items()
        )
