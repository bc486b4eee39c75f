"""An article's own figures, put through the tests of its claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.test_file import CATALOG, PLACE, STUDY, problems
from iotrial.ask import study_file
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import load
from iotrial.claims.own_figures import OwnRow, OwnTable, Printed, printed, spread_of, verdict_of
from iotrial.claims.own_table import own_tables

A, B, C = "php/keep_open", "php/reopen", "php/flock_each"


def table(rows: str, columns: str = f'["{A}", "{B}"]', more: str = "", unit: str = "ms", of: str = "time") -> str:
    """A table [[figures]] of a study, on seven lines and those that are added."""
    head = f'[[figures]]\nplace = "table 2"\nof = "{of}"\nunit = "{unit}"\n'
    return f"{head}columns = {columns}\nrows = {rows}\n{more}\n"


def asked(body: str, *, despite: str = "") -> str:
    """A claim, at its place."""
    told = f'despite = "{despite}"\n' if despite else ""
    return f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}\n{told}{PLACE}'


def read(folder: Path, text: str) -> tuple[Claim, tuple[OwnTable, ...]]:
    """The one claim of a study, and the tables of its article."""
    path = folder / "logs.toml"
    path.write_text(STUDY + text)
    (claim,) = load(path, CATALOG, quick=False).claims
    return claim, own_tables(study_file.read(path, CATALOG))


@pytest.mark.parametrize(
    ("value", "decimals", "unit", "expected"),
    [
        (0.07, 2, "s", (70e6, 65e6, 75e6)),
        (7.0, 0, "ns", (7, 6.5, 7.5)),
        (30.163, 3, "ms", (30.163e6, 30.1625e6, 30.1635e6)),
        (4.0, 0, "per s", (250e6, 1e9 / 4.5, 1e9 / 3.5)),  # the time is the inverse of a rate
        (4.0, 0, "M per s", (250.0, 1e3 / 4.5, 1e3 / 3.5)),
        (100.0, 0, "bytes", (100, 99.5, 100.5)),
    ],
)
def test_the_last_digit_that_is_printed_leaves_half_of_itself_open(
    value: float, decimals: int, unit: str, expected: tuple[float, float, float]
) -> None:
    found = printed(value, decimals, unit)
    assert (found.value, found.low, found.high) == pytest.approx(expected)


def test_a_figure_that_may_be_next_to_nothing_stays_above_nothing() -> None:
    assert 0 < printed(0.5, 0, "s").low < 1e5 and printed(0.5, 0, "per s").high > 1e9


SLOWER = f'kind = "slower"\narms = ["{B}", "{A}"]'
RATIO = f'kind = "ratio"\narms = ["{B}", "{A}"]\nfigure = 2'
EQUAL = f'kind = "equal"\nof = "time"\narms = ["{A}", "{B}"]'
LINE = f'kind = "growth"\nof = "time"\nis = "linear"\narms = ["{A}"]'
SIZES = f'["records", "{A}", "{B}"]'


@pytest.mark.parametrize(
    ("figures", "body", "bears_out", "where"),
    [
        (table("[[1.0, 2.0]]"), SLOWER, True, ""),
        (table("[[2.0, 1.0]]"), SLOWER, False, "the table (0.5)"),
        (table("[[1, 1]]"), SLOWER, True, ""),  # the last digit leaves it open, and that speaks for nobody
        (table("[[1.234, 1.235]]"), SLOWER, False, "the table (1)"),
        (table("[[1.0, 2.0]]", unit="per s"), SLOWER, False, "the table (0.5)"),
        (table("[[2.0, 1.0]]", unit="per s"), SLOWER, True, ""),
        (table("[[1.00, 2.05]]"), RATIO, True, ""),
        (table("[[1.00, 2.50]]"), RATIO, False, "the table (2.5)"),
        (table("[[1.00, 2.50]]", of="cpu time"), RATIO, None, ""),  # another figure
        (table("[[1.00]]", f'["{A}"]'), RATIO, None, ""),  # another arm
        (table("[[1.000, 1.200]]"), EQUAL, True, ""),  # as far apart as is published
        (table("[[100, 1.0, 2.0], [1000, 2.0, 1.0]]", SIZES), SLOWER, False, "records=1000 (0.5)"),
        (table("[[100, 1.0, 2.0], [1000, 2.0, 1.0]]", SIZES), f"{SLOWER}\nat = {{ records = 100 }}", True, ""),
        (table("[[1.0, 2.0]]", more="at = { records = 100 }"), f"{SLOWER}\nat = {{ records = 1000 }}", None, ""),
        (table("[[1.0, 2.0]]", more="at = { records = 100 }"), f"{SLOWER}\nat = {{ records = 100 }}", True, ""),
        (table("[[1.0, 2.0]]"), f"{SLOWER}\nat = {{ records = 100 }}", True, ""),  # it says nothing of records
        (table("[[10, 1.0, 1.0], [100, 10.0, 1.0], [1000, 100.0, 1.0]]", SIZES), LINE, True, ""),
        (table("[[10, 1.0, 1.0], [100, 50.0, 1.0], [1000, 60.0, 1.0]]", SIZES), LINE, False, None),
        # 0.002 may be 0.0015, which is on the line of the others; 0.009 may not.
        (table("[[15, 0.002, 1.0], [100, 0.01, 1.0], [1000, 0.1, 1.0]]", SIZES), LINE, True, ""),
        (table("[[15, 0.009, 1.0], [100, 0.01, 1.0], [1000, 0.1, 1.0]]", SIZES), LINE, False, None),
        (table("[[10, 1.0, 1.0], [100, 10.0, 1.0]]", SIZES), LINE, None, ""),  # two sizes are always on a line
    ],
)
def test_the_articles_own_figures_confirm_a_claim_or_do_not(
    tmp_path: Path, figures: str, body: str, bears_out: bool | None, where: str | None
) -> None:
    despite = "they do not" if bears_out is False else ""
    claim, tables = read(tmp_path, figures + asked(body, despite=despite))
    found, said = verdict_of(claim, tables, 0.01)
    assert found is bears_out
    assert where is None or said == where
    if bears_out is False:
        told = problems(tmp_path, figures + asked(body))
        assert f"is not borne out by the article's own figures: {said} | change the claim to what was said" in told
        fault = asked(body).replace('says = "x"', 'says = "x"\nfault = true')
        assert read(tmp_path, figures + fault)[0].fault  # which may be what is wrong with the article
    else:
        told = problems(tmp_path, figures + asked(body, despite="it does")) if bears_out else "the figures bear it out"
        assert bears_out is None or "'despite' is given, and the article's own figures bear the claim out" in told


def test_arms_of_which_figures_are_printed_are_as_far_apart_as_these(tmp_path: Path) -> None:
    claim, tables = read(tmp_path, table("[[1.0, 1.2]]") + table("[[1.0, 1.1]]") + asked(EQUAL))
    assert spread_of(claim, tables) == claim.spread == pytest.approx(0.2)
    assert spread_of(claim, ()) is None


def test_a_table_is_read_with_its_factors_and_its_digits(tmp_path: Path) -> None:
    text = table("[[100, 1, 0.25], [1000, 1.5, 3.0]]", SIZES, "at = { record_bytes = 100 }") + asked(
        SLOWER, despite="no"
    )
    _, (found,) = read(tmp_path, text)
    assert (found.place, found.of) == ("table 2", "time")
    first, second = found.rows
    assert first == OwnRow(
        {"record_bytes": 100, "records": 100},
        {A: Printed(1e6, 0.95e6, 1.05e6), B: Printed(0.25e6, first.figures[B].low, first.figures[B].high)},
    )
    assert (first.figures[B].low, first.figures[B].high) == pytest.approx((0.245e6, 0.255e6))
    assert second.factors == {"record_bytes": 100, "records": 1000}
    assert second.figures[B].high == pytest.approx(3.005e6)  # a column has as many digits as its longest figure


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("figures = 3\n", "1: 'figures' must be tables in a list | write [[figures]]"),
        *(
            (
                table("[[1, 2]]", f'["{wrong}", "{A}"]'),
                f"17: 'columns' names '{wrong}', which is no factor and no arm of the study | did you mean '{right}'?",
            )
            for wrong, right in (("php/reopn", "php/reopen"), ("recrds", "records"))
        ),
        (table("[[1, 2], [1]]"), "18: 'rows' must have 2 values each, as many as columns | "),
        (table("[[1, 2, 3]]"), "18: 'rows' must have 2 values each, as many as columns | "),
        *(
            (table(f"[[{wrong}, 2]]"), f"18: 'rows' has {shown} where a figure from 1e-15 to 1e+15 should be | ")
            for wrong, shown in (
                *(("-1", "-1"), ("0", "0"), ("true", "true"), ('"1 ms"', "'1 ms'")),
                *(("inf", "inf"), ("nan", "nan"), ("1e300", "1e+300"), ("1e-300", "1e-300")),
                ("9" * 400, "a huge number"),
            )
        ),
        (table("[[1.5, 2, 3]]", SIZES), "18: 'rows' has 1.5 where a factor's value should be | "),
        *(
            (table(wrong), "18: 'rows' must be lists of what was printed, such as [[100, 0.07, 0.04]] | ")
            for wrong in ("3", "[]", "[1, 2]")
        ),
        (
            table("[[1, 2]]", unit="sec"),
            "16: 'unit' is 'sec', and none of ns, us, ms, s, per s, M per s, bytes | "
            "there are: M per s, bytes, ms, ns, per s, s, us",
        ),
        (
            table("[[1, 2]]", of="tiem"),
            "15: 'of' is 'tiem', and none of time, cpu time, p99, longest wait, memory, runtime memory, "
            "runtime memory taken, calls, lock wait | did you mean 'time'?",
        ),
        (
            table("[[1, 2]]", more="note = 3"),
            "19: 'note' is no key here | there are: at, columns, of, place, rows, unit",
        ),
        (table("[[1, 2]]", more="at = { recrds = 3 }"), "19: unknown factor 'recrds' | did you mean 'records'?"),
        (table("[[1, 2]]").replace('place = "table 2"\n', ""), "13: 'figures' has no 'place' | "),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_table_is_named_at_its_line(tmp_path: Path, text: str, told: str) -> None:
    if text.startswith("figures"):
        path = tmp_path / "logs.toml"
        path.write_text(text + STUDY)
        read_file = study_file.read(path, CATALOG)
        assert own_tables(read_file) == ()
        found = "\n".join(f"{one.line()} | {one.hint or ''}" for one in read_file.toml.problems)
    else:
        found = problems(tmp_path, text + asked(f'kind = "survives"\narms = ["{A}"]'))
    assert f"{tmp_path}/logs.toml:{told}" in found
    assert len(found.splitlines()) == 1
