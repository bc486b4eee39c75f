"""A reader who holds each sentence about a run against the run's own tables, and says where they part.

The tables are the rows of each level (name, ratio, interval, verdict, cautions) and every two arms of a level, as the
page has them. What a sentence is about is read from its words alone.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rich.console import Console

from iotrial.answers.sentences import OVER_ALL
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.judge.language_answer import AVOID, Choice, LanguageAnswer
from iotrial.judge.least_regret import MATTERS, MOST_REGRET
from iotrial.judge.ordered_guarantees import gives
from iotrial.report.level_answer import answer, run_answer
from iotrial.report.level_words import levels_said
from iotrial.report.markdown import escaped, markdown
from iotrial.report.run_screen import show
from iotrial.report.summary import summarise
from iotrial.report.view import view
from iotrial.report.what_to_use import sentences_to_use
from iotrial.store.read import StoredRun
from iotrial.units import exact_bytes
from judge.arm_pairs import ArmPair, pairs
from sentences.rows import rows_against

_NUMBER = r"\d+(?:\.\d+)?"
_TIMES = rf"(?P<least>{_NUMBER})(?: to (?P<most>{_NUMBER}))?(?![\w.]*\w)(?! [KMG]i?B)"
_NOTE = r"(?:; (?:[^()]|\(\))*)"  # a call has brackets of its own
_BRACKETS = (
    r"(?P<beside>(?: \((?:[^()]|\(\))*(?:=|settled|also if|use it if|unclear|shown|no figure)(?:[^()]|\(\))*\))*)"
)


@dataclass(frozen=True)
class Read:
    """A run as a reader has it before him."""

    judging: Judging
    judged: JudgedRun

    @property
    def stored(self) -> StoredRun:
        """What is stored of it."""
        return self.judging.stored

    @cached_property
    def pairs(self) -> list[Mapping[tuple[str, str], ArmPair]]:
        """Every two arms of each level, by their names."""
        return [
            {(one.arm, one.over): one for one in pairs(self.judging, number, level)}
            for number, level in enumerate(self.judged.levels)
        ]

    def ratio(self, level: JudgedLevel, arm: str, over: str) -> float:
        """Return the time of an arm over another's: by its row beside the baseline, else by their pair."""
        rows = level.by_name
        if "baseline" not in (rows[arm].record.role, rows[over].record.role):
            found = self.pairs[self.judged.levels.index(level)]
            if (arm, over) in found:
                return found[arm, over].ratio
            if (over, arm) in found:
                return 1 / found[over, arm].ratio
        return (rows[arm].ratio or 1.0) / (rows[over].ratio or 1.0)

    def bounds(self, level: JudgedLevel, arm: str, over: str) -> tuple[float, float] | None:
        """Return the interval of an arm over another: of its row beside the baseline, else of their pair."""
        rows = level.by_name
        if rows[over].record.role == "baseline":
            found, is_turned = (rows[arm].low, rows[arm].high), False
        elif rows[arm].record.role == "baseline":
            found, is_turned = (rows[over].low, rows[over].high), True
        else:
            beside = self.pairs[self.judged.levels.index(level)]
            is_turned = (arm, over) not in beside
            pair = beside.get((over, arm) if is_turned else (arm, over))
            found = (None, None) if pair is None else (pair.low, pair.high)
        if found[0] is None or found[1] is None:
            return None
        return (1 / found[1], 1 / found[0]) if is_turned else (found[0], found[1])

    def verdict(self, level: JudgedLevel, arm: str, over: str) -> str:
        """Return what the tables say of an arm over another: a row's verdict beside the baseline, else a pair's."""
        rows = level.by_name
        if rows[over].record.role == "baseline":
            return str(rows[arm].verdict)
        if rows[arm].record.role == "baseline":
            return {"faster": "slower", "slower": "faster"}.get(str(rows[over].verdict), str(rows[over].verdict))
        found = self.pairs[self.judged.levels.index(level)]
        if (arm, over) in found:
            return str(found[arm, over].verdict)
        other = found.get((over, arm))
        verdict = None if other is None else other.verdict
        return {"faster": "slower", "slower": "faster"}.get(str(verdict), str(verdict))


def read(stored: StoredRun) -> Read:
    """Judge a run."""
    judging = Judging(stored)
    return Read(judging, judge_run(judging))


