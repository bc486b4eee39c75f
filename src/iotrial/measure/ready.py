"""All work beside the rounds: programs, inputs, checks; and afterwards the passes that explain and time nothing."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from iotrial.ask.factors import FIRST, STEADY
from iotrial.ask.level_factors import level_name
from iotrial.cautions import sentence
from iotrial.measure.budget_priority import READY_SHARE
from iotrial.measure.least_memory import require_start
from iotrial.measure.prepare import build_arms, create_inputs, verify_level
from iotrial.measure.running_session import Session
from iotrial.measure.tell_failures import FailureNotices
from iotrial.probes.locks import compiler_of
from iotrial.probes.memory_kinds import profile_memory
from iotrial.probes.memory_over_requests import profile_servers
from iotrial.probes.observe import observe_level
from iotrial.probes.system_calls import gather
from iotrial.store.record import Caution
from iotrial.units import format_bytes
from iotrial.workers.kit_cost import kit_costs
from iotrial.workers.state import LevelResources, LevelState


def make_ready(session: Session) -> None:
    """Build the programs and make the inputs of all levels."""
    session.watcher.stage("building", len(session.levels))
    with session.spent.on("building"):
        _build(session)
    session.runtimes.note(session.levels)
    if session.priority:
        session.priority.give_back(session.spent.building_ns)
    with session.spent.on("verifying"):
        for level in session.levels:
            if not level.progress.skipped:
                create_inputs(level)


def _build(session: Session) -> None:
    """Build every program once, several at a time; then each level finds its own."""
    build = partial(build_arms, built_after_s=session.setting.built_after_s, note=session.watcher.note)
    once: dict[object, LevelState] = {}
    for level in session.levels:
        options = tuple(sorted((key, value) for key, value in level.plan.factors.items() if "." in key))
        for arm in level.every:
            once.setdefault((arm.kit.key, arm.method.path, options), replace(level, arms=[replace(arm)], floors=[]))
    with ThreadPoolExecutor(max(1, len(session.host.cpus))) as pool:
        list(pool.map(build, once.values()))
    for level in session.levels:
        build_arms(level)
        session.watcher.step()


def prepare(session: Session) -> None:
    """Prepare every level, and verify every arm."""
    failures = FailureNotices(session.watcher.note)
    make_ready(session)
    failures.look(session.levels)
    with session.spent.on("verifying"):
        require_start(session.levels, session.folder)
        _warn_of_limited_inputs(session)
        _verify(session)
        session.runtimes.note(session.levels)
        failures.look(session.levels)
        if session.priority:
            session.priority.thin_out()
        for level in session.levels:
            if level.plan.task.observed is not None and not level.progress.skipped:
                session.watcher.stage("observing", len(level.timed))
                observe_level(level, session.folder, session.watcher.step)


def _warn_of_limited_inputs(session: Session) -> None:
    for level in session.levels:
        if level.plan.memory_limit_bytes is not None and level.plan.inputs and not level.progress.skipped:
            memory_limit = format_bytes(level.plan.memory_limit_bytes)
            text = sentence("limited_input", {"memory_limit": memory_limit, "level": level_name(level.plan.factors)})
            level.progress.cautions.append(Caution(code="limited_input", text=text))


def _verify(session: Session) -> None:
    """Check every arm and time it roughly; levels that give way only as far as the budget allows."""
    levels, catalog, priority = session.levels, session.setting.catalog, session.priority
    costs = {}
    for state in dict.fromkeys(FIRST if level.plan.is_first_call else STEADY for level in levels):
        alike = [level for level in levels if level.plan.is_first_call == (state == FIRST)]
        kits = [arm.kit for level in alike for arm in level.arms if arm.program]
        costs[state] = kit_costs(
            catalog,
            kits,
            LevelResources(session.folder, levels[0].resources.target),
            session.cpu,
            state=state,
            sandbox=session.setting.sandbox,
        )
    session.watcher.stage("verifying", sum(len(level.every) for level in levels))
    for level in levels:
        for arm in level.every:
            arm.kit_ns = costs[FIRST if level.plan.is_first_call else STEADY].get(arm.kit.key)
        verify = partial(
            verify_level, level, session.study, session.folder, session.cpu, session.watcher.step, compiler_of(catalog)
        )
        priority.spend(level, verify, READY_SHARE) if priority else verify()


def look_into(session: Session) -> None:
    """Trace system calls and profile memory (rule 13), after the rounds, so that they leave no budget short.

    A single worker shows nothing of several at once.
    """
    levels = [level for level in session.levels if level.has_evidence]
    arms = sum(len(level.timed) - 1 for level in levels)
    if session.setting.evidence and arms:
        session.watcher.stage("gathering evidence", arms)
        end_ns = time.monotonic_ns() + session.evidence_ns
        for level in levels:
            gather(level, session.folder, session.host.cpus, session.watcher.step, end_ns=end_ns)
    # Whoever watches the memory of a worker starts it, outside of any sandbox.
    if (processes := session.study.memory) and arms and session.setting.sandbox is None:
        session.watcher.stage("profiling memory", processes * arms)
        for level in levels:
            if level.plan.task.served is not None:
                profile_servers(level, processes, session.folder, session.watcher.step)
            else:
                profile_memory(level, processes, session.folder, len(session.host.cpus), session.watcher.step)
