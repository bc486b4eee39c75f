"""A study file, from TOML to Study; everything that is wrong in it is reported at once, each problem with its line.

A file may have tables that are no part of what is measured, `[article]` and `[[claims]]`. Their readers take a
`StudyFile`, add what is wrong to its problems, and ask for the study last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from iotrial.ask import arm_globs, ranges, toml_file
from iotrial.ask.catalog import Catalog, Job, Value
from iotrial.ask.factors import MOST_LEVELS, FactorValues, axes, level_count, levels_of
from iotrial.ask.planned_risk import risk_of_text
from iotrial.ask.study import Level, Study
from iotrial.ask.study_keys import QUICK_BUDGET_SECONDS, QuickKeys, StudyKeys
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import TomlFile
from iotrial.errors import Problem, UsageError

Place = tuple[str | int, ...]


@dataclass(frozen=True)
class StudyFile:
    """A study file read as far as the study goes, with its problems; for readers of its other tables."""

    toml: TomlFile
    problems: list[Problem]
    job: Job | None  # None if it is not known
    full: Study | None  # None if too much of it is wrong, and of the text that a run stored
    _quick: Study | None
    _reader: _Reader

    def factors(self, *place: str | int) -> Mapping[str, list[Value]]:
        """Return the factors of levels that a table at that place names, with their values; wrong ones are left out."""
        table: Any = self.toml.data
        for part in place:
            table = table[part] if isinstance(part, int) else table.get(part, {})
        return self._reader.factors(table, place, self.job)

    def study(self, *, quick: bool) -> Study:
        """Return the full study or the quick one; UsageError with every problem of the file."""
        self.require_right()
        found = self._quick if quick else self.full
        assert found is not None
        return found

    def require_right(self) -> None:
        """Raise UsageError with every problem that was found, if any, in the order of the file."""
        if self.problems:
            raise UsageError(sorted(dict.fromkeys(self.problems), key=_line_of))


def load(path: Path, catalog: Catalog, *, quick: bool) -> Study:
    """Load the study of a file; UsageError with every problem, each at its file and line.

    Both the full and the quick part are checked, whichever is asked for. Tables of others are not looked at.
    """
    return read(path, catalog).study(quick=quick)


def read(path: Path, catalog: Catalog) -> StudyFile:
    """Read a study file, with its problems kept; UsageError only if it is no TOML."""
    file = toml_file.read(path)
    problems: list[Problem] = []
    whole, arms_are_whole = _typed(file, problems)
    reader = _Reader(file, path, catalog, problems, arms_are_whole)
    full, quick = (reader.study(whole, quick=part) for part in (False, True))
    return StudyFile(file, problems, catalog.jobs.get(whole.job), full, quick, reader)


def read_stored(text: str, source: str, job: str, catalog: Catalog) -> StudyFile:
    """Read the text of a study as a run of that job stored it, for its other tables; it is not to be run again."""
    file = toml_file.parse(text, source)
    problems: list[Problem] = []
    reader = _Reader(file, Path(source), catalog, problems, False)
    return StudyFile(file, problems, catalog.jobs.get(job), None, None, reader)


def _typed(file: TomlFile, problems: list[Problem]) -> tuple[StudyKeys, bool]:
    """Return the file's keys that are right, so that one that is wrong hides no problem of another.

    A wrong key is a problem, and left out. False is returned beside them if that may have changed which arms there
    are, else True.
    """
    try:
        return StudyKeys.model_validate(file.data), True
    except ValidationError as error:
        details = error.errors()
    problems += [_type_problem(file, detail["type"], detail["loc"], detail) for detail in details]
    right = {key: dict(value) if isinstance(value, dict) else value for key, value in file.data.items()}
    # If a quick key is wrong, the rest of `[quick]` stays; if `quick` is no table, it goes.
    locs = [detail["loc"] for detail in details]
    wrong = {loc[:2] if loc[0] == "quick" and len(loc) > 1 else loc[:1] for loc in locs}
    for place in wrong:
        table = right if len(place) == 1 else right["quick"]
        table.pop(str(place[-1]), None)
    hints = [f"{place[-1]!r} {suggestion(str(place[-1]), StudyKeys.model_fields)}" for place in wrong]
    arms_are_whole = not any(re.search(r"^'(methods|levels)'|mean '(methods|levels)'", hint) for hint in hints)
    return StudyKeys.model_validate({"question": "?", "job": "?", "baseline": "?", **right}), arms_are_whole


def _type_problem(file: TomlFile, kind: str, loc: Place, detail: Any) -> Problem:
    where = file.where(*loc)
    key = next((str(part) for part in reversed(loc) if isinstance(part, str)), "")
    if kind == "missing":
        return Problem(f"{key!r} is missing", where=file.source, hint=f'add a line: {key} = "…"')
    if kind == "extra_forbidden":
        known = QuickKeys.model_fields if loc[0] == "quick" else StudyKeys.model_fields
        return Problem(f"{_short(key)} is no key of a study", where=where, hint=suggestion(key, known))
    if kind == "value_error":
        return Problem(f"{key!r}: {detail['ctx']['error']}", where=where)
    if kind == "list_type" and key == "levels":
        return Problem("'levels' must be tables in a list", where=where, hint="write [[levels]] with two brackets")
    expected = {
        "string_type": "a text",
        "list_type": "a list",
        "dict_type": "a table",
        "model_type": "a table",
    }.get(kind)
    what = f"an entry of {key!r}" if isinstance(loc[-1], int) else repr(key)
    return Problem(f"{what} must be {expected}" if expected else f"{what}: {detail['msg']}", where=where)


@dataclass(frozen=True)
class _Reader:
    """One file on its way to a Study."""

    file: TomlFile
    path: Path
    catalog: Catalog
    problems: list[Problem]
    arms_are_whole: bool

    def study(self, whole: StudyKeys, *, quick: bool) -> Study | None:
        """Return the full study, or the quick one, which takes from the full one what it does not say itself."""
        job = self.catalog.jobs.get(whole.job)
        if job is None:
            if fault := self.catalog.faults.of_job(whole.job):
                self._complain(f"the job {_short(whole.job)} cannot be used: {fault.said}", ("job",), fault.hint)
            elif self._is_given("job", whole.job):
                hint = suggestion(whole.job, self.catalog.jobs)
                self._complain(f"unknown job {_short(whole.job)}", ("job",), hint)
            return None
        part: QuickKeys = whole.quick if quick else whole
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
            text=self.file.text,
            source=self.file.source,
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

    def factors(self, table: object, place: Place, job: Job | None) -> Mapping[str, list[Value]]:
        """Return the factors that a table names, with their values."""
        if not isinstance(table, dict):
            self._complain(f"{place[-1]!r} must be a table of factors, such as {{ records = 100 }}", place)
        if not isinstance(table, dict) or job is None:
            return {}
        settings = [self._setting(name, raw, place) for name, raw in _flat(table)]
        found = axes(settings, job, self.catalog, self.path.parent, self.problems)
        return {setting.name: found[setting.name] for setting in settings if found.get(setting.name)}

    def _tables(
        self, tables: list[dict[str, Any]], place: Place, job: Job, default: tuple[str, ...]
    ) -> list[_StudyTable]:
        """Return the tables of levels as they are read, in the order of the file."""
        found = []
        for index, table in enumerate(tables):
            at = (*place, index)
            chosen = self._level_methods(table["methods"], (*at, "methods"), job) if "methods" in table else default
            settings = [self._setting(name, raw, at) for name, raw in _flat(table) if name != "methods"]
            found.append(_StudyTable(axes(settings, job, self.catalog, self.path.parent, self.problems), chosen, at))
        return found

    def _levels(self, tables: Sequence[_StudyTable], place: Place, job: Job) -> list[Level]:
        """Return the levels of all tables, each once; repeats of an earlier table's are one problem for each table."""
        total = sum(level_count(table.values) for table in tables)
        if total > MOST_LEVELS:
            self._complain(f"{total} levels are too many: {MOST_LEVELS} at most", place, "use fewer values")
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
                line = self.file.line(*first.place)
                self._complain(f"the level {level.name}{more} was given already, in line {line}", table.place)
        return [level for level, _ in found.values()]

    def _level_methods(self, raw: object, place: Place, job: Job) -> tuple[str, ...]:
        if not isinstance(raw, list) or not raw or not all(isinstance(item, str) for item in raw):
            self._complain("'methods' must be a list of texts, with at least one in it", place)
            return ()
        return self._arms(raw, place, job)

    def _arms(self, globs: Sequence[str], place: Place, job: Job) -> tuple[str, ...]:
        """Return the arms that the globs mean, each once, in the order of the globs."""
        found: dict[str, None] = {}
        for index, glob in enumerate(globs):
            try:
                found |= dict.fromkeys(arm_globs.select(glob, job.name, self.catalog))
            except arm_globs.NoMatch as error:
                self._complain(str(error), (*place, index), error.hint)
        return tuple(found)

    def _baseline(self, name: str, place: Place, job: Job) -> str | None:
        if (job.name, name) in self.catalog.methods:
            return name
        fault = self.catalog.faults.of_method(name, job.name)
        if fault is not None:
            self._complain(f"the baseline {_short(name)} cannot be used: {fault.said}", place, fault.hint)
        elif self._is_given("baseline", name):
            hint = suggestion(name, [method.arm for method in self.catalog.methods_of(job.name)])
            self._complain(f"the baseline {_short(name)} is no method of {job.name}", place, hint)
        return None

    def _require_baseline(self, baseline: str, tables: Sequence[_StudyTable]) -> None:
        for table in tables:
            if table.arms and baseline not in table.arms:
                message = f"the baseline {baseline!r} is not among the methods of this level"
                self._complain(message, (*table.place, "methods"), f'add "{baseline}" to the methods')

    def _require_rounds(self, number: int | None, place: Place, levels: Sequence[Level | _StudyTable]) -> None:
        if number is None or not self.arms_are_whole:
            return
        counts = [len(level.arms) for level in levels]
        try:
            ranges.require_rounds(number, counts, risk_of_text(self.file.text, [count + 1 for count in counts]))
        except ValueError as error:
            self._complain(f"'rounds': {error}", place)

    def _setting(self, name: str, raw: object, at: Place) -> FactorValues:
        """Read a key of a level's table: one value, or a list of them."""
        place = (*at, name) if self.file.line(*at, name) != self.file.line(*at) else (*at, *name.split("."))
        if isinstance(raw, list):
            wheres = [self.file.where(*place, index) for index in range(len(raw))]
            return FactorValues(name, raw, self.file.where(*place), wheres)
        return FactorValues(name, [raw], self.file.where(*place), [self.file.where(*place)])

    def _is_given(self, key: str, value: str) -> bool:
        """True if a value stands in the file, and is no stand-in for one that is missing or wrong."""
        parts = (self.file.data, self.file.data.get("quick"))
        given = [part.get(key) for part in parts if isinstance(part, dict)]
        return any(isinstance(text, str) and text.strip() == value for text in given)

    def _complain(self, message: str, place: Place, hint: str | None = None) -> None:
        self.problems.append(Problem(message, where=self.file.where(*place), hint=hint))


@dataclass(frozen=True)
class _StudyTable:
    """One table of levels: the values of each factor, the arms, and its place in the file."""

    values: dict[str, list[Value]]
    arms: tuple[str, ...]
    place: Place


def _first_given(*lists: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the first list that was given, which may be empty."""
    return next(given for given in lists if given is not None)


def _line_of(problem: Problem) -> int:
    """Return the line that a problem names, so that problems come in the order of the file."""
    _, _, line = (problem.where or "").rpartition(":")
    return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else 0


def _where(own: object, quick: bool, key: str) -> Place:
    """Return the place of a key: in `[quick]` if that part has it, else at the top."""
    return ("quick", key) if quick and own is not None else (key,)


def _flat(table: dict[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """Return the pairs of a level's table; `LANGUAGE.OPTION` without quotes, a table to TOML, is one pair as well."""
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        pairs += _flat(value, f"{above}{key}.") if isinstance(value, dict) and value else [(f"{above}{key}", value)]
    return pairs


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
