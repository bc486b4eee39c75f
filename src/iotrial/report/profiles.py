"""The functions in which arms spend their CPU time: a table for page and Markdown, sentences for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from iotrial.judge.explained_profile import ExplainedFunction, ExplainedProfile, function_name
from iotrial.judge.explained_run import ExplainedArm
from iotrial.probes.profile_text import UNKNOWN
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined
from iotrial.report.parts import Said, Table

#: A system call with a smaller share is not named.
LEAST_CALL_SHARE = 0.05


def profile_table(arms: Sequence[ExplainedArm]) -> Table | None:
    """Return the five functions of each arm in the program and in the kernel; None without a profile."""
    rows = [
        (clean(arm.arm), program, kernel)
        for arm in arms
        if arm.profile is not None
        for program, kernel in zip_longest(arm.profile.program, arm.profile.kernel)
    ]
    if not rows:
        return None
    return Table(
        [
            Column("method", [arm for arm, _, _ in rows], "left", folds=True),
            Column("program", [_name(one) if one else "" for _, one, _ in rows], "left"),
            Column("share", [figures.share(one.share) if one else "" for _, one, _ in rows]),
            Column("kernel", [_name(one) if one else "" for _, _, one in rows], "left"),
            Column("share in the kernel", [figures.share(one.share) if one else "" for _, _, one in rows]),
        ],
        below=(*_reasons(arms), Said("share: of the method's CPU time, from a profile that was not timed", "dim")),
    )


def profiles(arms: Sequence[ExplainedArm]) -> list[Said]:
    """Return a sentence for each arm with a profile, and the reasons why others have none."""
    said = [
        Said(f"{clean(arm.arm)} spends {_halves(arm.profile)}{_calls(arm.profile)}{_instructions(arm.profile)}")
        for arm in arms
        if arm.profile is not None and arm.profile.reason is None
    ]
    if not said:
        return _reasons(arms)
    return [Said("where the CPU time goes, from a profile that was not timed", "bold"), *said, *_reasons(arms)]


def _reasons(arms: Sequence[ExplainedArm]) -> list[Said]:
    reasons = dict.fromkeys(arm.profile.reason for arm in arms if arm.profile is not None and arm.profile.reason)
    found = [Said(f"note: no profile: {clean(reason)}", "dim") for reason in reasons]
    if any(arm.profile and arm.profile.reason is None and arm.profile.kernel_share is None for arm in arms):
        text = "the kernel could not be looked at; to allow it: sudo sysctl kernel.perf_event_paranoid=1"
        return [*found, Said(f"note: {text}", "dim")]
    if any(arm.profile and any(one.name == UNKNOWN for one in arm.profile.kernel) for arm in arms):
        text = "functions of the kernel have no names for this user; to see them: sudo sysctl kernel.kptr_restrict=0"
        return [*found, Said(f"note: {text}", "dim")]
    return found


def _halves(profile: ExplainedProfile) -> str:
    """`36 % in the program: A 9.4 %, B 7.2 %; 64 % in the kernel: C 8.3 %`."""
    halves = []
    for share, functions, place in (
        (profile.program_share, profile.program, "in the program"),
        (profile.kernel_share, profile.kernel, "in the kernel"),
    ):
        listed = ", ".join(f"{_name(one)} {joined(figures.share(one.share))}" for one in functions)
        if share is not None:
            halves.append(f"{joined(figures.share(share))} {place}" + (f": {listed}" if listed else ""))
        elif listed:
            halves.append(f"its time {place}: {listed}")
    return "; ".join(halves)


def _calls(profile: ExplainedProfile) -> str:
    """The system calls that the kernel's share belongs to; empty if none is large."""
    large = [(name, share) for name, share in profile.calls.items() if share >= LEAST_CALL_SHARE]
    named = [f"{clean(name)} {joined(figures.share(share))}" for name, share in large]
    return f"; by system call: {', '.join(named)}" if named else ""


def _instructions(profile: ExplainedProfile) -> str:
    if profile.instructions is None:
        return ""
    return f"; {figures.count(round(profile.instructions))} instructions in the program"


def _name(function: ExplainedFunction) -> str:
    return clean(function_name(function.name, function.file))
