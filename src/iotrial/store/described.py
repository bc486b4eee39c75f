"""Fields that several documents have, each described once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

ArmName = Annotated[str, Field(description="the arm")]
Called = Annotated[str, Field(description="how a sentence names it")]
FullName = Annotated[str, Field(description="LANGUAGE/METHOD")]
IsComplete = Annotated[bool, Field(description="if the run came to its end")]
JobName = Annotated[str, Field(description="the job")]
LanguageName = Annotated[str, Field(description="the language")]
MachineName = Annotated[str, Field(description="the machine")]
Margin = Annotated[float, Field(gt=0, lt=1, description="differences below this share do not matter")]
Question = Annotated[str, Field(description="the study's question")]
Rounds = Annotated[int, Field(description="rounds with a value")]
RunId = Annotated[str, Field(description="the run's id: UTC time and random letters")]
StartedAt = Annotated[str, Field(description="UTC, ISO 8601")]
StudyName = Annotated[str, Field(description="the study's name")]
WhyNotMeasured = Annotated[str | None, Field(description="why it is not measured; null if it is")]
Work = Annotated[int | None, Field(description="work of one iteration, in the job's unit")]
