"""The first screen of a page: for each language and condition the sentence, a bar for each method, and the code.

Nothing is decided here: the method to use and the tiers of the others are the answer's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from iotrial.answers import sentences as words
from iotrial.answers.beside_use import told_to_use
from iotrial.answers.other_needs import is_needed_for_more, offered
from iotrial.ask.catalog import Value
from iotrial.judge.bounds import RatioBounds
from iotrial.judge.decide_language import SEVERAL
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.report import figures
from iotrial.report.addresses import address, of_level
from iotrial.report.guarantee_words import all_of, also_said, condition_of, gives_more_said
from iotrial.report.layout import clean
from iotrial.report.level_answer import answer
from iotrial.report.level_words import condition as condition_said
from iotrial.report.level_words import number_said, value_said
from iotrial.report.memory_answer import memory_notes
from iotrial.report.need_sentences import price_of
from iotrial.report.ranking_table import timed
from iotrial.report.short_notes import doubts
from iotrial.report.times import listed
from iotrial.report.what_to_use import caveat_of, sentences_in, sentences_to_use, worth
from iotrial.report.work_timed import work_called, work_of

#: More choices than this are no first screen; what else varies stands in the grid below it.
MOST_CHIPS = 3
MOST_NEEDS = 3

NOT_MEASURED = "This was not measured here."
NOT_GIVEN = "No method that was measured here gives that."

#: The need of a reader who wants nothing beside the work.
NO_NEED = "in general"


@dataclass(frozen=True)
class Chip:
    """A choice that changes the answer: its title, and its values in words."""

    title: str
    values: list[str]


@dataclass(frozen=True)
class Bar:
    """A method: its time, as a share of the slowest too, and its tier beside the one to use.

    mark: a tier; "use" for the one to use, "other" for what gives something else, "" where nothing is known. beside:
    its time over that of the one to use; None if it is not compared. note: what is doubtful of it, and its memory.
    """

    address: str
    arm: str
    called: str
    time: str
    share: float
    mark: str
    told: str
    title: str
    beside: RatioBounds | None
    ratio: str
    note: str


@dataclass(frozen=True)
class ScreenState:
    """The screen for a language and a value of each chip; `at` has their places, the language's first."""

    at: list[int]
    language: str
    address: str
    sentence: str
    how_much: str
    more: list[str]
    over: str
    use: str
    bars: list[Bar]
    work: str = ""  # what each time is of


@dataclass(frozen=True)
class FirstScreen:
    """The first screen of a run.

    languages: "" alone if there is no answer. over_all: of several levels, for each language what to use and how much
    that matters. before: harm to records, and the effect of a factor. after: what is the fastest in any language.
    first: where the state that is shown first is.
    """

    languages: list[str]
    over_all: list[tuple[str, str]]
    before: list[str]
    after: list[str]
    chips: list[Chip]
    first: list[int]
    states: list[ScreenState]


@dataclass(frozen=True)
class _Condition:
    """The level and the need that a value of each chip comes to. level: None if it was not measured."""

    values: list[int]
    level: int | None
    need: str


@dataclass(frozen=True)
class _Place:
    """The address of a state and its language; languages: how a sentence names each that has a bar there."""

    address: str
    language: str
    languages: Mapping[str, str]


def first_screen(judged: JudgedRun, first: int, prefix: str) -> FirstScreen:
    """Return the first screen of a run; first: the level that it shows; prefix: what its addresses begin with."""
    answers = [] if judged.invalid else judged.answers
    needs = _needs(judged) if answers else []
    names = _factors_that_matter(judged)[: MOST_CHIPS - bool(needs)] if answers else []
    values = {name: _values(judged, name) for name in names}
    chips = [Chip(_title(name), [_value(judged, name, one) for one in found]) for name, found in values.items()]
    if needs:
        chips.append(Chip("if", [NO_NEED, *needs]))
    conditions = list(_conditions(judged, first, values, needs))
    begin = next((one.values for one in conditions if one.level == first and not one.need), conditions[0].values)
    beside = beside_answers(judged) if answers else []
    alone: list[LanguageAnswer | None] = [*answers] or [None]
    return FirstScreen(
        languages=[clean(one.called) for one in answers] or [""],
        over_all=[(sentences_in(one, judged)[0], worth(one, judged)) for one in answers]
        if len(judged.levels) > 1
        else [],
        before=[text for text in beside if not text.startswith(words.OVER_ALL)],
        after=[text for text in beside if text.startswith(words.OVER_ALL)],
        chips=chips,
        first=[0, *begin],
        states=[
            _state(judged, one, condition, [place, *condition.values], prefix)
            for place, one in enumerate(alone)
            for condition in conditions
        ],
    )


