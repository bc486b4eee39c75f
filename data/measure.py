"""Measure on this machine what the data set lacks, and put each run into data/ as `iotrial publish` writes it.

    python data/measure.py [--full] [--minutes N] [STUDY | JOB/LANGUAGE]...

A study is missing as long as fewer than two days of this machine are there, and at most once a day; a task in a
language as long as no run of two days says what to use there, and `iotrial advise` measures it. Studies of most
languages come first, then tasks in languages, then the other studies. What left a language without an answer is
measured again with twice its budget, up to a bound. Interrupted, it goes on where it was: what is published is not
measured again.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from iotrial.answers.beside_use import told_to_use
from iotrial.ask import study_file, tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.find_study import studies
from iotrial.ask.study import Study
from iotrial.machine.machine_facts import facts
from iotrial.publish.known_machine import known_machine
from iotrial.publish.published_run import PublishedRun
from iotrial.publish.published_set import published_set
from iotrial.site.matrix import asked_jobs, languages_of
from iotrial.site.site_run import machine_name

DATA = Path(__file__).resolve().parent
RUNS = DATA.parent / "build" / "data-runs"

#: Days of measurement that a study, or an answer, has on a machine.
DAYS = 2

#: A run that left a language without an answer gets so many times its seconds; budgets are told in whole minutes.
MORE = 2

#: A run that would take more minutes is not made again.
MOST_MINUTES = 16

#: A study of so many languages comes before tasks in single ones.
MANY_LANGUAGES = 7


@dataclass(frozen=True)
class Missing:
    """A study to be measured, or a task in a language: JOB/LANGUAGE; minutes: its budget, None for its own."""

    name: str
    minutes: int | None = None

    @property
    def command(self) -> list[str]:
        """Return the words that measure it, without what is said of the form."""
        budget = ["--budget", f"{self.minutes}min"] if self.minutes else []
        job, _, language = self.name.partition("/")
        return ["advise", job, "--language", language, *budget] if language else ["run", job, *budget]


@dataclass(frozen=True)
class Given:
    """What this machine has published so far, and the day on which it is asked."""

    runs: Sequence[PublishedRun]
    machine: str  # its name on a site: copies of a virtual machine share an identifier, not the processor
    today: str
    quick: bool

    @property
    def own(self) -> list[PublishedRun]:
        """Return the runs of this machine."""
        return [run for run in self.runs if machine_name(run.machine) == self.machine]


def missing_studies(names: Sequence[str], given: Given) -> Iterator[Missing]:
    """Yield the studies that are to be measured today."""
    for study in names:
        own = [run for run in given.own if run.judged.study == study and run.judged.quick is given.quick]
        days = {_day(run) for run in own}
        last = max(own, key=lambda run: run.judged.started_at, default=None)
        lacks = last is not None and not all(told_to_use(one) for one in last.judged.answers)
        more = _more(last) if last is not None and lacks else 0
        if 0 < more <= MOST_MINUTES:
            yield Missing(study, more)
        elif len(days) < DAYS and given.today not in days:
            yield Missing(study)


def missing_tasks(tasks: Sequence[tuple[str, str]], given: Given) -> Iterator[Missing]:
    """Yield the tasks in languages that are to be measured today; tasks: pairs of a job and a language."""
    for job, language in tasks:
        own = [run for run in given.own if run.judged.job == job]
        days = {_day(run) for run in own if _says(run, language)}
        if len(days) >= DAYS or given.today in days:
            continue
        tried = [run for run in own if _day(run) == given.today and _languages_of(run) == {language}]
        more = max(map(_more, tried), default=0)
        if more <= MOST_MINUTES:
            yield Missing(f"{job}/{language}", more or None)


def _day(run: PublishedRun) -> str:
    return run.judged.started_at[:10]


def _says(run: PublishedRun, language: str) -> bool:
    return any(told_to_use(one) for one in run.judged.answers if one.language == language)


def _languages_of(run: PublishedRun) -> set[str]:
    return {arm.language for level in run.judged.levels for arm in level.arms}


def _more(run: PublishedRun) -> int:
    """Return the minutes of a longer run."""
    return max(1, -int(-MORE * (run.judged.seconds or 0) // 60))


def languages(study: Study) -> set[str]:
    """Return the languages of a study."""
    return {arm.partition("/")[0] for level in study.levels for arm in level.arms}


def tasks_of(catalog: Catalog) -> list[tuple[str, str]]:
    """Return each job with each language in which there is a choice: two methods that no package is needed for."""
    return [
        (job.name, language)
        for job in asked_jobs(catalog)
        for language in languages_of(catalog)
        if sum(method.language == language and not method.packages for method in catalog.methods_of(job.name)) > 1
    ]


def todo(
    found: Mapping[str, Study], tasks: Sequence[tuple[str, str]], given: Given, only: Sequence[str] = ()
) -> list[Missing]:
    """Return all that is to be measured today, in order; found: name -> study. only: the named ones, if any."""
    names = sorted(found, key=lambda name: -len(languages(found[name])))
    many = [name for name in names if len(languages(found[name])) >= MANY_LANGUAGES]
    every = [
        *missing_studies(many, given),
        *missing_tasks(tasks, given),
        *missing_studies([name for name in names if name not in many], given),
    ]
    return [one for one in every if not only or one.name in only]


def measured(one: Missing, *, quick: bool) -> str | None:
    """Measure and publish the run; return what went wrong, None if nothing did."""
    iotrial = [sys.executable, "-m", "iotrial"]
    before = set(_stored())
    form = ["--quick"] if quick and one.command[0] == "run" else []
    run = subprocess.run(
        [*iotrial, *one.command, *form, "--results", str(RUNS)], capture_output=True, text=True, check=False
    )
    made = sorted(set(_stored()) - before)
    if not made:
        return run.stderr.strip().partition("\n")[0] or f"exit code {run.returncode}"
    output = DATA / f"{made[-1]}.iotrial.json"
    sent = subprocess.run(
        [*iotrial, "publish", made[-1], "--results", str(RUNS), "--output", str(output)],
        capture_output=True,
        text=True,
        check=False,
    )
    return None if sent.returncode == 0 else sent.stderr.strip().partition("\n")[0]


def _stored() -> Iterator[str]:
    return (path.parent.name for path in RUNS.glob("*/run.json"))


def main() -> int:
    """Measure until nothing is missing, or the time is over; 1 if something could not be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("only", nargs="*", metavar="STUDY | JOB/LANGUAGE", help="these alone; all if none is named")
    parser.add_argument("--full", action="store_true", help="the full form of each study, not the quick one")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin nothing after so many minutes")
    asked = parser.parse_args()
    catalog, quick = tree.load(), not asked.full
    found = {name: study_file.load(path, catalog, quick=quick) for name, path in studies().items()}
    tasks = tasks_of(catalog)
    if unknown := set(asked.only) - set(found) - {f"{job}/{language}" for job, language in tasks}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    machine, end = machine_name(known_machine(facts())), time.monotonic() + 60 * asked.minutes
    failed: set[str] = set()
    while time.monotonic() < end:
        runs = [run for _, run in published_set(sorted(DATA.glob("*.iotrial.json"))).runs]
        given = Given(runs, machine, datetime.now(UTC).date().isoformat(), quick)
        left = [one for one in todo(found, tasks, given, asked.only) if one.name not in failed]
        if not left:
            break
        problem = measured(left[0], quick=quick)
        failed |= {left[0].name} if problem else set()
        print(f"{left[0].name} (of {len(left)}): {problem or 'published'}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
