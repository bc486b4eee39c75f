"""The keys of a study file: their types, which the reader checks, and their texts, of which docs/studies.md is made.

A key without a text is an error when the page is made, so that none is read that the page does not have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator

from iotrial.ask import ranges
from iotrial.ask.drawn_surroundings import FIXED, SURROUNDINGS, surroundings_of
from iotrial.ask.factors import LEAST_LIMIT_BYTES, MEMORY_LIMIT, MOST_LEVELS, NO_LIMIT, STATE, STEADY, TARGET
from iotrial.ask.named_targets import DEFAULT_TARGET
from iotrial.ask.study import Study
from iotrial.ask.toml_file import Keys
from iotrial.ask.toml_types import Tables, wrong
from iotrial.units import format_bytes, format_ns, format_share

T = TypeVar("T")

#: The budget of `--quick` if the study does not say.
QUICK_BUDGET_SECONDS = 24.0

#: What a text of one line may have of characters.
MOST_LINE_CHARACTERS = 300

AS_ABOVE = "as in the full study"
REQUIRED = "required"


@dataclass(frozen=True)
class StudyKey:
    """The text of a key: what it is for, what may be written, and what holds if it is left out, of `[quick]` too."""

    summary: str
    value: str
    otherwise: str
    quick: str = AS_ABOVE


def _one_line(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > MOST_LINE_CHARACTERS:
        raise wrong(f"must be a text of one line, of {MOST_LINE_CHARACTERS} characters at most")
    return text.strip()


def _not_empty(items: T) -> T:
    if not items:
        raise wrong("is empty: it needs at least one entry")
    return items


def _time(ns: float) -> str:
    """A duration without the zeros that a table of figures has: 10 min."""
    return re.sub(r"\.0+ ", " ", format_ns(ns))


def _span(limits: tuple[int, int]) -> str:
    low, high = limits
    return f"a duration, {_time(low)} to {_time(high)}"


Line = Annotated[str, AfterValidator(_one_line)]
Globs = Annotated[list[Line], AfterValidator(_not_empty)]

_A_LINE = f"a text of one line, at most {MOST_LINE_CHARACTERS} characters"
_A_SHARE = f"a share, above 0% and at most {format_share(ranges.MOST_SHARE)}"

_BASELINE = StudyKey(
    "The method that all others are compared with. It must be measured at every level.",
    "a method: `LANGUAGE/METHOD`",
    REQUIRED,
)


class QuickKeys(Keys):
    """The keys that the file's top and its `[quick]` share."""

    baseline: Annotated[Line | None, _BASELINE] = None
    methods: Annotated[
        Globs | None,
        StudyKey(
            "The methods that are measured.",
            "a list of methods and globs",
            "every method of the job but those that must be named",
        ),
    ] = None
    margin: Annotated[
        float | None,
        BeforeValidator(ranges.margin),
        StudyKey(
            "The practical margin: a smaller difference counts as none.",
            _A_SHARE,
            format_share(Study.margin),
        ),
    ] = None
    budget: Annotated[
        float | None,
        BeforeValidator(ranges.budget_seconds),
        StudyKey(
            "The time that the run may take. If you name it, it is used: a short one leaves fewer blocks, a long one "
            "adds rounds, up to four times their usual number.",
            _span(ranges.BUDGET_NS),
            f"{_time(Study.budget_seconds * 1e9)}, without further rounds",
            f"{_time(QUICK_BUDGET_SECONDS * 1e9)}, without further rounds",
        ),
    ] = None
    rounds: Annotated[
        int | None,
        BeforeValidator(ranges.rounds),
        StudyKey(
            "The number of rounds, each in fresh processes. Intervals come from rounds, so more make them narrower.",
            f"a whole number, at most {ranges.MOST_ROUNDS}; the more methods, the higher the least",
            "24, or what the budget allows",
            "12 for at most 7 methods, else 16, or what the budget allows",
        ),
    ] = None
    blocks: Annotated[
        int | None,
        BeforeValidator(ranges.blocks),
        StudyKey(
            "The number of samples of each method in a round.",
            f"an odd whole number, 1 to {ranges.MOST_BLOCKS}",
            "chosen for each level after a trial round",
        ),
    ] = None
    precision: Annotated[
        float | None,
        BeforeValidator(ranges.precision),
        StudyKey(
            "Instead of a number of rounds: go on until each method is decided or its interval is narrower than this, "
            "or the budget is used up.",
            _A_SHARE,
            "a number of rounds that is fixed before the first",
        ),
    ] = None
    sample: Annotated[
        int | None,
        BeforeValidator(ranges.sample_ns),
        StudyKey(
            "The shortest sample: a method that is quicker does its work several times in one.",
            _span(ranges.SAMPLE_NS),
            _time(Study.sample_ns),
        ),
    ] = None
    memory: Annotated[
        int | None,
        BeforeValidator(ranges.memory),
        StudyKey(
            "Break peak memory down by kind, in so many fresh processes of each method.",
            f"a whole number, 1 to {ranges.MOST_PROCESSES}",
            "the peak alone, of one process",
        ),
    ] = None
    surroundings: Annotated[
        tuple[str, ...] | None,
        BeforeValidator(surroundings_of),
        StudyKey(
            "What is drawn anew in each round although nobody asked about it, so that no answer hangs on it unseen: "
            + "; ".join(f"`{name}`, {words}" for name, words in SURROUNDINGS.items())
            + ".",
            f'a list of these words, or `"{FIXED}"` for none',
            "all that apply to a level",
        ),
    ] = None
    levels: Annotated[
        Annotated[Tables[dict[str, Any]], AfterValidator(_not_empty)] | None,
        StudyKey(
            "The settings at which methods are compared.",
            f"tables, each written below `[[levels]]`; {MOST_LEVELS} levels at most",
            "one level, with every factor at its default",
        ),
    ] = None


