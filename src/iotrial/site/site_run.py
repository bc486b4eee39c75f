"""A run as the site shows it, and the answers that it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from iotrial.answers.beside_use import told_to_use
from iotrial.judge.copies_apart import copies_differ_by, is_noisy
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import LanguageAnswer
from iotrial.publish.published_run import PublishedMachine, PublishedRun
from iotrial.report.addresses import address
from iotrial.report.called_in_sentences import called_in_sentences
from iotrial.report.layout import clean
from iotrial.report.times import listed, some

#: An answer in a few words names no more methods than this.
_MOST_USED = 2


@dataclass(frozen=True, eq=False)
class SiteRun:
    """A published run with what its pages are called, and the key that signed its file."""

    published: PublishedRun
    signed_by: str | None = None

    @property
    def judged(self) -> JudgedRun:
        """Return the run as it was judged."""
        return self.published.judged

    @property
    def path(self) -> str:
        """Return the folder of its page."""
        return f"runs/{address(self.judged.run)}"

    @property
    def machine(self) -> str:
        """Return the name of its machine in addresses."""
        return machine_name(self.published.machine)

    @property
    def date(self) -> str:
        """Return the day on which it was measured."""
        return clean(self.judged.started_at)[:10]

    @property
    def question(self) -> tuple[str, bool]:
        """Return what it asks: its study, and if that was in its short form."""
        return self.judged.study, self.judged.quick

    @cached_property
    def names(self) -> dict[str, str]:
        """Return its methods -> how sentences name them."""
        return called_in_sentences(self.judged)

    @property
    def form(self) -> str:
        """Return `quick` or `full`."""
        return "quick" if self.judged.quick else "full"


def machine_name(machine: PublishedMachine) -> str:
    """Return a name of a machine that stays: its processor, its CPUs, and what tells it apart."""
    told = [machine.processor or "unknown", f"{machine.cpus or 0}-cpus", (machine.key or "")[:6]]
    return address(*told).lower()


@dataclass(frozen=True, eq=False)
class RunAnswer:
    """The answer of a run for one language: the place that it has among its answers."""

    run: SiteRun
    place: int

    @property
    def answer(self) -> LanguageAnswer:
        """Return the answer."""
        return self.run.judged.answers[self.place]

    @property
    def used(self) -> tuple[str, ...]:
        """Return the methods that it says to use, as sentences name them; none if it is open."""
        return tuple(dict.fromkeys(clean(choice.called) for choice in told_to_use(self.answer)))

    @property
    def use(self) -> str:
        """Return these methods as a sentence goes on with them, of many the first; "" if it is open."""
        return listed(some(self.used, _MOST_USED), "or")

    @cached_property
    def is_noisy(self) -> bool:
        """True if two copies of one method came out apart as much as what is compared."""
        return is_noisy(self.run.judged)

    @cached_property
    def is_unsure(self) -> bool:
        """True if two copies of one method came out apart, or there was no second copy."""
        return self.is_noisy or copies_differ_by(self.run.judged) is None

    @cached_property
    def unclear(self) -> int:
        """Return how many methods it leaves unclear beside those to use."""
        return sum(one.tier == "unclear" for choice in self.answer.choices for one in choice.beside)

    @cached_property
    def arms_to_use(self) -> set[str]:
        """Return the arms that it says to use; none if it is open."""
        return {choice.use for choice in told_to_use(self.answer)}

    def speaks_against(self, other: RunAnswer) -> bool:
        """True if a method that another says to use came out slower here, by what matters."""
        return any(
            one.arm in other.arms_to_use and one.tier in ("slower", "avoid")
            for choice in told_to_use(self.answer)
            for one in choice.beside
        )

    def names_another(self, other: RunAnswer) -> bool:
        """True if it says to use a method beside which those that another says to use were not compared."""
        beside = {one.arm for choice in told_to_use(self.answer) for one in choice.beside}
        return bool(self.arms_to_use) and other.arms_to_use.isdisjoint(self.arms_to_use | beside)

    @property
    def is_usual(self) -> bool:
        """True if the usual way was measured, and is what the others are beside."""
        return all(choice.usual is not None and choice.usual_is_named for choice in self.answer.choices)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Return of how many methods it is, and of how many rounds."""
        arms = {
            arm.arm
            for level in self.run.judged.levels
            for arm in level.arms
            if arm.language == self.answer.language and arm.is_comparable
        }
        rounds = max((level.rounds for level in self.run.judged.levels), default=0)
        return len(arms), rounds