def is_rounded(told: str, value: float) -> bool:
    """True if a figure of a sentence is a value with fewer digits."""
    last = 10.0 ** -len(told.partition(".")[2])
    return abs(float(told) - value) <= 0.51 * last + 1e-3 * value


def contradictions(run: Read) -> list[str]:
    """Return every sentence that the tables do not carry, with what they say."""
    return [
        *_names(run),
        *_answers(run),
        *_levels(run),
        *_over_levels(run),
        *_choices_worth(run),
        *_effects(run),
        *_memory(run),
        *_same_everywhere(run),
        *_rows(run),
    ]


def plain(text: str) -> str:
    """Text on one line, with plain spaces."""
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def _is_said(part: str, called: str) -> bool:
    """True if a name has `NAME=VALUE`, or says the value as a size or a number of its own."""
    name, _, value = part.partition("=")
    said = exact_bytes(int(value)) if name.endswith("_bytes") and value.isdigit() else value
    return part in called or re.search(rf"(?<!\w){re.escape(said)}(?!\w)", called) is not None


def _names(run: Read) -> Iterator[str]:
    """One name means one arm of its language, which is no other arm's name in the table."""
    arms = {arm.arm: arm for level in run.judged.levels for arm in level.arms}
    for name, arm in arms.items():
        for other in arms.values():
            if other.arm != name and other.language == arm.language and arm.called in (other.called, other.method):
                yield f"{arm.called!r} is {name} in a sentence and {other.arm} in the table"
        given = re.search(r"\((.*)\)", name)
        if given and not all(_is_said(part, arm.called) for part in given[1].split(",")):
            yield f"{name} is called {arm.called!r}, without its parameters"


def _answers(run: Read) -> Iterator[str]:
    """Hold the answer of each language, sentence by sentence, against the rows of its levels."""
    texts = [plain(" ".join(sentences)) for sentences in sentences_to_use(run.judged)]
    yield from (f"a sentence begins small: {text!r}" for text in texts if re.search(r"\. (?:an?|the|all|one) ", text))
    for one in run.judged.answers:
        text = _text_of(one, texts)
        yield from (f"{problem}: {text!r}" for problem in _answer(run, one, text))


def _text_of(one: LanguageAnswer, texts: list[str]) -> str:
    """Return the text of a language; empty if there is none."""
    of_one, name = rf"In {re.escape(one.called)}(?=[ ,:])", re.escape(one.called)
    of_several = rf"In (?:[^:]*(?:, | and ))?{name}(?:(?:, | and )[^:]*)?: cannot tell after so few rounds"
    return next((text for text in texts if re.match(of_several, text) or re.match(of_one, text)), "")


def _answer(run: Read, one: LanguageAnswer, text: str) -> Iterator[str]:
    if not text:
        yield "an answer is not told"
        return
    if "cannot tell after so few rounds" in text:
        for choice in one.choices:
            yield from _told_nothing(run, choice)
        return
    if len(one.choices) > 1:
        yield from _depends(run, one)
        for choice in one.choices:
            if not choice.is_open and f"use {choice.called}" in text:
                yield from use(run, choice, text)
        return
    (choice,) = one.choices
    if not re.search(rf": use {re.escape(choice.called)}(?: for now)?(?=[.,;])", text):
        yield f"the answer does not say to use {choice.called}"
    yield from use(run, choice, text)
    yield from compared(run, choice, text)


def _depends(run: Read, one: LanguageAnswer) -> Iterator[str]:
    """It depends only if each method that was measured everywhere is far behind another somewhere (rule 31)."""
    numbers = [level for choice in one.choices for level in _at(run, choice)]
    alike = [
        arm.arm
        for arm in numbers[0].arms
        if arm.language == one.language
        and gives(arm.record.guarantees, one.guarantees, run.judged.more)
        and not may_end(arm)
        and all(_has_figure(level, arm.arm) and not level.by_name[arm.arm].is_moving for level in numbers)
    ]
    for name in alike:
        behind = [
            run.ratio(level, name, other.arm)
            for level in numbers
            for other in level.arms
            if other.arm != name
            and other.language == one.language
            and gives(other.record.guarantees, one.guarantees, run.judged.more)
            and not may_end(other)
            and _has_figure(level, other.arm)
            and not other.is_moving
        ]
        if max(behind, default=1.0) <= MOST_REGRET:
            yield f"it is told to depend, and {name} is nowhere more than a quarter behind"


