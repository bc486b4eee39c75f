"""The profile of an arm as `explain` shows it: the functions that take the most time, in the program and the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from iotrial.judge.counters import Counters
from iotrial.probes.profile_text import UNKNOWN
from iotrial.store.record import Profile, ProfiledFunction, ProfileFacts
from iotrial.store.strict import shared

#: Functions that are shown of the program, and of the kernel.
MOST_SHOWN = 5


class ExplainedFunction(ProfiledFunction):
    """A function that takes much of an arm's time."""

    ns: float | None = Field(description="the same for one iteration; null if the CPU time is not known")


class ExplainedProfile(ProfileFacts):
    """The functions in which an arm spends its CPU time."""

    program_share: float | None = Field(description="the program's share of the CPU time; null if kernel_share is")
    program: list[ExplainedFunction] = Field(description="the five functions of the program with the highest share")
    kernel: list[ExplainedFunction] = Field(description="the five of the kernel")


def explained_profile(profile: Profile | None, own: Counters) -> ExplainedProfile | None:
    """Return what is shown of an arm's profile; None if it has none.

    If the kernel could not be looked at, shares are of the time in the program alone.
    """
    if profile is None:
        return None
    whole_ns = own.cpu_ns if profile.kernel_share is not None else own.user_ns
    return ExplainedProfile(
        **shared(ProfileFacts, profile),
        program_share=None if profile.kernel_share is None else 1 - profile.kernel_share,
        program=_shown(profile.program, whole_ns),
        kernel=_shown(profile.kernel, whole_ns),
    )


def _shown(functions: Sequence[ProfiledFunction], whole_ns: float | None) -> list[ExplainedFunction]:
    return [
        ExplainedFunction(**shared(ProfiledFunction, one), ns=None if whole_ns is None else one.share * whole_ns)
        for one in functions[:MOST_SHOWN]
    ]


#: A longer name is cut: those of templates name all their types.
MOST_LETTERS = 60


def function_name(name: str, file: str | None) -> str:
    """Return the name of a function in a file (None: the kernel); code without names is said to be that."""
    if name == UNKNOWN:
        return f"code of {file} without names" if file else "code without names"
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
