"""SQL over runs: everything can be read, nothing can be changed."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.store.folder import parts
from iotrial.store.query import query
from iotrial.store.read import open_run
from judge import made


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two runs under a root with a quote in its name, and a folder that is no run."""
    root = tmp_path / "it's here"
    levels = [made.level({"entries": size, "target": "disk"}, "php/readdir", ["c/readdir"]) for size in (0, 10)]
    made.store(root, made.run(levels, run="first"), {"c/readdir": 0.5}, sweeps=2)
    made.store(root, made.run(levels, run="second", study="list-directory"), sweeps=1)
    (root / "foreign").mkdir()
    return root


def test_samples_of_all_runs_with_their_run(root: Path) -> None:
    answer = query(root, "SELECT run, count(*) AS n FROM samples GROUP BY run ORDER BY run")
    assert answer.columns == ["run", "n"]
    assert answer.rows == [("first", 60), ("second", 30)]
    assert answer.left_out == ["foreign: has no run.json"]


def test_runs_levels_and_arms_can_be_joined(root: Path) -> None:
    answer = query(
        root,
        """SELECT study, factors['entries'], name, median(wall_ns / counted)
           FROM samples JOIN arms USING (run, level, arm) JOIN levels USING (run, level) JOIN runs USING (run)
           WHERE run = 'first' AND role = 'arm' GROUP BY ALL ORDER BY 2""",
    )
    assert [row[:3] for row in answer.rows] == [("readfile", "0", "c/readdir"), ("readfile", "10", "c/readdir")]
    assert answer.rows[0][3] == pytest.approx(0.5 * made.BASE_NS, rel=0.01)


@pytest.mark.parametrize(
    "sql",
    [
        "DESCRIBE samples",
        "FROM runs",
        "SUMMARIZE arms",
        "WITH x AS (SELECT 1) FROM x",
        "VALUES (1)",
        "FROM Samples",
        "FROM query_table('samples')",
        "FROM query('FROM calls UNION ALL BY NAME FROM levels')",
        "SELECT (SELECT max(wall_ns) FROM samples), (SELECT count(*) FROM levels)",
        "WITH x AS (FROM (FROM arms) JOIN levels USING (run, level)) FROM x",
    ],
)
def test_all_ways_to_read_are_open(root: Path, sql: str) -> None:
    assert query(root, sql).rows


WRITES = [
    "COPY runs TO '{outside}'",
    "COPY (SELECT 1 AS a) TO '{part}' (FORMAT parquet, USE_TMP_FILE false)",
    "WITH x AS (COPY (SELECT 1 AS a) TO '{part}' (FORMAT parquet, USE_TMP_FILE false)) FROM x",
    "SELECT * FROM (WITH x AS (COPY (SELECT 1 AS a) TO '{part}' (FORMAT parquet, USE_TMP_FILE false)) FROM x)",
    "EXPLAIN ANALYZE COPY (SELECT 1 AS a) TO '{part}' (FORMAT parquet, USE_TMP_FILE false)",
    "EXPORT DATABASE '{outside}'",
    "ATTACH '{outside}' AS other",
    "SELECT 1; COPY runs TO '{outside}'",
    "SET enable_external_access = true",
    "INSTALL httpfs",
    "DELETE FROM runs",
]


