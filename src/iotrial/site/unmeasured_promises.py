"""The promises that the method to use does not give, and the methods of the catalogue that would, measured or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.answers.beside_use import told_to_use
from iotrial.answers.other_needs import guarantees_of
from iotrial.ask.catalog import Job, Method
from iotrial.judge.ordered_guarantees import gives_more, is_enough
from iotrial.report.layout import clean
from iotrial.site.site_run import RunAnswer


def unmeasured_promises(
    job: Job, methods: Sequence[Method], measured: set[str], shown: RunAnswer
) -> list[tuple[str, Method]]:
    """Return when more is needed than the method to use promises -> the method that promises it.

    methods: those of the language; measured: the arms that some run here has. What one of these promises has a price
    elsewhere on the page.
    """
    choice = next(iter(told_to_use(shown.answer)), None)
    if choice is None:
        return []
    own = guarantees_of(choice, shown.run.judged)
    found = []
    for name in job.more:
        values = job.ordered(name)
        for value in gives_more(values, own.get(name)):
            able = [method for method in methods if is_enough(method.guarantees.get(name), value, values)]
            exact = [method for method in able if method.guarantees[name] == value]
            words = job.conditions.get(name, {}).get(value)
            if exact and words and not any(method.arm in measured for method in able):
                best = max(exact, key=lambda method: (_keeps(method, own, job), not method.packages))
                found.append((clean(words), best))
    return found


def _keeps(method: Method, own: Mapping[str, str], job: Job) -> int:
    """Count the guarantees of which a method gives as much as the one to use."""
    return sum(is_enough(method.guarantees.get(name), value, job.ordered(name)) for name, value in own.items())
