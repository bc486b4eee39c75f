"""A row a method as every form shows it: its times, its time over that of the one to use, and its tier as a mark.

Nothing is decided here: the figures and tiers are those of the answers, of which the sentences are made too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.report.guarantee_words import condition_of
from iotrial.report.layout import clean
from iotrial.report.level_places import where_to_use
from iotrial.report.short_notes import told_of
from iotrial.report.work_timed import share_shown

#: The mark of the method to use, and that of methods of other guarantees, which a note says the need for.
USE = "use"
OTHER = "only if"

#: All marks, as a reader meets them.
MARKS = (USE, "as good", "slower", "avoid", "unclear", OTHER)

#: The title of methods that have none beside them in their language.
ELSEWHERE = "one each in other languages"


@dataclass(frozen=True)
class MethodRow:
    """A method: its name, its time at each level (None: no figure), and its place beside the one to use.

    least and most: its time over that of the one to use, or its bounds if it is unclear; None without an interval.
    low and high: the bounds. mark: one of MARKS; "" if nothing in its language can be compared with it.
    """

    arm: str
    called: str
    times_ns: tuple[float | None, ...]
    mark: str = ""
    least: float | None = None
    most: float | None = None
    low: float | None = None
    high: float | None = None
    need: str = ""  # what a method of other guarantees is for, if it is known: `only if …`
    doubts: str = ""  # what makes its figures doubtful
    relative: float | None = (
        None  # its time over that of the one to use, as a bar shows it: in the middle of all levels
    )

    @property
    def has_interval(self) -> bool:
        """True if its bounds are worth a place: it is compared at one level, and its ratio is not its bounds itself."""
        return len(self.times_ns) == 1 and self.mark not in (USE, "unclear", "") and self.low is not None

    @property
    def note(self) -> str:
        """The words beside its mark."""
        return "; ".join(filter(None, [self.need, self.doubts]))


@dataclass(frozen=True)
class MethodBlock:
    """The methods of a language at the levels of one choice, fastest first."""

    title: str  # the language, where, and the one to use
    numbers: tuple[int, ...]  # of the levels
    rows: tuple[MethodRow, ...]


def method_blocks(judged: JudgedRun) -> list[MethodBlock]:
    """Return a block for each choice of each answer, then one for what stands alone in its language at such levels."""
    blocks = [_block(judged, answer, number) for answer in judged.answers for number in range(len(answer.choices))]
    numbers = tuple(sorted({number for block in blocks for number in block.numbers}))
    known = {row.arm for block in blocks for row in block.rows}
    alone = _alone(judged, numbers, known)
    return [*blocks, MethodBlock(ELSEWHERE, numbers, tuple(alone))] if alone else blocks


def uncovered(judged: JudgedRun, blocks: Sequence[MethodBlock]) -> list[JudgedLevel]:
    """Return the measured levels that no answer is about."""
    told = {number for block in blocks for number in block.numbers}
    return [level for number, level in enumerate(judged.levels) if level.status == "measured" and number not in told]


def _block(judged: JudgedRun, answer: LanguageAnswer, number: int) -> MethodBlock:
    choice = answer.choices[number]
    numbers = tuple(place for place, level in enumerate(judged.levels) if level.level in choice.levels)
    levels = [judged.levels[place] for place in numbers]
    where = where_to_use(judged, answer, number) if len(numbers) < len(judged.levels) else ""
    joint = " " if where.startswith("(") else ", " if where else ""
    title = f"{clean(answer.called)}{joint}{where}, beside {clean(choice.called)}"
    others = (*choice.beside, *choice.guarantees, *choice.unlike)
    outdone = {one.arm for one in choice.guarantees if one.is_outdone}  # a sentence says that they give less
    rows = [_used(choice, levels), *(_beside(one, levels, is_outdone=one.arm in outdone) for one in others)]
    own = rows[0].times_ns
    placed = [
        replace(row, relative=middle_over(row.times_ns, own), times_ns=_as_shown(judged, levels, row.times_ns))
        for row in rows
    ]
    return MethodBlock(title, numbers, tuple(sorted(placed, key=_order)))


def middle_over(times: Sequence[float | None], own: Sequence[float | None]) -> float | None:
    """The geometric mean of times over others, where there are both."""
    logs = [math.log(one / other) for one, other in zip(times, own, strict=True) if one and other]
    return math.exp(sum(logs) / len(logs)) if logs else None


def _order(row: MethodRow) -> tuple[float, bool]:
    """Fastest first."""
    return math.inf if row.relative is None else row.relative, row.mark != USE


def _used(choice: Choice, levels: Sequence[JudgedLevel]) -> MethodRow:
    mark, name = "unclear" if choice.is_open else USE, clean(choice.called)
    times = _times(choice.use, levels)
    return MethodRow(clean(choice.use), name, times, mark, 1.0, 1.0, 1.0, 1.0, doubts=_doubts(choice.use, levels))


def _beside(one: TimesOver, levels: Sequence[JudgedLevel], *, is_outdone: bool) -> MethodRow:
    """Return the row of a method; is_outdone: it gives less than the one to use, and takes longer."""
    is_other = isinstance(one, OtherGuarantee)
    mark = OTHER if is_other and not is_outdone else one.tier
    is_bounded = mark == "unclear" or (is_other and not one.is_decided and not one.does_as_well)
    least, most = one.bounds if is_bounded else (one.least, one.most)
    need = (
        f"only if {condition_of(one)}" if mark == OTHER and isinstance(one, OtherGuarantee) and one.differences else ""
    )
    doubts = _doubts(one.arm, levels)
    row = MethodRow(clean(one.arm), clean(one.called), _times(one.arm, levels), mark, need=need, doubts=doubts)
    return replace(row, least=least, most=most, low=one.low, high=one.high) if one.is_told else row


def _times(arm: str, levels: Sequence[JudgedLevel]) -> tuple[float | None, ...]:
    """The time at each level at which it may be compared."""
    found = [level.by_name.get(arm) for level in levels]
    return tuple(one.median_ns if one is not None and one.status == "measured" else None for one in found)


def _as_shown(
    judged: JudgedRun, levels: Sequence[JudgedLevel], times_ns: Sequence[float | None]
) -> tuple[float | None, ...]:
    """The same times, of the same work wherever several workers at once stand beside one alone."""
    return tuple(
        None if time is None else time * share_shown(judged, level)
        for level, time in zip(levels, times_ns, strict=True)
    )


def _doubts(arm: str, levels: Sequence[JudgedLevel]) -> str:
    """The things that make its figures doubtful, each once."""
    notes = [note for level in levels if arm in level.by_name for note in told_of(level.by_name[arm])]
    return ", ".join(dict.fromkeys(notes))


def _alone(judged: JudgedRun, numbers: Sequence[int], known: set[str]) -> list[MethodRow]:
    """The methods that have a time at these levels and no place in an answer."""
    levels = [judged.levels[number] for number in numbers]
    arms = {arm.arm: arm for level in levels for arm in level.arms if arm.status == "measured" and arm.median_ns}
    rows = [
        MethodRow(
            clean(name),
            f"{clean(arm.called)} in {clean(judged.language_called(arm.language))}",
            _as_shown(judged, levels, _times(name, levels)),
            doubts=_doubts(name, levels),
        )
        for name, arm in arms.items()
        if clean(name) not in known
    ]
    return sorted(rows, key=lambda row: min((time for time in row.times_ns if time is not None), default=math.inf))
