"""A target as a run recorded it: its file system, and what that lies on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeVar

from pydantic import Field, ValidationError, field_validator

from iotrial.store.strict import Strict

Facts = TypeVar("Facts", bound=Strict)


class DeviceFacts(Strict):
    """The device that a file system lies on. Anything that the run did not record is null."""

    scheduler: str | None = Field(description="scheduler of the device; null if there is no device")
    rotational: bool | None = Field(description="if the device says that it rotates")
    virtual_disk: bool | None = Field(description="if a hypervisor makes the device")
    model: str | None = Field(description="the device's own name for itself")


class TargetLayer(DeviceFacts):
    """The layer below an image or an overlay. Anything that the run did not record is null."""

    file: str | None = Field(description="the file of the image, or the folder that the overlay writes to")
    filesystem: str | None = Field(description="kind of file system that it is on")
    device: str | None = Field(description="what is mounted there")
    options: str | None = Field(description="mount options")
    direct: bool | None = Field(description="if it goes past the page cache there; null for an overlay")


class TargetFacts(DeviceFacts):
    """The file system that held the files of levels. Anything that the run did not record is null."""

    target: str | None = Field(description="the name that levels know it by")
    folder: str | None = Field(description="the folder")
    made: str | None = Field(
        description="for the run, or on request (iotrial target create); null for a folder that was there"
    )
    host: str | None = Field(description="the folder that it was made in; null for a folder that was there")
    filesystem: str | None = Field(description="kind of file system")
    device: str | None = Field(description="what is mounted")
    options: str | None = Field(description="mount options, then those of the file system")
    size_bytes: int | None = Field(description="size of the file system")
    free_bytes: int | None = Field(description="room that was left when the run began; `machine`: that is left now")
    block_bytes: int | None = Field(description="size of a block")
    read_ahead_bytes: int | None = Field(description="how far the system reads ahead on the device")
    below: list[TargetLayer] | None = Field(
        description="what an image or an overlay lies on, outermost first; empty for a partition"
    )

    @field_validator("below", mode="before")
    @classmethod
    def _layers(cls, stored: object) -> list[TargetLayer] | None:
        """Take only what is a layer: a run stores the facts of its machine as it found them, unchecked."""
        if not isinstance(stored, list):
            return None
        return [_known(TargetLayer, layer) for layer in stored if isinstance(layer, dict)]

    @classmethod
    def of(cls, stored: Mapping[str, object]) -> Self:
        """Return the facts that a run stored of one target; null for a fact that is missing or of the wrong type."""
        return _known(cls, stored)


def _known(model: type[Facts], stored: Mapping[str, object]) -> Facts:
    facts = {name: stored.get(name) for name in model.model_fields}
    try:
        return model.model_validate(facts)
    except ValidationError as error:
        unfit = {problem["loc"][0] for problem in error.errors()}
        return model.model_validate({name: None if name in unfit else value for name, value in facts.items()})
