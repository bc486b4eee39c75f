"""The shape of every document that iotrial prints or stores, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from iotrial.across.across_machines import AcrossMachines
from iotrial.answers.advice import Advice
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.cli.listed import (
    CheckedMethod,
    ListedInstall,
    ListedMachine,
    ListedMethod,
    ListedRun,
    ListedStudy,
    ListedTarget,
    PlayedTranscript,
)
from iotrial.gate.gate_result import GateResult
from iotrial.hosts.fleet_folder import FleetRecord
from iotrial.hosts.fleet_status import FleetStatus
from iotrial.judge.cached_judgement import Kept
from iotrial.judge.compared_runs import ComparedRuns
from iotrial.judge.explained_run import ExplainedRun
from iotrial.judge.judged_run import JudgedRun, JudgedRuns
from iotrial.publish.published_run import PublishedRuns
from iotrial.selftest.trials import IdenticalTrials, InjectedTrials, SurroundingsTrials
from iotrial.site.answers_export import ExportedAnswers
from iotrial.store.record import Run


@dataclass(frozen=True)
class Document:
    """A document: its origin (a command or a file), and its model."""

    of: str
    model: type[BaseModel]
    is_list: bool = False  # an array of the model


#: Name -> document.
DOCUMENTS: Mapping[str, Document] = {
    "run": Document("what `show --json` prints, and `run --json` of one study", JudgedRun),
    "several-runs": Document("what `run --json` prints of several studies", JudgedRuns),
    "explain": Document("what `explain --json` prints", ExplainedRun),
    "compare": Document("what `compare --json` prints", ComparedRuns),
    "across": Document("what `across --json` prints", AcrossMachines),
    "fleet": Document("what `fleet status --json` prints, and `fleet run --json`", FleetStatus),
    "claims": Document("what `claims --json` prints", JudgedClaim, is_list=True),
    "gate": Document("what `gate --json` prints", GateResult),
    "advise": Document("what `advise --json` prints", Advice),
    "runs": Document("what `runs --json` prints", ListedRun, is_list=True),
    "studies": Document("what `studies --json` prints", ListedStudy, is_list=True),
    "methods": Document("what `methods --json` prints", ListedMethod, is_list=True),
    "targets": Document("what `target list --json` prints", ListedTarget, is_list=True),
    "check": Document("what `check --json` prints of methods", CheckedMethod, is_list=True),
    "check-kit": Document("what `check --kit --json` prints", PlayedTranscript, is_list=True),
    "machine": Document("what `machine --json` prints", ListedMachine, is_list=True),
    "install": Document("what `machine --install --json` prints", ListedInstall, is_list=True),
    "aa": Document("what `selftest aa --json` prints", IdenticalTrials),
    "inject": Document("what `selftest inject --json` prints", InjectedTrials),
    "surroundings": Document("what `selftest surroundings --json` prints", SurroundingsTrials),
    "run.json": Document("run.json in the folder of a run", Run),
    "fleet.json": Document("fleet.json in the folder of a fleet", FleetRecord),
    "published": Document("what `publish` writes", PublishedRuns),
    "answers.json": Document("answers.json in the folder of a site", ExportedAnswers),
    "judged.json": Document("judged-CHECKSUM.json in the folder of a run", Kept),
}


def schema_of(name: str) -> Mapping[str, object]:
    """Return the JSON Schema of a document."""
    document = DOCUMENTS[name]
    described = document.model.model_json_schema(mode="serialization")
    if not document.is_list:
        return {**described, "title": document.of}
    parts = described.pop("$defs", {})
    return {"title": document.of, "type": "array", "items": described, "$defs": parts}
