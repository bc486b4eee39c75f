"""The feed of a site: what runs said of late, the latest first, so that a reader hears when an answer changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from iotrial.report import template
from iotrial.report.layout import clean
from iotrial.site.matrix import page_of
from iotrial.site.site_run import RunAnswer, StudyAnswers

#: A feed has no more entries than this.
MOST_ENTRIES = 100


@dataclass(frozen=True)
class FeedEntry:
    """An answer of a run; its title has what the site said before it, if that was something else."""

    title: str
    is_change: bool
    path: str
    run: str
    updated: str
    summary: str


def entries_of(answers: Mapping[tuple[str, str], Sequence[StudyAnswers]]) -> list[FeedEntry]:
    """Return all answers that say something, the latest first; answers: job and language -> the answers of runs."""
    found = [entry for key, own in answers.items() for entry in _entries(key, own)]
    return sorted(found, key=lambda entry: entry.updated, reverse=True)


def feed(entries: Sequence[FeedEntry], address: str = "") -> str:
    """Return the Atom feed of answers, as many as it takes; address: where the site will be, "" if not known."""
    made = template.environment("iotrial.site").get_template("site/feed.xml")
    return made.render(entries=entries[:MOST_ENTRIES], address=address)


def _entries(key: tuple[str, str], groups: Sequence[StudyAnswers]) -> Iterable[FeedEntry]:
    """Yield an entry for each answer that says something, study by study."""
    job, language = key
    for group in groups:
        for place, one in enumerate(group.answers):
            if not one.used:
                continue
            now, before = StudyAnswers(group.answers[place:]).shown, _before(group, place)
            is_change = before is not None and set(before.used) != set(now.used)
            title = f"{clean(job)} in {clean(one.answer.called)}: {now.use if is_change else one.use}"
            if before is not None and is_change:
                title += f" (before: {before.use})"
            judged, path = one.run.judged, page_of(job, language)
            summary = f"{clean(judged.study)} on {clean(judged.machine or 'a machine')}, {one.run.form}"
            yield FeedEntry(title, is_change, path, clean(judged.run), clean(judged.started_at), summary)


def _before(group: StudyAnswers, place: int) -> RunAnswer | None:
    """Return what was shown before a run came; None if nothing was, or if its machine had not been asked."""
    earlier = [one for one in group.answers[place + 1 :] if one.used]
    machines = {one.run.machine for one in earlier}
    return StudyAnswers(earlier).shown if group.answers[place].run.machine in machines else None
