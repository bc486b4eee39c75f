"""A run as a comment for a pull request: the answer, the rows behind a fold, how far to trust it, how to repeat it."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.addresses import address
from iotrial.report.layout import Column, clean
from iotrial.report.level_words import level_name
from iotrial.report.markdown import answered, as_code, escaped, folded, table_text
from iotrial.report.method_rows import MethodBlock, method_blocks
from iotrial.report.parts import Table
from iotrial.report.ratio_words import in_a_row, row_title
from iotrial.report.run_facts import runtimes
from iotrial.report.times import listed
from iotrial.report.trust_line import trust_line
from iotrial.report.view import RunView
from iotrial.report.work_timed import work_said

#: Of more conditions the first and the last have a column of times.
MOST_LEVELS = 4


def comment(runs: Sequence[tuple[RunView, JudgedRun]], site: str = "") -> str:
    """Return the text of all runs; all that a run says is text in it, never markup.

    site: the address of a site that has these runs, which each links to; "" if none has.
    """
    return "\n\n".join(_run(view, judged, site) for view, judged in runs) + "\n"


def _run(view: RunView, judged: JudgedRun, site: str) -> str:
    parts = [f"## {escaped(view.study)}: {escaped(view.question)}"]
    parts += [f"> **Caution:** {escaped(judged.invalid)}"] if judged.invalid else []
    first, then = (view.answered, "") if view.answered else ("", view.asked)
    parts += [f"**{escaped(first)}**"] if first else []
    parts += map(answered, view.answers)
    parts += [escaped(then)] if then else []
    blocks = [] if judged.invalid else method_blocks(judged)
    tables = [
        "\n\n".join(
            filter(
                None,
                [
                    escaped(block.title),
                    table_text(_table(judged, block)),
                    escaped(work_said(judged, _shown(judged, block))),
                ],
            )
        )
        for block in blocks
    ]
    count = len({row.arm for block in blocks for row in block.rows})
    parts += [folded(f"{count} methods", "\n\n".join(tables))] if tables else []
    there = f" [All figures](<{site}runs/{address(judged.run)}/>)." if site else ""
    trust = f"{escaped(trust_line(judged))} {escaped(_conditions(judged))}"
    parts.append(f"{trust} To repeat it: {as_code(view.repeat[0])}{there}")
    return "\n\n".join(parts)


def _places(block: MethodBlock) -> Sequence[int]:
    """The levels that have a column, by their places in the block."""
    count = len(block.numbers)
    return range(count) if count <= MOST_LEVELS else (0, count - 1)


def _shown(judged: JudgedRun, block: MethodBlock) -> list[JudgedLevel]:
    return [judged.levels[block.numbers[place]] for place in _places(block)]


def _conditions(judged: JudgedRun) -> str:
    """Say when it was measured, and on what beside the machine: `Measured 2026-11-30 on ext4 with …`."""
    kinds = dict.fromkeys(clean(target.filesystem) for target in judged.targets if target.filesystem)
    where = f" on {listed(list(kinds))}" if kinds else ""
    versions = list(map(clean, runtimes(judged)))
    what = f" with {listed(versions)}" if versions else ""
    return f"Measured {clean(judged.started_at)[:10]}{where}{what}."


def _table(judged: JudgedRun, block: MethodBlock) -> Table:
    """The rows of a block, with their times at some levels."""
    count = len(block.numbers)
    times = [
        Column(
            level_name(judged, judged.levels[block.numbers[place]]) if count > 1 else "time",
            [figures.time(row.times_ns[place]) for row in block.rows],
        )
        for place in _places(block)
    ]
    ratios = ["" if row.least is None or row.most is None else in_a_row(row.least, row.most) for row in block.rows]
    intervals = [figures.bounds_of(row.least, row.low, row.high) if row.has_interval else "" for row in block.rows]
    return Table(
        [
            Column("method", [row.called for row in block.rows], "left", folds=True),
            *times,
            Column(row_title(), ratios),
            Column("[low, high]", intervals),
            Column("advice", [row.need or row.mark for row in block.rows], "left"),
            Column("note", [row.doubts for row in block.rows], "left"),
        ]
    )
