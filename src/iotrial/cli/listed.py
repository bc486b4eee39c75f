"""Entries of what `runs`, `studies`, `methods`, `target list` and `check` print with `--json`, an array of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.store.described import FullName, JobName, LanguageName, Question, StudyName
from iotrial.store.strict import Strict


class ListedRun(Strict):
    """A run, or a folder beside the runs that is no run: then only its name, folder and problem are not null."""

    run: str = Field(description="the run's id; of a folder that is no run, its name")
    study: str | None = Field(description="the study's name, with its form")
    job: str | None = Field(description="the job of its study")
    quick: bool | None = Field(description="if it is the short form of its study")
    complete: bool | None = Field(description="if it came to its end")
    state: str | None = Field(description="complete, why it ended, or not complete")
    seconds: float | None = Field(description="wall time that it took; null while it goes on")
    levels: int | None = Field(description="how many levels were asked for")
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