def may_end(arm: JudgedArm) -> bool:
    """True if a file that is cut short ends the program, so that a method stands behind an `if`."""
    return "mapped" in arm.record.tags


def _at(run: Read, choice: Choice) -> list[JudgedLevel]:
    return [level for level in run.judged.levels if level.level in choice.levels]


def _told_nothing(run: Read, choice: Choice) -> Iterator[str]:
    """The one that is not advised is shown to be faster than no other of its guarantees."""
    for level in _at(run, choice):
        for other in choice.as_well:
            if other.arm in level.by_name and run.verdict(level, other.arm, choice.use) in ("slower", "faster"):
                yield f"the table can tell {other.arm} from {choice.use}"


def use(run: Read, choice: Choice, text: str) -> Iterator[str]:
    """A method that is advised has a row that bears it out, at each level, and what it gives up is told."""
    levels = _at(run, choice)
    for level in levels:
        row = level.by_name.get(choice.use)
        if row is None or row.status != "measured":
            yield f"{choice.use} is advised and has no figure at {level.level}"
            return
    likes = _likes(run, choice)
    if any(level.by_name[choice.use].is_moving for level in levels):
        still = [other for other in likes if not any(level.by_name[other].is_moving for level in levels)]
        known = [run.bounds(level, other, choice.use) for level in levels for other in still]
        is_far_ahead = choice.use == choice.usual and all(found is not None and found[0] >= AVOID for found in known)
        if still and not is_far_ahead:
            yield f"{choice.use} is advised and still moves, and another that stands still is not"
    elif problem := _is_worse(run, choice, likes):
        yield problem
    own = levels[0].by_name[choice.use].record.guarantees
    for name, values in run.judged.more.items():
        given = own.get(name)
        better = values[: values.index(given)] if given in values else []
        language = choice.use.partition("/")[0]
        if any(
            arm.record.guarantees.get(name) in better
            for level in levels
            for arm in level.arms
            if arm.language == language
        ):
            words = run.stored.run.conditions.get(name, {}).get(str(given), f"{name}={given}")
            if not re.search(rf"use {re.escape(choice.called)}(?:[^.;:]|; and if )*{re.escape(words)}", text):
                yield f"{choice.use} is advised, and not that it gives {name}={given} only"
    if re.search(rf"use {re.escape(choice.called)}(?: for now)?, the usual way", text):
        language = choice.use.partition("/")[0]
        named = [name.partition("@")[0] for name in run.stored.run.usual if name.startswith(f"{language}/")]
        baseline = [arm.arm for arm in levels[0].arms if arm.record.role == "baseline"]
        if choice.use not in baseline if not named else choice.use.partition("(")[0].partition("@")[0] not in named:
            yield f"{choice.use} is told to be the usual way, and is not"


def _likes(run: Read, choice: Choice) -> list[str]:
    """The other methods of a language with the same guarantees that have a figure at every level of a choice."""
    levels = _at(run, choice)
    own = levels[0].by_name[choice.use]
    return [
        arm.arm
        for arm in levels[0].arms
        if arm.language == own.language
        and arm.arm != choice.use
        and arm.record.guarantees == own.record.guarantees
        and (not may_end(arm) or may_end(own))
        and all(_has_figure(level, arm.arm) for level in levels)
    ]


def _has_figure(level: JudgedLevel, name: str) -> bool:
    arm = level.by_name.get(name)
    return (
        arm is not None
        and arm.ratio is not None
        and (arm.record.role == "baseline" or arm.verdict not in (None, "invalid"))
    )


def _beats(run: Read, levels: list[JudgedLevel], one: str, other: str) -> bool:
    """True if one of two is shown to be faster by what matters somewhere, and slower by that nowhere."""
    known = [found for level in levels if (found := run.bounds(level, one, other)) is not None]
    return any(high <= 1 / MATTERS for _, high in known) and not any(low >= MATTERS for low, _ in known)


