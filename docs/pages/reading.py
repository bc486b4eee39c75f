"""docs/reading-a-report.md: every column of a report."""

from __future__ import annotations

from iotrial.report.columns import COLUMNS

#: What stands above the columns, by paragraph.
READING = (
    "# Reading a report",
    "`iotrial report RUN -o page.html` writes a page, `-o comment.md` ten lines for a pull request; `iotrial show RUN` "
    "prints the same. All figures are of one machine, in the sessions that are named. Yours may differ; the commands "
    "at the end measure them.",
    "The answer comes first, with a bar for each method. On the page a reader chooses the language, what changes the "
    "answer, and what else is needed; the address has what was chosen. Times are beside the method to use; verdicts, "
    "further down, beside the baseline.",
    "1. **Read the mark of a row.** Beside the method to `use` others are `as good` (within 5 %), `slower`, to `avoid` "
    "(1.5 times and more), `unclear` so far, or to be used `only if` you need something else, as a line below says. "
    "Doubts, such as `still warming up`, stand below; `--details` has each caution.\n"
    "2. **Look at the second copy** of the baseline, measured as if it were another method. What is nearer to 1 is "
    "noise. `fairly` sure: it came out within 5 %, or all that is told apart lies twice as far off.\n"
    "3. **Compare by ratio and interval only.** Beside the baseline a verdict is faster or slower if the whole "
    "interval lies beyond the margin, equivalent inside it, else undecided.\n"
    "4. **Compare the guarantees.** Methods with different guarantees do different work; the note beside a row says "
    "what differs.\n"
    "5. **Ask why.** The system calls, copied bytes and page faults of each arm are counted apart from the timing.",
    "If the arms are servers, the time in the ranking is that of all clients together: eight clients that each wait "
    "8 ms for an answer make 1 ms a request; the table *several at once* has how long single requests take. "
    "[Servers](servers.md#the-figures) has all of their figures.",
    "In the pictures, a mark is a ratio and the line through it is its interval. Dots are single samples, and decide "
    "nothing.",
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
