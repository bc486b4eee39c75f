"""Where no method keeps every record, that is the answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.report.harm_answer import none_keeps_records
from iotrial.store.record import Records


def arm(status: str, **harm: int) -> Any:
    counts: dict[str, Any] = {"lost": 0, "torn": 0, "interleaved": 0, "doubled": 0, "unknown": 0, **harm}
    return SimpleNamespace(status=status, several=SimpleNamespace(records=Records(handed=1000, **counts)))


ALONE: Any = SimpleNamespace(status="disqualified", several=None)
LOST, TORN, KEPT = arm("disqualified", lost=1), arm("disqualified", torn=2), arm("measured")


@pytest.mark.parametrize(
    ("arms", "said"),
    [
        ([LOST, TORN], "none of the 2 methods keeps every record"),
        ([LOST], "the method does not keep every record"),
        ([LOST, KEPT], ""),
        ([LOST, arm("disqualified")], ""),  # it is out for another reason
        ([LOST, ALONE], ""),
        ([LOST, arm("skipped")], ""),
        ([], ""),
    ],
)
def test_only_where_each_method_harms_some_record_none_keeps_them(arms: list[Any], said: str) -> None:
    assert none_keeps_records(SimpleNamespace(arms=arms)) == said  # type: ignore[arg-type]