def _is_worse(run: Read, choice: Choice, likes: list[str]) -> str | None:
    """Say that the tables have a better method than the one that is advised: by rules 31 and 32."""
    levels = _at(run, choice)
    still = [name for name in likes if not any(level.by_name[name].is_moving for level in levels)]
    for other in still:
        known = [run.bounds(level, other, choice.use) for level in levels]
        if all(found is not None and found[1] <= 1 / MATTERS for found in known):
            return f"{choice.use} is advised, and {other} is shown to be faster by what matters at all of its levels"
    usual = choice.usual
    if usual is None or usual not in (choice.use, *still):
        return None
    others = [name for name in still if name != usual]
    if choice.use == usual:
        better = next((name for name in others if _beats(run, levels, name, usual)), None)
        return None if better is None else f"{usual} is advised, and {better} is shown to be faster and never slower"
    if not _beats(run, levels, choice.use, usual) and not any(
        (found := run.bounds(level, usual, name)) is not None and found[0] > MOST_REGRET
        for level in levels
        for name in (choice.use, *others)
    ):
        return f"{choice.use} is advised, and is not shown to be faster than the usual way by what matters"
    return None


def compared(run: Read, choice: Choice, text: str) -> Iterator[str]:
    """Hold each figure, bound and tier of the others beside the method to use against the tables."""
    arms = {arm.called: arm.arm for level in _at(run, choice) for arm in level.arms if _speaks(arm, choice)}
    names = "|".join(re.escape(name) for name in sorted(arms, key=len, reverse=True))
    body = text.partition(f"use {choice.called}")[2]
    by_lower = {called.lower(): arm for called, arm in arms.items()}
    told: set[str] = set()
    named = rf"(?<![\w/])(?P<name>{names})"
    if not names:
        return
    avoided = _sentence(body, r"Avoid ")
    for found in re.finditer(
        rf"{named},? (?:takes )?(?P<open>\()?{_TIMES}(?: times)?(?: as long)?(?! as fast)"
        rf"(?P<inner>(?(open){_NOTE}))?{_BRACKETS}",
        body,
        re.I,
    ):
        if found["open"] and not re.match(r"\)|; |, with ", body[found.end() :] or ")") and not found["inner"]:
            continue
        arm = by_lower[found["name"].lower()]
        told.add(arm)
        if not _is_open(body, found.start()):
            yield from _takes(run, choice, arm, found)
            if arm in _likes(run, choice) and not body[: found.start()].endswith("The usual way, "):
                yield from _tier(run, choice, arm, is_avoided=avoided[0] <= found.start() < avoided[1])
    for found in re.finditer(rf"{named} \((?P<least>{_NUMBER})(?: to (?P<most>{_NUMBER}))? times as fast", body, re.I):
        yield from _as_fast(run, choice, by_lower[found["name"].lower()], found)
    start, end = _sentence(body, r"Unclear so far: ")
    for found in re.finditer(
        rf"{named} \((?:(?P<quicker>\d+) % quicker to (?P<slower>\d+) % slower"
        rf"|(?P<least>\d+) to (?P<most>\d+) % (?P<way>quicker|slower)|(?P<noisy>too noisy to tell)"
        rf"|(?P<low>{_NUMBER})(?: to (?P<high>{_NUMBER}))? times as long)"
        rf"(?P<beside>{_NOTE})?",
        body[start:end],
        re.I,
    ):
        arm = by_lower[found["name"].lower()]
        told.add(arm)
        yield from _not_settled(run, choice, arm, found)
    start, end = _sentence(body, r"Too few rounds to compare ")
    for found in re.finditer(named, body[start:end], re.I):
        arm = by_lower[found["name"].lower()]
        told.add(arm)
        if all(run.bounds(level, arm, choice.use) for level in _at(run, choice) if _has_figure(level, arm)):
            yield f"{arm} is told to have too few rounds, and the table has bounds"
    for found in re.finditer(rf"{named} \(unclear so far: (?P<low>{_NUMBER}) to (?P<high>{_NUMBER}) times", body, re.I):
        arm = by_lower[found["name"].lower()]
        for level in _at(run, choice) if len(choice.levels) == 1 else ():
            if _has_figure(level, arm) and run.verdict(level, arm, choice.use) in ("slower", "faster", "equivalent"):
                yield f"{arm} is told as open, and is decided beside {choice.use} in the table"
    for found in re.finditer(r"((?:[^.]|\.(?=\S))*?) (?:is|are) as good \(the same time within (\d+) %\)", body):
        text_of = found[1]
        for called, arm in sorted(arms.items(), key=lambda one: -len(one[0])):  # a name may begin a longer one
            text_of, count = re.subn(rf"(?<!\w){re.escape(called)}(?!\w)", "", text_of, flags=re.I)
            if count:
                told.add(arm)
                yield from _as_well(run, choice, arm, int(found[2]) / 100)
    yield from _regret(run, choice, body, by_lower, named)
    if not re.search(r"\d more(?: in between)?\b", body):
        for other in _likes(run, choice):
            if other not in told:
                yield f"{other} gives the same and is not told of"


