"""The tables [[figures]] of a study file: what an article prints, with everything that is wrong named by its line."""

from __future__ import annotations

from collections.abc import Mapping

from iotrial.ask.catalog import Value
from iotrial.ask.fields import Fields
from iotrial.ask.study_file import StudyFile
from iotrial.ask.suggest import suggestion
from iotrial.claims.measured_figures import COUNTED, TIMED
from iotrial.claims.own_figures import UNITS, OwnRow, OwnTable, Printed, printed
from iotrial.errors import Problem

#: Nothing that anybody prints lies beyond; what does would not fit a number, or be nothing, once it is nanoseconds.
LEAST, MOST = 1e-15, 1e15


def own_tables(study: StudyFile) -> tuple[OwnTable, ...]:
    """The tables [[figures]] of a study file; none if it has none."""
    raw = study.toml.data.get("figures", [])
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        where = study.toml.where("figures")
        study.problems.append(Problem("'figures' must be tables in a list", where=where, hint="write [[figures]]"))
        return ()
    return tuple(_OwnTableReader(study, number).table() for number in range(len(raw)))


class _OwnTableReader(Fields):
    """One table on its way to an OwnTable."""

    def __init__(self, study: StudyFile, number: int) -> None:
        super().__init__(study.toml, study.problems, ("figures", number))
        self._study = study
        self._number = number

    def table(self) -> OwnTable:
        """Return the table; what is wrong in it is left out, and named."""
        place, of = self.text("place", required=True), self._word("of", (*TIMED, *COUNTED)) or "time"
        unit = self._word("unit", tuple(UNITS)) or "ns"
        columns = self.texts("columns", required=True)
        shared = {name: values[0] for name, values in self._at().items()}
        rows = self._rows(columns)
        self.finish()
        factors, arms = self._split(columns)
        if any(len(row) != len(columns) for row in rows):
            self.complain(f"must have {len(columns)} values each, as many as columns", "rows")
            rows = []
        decimals = {place: max((_decimals(row[place]) for row in rows), default=0) for place in arms.values()}
        figures = [
            {arm: self._printed(row[place], decimals[place], unit) for arm, place in arms.items()} for row in rows
        ]
        named = [{name: self._factor(row[place]) for name, place in factors.items()} for row in rows]
        return OwnTable(
            place,
            of,
            tuple(OwnRow({**shared, **names}, found) for names, found in zip(named, figures, strict=True)),
        )

    def _word(self, key: str, words: tuple[str, ...]) -> str:
        given = self.text(key, required=True)
        if given and given not in words:
            self.complain(f"is {given!r}, and none of {', '.join(words)}", key, suggestion(given, words))
            return ""
        return given

    def _at(self) -> Mapping[str, list[Value]]:
        self.value("at")
        return self._study.factors("figures", self._number, "at") if self.has("at") else {}

    def _rows(self, columns: tuple[str, ...]) -> list[list[object]]:
        raw = self.value("rows")
        if not isinstance(raw, list) or not raw or not all(isinstance(row, list) for row in raw):
            self.complain("must be lists of what was printed, such as [[100, 0.07, 0.04]]", "rows")
            return []
        return raw

    def _split(self, columns: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
        """The places of factors and of arms among the columns; a column that is neither is named."""
        levels = self._study.full.levels if self._study.full is not None else ()
        names = {name for level in levels for name in level.factors}
        arms = {arm for level in levels for arm in level.arms}
        found: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for place, column in enumerate(columns):
            if levels and column not in names and column not in arms:
                hint = suggestion(column, names | arms)
                self.complain(f"names {column!r}, which is no factor and no arm of the study", "columns", hint)
            found["/" in column][column] = place
        return found

    def _printed(self, value: object, decimals: int, unit: str) -> Printed:
        if isinstance(value, int | float) and not isinstance(value, bool) and LEAST <= value <= MOST:
            return printed(float(value), decimals, unit)
        self.complain(f"has {value!r:.40} where a figure from {LEAST:g} to {MOST:g} should be", "rows")
        return printed(1.0, 0, unit)

    def _factor(self, value: object) -> Value:
        if isinstance(value, int | str) and not isinstance(value, bool):
            return value
        self.complain(f"has {value!r} where a factor's value should be", "rows")
        return 0


def _decimals(value: object) -> int:
    """The digits after the point of a printed number."""
    return len(repr(value).partition(".")[2]) if isinstance(value, float) else 0
