"""The tables [[figures]] of a study file: what an article prints, with everything that is wrong named by its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from iotrial.ask.catalog import Value
from iotrial.ask.factors import shown
from iotrial.ask.study_file import StudyFile
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import Keys
from iotrial.ask.toml_types import Line, Texts, one_of, wrong
from iotrial.claims.claim_table import ClaimTable, Levels
from iotrial.claims.measured_figures import COUNTED, TIMED
from iotrial.claims.own_figures import UNITS, OwnRow, OwnTable, Printed, printed

#: Nothing that anybody prints lies beyond; what does would not fit a number, or be nothing, once it is nanoseconds.
LEAST, MOST = 1e-15, 1e15


Row = tuple[object, ...]


def _rows(raw: object) -> tuple[Row, ...]:
    if isinstance(raw, list) and raw and all(isinstance(row, list) for row in raw):
        return tuple(map(tuple, raw))
    raise wrong("must be lists of what was printed, such as [[100, 0.07, 0.04]]")


class FiguresKeys(Keys):
    """A table [[figures]]."""

    place: Line
    of: Annotated[Line, one_of(*TIMED, *COUNTED)]
    unit: Annotated[Line, one_of(*UNITS)]
    columns: Texts
    at: Annotated[Levels, Field(default_factory=dict)]
    rows: Annotated[tuple[Row, ...], BeforeValidator(_rows)]


def own_tables(study: StudyFile) -> tuple[OwnTable, ...]:
    """The tables [[figures]] of a study file, without those of which too much is wrong; none if it has none."""
    found = []
    for number in study.toml.tables("figures"):
        table = ClaimTable(study, "figures", number)
        keys = study.toml.read_as(FiguresKeys, "figures", number, context=table)
        if keys is not None:
            found.append(_own_table(keys, table))
    return tuple(found)


def _own_table(keys: FiguresKeys, table: ClaimTable) -> OwnTable:
    rows = keys.rows
    if any(len(row) != len(keys.columns) for row in rows):
        table.complain(f"must have {len(keys.columns)} values each, as many as columns", "rows")
        rows = ()
    factors, arms = _split(keys.columns, table)
    decimals = {place: max((_decimals(row[place]) for row in rows), default=0) for place in arms.values()}
    shared = {name: values[0] if isinstance(values, tuple) else values for name, values in keys.at.items()}
    found = []
    for row in rows:
        named = {name: _factor(row[place], table) for name, place in factors.items()}
        figures = {arm: _printed(row[place], decimals[place], keys.unit, table) for arm, place in arms.items()}
        found.append(OwnRow({**shared, **named}, figures))
    return OwnTable(keys.place, keys.of, tuple(found))


def _split(columns: Sequence[str], table: ClaimTable) -> tuple[dict[str, int], dict[str, int]]:
    """The places of factors and of arms among the columns; a column that is neither is named."""
    names = {name for level in table.levels for name in level.factors}
    arms = {arm for level in table.levels for arm in level.arms}
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for place, column in enumerate(columns):
        if table.levels and column not in names and column not in arms:
            hint = suggestion(column, names | arms)
            table.complain(f"names {column!r}, which is no factor and no arm of the study", "columns", hint)
        found["/" in column][column] = place
    return found


def _printed(value: object, decimals: int, unit: str, table: ClaimTable) -> Printed:
    if isinstance(value, int | float) and not isinstance(value, bool) and LEAST <= value <= MOST:
        return printed(float(value), decimals, unit)
    table.complain(f"has {shown(value):.40} where a figure from {LEAST:g} to {MOST:g} should be", "rows")
    return printed(1.0, 0, unit)


def _factor(value: object, table: ClaimTable) -> Value:
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    table.complain(f"has {shown(value)} where a factor's value should be", "rows")
    return 0


def _decimals(value: object) -> int:
    """The digits after the point of a printed number."""
    return len(repr(value).partition(".")[2]) if isinstance(value, float) else 0
