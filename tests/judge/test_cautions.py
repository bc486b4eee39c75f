"""Every caution has its words, and the figures that statistics give fit into them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import iotrial
from iotrial.cautions import CAUTIONS, advice, sentence
from iotrial.stats import doubts
from iotrial.stats.interval import Interval
from iotrial.stats.level_samples import LevelSamples

STATISTICS = {"drift", "slot_effect", "autocorrelation", "trend", "skew", "two_humps", "placebo_excludes_one"}
NOISE = {"stolen", "run_queue", "io_pressure", "memory_pressure", "writeback", "clock_speed", "shared_turns"}


#: Raised as part of a list, in which a pattern does not find them.
ELSEWHERE = {"incomplete", "damaged_part"}


def test_every_code_that_the_source_raises_has_its_words_and_no_other_has() -> None:
    source = Path(iotrial.__file__).parent
    raised = {*STATISTICS, *NOISE, *ELSEWHERE}
    for path in source.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        raised |= set(re.findall(r'Caution\(\s*code="(\w+)"', text))
        raised |= set(re.findall(r'found\.append\(\s*\("(\w+)",', text))
    assert raised == set(CAUTIONS)


def test_every_kind_says_what_can_be_done_in_one_plain_sentence() -> None:
    for code, kind in CAUTIONS.items():
        assert re.fullmatch(r"[a-z_]+", code)
        assert kind.sentence and kind.advice
        assert not kind.sentence.endswith(".") and not kind.advice.endswith(".")


def test_a_code_of_another_version_has_no_advice_and_no_sentence() -> None:
    assert advice("unheard_of") is None
    with pytest.raises(KeyError):
        sentence("unheard_of")


def test_the_figures_of_statistics_fit_into_the_sentences() -> None:
    rng = np.random.default_rng(1)
    rounds = np.arange(40)
    noise = 0.001 * rng.standard_normal(40)
    times = np.exp(0.001 * rng.standard_normal((40, 10, 3)))
    slot = np.argsort(rng.random((40, 10, 3)), axis=2)
    times[:, :, 2] *= 1 + 0.05 * slot[:, :, 2]
    drifting = np.log(np.exp(0.001 * rng.standard_normal((40, 10, 3))))
    drifting[:, 5:, 2] += 0.1
    humps = np.where(rounds % 2 == 0, 0.5, 0.0) + noise
    lopsided = np.concatenate([np.zeros(21), np.full(19, 2.0)]) + noise
    figures = {
        "drift": doubts.drift(drifting, 0.01, 0.01)[2],
        "slot_effect": doubts.slot_effect(LevelSamples(times, slot), 0.01)[2],
        "autocorrelation": doubts.autocorrelation(np.sort(noise), 1),
        "trend": doubts.trend(rounds * 0.01 + noise, 1, 0.01),
        "skew": doubts.skew(lopsided, Interval(0.0, -0.01, 0.01), 0.01),
        "two_humps": doubts.two_humps(np.repeat(humps[:, None], 10, axis=1), humps, 1, 0.01),
        "placebo_excludes_one": {"ratio": 1.01, "low": 1.005, "high": 1.02},
    }
    assert set(figures) == STATISTICS
    for code, found in figures.items():
        assert found is not None, code
        assert "{" not in sentence(code, found)


@pytest.mark.parametrize(
    ("code", "figures", "words"),
    [
        ("drift", {"change": 0.052}, "the first half by +5.2%, more than the margin"),
        ("slot_effect", {"effect": 0.031, "p": 0.001}, "its place in the block, by 3.1% (p = 0.001)"),
        ("trend", {"change": -0.04, "p": 0.01}, "moved by -4.0% from the first round to the last (p = 0.01)"),
        ("skew", {"estimate": 1.2, "median": 1.1}, "estimate is 1.200, far from the median 1.100"),
        ("two_humps", {"low": 1.0, "high": 1.5, "share_high": 0.3, "p": 0.01}, "near 1.000 and 1.500 (30% in the"),
        ("placebo_excludes_one", {"ratio": 1.01, "low": 1.005, "high": 1.02}, "without 1: [1.0050, 1.0200]"),
        ("kit_cost", {"kit_ns": 50.2, "share": 0.25}, "is 50 ns: 25% of the time"),
        ("coarse_clock", {"step_ns": 1000, "share": 0.025}, "in steps of 1000 ns, 2.5% of a sample"),
        ("short_sample", {"sample_ms": 0.5, "wanted_ms": 2.0}, "lasts 0.50 ms, less than the 2.00 ms asked for"),
        ("void_blocks", {"share": 0.125, "reason": "it failed"}, "12.5% of the blocks are void, most often because it"),
        ("few_rounds", {"rounds": 3, "comparisons": 2, "needed": 7}, "3 rounds are too few"),
        ("few_rounds", {"rounds": 3, "comparisons": 2, "needed": 7}, "2 comparisons at once need 7"),
        (
            "reference_beaten",
            {"floor": "c/f", "kind": "copying", "arm": "php/a", "share": 1.2, "low": 1.1, "high": 1.3},
            "it takes 1.200 [1.100, 1.300] times as long as php/a",
        ),
    ],
)
def test_a_sentence_has_its_figures_in_their_places_and_units(
    code: str, figures: dict[str, object], words: str
) -> None:
    assert words in sentence(code, figures)
