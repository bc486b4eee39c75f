"""A study file, from TOML to Study; everything that is wrong in it is reported at once, each problem with its line.

A file may have tables that are no part of what is measured, `[article]` and `[[claims]]`. Their readers take a
`StudyFile`, add what is wrong to its problems, and ask for the study last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from iotrial.ask import arm_globs, ranges, toml_file
from iotrial.ask.catalog import Catalog, Job, Value
from iotrial.ask.factors import MOST_LEVELS, FactorValues, axes, level_count, levels_of
from iotrial.ask.planned_risk import risk_of_text
from iotrial.ask.study import Level, Study
from iotrial.ask.study_keys import QUICK_BUDGET_SECONDS, QuickKeys, StudyKeys
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import TomlFile, Words, in_order, short
from iotrial.ask.toml_lines import Place
from iotrial.errors import UsageError

#: What stands in for a key that is missing or wrong, so that it hides no problem of another.
_STAND_INS = dict.fromkeys(("question", "job", "baseline"), "?")


@dataclass(frozen=True)
class StudyFile:
    """A study file read as far as the study goes, with its problems; for readers of its other tables.

    job: None if it is not known. keys: None for the text that a run stored, which is no study to be run.
    are_arms_whole: nothing is wrong that may have changed which arms there are.
    """

    toml: TomlFile
    path: Path
    catalog: Catalog
    job: Job | None
    keys: StudyKeys | None = None
    are_arms_whole: bool = False

    @cached_property
    def full(self) -> Study | None:
        """The full study; None if too much of it is wrong."""
        return self._study(self.keys, self.keys, quick=False) if self.keys is not None else None

    @cached_property
    def _quick(self) -> Study | None:
        return self._study(self.keys, self.keys.quick, quick=True) if self.keys is not None else None

    def study(self, *, quick: bool) -> Study:
        """Return the full study or the quick one; UsageError with every problem of the file."""
        self.require_right()
        found = self._quick if quick else self.full
        assert found is not None
        return found

    def require_right(self) -> None:
        """Raise UsageError with every problem that is found, if any, in the order of the file."""
        _ = self.full, self._quick  # each adds what is wrong in it
        if self.toml.problems:
            raise UsageError(in_order(self.toml.problems))

    def factors(self, *place: str | int) -> Mapping[str, list[Value]]:
        """Return the factors of levels that a table at that place names, with their values; wrong ones are left out."""
        table = self.toml.at(*place)
        if not isinstance(table, dict):
            self.toml.complain("must be a table of factors, such as { records = 100 }", *place)
        if not isinstance(table, dict) or self.job is None:
            return {}
        settings = [self._setting(name, raw, place) for name, raw in _flat(table)]
        found = axes(settings, self.job, self.catalog, self.path.parent, self.toml.problems)
        return {setting.name: found[setting.name] for setting in settings if found.get(setting.name)}

    def _study(self, whole: StudyKeys, part: QuickKeys, *, quick: bool) -> Study | None:
        """Return the full study, or the quick one, which takes from the full one what it does not say itself."""
        job = self.job
        if job is None:
            if fault := self.catalog.faults.of_job(whole.job):
                self.toml.add(f"the job {short(whole.job)} cannot be used: {fault.said}", "job", hint=fault.hint)
            elif self._is_given("job", whole.job):
                hint = suggestion(whole.job, self.catalog.jobs)
                self.toml.add(f"unknown job {short(whole.job)}", "job", hint=hint)
            return None
        baseline = self._baseline(part.baseline or whole.baseline, _where(part.baseline, quick, "baseline"), job)
        methods_place = _where(part.methods, quick, "methods")
        default = self._arms(part.methods or whole.methods or ["*"], methods_place, job)
        place = _where(part.levels, quick, "levels")
        tables = self._tables(part.levels or whole.levels or [{}], place, job, default)
        levels = self._levels(tables, place, job)
        if baseline is not None:
            self._require_baseline(baseline, tables)
        self._require_rounds(part.rounds, ("quick", "rounds") if quick else ("rounds",), levels or tables)
        return Study(
            name=self.path.stem,
            question=whole.question,
            job=job.name,
            baseline=baseline or "",
            levels=tuple(levels),
            text=self.toml.text,
            source=self.toml.source,
            quick=quick,
            margin=part.margin or whole.margin or Study.margin,
            rounds=part.rounds,
            blocks=part.blocks or whole.blocks,
            fills_budget=part.budget is not None,
            budget_seconds=part.budget or (QUICK_BUDGET_SECONDS if quick else Study.budget_seconds),
            precision=part.precision or whole.precision,
            sample_ns=part.sample or whole.sample or Study.sample_ns,
            memory=part.memory or whole.memory or Study.memory,
            surroundings=_first_given(part.surroundings, whole.surroundings, Study.surroundings),
        )

    def _tables(
        self, tables: Sequence[dict[str, Any]], place: Place, job: Job, default: tuple[str, ...]
    ) -> list[_StudyTable]:
        """Return the tables of levels as they are read, in the order of the file."""
        found = []
        for index, table in enumerate(tables):
            at = (*place, index)
            chosen = self._level_methods(table["methods"], (*at, "methods"), job) if "methods" in table else default
            settings = [self._setting(name, raw, at) for name, raw in _flat(table) if name != "methods"]
            found.append(
                _StudyTable(axes(settings, job, self.catalog, self.path.parent, self.toml.problems), chosen, at)
            )
        return found

    def _levels(self, tables: Sequence[_StudyTable], place: Place, job: Job) -> list[Level]:
        """Return the levels of all tables, each once; repeats of an earlier table's are one problem for each table."""
        total = sum(level_count(table.values) for table in tables)
        if total > MOST_LEVELS:
            self.toml.add(f"{total} levels are too many: {MOST_LEVELS} at most", *place, hint="use fewer values")
            return []
        found: dict[tuple[tuple[str, Value], ...], tuple[Level, _StudyTable]] = {}
        for table in tables:
            again: list[tuple[Level, _StudyTable]] = []
            for factors in levels_of(table.values, job):
                level = Level(factors, table.arms)
                earlier = found.setdefault(tuple(sorted(factors.items())), (level, table))
                if earlier[0] is not level:
                    again.append(earlier)
            if again:
                level, first = again[0]
                more = f" (and {len(again) - 1} more)" if len(again) > 1 else ""
                line = self.toml.line(*first.place)
                self.toml.add(f"the level {level.name}{more} was given already, in line {line}", *table.place)
        return [level for level, _ in found.values()]

    def _level_methods(self, raw: object, place: Place, job: Job) -> tuple[str, ...]:
        if not isinstance(raw, list) or not raw or not all(isinstance(item, str) for item in raw):
            self.toml.complain("must be a list of texts, with at least one in it", *place)
            return ()
        return self._arms(raw, place, job)

    def _arms(self, globs: Sequence[str], place: Place, job: Job) -> tuple[str, ...]:
        """Return the arms that the globs mean, each once, in the order of the globs."""
        found: dict[str, None] = {}
        for index, glob in enumerate(globs):
            try:
                found |= dict.fromkeys(arm_globs.select(glob, job.name, self.catalog))
            except arm_globs.NoMatch as error:
                self.toml.add(str(error), *place, index, hint=error.hint)
        return tuple(found)

    def _baseline(self, name: str, place: Place, job: Job) -> str | None:
        if (job.name, name) in self.catalog.methods:
            return name
        fault = self.catalog.faults.of_method(name, job.name)
        if fault is not None:
            self.toml.add(f"the baseline {short(name)} cannot be used: {fault.said}", *place, hint=fault.hint)
        elif self._is_given("baseline", name):
            hint = suggestion(name, [method.arm for method in self.catalog.methods_of(job.name)])
            self.toml.add(f"the baseline {short(name)} is no method of {job.name}", *place, hint=hint)
        return None

    def _require_baseline(self, baseline: str, tables: Sequence[_StudyTable]) -> None:
        for table in tables:
            if table.arms and baseline not in table.arms:
                message = f"the baseline {baseline!r} is not among the methods of this level"
                self.toml.add(message, *table.place, "methods", hint=f'add "{baseline}" to the methods')

    def _require_rounds(self, number: int | None, place: Place, levels: Sequence[Level | _StudyTable]) -> None:
        if number is None or not self.are_arms_whole:
            return
        counts = [len(level.arms) for level in levels]
        try:
            ranges.require_rounds(number, counts, risk_of_text(self.toml.text, [count + 1 for count in counts]))
        except ValueError as error:
            self.toml.add(f"'rounds': {error}", *place)

    def _setting(self, name: str, raw: object, at: Place) -> FactorValues:
        """Read a key of a level's table: one value, or a list of them."""
        place = (*at, name) if self.toml.line(*at, name) != self.toml.line(*at) else (*at, *name.split("."))
        if isinstance(raw, list):
            wheres = [self.toml.where(*place, index) for index in range(len(raw))]
            return FactorValues(name, raw, self.toml.where(*place), wheres)
        return FactorValues(name, [raw], self.toml.where(*place), [self.toml.where(*place)])

    def _is_given(self, key: str, value: str) -> bool:
        """True if a value stands in the file, and is no stand-in for one that is missing or wrong."""
        parts = (self.toml.data, self.toml.data.get("quick"))
        given = [part.get(key) for part in parts if isinstance(part, dict)]
        return any(isinstance(text, str) and text.strip() == value for text in given)


