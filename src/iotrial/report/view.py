"""A run as a page or a Markdown text shows it: everything in words, tables and texts, nothing in HTML yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from iotrial.answers.beside_use import told_to_use
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.explained_run import ExplainedArm, ExplainedRun
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.across_levels_text import changes, choice, cost_tables, effect_tables
from iotrial.report.claim_card import ClaimCard, claim_cards
from iotrial.report.claim_words import answers, claim_tables, sources_of, summary
from iotrial.report.explain_screen import by_level, evidence
from iotrial.report.glance import Glance, glance
from iotrial.report.group_table import several
from iotrial.report.layout import clean, joined
from iotrial.report.level_answer import answer, run_answer
from iotrial.report.level_places import where_to_use
from iotrial.report.level_words import level_name
from iotrial.report.memory_table import growth, memory
from iotrial.report.observed import outcomes
from iotrial.report.parts import Said, Table, gathered
from iotrial.report.profiles import profile_table
from iotrial.report.question_answer import question_answer
from iotrial.report.ranking_table import (
    below_ranking,
    ranking,
    timed,
    undecided,
)
from iotrial.report.repeat_commands import repeat_commands
from iotrial.report.run_facts import DRAWN, drawn_words, runtimes, runtimes_and_starts, target_line
from iotrial.report.short_notes import gained, in_full, noise
from iotrial.report.trust_line import copies_within
from iotrial.report.variant_table import variants
from iotrial.report.what_to_use import sentences_to_use
from iotrial.report.work_timed import work_below
from iotrial.store.record import Run
from iotrial.units import format_bytes


@dataclass(frozen=True)
class Code:
    """The text of a method as it was measured, and what it declares."""

    arm: str
    language: str
    text: str
    guarantees: str


@dataclass(frozen=True)
class RankedArm:
    """A row of a ranking: the arm's language, and the guarantees that differ from the baseline's ("" if none does)."""

    arm: str
    language: str
    gives: str


@dataclass(frozen=True)
class LevelView:
    """One level: its name, its answer, and its tables with what is said below each."""

    name: str
    answer: str
    legend: str  # how to read a ratio of the ranking
    ranking: Table | None
    arms: list[RankedArm]  # a row of the ranking each
    said: list[Said]
    noise: str  # what the whole level suffered from, in a line; "" if nothing
    cautions: list[str]  # each in full, with what to do about it
    beside: list[tuple[str, Table]]
    evidence: Table | None
    causes: list[Said]
    functions: Table | None


@dataclass(frozen=True)
class RunView:
    """A run: the question, the answer, and all that stands behind it."""

    run: str
    study: str
    question: str
    answers: list[list[str]]  # what to use, sentences for each language; what became of the run if it compares nothing
    asked: str  # what became of the claims that answer the study's question; "" if none does
    answered: str  # the same where it is yes or no; "" if the study does not say what would be which
    use: list[tuple[str, Code]]  # the methods that the answers name, each with the levels that it is for ("": all)
    facts: list[str]
    trust: str  # how a second copy of the baseline came out; "" if there was none
    warnings: list[str]
    floor: str
    levels: list[LevelView]
    first: int  # the level that a page shows first
    glance: Glance | None  # of several levels
    across: list[tuple[str, Table]]
    changes: list[str]  # what is said of several levels together
    claims: list[Table]
    cards: list[ClaimCard]
    claimed: str  # how many claims have which verdict; "" if there are none
    sources: dict[str, str]  # whose claims these are, each with its address; "" if it has none
    codes: list[Code]
    machine: list[tuple[str, str]]
    repeat: list[str]
    study_text: str


def view(
    run: Run, judged: JudgedRun, explained: ExplainedRun, claims: Sequence[JudgedClaim], unread: str | None = None
) -> RunView:
    """The view of a run from its record, its judgement, its evidence and its claims (or why they are not read)."""
    arms = by_level(explained)
    levels = [
        _level(judged, level, next((one for one in arms if one[0].level == level.level), [])) for level in judged.levels
    ]
    across = [("Effect of a factor", table) for table in effect_tables(judged)]
    # What "off by" means is told with the meanings of all columns.
    across += [("Cost over size", replace(table, below=())) for table in cost_tables(judged)]
    across += [("Memory over size", table) for table in growth(judged)]
    used = [] if judged.invalid else sentences_to_use(judged)
    measured = [level for level in judged.levels if level.status == "measured"]
    codes = _codes(run)
    return RunView(
        run=clean(judged.run),
        study=clean(judged.study),
        question=clean(judged.question),
        answers=used or [[run_answer(judged)]],
        asked="" if judged.invalid else question_answer(claims, judged) or answers(claims),
        answered=question_answer(claims, judged),
        use=_to_use(judged, codes) if used else [],
        facts=[*_here(run, judged), *_facts(judged)],
        trust=_trust(judged),
        warnings=[*_warnings(judged), *([clean(unread)] if unread else [])],
        floor=_floor(judged),
        levels=levels,
        first=_first([level.name for level in levels], claims),
        glance=glance(judged) if len(measured) > 1 else None,
        across=across,
        changes=[*([run_answer(judged)] if used and len(levels) > 1 else []), *choice(judged), *changes(judged)],
        claims=claim_tables(claims, beside=True),
        cards=claim_cards(claims),
        claimed=summary(claims) if claims else "",
        sources=sources_of(claims),
        codes=codes,
        machine=[*machine(run), *_targets(judged), *([(DRAWN, words)] if (words := drawn_words(judged)) else [])],
        repeat=repeat_commands(run),
        study_text=run.study_text,
    )


def _level(judged: JudgedRun, level: JudgedLevel, arms: Sequence[ExplainedArm]) -> LevelView:
    beside = {
        "The same method": variants(level),
        "Several at once": several(level, judged.work_unit),
        "Memory": memory(level),
        "What came of it": outcomes(level),
    }
    counters, causes = evidence(arms) if arms else (None, [])
    return LevelView(
        name=level_name(judged, level),
        answer=answer(level, guarantees=False),
        legend=_legend(judged, level),
        ranking=ranking(judged, level),
        arms=[RankedArm(clean(arm.arm), clean(arm.language), gained(level, arm, judged.more)) for arm in timed(level)],
        said=[*below_ranking(level), *work_below(judged, level), *undecided(level)],
        noise=noise(level),
        cautions=in_full(level),
        beside=[(title, table) for title, table in beside.items() if table is not None],
        evidence=counters,
        causes=causes,
        functions=profile_table(arms),
    )


def _legend(judged: JudgedRun, level: JudgedLevel) -> str:
    if level.baseline is None:
        return ""
    return (
        f"ratio: times as long as {clean(level.baseline)}, with its 95 % interval; a difference within "
        f"{joined(f'{judged.margin * 100:g} %')} does not count"
    )


def _facts(judged: JudgedRun) -> list[str]:
    facts = [
        f"run {clean(judged.run)}",
        f"{clean(judged.started_at)[:16].replace('T', ' ')} UTC",
        "quick" if judged.quick else "full",
        joined(f"{judged.seconds:.0f} s") if judged.seconds is not None else "",
        joined(f"margin {judged.margin * 100:g} %"),
        f"{judged.sessions}: repeat it on another day before you build on it",
    ]
    return [fact for fact in facts if fact]


def _here(run: Run, judged: JudgedRun) -> list[str]:
    """The machine that the figures are of, its runtimes and its file systems."""
    facts = run.machine
    processor = facts.get("processor")
    told = [f"{processor}, {facts.get('cpus') or '?'} CPUs" if processor else None, facts.get("system")]
    told += runtimes(judged)
    told += dict.fromkeys(target.filesystem for target in judged.targets if target.filesystem)
    return [clean(fact) for fact in told if fact]


def _warnings(judged: JudgedRun) -> list[str]:
    """The things that a reader must know before any figure."""
    told = [f"Invalid: {clean(judged.invalid)}."] if judged.invalid else []
    if not judged.levels:
        told.append("This run holds no level: nothing was measured.")
    # How many sessions there were is a fact of the run; the rest are cautions.
    return told + [clean(caution.text) for caution in judged.cautions if caution.code != "one_session"]


def _floor(judged: JudgedRun) -> str:
    """The noise floor of the whole run; of a single level it is that level's, which says it."""
    placebo = judged.placebo
    if not placebo or len(judged.levels) < 2:
        return ""
    return (
        "The baseline was measured twice in every round, the second time as if it were another method. Over all levels "
        f"that second one came out at {joined(figures.fine_interval(placebo))} times the first."
    )


