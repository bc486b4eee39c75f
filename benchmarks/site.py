"""How long a site of many machines takes, in what memory, and how both grow with their number; nobody measured them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Row
from benchmarks.stored_run import timed
from iotrial.publish.published_file import ENDING, published_text
from iotrial.publish.published_run import PublishedRun
from iotrial.publish.published_set import published_set

#: The data set, of whose runs each machine gives one, in turn.
DATA = Path(__file__).resolve().parent.parent / "data"

COUNTS = (250, 500, 1000)
MOST_S, MOST_BYTES = 60.0, 2 << 30


def rows(long: bool) -> Iterator[Row]:
    """The site of more and more machines, each with a run of its own."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        given = [run for _, run in published_set(sorted(DATA.glob(f"*{ENDING}"))).runs]
        if not given:
            yield Row("a site of 1,000 machines", "60 s, 2 GiB", "data/ has no run to make them of", None)
            return
        made, first = 0, 0.0
        for count in COUNTS:
            root = place / "data"
            root.mkdir(exist_ok=True)
            for number in range(made, count):
                run = _of_machine(given[number % len(given)], number)
                (root / f"{run.judged.run}{ENDING}").write_text(published_text([run]))
            made = count
            seconds, peak_bytes = _built(root, place / f"site-{count}")
            first = first or seconds / count
            is_last = count == COUNTS[-1]
            yield Row(
                f"a site of {count:,} machines, a run each",
                f"{MOST_S:g} s, {MOST_BYTES >> 30} GiB, no worse than linear" if is_last else None,
                f"{seconds:.1f} s, {peak_bytes / 2**30:.2f} GiB, {seconds / count / first:.2f} times as long for each "
                f"as with {COUNTS[0]}",
                (seconds <= MOST_S and peak_bytes <= MOST_BYTES and seconds / count <= first) if is_last else None,
            )


def _of_machine(run: PublishedRun, number: int) -> PublishedRun:
    """The same run as if another machine had measured it, on another day."""
    changed: dict[str, Any] = {
        "run": f"2026{1 + number // 28 % 12:02}{1 + number % 28:02}-120000-{_letters(number)}",
        "started_at": f"2026-{1 + number // 28 % 12:02}-{1 + number % 28:02}T12:00:00+00:00",
    }
    judged = run.judged.model_copy(update=changed)
    machine = run.machine.model_copy(update={"key": f"{number:016x}"})
    return run.model_copy(update={"judged": judged, "machine": machine})


def _letters(number: int) -> str:
    """Return six letters that no other number has."""
    return "".join("abcdefghjk"[int(digit)] for digit in f"{number:06}")


def _built(root: Path, output: Path) -> tuple[float, int]:
    """Build a site, and return its seconds and the most memory that its process had, in bytes."""
    with tempfile.TemporaryFile("w+") as errors:
        figures = timed("site", "--results", str(root), "-o", str(output), errors=errors)
        errors.seek(0)
        if "left out" in (told := errors.read()):
            raise RuntimeError(told.partition("\n")[0])
    return figures
