"""All work before the pilot: programs, inputs, checks, and the passes that explain and time nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from iotrial.cautions import sentence
from iotrial.probes.locks import compiler_of
from iotrial.probes.memory import profile_memory
from iotrial.probes.observe import observe_level
from iotrial.probes.system_calls import gather
from iotrial.session.budget_priority import READY_SHARE
from iotrial.session.failures import Failures
from iotrial.session.least_memory import require_start
from iotrial.session.prepare import build_arms, create_inputs, verify_level
from iotrial.session.session import Session
from iotrial.store.record import Caution
from iotrial.study.factors import FIRST, STEADY
from iotrial.study.level_factors import level_name
from iotrial.units import format_bytes
from iotrial.workers.kit_cost import kit_costs


def make_ready(session: Session) -> None:
    """Build the programs and make the inputs of all levels."""
    session.watcher.stage("building", len(session.levels))
    build = partial(build_arms, built_after_s=session.setting.built_after_s)
    with ThreadPoolExecutor(max(1, len(session.host.cpus))) as pool:
        for _ in pool.map(build, session.levels):
            session.watcher.step()
    for level in session.levels:
        if not level.skipped:
            create_inputs(level)


def prepare(session: Session) -> None:
    """Prepare every level, verify every arm, and gather the evidence that explains them."""
    failures = Failures(session.watcher.note)
    make_ready(session)
    failures.look(session.levels)
    require_start(session.levels, session.folder)
    _warn_of_limited_inputs(session)
    _verify(session)
    failures.look(session.levels)
    if session.priority:
        session.priority.thin_out()
    for level in session.levels:
        if level.task.observed is not None and not level.skipped:
            session.watcher.stage("observing", len(level.timed))
            observe_level(level, session.folder, session.watcher.step)
    _look_into(session)


def _warn_of_limited_inputs(session: Session) -> None:
    for level in session.levels:
        if level.memory_limit_bytes is not None and level.inputs and not level.skipped:
            memory_limit = format_bytes(level.memory_limit_bytes)
            text = sentence("limited_input", {"memory_limit": memory_limit, "level": level_name(level.factors)})
            level.cautions.append(Caution(code="limited_input", text=text))


def _verify(session: Session) -> None:
    """Check every arm and time it roughly; levels that give way only as far as the budget allows."""
    levels, catalog, priority = session.levels, session.setting.catalog, session.priority
    costs = {}
    for state in dict.fromkeys(FIRST if level.is_first_call else STEADY for level in levels):
        alike = [level for level in levels if level.is_first_call == (state == FIRST)]
        kits = [arm.kit for level in alike for arm in level.arms if arm.program]
        costs[state] = kit_costs(catalog, kits, session.folder, levels[0].target, session.cpu, state=state)
    session.watcher.stage("verifying", sum(len(level.every) for level in levels))
    for level in levels:
        for arm in level.every:
            arm.kit_ns = costs[FIRST if level.is_first_call else STEADY].get(arm.kit.key)
        verify = partial(
            verify_level, level, session.study, session.folder, session.cpu, session.watcher.step, compiler_of(catalog)
        )
        priority.spend(level, verify, READY_SHARE) if priority else verify()


def _look_into(session: Session) -> None:
    """Trace system calls and profile memory (rule 13). A single worker shows nothing of several at once."""
    levels = [level for level in session.measurable if level.task.window is None]
    arms = sum(len(level.timed) - 1 for level in levels)
    if session.setting.evidence and arms:
        session.watcher.stage("gathering evidence", arms)
        for level in levels:
            gather(level, session.folder, session.host.cpus, session.watcher.step)
    if (processes := session.study.memory) and arms:
        session.watcher.stage("profiling memory", processes * arms)
        for level in levels:
            profile_memory(level, processes, session.folder, len(session.host.cpus), session.watcher.step)
