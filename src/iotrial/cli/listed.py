"""Entries of what commands print with `--json`, each an array of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.target_facts import TargetFacts
from iotrial.store.described import FullName, JobName, LanguageName, Question, StudyName
from iotrial.store.strict import Strict

#: What a name can be for an installation.
Kind = Literal["study", "job", "language", "stack", "target", "tool"]


class ListedRun(Strict):
    """A run, or a folder beside the runs that is no run: then only its name, folder and problem are not null."""

    run: str = Field(description="the run's id; of a folder that is no run, its name")
    study: str | None = Field(description="the study's name, with its form")
    asked: str | None = Field(description="what was typed after `iotrial`; null if it is not known")
    job: str | None = Field(description="the job of its study")
    quick: bool | None = Field(description="if it is the short form of its study")
    complete: bool | None = Field(description="if it came to its end")
    state: str | None = Field(description="complete, why it ended, or not complete")
    seconds: float | None = Field(description="wall time that it took; null while it goes on")
    levels: int | None = Field(description="how many levels were asked for")
    skipped: int | None = Field(description="how many of them were skipped, as for want of time")
    started_at: str | None = Field(description="when it began: UTC, ISO 8601")
    problem: str | None = Field(description="why it is no run; null if it is one")
    folder: str = Field(description="its folder")


class ListedStudy(Strict):
    """A study in one of its two forms."""

    study: StudyName
    form: Literal["--quick", "full"] = Field(description="--quick or full")
    question: Question
    job: JobName
    arms: int = Field(description="arms at the level that has most, the placebo included")
    levels: int = Field(description="how many levels it has")
    rounds: int = Field(description="rounds that are planned")
    more_rounds: bool = Field(description="if rounds are added as long as the budget lasts")
    blocks: int | None = Field(description="blocks in a round; null: a pilot decides")
    expected_seconds: float | None = Field(description="time that the last one took here; null if there was none")
    budget_seconds: float = Field(description="time that it may take")
    runs: int = Field(description="complete runs of this form that are stored here")


class ListedMethod(Strict):
    """A method, and the reason if it cannot run here."""

    job: JobName
    language: LanguageName
    method: str = Field(description="the method's name")
    arm: FullName
    summary: str = Field(description="the method in a line")
    when: str = Field(description="when to use it")
    tags: list[str] = Field(description="its tags")
    guarantees: dict[str, str] = Field(description="what its file declares, guarantee -> value")
    parameters: dict[str, list[int]] = Field(
        description="name -> the least, the most and the usual value of a parameter"
    )
    available: bool = Field(description="if it can run here")
    reason: str | None = Field(description="what keeps it from running here; null if nothing does")
    install: str | None = Field(description="what to type to get what is missing; null if nobody knows, or nothing is")


class ListedTarget(Strict):
    """A target that has a name."""

    target: str = Field(description="the target's name")
    summary: str = Field(description="the target in a line")
    state: str = Field(description="ready or there (it can be used), not created, or what is wrong with it")
    reason: str | None = Field(description="why it cannot be used or made; null if it can")
    hint: str | None = Field(description="what helps; null if nothing is wrong")
    folder: str | None = Field(description="its folder; null if it is not there")
    filesystem: str | None = Field(description="kind of file system; null if it is not there")
    options: str | None = Field(description="mount options; null if it is not there")
    size_bytes: int | None = Field(description="size that it was created with; null if it was not created")
    free_bytes: int | None = Field(description="room that is left; null if it is not there")
    owner: str | None = Field(description="whom it was created for; null if it was not created")
    available: bool = Field(description="if it can be used, or made for a run")


class CheckedMethod(Strict):
    """A method, and if it does its job on odd inputs."""

    job: JobName
    arm: FullName
    inputs: int = Field(description="inputs that were tried")
    status: str = Field(description="ok, failed, disqualified or skipped")
    reason: str | None = Field(description="what went wrong, or why it was skipped; null if it is ok")


class PlayedTranscript(Strict):
    """A transcript of the protocol, and if a kit does as it says."""

    transcript: str = Field(description="the transcript's name")
    method: str | None = Field(
        description="JOB/LANGUAGE/METHOD that the worker was started with; null if the kit has none of the job"
    )
    status: Literal["ok", "differs", "left out"] = Field(description="ok, differs or left out")
    reason: str | None = Field(description="the first message that differs, or why it was left out; null if it is ok")


class ListedInstall(Strict):
    """A study, job, language, stack, target or tool, and what it lacks here."""

    name: str = Field(description="the name of what needs it")
    kind: Kind = Field(description="study, job, language, stack, target or tool")
    missing: list[str] = Field(description="the languages, stacks and programs that it needs and that are not here")
    packages: list[str] = Field(description="packages to be asked for; those that they depend on come along")
    brings: list[str] | None = Field(
        description="all packages that would come, roughly, since a dependency may have alternatives; null if not known"
    )
    download_bytes: int | None = Field(description="the size of what would be downloaded; null if not known")
    disk_bytes: int | None = Field(description="the size on the disk; null if not known")
    reason: str | None = Field(description="why it cannot be installed here; null if it can, or is here")


class ListedToolchain(Strict):
    """The runtime or compiler of a language."""

    language: LanguageName
    available: bool = Field(description="if it is there")
    reason: str | None = Field(description="why it cannot be used; null if it can")
    install: str | None = Field(description="what to type to get it; null if nobody knows, or it is there")
    path: str | None = Field(description="the program; null if it is missing")
    version: str | None = Field(description="what it says of its version; null if it is missing")


class ListedNoiseSource(Strict):
    """Something on this machine that blurs results."""

    what: str = Field(description="what blurs results")
    state: str = Field(description="its state here")
    effect: str = Field(description="its effect on results")
    change: str | None = Field(description="what can be done; null: nothing from inside")
    command: str | None = Field(description="what to type for that; null if it is not that simple")


class ListedMachine(Strict):
    """This machine. A fact that the system does not tell is null."""

    key: str | None = Field(
        description="a hash of the system's own identifier, by which `across` tells machines apart; null if it has none"
    )
    system: str = Field(description="name and version of the system")
    architecture: str = Field(description="kind of processor")
    processor: str | None = Field(description="name of the processor")
    cpus: int | None = Field(description="CPUs that the system sees")
    cores: int | None = Field(description="cores of the processor")
    memory_bytes: int = Field(description="memory of the machine")
    available_bytes: int = Field(description="memory that a program could have now")
    hypervisor: str | None = Field(
        description="the hypervisor, or `yes` if it does not tell its name; null if there is none or nobody knows"
    )
    governor: str | None = Field(description="who chooses the clock speed of the first CPU")
    clock_source: str | None = Field(description="where the system reads the time")
    tick_ns: int | None = Field(
        description="time between two looks of the kernel at what a CPU does; user and system time are told apart by it"
    )
    sessions_are_groups: bool = Field(
        description="if the scheduler gives each session a share of the CPU, so that other load does not change who "
        "goes on at a pipe"
    )
    load_average: list[float] = Field(description="processes that run or wait, mean over 1, 5 and 15 minutes")
    python: str = Field(description="version of the interpreter that runs iotrial")
    tools: dict[str, str | None] = Field(
        description="program that gathers evidence -> its version; null if it is missing"
    )
    targets: list[TargetFacts] = Field(description="the targets that can be used now")
    toolchains: list[ListedToolchain] = Field(description="one for each language")
    noise_sources: list[ListedNoiseSource] = Field(description="what blurs results here; empty if nothing was seen")
