"""The benchmarks can be listed and run by name; their figures are not tested, only that they come."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.__main__ import main
from benchmarks.row import Row

from benchmarks import advise, evidence, floors, kit_cost
from iotrial.ask import tree
from programs import share_programs

ROOT = Path(__file__).resolve().parents[2]
HELD = {"__init__", "__main__", "row", "browser"}


def benchmarks(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_list_names_every_benchmark() -> None:
    listed = {line.split()[0] for line in benchmarks("--list").stdout.splitlines()}
    modules = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - HELD
    packages = {path.parent.name for path in (ROOT / "benchmarks").glob("*/__init__.py")}
    assert listed == modules | packages
    told = (ROOT / "benchmarks" / "README.md").read_text()
    assert all(f"| `{name}` |" in told for name in listed)


def test_no_job_is_left_out_where_every_job_is_asked_for() -> None:
    jobs = set(tree.load().jobs) - {"empty"}
    assert set(floors.REACH) == jobs
    assert set(evidence.SMALL) == jobs


def rows_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, object]]:
    """The rows of what kits cost, as a file has them."""
    share_programs(tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "kit_cost", "--json", str(tmp_path / "rows.json")])
    main()
    found = json.loads((tmp_path / "rows.json").read_text())
    assert isinstance(found, list)
    return found


def test_a_benchmark_gives_a_row_for_each_figure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kit_cost, "REACH_NS", {name: kit_cost.REACH_NS[name] for name in ("c", "python")})
    rows = rows_of(monkeypatch, tmp_path)
    assert len(rows) == 2
    assert all(row["figure"] and row["reach"] and row["found"] for row in rows)


@pytest.mark.long
def test_every_kit_has_a_cost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rows = rows_of(monkeypatch, tmp_path)
    assert len(rows) == 8
    assert all(str(row["found"]).endswith(" ns") for row in rows)


def test_a_figure_without_a_reach_is_there_to_be_compared_with() -> None:
    states = [Row("f", reach, "x", is_reached).state for reach, is_reached in (("1", True), ("1", None), (None, None))]
    assert states == ["reached", "not measured", "for comparison"]


def test_a_benchmark_that_does_not_exist_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "no_such_benchmark"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2 and "there is no benchmark 'no_such_benchmark'" in capsys.readouterr().err


def advised(use: str | None, **tiers: str) -> advise.Asked:
    return advise.Asked("append", "php", 61.0, 0, use, bool(tiers), bool(tiers), tiers, "")


def test_answers_contradict_if_one_says_that_the_other_is_slower() -> None:
    first, tied = advised("php/a", **{"php/b": "unclear"}), advised("php/b", **{"php/a": "as good"})
    slower, other = advised("php/a", **{"php/b": "slower"}), advised("php/b", **{"php/a": "avoid"})
    assert not advise.contradict(first, tied) and not advise.contradict(first, first)
    assert advise.contradict(slower, tied) and advise.contradict(first, other)
    assert not advise.contradict(slower, advised(None)) and not advise.contradict(slower, slower)


def test_an_answer_is_in_time_by_its_language_and_a_failure_is_none() -> None:
    late = advise.asked("append", "php", 61.0, 3, "", "error: php is not installed\n")
    assert not late.in_time and late.use is None and late.exit_code == 3 and "no answer" in late.line()
    assert advise.asked("append", "java", 61.0, 3, "", "").in_time
    rows = {row.figure: row for row in advise.figures([late, advised("php/a", **{"php/b": "unclear"})])}
    assert rows["questions with a method to use, or a tie"].found == "1 of 2"
    assert rows["answers with nothing that they compare with"].is_reached
    assert rows["questions that failed"].found == "1"
