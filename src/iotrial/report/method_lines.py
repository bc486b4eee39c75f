"""The rows of methods on a terminal: name, time, bar, times as long as the one to use, mark; nothing is ever cut.

A narrow terminal loses the intervals first and then room for names: they are folded, or stand above their figures.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import GAP, clean, evenly, fold, paragraph, paragraphs
from iotrial.report.level_words import number_said
from iotrial.report.method_rows import OTHER, USE, MethodBlock, MethodRow, middle_over
from iotrial.report.ratio_words import in_a_row, row_title
from iotrial.report.times import listed
from iotrial.report.work_timed import work_said

#: The longest bar, and the shortest for which a name is folded.
BAR, LEAST_BAR = 20, 8

#: A time that is off by more than this share gets a word.
ODD_SHARE = 0.05

#: What stands under a table whose times and ratios seem to contradict each other.
ROUND_BY_ROUND = (
    "times as long comes of comparing methods round by round, side by side, and not of dividing the times above"
)

#: A block has no more rows than this; the rest is under --details.
MOST_ROWS = 14

#: Names are folded to no less than this; then they have lines of their own.
LEAST_NAME = 18

#: A level has no column of its own if that leaves less room than this for names.
MOST_NAME = 28

INDENT = 2

#: The title of the names, which goes without saying if they have lines of their own.
METHOD = "method"

STYLES = {USE: "bold green", "as good": "green", "slower": "yellow", "avoid": "red", "unclear": "cyan", OTHER: "dim"}


@dataclass(frozen=True)
class _Row:
    """A line of the table: its cells as text; a bar is a share of the longest."""

    name: str
    times: tuple[str, ...] = ()
    bar: float = 0.0
    ratio: str = ""
    interval: str = ""
    mark: str = ""
    style: str = ""


def method_lines(judged: JudgedRun, blocks: Sequence[MethodBlock], width: int) -> list[Text]:
    """Return the tables: one for all blocks of the same levels that stand beside each other."""
    lines: list[Text] = []
    for numbers, group in groupby(blocks, key=lambda block: block.numbers):
        lines += [Text(), *_table(judged, numbers, list(group), width)]
    return lines


def _table(judged: JudgedRun, numbers: Sequence[int], blocks: Sequence[MethodBlock], width: int) -> list[Text]:
    shown = _levels_shown(judged, numbers, blocks, width)
    rows = _heads(judged, shown)
    notes: dict[str, list[str]] = {}
    below: list[Text] = []
    places = [list(numbers).index(number) for number in shown]
    lengths = _lengths(blocks, places)
    longest = max(lengths.values(), default=0.0) or 1.0
    for block in blocks:
        rows.append(_Row(block.title, style="bold"))
        kept = block.rows if len(block.rows) <= MOST_ROWS else (*block.rows[: MOST_ROWS - 1], block.rows[-1])
        for row in kept:
            rows.append(replace(_row(row, places), bar=lengths[row.arm] / longest))
            if row.note:
                notes.setdefault(row.note, []).append(row.called)
        if len(block.rows) > len(kept):
            more = f"{block.title}: {len(block.rows) - len(kept)} more methods: --details"
            below += paragraph(more, width, 2, 2, "dim")
    below += paragraphs([f"{listed(names)}: {note}" for note, names in notes.items()], width, style="dim")
    if len(shown) < len(numbers):
        below += paragraph(
            f"{len(shown)} of {len(numbers)} conditions are shown, all of them with --details", width, 2, 2, "dim"
        )
    below += paragraphs([work_said(judged, [judged.levels[number] for number in shown])], width, style="dim")
    if any(map(_has_odd_time, blocks)):
        below += paragraph(ROUND_BY_ROUND, width, 2, 2, "dim")
    return [*_laid_out(rows, width), *below]


def _has_odd_time(block: MethodBlock) -> bool:
    """True if a time over that of the one to use is none that its ratio allows, give or take what is rounded."""
    own = next((row.times_ns for row in block.rows if row.mark == USE), ())
    return any(
        not row.least * (1 - ODD_SHARE) <= time / beside <= row.most * (1 + ODD_SHARE)
        for row in block.rows
        for time, beside in zip(row.times_ns, own, strict=False)
        if time and beside and row.least is not None and row.most is not None
    )


def _heads(judged: JudgedRun, shown: Sequence[int]) -> list[_Row]:
    """The titles of the columns: of several levels a row for each factor that varies."""
    if len(shown) == 1:
        return [_Row(METHOD, ("time",), ratio=row_title(), interval="[low, high]", style="bold")]
    levels = [judged.levels[number].level for number in shown]
    names = [name for name in varying_factors(judged) if len({level.get(name) for level in levels}) > 1]
    heads = [
        _Row(
            clean(name),
            tuple(number_said(name, level[name]) if name in level else "" for level in levels),
            style="bold",
        )
        for name in names or [METHOD]
    ]
    return [replace(heads[0], ratio=row_title()), *heads[1:]]


def _levels_shown(judged: JudgedRun, numbers: Sequence[int], blocks: Sequence[MethodBlock], width: int) -> list[int]:
    """The levels that have room for a column: the first, the last and those evenly between."""
    if len(numbers) < 2:
        return list(numbers)
    rows = [*_heads(judged, numbers), *(_row(row, range(len(numbers))) for one in blocks for row in one.rows)]
    column = max(cell_len(time) for row in rows for time in row.times) + GAP
    rest = (
        INDENT
        + max(cell_len(row.ratio) for row in rows)
        + max(cell_len(row.mark) for row in rows)
        + LEAST_BAR
        + 3 * GAP
    )
    names = min(MOST_NAME, max(cell_len(row.name) for row in rows))
    room = max(2, (width - rest - names) // column)
    return [numbers[place] for place in evenly(len(numbers), room)]


def _lengths(blocks: Sequence[MethodBlock], places: Sequence[int]) -> dict[str, float]:
    """The length of each method's bar: its time at the only level, or its times as they stand in the table.

    Of one language it is the middle of what a method takes over the one to use, at all levels. Of several, one scale is
    that of all: the middle of a method's times over the shortest in each column that is shown.
    """
    rows = [row for block in blocks for row in block.rows]
    if len(places) == 1:
        return {row.arm: row.times_ns[places[0]] or 0.0 for row in rows}
    if len(blocks) == 1:
        return {row.arm: row.relative or 0.0 for row in rows}
    least = [min((row.times_ns[place] or math.inf for row in rows), default=math.inf) for place in places]
    times = {row.arm: [row.times_ns[place] for place in places] for row in rows}
    return {arm: middle_over(found, least) or 0.0 for arm, found in times.items()}


def _row(row: MethodRow, places: Sequence[int]) -> _Row:
    ratio = "" if row.least is None or row.most is None else in_a_row(row.least, row.most)
    interval = figures.bounds_of(row.least, row.low, row.high) if row.has_interval else ""
    times = tuple(figures.time(row.times_ns[place]) for place in places)
    return _Row(row.called, times, 0.0, ratio, interval, row.mark)


def _laid_out(rows: Sequence[_Row], width: int) -> list[Text]:
    """Lay out the rows: as much bar as there is room for, names folded only if there is none."""
    columns = max(len(row.times) for row in rows)
    wide = [max((cell_len(row.times[n]) for row in rows if len(row.times) > n), default=0) for n in range(columns)]
    ratio, mark = (max(cell_len(getattr(row, key)) for row in rows) for key in ("ratio", "mark"))
    interval = max(cell_len(row.interval) for row in rows if not row.style) if len(rows) > 1 else 0
    names = longest = max(cell_len(row.name) for row in rows if row.times)
    rest = INDENT + sum(wide) + GAP * (columns + 1) + ratio + (GAP + mark if mark else 0)
    if interval and width - rest - names - interval - 2 * GAP >= LEAST_BAR:
        interval = max(interval, *(cell_len(row.interval) for row in rows))
        rest += interval + GAP
    else:
        interval = 0
    bar = min(BAR, width - rest - names - GAP)
    if bar < LEAST_BAR:
        bar = LEAST_BAR
        names = width - rest - bar - GAP
    is_above = names < min(LEAST_NAME, longest)
    if is_above:  # names have lines of their own
        names = 2
        bar = min(BAR, width - rest - names - GAP)
        if bar < 3:
            bar = 0
    sizes = _Sizes(names, wide, bar, ratio, interval, mark)
    return [line for row in rows for line in _line(row, sizes, width, is_above=is_above)]


@dataclass(frozen=True)
class _Sizes:
    """The widths of the columns; 0 leaves one out."""

    name: int
    times: Sequence[int]
    bar: int
    ratio: int
    interval: int
    mark: int


def _line(row: _Row, sizes: _Sizes, width: int, *, is_above: bool) -> list[Text]:
    if not row.times:
        return [Text(" " * INDENT + piece, style=row.style) for piece in _folded(row.name, width - INDENT)]
    room = max(LEAST_NAME, width - INDENT) if is_above else sizes.name
    first, *more = _folded(row.name, room)
    before: list[Text] = []
    if is_above:
        named = [] if first == METHOD else [first, *more]
        before = [Text(" " * INDENT + piece, style=row.style) for piece in named]
        first, more = "", []
    line = Text(" " * INDENT).append(f"{first}{' ' * (sizes.name - cell_len(first))}", style=row.style)
    for text, size in zip(row.times, sizes.times, strict=True):
        line.append(" " * (GAP + size - cell_len(text))).append(text, style=row.style)
    if sizes.bar:
        length = max(1, round(sizes.bar * row.bar)) if row.bar else 0
        line.append(f"{'':{GAP}}{'█' * length:{sizes.bar}}", style=STYLES.get(row.mark, ""))
    line.append(f"{'':{GAP}}").append(f"{row.ratio:>{sizes.ratio}}", style=row.style)
    if sizes.interval:
        line.append(f"{'':{GAP}}").append(f"{row.interval:{sizes.interval}}", style=row.style or "dim")
    if sizes.mark:
        line.append(f"{'':{GAP}}").append(row.mark, style=STYLES.get(row.mark, row.style))
    line.rstrip()
    return [*before, line, *(Text(" " * INDENT + piece, style=row.style) for piece in more)]


def _folded(name: str, width: int) -> list[str]:
    """A name in pieces of at most `width` cells, parted between words, and a long word where it may be."""
    pieces: list[str] = []
    for piece in textwrap.wrap(name, width, subsequent_indent="  ", break_long_words=False) or [""]:
        pieces += fold(piece, width) if cell_len(piece) > width else [piece]
    return pieces
