"""The entry of what `machine` prints with `--json`: facts of this machine, its toolchains, and its noise sources."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.target_facts import TargetFacts
from iotrial.store.described import LanguageName
from iotrial.store.strict import Strict


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