class StudyKeys(QuickKeys):
    """The keys of a study file."""

    question: Annotated[Line, StudyKey("What you want to know. It stands above the answer.", _A_LINE, REQUIRED)]
    job: Annotated[Line, StudyKey("What has to be done.", "the name of a job", REQUIRED)]
    baseline: Annotated[Line, _BASELINE]
    quick: Annotated[
        QuickKeys,
        StudyKey("What `--quick` changes.", "a table, written below `[quick]`", "the same levels in less time"),
    ] = QuickKeys()
    # These are for others to read.
    article: Annotated[
        Any, StudyKey("Who published something about the question.", "a table, written below `[article]`", "no article")
    ] = None
    sources: Annotated[
        Any, StudyKey("Who did, if they are several.", "tables, each below `[[sources]]`", "no sources")
    ] = None
    claims: Annotated[
        Any, StudyKey("What was published, sentence by sentence.", "tables, each below `[[claims]]`", "no claims")
    ] = None
    figures: Annotated[
        Any, StudyKey("The figures that were published, as printed.", "tables, each below `[[figures]]`", "no figures")
    ] = None


#: The keys of a table of levels beside the job's own factors.
LEVEL_KEYS: Mapping[str, StudyKey] = {
    TARGET: StudyKey(
        "Where the files live.",
        "`disk`, a name of a file system, or the path of a folder, with a slash in it",
        f"`{DEFAULT_TARGET}`",
    ),
    MEMORY_LIMIT: StudyKey(
        "The memory that each worker may take, with the page cache that it fills.",
        f'bytes, {format_bytes(LEAST_LIMIT_BYTES).replace(".0 ", " ")} at least, or `"{NO_LIMIT}"`',
        f"`{NO_LIMIT}`",
    ),
    STATE: StudyKey(
        "The call of a process that is measured: `steady` after others of its kind, `first` the first one of a fresh "
        "process whose runtime has started, as in a web request or a command-line tool.",
        "`steady` or `first`",
        f"`{STEADY}`",
    ),
    "LANGUAGE.KEY": StudyKey(
        "An option of the language's runtime, which methods of other languages do not notice.",
        "a text or a whole number, as the runtime has it",
        "as the runtime is set up",
    ),
    "LANGUAGE.flags": StudyKey(
        "The flags of the language's compiler.",
        "a text, as on a command line",
        "those of the language's kit",
    ),
    "methods": StudyKey(
        "The methods that are measured at these levels, if they differ from those of the study.",
        "a list of methods and globs",
        "the study's `methods`",
    ),
}


def texts_of(keys: type[BaseModel]) -> dict[str, StudyKey]:
    """Return the text of each key of a model; ValueError if one has none."""
    found: dict[str, StudyKey] = {}
    for name, field in keys.model_fields.items():
        texts = [part for part in field.metadata if isinstance(part, StudyKey)]
        if len(texts) != 1:
            raise ValueError(f"the key {name!r} of a study has {len(texts)} texts: it needs one, for docs/studies.md")
        found[name] = texts[0]
    return found
