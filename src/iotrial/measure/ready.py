"""All that a run makes before any arm works: programs and inputs; then every level is verified, or observed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from iotrial.ask.catalog import Kit
from iotrial.ask.factors import FIRST, MEMORY_LIMIT, STEADY
from iotrial.ask.level_factors import level_name, named_as
from iotrial.cautions import sentence
from iotrial.errors import Problem, UsageError
from iotrial.machine.page_cache import warm
from iotrial.measure.least_budget import require_least_budget
from iotrial.measure.run_levels import require_room_for_samples
from iotrial.measure.running_session import Session
from iotrial.measure.verify import verify_level
from iotrial.probes.locks import compiler_of
from iotrial.probes.observe import observe_level
from iotrial.store.record import Caution
from iotrial.units import LARGEST, format_bytes
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.conditions import Unfit
from iotrial.workers.kit_cost import kit_costs
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelResources, LevelState
from iotrial.workers.unavailable import Unavailable

#: A limit that nothing reaches, to measure how much a runtime is charged with.
FREE_BYTES = LARGEST >> 13 << 12


def prepare(session: Session) -> None:
    """Prepare every level, and verify every arm."""
    require_least_budget(session.study, session.first_levels)
    failures = FailureNotices(session.watcher.note, are_told=not session.setting.needs_every_arm)
    make_ready(session, session.first_levels)
    failures.look(session.first_levels)
    with session.spent.on("verifying"):
        require_start(session.levels, session.folder)
        _warn_of_limited_inputs(session)
        _verify(session)
        session.runtimes.note(session.levels)
        failures.look(session.first_levels)
        if session.priority:
            session.priority.thin_out()
        for level in session.levels:
            if level.plan.task.observed is not None and not level.progress.skipped:
                session.watcher.stage("observing", len(level.timed))
                observe_level(level, session.folder, session.watcher.step)


def make_ready(session: Session, levels: Sequence[LevelState]) -> None:
    """Build the programs of all levels, and make the inputs of some."""
    session.watcher.stage("building", len(session.levels))
    with session.spent.on("building"):
        _build(session)
    session.runtimes.note(session.levels)
    if session.priority:
        session.priority.give_back(session.unpaid_building_ns)
    with session.spent.on("verifying"):
        begun_ns = session.host.now_ns()
        for level in levels:
            if not level.progress.skipped:
                create_inputs(level)
        if session.priority:
            session.priority.reserve(session.host.now_ns() - begun_ns)


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


def build_arms(level: LevelState, built_after_s: float = 0.0, note: Callable[[str], None] = lambda text: None) -> None:
    """Find or compile the program of each arm; an arm that lacks something here is skipped, a broken one has failed.

    built_after_s, note: see `program_of`.
    """
    for arm in level.every:
        if lacking := _lacking(arm.kit, level):
            arm.leave("skipped", lacking)
            continue
        try:
            arm.program = program_of(
                arm.kit,
                arm.method,
                level.plan.options,
                built_after_s=built_after_s,
                sandbox=level.plan.sandbox,
                note=note,
            )
        except Unavailable as reason:
            hint = f" (to install it: {reason.install})" if reason.install else ""
            arm.leave("skipped", f"{reason}{hint}")
        except DoesNotCompile as error:
            arm.leave("failed", str(error))


def _lacking(kit: Kit, level: LevelState) -> str:
    """Say which value of a factor a kit cannot have, or what it does not do; "" if it has and does all of these."""
    factors = level.plan.factors
    if level.plan.task.window is not None and "windows" not in kit.also:
        return f"the kit of {kit.spoken} has no windows of time, which several workers at once need"
    values = (f"{name}={factors[name]}" for name, only in kit.only.items() if factors.get(name, only[0]) not in only)
    return next((f"{kit.spoken} has no {value}" for value in values), "")


def create_inputs(level: LevelState) -> None:
    """Make the level's inputs and the arms' folders, and bring the inputs into memory.

    A level whose target does not keep its inputs is skipped: no method could be right there.
    """
    try:
        level.plan.task.create()
    except Unfit as reason:
        level.skip(str(reason))
        return
    if level.resources.guarded is not None:
        level.resources.guarded.note(level.plan.task)
    for arm in level.every:
        level.resources.outputs(arm.index).mkdir(parents=True, exist_ok=True)
    for path in level.plan.resident:
        warm(path)


def require_start(levels: Sequence[LevelState], logs: Path) -> None:
    """Raise UsageError, with every limit and runtime, if a worker cannot start within its level's memory limit."""
    problems: dict[Problem, None] = {}
    tried: set[tuple[int, tuple[str, str | None]]] = set()
    for level in levels:
        if level.plan.memory_limit_bytes is None or level.progress.skipped:
            continue
        for arm in level.arms:
            key = (level.plan.memory_limit_bytes, arm.kit.key)
            if arm.program is None or key in tried:
                continue
            tried.add(key)
            failure, _ = _start_within_limit(level, arm, logs)
            if failure is None:
                continue
            factors = named_as(level.plan.factors, {**level.plan.factors, MEMORY_LIMIT: FREE_BYTES})
            free = replace(level, plan=replace(level.plan, factors=factors))
            other, charged_bytes = _start_within_limit(free, arm, logs)
            if other is None:  # if it fails without a limit too, the arm itself is broken
                problem = _limit_too_low(level.plan.memory_limit_bytes, arm.method.language, failure, charged_bytes)
                problems[problem] = None
    if problems:
        raise UsageError(problems)


