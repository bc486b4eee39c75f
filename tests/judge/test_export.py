"""A run in the forms of others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from iotrial.judge.exported_forms import FORMATS, to_csv, to_hyperfine, to_json, to_tsv
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.store.read import StoredRun
from iotrial.store.record import Observation
from judge import made


def listing(tmp_path: Path, others: tuple[str, ...] = ("php/scandir",), **given: Any) -> StoredRun:
    sizes = (0, 10, 1000)
    arms: list[Any] = [*others, made.arm("php/as_published", status="disqualified", reason="no names")]
    levels = [made.level({"entries": size, "target": "disk"}, "php/readdir", arms) for size in sizes]
    levels[2] = made.level({"entries": 1000, "target": "disk"}, "php/readdir", arms[1:])
    return made.opened(tmp_path, made.run(levels), {"php/scandir": 1.25}, noise=1e-9, **given)


def test_the_articles_table_has_a_row_a_level_and_a_column_a_method(tmp_path: Path) -> None:
    assert to_tsv(Judging(listing(tmp_path))) == (
        "entries\treaddir\tscandir\tas_published\n"
        "0\t2.000\t2.500\t2.000\n"
        "10\t2.000\t2.500\t2.000\n"
        "1000\t2.000\t\t2.000\n"
    )


def test_methods_of_several_languages_are_named_with_them(tmp_path: Path) -> None:
    header = to_tsv(Judging(listing(tmp_path, ("php/scandir", "c/readdir")))).splitlines()[0]
    assert header == "entries\tphp/readdir\tphp/scandir\tc/readdir\tphp/as_published"


def test_several_factors_that_vary_are_columns_each_and_one_level_has_a_label_too(tmp_path: Path) -> None:
    two = [made.level({"a": size, "b": place}, "php/x", []) for size in (1, 2) for place in ("disk", "tmpfs")]
    assert to_tsv(Judging(made.opened(tmp_path / "two", made.run(two), noise=1e-9))).splitlines()[:2] == [
        "a\tb\tx",
        "1\tdisk\t2.000",
    ]
    one = [made.level({"a": 1, "b": "x"}, "php/x", [])]
    assert to_tsv(Judging(made.opened(tmp_path / "one", made.run(one), noise=1e-9))) == "a\tx\n1\t2.000\n"


def test_a_level_that_was_not_measured_is_a_row_of_empty_cells(tmp_path: Path) -> None:
    levels = [
        made.level({"target": "disk"}, "php/x", ["c/y"]),
        made.level({"target": "tmpfs"}, "php/x", ["c/y"], status="skipped", reason="none here"),
    ]
    assert to_tsv(Judging(made.opened(tmp_path, made.run(levels), noise=1e-9))).splitlines()[2] == "tmpfs\t\t"


def test_hyperfines_schema_in_seconds_of_one_iteration(tmp_path: Path) -> None:
    results = json.loads(to_hyperfine(Judging(listing(tmp_path))))["results"]
    assert len(results) == 3 + 3 + 2
    entry = results[1]
    assert entry["command"] == "php/scandir (entries=0)"
    assert {"mean", "stddev", "median", "user", "system", "min", "max", "times"} <= set(entry)
    assert entry["median"] == pytest.approx(0.0025, rel=1e-3)
    assert entry["min"] <= entry["median"] <= entry["max"]
    assert entry["mean"] == pytest.approx(entry["median"], rel=1e-6)
    assert len(entry["times"]) == 12 * 5
    assert entry["system"] == pytest.approx(2 * entry["user"], rel=1e-6)
    assert entry["parameters"] == {"entries": "0", "target": "disk"}


def test_a_deviation_of_one_sample_is_null_not_zero(tmp_path: Path) -> None:
    level = made.level({"entries": 1}, "php/readdir", [], blocks=1)
    stored = made.opened(tmp_path, made.run([level]), sweeps=1)
    assert json.loads(to_hyperfine(Judging(stored)))["results"][0]["stddev"] is None


def test_json_is_the_document_that_show_prints(tmp_path: Path) -> None:
    stored = listing(tmp_path)
    assert json.loads(to_json(Judging(stored))) == json.loads(judge_run(Judging(stored)).model_dump_json())


def test_csv_has_a_row_for_each_arm_of_each_level_and_missing_is_empty(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(Judging(listing(tmp_path))))))
    assert len(rows) == 3 + 3 + 2
    assert (rows[1]["arm"], rows[1]["entries"], rows[1]["verdict"]) == ("php/scandir", "0", "slower")
    assert rows[1]["runtime_peak_real_bytes"] == ""
    assert rows[2]["reason"] == "no names"


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_can_say_that_nothing_is_stored_yet(tmp_path: Path, form: str) -> None:
    stored = made.opened(tmp_path, made.run([made.level({"entries": 1}, "php/x", ["c/y"])]), sweeps=0)
    assert FORMATS[form](Judging(stored))


@pytest.mark.parametrize("form", FORMATS)
def test_names_that_break_tables_stay_in_their_cells(tmp_path: Path, form: str) -> None:
    level = made.level({"target": 'a\tb\n"c",d'}, "php/x", ["php/y\tz"])
    text = FORMATS[form](Judging(made.opened(tmp_path, made.run([level]), sweeps=1)))
    if form == "tsv":
        assert [line.count("\t") for line in text.splitlines()] == [2, 2]
    elif form == "csv":
        assert len(list(csv.reader(io.StringIO(text)))) == 3
    else:
        json.loads(text)


def test_hyperfines_figures_are_those_of_all_samples(tmp_path: Path) -> None:
    level = made.level({"target": "ün", "n": 1}, "php/x", ["php/y", made.arm("php/z", status="failed")], blocks=1)
    other = made.level({"target": "b"}, "php/x", [], blocks=1)

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * (1 + sweep)}

    stored = made.opened(tmp_path, made.run([level, other]), sweeps=2, noise=0, change=grow)
    text = to_hyperfine(Judging(stored))
    assert text.endswith("}\n") and "ün" in text and "\n  " in text
    results = json.loads(text)["results"]
    assert [one["command"] for one in results] == [
        "php/x (target=ün n=1)",
        "php/y (target=ün n=1)",
        "php/x (target=b n=)",
    ]
    assert results[1] == {
        "command": "php/y (target=ün n=1)",
        "mean": 0.003,
        "stddev": pytest.approx(0.002 / 2**0.5),
        "median": 0.003,
        "user": 0.0005,
        "system": 0.001,
        "min": 0.002,
        "max": 0.004,
        "times": [0.002, 0.004],
        "parameters": {"target": "ün", "n": "1"},
    }


def test_csv_is_one_table_for_several_runs(tmp_path: Path) -> None:
    first = made.level({"n": 1}, "php/x", [made.arm("php/y", kit_ns=made.BASE_NS, shift=1)])
    seen = made.level({"m": "é"}, "php/x", [], kind="observed")
    arms = [arm.model_copy(update={"outcome": Observation(code="whole", text="whole")}) for arm in seen.arms]
    runs = [
        made.opened(tmp_path, made.run([first]), noise=0),
        made.opened(tmp_path / "2", made.run([seen.model_copy(update={"arms": arms})], study="s"), sweeps=0),
    ]
    text = to_csv(*map(Judging, runs))
    assert text.count("\n") == 4 and "\r" not in text
    header = (
        "run,study,n,m,arm,role,status,reason,verdict,ratio,low,high,needed_rounds,median_ns,mean_ns,spread_low_ns,"
        "spread_high_ns,rounds,iterations,work,throughput_per_second,cpu_ns,user_ns,system_ns,peak_bytes,before_bytes,"
        "runtime_peak_bytes,runtime_peak_real_bytes,runtime,outcome,cautions"
    )
    assert text.splitlines()[0] == header
    usual, other, observed = csv.DictReader(io.StringIO(text))
    assert (usual["study"], usual["n"], usual["m"], usual["outcome"], usual["cautions"]) == (
        "readfile",
        "1",
        "",
        "",
        "",
    )
    assert other["cautions"] == "kit_cost shifted"
    assert (observed["study"], observed["m"], observed["outcome"]) == ("s", "é", "whole")


def test_a_table_without_levels_is_empty_and_words_in_a_cell_have_one_space(tmp_path: Path) -> None:
    assert to_tsv(Judging(made.opened(tmp_path / "none", made.run([]), sweeps=0))) == "\n"
    level = made.level({"target": "a  b"}, "php/x", [])
    assert to_tsv(Judging(made.opened(tmp_path, made.run([level]), noise=0))) == "target\tx\na b\t2.000\n"


def test_hyperfine_lists_no_arm_whose_samples_all_failed_and_those_after_it(tmp_path: Path) -> None:
    def fail(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        failed = ["failed" if arm == 2 else "ok" for arm in columns["arm"]]
        return {name: values for name, values in columns.items() if name != "user_ns"} | {"status": failed}

    level = made.level({"n": 1}, "php/x", ["php/y", "php/z"])
    text = to_hyperfine(Judging(made.opened(tmp_path, made.run([level]), noise=0, change=fail)))
    assert text.startswith('{\n  "results": [\n    {\n      "command": "php/x",\n')
    results = json.loads(text)["results"]
    assert [one["command"] for one in results] == ["php/x", "php/z"]
    assert [(one["user"], one["system"]) for one in results] == [(None, None)] * 2


def test_a_factor_that_a_level_does_not_have_is_an_empty_cell_and_a_name_is_cut_at_its_first_slash(
    tmp_path: Path,
) -> None:
    factors: tuple[dict[str, int | str], ...] = ({"n": 1, "sink": "pipe"}, {"n": 2})
    levels = [made.level(one, "php/x", ["php/y@a/b"]) for one in factors]
    ratios = {"php/y@a/b": 1000.0}
    assert to_tsv(Judging(made.opened(tmp_path, made.run(levels), ratios, noise=0))) == (
        "n\tsink\tx\ty@a/b\n1\tpipe\t2.000\t2000.000\n2\t\t2.000\t2000.000\n"
    )
