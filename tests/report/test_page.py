"""The page as text: what must be on it, and that nothing from a run is ever markup."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from iotrial.claims.kinds.order import Order
from iotrial.judge.judged_variant import JudgedVariant
from iotrial.judge.judging import Judging
from iotrial.judge.picture_samples import draw
from iotrial.report.columns import COLUMNS
from iotrial.report.observed import outcomes
from iotrial.report.page import page
from iotrial.report.template import hint
from iotrial.report.variant_table import variants
from iotrial.store.read import open_run
from iotrial.store.record import Caution, Observation
from judge import made
from report import shown

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


def data_of(text: str) -> dict[str, Any]:
    """The data that the charts are drawn from."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    document: dict[str, Any] = json.loads(found[1])
    return document


def test_a_page_has_every_part(tmp_path: Path) -> None:
    tags = parsed(page([shown.shown(tmp_path)]))
    text = " ".join(tags.text)
    for part in (
        "Does readfile() cost more than a loop?",
        "c/sendfile is the fastest at 3 of 3 levels",
        "All levels at a glance",
        "Who is faster",
        "noise floor",
        "Memory",
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
    assert shown.TEXT in text
    kinds = [attributes.get("data-kind") for tag, attributes in tags.tags if tag == "figure"]
    assert kinds.count("forest") == kinds.count("dots") == kinds.count("cost") == kinds.count("ratio") == 1
    assert kinds.count("memory") == 3


def test_what_a_chart_draws_stands_in_a_table(tmp_path: Path) -> None:
    text = page([shown.shown(tmp_path)])
    cells = "|".join(parsed(text).text)
    (run,) = data_of(text)["runs"].values()
    for level in run["levels"]:
        for row in level["forest"]["sets"]["rows"]:
            assert row["arm"] in cells and row["told"] in cells and row["time"] in cells
        for row in level["memory"]["sets"]["rows"]:
            assert row["peak"] in cells
    points = run["cost"][0]["sets"]["points"]
    assert len(points) == 9 and all(point["time"] in cells for point in points)


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
    assert len([tag for tag, _ in tags.tags if tag == "script"]) == 3
    assert not any(name.startswith("on") for _, attributes in tags.tags for name in attributes)
    assert HOSTILE not in text and html.unescape(" ".join(tags.text)).count("onerror") > 5
    assert data_of(text)["runs"]  # the data is whole, whatever stands in it


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
    stored = open_run(made.store(tmp_path, made.run([], complete=False), sweeps=0))
    from iotrial.judge.explain_run import explain_run
    from iotrial.judge.judge_run import judge_run
    from iotrial.report.charts.run_charts import Shown
    from iotrial.report.view import view

    judged = judge_run(Judging(stored))
    text = " ".join(
        parsed(page([Shown(view(stored.run, judged, explain_run(Judging(stored)), []), judged, [], [])])).text
    )
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
    (run,) = data_of(text)["runs"].values()
    drawn = [sum(len(arm["ratio"]) for arm in level["dots"]["arms"]) for level in run["levels"]]
    assert drawn == [75, 75, 75]  # the baseline's own are 1 and not drawn
    assert run["levels"][0]["drawn"].startswith("100 of 240 samples are drawn, in whole blocks")


def test_the_level_that_claims_speak_of_comes_first(tmp_path: Path) -> None:
    at = {"file_bytes": shown.SIZES[2]}
    claims = [Order(key="1", says="It is.", arms=("php/readfile", "php/fread_1k"), at=at), shown.CLAIMS[0]]
    *_, view = shown.opened(tmp_path / "at", claims=claims)
    assert view.levels[view.first].name == "file_bytes=20971520"
    assert shown.opened(tmp_path / "none", claims=[])[-1].first == 0
    text = page([shown.shown(tmp_path / "page", claims=claims)])
    assert '<option value="2" selected>file_bytes=20971520</option>' in text
    assert "An &lt;article&gt; (Somebody, 2012)" in text and "2 claims: 2 confirmed" in text


def test_several_runs_stand_on_one_page(tmp_path: Path) -> None:
    first, second = (shown.shown(tmp_path, run=f"20261121-14305{number}-k3x9") for number in (1, 2))
    tags = parsed(page([first, second]))
    ids = [attributes["id"] for _, attributes in tags.tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and {first.view.run, second.view.run} <= set(ids)
    assert "2 studies of file I/O" in tags.text
