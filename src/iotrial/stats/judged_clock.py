"""The clock that a level is judged by: wall time, or wall time less the wait for a CPU that others had (rule 28).

Which one a level has is fixed before its first round. All figures are arrays of one shape, one entry a sample, in ns;
NaN if a sample lacks the figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from iotrial.stats.interval import Floats

Clock = Literal["wall", "wall less queue", "wall less others"]

#: A kit reads its counters within the span of its CPU time and outside of that of the clock: at most so long.
READING_NS = 20_000.0


def figure_ns(
    clock: Clock, *, wall_ns: Floats, queue_ns: Floats, cpu_ns: Floats, reader_ns: Floats, reader_queue_ns: Floats
) -> Floats:
    """Return the figure of each sample: its wall time, less what this clock leaves out.

    queue_ns, reader_queue_ns: how long the worker and the reader of its sink were runnable and did not run. cpu_ns,
    reader_ns: how long they ran. A figure is never above the wall time, and never below the time that the worker ran
    (all its threads), so that no work of its own is left out. A sample that lacks what a clock needs has its wall time.

    wall less queue: the worker alone; all of its wait is for the work of others.
    wall less others: a worker and its reader on one CPU, neither of which ever sleeps while the other does. What
    neither of them ran is the others', as far as the two are known to have waited at all.
    """
    import numpy as np  # records name clocks too, and they are loaded by commands that compute nothing

    if clock == "wall":
        return wall_ns
    if clock == "wall less queue":
        others_ns = queue_ns
        least_ns = cpu_ns - READING_NS
    else:
        others_ns = np.minimum(wall_ns - cpu_ns - reader_ns, queue_ns + reader_queue_ns)
        least_ns = cpu_ns + reader_ns - 2 * READING_NS
    left_ns = wall_ns - np.maximum(others_ns, 0.0)
    known = ~(np.isnan(left_ns) | np.isnan(least_ns))
    figure: Floats = np.where(known, np.minimum(np.maximum(left_ns, least_ns), wall_ns), wall_ns)
    return np.where(figure > 0, figure, wall_ns)


def is_beyond(clock: Clock, wall_ns: Floats, queue_ns: Floats) -> NDArray[np.bool_]:
    """Return for each sample if the worker is said to have waited longer than the sample took, which cannot be."""
    found: NDArray[np.bool_] = queue_ns > wall_ns
    return found & (clock != "wall")
