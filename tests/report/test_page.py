"""The page as text: what must be on it, and that nothing from a run is ever markup."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from iotrial.claims.kinds.order import Order
from iotrial.cli.report import content
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_variant import JudgedVariant
from iotrial.judge.judging import Judging
from iotrial.judge.picture_samples import draw
from iotrial.report.columns import COLUMNS
from iotrial.report.condition_grid import grid
from iotrial.report.first_screen import NO_NEED, first_screen
from iotrial.report.observed import outcomes
from iotrial.report.page import Shown, page
from iotrial.report.template import hint
from iotrial.report.variant_table import variants
from iotrial.store.read import open_run
from iotrial.store.record import Caution, Observation
from judge import made
from report import shown
from stored_runs import packed

HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\"'&lt;"


class Tags(HTMLParser):
    """Every tag, with its attributes, and all text that is no script or style."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within = tag

    def handle_data(self, data: str) -> None:
        if self._within not in ("script", "style"):
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._within = ""


def parsed(text: str) -> Tags:
    tags = Tags()
    tags.feed(text)
    return tags


def states_of(tags: Tags) -> list[dict[str, str | None]]:
    """The states of the first screen."""
    return [attributes for tag, attributes in tags.tags if attributes.get("class") == "state"]


def test_a_page_has_every_part(tmp_path: Path) -> None:
    tags = parsed(page([shown.shown(tmp_path)]))
    text = " ".join(tags.text)
    for part in (
        "Does readfile() cost more than a loop?",
        "use readfile, the usual way",
        "When this changes",
        "at each condition what to use",
        "a second copy of the baseline came out within",
        "noise floor",
        "Memory at its highest, by kind",
        "Every sample",
        "Ratio over file_bytes",
        "Time over file_bytes",
        "2,560 reads",
        "What was published, and what this machine says",
        "The loop is slower <i>always</i>",
        "The code that was measured",
        "How to repeat it",
        "--seed 7",
        "Linux 6 <x>",
        "measured once",
    ):
        assert part in text, part
    assert shown.TEXT in "".join(tags.text)


def test_a_state_of_the_first_screen_has_the_answer_of_its_level(tmp_path: Path) -> None:
    one = shown.shown(tmp_path)
    screen = first_screen(one.judged, one.view.first, "")
    assert [state.language for state in screen.states] == [answer.called for answer in one.judged.answers]
    for state in screen.states:
        (marked,) = [bar.arm for bar in state.bars if bar.mark == "use"]
        assert marked == state.use and f"use {state.over}" in " ".join([state.sentence, *state.more])
        assert [bar.share for bar in state.bars] == sorted(bar.share for bar in state.bars)
        assert [bar.told for bar in state.bars if not bar.ratio] == ["in c"]  # it has no answer of its own


def test_only_what_changes_the_answer_is_to_be_chosen(tmp_path: Path) -> None:
    same = shown.shown(tmp_path / "same")
    screen = first_screen(same.judged, 0, "")
    assert screen.chips == [] and f"use {screen.states[0].over}" in screen.over_all[0][0]
    assert screen.states[0].sentence.startswith("The figures below: ")  # what to use is said once
    levels = [
        shown.level(4_096, ("php/fread_1k", "php/locked")),
        shown.level(8_192, ("php/fread_1k", "php/locked")),
    ]
    other = shown.shown(
        tmp_path / "needs", levels=levels, conditions={"lock": {"record": "each record must be locked"}}
    )
    screen = first_screen(other.judged, 0, "")
    assert [(chip.title, chip.values) for chip in screen.chips] == [("if", [NO_NEED, "each record must be locked"])]
    plain, locked = screen.states
    assert plain.use == "php/readfile" and locked.use == "php/locked" and "must be locked: locked" in locked.sentence
    assert [bar.mark for bar in locked.bars if bar.mark] == ["use"]


def test_a_size_that_changes_the_answer_can_be_chosen(tmp_path: Path) -> None:
    folder = packed.unpack("list-directory", tmp_path)
    judging = Judging(open_run(folder))
    judged = judge_run(judging)
    screen = first_screen(judged, 0, "")
    entries = next(chip for chip in screen.chips if chip.title == "entries")
    assert entries.values == ["10", "1,000", "2,000", "10,000"]
    told = {state.address for state in screen.states}
    assert len(told) == len(screen.states) == 4 * 2


