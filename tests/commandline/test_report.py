"""`iotrial report`: where it writes, what it refuses, and that nothing of the user's is lost."""

from __future__ import annotations

import csv
import io
import json
import shutil
import struct
import zlib
from pathlib import Path

import pytest

from commandline.command import Place
from iotrial.store.folder import parts
from judge import made
from report import shown


@pytest.fixture
def stored(place: Place) -> str:
    return shown.store(place.results).name


def test_a_page_goes_to_a_file_that_is_named(place: Place, stored: str) -> None:
    done = place.run("report")
    assert (done.returncode, done.stdout) == (0, f"iotrial-{stored}.html\n"), done.stderr
    text = (place.root / done.stdout.strip()).read_text()
    assert text.rstrip().endswith("</html>") and "c/sendfile" in text
    assert place.run("report", stored[:-2]).returncode == 0  # its own file is written anew


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("html", b"<!doctype html>"),
        ("md", b"<!-- iotrial report -->\n\n## readfile"),
        ("svg", b"<svg"),
        ("csv", b"run,study"),
        ("png", b"\x89PNG"),
    ],
)
def test_the_ending_names_the_form_and_minus_is_stdout(place: Place, stored: str, form: str, begins: bytes) -> None:
    assert place.run("report", stored, "-o", f"out.{form}").returncode == 0
    content = (place.root / f"out.{form}").read_bytes()
    assert content.lstrip().startswith(begins)
    if form != "png":
        assert place.run("report", stored, "--format", form, "-o", "-").stdout.encode() == content
    again = place.run("report", stored, "-o", f"out.{form}")  # its own file is written anew
    assert (again.returncode, again.stdout) == (0, f"out.{form}\n"), again.stderr
    assert (place.root / f"out.{form}").read_bytes() == content


def test_a_picture_with_a_mark_is_one_that_others_can_read(place: Place, stored: str) -> None:
    assert place.run("report", stored, "-o", "out.png").returncode == 0
    content = (place.root / "out.png").read_bytes()
    kinds, at = [], 8
    while at < len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        kinds.append(content[at + 4 : at + 8])
        (checksum,) = struct.unpack(">I", content[at + 8 + size : at + 12 + size])
        assert checksum == zlib.crc32(content[at + 4 : at + 8 + size]), kinds
        at += 12 + size
    assert (kinds[:2], kinds[-1]) == ([b"IHDR", b"tEXt"], b"IEND")


def test_nothing_of_the_users_is_written_over(place: Place, stored: str) -> None:
    for name in ("mine.html", "mine.md", "mine.svg", "mine.png", "mine.csv"):
        path = place.root / name
        path.write_text("mine")
        done = place.run("report", stored, "-o", name)
        assert (
            done.returncode == 2 and f"error: -o {name}: is there already" in done.stderr and "--force" in done.stderr
        )
        assert path.read_bytes() == b"mine"
        assert place.run("report", stored, "-o", name, "--force").returncode == 0
        assert path.read_bytes() != b"mine"
    assert not [path for path in place.root.iterdir() if path.name.startswith(".mine")]


def test_a_folder_that_is_not_there_or_a_name_without_a_form_is_told(place: Place, stored: str) -> None:
    done = place.run("report", stored, "-o", "no/such/page.html")
    assert done.returncode == 2 and "the folder does not exist" in done.stderr
    done = place.run("report", stored, "-o", "page.docx")
    assert done.returncode == 2 and "the form of page.docx is not known" in done.stderr and ".html" in done.stderr
    (place.root / "folder.html").mkdir()
    assert "is a folder" in place.run("report", stored, "-o", "folder.html").stderr


def test_all_runs_that_are_not_there_are_told_at_once(place: Place, stored: str) -> None:
    done = place.run("report", stored, "nothing", "../../etc", "")
    assert done.returncode == 2 and done.stderr.count("error: no run") == 3
    assert not list(place.root.glob("*.html"))
    assert "no run is stored" in place.run("report", "--results", "elsewhere").stderr


def test_a_newer_format_is_refused_and_a_damaged_part_is_on_the_page(place: Place, stored: str) -> None:
    folder = place.results / stored
    newer = place.results / "20261121-143055-aaaa"
    shutil.copytree(folder, newer)
    record = json.loads((newer / "run.json").read_text())
    (newer / "run.json").write_text(json.dumps({**record, "run": newer.name, "format": 99}))
    done = place.run("report", newer.name)
    assert done.returncode == 2 and "has format 99" in done.stderr and "install a newer one" in done.stderr
    part = parts(folder)[3]
    part.write_bytes(b"PAR1 cut short")
    assert place.run("report", stored, "-o", "cut.html").returncode == 0
    assert f"a part of the run could not be read: {part.name}" in (place.root / "cut.html").read_text()


def test_several_runs_in_one_table_share_their_columns(place: Place, stored: str) -> None:
    other = made.store(
        place.results, made.run([made.level({"records": 10}, "php/a", ["php/b"])], run="20261121-143055-bbbb")
    )
    done = place.run("report", stored, other.name, "--format", "csv", "-o", "-")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {row["run"] for row in rows} == {stored, other.name}
    assert {row["file_bytes"] for row in rows if row["run"] == other.name} == {""}
    assert {row["records"] for row in rows} == {"", "10"}


def test_claims_come_with_the_run_that_carried_them(place: Place) -> None:
    text = (Path(__file__).parents[2] / "studies" / "readfile.toml").read_text()
    folder = shown.store(place.results, study_text=text)
    place.run("report", folder.name, "-o", "page.html")
    page = (place.root / "page.html").read_text()
    assert "What was published, and what this machine says" in page and "Larry Garfield" in page
    broken = shown.store(place.results, study_text="job = ", run="20261121-143055-cccc")
    assert place.run("report", broken.name, "-o", "broken.html").returncode == 0
    assert "the claims of this study are left out" in (place.root / "broken.html").read_text()
