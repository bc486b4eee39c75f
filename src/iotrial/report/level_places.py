"""The levels that a choice of an answer is for, in words: `up to 10 entries`, `at hosts=2`, `on tmpfs and disk`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.ask.factors import STATE, STEADY
from iotrial.ask.level_factors import said, varying
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.report.effect_answer import DISK, TARGET
from iotrial.report.layout import clean, joined
from iotrial.report.regime import regime, worth_saying
from iotrial.report.times import listed
from iotrial.units import exact_bytes

#: More values of a factor are told by their number.
_MOST_VALUES = 3

#: What stands before one of many levels, as an example.
_SUCH_AS = ", such as "


def where_to_use(judged: JudgedRun, answer: LanguageAnswer, number: int) -> str:
    """The levels that a choice of an answer is for, such as `at hosts=2`; "" if the run has no other."""
    if len(judged.levels) == 1:
        return ""
    if len(answer.choices) > 1:
        return at_levels(answer, number, judged.work_unit)
    return throughout(answer.choices[number], judged).removeprefix(", ").strip()


def at_levels(answer: LanguageAnswer, number: int, unit: str) -> str:
    """The levels of a choice in words: "up to 10 entries" if they differ in one size alone, else by what differs."""
    everything = [level for choice in answer.choices for level in choice.levels]
    names = varying(everything)
    levels = answer.choices[number].levels
    values = [level.get(names[0]) for level in levels] if len(names) == 1 else []
    sizes = [value for value in values if isinstance(value, int)]
    if sizes and len(sizes) == len(levels):
        what = clean(names[0])
        suffix = f" {unit}"
        least, most = (_size(what, size, unit) for size in (min(sizes), max(sizes)))
        if number == 0:
            return f"up to {most}"
        if number == len(answer.choices) - 1:
            return f"from {least} on"
        end = most if what == unit else str(max(sizes))
        return f"at {least.removesuffix(suffix)} to {end}" if len(sizes) > 1 else f"at {least}"
    if names == [TARGET] and len(levels) <= _MOST_VALUES:
        return f"on {listed([clean(level[TARGET]) for level in levels])}"
    if names == [STATE]:
        return listed([regime(level.get(STATE, STEADY)) for level in levels])
    if common := _in_common(levels, everything, names):
        return f"at {common}"
    # Not every level has every option of a runtime.
    told = [[f"{clean(name)}={clean(level[name])}" for name in names if name in level] for level in levels[:2]]
    shown = [", ".join(one) or "no option" for one in told]
    if len(levels) <= len(shown):
        return f"at {' or '.join(shown)}"
    return f"in {len(levels)} of {len(everything)} conditions{_SUCH_AS}{shown[0]}"


def before(at: str) -> str:
    """Levels as they stand before what is said of them: an example ends with a comma."""
    return f"{at}," if _SUCH_AS in at else at


def _in_common(
    levels: Sequence[Mapping[str, int | str]], everything: Sequence[Mapping[str, int | str]], names: Sequence[str]
) -> str:
    """The values that these levels alone have, such as `file_bytes=4096`; "" if none tell them from the rest."""
    values = {name: list(dict.fromkeys(level.get(name) for level in levels)) for name in names}
    own = [name for name in names if set(values[name]) < {level.get(name) for level in everything}]
    alike = [level for level in everything if all(level.get(name) in values[name] for name in own)]
    few = all(None not in values[name] and len(values[name]) <= _MOST_VALUES for name in own)
    if not few or len(alike) != len(levels):
        return ""
    return ", ".join(f"{clean(name)}={' or '.join(map(clean, values[name]))}" for name in own)


def throughout(choice: Choice, judged: JudgedRun) -> str:
    """The levels that a single choice is for: another size or sink may turn it, and its figures may be ranges.

    The first call of a process is always named, later calls only if both were measured (rule 24).
    """
    levels = choice.levels
    told = worth_saying(levels, [one.level for one in judged.levels])
    which = f", {told}" if told else ""
    if len(levels) < 2:
        only = next((one.level for one in judged.levels if one.level == levels[0]), levels[0])
        return which + _at_the_only(only)
    unit = judged.work_unit
    names = varying(levels)
    which += of_all(levels, judged)
    if names == [TARGET] and len(levels) <= _MOST_VALUES:
        return f"{which}, on {listed([clean(level[TARGET]) for level in levels])}"
    if names == [STATE]:
        return f", {listed([regime(level.get(STATE, STEADY)) for level in levels])}"
    sizes = [value for level in levels if isinstance(value := level.get(names[0]), int)] if len(names) == 1 else []
    if len(sizes) < len(levels):
        return f"{which}, in each of {len(levels)} conditions"
    what = clean(names[0])
    least, most = min(sizes), max(sizes)
    return which + (f", from {least:,} to {most:,} {unit}" if what == unit else f", from {what}={least} to {most}")


def of_all(levels: Sequence[Mapping[str, int | str]], judged: JudgedRun) -> str:
    """The factors that these levels have in common, and others of the run do not: `, at hosts=1`."""
    names = {*varying(levels), STATE}
    common = [name for name in varying([one.level for one in judged.levels]) if name not in names and name in levels[0]]
    told = " ".join(f"{clean(name)}={clean(levels[0][name])}" for name in common)
    return f", at {told}" if told else ""


def _at_the_only(level: Mapping[str, int | str]) -> str:
    """The only level that was tried: ` (file_bytes 20 MiB, sink pipe)`; files on the disk go without saying."""
    told = [
        f"{clean(name)} {_value(name, level[name])}"
        for name in said(level)
        if name != STATE and (name, level[name]) != (TARGET, DISK)
    ]
    return f" ({', '.join(map(joined, told))})" if told else ""


def _value(name: str, value: int | str) -> str:
    if isinstance(value, str):
        return clean(value)
    return exact_bytes(value) if name.endswith("_bytes") else f"{value:,}"


def _size(name: str, size: int, unit: str) -> str:
    """`100 entries` if that is what the job counts, else `file_bytes=4096`."""
    return f"{size:,} {unit}" if name == unit else f"{name}={size}"
