"""`iotrial machine --install`: what each name would take, what is asked, and what is said if it cannot be done.

The package manager is one that the test made, and so are the kits that lack something.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.cli import install as command
from iotrial.cli import main, named_needs
from iotrial.cli.listed import ListedInstall
from iotrial.machine import services

#: What apt-get and its companions say of this made-up world, in which only caddy is missing, and `nowhere` not known.
APT = """#!/bin/sh
echo "$(basename "$0") $*" >> "$ROOT/said"
case "$(basename "$0") $*" in
*update*) [ ! -e "$ROOT/offline" ] || { echo "W: Failed to fetch"; exit 100; } ;;
*--simulate*nowhere*) echo "E: Unable to locate package nowhere" >&2; exit 100 ;;
*--simulate*) echo "Inst caddy (2.6 Debian [amd64])"; echo "Inst libc6 [2.36-1] (2.36-2 Debian [amd64])" ;;
"apt-cache depends"*) printf 'caddy\\n  Depends: libc6\\nlibc6\\n' ;;
"dpkg-query"*) echo "installed libc6" ;;
"apt-cache show"*) printf 'Package: caddy\\nInstalled-Size: 2048\\nSize: 1048576\\n\\n'
    printf 'Package: libc6\\nInstalled-Size: 9\\nSize: 1048576\\n' ;;
*" install "*) echo "Unpacking caddy"; [ ! -e "$ROOT/offline" ] || { echo "E: Unable to fetch caddy"; exit 100; }
    touch "$ROOT/came" ;;
esac
"""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the package manager's calls are kept; root types, on no terminal."""
    (tmp_path / "bin").mkdir()
    for name in ("apt-get", "apt-cache", "dpkg-query"):
        (tmp_path / "bin" / name).write_text(APT)
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(services, "started_at_boot", frozenset)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    loaded = tree.load()
    kits = dict(loaded.kits)
    for name, package in (("caddy", "caddy"), ("go", "caddy"), ("java", "nowhere")):
        programs = tuple(replace(one, find=("no-such-program",)) for one in kits[name].programs)
        kits[name] = replace(kits[name], find=kits[name].find if programs else ("no-such-program",), programs=programs)
        kits[name] = replace(kits[name], install={"apt": (package,)})
    catalog = replace(loaded, kits=kits)
    monkeypatch.setattr(tree, "usable", lambda trees=(): catalog)
    return tmp_path / "said"


def calls(said: Path) -> list[str]:
    return said.read_text().splitlines() if said.exists() else []


def installed(said: Path) -> list[str]:
    """The words of each call that installs something."""
    return [call for call in calls(said) if " install " in call and "--simulate" not in call]


def test_only_what_a_name_needs_is_installed_and_said_once(said: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["machine", "--install", "caddy", "caddy", "python"]) == 0
    (call,) = installed(said)
    assert call.split()[-1] == "caddy" and call.count("caddy") == 1 and "python3" not in call
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "to install: caddy (1 package, 2.00 MiB to download, 2.00 MiB on the disk)",
        "note: this also replaces, since a dependency needs it: libc6",
        "installed: caddy",
    ]


def test_nothing_is_asked_of_the_package_manager_if_nothing_is_missing(
    said: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["machine", "--install", "python"]) == 0
    assert calls(said) == [] and capfd.readouterr().err == "nothing to install: all that is needed is here\n"