def _trust(judged: JudgedRun) -> str:
    """Say how far apart two copies of one method came out, of which no difference is worth more."""
    within = "" if judged.invalid else copies_within(judged)
    return f"a second copy of the baseline came out within {within}: ignore such differences" if within else ""


def _first(levels: Sequence[str], claims: Sequence[JudgedClaim]) -> int:
    """The place of the level that most claims speak of, the first of several; 0 if none speaks of one."""
    spoken = Counter(name for claim in claims for name in {one.level for one in claim.levels})
    return max(range(len(levels)), key=lambda place: (spoken[levels[place]], -place), default=0)


def _codes(run: Run) -> list[Code]:
    """Each method's text once, in the order of the arms."""
    found: dict[str, Code] = {}
    for level in run.levels:
        for arm in level.arms:
            text = run.texts.get(arm.method_sha256 or "")
            if text is not None and arm.arm not in found:
                told = ", ".join(f"{clean(name)} {clean(value)}" for name, value in arm.guarantees.items())
                language = clean(arm.arm.partition("/")[0])
                found[arm.arm] = Code(clean(arm.arm), language, text, told)
    return list(found.values())


def _to_use(judged: JudgedRun, codes: Sequence[Code]) -> list[tuple[str, Code]]:
    """The text of each method that the answers name, once, with the levels that it is for."""
    where = gathered(
        (clean(chosen.use), where_to_use(judged, one, number))
        for one in judged.answers
        for number, chosen in enumerate(one.choices)
        if chosen in told_to_use(one)
    )
    return [(" and ".join(filter(None, where[code.arm])), code) for code in codes if code.arm in where]


def machine(run: Run) -> list[tuple[str, str]]:
    """Facts of the machine, those that are known."""
    facts = run.machine
    memory_bytes = facts.get("memory_bytes")
    rows = [
        ("system", facts.get("system")),
        ("processor", f"{facts.get('processor') or 'unknown'}, {facts.get('cpus') or '?'} CPUs"),
        ("memory", format_bytes(memory_bytes) if isinstance(memory_bytes, int) else None),
        ("virtual machine", {"yes": "yes", "no": "no"}.get(str(facts.get("hypervisor")))),
        ("clock", facts.get("clock_source")),
        ("iotrial", run.iotrial),
        ("seed", run.seed),
    ]
    compilers = dict.fromkeys(arm.compiler for level in run.levels for arm in level.arms if arm.compiler)
    rows += [("runtimes", "; ".join(runtimes_and_starts(run))), ("compilers", "; ".join(compilers))]
    return [(clean(name), clean(value)) for name, value in rows if value not in (None, "")]


def _targets(judged: JudgedRun) -> list[tuple[str, str]]:
    lines = [(f"target {target.target}", target_line(target)) for target in judged.targets]
    return [(clean(name), clean(line)) for name, line in lines if line]
