"""Profiles of the arms of a stored run: a pass of its own, later than the run, kept in its record (rule 27).

A profile belongs to a run only if all that it shows is what was measured: the same machine and kernel, the same texts
of the methods, the same programs and runtimes. If one of them has changed, there is no profile, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from iotrial.errors import NothingMeasured, UsageError
from iotrial.machine import machine_facts
from iotrial.measure.carry_out import keep_judgement, session_of
from iotrial.measure.restore import (
    catalog_of,
    make_ready_again,
    require_same_machine,
    study_of,
    target_of,
)
from iotrial.measure.run_setting import RunSetting
from iotrial.probes.profile import profile_level, require_perf
from iotrial.store.folder import read_run
from iotrial.store.record import SANDBOX, Arm, LevelRecord, Profile, Run
from iotrial.store.write import RunWriter


def profile_run(run_folder: Path, setting: RunSetting, chosen: Collection[str]) -> None:
    """Take the profiles that the chosen arms of a run lack, and those of their baselines; keep them with the run.

    UsageError if perf cannot be used, if the run was made in a sandbox, or if its machine, methods, programs or targets
    are others now.
    """
    run = read_run(run_folder)
    # Floors are not profiled, and may have changed since.
    run = run.model_copy(update={"levels": [level.model_copy(update={"floors": []}) for level in run.levels]})
    missing = _missing(run, chosen)
    if not missing:
        return
    _require_no_sandbox(run)
    require_perf()
    _require_no_gate(run)
    setting = replace(setting, catalog=catalog_of(run, setting.catalog))
    study = study_of(run, setting.catalog)
    require_same_machine(run, machine_facts.facts())
    setting = replace(setting, target=target_of(run, setting.target))
    with session_of(study, setting) as session, RunWriter.resume(run_folder) as writer:
        make_ready_again(session, run)
        session.watcher.stage("profiling", sum(map(len, missing.values())))
        for number, names in missing.items():
            level = session.levels[number]
            found = profile_level(level, names, session.folder, session.cpu, session.watcher.step)
            writer.update(_with_profiles(read_run(run_folder), number, found))
        keep_judgement(writer)


def _require_no_sandbox(run: Run) -> None:
    """Refuse a run whose methods were started in a sandbox: a profile would start them outside of it."""
    if SANDBOX in run.machine:
        raise UsageError(
            f"the run {run.run} was made in a sandbox, and a profile is taken outside of one",
            hint="read its methods, then profile a run that was made without --sandbox",
        )


def _require_no_gate(run: Run) -> None:
    """Refuse a run of gate, whose older version of a method is gone."""
    if any(arm.variant is not None and arm.variant.runtime_path is None for level in run.levels for arm in level.arms):
        raise UsageError(
            f"the run {run.run} was made by gate, and the older version of its method is gone",
            hint=f"its system calls are kept: iotrial explain {run.run}",
        )


def _missing(run: Run, chosen: Collection[str]) -> Mapping[int, Collection[str]]:
    """Return the arms of each level that are to be profiled; NothingMeasured if none ever can be.

    One worker shows nothing of several at once, and what was looked at and not timed has no time to tell apart.
    """
    able = {
        number: level
        for number, level in enumerate(run.levels)
        if level.window_ns is None and level.kind == "timed" and level.status == "planned"
    }
    if not able:
        raise NothingMeasured(
            f"the run {run.run} has nothing to profile: a profile is one worker's, at a level that is timed",
            hint="profile a run of one worker at a time",
        )
    found = {number: _lacking(level, chosen) for number, level in able.items()}
    return {number: names for number, names in found.items() if names}


def _lacking(level: LevelRecord, chosen: Collection[str]) -> list[str]:
    """Return the arms of a level without a profile: the chosen ones and, beside any, the baseline."""
    timed = [arm for arm in level.arms if arm.role != "placebo" and _is_timed(arm)]
    named = {arm.arm for arm in timed if arm.arm in chosen}
    return [
        arm.arm
        for arm in timed
        if named and (arm.role == "baseline" or arm.arm in named) and (arm.profile is None or arm.profile.reason)
    ]


def _is_timed(arm: Arm) -> bool:
    return arm.status == "measured" or (arm.status == "disqualified" and "as-published" in arm.tags)


def _with_profiles(run: Run, number: int, found: Mapping[int, Profile]) -> Run:
    level = run.levels[number]
    arms = [
        arm.model_copy(update={"profile": found[index]}) if index in found else arm
        for index, arm in enumerate(level.arms)
    ]
    levels = [*run.levels]
    levels[number] = level.model_copy(update={"arms": arms})
    return run.model_copy(update={"levels": levels})
