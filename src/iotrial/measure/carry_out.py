"""A run from the study to the last sweep: places, programs, checks, rounds, results, and removal of what it made."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from iotrial.ask.study import Study
from iotrial.ask.typed_method import typed
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.folders.custody import require_custody
from iotrial.judge.cached_judgement import kept_text
from iotrial.machine import machine_facts
from iotrial.machine.leftover_processes import adopt, children, end_leftovers
from iotrial.machine.orderly_end import orderly_end
from iotrial.machine.own_limits import OwnLimits, strange_signals_ignored
from iotrial.measure.budget_priority import BudgetPriority
from iotrial.measure.measured_files import read_texts
from iotrial.measure.pilot import pilot
from iotrial.measure.ready import prepare
from iotrial.measure.recorded import record_of
from iotrial.measure.restore import (
    catalog_of,
    make_ready_again,
    require_same_hosts,
    require_same_machine,
    require_same_sandbox,
    study_of,
    target_of,
)
from iotrial.measure.run_levels import levels_in_place, require_room_for_samples
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.running_session import Session
from iotrial.measure.sweeps import play_sweeps
from iotrial.measure.this_host import LocalHost
from iotrial.store.read import open_run
from iotrial.store.write import RunWriter
from iotrial.workers.state import LevelState


def carry_out(study: Study, setting: RunSetting) -> Path:
    """Carry out a study and return the run's folder.

    NothingMeasured if no arm could be measured, unless harm to records is the answer; UsageError if the run cannot
    begin.
    """
    require_custody(setting.results, "the results folder")
    with session_of(study, setting) as session:
        prepare(session)
        if setting.needs_every_arm:
            require_every_arm(session.levels)
        require_room_for_samples(session.levels)
        with session.spent.on("pilot"):
            rounds = _piloted(session)
        run = record_of(session, rounds)
        is_answered = _is_answered(session)
        if not is_answered and not any(level.is_measurable or level.is_observed for level in session.levels):
            raise NothingMeasured(_why_nothing(session.levels))
        with RunWriter.create(setting.results, run) as writer:
            play_sweeps(session, writer, run, rounds)
            keep_judgement(writer)
            return writer.folder


def _is_answered(session: Session) -> bool:
    """True if a run has an answer before any round: records came to harm, which is what was asked."""
    return session.setting.harm_is_an_answer and any(level.has_harm for level in session.levels)


def _piloted(session: Session) -> int:
    """Return the rounds of a run; one, which is not played, if its budget is over and what was counted is the answer.

    UsageError if the budget is too short, and there is no answer.
    """
    try:
        return pilot(session)
    except UsageError as too_short:
        if not _is_answered(session):
            raise
        for problem in too_short.problems:
            session.watcher.note(f"{problem.message}; what was counted is kept, and nothing is timed")
        for level in session.levels:
            level.progress.stopped = True
        return 1


def resume(run_folder: Path, setting: RunSetting) -> Path:
    """Play the sweeps that a run lacks, with the programs, the plan, the target and the machine that it began with."""
    stored = open_run(run_folder)
    run = stored.run
    if run.complete:
        raise UsageError(f"the run {run.run} is complete", hint=f"iotrial show {run.run}")
    setting = replace(setting, catalog=catalog_of(run, setting.catalog))
    study = study_of(run, setting.catalog)
    require_same_machine(run, machine_facts.facts())
    require_same_sandbox(run, setting.sandbox)
    require_same_hosts(run, setting.hosts)
    setting = replace(setting, target=target_of(run, setting.target))
    with (
        session_of(study, setting) as session,
        RunWriter.resume(run_folder) as writer,
    ):
        make_ready_again(session, run)
        play_sweeps(session, writer, run, max((level.rounds for level in run.levels), default=0), stored)
        keep_judgement(writer)
        return writer.folder


@contextlib.contextmanager
def session_of(study: Study, setting: RunSetting) -> Iterator[Session]:
    """Open a session with its places on this machine; all of them are given back afterwards."""
    begun_ns = time.monotonic_ns()
    with (
        orderly_end(),
        strange_signals_ignored(),
        levels_in_place(study, setting) as (levels, folder),
    ):
        adopt()
        texts, own = read_texts(levels, study.job), OwnLimits()
        for level in levels:
            level.resources = replace(level.resources, own=own)
        others = children()
        host = LocalHost(folder)
        priority = BudgetPriority(study, levels, begun_ns, host.now_ns) if study.eligible else None
        try:
            yield Session(study, setting, levels, folder, host, begun_ns, priority, texts=texts)
        finally:
            host.close()
            end_leftovers(None, others)


def require_every_arm(levels: Sequence[LevelState]) -> None:
    """Have the tasks hold all samples to what was verified; NothingMeasured with each reason if an arm cannot be."""
    problems = [
        Problem(arm.reason or "cannot be measured", where=arm.method.called)
        for level in levels
        for arm in level.arms
        if arm.status != "measured" and arm.role != "placebo"
    ]
    if problems:
        raise NothingMeasured(dict.fromkeys(problems))
    for level in levels:
        level.plan.task.agree()


def _why_nothing(levels: Sequence[LevelState]) -> list[Problem]:
    """Return each reason why nothing was measured once, with the arms that it holds for."""
    reasons: dict[str, list[str]] = {}
    for level in levels:
        for arm in level.arms:
            if arm.reason and arm.role != "placebo":
                reasons.setdefault(arm.reason, []).append(arm.arm)
    return [
        Problem(f"{', '.join(dict.fromkeys(arms))}: {reason}", hint=_hint(levels, reason))
        for reason, arms in reasons.items()
    ] or [Problem("no arm could be measured", hint="see which methods can run here: iotrial methods")]


def _hint(levels: Sequence[LevelState], reason: str) -> str:
    """Return the next step for a reason: list the methods if one is missing here, check the method if it is wrong."""
    arm = next(arm for level in levels for arm in level.arms if arm.reason == reason)
    if arm.status == "skipped":
        return "see which methods can run here: iotrial methods"
    in_it = " --sandbox" if levels[0].plan.sandbox is not None else ""
    return f"try that method alone: iotrial check {typed(arm.method)}{in_it}"


def keep_judgement(writer: RunWriter) -> None:
    """Judge a stored run and cache the judgement; a run without one is judged at each question."""
    with suppress(UsageError):  # a full disk, say: everything that was measured is stored already
        text = kept_text(open_run(writer.folder))
        if text is not None:
            writer.judgement(text)
