"""A test from outside of the tags that say if a method copies its input into its own memory."""

from __future__ import annotations

from collections.abc import Collection

from iotrial.ask.tags import mapped_bytes
from iotrial.machine.process_io import process_io
from iotrial.workers.protocol import Dialogue, Pairs

#: A smaller input proves nothing: the worker reads requests too.
FEWEST_BYTES = 1 << 16


def tag_problems(
    dialogue: Dialogue, pairs: Pairs, input_bytes: int, tags: Collection[str], *, must_declare: bool
) -> list[str]:
    """Do the work once on an input of that many bytes; return what contradicts the tags, nothing if /proc cannot tell.

    A method that maps its input reads none of it, one that copies reads all of it; io_uring counts as no reading, for
    which there is a tag. sendfile() counts as reading too, so methods tagged `untouched` are not tested.
    must_declare: a method that reads nothing must have a tag that says so; false if a method may copy from the mapping
    by itself.
    """
    dialogue.begin("prepare", pairs)
    dialogue.end("prepare")
    before = process_io(dialogue.pid).get("rchar")
    dialogue.begin("check", {})
    dialogue.end("check")
    after = process_io(dialogue.pid).get("rchar")
    if before is None or after is None or input_bytes < FEWEST_BYTES or "untouched" in tags:
        return []
    reads = after - before >= input_bytes
    declared = next((tag for tag in tags if _is_uncounted(tag, input_bytes)), None)
    if declared and reads:
        return [f"declares `tags: {declared}` and read all {input_bytes:,} bytes"]
    if must_declare and not declared and not reads:
        return [
            f"read {after - before:,} of {input_bytes:,} bytes and does not declare `tags: mapped`, nor `uncounted`"
        ]
    return []


def _is_uncounted(tag: str, input_bytes: int) -> bool:
    """True if a method with a tag reads no byte of such an input, as far as the system counts it."""
    most = mapped_bytes([tag])
    return tag in ("mapped", "uncounted") or (most is not None and input_bytes <= most)
