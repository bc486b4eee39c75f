"""The progress of a fleet: what its folder knows, and what its hosts say now."""

from __future__ import annotations

from pydantic import Field

from iotrial.hosts import on_host
from iotrial.hosts.assignment import State
from iotrial.hosts.engine import Engine, SchedulerGone
from iotrial.hosts.fleet_folder import DueAt, FleetFolder, HostName, SessionNumber
from iotrial.hosts.on_host import states_told
from iotrial.store.described import StudyName
from iotrial.store.strict import Strict


class AssignmentStatus(Strict):
    """The progress of one assignment."""

    host: HostName
    is_there: bool | None = Field(description="if the host answers; null if the scheduler does not")
    study: StudyName
    session: SessionNumber
    due_at: DueAt
    state: State = Field(description="as in fleet.json, or as its host says now")
    sweeps: int | None = Field(description="sweeps that its host has stored; null if it does not answer")
    run: str | None = Field(description="the run's id; null if there is none yet")
    is_here: bool = Field(description="if the run was brought here")
    reason: str | None = Field(description="why it failed, or the last that was said; null if nothing is wrong")


class FleetStatus(Strict):
    """The progress of a fleet: what `fleet status --json` prints."""

    fleet: str = Field(description="identifier of the fleet")
    scheduler: str = Field(description="address of the scheduler")
    scheduler_answers: bool = Field(description="if it answers")
    assignments: list[AssignmentStatus] = Field(description="how far each host is with each study and session")


def status_of(folder: FleetFolder, engine: Engine | None) -> FleetStatus:
    """Ask all hosts of a fleet how far they are. engine: None if the scheduler does not answer."""
    record = folder.record
    told: dict[str, object] = {}
    there: set[str] = set()
    answers = engine is not None
    if engine is not None:
        try:
            workers = engine.workers_of(folder.hosts)
            told = engine.ask(on_host.states, record.fleet, of=workers)
            there = set(workers)
        except SchedulerGone:
            answers = False
    found = []
    for one in record.assignments:
        own = next((state for state in states_told(told.get(one.host)) if state.key == one.key), None)
        is_here = one.state == "finished"
        found.append(
            AssignmentStatus(
                host=one.host,
                is_there=one.host in there if answers else None,
                study=one.study,
                session=one.session,
                due_at=one.due_at,
                state=one.state if own is None or is_here or one.state == "failed" else own.state,
                sweeps=own.sweeps if own is not None else None,
                run=one.run or (own.run if own is not None else None),
                is_here=is_here,
                reason=one.reason or (own.said if own is not None else None),
            )
        )
    return FleetStatus(fleet=record.fleet, scheduler=record.scheduler, scheduler_answers=answers, assignments=found)
