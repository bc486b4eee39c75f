"""The document of `iotrial publish`: judged runs in one file, with nothing in it that is not iotrial's own word."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.ask.catalog import Value
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_run import JudgedRun
from iotrial.store.strict import Strict, Versioned

#: The version of this document.
PUBLISHED_FORMAT = 1

#: The beginning of every such file, by which iotrial knows its own.
PUBLISHED_MARK = '{"document":"iotrial published runs"'


class PublishedMachine(Strict):
    """The machine of a run, as far as figures depend on it. Anything that is not known is null."""

    key: str | None = Field(description="tells it from other machines: a hash of a hash of the system's identifier")
    system: str | None = Field(description="name and first two numbers of the kernel")
    processor: str | None = Field(description="its manufacturer and its model")
    cpus: int | None = Field(description="CPUs, as the run stored them")
    memory_gib: int | None = Field(description="memory in whole GiB")
    is_virtual: bool = Field(description="if it is a virtual machine")
    clock_source: str | None = Field(description="the kernel's clock")


class PublishedRun(Strict):
    """A run as it was judged, its claims, and the code of its methods, each text being one that iotrial carries."""

    judged: JudgedRun = Field(description="what `show --json` prints, without messages, paths and names of one's own")
    unsaid: dict[str, Value] = Field(description="factor -> value that no name of a level has")
    claims: list[JudgedClaim] = Field(description="what `claims --json` prints of its study")
    texts: dict[str, str] = Field(description="arm -> the text of its method")
    machine: PublishedMachine = Field(description="the machine that it was measured on")


class PublishedRuns(Versioned):
    """`iotrial publish`: one run or several."""

    document: Literal["iotrial published runs"] = Field(description="what it is")
    sha256: str = Field(description="of the rest, so that damage is seen")
    runs: list[PublishedRun] = Field(description="the runs, in the order in which they were named")
