"""The facts that distinguish some machines from others, as a hint."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.across.across_machines import GoesWith
from iotrial.report.layout import clean
from iotrial.report.times import listed, some

#: Of more names than this the number is said.
MOST_NAMED = 4


def parting(facts: Sequence[GoesWith], machines: int) -> str:
    """Say in what these machines differ from all others."""
    told = [
        f"{clean(one.fact)} ({listed(some(list(map(clean, one.there)), MOST_NAMED))} there, "
        f"{listed(some(list(map(clean, one.elsewhere)), MOST_NAMED))} elsewhere)"
        for one in facts[:MOST_NAMED]
    ]
    more = f" and {len(facts) - MOST_NAMED} more facts" if len(facts) > MOST_NAMED else ""
    which = "That machine differs" if machines == 1 else "Those machines differ"
    return f"{which} from the others in {listed(told)}{more}; that may be chance until it is tried."
