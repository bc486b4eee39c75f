"""The levels that a choice is for, in words."""

from __future__ import annotations

import re
from pathlib import Path

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.report.level_places import where_to_use
from judge.test_answer import one_level
from report.test_what_to_use import choice, said, times, told


def test_what_the_levels_of_a_choice_have_in_common_and_others_have_not_is_said(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    every = [{"n": n, "hosts": hosts} for n in (10, 100) for hosts in (1, 2)]
    levels = [judged.levels[0].model_copy(update={"level": level}) for level in every]
    few, many = every[0], every[2]
    one = choice([few, many], slower=[times("b()", 1.5)])
    turns = [choice([few], slower=[times("b()", 1.5)]), choice([many], "b()", slower=[times("a()", 1.5)])]
    for choices, said_first in (
        ([one], "In PHP, at hosts=1, at n=10 and 100: use a()."),
        (turns, "In PHP, at hosts=1, it depends: up to n=10 use a(); from n=100 on use b()."),
    ):
        answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=choices)
        (text,) = told(judged.model_copy(update={"levels": levels, "answers": [answer]}))
        assert text.startswith(said_first)


def test_a_choice_is_told_with_its_levels_unless_the_run_has_no_other(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    levels = [judged.levels[0].model_copy(update={"level": {"hosts": hosts}}) for hosts in (2, 1)]
    several = judged.model_copy(update={"levels": levels})

    def where(run: JudgedRun, *choices: Choice) -> list[str]:
        answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=list(choices))
        return [where_to_use(run, answer, number) for number in range(len(choices))]

    one, two = choice([{"hosts": 1}]), choice([{"hosts": 2}])
    assert where(several, one, two) == ["up to hosts=1", "from hosts=2 on"]
    assert where(several, two) == ["(hosts\N{NO-BREAK SPACE}2)"]
    assert where(several, choice([{"hosts": 2}, {"hosts": 1}])) == ["at hosts=1 and 2"]
    assert where(judged, choice([{"file_bytes": 1 << 20}])) == [""]
    limited, free = choice([{"memory_limit": 64 << 20}]), choice([{"memory_limit": "none"}])
    words = [judged.levels[0].model_copy(update={"level": {"memory_limit": one}}) for one in (64 << 20, "none")]
    found = where(judged.model_copy(update={"levels": words}), limited, free)  # a number beside a word is no size
    assert found == ["with 64\xa0MiB of memory", "with all memory"]


def test_a_choice_for_fewer_conditions_than_were_measured_says_of_how_many(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    every = [{"size": size, "sink": sink} for size in (1, 2) for sink in ("pipe", "null")]
    levels = [judged.levels[0].model_copy(update={"level": level}) for level in every]
    for count, words in ((4, "in all 4 conditions"), (3, "in 3 of 4 conditions")):
        one = choice(every[:count], slower=[times("b()", 1.5)])
        answer = LanguageAnswer(language="php", called="PHP", guarantees={}, choices=[one])
        (text,) = told(judged.model_copy(update={"levels": levels, "answers": [answer]}))
        assert text.startswith(f"In PHP, {words}: use a().")


def test_levels_without_an_option_that_others_have_are_no_option(tmp_path: Path) -> None:
    option = {"php.memory_limit": "16M", "size": 1}
    for one, other in ((option, {"size": 1}), ({"size": 1}, option)):
        text = said(tmp_path / str(len(one)), choice([one]), choice([other], "b()"))
        assert sorted(re.findall(r"at ([\w.]+(?: option|=16M)) use", text)) == ["no option", "php.memory_limit=16M"]


def test_levels_of_several_factors_are_named_by_what_they_have_in_common(tmp_path: Path) -> None:
    levels = [{"file_bytes": size, "sink": sink} for size in (4096, 1 << 20) for sink in ("pipe", "tcp", "null")]
    small, large = levels[:3], levels[3:]
    text = said(tmp_path / "1", choice(small), choice(large, "b()"))
    assert text == "In PHP it depends: at file_bytes=4096 use a(); at file_bytes=1048576 use b()."
    text = said(tmp_path / "2", choice([*small, large[0]]), choice(large[1:], "b()"))
    assert text == (
        "In PHP it depends: in 4 of 6 conditions, such as file_bytes=4096 sink=pipe, use a(); "
        "at file_bytes=1048576, sink=tcp or null use b()."
    )


def test_an_example_ends_with_a_comma_in_a_sentence_alone(tmp_path: Path) -> None:
    levels = [{"file_bytes": size, "sink": sink} for size in (4096, 1 << 20) for sink in ("pipe", "tcp", "null")]
    answer = LanguageAnswer(
        language="php", called="PHP", guarantees={}, choices=[choice(levels[:4]), choice(levels[4:], "b()")]
    )
    judged = one_level(tmp_path, ["php/b"], {}, sweeps=3)
    run = judged.model_copy(update={"levels": [judged.levels[0].model_copy(update={"level": one}) for one in levels]})
    assert where_to_use(run, answer, 0) == "in 4 of 6 conditions, such as file_bytes=4096 sink=pipe"
