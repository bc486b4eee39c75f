"""A gate on a terminal, as Markdown and as JUnit XML: the same words, and names from anywhere are text."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from iotrial.gate.gate_result import GatedPair, GateResult, GateSession, SecondSession
from iotrial.report.gate_junit import MARK as JUNIT_MARK
from iotrial.report.gate_junit import junit
from iotrial.report.gate_markdown import MARK, markdown
from iotrial.report.gate_screen import answer, show
from iotrial.report.markdown import escaped
from iotrial.store.record import Caution

#: Text that may be in a folder's name or in a reason.
HOSTILE = '</testcase>|`<b>&]]>"\x1b[31m\x00\ud800\ufffe @everyone https://example.org\n# x'


def pair(verdict: str, arm: str = "php/readfile", **given: Any) -> GatedPair:
    fields: dict[str, Any] = {
        "arm": arm,
        "called": f"{arm.partition('/')[2]}()",
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
    pair("undecided", "c/splice", reason="the interval lies on both sides of the margin"),
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


def printed(given: GateResult, width: int = 100, *, details: bool = False) -> str:
    out = io.StringIO()
    show(given, Console(file=out, width=width), details=details)
    return out.getvalue()


def test_the_answer_comes_first_then_what_matters_and_the_rest_is_counted() -> None:
    faster = pair("pass", "c/mmap", ratio=0.5, low=0.48, high=0.52)
    few = pair("undecided", "c/few", ratio=1.0, low=None, high=None, reason="too few rounds for an interval")
    assert printed(document("regression", [*ALL, faster, few])).splitlines() == [
        "readfile() became slower: it takes 1.06 times as long as before.",
        "  How sure: old and new ran side by side in 12 rounds, and what is slower again in a second session.",
        "",
        "  call        method        new / old [low, high]  second session        it is",
        "  readfile()  php/readfile  1.061 [1.042, 1.083]   1.058 [1.044, 1.071]  slower",
        "  sendfile()  c/sendfile    1.061 [1.042, 1.083]                         not valid",
        "  splice()    c/splice      1.061 [1.042, 1.083]                         unclear",
        "  mmap()      c/mmap        0.500 [0.480, 0.520]                         faster",
        "  1 other is no slower than before.",
        "  1 had too few rounds for an answer.",
        "  1 could not be measured: no compiler.",
        "  c/sendfile: the placebo is slower",
        "",
        "asked: readfile: is anything slower than in ../before by more than 3 %?",
        "at file_bytes=1",
        "run 20261121-143055-k3x9, 31 s, ended by precision",
    ]


def test_a_pass_says_how_much_slower_anything_may_be() -> None:
    text = printed(
        document("pass", [pair("pass", f"php/m{n}", ratio=1.0, low=0.99, high=1.01 + n / 1000) for n in range(12)])
    )
    assert text.splitlines()[:5] == [
        "Nothing became slower by more than 3 %.",
        "  None takes more than 1.03 times as long as before.",
        "  How sure: old and new ran side by side in 12 rounds.",
        "  All 12 are no slower than before.",
        "",
    ]


def test_of_several_regressions_the_worst_is_named_and_the_level_if_there_are_several() -> None:
    rows = [pair("regression", level={"records": n}, ratio=1.0 + n / 10, second=SECOND) for n in (1, 2)]
    text = printed(document("regression", [*rows, ALL[0]]))
    assert text.startswith("2 of 3 became slower, readfile() the most: it takes 1.20 times as long as before.")
    assert re.findall(r"records=\d", text) == ["records=2", "records=1"]


def test_a_changed_guarantee_stands_beside_the_verdict_and_other_cautions_under_details() -> None:
    cautions = [Caution(code="changed_guarantees", text="lock none"), Caution(code="shifted", text="1 iterations")]
    given = document("regression", [pair("regression", second=SECOND, cautions=cautions)])
    assert "  php/readfile: lock none" in printed(given) and "1 iterations" not in printed(given)
    assert "1 iterations" in printed(given, details=True)


@pytest.mark.parametrize("width", [100, 80])
def test_a_long_table_is_cut_and_counted_unless_details_are_asked_for(width: int) -> None:
    many = [pair("undecided", f"php/a_method_with_a_name_{n}", reason=f"reason {n}") for n in range(30)]
    given = document("undecided", many)
    lines = printed(given, width).splitlines()
    rows = [line for line in lines if line.endswith("unclear")]
    assert len(rows) == 15 and "  15 more: --details" in lines and "  11 more remarks: --details" in lines
    assert max(map(len, lines)) <= width
    whole = printed(given, width, details=True)
    assert whole.count("1.061 [1.042, 1.083]") == 30 and "reason 29" in whole


def test_with_details_the_worst_comes_first() -> None:
    text = printed(document("regression", ALL), details=True)
    rows = [line.split()[0] for line in text.splitlines() if line.startswith(("  php/", "  c/", "  cpp/"))]
    assert rows[:5] == ["php/readfile", "c/sendfile", "c/splice", "cpp/x", "php/fread"]
    assert text.startswith("readfile() became slower: it takes 1.06 times as long as before.\n")
    assert re.search(r"1\.061 \[1\.042, 1\.083\] +1\.058 \[1\.044, 1\.071\]", text)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_figures_are_whole_on_any_terminal(width: int) -> None:
    for details in (True, False):
        text = printed(document("regression", ALL), width, details=details)
        assert "1.061 [1.042, 1.083]" in text and "1.058 [1.044, 1.071]" in text
        assert ("regression" if details else "slower") in text


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
    assert str(case.get("name")).startswith('</testcase>|`<b>&]]>"\\u001b[31m\\u0000\\ud800\\ufffe @everyone')


def test_every_end_has_a_sentence() -> None:
    for verdict, words in (
        ("regression", "readfile() became slower: it takes 1.06 times as long as before."),
        ("pass", "Nothing became slower by more than 3 %."),
        ("undecided", "Cannot tell yet: 1 of 1 may have become slower by more than 3 %."),
        ("invalid", "No answer: 1 of 1 cannot be believed."),
        ("not measured", "Nothing could be compared."),
    ):
        given = document(verdict, [pair(verdict, reason="why")])
        assert printed(given).startswith(words)
        assert answer(given).replace("\N{NO-BREAK SPACE}", " ") == f"{verdict.upper()}: {words}"


def test_a_bound_is_rounded_up_and_what_was_not_measured_is_counted_in_the_answer() -> None:
    near = document("pass", [pair("pass", ratio=1.001, low=0.998, high=1.0049)])
    assert "None takes more than 1.01 times as long as before." in printed(near)
    some = document("pass", [pair("pass"), pair("not measured", reason="no php")])
    told = "Nothing of the 1 that could be compared became slower by more than 3 %; 1 could not be measured."
    assert answer(some).replace("\N{NO-BREAK SPACE}", " ") == f"PASS: {told}"
    within = document("pass", [pair("pass", ratio=0.995, low=0.993, high=0.998)])
    assert "None takes longer than before." in printed(within)


@pytest.mark.parametrize(
    ("verdict", "then"),
    [
        ("pass", "Nothing became slower by more than 3 %."),
        ("undecided", "Their times are not shown to be the same within 3 % yet: too few rounds, or too noisy ones."),
        ("regression", "Yet the new copy of readfile() takes 1.06 times as long, which its text cannot explain."),
        ("invalid", "No answer: 2 of 2 cannot be believed."),
    ],
)
def test_of_texts_that_are_the_same_it_says_so_first(verdict: str, then: str) -> None:
    rows = [pair(verdict, arm, changed=False, reason="why") for arm in ("php/readfile", "php/fread")]
    told = answer(document(verdict, rows)).replace("\N{NO-BREAK SPACE}", " ")
    same = "Unchanged: the texts of all 2 methods are the same as before, and the same runtime ran both."
    assert told == f"{verdict.upper()}: {same} {then}"
    assert "same text" not in printed(document(verdict, rows))  # the answer says it, so no row does
    one = document(verdict, [rows[0]])
    assert printed(one).startswith("Unchanged: the text of the method is the same as before")


def test_among_texts_that_changed_one_that_did_not_is_marked_and_is_none_that_became_slower() -> None:
    unclear = pair("undecided", "c/splice", changed=False)
    both = printed(document("undecided", [pair("undecided"), unclear]))
    assert both.startswith("Cannot tell yet: 1 of 2 may have become slower by more than 3 %.")
    assert re.search(r"splice\(\) .* unclear, same text$", both, re.MULTILINE)
    assert re.search(r"readfile\(\) .* unclear$", both, re.MULTILINE)
    rest = printed(document("undecided", [pair("pass"), unclear]))
    told = "Nothing that changed became slower by more than 3 %; one with the same text as before is unclear."
    assert rest.startswith(told)


@pytest.mark.parametrize(("share", "word", "within"), [(0.0291, "fairly", "3.0 %"), (0.031, "not very", "3.1 %")])
def test_how_sure_a_gate_is_stands_in_a_word_by_its_own_control(share: float, word: str, within: str) -> None:
    session = GateSession(
        run="20261121-143055-k3x9", seconds=31.4, stopped="precision", invalid=None, copies_differ_by=share
    )
    told = printed(document("pass", [pair("pass")], sessions=[session]))
    assert f"How sure: {word}, old and new ran side by side in 12 rounds; the same text timed twice" in told
    assert f"came out within {within}." in " ".join(told.split())
