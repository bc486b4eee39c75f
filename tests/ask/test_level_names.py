"""The name of a level has what its job does not say goes without saying."""

from __future__ import annotations

import dataclasses

from ask.made_of_study import CATALOG, DELIVER
from iotrial.ask.adhoc_study import make
from iotrial.ask.catalog import Catalog
from iotrial.ask.level_factors import LevelFactors, level_name, named_as, names_among
from iotrial.ask.relocated_study import relocate
from iotrial.ask.tree import load


def catalog_in_which(unsaid: str) -> Catalog:
    factors = {name: dataclasses.replace(factor, is_unsaid=name == unsaid) for name, factor in DELIVER.factors.items()}
    return dataclasses.replace(CATALOG, jobs={"deliver": dataclasses.replace(DELIVER, factors=factors)})


def test_a_factor_that_goes_without_saying_names_a_level_only_if_it_has_another_value() -> None:
    study = make("deliver", catalog_in_which("pieces"), {"pieces": "1,2", "sink": "unix"})
    assert [level.name for level in study.levels] == [
        "file_bytes=20971520 sink=unix target=disk",
        "file_bytes=20971520 pieces=2 sink=unix target=disk",
    ]
    moved = relocate(study, ["tmpfs"])
    assert moved.levels[0].name == "file_bytes=20971520 sink=unix target=tmpfs"


def test_no_memory_limit_goes_without_saying_for_every_job() -> None:
    study = make("deliver", CATALOG, {"memory_limit": "none,1 GiB"})
    assert [level.name.partition("target=disk")[2] for level in study.levels] == ["", " memory_limit=1073741824"]


def test_what_is_made_of_a_levels_factors_is_named_as_the_level() -> None:
    given: dict[str, int | str] = {"pieces": 1, "sink": "pipe"}
    factors = LevelFactors(given, {"pieces": 1})
    assert level_name(named_as(factors, {**factors, "sink": "unix"})) == "sink=unix"
    assert level_name(named_as({}, {"pieces": 1})) == "pieces=1"


def test_our_jobs_say_what_they_said_before() -> None:
    said = {name: dict(job.unsaid) for name, job in load().jobs.items() if job.unsaid}
    assert said == {
        "append": {"writers": 1, "hosts": 1, "rotate": "no", "arrival": "none"},
        "blobs": {"order": "drawn"},
        "copy": {"cache": "warm"},
        "copy_tree": {"depth": 4},
        "deliver": {"reader": "bare", "cache": "warm", "clients": 1},
        "deliver_tree": {"reader": "bare"},
        "lines": {"cache": "warm", "encoding": "ascii"},
        "list": {"cache": "warm"},
        "load": {"cache": "warm"},
        "log": {"writers": 1},
        "random": {"cache": "warm"},
        "remove": {"depth": 4, "data": "new"},
        "scan": {"cache": "warm", "cut": "never"},
        "serve": {"keep_alive": "yes", "protocol": "http", "arrival": "none", "slow_clients": 0},
        "stat": {"repeat": "different", "depth": 1},
        "tail": {"cache": "warm", "line_bytes": 80},
        "transform": {"reader": "bare", "cache": "warm", "clients": 1},
        "walk": {"depth": 4, "cache": "warm"},
    }


def test_levels_are_named_by_what_tells_them_from_the_others_and_many_are_counted() -> None:
    every: list[dict[str, int | str]] = [{"pieces": pieces, "sink": "pipe"} for pieces in range(1, 10)]
    assert names_among(every[:2], every) == "pieces=1, pieces=2"
    assert names_among(every, every).endswith("pieces=6 and 3 more")