def _sentence(body: str, begin: str) -> tuple[int, int]:
    """Return where a sentence of the others begins and ends; nowhere if there is none."""
    found = re.search(rf"(?:^|(?<=[.)] )){begin}", body)
    if found is None:
        return (-1, -1)
    end = re.search(r"\.(?= [A-Z]|$)", body[found.end() :])
    following = re.search(
        r"\. (?=Avoid |Unclear so far|Too few rounds|If |In |[^.]*? takes? [\d.]+ )", body[found.end() :]
    )
    ends = [found.end() + one.start() for one in (following, end) if one is not None]
    return found.start(), (ends[0] if ends else len(body)) + 1


def _is_open(body: str, at: int) -> bool:
    start, end = _sentence(body, r"Unclear so far: ")
    return start <= at < end


def _tier(run: Read, choice: Choice, arm: str, *, is_avoided: bool) -> Iterator[str]:
    """To avoid is what is shown to take 1.5 times as long somewhere, and only that (rule 32)."""
    known = [found[0] for level in _at(run, choice) if (found := _known(run, level, arm, choice.use)) is not None]
    is_far = any(low >= AVOID for low in known)
    if is_avoided and not is_far:
        yield f"{arm} is to be avoided, and no row has it 1.5 times as long"
    is_faster = any(run.verdict(level, arm, choice.use) == "faster" for level in _at(run, choice))
    if is_far and not is_avoided and not is_faster and len(known) == len(choice.levels):
        yield f"{arm} is shown to take 1.5 times as long, and is not told to be avoided"


def _known(run: Read, level: JudgedLevel, arm: str, over: str) -> tuple[float, float] | None:
    return run.bounds(level, arm, over) if _has_figure(level, arm) else None


def _not_settled(run: Read, choice: Choice, arm: str, found: re.Match[str]) -> Iterator[str]:
    """What is not settled is not decided beside the one to use, and its bounds hold at every level."""
    bounds = []
    for level in _at(run, choice):
        if not _has_figure(level, arm):
            if not _left_out(run, level, found["beside"] or ""):
                yield f"{found[0]!r} is told of {level.level}, at which {arm} has no figure"
            continue
        known = run.bounds(level, arm, choice.use)
        if known is None:
            continue
        bounds.append(known)
        if run.verdict(level, arm, choice.use) == "slower" and known[0] > MATTERS:
            yield f"{arm} is told as open, and is slower than {choice.use} at {level.level}"
    if not bounds:
        yield f"{found[0]!r} is told, and the table has no bounds"
        return
    low, high = min(one[0] for one in bounds), max(one[1] for one in bounds)
    if found["noisy"] is not None:
        is_true = high / low > 10
    elif found["low"] is None:
        less, more = 100 * (1 - low), 100 * (high - 1)  # by how much it may be quicker, and slower
        told = {
            None: (found["quicker"], found["slower"]),
            "quicker": (found["most"], f"-{found['least']}"),
            "slower": (f"-{found['least']}", found["most"]),
        }[found["way"]]
        is_true = all(-0.01 <= int(one) - bound < 1.01 for one, bound in zip(told, (less, more), strict=True))
    else:
        is_true = is_rounded(found["low"], low) and is_rounded(found["high"] or found["low"], high)
    if not is_true:
        yield f"{found[0]!r} is told, and the table has {low:.3f} to {high:.3f}"


