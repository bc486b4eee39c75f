"""A program of the cache is started only if it is the one that we put there; else it is compiled again."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZipFile

import psutil
import pytest

from iotrial.ask import tree
from iotrial.machine.method_sandbox import NoSandbox, sandbox_program
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile, Stage, compiled, programs_folder
from iotrial.workers.unavailable import Unavailable
from places.hostile import give, require_root

Hears = Callable[[str], Callable[[Path], list[str]]]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build() -> Path:
    """The program of some method in C."""
    catalog = tree.load()
    kit = catalog.kits["c"]
    method = next(method for method in catalog.methods.values() if method.language == "c")
    program = Path(program_of(kit, method, {}).argv[0])
    assert program.parent == programs_folder()
    return program


@pytest.mark.parametrize("what", ["a link", "another user's", "of all to write to"])
def test_a_program_that_somebody_else_could_have_put_there_is_compiled_again(
    tmp_path: Path, what: str, hears: Hears
) -> None:
    compiler = hears("echo right > $1")
    program = compiled("made", compiler)
    planted = tmp_path / "planted"
    planted.write_bytes(b"#!/bin/sh\n")
    planted.chmod(0o755)
    program.unlink()
    if what == "a link":
        program.symlink_to(planted)
    else:
        planted.rename(program)
        if what == "another user's":
            require_root()
            give(program)
        else:
            program.chmod(0o777)
    assert compiled("made", compiler) == program
    assert not program.is_symlink() and program.read_text() == "right\n"
    assert program.stat().st_uid == os.geteuid() and program.stat().st_mode & 0o777 == 0o700


def test_a_program_that_we_put_there_is_not_compiled_again() -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None:
        pytest.skip("no compiler is installed")
    before = build().stat()
    assert build().stat().st_ino == before.st_ino
    assert programs_folder().stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("language", "job"), [("c", "empty"), ("c", "append"), ("cpp", "empty"), ("java", "empty")])
def test_parts_that_were_compiled_before_make_the_program_that_all_files_together_make(language: str, job: str) -> None:
    """The adapter of a job of a shape lies in a folder of its own, which the part that knows no job does without."""
    catalog = tree.load()
    kit = catalog.kits[language]
    if language == "cpp":  # whose compiler takes three times as long to optimize; C has its own flags
        kit = replace(kit, flags="-O0")
    method = next(one for one in catalog.methods_of(job) if one.language == language)
    whole = {"{kit_part}": "{kit}", "{adapter_part}": "{adapter}"}
    together = replace(kit, part=(), build=tuple(whole.get(word, word) for word in kit.build))
    if language == "java":
        together = replace(together, build=kit.part)  # which takes all files that there are
    programs = [built for one in (kit, together) if (built := program_of(one, method, {}).built) is not None]
    assert len(set(programs)) == 2
    if language == "java":
        first, second = (ZipFile(program) for program in programs)
        assert {name: first.read(name) for name in first.namelist()} == {
            name: second.read(name) for name in second.namelist()
        }
    else:
        assert programs[0].read_bytes() == programs[1].read_bytes()


def test_a_part_is_compiled_once_for_all_methods_and_anew_if_its_kit_or_a_flag_is_another(tmp_path: Path) -> None:
    catalog = tree.load()
    kit = replace(catalog.kits["c"], flags="-O0")  # nothing of this is run
    methods = [one for one in catalog.methods_of("append") if one.language == "c" and not one.packages][:2]
    for method in methods:
        program_of(kit, method, {})
    assert len(list(programs_folder().iterdir())) == 2 + len(methods)
    for name in ("scan", "empty"):  # what knows no job is the same for others
        methods.append(next(one for one in catalog.methods_of(name) if one.language == "c"))
        program_of(kit, methods[-1], {})
    there = 1 + 3 + len(methods)
    assert len(list(programs_folder().iterdir())) == there
    program_of(kit, methods[0], {"c.flags": "-O1"})
    assert len(list(programs_folder().iterdir())) == there + 3
    changed = replace(kit, folder=tmp_path / "c", adapters={})
    shutil.copytree(kit.folder, changed.folder)
    program_of(changed, methods[0], {})
    assert len(list(programs_folder().iterdir())) == there + 3
    with changed.program.open("a") as file:
        file.write("// more\n")
    program_of(changed, methods[0], {})
    assert len(list(programs_folder().iterdir())) == there + 6


@pytest.mark.parametrize("where", ["own_folder", "keep"])
def test_a_cache_that_takes_nothing_more_costs_what_must_be_compiled_and_says_why(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None:
        pytest.skip("no compiler is installed")
    folder = programs_folder()
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "programs")
    monkeypatch.setattr(f"iotrial.workers.compiled.{where}", Mock(side_effect=full))
    with pytest.raises(Unavailable, match=r"cannot compile .*No space left on device"):
        build()
    assert not list(folder.glob("*"))


@pytest.fixture
def hears() -> Hears:
    """Gives the command of a compiler that is a script of the shell; $1 is the path of what it should make."""
    return lambda script: lambda part: ["sh", "-c", script, "compiler", str(part)]


@pytest.mark.parametrize("environment", [(), ("CACHE={cache}",)], ids=["the same program", "one cache"])
def test_several_that_want_the_same_compile_it_once_and_those_that_fill_one_cache_do_so_in_turn(
    hears: Hears, environment: tuple[str, ...], tmp_path: Path
) -> None:
    said = tmp_path / "said"
    script = f"echo begins >> {said}; sleep 0.05; echo ends >> {said}; echo x > $1"
    names = ["made"] * 4 if not environment else ["a", "b", "c"]
    with ThreadPoolExecutor(4) as pool:
        stage = Stage({}, environment, "made")
        programs = list(pool.map(lambda name: compiled(name, hears(script), stage=stage), names))
    assert said.read_text() == "begins\nends\n" * len(set(names))
    assert {program.read_text() for program in programs} == {"x\n"}
    assert sorted(path.name for path in programs_folder().iterdir()) == sorted(set(names))


@pytest.fixture
def sandbox() -> str:
    """The program of sandboxes; a test is left out where there is none."""
    try:
        return sandbox_program()
    except NoSandbox as reason:
        pytest.skip(str(reason))


def test_what_a_compiler_leaves_beside_what_it_made_goes_and_what_it_started_ends(hears: Hears) -> None:
    marker = f"600.{secrets.randbelow(10**6)}"
    program = compiled("made", hears(f'cd "$TMPDIR"; touch a b; sleep {marker} > /dev/null 2>&1 & echo x > $1'))
    assert program.read_text() == "x\n" and list(program.parent.iterdir()) == [program]
    started = [one for one in psutil.process_iter(["cmdline"]) if one.info["cmdline"] == ["sleep", marker]]
    assert psutil.wait_procs(started, timeout=60)[1] == []  # a process that was killed takes a moment to go


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="only Linux has such a score")
def test_a_compiler_is_ended_before_others_if_memory_runs_out(hears: Hears, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iotrial.workers.compiled.BUILD_TIMEOUT_S", 20.0)
    own = "/proc/$$/oom_score_adj"
    program = compiled("made", hears(f"until grep -qx 1000 {own}; do sleep 0.01; done; cat {own} > $1"))
    assert program.read_text() == "1000\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 0", "reported no error, and made no program"),
        ("ln -s /bin/true $1", "reported no error, and made no program"),
        ("yes 'a.c:1: error: no' | head -c 50000000; exit 1", "does not compile: a.c:1: error: no"),
        ("sleep 600", "sh took over 1 s"),
        ("sleep 600 & exit 0", "sh took over 1 s"),
    ],
)
def test_a_compiler_that_makes_nothing_or_hangs_or_says_too_much_keeps_nothing(
    script: str, said: str, hears: Hears, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "took over" in said:
        monkeypatch.setattr("iotrial.workers.compiled.BUILD_TIMEOUT_S", 1.0)
    with pytest.raises(DoesNotCompile) as error:
        compiled("made", hears(script))
    assert said in str(error.value) and len(str(error.value)) < 400
    assert list(programs_folder().iterdir()) == []


def test_what_a_killed_process_left_in_the_cache_goes_once_it_is_old(hears: Hears) -> None:
    old, new = (programs_folder() / f"{name}.part" for name in ("old", "new"))
    for folder in (old, new):
        folder.mkdir()
        (folder / "program").touch()
    os.utime(old, (0, 0))
    compiled("made", hears("echo x > $1"))
    assert sorted(path.name for path in programs_folder().iterdir()) == ["made", "new.part"]


def test_a_compiler_works_in_a_sandbox_also_if_the_cache_lies_behind_a_link(
    hears: Hears, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "link"))
    script = f"echo x > $1; echo y > {tmp_path}/beside; exit 0"
    assert compiled("made", hears(script), sandbox=sandbox).read_text() == "x\n"
    assert not (tmp_path / "beside").exists()


def staged(tmp_path: Path, *environment: str) -> Stage:
    """Two files of the user, in a folder for the compiler."""
    (tmp_path / "mine").mkdir()
    for name in ("one", "two"):
        (tmp_path / "mine" / name).write_text(f"{name}\n")
    files = {"a/one.txt": tmp_path / "mine" / "one", "b/c/two.txt": tmp_path / "mine" / "two"}
    return Stage(files, environment, "some")


def test_a_compiler_finds_its_files_where_it_works_and_may_keep_others(hears: Hears, tmp_path: Path) -> None:
    stage = staged(tmp_path, "PLACE={stage}", "KEPT={cache}", "NOTHING=")
    script = 'test "$PLACE" = "$PWD" -a -z "$NOTHING" && cat a/one.txt b/c/two.txt > $1 && touch "$KEPT/kept"'
    assert compiled("made", hears(script), stage=stage).read_text() == "one\ntwo\n"
    assert (programs_folder().parent / "compilers" / "some" / "kept").exists()
    assert [path.name for path in programs_folder().iterdir()] == ["made"]


def test_in_a_sandbox_it_keeps_nothing(hears: Hears, sandbox: str, tmp_path: Path) -> None:
    script = 'mkdir "$KEPT"; touch "$KEPT/kept"; cat a/one.txt > $1'
    assert compiled("made", hears(script), stage=staged(tmp_path, "KEPT={cache}"), sandbox=sandbox).read_text() == (
        "one\n"
    )
    assert not (programs_folder().parent / "compilers").exists()


def test_an_error_names_the_users_file_and_not_its_copy(hears: Hears, tmp_path: Path) -> None:
    script = "echo '# some/package'; echo 'b/c/two.txt:3:1: no such thing'; exit 1"
    with pytest.raises(DoesNotCompile) as error:
        compiled("made", hears(script), stage=staged(tmp_path))
    assert str(error.value) == f"does not compile: {tmp_path}/mine/two:3:1: no such thing"
