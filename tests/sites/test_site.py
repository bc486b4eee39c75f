"""The site: every link leads somewhere, every figure is that of the run it names, and nothing bad is shown."""

from __future__ import annotations

import json
import posixpath
import re
import struct
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import markupsafe
import pytest

from iotrial.answers.beside_use import told_to_use
from iotrial.ask import tree
from iotrial.ask.find_study import studies
from iotrial.ask.header import without_pairs
from iotrial.cli.publish import publications
from iotrial.cli.site import site_input
from iotrial.errors import UsageError
from iotrial.folders.marked_folder import MARKER, write_site
from iotrial.judge.language_answer import Choice, TimesOver
from iotrial.publish.own_words import own_words
from iotrial.publish.published_run import PublishedRun
from iotrial.report import figures
from iotrial.report.layout import clean
from iotrial.report.page import has_sizes
from iotrial.site.also_measured import also_measured
from iotrial.site.answer_badge import badge
from iotrial.site.answer_feed import entries_of, feed
from iotrial.site.answers_export import ExportedAnswers, as_parquet
from iotrial.site.articles import SaidSource, compared, not_so, sources
from iotrial.site.machine_strip import WIDTH, machine_strip
from iotrial.site.matrix import trust_of
from iotrial.site.need_rows import need_rows, only_use
from iotrial.site.site_pages import SiteInput, site_files
from iotrial.site.site_run import RunAnswer, SiteRun, StudyAnswers, answers_of
from iotrial.site.unmeasured_promises import unmeasured_promises
from iotrial.site.waiting_study import waiting_studies
from places.hostile import give, require_root
from sites.built import ADDRESS, PUBLISHED, STORED, site
from stored_runs import packed


