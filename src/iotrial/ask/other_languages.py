"""The languages that do have methods, where none of those that were named has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from iotrial.ask.catalog import Catalog, named_parts

#: A hint names no more jobs than this.
_MOST_JOBS = 5


def languages_of(arms: Iterable[str]) -> list[str]:
    """Return the languages and stacks of some arms, each once, in order."""
    return sorted({named_parts(arm)[0] for arm in arms})


def hint_of_languages(has: Sequence[str], job: str, languages: Sequence[str], catalog: Catalog) -> str | None:
    """Say which languages there are instead, and what else has the ones that were named; None if nothing has.

    has: the languages of the study or the job. job: the job of a study, which is named if it has them; "" for a job.
    """
    with_them = [
        name
        for name, other in catalog.jobs.items()
        if other.is_asked_about
        and all(any(catalog.is_in(m.language, (one,)) for m in catalog.methods_of(name)) for one in languages)
    ]
    told = [f"it has {', '.join(has)}"] if has else []
    typed = " ".join(f"--language {one}" for one in languages)
    if job in with_them:
        told.append(f"its job has what you named: iotrial run {job} {typed}")
    elif with_them:
        more = f" and {len(with_them) - _MOST_JOBS} more" if len(with_them) > _MOST_JOBS else ""
        told.append(f"jobs in {', '.join(languages)}: {', '.join(with_them[:_MOST_JOBS])}{more}")
    return "; ".join(told) or None