def states_of(judged: JudgedRun, number: int) -> list[ScreenState]:
    """Return what is shown of one level, for each language that has an answer."""
    answers = [] if judged.invalid else judged.answers
    return [_state(judged, one, _Condition([], number, ""), [place], "") for place, one in enumerate(answers)]


def answer_at(judged: JudgedRun, number: int, language: str) -> LanguageAnswer | None:
    """Return what to use at one level alone in a language; None if nothing can be compared there."""
    found = judged.level_answers[number] if judged.level_answers else judged.answers if len(judged.levels) == 1 else []
    return next((one for one in found if one.language == language), None)


def no_answer_at(judged: JudgedRun, number: int, language: str) -> str:
    """Say why no method of a language is named at a level; what other languages take there is no part of it."""
    level = judged.levels[number]
    if language in ("", SEVERAL) or level.status != "measured" or level.invalid:
        return answer(level)
    called = clean(judged.languages.get(language, language))
    is_open = answer_at(judged, number, language) is not None
    return words.OPEN_IN if is_open else words.NOT_COMPARED_IN.format(language=called)


def needed(choice: Choice, judged: JudgedRun) -> dict[str, OtherGuarantee]:
    """Return the words for each other thing that a reader may need -> the quickest method that gives it."""
    worth_a_word = offered(choice, judged)
    return {condition_of(one): one for one in worth_a_word if one.differences == 1 and len(one.conditions) == 1}


def beside_answers(judged: JudgedRun) -> list[str]:
    """Return what is said beside the answers of languages: harm, effects, and what is fastest in any language."""
    return [" ".join(text) for text in sentences_to_use(judged.model_copy(update={"answers": []}))]


def _needs(judged: JudgedRun) -> list[str]:
    """Return the words for what may be needed beside the work, at any level in any language."""
    every = judged.level_answers or [judged.answers]
    found = (need for level in every for one in level for choice in one.choices for need in needed(choice, judged))
    return list(dict.fromkeys(found))[:MOST_NEEDS]


def _factors_that_matter(judged: JudgedRun) -> list[str]:
    """Return the factors of which another value alone changes what to use or a tier, those that do so most first."""
    changes: dict[str, int] = {}
    measured = [(place, level) for place, level in enumerate(judged.levels) if level.status == "measured"]
    for number, (place, level) in enumerate(measured):
        for other_place, other in measured[:number]:
            apart = [name for name in varying_factors(judged) if level.level.get(name) != other.level.get(name)]
            if len(apart) == 1 and _tiers(judged, place) != _tiers(judged, other_place):
                changes[apart[0]] = changes.get(apart[0], 0) + 1
    return sorted(changes, key=lambda name: -changes[name])


def _tiers(judged: JudgedRun, number: int) -> dict[str, str]:
    """Return the arms at a level with their tiers."""
    found: dict[str, str] = {}
    for one in judged.level_answers[number] if judged.level_answers else []:
        for choice in told_to_use(one):
            found |= {choice.use: "use", **{other.arm: other.tier for other in choice.beside}}
    return found


def _values(judged: JudgedRun, name: str) -> list[Value | None]:
    """Return the values of a factor at which something was measured, sizes in their order."""
    found = list(dict.fromkeys(level.level.get(name) for level in judged.levels if level.status == "measured"))
    numbers = [value for value in found if isinstance(value, int)]
    return [*sorted(numbers), *(value for value in found if not isinstance(value, int))]