@dataclass(frozen=True)
class _StudyTable:
    """One table of levels: the values of each factor, the arms, and its place in the file."""

    values: dict[str, list[Value]]
    arms: tuple[str, ...]
    place: Place


def _first_given(*lists: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the first list that was given, which may be empty."""
    return next(given for given in lists if given is not None)


def _where(own: object, quick: bool, key: str) -> Place:
    """Return the place of a key: in `[quick]` if that part has it, else at the top."""
    return ("quick", key) if quick and own is not None else (key,)


def _flat(table: dict[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """Return the pairs of a level's table; `LANGUAGE.OPTION` without quotes, a table to TOML, is one pair as well."""
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        pairs += _flat(value, f"{above}{key}.") if isinstance(value, dict) and value else [(f"{above}{key}", value)]
    return pairs


def load(path: Path, catalog: Catalog, *, quick: bool) -> Study:
    """Load the study of a file; UsageError with every problem, each at its file and line.

    Both the full and the quick part are checked, whichever is asked for. Tables of others are not looked at.
    """
    return read(path, catalog).study(quick=quick)


def read(path: Path, catalog: Catalog) -> StudyFile:
    """Read a study file, with its problems kept; UsageError only if it is no TOML."""
    file = toml_file.read(path)
    keys = file.read_as(StudyKeys, stand_ins=_STAND_INS, words=Words(unknown="is no key of a study"))
    assert keys is not None  # nothing at its top is needed but for what has a stand-in
    of_arms = re.compile("'(methods|levels)'")
    are_whole = not any(of_arms.search(f"{one.message} {one.hint}") for one in file.problems)
    return StudyFile(file, path, catalog, catalog.jobs.get(keys.job), keys, are_whole)


def read_stored(text: str, source: str, job: str, catalog: Catalog) -> StudyFile:
    """Read the text of a study as a run of that job stored it, for its other tables; it is not to be run again."""
    return StudyFile(toml_file.parse(text, source), Path(source), catalog, catalog.jobs.get(job))
