"""Targets that have names: which there are, and studies that are put on others by --target."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.ask.named_targets import NAMED, TARGETS
from iotrial.ask.relocated_study import names_of, relocate
from iotrial.ask.study import Study
from iotrial.errors import UsageError
from iotrial.places.mounts import layers_of


def study(**settings: str) -> Study:
    return make("append", tree.load(), settings, ["python"], ["os_write", "file_reopen"])


def targets(found: Study) -> list[object]:
    return [level.factors["target"] for level in found.levels]


@pytest.mark.parametrize("name", TARGETS)
def test_every_name_is_a_level_of_a_study(name: str) -> None:
    assert targets(study(target=name)) == [name]


@pytest.mark.parametrize(
    ("name", "mounts"),
    [
        ("tmpfs", ["tmpfs mnt"]),
        ("ext4", ["ext4 mnt image"]),
        ("xfs-in-memory", ["tmpfs memory", "xfs mnt memory/image"]),
        ("overlay", ["overlay mnt"]),
        ("overlay-on-tmpfs", ["tmpfs below", "overlay mnt"]),
        ("overlay-on-btrfs", ["btrfs below image", "overlay mnt"]),
    ],
)
def test_a_target_is_made_of_layers_the_lowest_first(name: str, mounts: list[str]) -> None:
    layers = layers_of(NAMED[name], 1 << 30)
    assert [" ".join(filter(None, (one.filesystem, one.point, one.image))) for one in layers] == mounts


def test_a_folder_is_no_name() -> None:
    for folder in (None, Path("/tmp/ext4"), Path("./some/ext4"), Path("a,b")):
        assert names_of(folder) == []
    assert names_of(Path("ext4")) == ["ext4"] and names_of(Path("disk,ext4")) == ["disk", "ext4"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("ext4,ext5", "did you mean 'ext4'"),
        ("ext4,ext4", "twice"),
        ("ext4,", "is no name"),
        ("disk,/tmp", "is no name"),
    ],
)
def test_names_of_which_one_is_wrong_are_refused(given: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        names_of(Path(given))
    (problem,) = refused.value.problems
    assert said in f"{problem.message} {problem.hint}"


def test_levels_on_disk_are_put_on_each_of_the_targets_and_no_others() -> None:
    moved = relocate(study(records="1,2"), ["disk", "ext4"])
    assert [(level.factors["records"], level.factors["target"]) for level in moved.levels] == [
        (1, "disk"),
        (1, "ext4"),
        (2, "disk"),
        (2, "ext4"),
    ]
    assert targets(relocate(study(target="disk,tmpfs"), ["xfs"])) == ["xfs", "tmpfs"]


def test_a_target_that_the_study_has_already_is_refused() -> None:
    with pytest.raises(UsageError, match="levels of its own for tmpfs"):
        relocate(study(target="disk,tmpfs"), ["tmpfs"])