def _title(name: str) -> str:
    return clean(f"{name.removesuffix('_bytes')} size" if name.endswith("_bytes") else name).replace("_", " ")


def _value(judged: JudgedRun, name: str, value: Value | None) -> str:
    if value is None:
        return "default"
    told = value_said(judged, name, value) or clean(value)  # a usual value may go unsaid in a sentence
    is_named = told.startswith(f"{clean(name)}=") or told == f"{number_said(name, value)} {clean(name)}"
    return number_said(name, value) if is_named else told


def _conditions(
    judged: JudgedRun, first: int, values: Mapping[str, Sequence[Value | None]], needs: Sequence[str]
) -> Iterator[_Condition]:
    """Yield what each choice of values comes to; what has no chip is as at the first level, if that was measured."""
    given = judged.levels[first].level if judged.levels else {}
    for places in product(*(range(len(found)) for found in values.values())):
        wanted = {name: found[place] for (name, found), place in zip(values.items(), places, strict=True)}
        fit = [
            number
            for number, level in enumerate(judged.levels)
            if all(level.level.get(name) == value for name, value in wanted.items())
        ]
        alike = [sum(judged.levels[number].level.get(name) == value for name, value in given.items()) for number in fit]
        level = fit[alike.index(max(alike))] if fit else None
        for need, text in enumerate(["", *needs]):
            yield _Condition([*places, need] if needs else list(places), level, text)


def _state(
    judged: JudgedRun, of_run: LanguageAnswer | None, condition: _Condition, at: list[int], prefix: str
) -> ScreenState:
    language, called = (of_run.language, clean(of_run.called)) if of_run else ("", "")
    if condition.level is None:
        return ScreenState(at, called, address(prefix, "use", *map(str, at)), NOT_MEASURED, "", [], "", "", [])
    level = judged.levels[condition.level]
    where = address(prefix, "use", language, of_level(level.level), condition.need)
    found = answer_at(judged, condition.level, language)
    choice = next(iter(told_to_use(found)), None) if found else None
    other = needed(choice, judged).get(condition.need) if choice else None
    answered = {one.language for one in judged.answers} - {language}  # each other has a screen of its own
    arms = [arm for arm in timed(level) if arm.language not in answered]
    if condition.need:
        sentence = _if_needed(condition.need, other, choice)
        use, more = other.arm if other else "", list[str]()
    elif found is not None:
        sentence, *more = sentences_in(found, judged)
        use = choice.use if choice else ""
        where_measured = condition_said(judged, level.level, varying_factors(judged))
        if where_measured and _is_said_above(judged, of_run, choice):
            sentence, more = words.FIGURES_AT.format(level=where_measured), [sentence, *more]
    else:
        sentence, more, use = no_answer_at(judged, condition.level, language), [], ""
    over = clean(choice.called) if choice else ""
    languages = {arm.language: clean(judged.languages.get(arm.language, arm.language)) for arm in arms}
    bars = _bars(arms, level, choice, use, _Place(where, language, languages))
    matters = worth(found, judged) if found is not None and not condition.need else ""
    if of_run is not None and len(judged.levels) > 1 and matters == worth(of_run, judged):
        matters = ""  # it stands above, of all levels together
    work = work_of(level)
    told_work = work_called(work, judged.work_unit) if work else ""
    return ScreenState(at, called, where, sentence, matters, more, over, clean(use), bars, told_work)


def _is_said_above(judged: JudgedRun, of_run: LanguageAnswer | None, choice: Choice | None) -> bool:
    """True if what to use at a level, with what it gives up, is what the sentence over all levels says."""
    if len(judged.levels) < 2 or of_run is None or choice is None:
        return False
    return [(one.use, caveat_of(one)) for one in told_to_use(of_run)] == [(choice.use, caveat_of(choice))]


def _if_needed(need: str, other: OtherGuarantee | None, choice: Choice | None) -> str:
    """Say what to use if something is needed beside the work."""
    if other is None:
        return NOT_GIVEN if choice else NOT_MEASURED
    return words.NEED.format(
        condition=need,
        name=clean(other.called),
        price=price_of(other),
        also=also_said(other),
        notes="",
    )


