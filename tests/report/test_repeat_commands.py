"""The command that repeats a run, from what is stored of it; earlier versions stored no words."""

from __future__ import annotations

from pathlib import Path

from iotrial.report.brief import brief
from iotrial.report.repeat_commands import going_on, repeat_commands
from iotrial.snippets.snippet_study import SnippetsAsked
from iotrial.store.record import VariantRecord
from report import shown


def test_the_words_that_were_typed_are_said_with_the_seed() -> None:
    run, _ = shown.grown()
    asked = ["advise", "append", "--language", "python", "--set", "path=a b"]
    first, then = repeat_commands(run.model_copy(update={"asked": asked, "seed": 5}))
    assert first == "iotrial advise append --language python --set 'path=a b' --seed 5"
    assert then == f"iotrial compare {run.run} last"


def test_other_words_than_those_of_a_run_are_not_repeated() -> None:
    run, _ = shown.grown()
    stored = run.model_copy(update={"asked": ["machine", "--install", "everything"]})
    assert repeat_commands(stored) == repeat_commands(run)


def test_of_snippets_without_words_their_files_are_said() -> None:
    run, _ = shown.grown()
    files, inputs = [Path("/a/one.py"), Path("/a/two two.py")], [Path("/b/log")]
    text = SnippetsAsked(files, inputs, is_writing=True, paths=[Path("/lib")]).text
    stored = run.model_copy(update={"study": "vs", "job": "vs", "study_text": text, "quick": True})
    wanted = f"iotrial vs /a/one.py '/a/two two.py' --input /b/log --path /lib --output --seed {run.seed}"
    assert repeat_commands(stored)[0] == wanted
    assert repeat_commands(stored.model_copy(update={"study_text": "[snippets]\nfiles = 1\n"}))[0].startswith(
        "iotrial vs "
    )


def test_of_a_job_without_words_its_only_language_is_said_and_no_level_that_was_skipped() -> None:
    run, _ = shown.grown(levels=[shown.level(size, ("php/fread_1k",)) for size in (4096, 1_048_576)])
    first, second = run.levels
    job = run.model_copy(update={"study_text": "", "levels": [first, second.model_copy(update={"status": "skipped"})]})
    said = repeat_commands(job)[0]
    assert said.startswith(f"iotrial run {run.job} ") and " --language php " in said
    assert " --set file_bytes=4096 " in said and "1048576" not in said
    several, _ = shown.grown()
    assert "--language" not in repeat_commands(several.model_copy(update={"study_text": ""}))[0]


def test_a_run_that_came_to_no_end_says_how_to_go_on(tmp_path: Path) -> None:
    _, judged, _ = shown.opened(tmp_path, levels=[shown.level(4096)])
    cut = judged.model_copy(update={"complete": False, "stopped": "interrupted"})
    whole = cut.model_copy(update={"complete": True})
    screen = [line.plain.replace("\N{NO-BREAK SPACE}", " ") for line in brief(cut, 80)]
    assert f"  To go on: iotrial run --resume {judged.run}." in screen
    assert going_on(whole) == "" and not any("--resume" in line.plain for line in brief(whole, 80))
    going = going_on(judged.model_copy(update={"complete": False, "stopped": None}))
    assert going.startswith("If it has ended, go on: ")


def test_a_run_of_gate_cannot_go_on_and_no_command_says_so(tmp_path: Path) -> None:
    _, judged, _ = shown.opened(tmp_path, levels=[shown.level(4096)])
    arm = judged.levels[0].arms[0]
    older = arm.record.model_copy(update={"variant": VariantRecord(of="php/a")})
    level = judged.levels[0].model_copy(update={"arms": [arm.model_copy(update={"record": older})]})
    assert going_on(judged.model_copy(update={"complete": False, "stopped": "interrupted", "levels": [level]})) == ""
