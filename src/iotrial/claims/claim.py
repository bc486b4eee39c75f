"""The claims of a study: sentences that somebody published, typed so that each can be checked against a run.

Every kind is one way of being right or wrong; docs/claims.md says what each compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from iotrial.catalog.model import Value

Kind = Literal[
    "order",
    "first",
    "last",
    "no_faster",
    "ratio",
    "equal",
    "differ",
    "fairer",
    "gap",
    "rate",
    "growth",
    "crossover",
    "varies",
    "none",
    "some",
    "calls",
    "gives",
    "survives",
    "fails",
    "keeps_up",
    "falls_behind",
    "elsewhere",
    "quote",
]

#: What is compared by ratios, sample by sample. The last two are of several workers at once: the time of all but a
#: hundredth of the pieces of work, and the longest that any worker went without one.
TIMED = ("time", "cpu time", "p99", "longest wait")

#: What is looked at once, in passes that are not timed, and compared without an interval. The last one is of several
#: workers: how long all but a hundredth of the calls for a lock on the file take.
COUNTED = ("memory", "runtime memory", "runtime memory taken", "calls", "lock wait")

#: What can grow.
GROWING = ("time", "memory", "held memory")

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
class Form:
    """What a claim of a kind is made of: keys that it must have, keys that it may have, and how many arms."""

    needs: tuple[str, ...] = ("arms",)
    may: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # what `of` may name
    fewest: int = 1
    most: int | None = None


FORMS: Mapping[Kind, Form] = {
    "order": Form(may=("of",), of=TIMED, fewest=2),
    "first": Form(may=("of",), of=TIMED, fewest=2),
    "last": Form(may=("of",), of=TIMED, fewest=2),
    "no_faster": Form(may=("of",), of=TIMED, fewest=2),
    "ratio": Form(("arms", "band"), ("of", "over_at"), (*TIMED, *COUNTED), 2, 2),
    "equal": Form(("arms", "of"), ("within",), (*TIMED[:2], *COUNTED), 2),
    "differ": Form(("arms", "of"), ("within",), COUNTED, 2, 2),
    "fairer": Form(fewest=2, most=2),
    "gap": Form(("arms", "band"), ("over_at",), (), 2, 2),
    "rate": Form(("arms", "band"), most=1),
    "growth": Form(("arms", "of", "is"), ("within",), GROWING),
    "crossover": Form(("arms", "along", "band"), fewest=2, most=2),
    "varies": Form(fewest=2),
    "none": Form(("arms", "of"), of=HARMS),
    "some": Form(("arms", "of"), of=HARMS),
    "calls": Form(("arms", "calls")),
    "gives": Form(("arms", "gives")),
    "survives": Form(may=("because",)),
    "fails": Form(may=("because",)),
    "keeps_up": Form(),
    "falls_behind": Form(),
    "elsewhere": Form(("needs",)),
    "quote": Form(("quote",)),
}


@dataclass(frozen=True)
class Claim:
    """A published sentence and what would bear it out.

    arms: by kind. order: each is faster than the next; first, last, no_faster: the first of them against each other;
    ratio, gap: the first against the second; all others: the arms that it is said of. `fair` names as many arms of the
    benchmark as it should have been: where they come out otherwise than those that were published, the claim is an
    artefact of the benchmark. `at` names the levels, as factors with one value or several; all where it is empty.
    """

    key: str
    says: str
    kind: Kind
    arms: tuple[str, ...] = ()
    fair: tuple[str, ...] = ()
    at: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)
    published: str | None = None  # the figure as it was printed
    quote: str | None = None  # the line of the article that shows it
    fault: bool = False  # something that is wrong with the article, instead of something it claims
    answers: bool = False  # whether what becomes of it answers the study's question
    of: str | None = None  # what is compared, is equal, grows, or is lost; None: time
    within: float = DEFAULT_WITHIN
    band: tuple[float, float] | None = None  # of a ratio; ns for each unit of work; 10^6 bytes a second; sizes
    over_at: Mapping[str, Value] = field(default_factory=dict)  # the second arm's level, where it is another
    linear: bool = True  # growth: linear, or flat
    along: str | None = None  # crossover: the factor over whose sizes the winner changes
    needs: str | None = None  # elsewhere: what it takes that no run has
    calls: Mapping[str, int] = field(default_factory=dict)  # system call -> how often in one iteration
    gives: Mapping[str, str] = field(default_factory=dict)  # guarantee -> what all of the arms give
    because: str | None = None  # survives, fails: words of the reason; an arm that fails otherwise decides nothing

    @property
    def is_counted(self) -> bool:
        """Whether it compares what is counted once, so that no interval is needed."""
        return self.of in COUNTED

    @property
    def is_as_published(self) -> bool:
        """Whether arms that are wrong as published may be timed: only beside the fair ones, or as a fault."""
        return self.fault or bool(self.fair)

    def is_at(self, factors: Mapping[str, Value]) -> bool:
        """Whether the claim speaks of a level."""
        return all(
            factors.get(name) in (values if isinstance(values, tuple) else (values,))
            for name, values in self.at.items()
        )

    def over(self, factors: Mapping[str, Value]) -> dict[str, Value]:
        """The level that the second arm is looked at, where the first is looked at this one."""
        return {**factors, **self.over_at}
