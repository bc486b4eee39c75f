"""The memory that a method takes for a large file, as it is seen from outside, and if it reads or maps it."""

from __future__ import annotations

from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.machine.page_cache import memory_of, reset_peak
from iotrial.probes.copied import tag_problems
from iotrial.workers.protocol import Dialogue, Pairs

#: A method holds a file of this size if it takes a large share of it; lines are long, so that this does not take long.
HELD_BYTES = 48 << 20
#: If memory tells nothing of it, a file of this size tells if it is read or mapped.
READ_BYTES = 1 << 17
HELD_LINE = b"abcdefghijklmno" * 273 + b"\n"
HELD_SHARE = 0.6

#: The guarantee, and its value for a method that holds the file.
MEMORY, THE_FILE = "memory", "the file"


def memory_problems(
    dialogue: Dialogue, more: Pairs, path: Path, method: Method, *, is_collected: bool, must_declare: bool
) -> list[str]:
    """Have the method read a large file of lines; return what contradicts its tags and its guarantee `memory`.

    more: pairs of `prepare` beside the paths. path: the file, which is made and stays. is_collected: the runtime takes
    memory for what is garbage already, so that much tells nothing. must_declare: it reads the whole file, or says so.
    """
    declared = method.guarantees[MEMORY]
    tells = declared == THE_FILE or not is_collected
    lines = (HELD_BYTES if tells else READ_BYTES) // len(HELD_LINE)
    pairs = {**more, "input": str(path), "lead_input": str(path)}
    path.write_bytes(HELD_LINE)
    tag_problems(dialogue, pairs, 0, method.tags, must_declare=False)  # it takes what it takes for any file
    path.write_bytes(HELD_LINE * lines)
    held = memory_of(dialogue.pid)[1] if dialogue.pid is not None and reset_peak(dialogue.pid) else None
    file_bytes = path.stat().st_size
    problems = tag_problems(dialogue, pairs, file_bytes, method.tags, must_declare=must_declare)
    peak = memory_of(dialogue.pid)[0] if dialogue.pid is not None else None
    if held is None or peak is None or not tells or "mapped" in method.tags:
        return problems  # what is mapped is not the method's own
    grown = peak - held
    if declared == THE_FILE and grown < HELD_SHARE * file_bytes:
        problems.append(f"declares `memory: {declared}`, and took {grown:,} bytes for {file_bytes:,}")
    if declared != THE_FILE and grown >= HELD_SHARE * file_bytes:
        problems.append(f"declares `memory: {declared}`, and took {grown:,} bytes for a file of {file_bytes:,}")
    return problems