def _bars(arms: Sequence[JudgedArm], level: JudgedLevel, choice: Choice | None, use: str, place: _Place) -> list[Bar]:
    """Return a bar for each method, the quickest first."""
    known: dict[str, TimesOver] = {}
    if choice is not None:
        known = {one.arm: one for one in [*choice.unlike, *choice.guarantees, *choice.beside]}
    most = max((arm.median_ns or 0.0 for arm in arms), default=0.0)
    memory = memory_notes(arms, level)
    return [
        Bar(
            address=address(place.address, arm.arm),
            arm=clean(arm.arm),
            called=clean(arm.called),
            time=figures.time(arm.median_ns),
            share=round((arm.median_ns or 0.0) / most, 3) if most else 0.0,
            beside=(beside := _beside(arm, known.get(arm.arm), choice)),
            ratio="1" if beside and beside.low == 1 == beside.high else figures.interval(beside) if beside else "",
            note=", ".join(filter(None, [*doubts(arm), memory.get(arm.arm)])),
            **(
                _mark(arm, level, choice, known.get(arm.arm), use)
                if place.language in (SEVERAL, arm.language)
                else _in_other(place.languages[arm.language])
            ),
        )
        for arm in sorted(arms, key=lambda arm: arm.median_ns or 0.0)
    ]


def _beside(arm: JudgedArm, one: TimesOver | None, choice: Choice | None) -> RatioBounds | None:
    """Return the time over that of the one to use, with its interval."""
    if choice is not None and arm.arm == choice.use:
        return RatioBounds(ratio=1.0, low=1.0, high=1.0)
    return RatioBounds(ratio=one.least, low=one.low, high=one.high) if one else None


def _mark(arm: JudgedArm, level: JudgedLevel, choice: Choice | None, one: TimesOver | None, use: str) -> dict[str, str]:
    """Return the mark of a bar, and it in words, with more of them if they are cut."""
    told = {"mark": "", "told": "", "title": ""}
    if choice is None or level.invalid:
        return told
    if arm.arm == use:
        return {**told, "mark": "use", "told": "use"}
    if use != choice.use:  # something is needed, of which tiers say nothing
        return told
    own = next(other.record.guarantees for other in level.arms if other.arm == choice.use)
    if isinstance(one, OtherGuarantee) or (one is None and arm.record.guarantees != own):
        if isinstance(one, OtherGuarantee) and one.is_outdone:
            return _outdone(one)
        return {"mark": "other", **_gives_else(arm, one, own)}
    more = f", {gives_more_said(one)}" if one and one.gives_more else ""
    return {**told, "mark": one.tier, "told": f"{one.tier}{more}"} if one else told


def _outdone(one: OtherGuarantee) -> dict[str, str]:
    """Return the mark of a method that promises less and is slower: its condition would read as a reason to use it."""
    mark = one.tier if one.tier in ("slower", "avoid") else "slower"
    return {"mark": mark, "told": words.PROMISES_LESS.format(tier=mark), "title": ""}


def _in_other(called: str) -> dict[str, str]:
    """Return the mark of a method of a language that has no answer of its own."""
    return {"mark": "other", "told": f"in {called}", "title": ""}


def _gives_else(arm: JudgedArm, one: TimesOver | None, own: Mapping[str, str]) -> dict[str, str]:
    """Say when a method of other guarantees is the one, in the job's words; many of them are cut.

    Of a job without such words it is said in what the method differs.
    """
    if not isinstance(one, OtherGuarantee) or not one.conditions:
        differs = [clean(name) for name, value in arm.record.guarantees.items() if own.get(name) != value]
        return {"told": f"differs in {listed(differs)}", "title": ""}
    first, *more = map(clean, [*(one.more_if if is_needed_for_more(one) else []), *one.conditions])
    whole = f"if {all_of([first, *more])}"
    cut = f"if {first}{words.CAVEAT_MORE.format(count=len(more), s='s' * (len(more) > 1))}"
    return {"told": cut if more else whole, "title": whole if more else ""}
