"""The entry of what `machine --install --json` prints: what a name needs of the system, and what would bring it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.store.strict import Strict

Kind = Literal["study", "job", "language", "stack", "target", "tool"]


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