def _regret(run: Read, choice: Choice, body: str, arms: Mapping[str, str], named: str) -> Iterator[str]:
    """The most that the one to use takes over another that stands still is told, if it matters and is shown."""
    levels = _at(run, choice)
    found = re.search(
        rf"Where it is shown to be behind most, {re.escape(choice.called)} takes (\d+) % longer than {named} \(",
        body,
        re.I,
    )
    if found is not None:
        arm = arms[found["name"].lower()]
        there = [level for level in levels if _has_figure(level, arm) and not level.by_name[arm].is_moving]
        ratios = [run.ratio(level, choice.use, arm) for level in there]
        if not ratios or abs(100 * (max(ratios) - 1) - int(found[1])) > 0.6:
            yield f"{found[0]!r} is told, and the table has {ratios}"
    most = max(
        (
            run.ratio(level, choice.use, name)
            for level in levels
            for name in _likes(run, choice)
            if not level.by_name[name].is_moving and run.verdict(level, choice.use, name) == "slower"
        ),
        default=1.0,
    )
    told = 0 if found is None else int(found[1])
    has_more = found is None and most > 1.06 and len(levels) > 1
    if has_more or (found is not None and 100 * (most - 1) > told + 1):
        yield f"{choice.use} is up to {most:.3f} times as long as another, and {told} % is told"


def _as_fast(run: Read, choice: Choice, arm: str, found: re.Match[str]) -> Iterator[str]:
    ratios = [1 / run.ratio(level, arm, choice.use) for level in _at(run, choice) if _has_figure(level, arm)]
    decided = [
        1 / run.ratio(level, arm, choice.use)
        for level in _at(run, choice)
        if _has_figure(level, arm)
        and (
            run.verdict(level, arm, choice.use) in ("slower", "faster")
            or any(level.by_name[name].is_moving for name in (arm, choice.use))
        )
    ]
    for told in (found["least"], found["most"] or found["least"]):
        if not any(is_rounded(told, ratio) for ratio in decided or ratios):
            yield f"{found[0]!r} is told, and the tables have {ratios}"


def _speaks(arm: JudgedArm, choice: Choice) -> bool:
    return arm.arm != choice.use and arm.language == choice.use.partition("/")[0] and arm.ratio is not None


def _left_out(run: Read, level: JudgedLevel, beside: str) -> bool:
    """True if the brackets behind a figure say that it is not one of this level."""
    name = plain(levels_said(run.judged, [level.level]))
    if not name:
        return False
    shown = re.search(r"\bshown (?P<at>.+?) only", beside)
    named = rf"(?<![\w=]){re.escape(name)}(?=[,;)]| and |$)"
    return re.search(named, shown["at"]) is None if shown else re.search(named, beside) is not None


def _takes(run: Read, choice: Choice, arm: str, found: re.Match[str]) -> Iterator[str]:
    least, most = float(found["least"]), float(found["most"] or found["least"])
    beside = (found["inner"] or "") + found["beside"]
    ratios = []
    for level in _at(run, choice):
        row, own = level.by_name.get(arm), level.by_name[choice.use]
        if _left_out(run, level, beside):
            if row is not None and row.ratio and run.verdict(level, arm, choice.use) in ("slower", "faster"):
                yield f"{arm} is left out at {level.level}, where the table decides"
            continue
        if row is None or row.ratio is None or own.ratio is None:
            yield f"{found[0]!r} is told of {level.level}, at which {arm} has no figure"
            continue
        ratios.append(run.ratio(level, arm, choice.use))
        verdict = run.verdict(level, arm, choice.use)
        if verdict not in ("slower", "faster") and not ((row.is_moving or own.is_moving) and "settled" in beside):
            yield f"{found[0]!r} is told of {level.level}, where the table has {verdict} {row.low} {row.high}"
    ends = (found["least"], min(ratios, default=least)), (found["most"] or found["least"], max(ratios, default=most))
    if not all(is_rounded(told, ratio) for told, ratio in ends):
        yield f"{found[0]!r} is told, and the tables have {min(ratios):.3f} to {max(ratios):.3f}"


def _as_well(run: Read, choice: Choice, arm: str, within: float) -> Iterator[str]:
    for level in _at(run, choice):
        row = level.by_name.get(arm)
        if row is None or row.ratio is None:
            continue
        known = run.bounds(level, arm, choice.use)
        is_near = known is not None and known[0] >= 0.95 and known[1] <= MATTERS
        if not is_near and run.verdict(level, arm, choice.use) != "equivalent":
            yield f"{arm} is as good as {choice.use}, and the table has {known} at {level.level}"
        if row.is_moving or level.by_name[choice.use].is_moving:
            yield f"{arm} is as good as {choice.use}, and one still moves at {level.level}"
        if known is not None and not (1 - within - 1e-9 <= known[0] and known[1] <= 1 + within + 1e-9):
            yield f"{arm} takes the same time within {within}, and the table has {known}"