def test_what_has_come_is_listed_as_there(
    said: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = tree.load()
    kit = catalog.kits["caddy"]
    program = replace(kit.programs[0], find=("sh",), needs=("{program}", "-c", 'test -e "$ROOT/came"'))
    lacking = replace(catalog, kits={**catalog.kits, "caddy": replace(kit, programs=(program,))})
    monkeypatch.setattr(tree, "usable", lambda trees=(): lacking)
    assert main(["machine", "--install", "caddy", "--json"]) == 0
    out, err = capfd.readouterr()
    assert "installed: caddy" in err and [row["missing"] for row in json.loads(out)] == [[]]


def test_without_a_name_each_is_listed_with_what_it_would_take_and_nothing_is_installed(
    said: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["machine", "--install"]) == 0
    out, _ = capfd.readouterr()
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "go language 1 package, 1.00 MiB to download, 2.00 MiB on the disk" in lines
    assert "caddy stack 1 package, 1.00 MiB to download, 2.00 MiB on the disk" in lines
    assert any("list-by-language" in line for line in lines)
    assert "nothing is missing for: c, cpp," in out
    assert installed(said) == []
    assert main(["machine", "--install", "--json"]) == 0
    rows = [ListedInstall.model_validate(row) for row in json.loads(capfd.readouterr().out)]
    (caddy,) = (row for row in rows if row.name == "caddy")
    assert (caddy.kind, caddy.missing, caddy.brings, caddy.disk_bytes) == ("stack", ["caddy"], ["caddy"], 2 << 20)
    assert {row.kind for row in rows} == {"language", "stack", "target", "tool", "job", "study"}
    assert installed(said) == []


def test_names_that_are_none_are_told_together_each_with_the_nearest(
    said: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["machine", "--install", "caddi", "readfil", "\x1b[2J", "x" * 5000, "./no.toml"]) == 2
    err = capfd.readouterr().err
    assert "did you mean 'caddy'?" in err and "did you mean 'readfile'?" in err and "./no.toml" in err
    assert "\x1b" not in err and max(map(len, err.splitlines())) < 200
    assert calls(said) == []


@pytest.mark.parametrize("words", [["caddy"], ["--all"], ["--quick"], ["--yes"]])
def test_what_goes_with_an_installation_is_not_taken_without_it(
    words: list[str], said: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["machine", *words]) == 2
    assert f"hint: iotrial machine --install {words[0]}" in capfd.readouterr().err
    assert calls(said) == []


def test_a_study_file_and_a_program_of_a_target_are_names_too(said: Path, tmp_path: Path) -> None:
    named = tree.load().jobs["list"].name
    study = tmp_path / "own.toml"
    study.write_text(f'question = "?"\njob = "{named}"\nbaseline = "go/read_dir"\nmethods = ["go/read_dir"]\n')
    assert main(["machine", "--install", str(study), "mkfs.ext4"]) == 0
    assert [call.split()[-1] for call in installed(said)] == ["caddy"]


def test_who_is_not_root_is_told_one_command_and_goes_on(
    said: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["machine", "--install", "go"]) == 0
    assert "type: sudo apt-get install --no-install-recommends caddy\n" in capfd.readouterr().err
    # apt alone would start the server of a stack.
    assert main(["machine", "--install", "caddy", "--quick"]) == 0
    assert capfd.readouterr().err.endswith("machine --install caddy --quick\n")
    assert calls(said) == []


def test_what_cannot_be_had_keeps_nothing_else_from_coming(said: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["machine", "--install", "java", "caddy"]) == 1
    assert [call.split()[-1] for call in installed(said)] == ["caddy"]
    err = capfd.readouterr().err
    assert "installed: caddy" in err and "error: java cannot be installed here: Unable to locate package nowhere" in err


def test_a_package_manager_that_is_offline_is_named_with_its_last_lines_and_a_file(
    said: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "offline").touch()
    assert main(["machine", "--install", "caddy"]) == 1
    err = capfd.readouterr().err
    assert "error: apt-get ended with status 100: Unpacking caddy / E: Unable to fetch caddy" in err
    assert f"hint: all that it said: {tmp_path}/cache/iotrial/install/install.log" in err
    assert "installed: caddy" not in err


def test_without_a_package_manager_a_person_is_told_what_to_install(
    said: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "package_manager", lambda: None)
    assert main(["machine", "--install", "caddy"]) == 0
    assert "install caddy by hand" in capfd.readouterr().err
    assert calls(said) == []


@pytest.mark.parametrize(
    ("answer", "options", "comes"),
    [
        ("\n", [], True),
        ("y\n", [], True),
        ("n\n", [], False),
        ("what?\n", [], False),
        ("", [], False),
        ("", ["-y"], True),
    ],
)
def test_on_a_terminal_it_asks_once_unless_the_answer_is_given(
    answer: str,
    options: list[str],
    comes: bool | int,
    said: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return answer

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["machine", "--install", "caddy", *options]) == 0
    assert bool(installed(said)) == bool(comes)
    err = capfd.readouterr().err
    assert err.count("go on? [Y/n]") == (0 if options else 1)
    assert ("nothing was installed" in err) != bool(comes)


def test_every_kind_of_name_is_listed_and_named_needs_agree_with_the_list(said: Path) -> None:
    everything = named_needs.all_named(tree.load(), [], quick=True)
    again = named_needs.named_needs([one.name for one in everything], tree.load(), [], quick=True)
    assert [(one.name, one.missing) for one in everything] == [(one.name, one.missing) for one in again]
