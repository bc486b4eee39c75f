"""The profile of an arm as `explain` shows it: the functions that take the most time, in the program and the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from iotrial.judge.counters import Counters
from iotrial.store.record import Profile, ProfiledFunction
from iotrial.store.strict import Strict

#: Functions that are shown of the program, and of the kernel.
MOST_SHOWN = 5


class ExplainedFunction(Strict):
    """A function that takes much of an arm's time."""

    name: str = Field(description="the function; `[unknown]` for all code of the file that has no names")
    file: str | None = Field(description="the program or library that it is in; null: the kernel")
    share: float = Field(description="of the arm's CPU time, the function's own, without those that it calls")
    ns: float | None = Field(description="the same for one iteration; null if the CPU time is not known")


class ExplainedProfile(Strict):
    """The functions in which an arm spends its CPU time."""

    reason: str | None = Field(description="why there is no profile; null if there is one")
    event: str | None = Field(description="what a sample was taken at: cycles, or cpu-clock; null without a profile")
    samples: int | None = Field(description="how often the arm was looked at; null without a profile")
    program_share: float | None = Field(description="the program's share of the CPU time; null if kernel_share is")
    kernel_share: float | None = Field(description="the kernel's share; null if it could not be looked at")
    program: list[ExplainedFunction] = Field(description="the five functions of the program with the highest share")
    kernel: list[ExplainedFunction] = Field(description="the five of the kernel")
    calls: dict[str, float] = Field(description="system call -> share of the CPU time that the kernel spends in it")
    instructions: float | None = Field(
        description="instructions of one iteration outside the kernel; null if nothing could count them"
    )
    instructions_source: Literal["perf", "valgrind"] | None = Field(description="what counted them; null: nothing")


def explained_profile(profile: Profile | None, own: Counters) -> ExplainedProfile | None:
    """Return what is shown of an arm's profile; None if it has none.

    If the kernel could not be looked at, shares are of the time in the program alone.
    """
    if profile is None:
        return None
    whole_ns = own.cpu_ns if profile.kernel_share is not None else own.user_ns
    return ExplainedProfile(
        reason=profile.reason,
        event=profile.event,
        samples=profile.samples,
        program_share=None if profile.kernel_share is None else 1 - profile.kernel_share,
        kernel_share=profile.kernel_share,
        program=_shown(profile.program, whole_ns),
        kernel=_shown(profile.kernel, whole_ns),
        calls=profile.calls,
        instructions=profile.instructions,
        instructions_source=profile.instructions_source,
    )


def _shown(functions: Sequence[ProfiledFunction], whole_ns: float | None) -> list[ExplainedFunction]:
    return [
        ExplainedFunction(
            name=one.name, file=one.file, share=one.share, ns=None if whole_ns is None else one.share * whole_ns
        )
        for one in functions[:MOST_SHOWN]
    ]
