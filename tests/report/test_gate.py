"""A gate on a terminal, as Markdown and as JUnit XML: the same words, and names from anywhere are text."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from iotrial.gate.gate_result import GatedPair, GateResult, GateSession, SecondSession
from iotrial.report.gate import show
from iotrial.report.gate_junit import MARK as JUNIT_MARK
from iotrial.report.gate_junit import junit
from iotrial.report.gate_markdown import MARK, markdown
from iotrial.report.markdown import escaped

#: Text that may be in a folder's name or in a reason.
HOSTILE = '</testcase>|`<b>&]]>"\x1b[31m\x00\ud800\ufffe@everyone https://example.org\n# x'


def pair(verdict: str, arm: str = "php/readfile", **given: Any) -> GatedPair:
    fields: dict[str, Any] = {
        "arm": arm,
        "level": {"file_bytes": 1, "target": "disk"},
        "changed": True,
        "verdict": verdict,
        "reason": None,
        "ratio": 1.061,
        "low": 1.042,
        "high": 1.083,
        "rounds": 12,
        "second": None,
        "cautions": [],
        **given,
    }
    return GatedPair.model_construct(**fields)  # unchecked: it may hold what is no text


SECOND = SecondSession(ratio=1.058, low=1.044, high=1.071, rounds=14, verdict="regression", cautions=[])

ALL = [
    pair("pass", "php/fread", ratio=1.001, low=0.99, high=1.01, changed=False),
    pair("regression", second=SECOND),
    pair("undecided", "c/splice", reason="the interval reaches over the margin"),
    pair("invalid", "c/sendfile", reason="the placebo is slower"),
    pair("not measured", "cpp/x", reason="no compiler", ratio=None, low=None, high=None, rounds=0),
]


def document(verdict: str, pairs: list[GatedPair], **given: Any) -> GateResult:
    fields: dict[str, Any] = {
        "format": 1,
        "study": "readfile",
        "against": "../before",
        "margin": 0.03,
        "verdict": verdict,
        "comparisons": len(pairs),
        "seconds": 31.4,
        "sessions": [GateSession(run="20261121-143055-k3x9", seconds=31.4, stopped="precision", invalid=None)],
        "pairs": pairs,
        "only_old": [],
        "only_new": [],
        "told": [],
        **given,
    }
    return GateResult.model_construct(**fields)


def printed(given: GateResult, width: int = 100) -> str:
    out = io.StringIO()
    show(given, Console(file=out, width=width))
    return out.getvalue()


def test_the_worst_comes_first_and_the_answer_last() -> None:
    text = printed(document("regression", ALL))
    rows = [line.split()[0] for line in text.splitlines() if line.startswith(("  php/", "  c/", "  cpp/"))]
    assert rows[:5] == ["php/readfile", "c/sendfile", "c/splice", "cpp/x", "php/fread"]
    assert text.splitlines()[-1] == ("REGRESSION: 1 of 5 slower than before by more than 3 %, in two sessions.")
    assert re.search(r"1\.061 \[1\.042, 1\.083\] +1\.058 \[1\.044, 1\.071\]", text)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_figures_are_whole_on_any_terminal(width: int) -> None:
    text = printed(document("regression", ALL), width)
    assert "1.061 [1.042, 1.083]" in text and "1.058 [1.044, 1.071]" in text
    assert "regression" in text


def test_what_could_not_be_compared_and_what_else_changed_is_told() -> None:
    given = document(
        "pass", ALL[:1], only_old=["php/gone"], only_new=["php/a", "php/b"], told=["the php kit is another"]
    )
    for text in (printed(given), markdown(given)):
        for words in ("only before", "php/gone", "only now", "php/a, php/b", "the php kit is another"):
            assert words in text


def test_markdown_is_known_by_its_first_line_and_has_a_row_for_each_entry() -> None:
    text = markdown(document("regression", ALL))
    assert text.startswith(MARK)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(ALL) and len({row.count("|") for row in rows}) == 1
    assert "❌ REGRESSION" in text


def test_names_from_anywhere_are_text_in_markdown() -> None:
    given = document(
        "invalid", [pair("invalid", HOSTILE, reason=HOSTILE, level={"target": HOSTILE})], study=HOSTILE, told=[HOSTILE]
    )
    text = markdown(given)
    assert "<b>" not in text and "</testcase>" not in text
    assert "@everyone" not in text and "https://" not in text
    assert "\\@\N{ZERO WIDTH NON-JOINER}everyone" in text
    assert all(letter.isprintable() or letter == "\n" or letter == "\N{ZERO WIDTH NON-JOINER}" for letter in text)
    rows = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 and len({row.count("|") for row in rows}) == 1


@pytest.mark.parametrize("sign", list("\\`*_{}[]<>()#+!|~&$^"))
def test_every_sign_of_markup_is_escaped(sign: str) -> None:
    assert escaped(f"a{sign}b") == f"a\\{sign}b"


def test_junit_has_a_test_case_for_each_entry_and_counts_them() -> None:
    text = junit(document("regression", ALL))
    assert JUNIT_MARK in text[:200]
    suite = ElementTree.fromstring(text)[0]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "2",
        "skipped": "1",
    }
    found = {str(case.get("name")): [child.tag for child in case] for case in suite.iter("testcase")}
    assert found == {
        "php/readfile": ["failure", "system-out"],
        "c/sendfile": ["error", "system-out"],
        "c/splice": ["error", "system-out"],
        "cpp/x": ["skipped", "system-out"],
        "php/fread": ["system-out"],
    }
    failure = suite.find("testcase/failure")
    assert failure is not None and "1.061 [1.042, 1.083]" in str(failure.get("message"))


def test_names_from_anywhere_are_text_in_junit() -> None:
    given = document("invalid", [pair("invalid", HOSTILE, reason=HOSTILE, level={"target": HOSTILE})], study=HOSTILE)
    suites = ElementTree.fromstring(junit(given).encode())
    case = suites.find("testsuite/testcase")
    assert case is not None and len(list(suites.iter("testcase"))) == 1
    assert str(case.get("name")).startswith('</testcase>|`<b>&]]>"?[31m???@everyone')


def test_every_end_has_a_sentence() -> None:
    for verdict, words in (
        ("pass", "PASS: 1 of 1 not slower"),
        ("undecided", "UNDECIDED: 1 of 1"),
        ("invalid", "INVALID: 1 of 1"),
        ("not measured", "NOT MEASURED"),
    ):
        assert words in printed(document(verdict, [pair(verdict, reason="why")]))
