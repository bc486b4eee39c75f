"""The folder of a fleet on the machine that asks: the assignments, their state, and the runs that came back.

FOLDER/fleet.json, and FOLDER/HOST/RUN for each run. `iotrial across FOLDER` takes each host for a machine.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from iotrial.ask.validation_words import wrong_words
from iotrial.errors import UsageError
from iotrial.folders.custody import require_custody
from iotrial.folders.sent_tree import Tree
from iotrial.hosts.assignment import NAME, Assignment, State, key_of
from iotrial.store.described import StudyName
from iotrial.store.folder import read_bounded
from iotrial.store.strict import Strict, Versioned

FLEET_FILE = "fleet.json"
FORMAT = 1


HostName = Annotated[str, Field(description="the host")]
SessionNumber = Annotated[int, Field(ge=1, description="which of the sessions, from 1 on")]
DueAt = Annotated[str, Field(description="when it may begin: UTC, ISO 8601")]


class AskedStudy(Strict):
    """A study of a fleet."""

    study: str = Field(description="its name")
    text: str = Field(description="the study as it was read, TOML")


class AssignmentRecord(Strict):
    """Work that a host was asked for, and its outcome."""

    host: HostName
    study: StudyName
    session: SessionNumber
    due_at: DueAt
    state: State = Field(
        description="waiting, measuring, finished, failed, stopped (somebody ended it), or gone (its host was waited "
        "for in vain)"
    )
    run: str | None = Field(description="the run's id; null until it is here")
    reason: str | None = Field(description="why it failed, or what became of its host; null if nothing is wrong")

    @property
    def key(self) -> str:
        """Its name on its host."""
        return key_of(self.study, self.session)

    @property
    def is_open(self) -> bool:
        """True if something may still come of it."""
        return self.state in ("waiting", "measuring")


class FleetRecord(Versioned):
    """The file `fleet.json`: a fleet as it was asked for, and how far it is."""

    fleet: str = Field(description="identifier: random letters")
    scheduler: str = Field(description="address of the scheduler, to be shown: nobody connects to what a file says")
    options: list[str] = Field(description="what `iotrial run` is told beside the study")
    studies: list[AskedStudy] = Field(description="the studies")
    trees: list[dict[str, str]] = Field(description="methods that are sent along: path -> the file, base64")
    assignments: list[AssignmentRecord] = Field(description="one for each host, study and session")


class FleetFolder:
    """The folder of one fleet."""

    def __init__(self, folder: Path, record: FleetRecord) -> None:
        """Take over a record; nothing is written yet."""
        self.folder = folder
        self.record = record

    @classmethod
    def open(cls, folder: Path, *, is_written: bool = False) -> FleetFolder:
        """Open the folder of a fleet; UsageError if it is none, or is to be written to and others could swap it."""
        if is_written:
            require_custody(folder, "the fleet's folder")
        try:
            data = read_bounded(folder / FLEET_FILE)
            record = FleetRecord.model_validate_json(data) if data is not None else None
        except OSError as error:
            raise UsageError(f"{folder} cannot be read: {error.strerror}") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            what = " ".join([".".join(map(str, first["loc"])) or "it", wrong_words(first)])
            raise UsageError(f"{folder / FLEET_FILE} is not of a fleet: {what}") from None
        if record is None:
            raise UsageError(f"{folder} is not the folder of a fleet", hint="it has no fleet.json: iotrial fleet run")
        names = [name for one in record.assignments for name in (one.host, one.study, one.run) if name is not None]
        if wrong := [name for name in [record.fleet, *names] if NAME.fullmatch(name) is None]:
            raise UsageError(f"{folder / FLEET_FILE} has {wrong[0][:60]!r} for a name")
        return cls(folder, record)

    @classmethod
    def begin(cls, folder: Path, record: FleetRecord) -> FleetFolder:
        """Make the folder; UsageError if something is in it already."""
        require_empty(folder)
        require_custody(folder, "the fleet's folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{folder} cannot be made: {error.strerror}", hint="name another: --to FOLDER") from None
        begun = cls(folder, record)
        begun.write()
        return begun

    def write(self) -> None:
        """Write the record, whole or not at all."""
        temporary = self.folder / f".{FLEET_FILE}-{secrets.token_hex(8)}"
        temporary.write_text(self.record.model_dump_json(indent=1))
        temporary.replace(self.folder / FLEET_FILE)

    def note(self, number: int, state: State, *, run: str | None = None, reason: str | None = None) -> None:
        """Note the outcome of an assignment."""
        before = self.record.assignments[number]
        after = before.model_copy(update={"state": state, "run": run or before.run, "reason": reason})
        if after != before:
            assignments = [*self.record.assignments]
            assignments[number] = after
            self.record = self.record.model_copy(update={"assignments": assignments})
            self.write()

    def assignment(self, number: int) -> Assignment:
        """Return an assignment as its host is to have it."""
        one = self.record.assignments[number]
        text = next(study.text for study in self.record.studies if study.study == one.study)
        trees = [{name: base64.b64decode(data) for name, data in tree.items()} for tree in self.record.trees]
        return Assignment(self.record.fleet, one.host, one.study, one.session, text, self.record.options, trees)

    def move_to(self, scheduler: str) -> None:
        """Note where the scheduler is now."""
        self.record = self.record.model_copy(update={"scheduler": scheduler})
        self.write()

    @property
    def hosts(self) -> list[str]:
        """Its hosts, in their order."""
        return list(dict.fromkeys(one.host for one in self.record.assignments))


def require_empty(folder: Path) -> None:
    """Raise UsageError if something is in a folder that a fleet is to have."""
    try:
        if folder.exists() and any(folder.iterdir()):
            is_ours = (folder / FLEET_FILE).exists()
            hint = f"iotrial fleet run --resume {folder}" if is_ours else "name another: --to FOLDER"
            raise UsageError(f"{folder} is not empty", hint=hint)
    except OSError as error:
        raise UsageError(f"{folder} cannot be used: {error.strerror}", hint="name another: --to FOLDER") from None


def new_record(
    scheduler: str,
    hosts: Sequence[str],
    studies: Mapping[str, str],
    due: Sequence[datetime],
    options: Sequence[str],
    trees: Sequence[Tree],
) -> FleetRecord:
    """Return the record of a fleet that begins: each host does all studies of a session, then those of the next.

    studies: name -> text. due: when each session may begin.
    """
    return FleetRecord(
        format=FORMAT,
        fleet=secrets.token_hex(6),
        scheduler=scheduler,
        options=list(options),
        studies=[AskedStudy(study=name, text=text) for name, text in studies.items()],
        trees=[{name: base64.b64encode(data).decode() for name, data in tree.items()} for tree in trees],
        assignments=[
            AssignmentRecord(
                host=host,
                study=study,
                session=session,
                due_at=moment.astimezone(UTC).isoformat(timespec="seconds"),
                state="waiting",
                run=None,
                reason=None,
            )
            for session, moment in enumerate(due, start=1)
            for study in studies
            for host in hosts
        ],
    )
