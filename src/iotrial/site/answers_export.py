"""All answers of a site as one JSON document, for other tools."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pydantic import Field

from iotrial.answers.beside_use import told_to_use
from iotrial.judge.bounds import Factors
from iotrial.places.passing import passing_folder
from iotrial.report.layout import clean
from iotrial.report.what_to_use import sentences_in
from iotrial.site.matrix import page_of
from iotrial.site.site_run import StudyAnswers
from iotrial.store.described import JobName, LanguageName, StudyName
from iotrial.store.strict import Strict, Versioned

#: Columns of the table -> their kinds; `levels` is the JSON of a list.
_COLUMNS = {
    "job": "VARCHAR",
    "language": "VARCHAR",
    "study": "VARCHAR",
    "quick": "BOOLEAN",
    "page": "VARCHAR",
    "sentences": "VARCHAR[]",
    "use": "VARCHAR",
    "called": "VARCHAR",
    "usual": "VARCHAR",
    "levels": "VARCHAR",
    "runs": "VARCHAR[]",
    "machines": "INTEGER",
    "agreeing": "INTEGER",
}

#: The version of the document.
EXPORT_FORMAT = 1


class ExportedChoice(Strict):
    """The method to use at some conditions."""

    use: str = Field(description="the arm to use at these levels")
    called: str = Field(description="its name in sentences")
    usual: str | None = Field(description="the arm that is the usual way; null if it was not measured")
    levels: list[Factors] = Field(description="the levels that it is for")


class ExportedAnswer(Strict):
    """The answer of a study for one language, by the run that leaves least unclear."""

    job: JobName
    language: LanguageName
    study: StudyName
    quick: bool = Field(description="if it is of the short form of the study")
    page: str = Field(description="the folder of its page in the site")
    sentences: list[str] = Field(description="the answer in words; the first says what to use")
    choices: list[ExportedChoice] = Field(description="what to use; empty if that is open")
    runs: list[str] = Field(description="ids of its runs, the last one first")
    machines: int = Field(description="machines that measured it")
    agreeing: int = Field(description="runs that say to use the same")


class ExportedAnswers(Versioned):
    """`answers.json` of a site."""

    answers: list[ExportedAnswer] = Field(description="by job and language, the one that knows most first")


def as_parquet(answers: ExportedAnswers) -> bytes:
    """Return the same as a table, a row for each choice; an answer without one has a row that says to use nothing."""
    import duckdb

    rows: list[tuple[object, ...]] = [
        (
            *(one.job, one.language, one.study, one.quick, one.page, one.sentences),
            *((choice.use, choice.called, choice.usual) if choice else (None, None, None)),
            json.dumps(choice.levels if choice else [], sort_keys=True),
            *(one.runs, one.machines, one.agreeing),
        )
        for one in answers.answers
        for choice in (one.choices or (None,))
    ]
    with passing_folder() as folder, duckdb.connect(config={"temp_directory": ""}) as connection:
        path = folder / "answers.parquet"
        connection.execute(f"CREATE TABLE answers ({', '.join(f'{name} {kind}' for name, kind in _COLUMNS.items())})")
        if rows:
            connection.executemany(f"INSERT INTO answers VALUES ({', '.join('?' * len(_COLUMNS))})", rows)
        connection.table("answers").write_parquet(str(path))
        return path.read_bytes()


def exported(answers: Mapping[tuple[str, str], Sequence[StudyAnswers]]) -> ExportedAnswers:
    """Return all answers of a site."""
    found = [
        ExportedAnswer(
            job=job,
            language=language,
            study=clean(group.shown.run.judged.study),
            quick=group.shown.run.judged.quick,
            page=page_of(job, language),
            sentences=sentences_in(group.shown.answer, group.shown.run.judged),
            choices=[
                ExportedChoice(use=one.use, called=one.called, usual=one.usual, levels=one.levels)
                for one in told_to_use(group.shown.answer)
            ],
            runs=[one.run.judged.run for one in group.answers],
            machines=group.machines,
            agreeing=group.agreeing,
        )
        for (job, language), own in sorted(answers.items())
        for group in own
    ]
    return ExportedAnswers(format=EXPORT_FORMAT, answers=found)