def _levels(run: Read) -> Iterator[str]:
    """Hold the answer of each level against its rows."""
    for level in run.judged.levels:
        if level.status == "measured" and not level.invalid:
            text = plain(answer(level))
            yield from (f"{problem}: {text!r}" for problem in _level(run, level, text))


def _level(run: Read, level: JudgedLevel, text: str) -> Iterator[str]:
    ranked = [
        arm
        for arm in level.arms
        if arm.ratio and (arm.record.role == "baseline" or arm.verdict not in (None, "invalid"))
    ]
    if won := re.match(r"(\S+) is the fastest; next is", text):
        for other in ranked:
            if other.arm == won[1]:
                continue
            verdict = run.verdict(level, other.arm, won[1])
            if verdict != "slower" and not other.is_moving:
                yield f"{won[1]} is the fastest, and {other.arm} is {verdict} beside it"
    slowest = re.search(r"The slowest, (\S+), takes", text)
    if slowest and level.by_name[slowest[1]].verdict == "undecided":
        yield f"{slowest[1]} is told to be the slowest, and its row is undecided"
    if tied := re.search(r"None beats all the others: (.*?) cannot be told apart", text):
        together = [arm.arm for arm in ranked if re.search(rf"(?<![\w/]){re.escape(arm.arm)}(?![\w(@])", tied[1])]
        for place, arm in enumerate(together):
            for beside in together[place + 1 :]:
                verdict = run.verdict(level, arm, beside)
                if verdict in ("slower", "faster"):
                    yield f"{arm} and {beside} cannot be told apart, and the table has {verdict}"
    for found in re.finditer(r"(\S+?),? takes ([\d.]+) \[([\d.]+), ([\d.]+)\] times as long as (\S+?)[.( ]", text):
        row = level.by_name.get(found[1])
        if row and row.ratio and abs(float(found[2]) / row.ratio - 1) > 0.002:
            yield f"{found[0]!r} is told, and the row has {row.ratio}"


def _over_levels(run: Read) -> Iterator[str]:
    """What is said of all levels is so at as many of them."""
    judged = run.judged
    if judged.invalid or len(judged.levels) < 2:
        return
    text = plain(run_answer(judged))
    won = Counter(level.winner for level in judged.levels if level.winner)
    for name, count in re.findall(r"(\S+) is the fastest at (\d+) of", text):
        if won[name] != int(count):
            yield f"{name} wins at {won[name]} levels: {text!r}"
    for winner in judged.changes.winners:
        for factors in winner.levels:
            if next(level for level in judged.levels if level.level == factors).winner != winner.arm:
                yield f"the winner changes to {winner.arm} at {factors}, which it does not win"
    for flip in judged.changes.flips:
        for verdict, levels in (("faster", flip.faster), ("slower", flip.slower)):
            for factors in levels:
                row = next(level for level in judged.levels if level.level == factors).by_name[flip.arm]
                if row.verdict != verdict:
                    yield f"{flip.arm} is told to be {verdict} at {factors}, and its row is {row.verdict}"
    texts = [plain(" ".join(sentences)) for sentences in sentences_to_use(judged)]
    for one in judged.answers:
        of = sum(len(choice.levels) for choice in one.choices)
        for count in re.findall(r"in (both|all \d+) conditions", _text_of(one, texts)):
            if count.removeprefix("all ") != ("both" if of == 2 else str(of)):
                yield f"in {count} conditions, and the answer is of {of}"


def _choices_worth(run: Read) -> Iterator[str]:
    """How much the choice matters at a size is a ratio of rows that are decided."""
    text = plain(_details(run.judged))
    if "How much the choice matters" not in text:
        return
    told = text.partition("How much the choice matters")[2]
    for figure, factor, value in re.findall(r"([\d.]+) times at (\w+)=(\S+?)[,.](?= |$)", told):
        level = next((one for one in run.judged.levels if str(one.level.get(factor)) == value), None)
        if level and not any(arm.verdict in ("faster", "slower") for arm in level.arms):
            yield f"the choice matters {figure} times at {factor}={value}, and no row there is decided"


