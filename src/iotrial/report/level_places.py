"""The levels that a choice of an answer is for, in words: `up to 10 entries`, `at hosts=2`, `on tmpfs and disk`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.ask.factors import STATE, STEADY
from iotrial.ask.level_factors import said, varying
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.report.layout import clean, joined
from iotrial.report.level_words import (
    DISK,
    TARGET,
    condition,
    number_said,
    regime,
    sizes_said,
    value_said,
    worth_saying,
)
from iotrial.report.times import listed

#: More values of a factor are told by their number.
_MOST_VALUES = 3

#: What stands before one of many levels, as an example.
_SUCH_AS = ", such as "


def where_to_use(judged: JudgedRun, answer: LanguageAnswer, number: int) -> str:
    """The levels that a choice of an answer is for, such as `at hosts=2`; "" if the run has no other."""
    if len(judged.levels) == 1:
        return ""
    if len(answer.choices) > 1:
        return at_levels(answer, number, judged)
    return throughout(answer.choices[number], judged).removeprefix(", ").strip()


def at_levels(answer: LanguageAnswer, number: int, judged: JudgedRun) -> str:
    """The levels of a choice in words: "up to 10 entries" if they differ in one size alone, else by what differs."""
    everything = [level for choice in answer.choices for level in choice.levels]
    names = varying(everything)
    levels = answer.choices[number].levels
    values = [level.get(names[0]) for level in levels] if len(names) == 1 else []
    sizes = [value for value in values if isinstance(value, int)]
    others = [level.get(names[0]) for level in everything if level not in levels] if sizes else []
    other_sizes = [other for other in others if isinstance(other, int)]
    if sizes and len(sizes) == len(levels) and other_sizes and len(other_sizes) == len(others):
        return _at_sizes(judged, names[0], sizes, other_sizes)
    if names == [TARGET] and len(levels) <= _MOST_VALUES:
        return f"on {listed([clean(level[TARGET]) for level in levels])}"
    if names == [STATE]:
        return listed([regime(level.get(STATE, STEADY)) for level in levels])
    if common := _in_common(levels, everything, names, judged):
        return common
    # Not every level has every option of a runtime.
    shown = [condition(judged, level, names) or "no option" for level in levels[:2]]
    if len(levels) <= len(shown):
        return f"at {' or '.join(shown)}"
    return f"in {len(levels)} of {len(everything)} conditions{_SUCH_AS}{shown[0]}"


def before(at: str) -> str:
    """Levels as they stand before what is said of them: an example ends with a comma."""
    return f"{at}," if _SUCH_AS in at else at


def _at_sizes(judged: JudgedRun, name: str, sizes: Sequence[int], others: Sequence[int]) -> str:
    """`up to 100 entries`, `from 1,000 entries on`, `at 10 to 100 entries` in the middle, `at 10 and 1,000 entries`."""
    is_first, is_last = max(sizes) < min(others), min(sizes) > max(others)
    if any(min(sizes) < other < max(sizes) for other in others):
        told = listed([number_said(name, size) for size in sorted(sizes)])
        said = judged.said.get(name)
        if isinstance(said, str):
            return f"at {clean(said).replace('{}', told)}"
        return f"at {told} {clean(name)}" if name == judged.work_unit else f"at {clean(name)}={told}"
    shown = [max(sizes)] if is_first else [min(sizes)] if is_last else sizes
    told = sizes_said(judged, name, shown, "to") or _sizes(judged, name, shown)
    return f"up to {told}" if is_first else f"from {told} on" if is_last else f"at {told}"


def _sizes(judged: JudgedRun, name: str, sizes: Sequence[int], between: str = "to") -> str:
    """The same of a factor without words of its own: `100 entries` if that is what the job counts."""
    what, ends = clean(name), list(dict.fromkeys((min(sizes), max(sizes))))
    if what == judged.work_unit:
        return f" {between} ".join(f"{end:,}" for end in ends) + f" {what}"
    return f"{what}={f' {between} '.join(map(str, ends))}"


def _in_common(
    levels: Sequence[Mapping[str, int | str]],
    everything: Sequence[Mapping[str, int | str]],
    names: Sequence[str],
    judged: JudgedRun,
) -> str:
    """The values that these levels alone have, such as `at file_bytes=4096`; "" if none tell them from the rest."""
    values = {name: list(dict.fromkeys(level.get(name) for level in levels)) for name in names}
    own = [name for name in names if set(values[name]) < {level.get(name) for level in everything}]
    alike = [level for level in everything if all(level.get(name) in values[name] for name in own)]
    few = all(None not in values[name] and len(values[name]) <= _MOST_VALUES for name in own)
    if not few or len(alike) != len(levels):
        return ""
    told = [
        listed([value_said(judged, name, value) for value in values[name] if value is not None], "or").replace(
            f" or {name}=", " or "
        )
        for name in own
    ]
    return ("at " if "=" in told[0] or told[0][:1].isdigit() else "") + ", ".join(told)


def throughout(choice: Choice, judged: JudgedRun) -> str:
    """The levels that a single choice is for: another size or sink may turn it, and its figures may be ranges.

    The first call of a process is always named, later calls only if both were measured (rule 24).
    """
    levels = choice.levels
    told = worth_saying(levels, [one.level for one in judged.levels])
    which = f", {told}" if told else ""
    if len(levels) < 2:
        only = next((one.level for one in judged.levels if one.level == levels[0]), levels[0])
        return which + _at_the_only(judged, only)
    names = varying(levels)
    common = of_all(levels, judged)
    which += common
    if names == [TARGET] and len(levels) <= _MOST_VALUES:
        return f"{which}, on {listed([clean(level[TARGET]) for level in levels])}"
    if names == [STATE]:
        return f", {listed([regime(level.get(STATE, STEADY)) for level in levels])}"
    sizes = [value for level in levels if isinstance(value := level.get(names[0]), int)] if len(names) == 1 else []
    if len(sizes) < len(levels):
        measured = sum(one.status == "measured" for one in judged.levels)
        if len(levels) < measured and not common:
            return f"{which}, in {len(levels)} of {measured} conditions"
        left_out = " that were measured" if len(levels) == measured < len(judged.levels) else ""
        return f"{which}, in {'both' if len(levels) == 2 else f'all {len(levels)}'} conditions{left_out}"
    if len(sizes) == 2:
        return f"{which}, at {sizes_said(judged, names[0], sizes, 'and') or _sizes(judged, names[0], sizes, 'and')}"
    return f"{which}, from {sizes_said(judged, names[0], sizes, 'to') or _sizes(judged, names[0], sizes)}"


def of_all(levels: Sequence[Mapping[str, int | str]], judged: JudgedRun) -> str:
    """The factors that these levels have in common, and others of the run do not: `, at hosts=1`."""
    names = {*varying(levels), STATE}
    common = [name for name in varying([one.level for one in judged.levels]) if name not in names and name in levels[0]]
    told = condition(judged, levels[0], common)
    return f", {'at ' if '=' in told else ''}{told}" if told else ""


def _at_the_only(judged: JudgedRun, level: Mapping[str, int | str]) -> str:
    """The only level that was tried: ` (20 MiB through a pipe)`; files on the disk go without saying."""
    names = [name for name in said(level) if name != STATE and (name, level[name]) != (TARGET, DISK)]
    if any(name in judged.said for name in names):
        return f" ({condition(judged, level, names)})"
    told = [f"{clean(name)} {number_said(name, level[name])}" for name in names]
    return f" ({', '.join(map(joined, told))})" if told else ""
