"""One study on several machines: what `across --json` prints."""

from __future__ import annotations

from pydantic import Field

from iotrial.claims.judged_claim import Headline, HighIfAny, LowIfAny, SaidClaim
from iotrial.stats.verdict import Verdict
from iotrial.store.described import ArmName, Called, JobName, LanguageName, MachineName, Margin, Question, StudyName
from iotrial.store.record import OfLevel
from iotrial.store.strict import Strict, Versioned


class SeenMachine(Strict):
    """A machine, and its runs."""

    machine: str = Field(description="the name that was given, else m1, m2 and so on")
    facts: dict[str, str] = Field(description="fact -> value; one that a run did not record is left out")
    runs: list[str] = Field(description="its runs of the study, oldest first")


class GoesWith(Strict):
    """A fact that no machine of the one side shares with one of the other. That may be chance until it is tried."""

    fact: str = Field(description="the fact")
    there: list[str] = Field(description="its values on the machines with the rarer answer")
    elsewhere: list[str] = Field(description="its values on the others that have an answer")


class OnMachine(Strict):
    """An arm on one machine, over that machine's own baseline. A figure is null if it was not measured."""

    machine: MachineName
    verdict: Verdict | None = Field(
        description="what all of its sessions say; undecided if they differ; null if nothing may be judged"
    )
    ratio: float | None = Field(description="time over the baseline's time: the median of its sessions")
    low: float | None = Field(description="the lowest lower bound of its sessions; null with too few rounds")
    high: float | None = Field(description="the highest upper bound of its sessions; null with too few rounds")
    reason: str | None = Field(description="why it has no verdict; null if it has one")


class ArmOnMachines(Strict):
    """An arm at a level on all machines. Times of two machines are never divided by each other."""

    level: OfLevel
    baseline: str | None = Field(description="the baseline of the level; null if it has none")
    arm: ArmName
    called: Called
    counts: dict[str, int] = Field(description="verdict, or `not measured` -> on how many machines")
    depends: bool = Field(description="if it is shown to be faster on one machine and slower on another")
    ratio: float | None = Field(description="the geometric mean of the machines' ratios; null for fewer than two")
    low: float | None = Field(description="lower bound of that mean, for machines such as these; null without one")
    high: float | None = Field(description="upper bound of that mean; null without one")
    further_low: float | None = Field(
        description="lower bound of the ratio on a further such machine; null for fewer than two"
    )
    further_high: float | None = Field(
        description="upper bound of the ratio on a further such machine; null for fewer than two"
    )
    goes_with: list[GoesWith] = Field(description="facts that part the machines on which it is slower from the others")
    machines: list[OnMachine] = Field(description="the arm on each machine")


class OtherAnswer(Strict):
    """A machine on which another method is to be used."""

    machine: MachineName
    use: str = Field(description="the method to use there")
    called: Called
    ratio: float = Field(description="there, the time of the one that most machines use over that of this one")
    still_moves: bool = Field(False, description="the one that most machines use still moves there")


class AdviceOnMachines(Strict):
    """The method to use in a language at a level, and on which machines that holds."""

    level: OfLevel
    language: LanguageName
    language_called: str = Field(description="how a sentence names the language")
    use: str = Field(description="the method to use on most machines that have an answer")
    called: Called
    is_alone: bool = Field(
        description="where it holds, no other method of the language that may be used has the same guarantees"
    )
    holds: list[str] = Field(description="machines on which no other is shown to be faster by more than a little")
    others: list[OtherAnswer] = Field(description="machines on which another is shown to be faster")
    open: list[str] = Field(description="machines of which it cannot be told yet, or which could not measure it")
    goes_with: list[GoesWith] = Field(description="facts that part the others from those on which it holds")


class ClaimOnMachine(Strict):
    """A claim on one machine, by all of its sessions. Figures are as `claims --json` has them."""

    machine: MachineName
    verdict: Headline
    sessions: int = Field(description="sessions there that the verdict rests on")
    measured: float | None = Field(description="the figure that decides; null if no single figure does")
    low: LowIfAny
    high: HighIfAny
    reason: str | None = Field(description="why, as `claims` says it; null if that needs no saying")


class ClaimOnMachines(SaidClaim):
    """A claim of the study on all machines."""

    counts: dict[str, int] = Field(description="verdict -> on how many machines")
    holds: list[str] = Field(description="machines that bear it out, if not always in its size")
    against: list[str] = Field(description="machines on which it is not so")
    goes_with: list[GoesWith] = Field(
        description="facts that part those on which it is not so from those that bear it out"
    )
    machines: list[ClaimOnMachine] = Field(description="the claim on each machine")


class AcrossMachines(Versioned):
    """One study on several machines."""

    study: StudyName
    question: Question
    job: JobName
    margin: Margin
    machines: list[SeenMachine] = Field(description="the machines, in the order of their first runs")
    advice: list[AdviceOnMachines] = Field(description="an answer for each language and level that has one")
    arms: list[ArmOnMachines] = Field(description="every arm but baselines, at each level")
    claims: list[ClaimOnMachines] = Field(description="the study's claims; empty unless they were asked for")
    left_out: list[str] = Field(description="runs and folders that were left out, in words")
