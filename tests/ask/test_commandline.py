"""Studies from the command line: made, narrowed, adjusted and found."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask.made_of_study import CATALOG, TOP, load, wrong
from iotrial.ask import find_study, tree
from iotrial.ask.adhoc_study import make
from iotrial.ask.adjusted_study import adjust
from iotrial.ask.narrowed_study import narrow


def test_a_job_alone_makes_a_study_of_all_its_methods_at_its_defaults() -> None:
    study = make("deliver", CATALOG)
    assert (study.name, study.baseline, study.text) == ("deliver", "php/fread_1k", "")
    assert [level.name for level in study.levels] == ["file_bytes=20971520 pieces=1 sink=pipe target=disk"]
    assert len(study.levels[0].arms) == 7


def test_commas_make_several_levels_and_units_are_understood() -> None:
    study = make(
        "deliver", CATALOG, {"file_bytes": "4096,1 MiB", "php.memory_limit": "16M"}, ["php"], ["f*", "batched"]
    )
    assert [level.name for level in study.levels] == [
        "file_bytes=4096 pieces=1 sink=pipe target=disk php.memory_limit=16M",
        "file_bytes=1048576 pieces=1 sink=pipe target=disk php.memory_limit=16M",
    ]
    assert study.levels[0].arms == ("php/batched", "php/fread_1k")


def test_without_an_articles_method_the_first_is_the_baseline() -> None:
    assert make("deliver", CATALOG, languages=["c"]).baseline == "c/sendfile"
    assert make("deliver", CATALOG, methods=["php/br*", "c/*"]).baseline == "php/broken"


def test_a_method_of_a_joined_tree_is_the_baseline_only_if_there_is_no_other(tmp_path: Path) -> None:
    (folder := tmp_path / "append" / "c").mkdir(parents=True)
    guarantees = "// visible: each record\n// lock: none\n// append: yes\n// durable: no\n"
    for name in ("a_first", "a_second"):
        (folder / f"{name}.c").write_text("// A method.\n// Use it nowhere.\n// tags: article\n" + guarantees)
    catalog = tree.load([tmp_path])
    ours = make("append", tree.load(), languages=["c"])
    joined = make("append", catalog, languages=["c"])
    assert joined.baseline == ours.baseline and len(joined.levels[0].arms) == len(ours.levels[0].arms) + 2
    assert make("append", catalog, methods=["c/a_*"]).baseline == "c/a_first"
    assert narrow(joined, catalog, globs=["c/a_*", "c/writev_batched"]).baseline == "c/writev_batched"


def test_a_folder_named_with_set_is_taken_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert make("deliver", CATALOG, {"target": "./x"}).levels[0].factors["target"] == str(tmp_path / "x")


def test_everything_wrong_on_the_command_line_is_said_at_once() -> None:
    settings = {"file_bytes": "4096,-1", "sinc": "pipe", "pieces": ""}
    assert wrong(lambda: make("deliver", CATALOG, settings, ["phpp"], ["x*"])) == [
        "--language: unknown language 'phpp' (did you mean 'php'?)",
        "--method: 'x*' matches no method of deliver (`iotrial methods deliver` lists them)",
        "--set file_bytes: '-1' is negative",
        "--set sinc: unknown factor 'sinc' (did you mean 'sink'?)",
        "--set pieces: it needs at least one value",
    ]
    assert wrong(lambda: make("delivr", CATALOG)) == ["unknown job 'delivr' (did you mean 'deliver'?)"]
    assert wrong(lambda: make("empty", CATALOG, languages=["c"])) == ["empty has no method in c (jobs in c: deliver)"]


STUDY = (
    TOP + "methods = ['php/*', 'c/*']\n[[levels]]\n[[levels]]\nsink = 'null'\nmethods = ['php/readfile', 'c/splice']\n"
)


def test_narrowing_keeps_the_baseline_where_it_is_among_the_chosen(tmp_path: Path) -> None:
    study = narrow(load(tmp_path, STUDY), CATALOG, ["php"])
    assert study.baseline == "php/readfile"
    assert [len(level.arms) for level in study.levels] == [4, 1]
    assert study.notes == ()


def test_a_baseline_that_was_not_chosen_gives_way_and_the_study_says_so(tmp_path: Path) -> None:
    study = narrow(load(tmp_path, STUDY), CATALOG, globs=["splice"])
    assert study.baseline == "c/splice"
    assert study.notes == ("the baseline is c/splice, since php/readfile was not chosen",)
    study = narrow(load(tmp_path, STUDY), CATALOG, ["php"], ["php/[bf]*"])
    assert study.baseline == "php/fread_1k"
    assert study.levels[0].arms == ("php/batched", "php/broken", "php/fread_1k")
    assert study.notes[0] == "1 of 2 levels have none of the chosen methods: sink=null"


def test_narrowing_to_nothing_is_an_error(tmp_path: Path) -> None:
    study = load(tmp_path, STUDY)
    assert narrow(study, CATALOG) is study
    assert wrong(lambda: narrow(study, CATALOG, ["python"])) == [
        "--language: the study mine has no method in python "
        "(it has c, php; its job has what you named: iotrial run deliver --language python)"
    ]
    assert wrong(lambda: narrow(study, CATALOG, ["rust"], ["splise"])) == [
        "--language: unknown language 'rust' (there are: c, php, python)",
        "--method: 'splise' matches no method of the study mine (`iotrial methods deliver` lists them)",
    ]


def test_levels_that_share_no_method_have_no_baseline(tmp_path: Path) -> None:
    tables = "[[levels]]\nmethods = ['php/readfile', 'c/splice']\n"
    tables += "[[levels]]\nsink = 'null'\nmethods = ['php/readfile', 'c/sendfile']\n"
    assert wrong(lambda: narrow(load(tmp_path, TOP + tables), CATALOG, ["c"])) == [
        "no method that is left is in all levels, so that there is no baseline (choose more methods or languages)"
    ]


def test_the_command_line_adjusts_the_rules(tmp_path: Path) -> None:
    study = adjust(
        load(tmp_path, TOP), rounds=12, blocks=3, margin="0.5%", precision=0.01, budget="30 s", sample="1ms", seed=7
    )
    assert (study.rounds, study.blocks, study.margin, study.precision) == (12, 3, 0.005, 0.01)
    assert (study.budget_seconds, study.sample_ns, study.seed) == (30.0, 1_000_000, 7)
    assert adjust(study, rounds=None) == study


def test_rules_that_cannot_be_are_refused_at_once(tmp_path: Path) -> None:
    study = load(tmp_path, TOP)
    assert wrong(lambda: adjust(study, rounds=2, blocks=2, margin="1", budget="10", seed=-1)) == [
        "--blocks: 2 blocks are even, which biases medians; take 1 or 3",
        "--margin: '1' could mean percent or a share of one; write it as \"1%\" or 0.01",
        "--budget: '10' has no unit; units of time are ns, us, ms, s, min, h (--budget 10s)",
        "--seed: -1 is negative",
        "--rounds: 2 rounds are too few for 7 arms and a placebo: no interval at 95 % exists below 9 rounds",
    ]


def test_studies_are_found_by_name_and_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, mine = tmp_path / "ours", tmp_path / "mine"
    for path in (ours / "studies/readfile.toml", mine / "studies/readfile.toml", mine / "studies/other.toml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    monkeypatch.setattr(find_study, "root", lambda: ours)
    monkeypatch.chdir(mine / "studies")
    assert find_study.studies([mine]) == {
        "readfile": ours / "studies/readfile.toml",
        "other": mine / "studies/other.toml",
    }
    assert find_study.find("readfile") == ours / "studies/readfile.toml"
    assert find_study.find("readfile.toml") == Path("readfile.toml")
    assert find_study.find("./other.toml") == Path("other.toml")
    assert wrong(lambda: find_study.find("readfil")) == ["unknown study 'readfil' (did you mean 'readfile'?)"]
    assert wrong(lambda: find_study.find("apend", jobs=["append"]))[0].startswith(
        "unknown study 'apend' (did you mean 'appe"
    )
    assert wrong(lambda: find_study.find("./nope.toml")) == [f"./nope.toml: there is no such file ({find_study.HINT})"]
    assert len(wrong(lambda: find_study.find("a\0/b" * 4000))) == 1