def test_a_size_at_which_nothing_was_measured_cannot_be_chosen(tmp_path: Path) -> None:
    judged = judge_run(Judging(open_run(packed.unpack("list-directory", tmp_path))))
    levels = [
        level.model_copy(update={"status": "skipped"}) if level.level["entries"] == 10_000 else level
        for level in judged.levels
    ]
    entries = next(
        chip
        for chip in first_screen(judged.model_copy(update={"levels": levels}), 0, "").chips
        if chip.title == "entries"
    )
    assert entries.values == ["10", "1,000", "2,000"]


def test_the_grid_says_what_the_answers_of_levels_say(tmp_path: Path) -> None:
    one = shown.shown(tmp_path)
    for (called, rows), answer in zip(grid(one.judged, "p"), one.judged.answers, strict=True):
        assert called == answer.called and len(rows) == len(one.judged.levels)
        for row, found in zip(rows, one.judged.level_answers, strict=True):
            (choice,) = next(own for own in found if own.language == answer.language).choices
            assert row.tiers["use"] == [(choice.called, "")]
            tiers = {other.called: other.tier for other in choice.beside}
            assert {name: tier for tier, methods in row.tiers.items() for name, _ in methods if tier != "use"} == tiers


def test_a_page_is_light(tmp_path: Path) -> None:
    for name in ("readfile", "list-directory", "cold"):
        folder = packed.unpack(name, tmp_path / name)
        stored = Judging(open_run(folder))
        assert len(content("html", [stored], tmp_path, ())) < 600_000, name


def test_nothing_from_a_run_is_markup(tmp_path: Path) -> None:
    level = made.level(
        {"file_bytes": 4096, HOSTILE: HOSTILE},
        "php/readfile",
        [
            made.arm(f"php/{HOSTILE}", cautions=[Caution(code="x", text=HOSTILE)], method_sha256="text"),
            made.arm(f"c/{HOSTILE}", status="skipped", reason=HOSTILE, guarantees={HOSTILE: HOSTILE}),
        ],
    )
    given: dict[str, Any] = {
        "study": HOSTILE,
        "question": HOSTILE,
        "work_unit": HOSTILE,
        "texts": {"text": HOSTILE},
        "machine": {"system": HOSTILE, "processor": HOSTILE},
        "cautions": [Caution(code="y", text=HOSTILE)],
        "study_text": HOSTILE,
        "levels": [level],
    }
    text = page([shown.shown(tmp_path, **given)])
    tags = parsed(text)
    assert "img" not in [tag for tag, _ in tags.tags]
    assert len([tag for tag, _ in tags.tags if tag == "script"]) == 1
    assert not any(name.startswith("on") for _, attributes in tags.tags for name in attributes)
    assert HOSTILE not in text and html.unescape(" ".join(tags.text)).count("onerror") > 5


def test_nothing_is_loaded_from_anywhere(tmp_path: Path) -> None:
    tags = parsed(page([shown.shown(tmp_path)]))
    for tag, attributes in tags.tags:
        assert tag not in ("link", "iframe", "object", "embed", "base", "form"), tag
        assert "src" not in attributes and "srcset" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    policy = next(found["content"] for tag, found in tags.tags if found.get("http-equiv") == "Content-Security-Policy")
    assert policy and policy.startswith("default-src 'none'") and "unsafe-eval" not in policy


def test_every_column_of_every_table_is_described(tmp_path: Path) -> None:
    one = shown.shown(tmp_path)
    tables = [("Ranking", level.ranking) for level in one.view.levels] + [
        (title, table) for level in one.view.levels for title, table in level.beside
    ]
    tables += [("Why", level.evidence) for level in one.view.levels]
    tables += [("Claims", table) for table in one.view.claims] + one.view.across
    assert {"Ranking", "Memory", "Why", "Claims", "Cost over size"} <= {title for title, _ in tables}
    for title, table in tables:
        assert title in COLUMNS and table is not None
        assert all(hint(title, column.title) for column in table.columns), (title, [c.title for c in table.columns])


