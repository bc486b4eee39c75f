"""Pictures: a file that others can show, with the figures of the run in it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from iotrial.report import picture
from iotrial.report.charts import forest
from judge import made
from report import shown

HOSTILE = '<script>alert(1)</script>&"'


def words(svg: str) -> str:
    return " ".join("".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.text)


def test_an_svg_has_the_question_the_answer_and_each_arm(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path)
    told = words(picture.svg([(view, judged)]))
    for part in (
        "Does readfile() cost more",
        view.answers[0][0].replace("\N{NO-BREAK SPACE}", " ")[:40],
        "Linux 6 <x>",  # the machine, its runtimes and the day go with the picture
        "2026-11-21",
        "fread_1k",
        "php, file_bytes=4096",
        "times as long as readfile",
        "2.50x",
        "Measured by iotrial",
        "measured once",
    ):
        assert part in told, part


def test_panels_stand_in_the_order_of_sizes_on_one_axis(tmp_path: Path) -> None:
    levels = [shown.level(size) for size in (1_048_576, 4_096, 20_971_520)]
    _, judged, _ = shown.opened(tmp_path, levels=levels)
    plots = picture.rankings(judged)
    assert [plot.title for plot in plots] == [f"php, file_bytes={size}" for size in shown.SIZES]
    orders = [{row["arm"]: row["order"] for row in plot.sets["rows"]} for plot in plots]
    assert orders == orders[:1] * 3 and len(orders[0]) == 2
    ends = [end for plot in plots for end in plot.ends]
    specs = [json.dumps(forest.spec(plot, ends)) for plot in plots]
    assert len({re.search(r'"domain": \[[^]]*\], "nice"', spec)[0] for spec in specs}) == 1  # type: ignore[index]


def test_two_levels_in_one_picture_keep_their_own_figures(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path)
    spec = picture._spec([(view, judged)])
    names = re.findall(r'"name": "(\w+)"', json.dumps(spec))
    assert len(names) == len(set(names))  # views of one name would share their data


def test_many_levels_are_drawn_as_cost_over_size(tmp_path: Path) -> None:
    levels = [shown.level(4096 * 4**number) for number in range(6)]
    _, judged, view = shown.opened(tmp_path, levels=levels)
    assert "time over file_bytes" in words(picture.svg([(view, judged)]))


def test_names_are_text_in_a_picture(tmp_path: Path) -> None:
    level = made.level({"file_bytes": 4096}, "php/readfile", [f"php/{HOSTILE}"])
    _, judged, view = shown.opened(tmp_path, levels=[level], question=HOSTILE)
    svg = picture.svg([(view, judged)])
    assert not [node for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("script")]
    assert HOSTILE in words(svg)


@pytest.mark.parametrize("sweeps", [0, 12])
def test_a_png_is_one(tmp_path: Path, sweeps: int) -> None:
    _, judged, view = shown.opened(tmp_path, sweeps=sweeps)
    assert picture.png([(view, judged)]).startswith(b"\x89PNG\r\n")