def _start_within_limit(level: LevelState, arm: ArmState, logs: Path) -> tuple[str | None, int | None]:
    """Start a worker; return why it did not start (None: it did), and the most memory that it was charged with."""
    with LocalRoundWorkers(level, None, logs) as workers:
        arm_worker = workers.start([(arm, Start())])[arm.index]
        failure = str(arm_worker) if isinstance(arm_worker, SampleFailed) else None
        return failure, workers.charged_bytes


def _limit_too_low(limit_bytes: int, language: str, failure: str, charged_bytes: int | None) -> Problem:
    takes = f"; it takes {format_bytes(charged_bytes)}" if charged_bytes else ""
    return Problem(
        f"{MEMORY_LIMIT}={limit_bytes} is less than the {language} kit needs to start{takes} ({failure})",
        hint="raise the limit, or leave the language out",
    )


def _warn_of_limited_inputs(session: Session) -> None:
    for level in session.levels:
        if level.plan.memory_limit_bytes is not None and level.plan.inputs and not level.progress.skipped:
            memory_limit = format_bytes(level.plan.memory_limit_bytes)
            text = sentence("limited_input", {"memory_limit": memory_limit, "level": level_name(level.plan.factors)})
            level.progress.cautions.append(Caution(code="limited_input", text=text))


def _verify(session: Session) -> None:
    """Check every arm and time it roughly; levels that give way wait until the one that was asked for is tried out."""
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
    for level in levels:
        for arm in level.every:
            arm.kit_ns = costs[FIRST if level.plan.is_first_call else STEADY].get(arm.kit.key)
    session.watcher.stage("verifying", sum(len(level.every) for level in session.first_levels))
    for level in session.first_levels:
        verify = partial(verify_in, session, level)
        priority.spend(level, verify) if priority else verify()


def verify_in(session: Session, level: LevelState) -> None:
    """Check every arm of a level, and time it roughly."""
    compiler = compiler_of(session.setting.catalog)
    verify_level(level, session.study, session.folder, session.cpu, session.watcher.step, compiler)


def make_level_ready(session: Session, level: LevelState) -> None:
    """Make a level ready that waited for the one that was asked for; it is skipped if its files have no room."""
    create_inputs(level)
    verify_in(session, level)
    session.runtimes.note([level])
    try:
        require_room_for_samples([level])
    except UsageError as error:
        level.skip(error.problems[0].message)


class FailureNotices:
    """Report each arm that failed at every level, once, with its first reason."""

    def __init__(self, tell: Callable[[str], None], *, are_told: bool = True) -> None:
        """Keep `tell`, which gets a sentence for each arm; are_told: False if the run ends with the reasons anyway."""
        self._tell = tell
        self._are_told = are_told
        self._told: set[str] = set()

    def look(self, levels: Sequence[LevelState]) -> None:
        """Report the arms that have failed by now; none if no arm is left, since the run then ends with the reasons."""
        here = [level for level in levels if not level.progress.skipped]
        if not self._are_told or not any(arm.status == "measured" for level in here for arm in level.arms):
            return
        for arm in (arm for level in here for arm in level.arms):
            same = [one for level in here for one in level.every if one.arm == arm.arm]
            if arm.arm not in self._told and all(one.status == "failed" for one in same):
                self._told.add(arm.arm)
                self._tell(f"{arm.arm} is left out: {arm.reason}")
