"""Root makes nothing where another user could swap it, and says who could and what to do."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.parameters import kept_text
from iotrial.errors import UsageError
from iotrial.folders import cache_folder as cache_module
from iotrial.folders.cache_folder import ROOTS_OWN, cache_folder, own_folder, own_folder_opened
from iotrial.folders.custody import reached, require_custody, swapper_of
from iotrial.folders.own_note import MOST_BYTES, read_note, write_note
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from places.hostile import OTHER, done_as_other, give, require_root


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_root()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def give_link(link: Path, to: Path) -> None:
    """Have the other user put a link there."""
    link.symlink_to(to)
    give(link)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "above" / "target é"
    place.mkdir(parents=True)
    return place


def test_a_folder_of_roots_below_folders_of_roots_is_kept_by_nobody_else(folder: Path) -> None:
    assert swapper_of(folder) is None
    require_custody(folder, "the target")


def test_a_sticky_folder_that_all_may_write_to_is_allowed(folder: Path) -> None:
    folder.chmod(0o1777)
    workplace = Workplace(resolve("disk", folder))
    assert workplace.remove() is None


@pytest.mark.parametrize("mode", [0o755, 0o1777, 0o500])
def test_a_target_of_another_user_is_refused_before_anything_is_made(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    give(folder)
    with pytest.raises(UsageError) as refused:
        Workplace(resolve("disk", folder))
    (problem,) = refused.value.problems
    assert problem.message.startswith(f"the target {str(folder)!r} belongs to ")
    assert problem.message.endswith(", who could swap what root makes there")
    assert problem.hint is not None and "sudo -u" in problem.hint and "iotrial" in problem.hint
    assert list(folder.iterdir()) == [] and not (folder.parents[1] / "cache").exists()


def test_a_target_below_a_folder_of_another_user_is_refused(folder: Path) -> None:
    give(folder.parent)
    with pytest.raises(UsageError, match=r"lies in .*above', which belongs to .*, who could swap"):
        Workplace(resolve("disk", folder))
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("mode", "who"), [(0o775, "the group "), (0o757, "everybody"), (0o777, "everybody")])
@pytest.mark.parametrize("which", ["target", "above"])
def test_a_folder_that_others_write_to_without_the_sticky_bit_is_refused(
    folder: Path, mode: int, who: str, which: str
) -> None:
    place = folder if which == "target" else folder.parent
    place.chmod(mode)
    with pytest.raises(UsageError, match=f"can be written to by {who}") as refused:
        Workplace(resolve("disk", folder))
    assert f"chmod +t {str(place)!r}" in (refused.value.problems[0].hint or "")
    place.chmod(mode | 0o1000)
    Workplace(resolve("disk", folder)).remove()


def test_a_user_who_has_no_name_is_told_by_number_as_sudo_takes_it(folder: Path) -> None:
    os.chown(folder, 4_000_000_007, -1)
    with pytest.raises(UsageError, match="belongs to user 4000000007") as refused:
        require_custody(folder, "the target")
    assert "sudo -u '#4000000007'" in (refused.value.problems[0].hint or "")


def test_a_link_to_a_target_is_judged_by_where_it_leads(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    require_custody(tmp_path / "link", "the target")
    give(folder)
    with pytest.raises(UsageError, match="belongs to"):
        require_custody(tmp_path / "link", "the target")


@pytest.mark.parametrize("where", ["itself", "above", "below"])
def test_a_link_of_another_user_is_not_followed_even_in_a_sticky_folder(
    folder: Path, tmp_path: Path, where: str
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    to = {"itself": folder, "above": folder.parent, "below": shared}[where]
    give_link(shared / "link", to)
    if where == "below":
        (shared / "real").mkdir()
        give_link(shared / "real" / "link", folder)
    named = {"itself": "link", "above": f"link/{folder.name}", "below": "link/real/link"}[where]
    with pytest.raises(UsageError, match=r"reached through the link .*, which belongs to .*, who could lead root else"):
        resolve("disk", shared / named)
    os.chown(shared / "link", 0, 0, follow_symlinks=False)
    if where != "below":
        assert resolve("disk", shared / named).folder == folder


def test_a_link_of_roots_that_has_another_name_in_a_shared_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (tmp_path / "link").symlink_to(folder)
    os.link(tmp_path / "link", shared / "link", follow_symlinks=False)
    with pytest.raises(UsageError, match="which has another name"):
        resolve("disk", shared / "link")
    require_custody(tmp_path / "link", "the target")


def test_a_folder_is_reached_through_links_and_dots_as_the_system_does(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "absolute").symlink_to(folder.parent)
    (tmp_path / "relative").symlink_to("absolute/../above/./target é")
    (tmp_path / "circle").symlink_to("circle")
    monkeypatch.chdir(folder.parent)
    for named in ("absolute/target é", "relative", "relative/../target é"):
        with reached(tmp_path / named) as (descriptor, _):
            assert os.path.samestat(os.fstat(descriptor), folder.stat())
    with reached(Path("../above/target é")) as (descriptor, _):
        assert os.path.samestat(os.fstat(descriptor), folder.stat())
    with pytest.raises(OSError, match="symbolic links"), reached(tmp_path / "circle"):
        pass


@pytest.mark.parametrize("what", ["a link", "a folder"])
def test_folders_are_not_made_where_another_user_was_faster(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    real = os.mkdir

    def faster(name: str, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        if name == "cache" and what == "a link":
            give_link(shared / name, folder)
        elif name == "cache":
            real(shared / name)
            give(shared / name)
        real(name, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "mkdir", faster)
    monkeypatch.setattr(cache_module, "ROOTS_OWN", tmp_path / "own")
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
    assert own_folder("notes") == tmp_path / "own" / "notes"
    assert list(folder.iterdir()) == [] and list((shared / "cache").iterdir()) == []


def test_notes_are_not_looked_for_in_a_cache_that_another_user_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    (theirs / "notes").mkdir(parents=True)
    give(theirs)
    monkeypatch.setattr(cache_module, "cache_folder", lambda: theirs)
    with pytest.raises(PermissionError), own_folder_opened("notes"):
        pass
    os.chown(theirs, 0, 0)
    with own_folder_opened("notes") as descriptor:
        assert os.path.samestat(os.fstat(descriptor), (theirs / "notes").stat())


def test_the_text_of_a_method_is_kept_where_nobody_else_could_swap_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "ROOTS_OWN", tmp_path / "own")
    home = tmp_path / "home"
    home.mkdir()
    give(home)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    method = next(one for one in tree.load().methods.values() if one.parameters)
    assert kept_text("a text", method).is_relative_to(tmp_path / "own")
    assert list(home.iterdir()) == []


def test_a_user_who_is_not_root_is_refused_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.chmod(0o777)
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)
    assert swapper_of(folder) is not None
    require_custody(folder, "the target")


def test_a_user_works_in_a_shared_folder_and_leaves_what_was_swapped_alone() -> None:
    with tempfile.TemporaryDirectory() as place:  # unlike a test's own folder, others may look into this one
        shared, precious = Path(place) / "shared", Path(place) / "precious"
        Path(place).chmod(0o755)
        for folder in (shared, precious):
            folder.mkdir()
            folder.chmod(0o777)
        (precious / "file").write_text("mine")

        def work() -> None:
            os.environ["XDG_CACHE_HOME"] = str(shared)
            assert Workplace(resolve("disk", shared)).remove() is None
            workplace = Workplace(resolve("disk", shared))
            workplace.folder.rename(shared / "moved")
            workplace.folder.symlink_to(precious)
            assert "left alone" in (workplace.remove() or "")

        assert done_as_other(work)
        assert (precious / "file").read_text() == "mine"


def test_root_keeps_things_in_a_cache_of_its_own_if_the_users_is_another_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "ROOTS_OWN", tmp_path / "own")
    assert ROOTS_OWN.is_absolute()
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
    assert cache_folder() == home / ".cache" / "iotrial"
    give(home)
    assert cache_folder() == tmp_path / "own"


def test_nobody_else_may_write_to_the_cache_that_is_made_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = own_folder("notes")
    finally:
        os.umask(before)
    assert folder == tmp_path / "cache" / "iotrial" / "notes" and folder.stat().st_mode & 0o777 == 0o700
    assert swapper_of(folder) is None


@pytest.mark.parametrize("what", ["a link", "a pipe", "a folder", "another user's", "too large"])
def test_a_note_is_a_regular_file_of_ours_or_it_is_not_read(folder: Path, what: str) -> None:
    write_note(folder / "note", "mine")
    assert read_note(folder / "note") == "mine"
    place = folder / "other"
    if what == "a link":
        place.symlink_to(folder / "note")
    elif what == "a pipe":
        os.mkfifo(place)
    elif what == "a folder":
        place.mkdir()
    elif what == "another user's":
        place.write_text("theirs")
        give(place)
    else:
        place.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(OSError):
        read_note(place)
    if what == "another user's":
        assert read_note(place, of_others=True) == "theirs"


def test_a_note_is_never_written_over_what_is_there(folder: Path) -> None:
    (folder / "precious").write_text("mine")
    (folder / "note").symlink_to(folder / "precious")
    with pytest.raises(FileExistsError), reached(folder) as (descriptor, _):
        write_note("note", "x", descriptor)
    assert (folder / "precious").read_text() == "mine"