class Read(HTMLParser):
    """A page: its links, its ids, and its text row by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.rows: list[tuple[str, list[str]]] = []  # id of the row, and its cells
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "tr":
            self.rows.append((str(given.get("data-arm", "")), []))
        elif tag in ("td", "th") and self.rows:
            self.rows[-1][1].append("")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.rows and self.rows[-1][1]:
            self.rows[-1][1][-1] += data


@cache
def pages() -> dict[str, Read]:
    return {name: Read(text) for name, text in site().files.items() if name.endswith(".html")}


def test_every_link_leads_to_a_page_and_a_place_of_the_site() -> None:
    read = pages()
    assert len(read) > 60
    wrong, outside = [], set()
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), (name, [one for one in page.ids if page.ids.count(one) > 1])
        for link in page.links:
            path, _, anchor = link.partition("#")
            if "://" in link or link.startswith("data:"):
                outside.add(name.partition("/")[0])
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if not (site().folder / target).is_file() or (anchor and target in read and anchor not in read[target].ids):
                wrong.append(f"{name}: {link}")
    assert not wrong, wrong[:20]
    assert {"docs", "articles"} <= outside  # their links to articles


def test_every_figure_is_that_of_the_run_it_names() -> None:
    built, read = site(), pages()
    assert len(built.judged) == len(STORED) + len(PUBLISHED)
    compared = 0
    for run, judged in built.judged.items():
        page = read[f"runs/{run}/index.html"]
        told = {row[0].strip(): row for _, row in page.rows if row}
        for level in judged.levels:
            for arm in level.arms:
                if arm.median_ns is None or arm.status != "measured":
                    continue
                rows = [row for _, row in page.rows if row and row[0].strip() == clean(arm.arm)]
                assert rows, (run, arm.arm, list(told)[:5])
                times = {cell.strip() for row in rows for cell in row}
                assert figures.time(arm.median_ns) in times, (run, arm.arm)
                if arm.low is not None and arm.record.role != "baseline":
                    assert any(figures.interval(arm) in cell for cell in times), (run, arm.arm, times)
                compared += 1
        for one in judged.answers:
            task = read[f"{judged.job}/{one.language}/index.html"]
            assert any(run in link for link in task.links)
            bars = {arm: row for arm, row in task.rows if arm}
            if all(other.job != judged.job or other is judged for other in built.judged.values()):
                level = judged.levels[0]
                for name, row in bars.items():
                    of_run = [lv.by_name[name].median_ns for lv in judged.levels if name in lv.by_name]
                    assert row[1].strip() in {figures.time(ns) for ns in of_run}, (run, name, row)
                    compared += 1
    assert compared > 110


def test_a_cell_has_the_call_of_its_answer_or_the_command_that_fills_it() -> None:
    built, start = site(), pages()["index.html"]
    catalog = tree.load()
    used = {clean(c.called) for j in built.judged.values() for one in j.answers for c in told_to_use(one)}
    cells = [cell for _, row in start.rows[1:] for cell in row[1:] if cell.strip()]
    filled = [cell for cell in cells if "machine" in cell]
    assert len(filled) >= 9 and all(any(name in cell for name in used) or "still open" in cell for cell in filled)
    asked = [re.sub(r"\s+", " ", cell.split("no answer yet:")[1]).strip() for cell in cells if cell not in filled]
    assert len(asked) > 80
    for command in asked:
        _, verb, name, *rest = command.split()
        assert verb == "run" and (name in studies() or (name in catalog.jobs and rest[0] == "--language")), command
    assert "cannot tell" not in start.text
    kinds = set(re.findall(r'class="(entry[^"]*)"', built.files["index.html"]))
    assert kinds >= {"entry matters once", "entry once"}


def test_a_page_of_a_task_has_all_that_a_reader_needs() -> None:
    built = site()
    page = built.files["append/php/index.html"]
    text = Read(page).text
    for wanted in (
        "Run it on yours",
        "iotrial run log-writes --quick",
        "iotrial publish last",
        "How sure: fairly, ",
    ):
        assert wanted in text, wanted
    assert 'class="copies"' in page and "<pre" in page and 'data-tier="avoid"' in page
    assert "2 machines, 2 sessions" in text or "1 machine, 2 sessions" in text  # log-writes, here and on a host
    assert "What each is for" in text and tree.load().methods["append", "php/keep_open"].when in text
    assert "When this changes" in Read(built.files["list/php/index.html"]).text
    waiting = built.files["replace/rust/index.html"]
    for wanted in ("Not measured yet in Rust", "A rename is atomic within one file system", "tempfile"):
        assert wanted in Read(waiting).text, wanted
    assert 'href="../../create/rust/index.html"' in waiting and "iotrial run replace-by-language" in Read(waiting).text
    assert Read(built.files["serve/nginx_fpm/index.html"]).text
    places = ["use fopen", "How sure: ", "Before you use it", "Time of each", "Run it on yours", "What each is for"]
    assert sorted(places, key=text.index) == places


def test_a_page_has_one_answer_and_says_of_other_studies_what_they_add() -> None:
    built = site()
    answers = answers_of([SiteRun(one) for one in built.published])
    for (job, language), groups in answers.items():
        page = built.files.get(f"{job}/{language}/index.html", "")
        assert page.count('<section class="screen"') == 1, (job, language)
        told = also_measured(groups)
        assert len(told) == len(groups) - 1
        for one, group in zip(told, groups[1:], strict=True):
            assert one.where and one.sentences and one.trust == trust_of(group)
            assert f'id="{one.address}"' in page and f'href="#{one.address}"' in page
            assert all(f"{run.path}/index.html" in page for run in one.all_runs)
            assert all(f"<code>{one.command}</code>" in page for one in told)
    also = {one.run.judged.study: one for one in also_measured(answers["append", "php"])}
    assert also["log-writes"].sentences[-1] == "Beside it:"
    assert {method.tier for method in also["log-writes"].methods} >= {"avoid"}


def test_a_page_has_a_row_for_each_need_that_a_study_knows_a_price_of() -> None:
    answers = answers_of([SiteRun(one) for one in site().published])
    found = {key: rows for key, groups in answers.items() if (rows := need_rows(groups))}
    assert len(found) >= 3
    for (job, language), rows in found.items():
        page = site().files[f"{job}/{language}/index.html"]
        shown = answers[job, language][0].shown
        assert [row.condition for row in rows] == list(dict.fromkeys(row.condition for row in rows))
        for row in rows:
            assert row.price and f"{row.run.path}/index.html" in page and (row.run is shown.run) == (not row.where)
            assert markupsafe.escape(row.condition) in page and only_use(shown) != row.arm


def priced(study: str, *beside: TimesOver, **at: Any) -> StudyAnswers:
    """A study of which a() is the one to use, with what other methods take beside it."""
    (run,) = [one for one in site().published if one.judged.study == "readfile"]
    (answer, *_) = run.judged.answers
    lists: dict[str, Any] = {"as_well": [], "at_times": [], "guarantees": [], "unlike": [], "slower": list(beside)}
    choice = answer.choices[0].model_copy(update={"use": "php/a", "called": "a()", **lists})
    choice = choice.model_copy(update={"levels": [{**level, **at} for level in choice.levels]})
    judged = {"study": study, "answers": [answer.model_copy(update={"choices": [choice]})]}
    changed = run.model_copy(update={"judged": run.judged.model_copy(update=judged)})
    return StudyAnswers([RunAnswer(SiteRun(changed), 0)])


def giving(name: str, low: float, high: float, *, is_decided: bool = True, **gives: str) -> TimesOver:
    """The time of a method that gives more than a()."""
    more = TimesOver(arm=f"php/{name}", called=name, least=low, most=high, low=low, high=high, is_decided=is_decided)
    needs = [f"you need {thing}" for thing in gives]
    return more.model_copy(update={"gives_more": gives, "more_if": needs})


def test_a_link_to_another_study_names_the_methods_that_the_page_lacks() -> None:
    first = priced("one", giving("b()", 3.0, 3.4))
    others = [giving(f"{letter}()", 2.0, 2.4) for letter in "bcdefg"]
    (found,) = also_measured([first, priced("two", *others[1:3], file_bytes=5)])
    assert found.also == ["c()", "d()"]
    (many,) = also_measured([first, priced("two", *others[1:])])
    assert many.also == ["c()", "d()", "e()", "2 more"]
    twice = also_measured([first, priced("two", file_bytes=5), priced("three", file_bytes=5), priced("four")])
    assert [one.where.partition(" (")[2] for one in twice] == ["two)", "three)", ""]


def test_a_method_for_which_there_was_no_time_is_not_called_measured() -> None:
    run = next(one for one in site().published if one.judged.study == "log-writes")
    name = "php/flock_each"

    def unmeasured(status: str) -> bool:
        levels = [
            level.model_copy(
                update={
                    "arms": [arm.model_copy(update={"status": status} if arm.arm == name else {}) for arm in level.arms]
                }
            )
            for level in run.judged.levels
        ]
        changed = run.model_copy(update={"judged": run.judged.model_copy(update={"levels": levels})})
        text = site_files(SiteInput([SiteRun(changed)], [], tree.load(), [], []))["append/php/index.html"].decode()
        _, _, rest = text.partition("<h2>Not measured here yet</h2>")
        return str(markupsafe.escape(tree.load().methods["append", name].spoken)) in rest

    assert not unmeasured("measured") and unmeasured("skipped")


def test_a_way_that_is_usual_and_not_the_one_to_use_is_not_to_be_used_by_default() -> None:
    run = next(one for one in site().published if one.judged.study == "append-by-language")
    (java,) = [one for one in run.judged.answers if one.language == "java"]

    def told(use: str) -> str:
        choices = [choice.model_copy(update={"use": use}) for choice in java.choices]
        judged = run.judged.model_copy(update={"answers": [java.model_copy(update={"choices": choices})]})
        given = SiteInput([SiteRun(run.model_copy(update={"judged": judged}))], [], tree.load(), [], [])
        text = site_files(given)["append/java/index.html"].decode()
        return text.partition("<h2>What each is for</h2>")[2].partition("<h2>")[0]

    usual = {choice.use for choice in java.choices}
    other = next(arm.arm for arm in run.judged.levels[0].arms if arm.arm.startswith("java/") and not {arm.arm} & usual)
    assert usual == {"java/file_output_stream"} and "Use it by default" in told(*usual)
    assert "Use it by default" not in told(other) and "The usual choice" in told(other)


def test_a_price_that_depends_on_the_condition_says_so() -> None:
    spread = giving("b", 1.2, 5.6, lock="record")
    (row,) = need_rows([priced("one", spread)])
    assert row.price.replace("\N{NO-BREAK SPACE}", " ") == "1.20 to 5.6 times as long, by condition"
    (row,) = need_rows([priced("one", spread.model_copy(update={"least": 2.0, "most": 2.0}))])
    assert "by condition" not in row.price


def test_of_two_prices_of_a_need_that_is_told_which_is_decided() -> None:
    unclear = priced("one", giving("b", 0.8, 1.9, is_decided=False, lock="record"))
    decided = priced("two", giving("c", 1.9, 2.1, lock="record"))
    for groups, arm in (([unclear, decided], "php/c"), ([decided, unclear], "php/c"), ([unclear], "php/b")):
        (row,) = need_rows(groups)
        assert (row.condition, row.arm, row.is_open) == ("you need lock", arm, arm == "php/b")


def test_a_need_has_no_row_if_another_study_has_a_quicker_way_that_does_as_much() -> None:
    def needs(*groups: StudyAnswers) -> list[str]:
        return [row.arm for row in need_rows(groups)]

    slow, quick = giving("b", 3.0, 3.4, lock="record"), giving("c", 1.2, 1.4, lock="record", durable="yes")
    first, second = priced("one", slow), priced("two", quick)
    assert needs(first) == ["php/b"] and needs(second) == ["php/c"]
    assert needs(first, priced("three", quick, file_bytes=5)) == ["php/b", "php/c"]  # elsewhere it may be otherwise
    same = giving("c", 1.2, 1.4, lock="record").model_copy(update={"more_if": ["a lock must be there"]})
    assert needs(first, priced("four", same)) == ["php/c"]
    assert needs(first, priced("five", same.model_copy(update={"high": 3.1}))) == ["php/b", "php/c"]


def test_a_need_has_one_row_if_two_studies_say_it_in_other_words() -> None:
    one = giving("b", 3.0, 3.4, lock="record")
    (row,) = need_rows([priced("one", one), priced("two", one.model_copy(update={"more_if": ["each is locked"]}))])
    assert row.condition == "you need lock"


@pytest.mark.parametrize(
    ("low", "high", "is_decided", "told"),
    [
        (0.985, 1.015, False, "a() and b() take the same time within 2 % there."),
        (0.8, 1.1, False, "It is not settled there which of b() and a() is quicker: a() takes 0.80 to 1.10 times"),
        (1.9, 2.1, True, "Use b() there: a() takes 2.0 times as long."),
    ],
)
def test_another_study_says_what_it_has_to_do_with_the_answer(
    low: float, high: float, is_decided: bool, told: str
) -> None:
    (run,) = [one for one in site().published if one.judged.study == "readfile"]
    (answer, *_) = run.judged.answers

    def of(study: str, use: str, *beside: TimesOver) -> StudyAnswers:
        lists: dict[str, Any] = {"as_well": [], "at_times": [], "slower": list(beside), "guarantees": [], "unlike": []}
        choice = answer.choices[0].model_copy(update={"use": f"php/{use}", "called": f"{use}()", **lists})
        judged = {"study": study, "answers": [answer.model_copy(update={"choices": [choice]})]}
        changed = run.model_copy(update={"judged": run.judged.model_copy(update=judged)})
        return StudyAnswers([RunAnswer(SiteRun(changed), 0)])

    over = TimesOver(arm="php/a", called="a()", least=2.0, most=2.0, low=low, high=high, is_decided=is_decided)
    first, other = of("first", "a"), of("other", "b", over)
    (found,) = also_measured([first, other])
    assert found.where == "the same conditions"
    assert told in found.sentences[0].replace("\N{NO-BREAK SPACE}", " ")
    (alone,) = also_measured([first, of("alone", "b")])
    assert alone.sentences == ["a() was not compared there. Of those that were, use b()."]
    (same,) = also_measured([first, of("same", "a")])
    assert same.sentences == ["a(), as above."]
    slow = over.model_copy(update={"arm": "php/c", "called": "c()", "low": 1.9, "high": 2.1})
    (worth_it,) = also_measured([first, of("worth", "a", slow)])
    assert "times as long" in worth_it.methods[0].price  # the one to use again, and what that is worth there


def test_what_the_method_to_use_does_not_promise_and_no_run_measured_is_named() -> None:
    catalog = tree.load()
    job = catalog.jobs["replace"]
    methods = [method for method in catalog.methods_of("replace") if method.language == "python"]
    (run,) = [one for one in site().published if one.judged.study == "readfile"]
    level, (answer, *_) = run.judged.levels[0], run.judged.answers
    record = level.arms[0].record.model_copy(
        update={"guarantees": catalog.methods["replace", "python/os_replace"].guarantees}
    )
    use = level.arms[0].model_copy(update={"record": record})
    judged = run.judged.model_copy(
        update={
            "levels": [level.model_copy(update={"arms": [use]})],
            "answers": [answer.model_copy(update={"choices": [answer.choices[0].model_copy(update={"use": use.arm})]})],
        }
    )
    shown = RunAnswer(SiteRun(run.model_copy(update={"judged": judged})), 0)
    told = dict(unmeasured_promises(job, methods, {"python/os_replace"}, shown))
    words = job.conditions["durable"]
    assert told[words["each file"]].arm == "python/fsync_replace_fsync"
    assert words["no"] not in told
    assert words["each file"] not in dict(unmeasured_promises(job, methods, {"python/fsync_replace_fsync"}, shown))


def test_studies_that_no_run_is_of_are_named_with_their_commands() -> None:
    run = next(one for one in site().published if one.judged.study == "log-writes")
    every = [studied.study for studied in site_input(site().folder.parent / "data").studies]
    told = {one.command for one in waiting_studies("append", "php", every, [SiteRun(run)])}
    assert "iotrial run log-writers-contend" in told and "iotrial run log-writes" not in told
    assert all(studies().get(command.split()[-1]) for command in told)


def test_a_page_of_a_task_has_no_methods_of_other_languages_among_its_own() -> None:
    jobs = tree.load().jobs
    for path, content in site().files.items():
        job, _, rest = path.partition("/")
        if rest.count("/") == 1 and job in jobs:
            arms = re.findall(r'data-arm="([^/"]+)/', content.decode() if isinstance(content, bytes) else content)
            assert set(arms) <= {rest.partition("/")[0]}, path


def test_articles_have_a_page_with_their_claims_measured_or_not() -> None:
    built = site()
    own = {name: Read(text) for name, text in built.files.items() if name.startswith("articles/")}
    judged = {name: page for name, page in own.items() if "By run" in page.text}
    assert len(judged) >= 4 and len(own) - len(judged) > 10
    for page in judged.values():
        assert "You think that a verdict is wrong?" in page.text and "said" in page.text
    for name in set(own) - set(judged):
        assert "iotrial claims" in own[name].text, name


def test_the_code_that_a_claim_compares_stands_side_by_side() -> None:
    built = site()
    found = 0
    for source in sources([SiteRun(one) for one in built.published], []):
        page = Read(built.files[f"{source.path}/index.html"])
        for one in source.judged:
            run = one.run
            pairs = compared(run, [card for _, card in one.cards])
            assert len({frozenset(pair.arms) for pair in pairs}) == len(pairs)
            for pair in pairs:
                texts = [without_pairs(run.published.texts[arm]).split() for arm in pair.arms]
                assert all("".join(text) in "".join(page.text.split()) for text in texts), pair
            found += len(pairs)
    assert found >= 2


@pytest.mark.parametrize(
    ("here", "elsewhere", "day", "told"),
    [
        ("opposite here", "opposite here", "2030-01-02", ("opposite here", True)),
        ("opposite here", "opposite here", None, ("opposite here", False)),  # the same machine on the same day
        ("opposite here", "confirmed", "2030-01-02", ("open", False)),
        ("confirmed", "same direction, larger", "2030-01-02", ("same direction", False)),
        ("confirmed", "open", "2030-01-02", ("confirmed", False)),
        ("open", "confirmed", "2030-01-02", ("open", False)),
    ],
)
def test_a_verdict_is_settled_by_two_sessions_and_open_if_they_contradict_each_other(
    here: str, elsewhere: str, day: str | None, told: tuple[str, bool]
) -> None:
    (one,) = [one for one in site().published if one.judged.study == "list-directory"]
    (claim, *_) = [claim for claim in one.claims if claim.arm and not claim.ours and not claim.fault]

    def ran(verdict: str, started_at: str, run: str) -> SiteRun:
        judged = one.judged.model_copy(update={"started_at": started_at, "run": run})
        own = claim.model_copy(update={"verdict": verdict, "settled": False})
        return SiteRun(one.model_copy(update={"judged": judged, "claims": [own]}))

    last = ran(here, "2030-01-03T05:00:00+00:00", "last")
    other = ran(elsewhere, f"{day or '2030-01-03'}T04:00:00+00:00", "other")
    (source,) = sources([last, other], [])
    (row,) = source.rows
    assert (row.verdict, row.settled) == told
    assert ("sessions differ" in str(row.reason)) == (told[0] != here)
    (judged,) = source.judged
    assert ("settles nothing" if day is None else "By 2 sessions") in judged.sessions
    changed = other.published.model_copy(update={"texts": {**other.published.texts, str(claim.arm): "other code"}})
    (source,) = sources([last, SiteRun(changed)], [])
    assert source.rows[0].verdict == here and not source.rows[0].settled  # another program is another question


@pytest.mark.parametrize(
    ("date", "link", "kept"),
    [
        ("2012-09-24", "https://a.example/x", "https://web.archive.org/web/20120924/https://a.example/x"),
        ("2012", "https://a.example/x", "https://web.archive.org/web/2012/https://a.example/x"),
        ("26 January 2024", "https://a.example/x", "https://web.archive.org/web/2024/https://a.example/x"),
        ("no date", "https://a.example/x", "https://web.archive.org/web/2/https://a.example/x"),
        ("2012-09-24", "", ""),
    ],
)
def test_a_kept_copy_is_of_about_the_day_of_the_article(date: str, link: str, kept: str) -> None:
    assert SaidSource("articles/x", "x", "x", link, date=date).archived == kept


def test_what_may_not_be_shown_is_named_and_left_out() -> None:
    built = site()
    told = {name.partition(".")[0]: reason for name, reason in built.left_out.items()}
    assert "damaged" in told["damaged"] and "version 99" in told["later"] and len(told) == 3
    assert any("came apart" in reason for reason in told.values())
    text = Read(built.files["index.html"]).text
    assert all(reason in text for reason in told.values())
    assert not any("later" in name for name in built.files)


def test_all_answers_are_exported_as_the_runs_have_them() -> None:
    built = site()
    found = ExportedAnswers.model_validate_json(built.files["answers.json"]).answers
    assert {(one.job, one.language) for one in found} == {
        (judged.job, answer.language) for judged in built.judged.values() for answer in judged.answers
    }
    for one in found:
        answer = next(answer for answer in built.judged[one.runs[0]].answers if answer.language == one.language)
        assert [(c.use, c.usual) for c in one.choices] == [(c.use, c.usual) for c in told_to_use(answer)]
        assert f"{one.page}/index.html" in built.files and 1 <= one.agreeing <= len(one.runs)


def test_the_table_of_answers_is_the_document_row_by_row() -> None:
    built = site()
    every = ExportedAnswers.model_validate_json(built.files["answers.json"])
    path = built.folder / "answers.parquet"
    with duckdb.connect() as connection:
        found = connection.read_parquet(str(path)).fetchall()
    expected = [
        (one.job, one.language, one.page, choice.use, json.dumps(choice.levels, sort_keys=True), one.runs)
        for one in every.answers
        for choice in one.choices
    ]
    assert [(row[0], row[1], row[4], row[6], row[9], row[10]) for row in found if row[6]] == expected
    open_ones = {(one.job, one.language, one.study) for one in every.answers if not one.choices}
    assert {(row[0], row[1], row[2]) for row in found if row[6] is None} == open_ones
    assert path.read_bytes() == as_parquet(every)


def test_a_site_of_nothing_says_what_would_fill_it(tmp_path: Path) -> None:
    files = site_files(SiteInput([], [], tree.load(), [], []))
    text = Read(files["index.html"].decode()).text
    assert text.count("no answer yet") > 100 and "So far" not in text
    write_site(tmp_path / "site", files)


def test_no_page_names_a_folder_of_the_machine() -> None:
    assert not [name for name, text in site().files.items() if "on None" in text]
    wrong = [name for name, text in site().files.items() if "/var/lib/iotrial" in text or "/home/" in text]
    assert [name for name in wrong if not name.startswith("docs/") and name != "search-index.js"] == []


def test_the_first_view_is_small() -> None:
    files = site().files
    assert sum(len(files[name].encode()) for name in ("index.html", "site.css", "site.js")) < 150_000


@pytest.mark.parametrize("way", ["own", "link/deep/site", "own/deep"])
def test_root_makes_no_site_where_another_user_could_swap_it(tmp_path: Path, way: str) -> None:
    require_root()
    shared, precious = tmp_path / "shared", tmp_path / "precious"
    for folder in (shared, shared / "own", precious):
        folder.mkdir()
    shared.chmod(0o1777)
    (shared / "link").symlink_to(precious)
    for name in ("own", "link"):
        give(shared / name)
    with pytest.raises(UsageError, match=r"could swap what root makes there|could lead root elsewhere"):
        write_site(shared / way, {"index.html": b"a page"})
    assert not list(precious.iterdir()) and not list((shared / "own").iterdir())
    write_site(shared / "mine", {"index.html": b"a page"})
    assert (shared / "mine/index.html").read_bytes() == b"a page"


def test_only_a_folder_that_iotrial_made_is_written_into(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="did not make it"):
        write_site(mine, {"index.html": b"new"})
    assert [path.name for path in mine.iterdir()] == ["letter.txt"]
    own = tmp_path / "own"
    outside = tmp_path / "outside.html"
    outside.write_text("mine")
    write_site(own, {"index.html": b"old", "a/index.html": b"old"})
    (own / "b.html").symlink_to(outside)
    write_site(own, {"index.html": b"new", "b.html": b"new"})
    assert sorted(path.name for path in own.iterdir()) == sorted([MARKER, "b.html", "index.html"])
    assert (own / "b.html").read_text() == "new" and outside.read_text() == "mine"
    for path in ("../outside.html", f"{tmp_path}/outside.html", "a/../../outside.html"):
        with pytest.raises(ValueError, match="lies in it"):
            write_site(own, {path: b"new"})
    assert outside.read_text() == "mine"


def test_each_answer_has_a_badge_and_stands_in_the_feed() -> None:
    files = site().files
    badges = {name: ElementTree.fromstring(text) for name, text in files.items() if name.endswith(".svg")}
    assert len(badges) > 5
    for name, drawn in badges.items():
        said = str(drawn.attrib["aria-label"])
        asked, _, use = said.partition(": ")
        assert asked.startswith(name.partition("/")[0].replace("_", " ").split(" ")[0])
        assert " or " in use or use in files[name.replace("badge.svg", "index.html")].replace("&#39;", "'"), said
    entries = ElementTree.fromstring(files["feed.xml"]).findall("{*}entry")
    ids = [entry.findtext("{*}id") for entry in entries]
    assert len(ids) == len(set(ids)) >= len(badges)
    days = [str(entry.findtext("{*}updated")) for entry in entries]
    assert days == sorted(days, reverse=True)


def test_links_to_a_page_show_a_picture_of_its_answer_and_its_address() -> None:
    built = site()
    pictures = [path.relative_to(built.folder).as_posix() for path in built.folder.rglob("picture.png")]
    assert sorted(pictures) == sorted(
        name.replace("badge.svg", "picture.png") for name in built.files if name.endswith("badge.svg")
    )
    for name in pictures:
        head = (built.folder / name).read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:]) == (1200, 630)
        page = built.files[name.replace("picture.png", "index.html")]
        assert f'<meta property="og:image" content="{ADDRESS}{name}">' in page
    shown = [name for name, text in built.files.items() if "og:image" in text and name.endswith("/index.html")]
    assert len(shown) == len(pictures)
    assert f'<link rel="canonical" href="{ADDRESS}">' in built.files["index.html"]
    assert f'href="{ADDRESS}append/php/index.html"' in built.files["feed.xml"]


def _later(run: PublishedRun, name: str, choice: Choice) -> SiteRun:
    """A run of the same that says something else to use."""
    (answer, *_) = run.judged.answers
    changed = {"run": name, "started_at": "2020-01-01", "answers": [answer.model_copy(update={"choices": [choice]})]}
    return SiteRun(run.model_copy(update={"judged": run.judged.model_copy(update=changed)}))


def test_a_strip_has_a_dot_for_each_run_whichever_of_the_two_it_says_to_use(tmp_path: Path) -> None:
    folder, catalog = packed.unpack("readfile", tmp_path), tree.load()
    (one,) = publications([folder], tmp_path, catalog, own_words(catalog))
    over = TimesOver(arm="php/b", called="b()", least=2.0, most=2.0, low=1.6, high=2.5)
    beside: dict[str, Any] = {"levels": [{}], "is_fastest": True, "as_well": [], "at_times": [], "guarantees": []}
    choice = Choice(use="php/a", called="a()", usual="php/b", slower=[over], **beside)
    turned = over.model_copy(update={"arm": "php/a", "called": "a()"})
    other = Choice(use="php/b", called="b()", usual="php/b", slower=[turned], **beside)
    silent = choice.model_copy(update={"slower": []})
    runs = [_later(one.published, f"r{number}", said) for number, said in enumerate((choice, other, silent))]
    group = StudyAnswers([RunAnswer(run, 0) for run in runs])
    strip = machine_strip(group)
    assert strip is not None and (strip.use, strip.over) == ("a()", "b()")
    assert [dot.told.partition(":")[0] for dot in strip.dots] == ["0.500 [0.400, 0.625]", "2.00 [1.60, 2.50]"]
    assert strip.dots[0].x < strip.dots[1].x and len(strip.ticks) == 3
    assert machine_strip(StudyAnswers(group.answers[:1])) is None
    same = machine_strip(StudyAnswers([RunAnswer(runs[0], 0)] * 20))
    assert same is not None and len(same.dots) == 20 and len({dot.y for dot in same.dots}) == 8
    assert "NaN" not in str(same) and all(0 < dot.x < WIDTH and dot.y < same.height for dot in same.dots)


@pytest.mark.parametrize(
    ("low", "high", "shown", "told"),
    [
        (0.8, 1.1, "first", "2 sessions: 1 for it, 1 is not sure"),
        (1.9, 2.1, "later", "2 sessions: 1 for it, 1 says otherwise"),
    ],
)
def test_of_several_sessions_that_is_shown_which_leaves_least_open_and_the_others_are_counted(
    low: float, high: float, shown: str, told: str
) -> None:
    (run,) = [one for one in site().published if one.judged.study == "readfile"]
    (answer, *_) = run.judged.answers

    def of(name: str, use: str, other: str, low: float, high: float) -> SiteRun:
        beside = TimesOver(arm=other, called=other, least=low, most=high, low=low, high=high, is_decided=low > 1)
        lists = {"as_well": [] if low > 1 else [beside], "at_times": [], "slower": [beside] if low > 1 else []}
        choice = answer.choices[0].model_copy(update={"use": use, "called": use, "usual": use, **lists})
        changed = {"run": name, "started_at": f"2030-01-0{len(name) - 4}T00:00:00Z"}
        judged = {**changed, "answers": [answer.model_copy(update={"choices": [choice]})]}
        return SiteRun(run.model_copy(update={"judged": run.judged.model_copy(update=judged)}))

    first = of("first", "php/a", "php/b", 1.9, 2.1)
    later = of("later!", "php/b", "php/a", low, high)
    ((_, own),) = answers_of([first, later]).items()
    (group,) = own
    assert group.shown.run.judged.run.rstrip("!") == shown
    assert [one.run.judged.run for one in group.answers] == ["later!", "first"]  # whichever is shown
    assert [(entry.run, entry.is_change) for entry in entries_of({("deliver", "php"): own})] == [
        ("later!", shown == "later"),  # a change is one of what the page says
        ("first", False),
    ]
    assert told in trust_of(group)
    assert group.is_disputed
    twice = [of(name, "php/b", "php/a", low, high) for name in ("later!", "later!!")]
    ((_, (most,)),) = answers_of([first, *twice]).items()
    assert most.shown.used == ("php/b",)  # what most runs say, however much that leaves open
    elsewhere = of("later!", "php/c", "php/b", 1.9, 2.1)
    ((_, (unlike,)),) = answers_of([first, elsewhere]).items()
    assert "2 sessions: 1 for it, 1 names another way" in trust_of(unlike)
    ((_, (other,)),) = answers_of([first, of("first", "php/a", "php/b", 1.9, 2.1)]).items()
    assert not other.is_disputed
    assert "2 sessions: all agree" in trust_of(other)


def test_the_first_page_says_what_depends_what_is_not_so_and_what_changed(tmp_path: Path) -> None:
    text = site().files["index.html"]
    every = not_so(sources([SiteRun(one) for one in site().published], []))
    assert text.count("<strong data-verdict=") == len(every)
    (readers,) = [one for one in site().published if one.judged.study == "list-directory"]
    (claim, *_) = [claim for claim in readers.claims if not claim.ours and not claim.fault]
    for changed, is_told in (
        ({"verdict": "opposite here", "settled": True}, True),
        ({"verdict": "opposite here", "settled": False}, False),  # one session contradicts nobody
        ({"verdict": "confirmed", "settled": True}, False),
        ({"verdict": "opposite here", "settled": True, "fault": True}, False),
        ({"verdict": "opposite here", "settled": True, "ours": True}, False),
    ):
        one_run = SiteRun(readers.model_copy(update={"claims": [claim.model_copy(update=changed)]}))
        found = not_so(sources([one_run], []))
        assert len(found) == is_told, changed
        page = site_files(SiteInput([one_run], [], tree.load(), [], []))["index.html"].decode() if is_told else ""
        assert all(f'{source.path}/index.html#{where}"' in page for source, where, _ in found)
    assert 'id="depends"' not in text and 'id="changes"' not in text
    (one,) = [run for run in site().published if run.judged.study == "readfile"]
    (answer, *_) = one.judged.answers
    told = [choice.model_copy(update={"called": "other()"}) for choice in answer.choices]
    changed = {"run": "20990101-000000-aaaa", "started_at": "2099-01-01T00:00:00Z"}
    judged = one.judged.model_copy(update={**changed, "answers": [answer.model_copy(update={"choices": told})]})
    later = one.model_copy(update={"judged": judged})
    elsewhere = later.model_copy(update={"machine": one.machine.model_copy(update={"key": "f" * 16})})
    for other, is_change in ((later, True), (elsewhere, False)):
        files = site_files(SiteInput([SiteRun(other), SiteRun(one)], [], tree.load(), [], []))
        assert ("What changed" in files["index.html"].decode()) == is_change
        assert ("(before: " in files["feed.xml"].decode()) == is_change
    both = answer.model_copy(update={"choices": [*answer.choices, *told]})
    depends = one.model_copy(update={"judged": one.judged.model_copy(update={"answers": [both]})})
    first = site_files(SiteInput([SiteRun(depends)], [], tree.load(), [], []))["index.html"].decode()
    assert 'id="depends"' in first and "it depends" in first.partition('id="depends"')[2].partition("</section>")[0]


def test_a_feed_says_what_was_used_before(tmp_path: Path) -> None:
    folder, catalog = packed.unpack("readfile", tmp_path), tree.load()
    (one,) = publications([folder], tmp_path, catalog, own_words(catalog))
    judged = one.published.judged
    (answer, *_) = judged.answers
    other = answer.model_copy(
        update={"choices": [choice.model_copy(update={"called": "other()"}) for choice in answer.choices]}
    )
    later = judged.model_copy(update={"run": "later", "started_at": "2099-01-01T00:00:00+00:00", "answers": [other]})
    runs = [SiteRun(one.published), SiteRun(one.published.model_copy(update={"judged": later}))]
    answers = answers_of(runs)
    titles = [
        entry.findtext("{*}title") for entry in ElementTree.fromstring(feed(entries_of(answers))).findall("{*}entry")
    ]
    was = RunAnswer(runs[0], 0).used[0]
    assert titles[0] == f"deliver in {answer.called}: other() (before: {was})"
    assert "(before" not in str(titles[1:])


def test_a_long_badge_is_cut_and_no_markup_comes_through() -> None:
    drawn = ElementTree.fromstring(badge("a <b>", "x" * 200))
    texts = [one.text or "" for one in drawn.findall(".//{*}text")]
    assert texts[0] == "a <b>" and len(texts[1]) == 60 and texts[1].endswith("…")
    assert drawn.attrib["aria-label"] == f"a <b>: {'x' * 200}"


def test_charts_are_of_the_last_run_of_a_study_and_earlier_ones_say_where_they_are() -> None:
    run = next(run for run in site().published if has_sizes(run.judged))
    earlier = run.judged.model_copy(update={"run": "20200101-000000-aaaa", "started_at": "2020-01-01T00:00:00Z"})
    runs = [SiteRun(run, "ED25519 key SHA256:abc"), SiteRun(run.model_copy(update={"judged": earlier}))]
    files = site_files(SiteInput(runs, [], tree.load(), [], []))
    last, first = (files[f"{one.path}/index.html"].decode() for one in runs)
    assert '<figure class="chart' in last and "Charts over size" not in last
    assert "signed the file with the ED25519 key SHA256:abc" in last and "signed" not in first
    assert '<figure class="chart' not in first and f'href="../../{runs[0].path}/index.html"' in first
