"""A gate as JUnit XML: a test case for each method and level."""

from __future__ import annotations

from xml.etree import ElementTree

from iotrial.gate.gate_result import GatedPair, GateResult
from iotrial.report import figures
from iotrial.report.gate_screen import answer, full_level, listed
from iotrial.report.layout import clean

#: The comment at the head of the file, which marks it as ours.
MARK = "<!-- iotrial gate -->"

#: Verdict -> its element; a pass has none.
ELEMENTS = {"regression": "failure", "undecided": "error", "invalid": "error", "not measured": "skipped"}


def junit(result: GateResult) -> str:
    """Return the whole file; a character that XML cannot hold is written out."""
    rows = listed(result)
    counts = {
        "tests": len(rows),
        "failures": sum(ELEMENTS.get(row.verdict) == "failure" for row in rows),
        "errors": sum(ELEMENTS.get(row.verdict) == "error" for row in rows),
        "skipped": sum(ELEMENTS.get(row.verdict) == "skipped" for row in rows),
    }
    attributes = {name: str(count) for name, count in counts.items()} | {"time": f"{result.seconds:.3f}"}
    suites = ElementTree.Element("testsuites", attributes | {"name": "iotrial gate"})
    suite = ElementTree.SubElement(suites, "testsuite", attributes | {"name": clean(result.study)})
    for row in rows:
        _case(suite, result, row)
    ElementTree.SubElement(suite, "system-out").text = _plain(answer(result))
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{MARK}\n{text}\n'


def _case(suite: ElementTree.Element, result: GateResult, row: GatedPair) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        {"classname": f"{clean(result.study)}.{full_level(row)}", "name": clean(row.arm)},
    )
    said = f"new / old {figures.interval(row)}" if row.ratio is not None else "no figure"
    if row.second:
        said += f", in a second session {figures.interval(row.second)}"
    if row.verdict in ELEMENTS:
        message = _plain(row.reason or said)
        found = ElementTree.SubElement(case, ELEMENTS[row.verdict], {"message": message})
        if row.verdict != "not measured":
            found.set("type", row.verdict)
    cautions = [caution.text for caution in row.cautions]
    ElementTree.SubElement(case, "system-out").text = "\n".join(_plain(text) for text in [said, *cautions])


def _plain(text: str) -> str:
    return clean(text.replace("\N{NO-BREAK SPACE}", " "))
