"""docs/reading-a-report.md: every column of a report."""

from __future__ import annotations

from iotrial.report.columns import COLUMNS

#: What stands above the columns, by paragraph.
READING = (
    "# Reading a report",
    "`iotrial report RUN -o page.html` writes a page; `iotrial show RUN` prints the same tables. All figures are of "
    "one machine, in the sessions that the page names. Figures of your machine may differ; the commands at the end "
    "of the page measure them.",
    "The answer comes first, then the chart. On the page a reader chooses the level, what to compare with, the "
    "language and the guarantees; what was chosen stands in the address. At first only the methods with the baseline's "
    "guarantees are ranked. If another baseline is chosen, intervals allow for all pairs of the level, so they are "
    "wider.",
    "1. **Read what stands beside a verdict.** A few words there, such as `still warming up`, change how the verdict "
    "is to be read. The note has the rest; each caution in full is below the table. In a terminal, `--details` "
    "numbers the cautions.\n"
    "2. **Look at the noise floor.** The baseline was measured twice, the second time as if it were another method. "
    "A ratio that is nearer to 1 than that of the second copy is noise.\n"
    "3. **Compare by ratio and interval only.** If the whole interval lies beyond the margin, the arm is faster or "
    "slower; if it lies inside, the arm is equivalent. Anything else is undecided: nobody knows yet.\n"
    "4. **Compare the guarantees.** Methods with different guarantees do different work; the note beside a row says "
    "what differs.\n"
    "5. **Ask why.** The system calls, copied bytes and page faults of each arm are counted apart from the timing.",
    "If the arms are servers, the time in the ranking is that of all clients together: eight clients that each wait "
    "8 ms for an answer make 1 ms a request; the table *several at once* has how long single requests take. "
    "[Servers](servers.md#the-figures) has all of their figures.",
    "In the pictures, a mark is a ratio and the line through it is its interval; the margin and the noise floor are "
    "grey. Dots are single samples, and decide nothing. Over size, if marks lie off their line, the line does not "
    "describe the method. In the table of all levels a cell is the darker, the further its ratio is from 1.",
)


def reading() -> str:
    """Every column of a report."""
    parts, said = [*READING], set[tuple[str, str]]()
    for kind, columns in COLUMNS.items():
        parts.append(f"## {kind}")
        lines = [
            f"- `{name}`: {text}" for name, text in columns.items() if (name, text) not in said and text != "the arm"
        ]
        parts.append("\n".join(lines))
        said.update(columns.items())
    return "\n\n".join(parts)