def _effects(run: Read) -> Iterator[str]:
    """What another word for a factor does is said of effects that the table has decided."""
    for effect in run.judged.effects:
        factors = [{**effect.at, effect.factor: value} for value in (effect.of, effect.to)]
        levels = [level for level in run.judged.levels if level.level in factors]
        if effect.verdict != "undecided" and any(level.by_name[effect.arm].is_moving for level in levels):
            yield f"{effect.arm} still moves, and the effect on it is {effect.verdict}"


def _same_everywhere(run: Read) -> Iterator[str]:
    """Terminal, details, Markdown, page and summary say what to use in the same words."""
    if run.judged.invalid:
        return
    brief, details = plain(_shown(run.judged, details=False)), plain(_details(run.judged))
    seen = view(run.stored.run, run.judged, explain_run(run.judging), [])
    text, page = markdown([seen]), [plain(" ".join(sentences)) for sentences in seen.answers]
    out = io.StringIO()
    summarise([run.judged], Console(file=out, width=2000))
    for sentences in sentences_to_use(run.judged):
        whole = plain(" ".join(sentences))
        for form, told in (("brief", brief), ("--details", details)):
            if whole not in told:
                yield f"{form} says something else than {whole!r}"
        if whole not in page:
            yield f"the page says something else than {whole!r}"
        if escaped(sentences[0]) not in text:
            yield f"Markdown says something else than {sentences[0]!r}"
        is_cut = sentences[0].startswith(OVER_ALL)  # goes where the rest leaves no room for it
        if plain(sentences[0]) not in plain(out.getvalue()) and not is_cut:
            yield f"the summary says something else than {sentences[0]!r}"
    for level in run.judged.levels:
        for arm in level.arms:
            if arm.status == "failed" and arm.reason:
                yield from _reasons(run, brief, level, arm)


def _rows(run: Read) -> Iterator[str]:
    """Hold the rows of the terminal against the sentences above them."""
    if not run.judged.invalid:
        texts = [plain(" ".join(sentences)) for sentences in sentences_to_use(run.judged)]
        yield from rows_against(run.judged, _shown(run.judged, details=False), texts)


def _reasons(run: Read, brief: str, level: JudgedLevel, arm: JudgedArm) -> Iterator[str]:
    """A figure in a reason that stands for several arms holds for each of them."""
    said = next((part for part in re.findall(r"[^:]*failed at [^:]*: [^:]*", brief) if arm.arm in part), "")
    for number in re.findall(r"\d{4,}", arm.reason or ""):
        if said and number not in said:
            yield f"{arm.arm} failed with {number}, and the line says {said!r}"


def _details(judged: JudgedRun) -> str:
    return _shown(judged, details=True)


def _shown(judged: JudgedRun, *, details: bool) -> str:
    out = io.StringIO()
    show(judged, Console(file=out, width=2000), details=details)
    return out.getvalue()


def _memory(run: Read) -> Iterator[str]:
    """Hold what is said of memory against the peaks of the rows of its language."""
    texts = [plain(" ".join(sentences)) for sentences in sentences_to_use(run.judged)]
    for one in run.judged.answers:
        text = _text_of(one, texts)
        for choice in one.choices:
            rows = {row.called: row.arm for level in _at(run, choice) for row in level.arms if _speaks(row, choice)}
            for called, most, size, unit in re.findall(
                r"((?:[^.,]|[.,]\S)*?) (?:takes )?(up to )?([\d.]+) ([KMG]iB)(?: more memory than)?", text
            ):
                names = [name for name in rows if called.lower().endswith(name.lower())]
                told = float(size) * {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[unit]
                if names and "others" not in called and not _has_memory(run, choice, rows[max(names, key=len)], told):
                    yield f"{called} takes {most}{size} {unit} more, and no row has that"


def _has_memory(run: Read, choice: Choice, arm: str, told: float) -> bool:
    """True if at some level an arm's work added about so much more than that of the one to use."""
    for level in _at(run, choice):
        added = [
            (row.record.memory.peak_bytes or 0) - (row.record.memory.before_bytes or 0)
            for row in (level.by_name.get(arm), level.by_name[choice.use])
            if row is not None
        ]
        if len(added) == 2 and abs(added[0] - added[1] - told) <= 0.02 * told:
            return True
    return False