@pytest.mark.parametrize("sql", WRITES)
def test_nothing_can_be_written_by_any_door(root: Path, tmp_path: Path, sql: str) -> None:
    part = parts(root / "first")[0]
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    outside = tmp_path / "outside"
    with pytest.raises(UsageError) as caught:
        query(root, sql.format(outside=outside, part=str(part).replace("'", "''")))
    assert caught.value.problems[0].hint
    assert not outside.exists()
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "sql", ["FROM read_csv('/etc/passwd')", "FROM '/etc/passwd'", "FROM glob('/etc/*')", "FROM read_text('run.json')"]
)
def test_no_other_file_can_be_read(root: Path, sql: str) -> None:
    with pytest.raises(UsageError):
        query(root, sql)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT nope FROM runs", "nope"),
        ("", "one SELECT"),
        ("SELECT 1; SELECT 2", "one SELECT"),
    ],
)
def test_a_mistake_is_told_in_duckdbs_own_words(root: Path, sql: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        query(root, sql)


def test_without_any_run_the_views_are_there_and_empty(tmp_path: Path) -> None:
    for view in ("samples", "runs", "levels", "arms"):
        assert query(tmp_path, f"SELECT count(*) FROM {view}").rows == [(0,)]


def test_a_part_that_was_cut_short_is_passed_over(root: Path) -> None:
    part = parts(root / "first")[1]
    part.write_bytes(part.read_bytes()[:-50])
    answer = query(root, "SELECT count(*) FROM samples WHERE run = 'first'")
    assert answer.rows == [(30,)]
    assert f"first/{part.name} is cut short or is not Parquet" in answer.left_out


def test_a_query_leaves_no_file_behind(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / f"work-{time.time_ns()}"
    work.mkdir()
    monkeypatch.chdir(work)
    query(root, "SELECT * FROM samples ORDER BY wall_ns")
    assert list(work.iterdir()) == []


def test_half_a_character_of_a_stranger_is_written_out(root: Path) -> None:
    record = root / "second" / "run.json"
    document = json.loads(record.read_text())
    record.write_text(json.dumps({**document, "iotrial": 'a"\udcff\\'}))
    assert query(root, "SELECT iotrial FROM runs WHERE run = 'second'").rows == [('a"\\udcff\\',)]


def test_a_column_that_earlier_versions_did_not_write_is_null(root: Path, tmp_path: Path) -> None:
    import duckdb

    for part in root.glob("*/sweep-*.parquet"):  # as they were written before there was the column
        old = tmp_path / "old.parquet"
        duckdb.read_parquet(str(part)).select("* EXCLUDE (resident_bytes)").write_parquet(str(old))
        old.rename(made.as_earlier(part))
    answer = query(root, "SELECT run, count(*), count(resident_bytes) FROM samples GROUP BY run ORDER BY run")
    assert [(run, held) for run, _, held in answer.rows] == [("first", 0), ("second", 0)]
    assert all(count > 0 for _, count, _ in answer.rows)
    stored = open_run(root / "first")
    assert stored.problems == [] and stored.sweeps == [0, 1]


def test_a_query_that_says_nothing_of_runs_is_about_the_last_with_its_arms_by_name(root: Path) -> None:
    answer = query(root, "SELECT arm, count(*) FROM samples GROUP BY arm ORDER BY arm")
    assert answer.of == "second"
    assert answer.rows == [("c/readdir", 10), ("php/readdir", 10), ("php/readdir (placebo)", 10)]
    for view in ("arms", "levels"):
        assert (
            query(root, f"SELECT count(*) FROM {view}").rows[0][0] * 2
            == (query(root, f"SELECT count(*) FROM {view} WHERE run IS NOT NULL").rows[0][0])
        )


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT run, count(*) FROM samples GROUP BY ALL",
        "SELECT count(*), s.run FROM samples AS s GROUP BY s.RUN",
        "SELECT study, count(*) FROM samples JOIN runs USING (run) GROUP BY study",
        "WITH own AS (SELECT run FROM samples) SELECT count(*), run FROM own GROUP BY run",
    ],
)
def test_a_query_that_names_runs_is_about_all_of_them(root: Path, sql: str) -> None:
    answer = query(root, sql)
    assert answer.of is None and len(answer.rows) == 2


def test_views_are_joined_by_the_names_of_arms(root: Path) -> None:
    sql = "SELECT arm, role, median(wall_ns / counted) FROM samples JOIN arms USING (run, level, arm) GROUP BY ALL"
    answer = query(root, sql)
    assert answer.of == "second" and {row[:2] for row in answer.rows} == {
        ("c/readdir", "arm"),
        ("php/readdir", "baseline"),
        ("php/readdir (placebo)", "placebo"),
    }


def test_the_query_of_the_docs_gives_the_arms_of_one_run_by_name(root: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
    queries = re.findall(r'iotrial query "([^"]+)"', text)
    assert queries and "A query is about the last run; one that names `run` sees all of them" in text
    for sql in queries:
        answer = query(root, sql)
        assert answer.of == "second"
        assert {row[0] for row in answer.rows} == {"c/readdir", "php/readdir", "php/readdir (placebo)"}