@dataclass(frozen=True)
class StudyAnswers:
    """The answers of all runs of one study in one form for one language, the latest first."""

    answers: Sequence[RunAnswer]

    @cached_property
    def shown(self) -> RunAnswer:
        """Return the answer that is shown: of what most runs say, the latest of those that leave the fewest unclear.

        A run that told two copies of one method apart comes after those that did not.
        """
        every = [frozenset(one.used) for one in self.answers]
        return min(
            self.answers,
            key=lambda one: (not one.used, -every.count(frozenset(one.used)), one.is_unsure, one.unclear),
        )

    @property
    def weight(self) -> tuple[bool, bool, bool, bool, tuple[int, int], str]:
        """Return what decides which answer stands first: it says something, in full, beside the usual way, in more
        sessions than one, of many methods, lately.
        """
        one, judged = self.shown, self.shown.run.judged
        return bool(one.used), not judged.quick, one.is_usual, len(self.answers) > 1, one.size, judged.started_at

    @property
    def machines(self) -> int:
        """Return the number of machines that measured it."""
        return len({one.run.machine for one in self.answers})

    @property
    def agreeing(self) -> int:
        """Return the number of runs that say to use what is shown."""
        return sum(set(one.used) == set(self.shown.used) for one in self.answers)

    @property
    def differing(self) -> int:
        """Return the number of runs in which what is shown to be used came out slower by what matters."""
        others = [one for one in self.answers if set(one.used) != set(self.shown.used)]
        return sum(one.speaks_against(self.shown) for one in others)

    @property
    def naming_another(self) -> int:
        """Return the number of runs that say to use a method beside which what is shown was not compared."""
        return sum(one.names_another(self.shown) for one in self.answers)

    @property
    def is_disputed(self) -> bool:
        """True if no more than half of several runs say to use what is shown."""
        return len(self.answers) > 1 and 2 * self.agreeing <= len(self.answers)


def _by_study(answers: Sequence[RunAnswer]) -> list[StudyAnswers]:
    """Return answers study by study, the one that knows most first."""
    found: dict[tuple[str, bool], list[RunAnswer]] = {}
    for one in answers:
        found.setdefault(one.run.question, []).append(one)
    groups = [
        StudyAnswers(sorted(own, key=lambda one: one.run.judged.started_at, reverse=True)) for own in found.values()
    ]
    return sorted(groups, key=lambda group: group.weight, reverse=True)


def last_of_each(runs: Sequence[SiteRun]) -> dict[tuple[str, bool], SiteRun]:
    """Return the last run of each question."""
    return {run.question: run for run in sorted(runs, key=lambda run: run.judged.started_at)}


def answers_of(runs: Sequence[SiteRun]) -> dict[tuple[str, str], list[StudyAnswers]]:
    """Return job and language -> the answers of runs, study by study, the one that knows most first."""
    found: dict[tuple[str, str], list[RunAnswer]] = {}
    for run in runs:
        for place, answer in enumerate(run.judged.answers):
            found.setdefault((run.judged.job, answer.language), []).append(RunAnswer(run, place))
    return {key: _by_study(own) for key, own in found.items()}


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `2 machines`."""
    return f"{count} {noun}{'s' * (count != 1)}"


def runs_so_far(runs: Sequence[SiteRun]) -> str:
    """Return of how many machines runs are: `41 runs of 1 virtual machine`; "" without any."""
    machines = {run.machine: run.published.machine.is_virtual for run in runs}
    if not machines:
        return ""
    count, virtual = len(machines), sum(machines.values())
    told = f"{counted(len(runs), 'run')} of {counted(count, 'virtual machine' if virtual == count else 'machine')}"
    return told + (f", {virtual} of them virtual" if 0 < virtual < count else "")
