"""Facts of a machine that may be the reason why it answers otherwise, and those that go with an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from iotrial.across.across_machines import GoesWith
from iotrial.judge.judged_run import JudgedRun
from iotrial.store.record import Run
from iotrial.units import format_bytes

#: Facts as a run records them -> how a sentence names them.
_FACTS = {
    "system": "system",
    "architecture": "architecture",
    "processor": "processor",
    "cpus": "CPUs",
    "memory_bytes": "memory",
    "hypervisor": "hypervisor",
    "governor": "governor",
    "clock_source": "clock source",
}

_RUNTIME = "runtime of "


def facts_of(run: Run, judged: JudgedRun) -> dict[str, str]:
    """Return what is known of a machine, its file systems and runtimes by the newest of its runs."""
    known = {name: run.machine.get(fact) for fact, name in _FACTS.items()}
    facts = {name: str(value) for name, value in known.items() if value is not None and name != "memory"}
    if isinstance(memory := known["memory"], int):
        facts["memory"] = format_bytes(memory)
    for target in judged.targets:
        if target.filesystem is not None:
            facts[f"file system of {target.target or 'the files'}"] = target.filesystem
    found: dict[str, dict[str, None]] = {}
    for level in judged.levels:
        for arm in level.arms:
            if (runtime := arm.record.runtime) is not None:
                found.setdefault(runtime_fact(run.languages.get(arm.language, arm.language)), {})[runtime] = None
    return facts | {name: ", ".join(sorted(runtimes)) for name, runtimes in sorted(found.items())}


def runtime_fact(language_called: str) -> str:
    """The name of the fact that a language's runtime is."""
    return f"{_RUNTIME}{language_called}"


def goes_with(
    facts: Mapping[str, Mapping[str, str]], there: Collection[str], elsewhere: Collection[str], language_called: str
) -> list[GoesWith]:
    """Return the facts of which the two sides share no value, though each of their machines recorded one.

    Runtimes of other languages than this one are no reason for anything.
    """
    names = dict.fromkeys(fact for machine in facts for fact in facts[machine])
    told = [fact for fact in names if not fact.startswith(_RUNTIME) or fact == runtime_fact(language_called)]
    return list(_parting(facts, told, sorted(there), sorted(elsewhere))) if there and elsewhere else []


def _parting(
    facts: Mapping[str, Mapping[str, str]], names: Sequence[str], there: Sequence[str], elsewhere: Sequence[str]
) -> Iterator[GoesWith]:
    for fact in names:
        if any(fact not in facts[machine] for machine in (*there, *elsewhere)):
            continue
        ours, theirs = ({facts[machine][fact] for machine in side} for side in (there, elsewhere))
        if not ours & theirs:
            yield GoesWith(fact=fact, there=sorted(ours), elsewhere=sorted(theirs))
