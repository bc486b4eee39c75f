"""A study whose writers are on hosts of one's own: all of its levels in the one folder that these share."""

from __future__ import annotations

import dataclasses

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.ask.find_study import find
from iotrial.ask.relocated_study import between
from iotrial.ask.study_file import load
from iotrial.errors import UsageError

CATALOG = tree.load()


def test_levels_on_several_made_targets_become_one_on_the_shared_folder() -> None:
    before = load(find("shared-log"), CATALOG, quick=False)
    after = between(before, 2)
    assert {level.factors["target"] for level in before.levels} == {"glusterfs", "sshfs"}
    assert [(level.factors["hosts"], level.factors["target"]) for level in after.levels] == [(2, "disk"), (1, "disk")]
    assert [level.arms for level in after.levels] == [level.arms for level in before.levels[:2]]


def test_such_a_level_has_the_methods_of_all_that_it_was() -> None:
    """Each made target may have methods that the other has not."""
    study = load(find("shared-log"), CATALOG, quick=False)
    kept, left = ("php/keep_open", "php/flock_each", "php/file_put_contents_lock_ex"), "c/flock_each"
    levels = [
        dataclasses.replace(level, arms=kept if level.factors["target"] == "glusterfs" else (kept[2], left))
        for level in study.levels
    ]
    after = between(dataclasses.replace(study, levels=tuple(levels)), 2)
    assert [level.arms for level in after.levels] == [(*kept, left)] * 2


@pytest.mark.parametrize(
    ("job", "factors", "said", "hint"),
    [
        ("append", {"writers": "2"}, "no level of append has writers on several hosts", "writers=2 --set hosts=2"),
        ("append", {"writers": "4", "hosts": "2,4"}, "has levels with 4 hosts, and the file names 2", "[hosts.NAME]"),
    ],
)
def test_a_study_without_hosts_or_with_too_many_is_refused(
    job: str, factors: dict[str, str], said: str, hint: str
) -> None:
    with pytest.raises(UsageError, match=said) as error:
        between(make(job, CATALOG, factors, methods=["c/flock_each", "c/write_reopen"]), 2)
    assert hint in str(error.value.problems[0].hint)


def test_a_job_that_knows_no_hosts_is_refused_without_a_hint_that_does_not_work() -> None:
    with pytest.raises(UsageError, match="no level of list has writers") as error:
        between(make("list", CATALOG, {}, languages=["c"]), 2)
    assert error.value.problems[0].hint is None
