"""A small site from kept runs, stored and published, and from files that may not be shown; built once a session."""

from __future__ import annotations

import json
import os
import pickle
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from iotrial.ask import tree
from iotrial.cli.publish import publications
from iotrial.cli.site import site_input
from iotrial.folders.marked_folder import write_site
from iotrial.folders.one_at_a_time import alone
from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_run import JudgedRun
from iotrial.publish.own_words import own_words
from iotrial.publish.published_file import ENDING, published_text
from iotrial.publish.published_run import PublishedRun
from iotrial.report.charts.still import converter
from iotrial.site.site_pages import site_files
from programs import FOLDER
from stored_runs import made_up, packed

#: Runs of articles, of several languages, of servers, of sizes and of two machines.
STORED = ("log-writes", "readfile", "list-directory", "append-by-language", "served", "sizes")
PUBLISHED = ("fleet-web1", "ram-drive")

#: Where it would be.
ADDRESS = "https://answers.example/io/"

#: Files that are no text.
BINARY = (".png", ".parquet")


@dataclass(frozen=True)
class Built:
    """A site: its folder, its files, what was left out, and the runs that it is of, judged from what they stored."""

    folder: Path
    files: dict[str, str]
    left_out: dict[str, str]
    judged: dict[str, JudgedRun]
    published: list[PublishedRun]


@cache
def site() -> Built:
    """Build it, or take it from the process that shares the tests with this one and has built it."""
    place = Path(os.environ[FOLDER]) / "site"
    place.mkdir(mode=0o700, exist_ok=True)
    kept = place / "built.pickle"
    with alone(place / "lock"):
        if not kept.exists():
            kept.write_bytes(pickle.dumps(built_in(place)))
        found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Built)
    return found


def built_in(place: Path) -> Built:
    """Build it in a folder."""
    root, away = place / "data", place / "away"
    folders = [packed.unpack(name, root) for name in STORED]
    catalog = tree.load()
    words = own_words(catalog)
    for name in PUBLISHED:
        folders.append(packed.unpack(name, away))
        (one,) = publications([folders[-1]], away, catalog, words)
        text = published_text([one.published])
        (root / f"{name}{ENDING}").write_text(text)
    (root / f"damaged{ENDING}").write_text(text[:-100])
    (root / f"later{ENDING}").write_text(json.dumps({**json.loads(text), "format": 99}, separators=(",", ":")))
    made_up.write("invalid_run", 1, 4, root)
    given = replace(site_input(root), address=ADDRESS, converter=converter())
    files = site_files(given)
    folder = place / "site"
    write_site(folder, files)
    judged = [judge_folder(one) for one in folders]
    return Built(
        folder,
        {name: content.decode() for name, content in files.items() if not name.endswith(BINARY)},
        dict(given.left_out),
        {one.run: one for one in judged},
        [one.published for one in given.runs],
    )
