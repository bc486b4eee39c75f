"""Records that a crash loses: a worker ends its own process in the middle of its work, and those left are counted."""

from __future__ import annotations

from collections.abc import Callable

from iotrial.workers.protocol import Dialogue
from iotrial.workers.worker import WorkerFailed

#: The calls of a worker that return before it dies: more than any batch of records that a method gathers by number.
CRASH_UNITS = 250


def lost_in_crash(dialogue: Dialogue, declared: str, units: str, kept: Callable[[], int]) -> list[str]:
    """Have a prepared worker die after CRASH_UNITS units; return what is wrong if a call that returned keeps its unit.

    declared: the guarantee that says so, `survives: kill`. units: their name in the plural. kept: counts those that are
    in the file afterwards. The worker must have been prepared for more of them, and can be asked nothing more. Nothing
    is found if its kit does not know how to die.
    """
    dialogue.begin("check", {"crash_after": CRASH_UNITS})
    try:
        dialogue.end("check")
    except WorkerFailed as failed:
        if failed.alive:
            return [f"did not get to {CRASH_UNITS} {units}: {failed}"]
    else:
        return []
    lost = max(0, CRASH_UNITS - kept())
    return [f"declares `{declared}` and lost {lost} of {CRASH_UNITS} {units} when it was killed"] if lost else []
