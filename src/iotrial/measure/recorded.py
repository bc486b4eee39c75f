"""The record of a run beside its samples: run.json, from the state of its levels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from iotrial import __version__
from iotrial.ask.catalog import Job
from iotrial.ask.factors import unsaid_of
from iotrial.cautions import sentence
from iotrial.machine.first_line import first_line_of
from iotrial.measure.measured_files import Texts, sha256_of
from iotrial.measure.running_session import Session
from iotrial.measure.seal import sealed
from iotrial.places.target_facts_of import facts_with
from iotrial.store.folder import new_run_id
from iotrial.store.record import SANDBOX, Arm, Caution, LevelRecord, Run
from iotrial.workers.state import ArmState, LevelState


def record_of(session: Session, rounds: int) -> Run:
    """Return run.json as it stands before the first sweep."""
    study, levels, unbound = session.study, session.levels, session.host.unbound
    job, program = session.setting.catalog.jobs[study.job], session.setting.sandbox
    in_sandbox = {SANDBOX: first_line_of(program, ("{runtime}", "--version"))} if program else {}
    run = Run(
        run=new_run_id(),
        iotrial=__version__,
        study=study.name,
        question=study.question,
        job=study.job,
        work_unit=job.work_unit,
        study_text=study.text,
        asked=list(study.asked),
        quick=study.quick,
        seed=study.seed,
        margin=study.margin,
        precision=study.precision,
        budget_seconds=study.budget_seconds,
        sample_ns=study.sample_ns,
        unsaid=dict(unsaid_of(job)),
        levels=[level_record(level, rounds, session.texts) for level in levels],
        texts=session.texts.by_hash(),
        languages={arm.method.language: arm.kit.spoken for level in levels for arm in level.arms},
        conditions={name: dict(words) for name, words in job.conditions.items()},
        more={name: list(job.guarantees[name]) for name in job.more},
        usual=list(job.usual),
        needed=dict(job.needed),
        told=list(job.told),
        eligible=list(study.eligible),
        said=said_of(job),
        machine=facts_with(dict.fromkeys(level.resources.target for level in levels)) | in_sandbox,
        cautions=[
            *(
                [Caution(code="one_session", text=sentence("one_session"))]
                if any(level.is_measurable for level in levels)
                else []
            ),
            *([Caution(code="no_pinning", text=sentence("no_pinning", {"reason": unbound}))] if unbound else []),
            *dict.fromkeys(caution for level in levels for caution in level.progress.cautions),
        ],
        started_at=now(),
    )
    return sealed(run)


def said_of(job: Job) -> dict[str, str | dict[str, str]]:
    """Return factor -> how people say it, of the factors that have words."""
    told = {name: factor.said for name, factor in job.factors.items() if factor.said}
    return {name: said if isinstance(said, str) else dict(said) for name, said in told.items()}


def level_record(level: LevelState, rounds: int, texts: Texts) -> LevelRecord:
    """Return a level as run.json has it, with the hashes of the texts that it measures."""
    record = level.record(rounds)
    return record.model_copy(
        update={
            "arms": _with_texts(record.arms, level.arms, texts),
            "floors": _with_texts(record.floors, level.floors, texts),
        }
    )


def _with_texts(records: Sequence[Arm], states: Sequence[ArmState], texts: Texts) -> list[Arm]:
    """The records, each with the hash of its method's text."""
    return [
        arm.model_copy(update={"method_sha256": sha256_of(texts.of(state.method))})
        for arm, state in zip(records, states, strict=True)
    ]


def now() -> str:
    """Return the time as a record has it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
