"""Trials of iotrial itself: what `selftest aa --json` and `selftest inject --json` print."""

from __future__ import annotations

from pydantic import Field

from iotrial.stats.judged_clock import Clock
from iotrial.store.strict import Strict


class JudgedTrials(Strict):
    """Trials, as one clock judges them."""

    interval_width: float | None = Field(
        description="median width of the intervals, as a share of the lower bound; null if no trial had one"
    )


class TrialsOfOne(Strict):
    """Trials in which all arms are one method."""

    arms: int = Field(description="arms in a trial, baseline and placebo included")
    arm: str = Field(description="the method that all arms are")
    hogs: int = Field(description="neighbours that came and went meanwhile")
    seconds: float = Field(description="wall time of all of it")


class IdenticalByWall(JudgedTrials):
    """The same trials, judged by wall time."""

    false_verdicts: int = Field(description="trials in which identical arms were told apart, or the level was invalid")
    worst_ratio: float = Field(description="the ratio that was farthest off")
    p99_ratio: float = Field(description="99th percentile of the ratios")


class PlantedByWall(JudgedTrials):
    """The same trials, judged by wall time."""

    measured: float | None = Field(description="the median ratio less 1; null if no trial had one")
    found: int = Field(description="trials in which it was found to be slower")
    false_verdicts: int = Field(description="trials that called it faster, or an identical arm faster or slower")


class IdenticalTrials(IdenticalByWall, TrialsOfOne):
    """Trials of identical arms. A ratio is the larger of itself and its inverse."""

    trials: int = Field(description="how many trials there were")
    by_wall: IdenticalByWall = Field(description="the same samples, judged by wall time")
    without_interval: int = Field(description="trials with too few rounds for a verdict")
    clock: Clock = Field(description="the clock that the trials were judged by (docs/method.md, rule 28)")
    longest_trial_seconds: float = Field(description="wall time of the longest trial")


class PlantedTrials(PlantedByWall):
    """Trials of one planted slowdown."""

    slowdown: float = Field(description="the slowdown that was asked for, as a share")
    planted: float = Field(description="the share of iterations that was added: whole iterations only")
    trials: int = Field(description="how many trials there were of this slowdown")
    by_wall: PlantedByWall = Field(description="the samples of this slowdown, judged by wall time")
    found_share: float = Field(description="the same as a share")
    seconds_each: float = Field(description="time that each trial was allowed to take")


class SurroundingsTrials(TrialsOfOne):
    """Trials under drawn surroundings: of identical arms, and of one that was planted to mind the length of a path."""

    trials: int = Field(description="how many trials there were of each kind")
    drawn: list[str] = Field(description="surroundings that were drawn anew in each round")
    false_verdicts: int = Field(
        description="trials of identical arms in which some were told apart, or the level was invalid"
    )
    false_names: int = Field(
        description="trials in which a surrounding was named that moves nothing: for an identical arm, or a heap or "
        "an environment for the planted one"
    )
    more_names_than_promised: bool = Field(
        description="these are more than can be chance, if one trial in twenty names one (rule 23 promises no more)"
    )
    planted: float = Field(description="the planted slowdown at the longest path, as a share")
    found: int = Field(description="trials in which the length of the path was named for the planted arm")
    measured: float | None = Field(
        description="the change of its ratio from the shortest path to the longest, as named, median, as a share; null "
        "if it was never named"
    )
    rounds: int = Field(description="rounds of a trial, the fewest of all trials")


class InjectedTrials(TrialsOfOne):
    """Trials of planted slowdowns, judged at a margin of a quarter of each."""

    sizes: list[PlantedTrials] = Field(description="every slowdown, in the order asked for")
