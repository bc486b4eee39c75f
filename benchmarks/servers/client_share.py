"""What the client takes: of the time of the floor, which does the least, and of that of the quickest arm."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.row import Row
from benchmarks.servers.stored import BASELINE, Stored, measured

FLOOR = "c_server/sendfile"

#: The arms of the short form, in which the server itself sends; with `long` the quickest of all is looked for.
FEW = (BASELINE, "*_fpm/x_accel_redirect", "*_fpm/x_sendfile", "gunicorn/wsgi_file_wrapper")


def rows(long: bool, methods: Sequence[str] | None = None) -> Iterator[Row]:
    """A row for the floor and one for the quickest arm of a run at the usual level."""
    with tempfile.TemporaryDirectory() as folder:
        plan = ("--rounds", "24" if long else "12", "--blocks", "1")
        run = measured(Path(folder), methods or (("*",) if long else FEW), *plan)
        if isinstance(run, str):
            yield Row(f"share of the client: {FLOOR} and the quickest arm", None, run, None)
            return
        timed = [arm for arm in run.level["arms"] if arm["status"] == "measured" and arm["median_ns"]]
        quickest = min(timed, key=lambda arm: float(arm["median_ns"]), default=None)
        for name in (FLOOR, *([str(quickest["arm"])] if quickest else [])):
            yield _row(name, run, "the floor" if name == FLOOR else f"the quickest of {len(timed)} arms")


def _row(name: str, run: Stored, what: str) -> Row:
    figure = f"CPU time of the client, {name} ({what}), 1 MiB, 8 clients"
    found = run.ask(
        "SELECT reader_ns / wall_ns, reader_ns / (reader_ns + user_ns + system_ns), wall_ns / iterations "
        f"FROM samples WHERE arm = '{name}' AND status = 'ok'"
    )
    if not found:
        return Row(figure, None, "it was not measured", None)
    of_wall, of_cpu, each_ns = (sorted(float(line[place]) for line in found) for place in range(3))
    said = f"{_spread(of_wall)} of wall time, {_spread(of_cpu)} of all CPU time; "
    said += f"{1e9 / each_ns[len(each_ns) // 2]:,.0f} requests per second"
    return Row(figure, None, said, None)


def _spread(values: Sequence[float]) -> str:
    """The median of samples, with the values between which nine of ten lie."""
    middle, low, high = (values[min(len(values) - 1, int(len(values) * place))] for place in (0.5, 0.05, 0.95))
    return f"{100 * middle:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"
