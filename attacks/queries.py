"""SQL: it reads the samples, or is refused; nothing is changed and no other file is opened."""

from __future__ import annotations

from attacks.inputs import changed, changed_by
from attacks.part import Broken, Part, command
from attacks.stored import stored_run

QUERIES = (
    "SELECT arm, median(wall_ns / counted) FROM samples GROUP BY arm ORDER BY 2",
    "SELECT run, study, count(*) FROM runs JOIN samples USING (run) GROUP BY ALL",
    "WITH x AS (SELECT * FROM arms) SELECT factors FROM levels, x LIMIT 3",
    "DESCRIBE samples",
    "SELECT * FROM calls UNION ALL SELECT * FROM calls",
    "COPY runs TO '/tmp/x.csv'",
    "ATTACH '/tmp/x.db'; CREATE TABLE y (z INT)",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT getenv('HOME'), current_setting('temp_directory')",
    "SELECT list_sum(list_transform([1, 2], x -> x + 1)), '\\x1b[31m'",
)


def attempt(sql: str) -> None:
    """Ask it."""
    before = _state()
    command("query", sql.replace("\0", ""), "--results", str(stored_run().parent))
    if _state() != before:
        raise Broken("a query changed the results")


def _state() -> list[tuple[str, int, int]]:
    return sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in stored_run().parent.rglob("*"))


PART = Part("queries", "SQL", changed(QUERIES), attempt, rolled=lambda dice: changed_by(dice, QUERIES))
