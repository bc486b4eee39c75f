"""Readers of what other commands than `show` say of runs: `explain`, `compare`, `across`, `report`, and of harm."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from unittest import mock

from rich.console import Console

from iotrial.across.across_machines import AcrossMachines
from iotrial.across.judge_across import across
from iotrial.across.machine_runs import CollectedRuns, MachineRuns
from iotrial.judge.compare_runs import compare_runs
from iotrial.judge.compared_runs import ComparedRuns
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.least_regret import MATTERS
from iotrial.report import compare_screen as compare_report
from iotrial.report import machines_screen as machines_report
from iotrial.report.called_in_sentences import called_in_sentences
from iotrial.report.group_table import several
from iotrial.report.harm_answer import harm_answers, none_is_harmed
from iotrial.report.level_answer import answer
from iotrial.report.markdown import escaped, markdown
from iotrial.report.view import view
from sentences.reader import Read, is_rounded, may_end, plain
from sentences.studied import HARMS

DECIDED = ("faster", "slower", "equivalent")


def told_by_commands(run: Read) -> list[str]:
    """Return what `explain`, `report` and the sentences about several at once say and the tables do not."""
    return [*_explained(run), *_harm(run), *_several(run), *_markdown(run)]


def _explained(run: Read) -> Iterator[str]:
    """Hold each sentence of `explain` against its row."""
    for one in explain_run(run.judging).arms:
        level = next(level for level in run.judged.levels if level.level == one.level)
        row, text = level.by_name[one.arm], plain(one.sentence)
        if found := re.search(r"it takes ([\d.e+-]+) times as long as (\S+?):", text):
            if row.verdict not in ("faster", "slower") or not row.ratio or not is_rounded(found[1], row.ratio):
                yield f"{text!r} is told of a row that is {row.verdict} {row.ratio}"
            if found[2] != level.baseline:
                yield f"{text!r} is told of another baseline than {level.baseline}"
        elif (
            ("; it takes as long as" in text and row.verdict != "equivalent")
            or ("undecided" in text and row.verdict != "undecided")
            or (row.verdict == "invalid" and "not compared" not in text)
        ):
            yield f"{text!r} is told of a row that is {row.verdict}"


def _harm(run: Read) -> Iterator[str]:
    """Hold what is said of harm against the counts of the rows."""
    names = {name: plain(called) for name, called in called_in_sentences(run.judged).items()}
    for sentence in map(plain, [*harm_answers(run.judged), *none_is_harmed(run.judged)]):
        harmful = sentence.rpartition("records are ")[2]
        found = [
            (name, *counts)
            for name, called in names.items()
            for counts in re.findall(rf"(?<!\w){re.escape(called)} \(([\d,]+) of ([\d,]+)\)", harmful)
        ]
        if "records are " in sentence and not found:
            yield f"no method is named: {sentence!r}"
        for name, harmed, handed in found:
            sums = {tuple(map(sum, zip(*some, strict=True))) for some in _subsets(_counts(run, name))}
            if (int(harmed.replace(",", "")), int(handed.replace(",", ""))) not in sums:
                yield f"{name} has no such counts: {sentence!r}"
        if kept := re.search(r"every record is kept with (.*?) \(", sentence, re.I):
            for name in (name for name, called in names.items() if called in kept[1]):
                if not any(not harmed for harmed, _ in _counts(run, name)):
                    yield f"{name} keeps no record: {sentence!r}"
        if none := re.search(r": 0 of ([\d,]+) were", sentence):
            every = [_counts(run, name) for name in {arm.arm for level in run.judged.levels for arm in level.arms}]
            if any(harmed for counts in every for harmed, _ in counts):
                yield f"some record was harmed: {sentence!r}"
            if sum(handed for counts in every for _, handed in counts) != int(none[1].replace(",", "")):
                yield f"the rows have other counts: {sentence!r}"
    for one in run.judged.answers:
        for choice in one.choices:
            for level in run.judged.levels:
                if level.level in choice.levels and any(map(bool, _harmed_at(level, choice.use))):
                    yield f"{choice.use} is advised at {level.level} and harms records"


def _counts(run: Read, name: str) -> list[tuple[int, int]]:
    """Return by level how many records of a method came to harm, of how many."""
    return [
        (harmed, handed)
        for level in run.judged.levels
        for arm in level.arms
        if arm.arm == name and (one := arm.record.records) is not None
        for harmed, handed in [(sum(getattr(one, kind) for kind in HARMS) + one.unknown, one.handed)]
    ]


def _harmed_at(level: JudgedLevel, name: str) -> list[int]:
    own = level.by_name[name].record.records
    return [] if own is None else [getattr(own, kind) for kind in HARMS]


def _subsets(counts: Sequence[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    for size in range(1, len(counts) + 1):
        yield from combinations(counts, size)


def _several(run: Read) -> Iterator[str]:
    """Hold the sentences below the table of several at once against it."""
    for level in run.judged.levels:
        table = several(level, run.judged.work_unit)
        if table is None:
            continue
        text = plain(" ".join(said.text for said in table.below))
        for share, name in re.findall(r"([\d.]+)% by ([^\s,.]+(?:\.[^\s,.]+)*)", text):
            own = level.by_name[name].several
            if own is None or own.served is None or not is_rounded(share, 100 * own.served.share):
                yield f"{name} has no such share: {text!r}"
        late, _, kept = text.partition("The others keep" if "The others keep" in text else "All keep")
        for arm in level.arms:
            served = arm.several.served if arm.several is not None else None
            if served is None:
                continue
            if served.keeps_up is True and re.search(rf"by {re.escape(arm.arm)}(?![\w(@])", late):
                yield f"{arm.arm} keeps up: {text!r}"
            if served.keeps_up is not True and f"({arm.arm})" in kept.partition(" of a hundred ")[2]:
                yield f"{arm.arm} does not keep up: {text!r}"
        if "hundred records" in text and not any(arm.record.records for arm in level.arms):
            yield f"nothing of this is a record: {text!r}"
        if "none lost, torn" in text and any(arm.several and any(_harmed_at(level, arm.arm)) for arm in shown(level)):
            yield f"some record was harmed: {text!r}"


def shown(level: JudgedLevel) -> list[JudgedArm]:
    """Return the arms that the table of several at once has."""
    return [arm for arm in level.arms if arm.several and arm.several.p50_ns is not None]


def _markdown(run: Read) -> Iterator[str]:
    """Return an answer of a level that the text for pull requests has not, or that it gives against an invalid run."""
    seen = view(run.stored.run, run.judged, explain_run(run.judging), [])
    text = markdown([seen])
    for level in run.judged.levels:
        if escaped(answer(level, guarantees=False)) not in text and "Left out, to fit" not in text:
            yield f"the text lacks {answer(level)!r}"
    if run.judged.invalid and re.search(r"\buse (?!threads\b)\w", text.partition("<details>")[0]):
        yield f"the run is invalid, and the text says what to use: {text[:400]!r}"


def compared(before: Read, after: Read) -> list[str]:
    """Return what `compare` says of two sessions and their tables do not."""
    return list(_compared(before, after, compare_runs(before.judging, after.judging)))


def _compared(before: Read, after: Read, found: ComparedRuns) -> Iterator[str]:
    out = io.StringIO()
    compare_report.show(found, Console(file=out, width=2000))
    text = plain(out.getvalue().rstrip().rpartition("\n")[2])
    rows = [
        (one.by_name[name], other.by_name[name])
        for one, other in zip(before.judged.levels, after.judged.levels, strict=True)
        if one.baseline == other.baseline
        for name in one.by_name
        if name in other.by_name and one.by_name[name].record.role != "baseline"
    ]
    decided = [(one, other) for one, other in rows if one.verdict in DECIDED and other.verdict in DECIDED]
    changed = sum(one.verdict != other.verdict for one, other in decided)
    others = sum(one.status != other.status for one, other in rows)
    if said := re.match(r"(\d+) of (\d+) verdicts? changed", text):
        if (int(said[1]), int(said[2])) != (changed + others, len(rows)):
            yield f"{changed} verdicts and {others} states of {len(rows)} changed: {text!r}"
    elif changed or others:
        yield f"{changed} verdicts changed: {text!r}"
    if (said := re.match(r"No verdict of (?:the )?(\d+)", text)) and int(said[1]) != len(decided):
        yield f"{len(decided)} are decided: {text!r}"
    if said := re.search(r"(\d+) (more )?(?:has|have) (?:an interval|intervals)", text):
        if said[2] and not changed + others:
            yield f"nothing changed that others could be more than: {text!r}"
        for side in (before, after):
            if side.judged.invalid:
                yield f"intervals of an invalid run are told: {text!r}"


def on_machines(runs: Sequence[Read]) -> list[str]:
    """Return what `across` says of a session on each of some machines and their tables do not."""
    by_folder = {Path(f"m{number}"): run for number, run in enumerate(runs, 1)}
    machines = [MachineRuns(str(folder), [(folder, run.stored.run)]) for folder, run in by_folder.items()]
    with (
        mock.patch("iotrial.across.judge_across.collect", lambda places, root, study: CollectedRuns(machines, [])),
        mock.patch("iotrial.across.judge_across.judged_of", lambda folder, run: by_folder[folder].judged),
    ):
        document = across([], Path())
    return list(_across(document, {str(folder): run for folder, run in by_folder.items()}))


def _across(document: AcrossMachines, runs: dict[str, Read]) -> Iterator[str]:
    text = plain(" ".join(machines_report.answers(document)))
    for advice in document.advice:
        for name in advice.holds:
            run = runs[name]
            level = next(one for one in run.judged.levels if one.level == advice.level)
            for other in level.by_name.values():
                alike = (
                    other.record.guarantees == level.by_name[advice.use].record.guarantees
                    and other.language == advice.language
                    and not may_end(other)
                )
                if not alike or other.ratio is None or other.arm == advice.use or other.is_moving:
                    continue
                known = run.bounds(level, advice.use, other.arm)
                if known is not None and known[0] >= MATTERS:
                    yield f"{advice.use} is told to hold on {name}, and {other.arm} is faster there: {text!r}"
            if run.judged.invalid or level.invalid:
                yield f"{advice.use} is told to hold on {name}, which is invalid: {text!r}"
        for one in advice.others:
            run = runs[one.machine]
            level = next(level for level in run.judged.levels if level.level == advice.level)
            if run.verdict(level, advice.use, one.use) != "slower" and not one.still_moves:
                yield f"{one.use} is told to be faster on {one.machine}, and no table has that: {text!r}"
        counted = (*advice.holds, *(one.machine for one in advice.others), *advice.open)
        if sorted(counted) != sorted(runs):
            yield f"{advice.use} at {advice.level} is told of {counted}"
        told = re.escape(advice.called)
        if not re.search(rf"use {told}( on |; no other)", text):
            yield f"{advice.called} is not told: {text!r}"
    for arm in document.arms:
        rows = {name: _row(run, arm.level, arm.arm) for name, run in runs.items()}
        for on in arm.machines:
            row = rows[on.machine]
            if row is not None and on.verdict is not None and (on.verdict, on.ratio) != (row.verdict, row.ratio):
                yield f"{arm.arm} is {on.verdict} on {on.machine}, and its row {row.verdict}"


def _row(run: Read, level: object, name: str) -> JudgedArm | None:
    found = next(one for one in run.judged.levels if one.level == level)
    return found.by_name.get(name)
