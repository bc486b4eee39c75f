"""Files that iotrial made are removed wherever they lie by then; files that somebody put in their place never are."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.folders.folder_owner import PREFIX
from iotrial.folders.removal import clear, empty, identity_of, opened, remove_name
from iotrial.places.target import Target, resolve
from iotrial.places.workplace import MARKER, NOTES, Workplace, remove_abandoned, remove_all_abandoned
from places.hostile import as_other, done_as_other, give, immutable, require_root
from places.mounting import require
from places.test_target import marked

#: The longest time for which names are swapped.
RACE_S = 2.0


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def target(tmp_path: Path) -> Target:
    folder = tmp_path / "target é"
    folder.mkdir()
    return resolve("disk", folder)


@pytest.fixture
def precious(tmp_path: Path) -> Iterator[Path]:
    """A folder that must keep all its files."""
    folder = tmp_path / "precious"
    (folder / "deep").mkdir(parents=True)
    names = [folder / f"{number}" for number in range(50)] + [folder / "deep" / "file"]
    for name in names:
        name.write_text("mine")
    yield folder
    assert sorted(path for path in folder.rglob("*") if path.is_file()) == sorted(names)


def swap(folder: int, name: str, precious: Path, ready: int) -> None:
    """Swap a name for a link as fast as can be, for ever."""
    os.fchdir(folder)
    Path("link").symlink_to(precious)
    os.write(ready, b"!")
    while True:
        for here, there in ((name, "aside"), ("link", name), (name, "link"), ("aside", name)):
            with contextlib.suppress(OSError):  # what was to be moved may be gone
                Path(here).rename(there)


def require_none(reasons: list[str]) -> None:
    assert reasons == []


def fill(folder: Path) -> None:
    for number in range(20):
        (folder / f"level-{number}" / "deep").mkdir(parents=True)
        (folder / f"level-{number}" / "deep" / "file").write_text("x")


def test_a_workplace_that_was_swapped_for_a_link_is_emptied_and_the_link_is_left_with_a_reason(
    target: Target, precious: Path
) -> None:
    workplace = Workplace(target)
    fill(workplace.folder)
    moved = workplace.folder.rename(target.folder / "moved")
    workplace.folder.symlink_to(precious)
    reason = workplace.remove()
    assert reason is not None and str(workplace.folder) in reason and "left alone" in reason
    assert workplace.folder.is_symlink()
    assert [path.name for path in moved.iterdir()] == [MARKER]


def test_a_workplace_that_was_swapped_for_a_folder_leaves_that_alone(target: Target) -> None:
    workplace = Workplace(target)
    workplace.folder.rename(target.folder / "moved")
    workplace.folder.mkdir()
    (workplace.folder / "file").write_text("mine")
    assert "left alone" in (workplace.remove() or "")
    assert (workplace.folder / "file").read_text() == "mine"


def test_a_workplace_that_somebody_removed_is_no_matter(target: Target) -> None:
    workplace = Workplace(target)
    (workplace.folder / MARKER).unlink()
    workplace.folder.rmdir()
    assert workplace.remove() is None


def test_a_workplace_whose_marker_a_method_removed_goes_all_the_same(target: Target) -> None:
    workplace = Workplace(target)
    (workplace.folder / MARKER).unlink()
    assert workplace.remove() is None and list(target.folder.iterdir()) == []


def test_workplaces_have_names_that_nobody_guesses_and_are_ours_alone(target: Target) -> None:
    workplaces = [Workplace(target) for _ in range(3)]
    lengths = {len(workplace.folder.name) for workplace in workplaces}
    assert lengths == {len(PREFIX) + 16}
    assert {workplace.folder.stat().st_mode & 0o777 for workplace in workplaces} == {0o700}
    assert [workplace.remove() for workplace in workplaces] == [None] * 3


def test_nothing_of_another_user_who_swaps_names_all_the_time_is_followed(target: Target, precious: Path) -> None:
    require_root()
    end = time.monotonic() + RACE_S
    tries = 0
    while time.monotonic() < end:
        tries += 1
        folder = target.folder.with_name(f"theirs-{tries}")
        folder.mkdir()
        workplace = Workplace(resolve("disk", folder))
        fill(workplace.folder)
        give(folder)  # had it been theirs before, root would not have begun
        seen, ready = os.pipe()
        with opened(folder) as descriptor:
            work = functools.partial(swap, descriptor, workplace.folder.name, precious, ready)
            with as_other(work):
                assert os.read(seen, 1) == b"!"
                reason = workplace.remove()
        os.close(seen)
        os.close(ready)
        left = [path for path in folder.rglob("*") if not path.is_symlink() and path.is_file()]
        assert [path.name for path in left] in ([], [MARKER]), reason
        assert (reason is None) == (left == []), reason
        assert len(list(precious.iterdir())) == 51
    assert tries > 0


def test_the_way_to_a_target_is_swapped_and_its_own_folder_is_still_the_one_that_is_emptied(
    tmp_path: Path, precious: Path
) -> None:
    above = tmp_path / "above"
    (above / "target").mkdir(parents=True)
    workplace = Workplace(resolve("disk", above / "target"))
    fill(workplace.folder)
    above.rename(tmp_path / "moved")
    (precious / "deep").rename(tmp_path / "kept")
    (above / "target").mkdir(parents=True)
    (above / "target" / workplace.folder.name).symlink_to(precious)
    assert workplace.remove() is None
    assert list((tmp_path / "moved" / "target").iterdir()) == []
    (tmp_path / "kept").rename(precious / "deep")


def test_what_a_dead_process_left_is_left_alone_if_it_is_not_the_folder_that_was_marked(target: Target) -> None:
    place = marked(target.folder)
    copy = target.folder / f"{PREFIX}copy"
    subprocess.run(["cp", "-a", place, copy], check=True)
    left: list[str] = []
    assert remove_abandoned(target.folder, left) == [place]
    assert (copy / "inputs" / "file").exists()
    assert len(left) == 1 and str(copy) in left[0] and "by hand" in left[0]


def test_a_marker_of_an_earlier_version_is_believed_where_nobody_else_could_swap_the_folder(target: Target) -> None:
    require_root()
    place = marked(target.folder)
    marker = (place / MARKER).read_text()
    (place / MARKER).write_text(marker.replace('"inode"', '"no_inode"'))
    give(target.folder)
    left: list[str] = []
    assert remove_abandoned(target.folder, left) == [] and "by hand" in left[0]
    os.chown(target.folder, 0, 0)
    assert remove_abandoned(target.folder) == [place]


@pytest.mark.parametrize("what", ["a link", "a pipe", "another user's"])
def test_a_marker_that_is_none_of_ours_is_not_believed(target: Target, tmp_path: Path, what: str) -> None:
    place = marked(target.folder)
    marker = place / MARKER
    if what == "a link":
        marker.symlink_to(marker.rename(tmp_path / "marker"))
    elif what == "a pipe":
        marker.unlink()
        os.mkfifo(marker)
    else:
        require_root()
        give(marker)
    assert remove_abandoned(target.folder) == []
    assert (place / "inputs" / "file").exists()


def test_an_abandoned_folder_of_another_user_is_left_alone(target: Target) -> None:
    require_root()
    place = marked(target.folder)
    give(place)
    assert remove_abandoned(target.folder) == [] and (place / "inputs" / "file").exists()


def test_an_abandoned_folder_where_others_could_swap_it_is_removed_by_descriptors_and_no_mount_is(
    target: Target,
) -> None:
    require("tmpfs")
    require_root()
    place = marked(target.folder)
    give(target.folder)
    (place / "mnt").mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "iotrial-1", place / "mnt"], check=True)
    left: list[str] = []
    try:
        assert remove_abandoned(target.folder, left) == []
        assert "unmount it by hand" in left[0]
    finally:
        subprocess.run(["umount", place / "mnt"], check=True)
    assert remove_abandoned(target.folder) == [place]


def test_what_cannot_be_removed_is_said_at_the_end_and_at_every_start_until_it_can(
    target: Target, tmp_path: Path
) -> None:
    place = marked(target.folder)
    with immutable(place / "inputs" / "file"):
        first = Workplace(target)
        assert len(first.left) == 1 and str(place) in first.left[0] and "cannot be removed" in first.left[0]
        (first.folder / "file").touch()
        with immutable(first.folder / "file"):
            reason = first.remove()
            assert reason is not None and str(first.folder) in reason and "'file' cannot be removed" in reason
            assert (first.folder / MARKER).exists()
        assert [note.name for note in (tmp_path / "cache" / "iotrial" / "workplaces").iterdir()] == [first.folder.name]
        assert first.remove() is None
        assert len(remove_all_abandoned([target.folder])) == 1
    assert remove_all_abandoned([target.folder]) == [] and not place.exists()


@pytest.mark.parametrize("beginning", [None, "", '{"pid": 1'])
def test_a_workplace_whose_maker_was_killed_before_it_was_marked_goes_at_the_next_start(
    target: Target, beginning: str | None
) -> None:
    left = begun_and_left(target, beginning)
    assert remove_all_abandoned() == [] and not left.exists()


@pytest.mark.parametrize("beginning", [None, ""])
def test_what_has_no_marker_stays_if_its_maker_lives_or_something_lies_in_it(
    target: Target, beginning: str | None
) -> None:
    alive = begun_and_left(target, beginning, is_alive=True)
    used = begun_and_left(target, beginning)
    (used / "file").touch()
    assert remove_all_abandoned() == [] and alive.exists() and (used / "file").exists()


def begun_and_left(target: Target, beginning: str | None, *, is_alive: bool = False) -> Path:
    """A workplace that was noted and made, with the beginning of a marker; its maker is alive or gone."""
    workplace = Workplace(target)
    name = workplace.folder.name
    note = own_folder(NOTES) / name
    begun = json.loads(note.read_text())
    assert workplace.remove() is None
    if not is_alive:
        begun["started_ticks"] = -1
    note.write_text(json.dumps(begun))
    workplace.folder.mkdir()
    if beginning is not None:
        (workplace.folder / MARKER).write_text(beginning)
    return workplace.folder


def test_a_name_that_cannot_go_keeps_its_marker(target: Target) -> None:
    workplace = Workplace(target)
    with immutable(target.folder):
        assert "cannot be removed" in (workplace.remove() or "")
        assert (workplace.folder / MARKER).exists()
    assert workplace.remove() is None


def test_folders_within_folders_go_however_deep_they_are(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    here = os.open(place, os.O_RDONLY)
    for _ in range(3000):  # deeper than any path can name, and than Python calls itself
        os.mkdir("d" * 20, dir_fd=here)
        there = os.open("d" * 20, os.O_RDONLY, dir_fd=here)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=there))
        os.close(here)
        here = there
    os.close(here)
    assert clear(place) == [] and list(place.iterdir()) == []


def test_links_in_a_folder_are_removed_and_not_followed(tmp_path: Path, precious: Path) -> None:
    place = tmp_path / "place"
    (place / "within").mkdir(parents=True)
    for link in (place / "link", place / "within" / "link"):
        link.symlink_to(precious)
    assert clear(place) == [] and list(place.iterdir()) == []


def test_a_folder_that_is_a_link_is_not_cleared(tmp_path: Path, precious: Path) -> None:
    (tmp_path / "link").symlink_to(precious)
    assert len(clear(tmp_path / "link")) == 1


def test_what_is_mounted_in_a_folder_is_left_even_if_it_is_of_the_same_file_system(
    tmp_path: Path, precious: Path
) -> None:
    require("tmpfs")
    place = tmp_path / "place"
    (place / "point").mkdir(parents=True)
    subprocess.run(["mount", "--bind", precious, place / "point"], check=True)
    try:
        assert clear(place) == ["something is mounted at 'point'"]
    finally:
        subprocess.run(["umount", place / "point"], check=True)


def test_a_folder_that_a_method_closed_to_its_own_user_is_removed(tmp_path: Path) -> None:
    require_root()
    for name in ("unreadable", "unwritable"):
        (tmp_path / name / "below").mkdir(parents=True)
        for path in (tmp_path, tmp_path / name, tmp_path / name / "below"):
            give(path)
    (tmp_path / "unreadable").chmod(0)
    (tmp_path / "unwritable").chmod(0o500)
    with opened(tmp_path) as descriptor:
        assert done_as_other(lambda: require_none(empty(descriptor)))
    assert list(tmp_path.iterdir()) == []


def test_what_is_to_be_kept_is_kept_and_only_in_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "within").mkdir()
    for folder in (tmp_path, tmp_path / "within"):
        (folder / "kept").touch()
    with opened(tmp_path) as descriptor:
        assert empty(descriptor, keep=("kept",)) == []
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_name_that_another_folder_has_by_now_stays(tmp_path: Path) -> None:
    (tmp_path / "name").mkdir()
    with opened(tmp_path) as parent:
        assert "left alone" in (remove_name("name", parent, identity_of(parent)) or "")  # on the same device
    assert (tmp_path / "name").is_dir()


def test_a_workplace_that_a_method_closed_to_its_own_user_is_removed() -> None:
    require_root()
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o1777)

        def work() -> None:
            os.environ["XDG_CACHE_HOME"] = place
            workplace = Workplace(resolve("disk", Path(place)))
            fill(workplace.folder)
            workplace.folder.chmod(0)
            assert workplace.remove() is None

        assert done_as_other(work)
        assert [path.name for path in Path(place).iterdir()] == ["iotrial"]


def test_a_marker_counts_after_the_file_system_was_mounted_anew_unless_others_could_swap_it(target: Target) -> None:
    require_root()
    place = marked(target.folder, device=0)
    give(target.folder)
    left: list[str] = []
    assert remove_abandoned(target.folder, left) == [] and "by hand" in left[0]
    os.chown(target.folder, 0, 0)
    assert remove_abandoned(target.folder) == [place]


@pytest.mark.parametrize("what", ["another user's folder", "a folder with files"])
def test_a_workplace_that_was_swapped_as_soon_as_it_was_made_is_not_used(
    target: Target, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    require_root()
    real = os.mkdir

    def swapped(name: str, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        real(name, mode, dir_fd=dir_fd)
        if dir_fd is not None and what == "another user's folder":
            give(target.folder / name)
        elif dir_fd is not None:
            (target.folder / name / "file").write_text("mine")

    monkeypatch.setattr(os, "mkdir", swapped)
    with pytest.raises(UsageError, match="swapped for something else at once"):
        Workplace(target)
    (left,) = target.folder.iterdir()
    assert [path.name for path in left.iterdir()] == ([] if what == "another user's folder" else ["file"])