def test_the_columns_of_tables_that_few_runs_have_are_described_too(tmp_path: Path) -> None:
    pair = JudgedVariant(
        arm="php/read@8.4",
        over="php/read@8.2",
        ratio=0.9,
        low=0.88,
        high=0.92,
        rounds=12,
        verdict="faster",
        may_be_equal=True,
        reason=None,
        cautions=[],
    )
    level = shown.opened(tmp_path)[1].levels[0]
    looked_at = level.arms[1].model_copy(
        update={"record": level.arms[1].record.model_copy(update={"outcome": Observation(code="died", text="SIGBUS")})}
    )
    level = level.model_copy(update={"variants": [pair], "arms": [looked_at]})
    tables = {"The same method": variants(level), "What came of it": outcomes(level)}
    for title, table in tables.items():
        assert table is not None
        assert [column.title for column in table.columns] == list(COLUMNS[title])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"complete": False, "sweeps": 5}, "the run is not complete: 5 sweeps are stored"),
        ({"sweeps": 0, "complete": False}, "Not measured: no sweep is stored yet"),
        ({"sweeps": 3}, "3 rounds are too few"),
    ],
)
def test_a_run_that_is_not_whole_says_so(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    text = " ".join(parsed(page([shown.shown(tmp_path, **given)])).text)
    assert words in text


def test_a_run_without_levels_says_so(tmp_path: Path) -> None:
    stored = made.opened(tmp_path, made.run([], complete=False), sweeps=0)
    from iotrial.judge.explain_run import explain_run
    from iotrial.report.view import view

    judged = judge_run(Judging(stored))
    text = " ".join(parsed(page([Shown(view(stored.run, judged, explain_run(Judging(stored)), []), judged, [])])).text)
    assert "nothing was measured" in text


def test_samples_that_are_too_many_are_drawn_in_whole_blocks_and_it_says_so(tmp_path: Path) -> None:
    stored = open_run(shown.store(tmp_path))
    every, some, again = (draw(stored, 0, most=most) for most in (10_000, 100, 100))
    assert every.samples == every.drawn == 12 * 5 * 4
    assert some == again and some.drawn == 100 and len({len(found) for found, _ in some.arms.values()}) == 1
    assert some.arms["php/readfile"][1] == [1.0] * 25
    pairs = set(zip(*every.arms["c/sendfile"], strict=True))
    assert set(zip(*some.arms["c/sendfile"], strict=True)) <= pairs
    text = page([shown.shown(tmp_path / "page", most=100)])
    dots = [
        attributes["d"] or "" for tag, attributes in parsed(text).tags if tag == "path" and list(attributes) == ["d"]
    ]
    assert sum(path.count("h0") for path in dots) == 3 * 75  # the baseline's own are 1 and not drawn
    assert text.count("100 of 240 samples are drawn, in whole blocks") == 3


def test_the_level_that_claims_speak_of_comes_first(tmp_path: Path) -> None:
    at = {"file_bytes": shown.SIZES[2]}
    claims = [Order(key="1", says="It is.", arms=("php/readfile", "php/fread_1k"), at=at), shown.CLAIMS[0]]
    *_, view = shown.opened(tmp_path / "at", claims=claims)
    assert view.levels[view.first].name == "file_bytes=20971520"
    assert shown.opened(tmp_path / "none", claims=[])[-1].first == 0
    text = page([shown.shown(tmp_path / "page", claims=claims)])
    (state, *_) = [attributes["id"] or "" for attributes in states_of(parsed(text))]
    assert state == "use-php-file_bytes-20971520-sink-pipe"
    assert "An &lt;article&gt; (Somebody, 2012)" in text and "2 claims: 2 confirmed" in text


def test_several_runs_stand_on_one_page(tmp_path: Path) -> None:
    first, second = (shown.shown(tmp_path, run=f"20261121-14305{number}-k3x9") for number in (1, 2))
    tags = parsed(page([first, second]))
    ids = [attributes["id"] for _, attributes in tags.tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and {first.view.run, second.view.run} <= set(ids)
    assert "2 studies of file I/O" in tags.text
