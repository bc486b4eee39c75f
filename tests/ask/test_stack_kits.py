"""Kits of stacks of servers: what their kit.toml may say, whose worker they use, and methods that are folders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ask.made import METHOD, arms, load_lines, ours, problems_of, write
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.method_text import files_of, kit_texts, text_of
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile

__all__ = ["ours"]

IN_COMMON = """\
protocol = 1
extension = "pl"
find = ["perl"]
version = ["{runtime}", "--version"]
run = ["{runtime}", "{kit}", "{adapter}", "{method}", "{beside}"]
client = "loader"
"""

STACK = """\
like = ["http", "perl"]
called = "web with sh"
program_language = "sh"
entry = "page.sh"
shares = ["pages"]
comment = "#"
held = "{room}/access.log"

[[programs]]
name = "web"
processes = 2
find = ["web", "httpd"]
version = ["{program}", "--version"]
needs = ["{program}", "--test"]
start = ["{program}", "{room}/web.conf"]
listens = "127.0.0.1:{port}"

[here]
"listen 80" = "listen {port}"
"/srv/files" = "{files}"
"/run/web" = "{room}"

[install]
apt = ["web"]
"""


@pytest.fixture
def folder(ours: Path) -> Path:
    """A tree with a stack, its worker, and one method that is a folder."""
    write(ours / "kits" / "http" / "stack.toml", IN_COMMON)
    write(ours / "kits" / "http" / "kit.pl", "the worker")
    write(ours / "kits" / "http" / "part.pl", "a part of it")
    write(ours / "kits" / "http" / "jobs" / "append.pl", "the adapter")
    write(ours / "kits" / "web_sh" / "kit.toml", STACK)
    methods = ours / "methods" / "append"
    write(methods / "web_sh" / "plain" / "page.sh", METHOD)
    write(methods / "web_sh" / "web.conf", "for all of the stack")
    write(methods / "pages" / "access.sh", "for all of several stacks")
    return ours


def with_kit(folder: Path, old: str, new: str) -> list[str]:
    """What is wrong if the kit says something else."""
    assert old in STACK
    write(folder / "kits" / "web_sh" / "kit.toml", STACK.replace(old, new, 1))
    return load_lines()


def test_a_stack_has_the_worker_and_the_adapters_of_the_kit_that_it_is_like(folder: Path) -> None:
    kit = tree.load().kits["web_sh"]
    assert kit.like == (folder / "kits" / "http", folder / "kits" / "perl")
    assert kit.program == folder / "kits" / "http" / "kit.pl"
    assert kit.adapter("append") == folder / "kits" / "http" / "jobs" / "append.pl"
    assert (kit.find, kit.extension, kit.spoken) == (("perl",), "pl", "web with sh")
    assert [(one.name, one.find, one.needs) for one in kit.programs] == [
        ("loader", ("loader",), ()),
        ("web", ("web", "httpd"), ("{program}", "--test")),
    ]


def test_what_all_stacks_have_in_common_is_no_kit_and_each_may_say_otherwise(folder: Path) -> None:
    assert "http" not in tree.load().kits
    write(folder / "kits" / "web_sh" / "kit.toml", 'find = ["perl5"]\nclient = "other"\n' + STACK)
    kit = tree.load().kits["web_sh"]
    assert kit.find == ("perl5",) and kit.programs[0].name == "other"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('start = ["{program}"', 'start = ["{prog}"', "kit.toml:15: 'start' cannot hold {prog}"),
        ('version = ["{program}"', 'version = ["{room}"', "'version' cannot hold {room}"),
        ('needs = ["{program}"', 'needs = ["{port}"', "'needs' cannot hold {port}"),
        ("127.0.0.1:{port}", "127.0.0.1:{door}", "'listens' cannot hold {door}"),
        ("listen {port}", "listen {program}", "cannot hold {program}"),
        ("{room}/access.log", "{files}/access.log", "'held' cannot hold {files}"),
        ('name = "web"\n', "", "'programs' has no 'name'"),
        ('find = ["web", "httpd"]\n', "", "'programs' has no 'find'"),
        ('listens = "127.0.0.1:{port}"\n', "", "'programs' has no 'listens'"),
        ("processes = 2", 'processes = "2"', "'processes' must be a whole number"),
        ("processes = 2", "procesess = 2", "'procesess' is no key here"),
        ("[[programs]]", "[programs]", "'programs' must be tables in a list"),
        ('entry = "page.sh"', 'entry = "../page.sh"', "'entry' is the name of a file"),
        ('entry = "page.sh"', 'entry = ".hidden"', "'entry' is the name of a file"),
        ('entry = "page.sh"', 'entry = "other.sh"', "has no other.sh, by which a method of web_sh begins"),
        ('like = ["http", "perl"]', 'like = ["htp"]', "'like' names 'htp', and there is no such folder beside it"),
        ('like = ["http", "perl"]', 'like = ["../kits/http"]', "'like' names '../kits/http'"),
        ('shares = ["pages"]', 'shares = ["../pages"]', "'shares' names folders of a job"),
        ('shares = ["pages"]', 'shares = ["pages/x"]', "'shares' names folders of a job"),
        ('"/srv/files" = "{files}"', '"/srv/files" = 7', "must be a text"),
        ('entry = "page.sh"', 'entry = "page.sh"\nwarms_up = 1', "'warms_up' must be true or false"),
    ],
)
def test_what_a_stack_says_wrong_is_named(folder: Path, old: str, new: str, said: str) -> None:
    assert any(said in line for line in with_kit(folder, old, new)), with_kit(folder, old, new)


#: What compiles, and what then stands in the kit for it.
BUILT = {
    'start = ["{program}", "{room}/web.conf"]': 'start = ["{built}", "{port}", "{files}"]',
    '["web", "httpd"]': '["cp"]',
}


def compiled_kit(folder: Path, build: str) -> str:
    """A stack whose programs are compiled by `cp`, which makes a program of one file."""
    stack = STACK
    for old, new in BUILT.items():
        stack = stack.replace(old, new)
    write(
        folder / "kits" / "http" / "stack.toml",
        IN_COMMON.replace('"{beside}"]', '"{program}"]').replace("loader", "sh"),
    )
    return stack.replace('needs = ["{program}", "--test"]\n', "").replace(
        "[[programs]]", f"build = {build}\n\n[[programs]]", 1
    )


def test_the_program_of_a_stack_is_compiled_of_all_files_of_its_method(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    for name, text in {
        "page.sh": METHOD,
        "access.sh": "for all of several stacks",
        "web.conf": "for all of the stack",
    }.items():
        write(
            folder / "kits" / "web_sh" / "kit.toml", compiled_kit(folder, f'["{{compiler}}", "{name}", "{{program}}"]')
        )
        catalog = tree.load()
        made = program_of(catalog.kits["web_sh"], catalog.methods["append", "web_sh/plain"], {})
        assert made.built is not None and made.built.read_text() == text
        assert made.argv[-1] == str(made.built)
        assert not catalog.kits["web_sh"].is_compiled


def test_what_does_not_compile_in_a_stack_is_said_with_the_file_of_the_method(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    build = '["sh", "-c", "echo page.sh:2: wrong >&2; exit 1", "{compiler}", "{program}"]'
    write(folder / "kits" / "web_sh" / "kit.toml", compiled_kit(folder, build))
    catalog = tree.load()
    method = catalog.methods["append", "web_sh/plain"]
    with pytest.raises(DoesNotCompile, match=re.escape(f"{method.path}:2: wrong")):
        program_of(catalog.kits["web_sh"], method, {})


def test_a_method_of_a_stack_that_compiles_nothing_has_an_empty_word_in_its_place(folder: Path) -> None:
    write(folder / "kits" / "web_sh" / "kit.toml", compiled_kit(folder, "[]").replace("build = []\n", ""))
    catalog = tree.load()
    made = program_of(catalog.kits["web_sh"], catalog.methods["append", "web_sh/plain"], {})
    assert made.built is None and made.argv[-1] == ""


def test_only_a_kit_that_starts_programs_has_a_compiler_among_them(folder: Path) -> None:
    perl = folder / "kits" / "perl" / "kit.toml"
    write(perl, 'build = ["{compiler}", "{program}"]\n' + perl.read_text())
    assert any("'build' cannot hold {compiler} in a kit that starts no programs" in line for line in load_lines())


def test_what_is_said_in_common_is_read_as_strictly(folder: Path) -> None:
    write(folder / "kits" / "http" / "stack.toml", IN_COMMON.replace("{beside}", "{besides}"))
    number = 1 + next(at for at, line in enumerate(IN_COMMON.splitlines()) if line.startswith("run = "))
    place = f"{folder}/kits/http/stack.toml:{number}: "
    assert any(line.startswith(f"{place}'run' cannot hold {{besides}}") for line in load_lines())
    write(folder / "kits" / "http" / "stack.toml", "protocol = \n")
    lines = load_lines()
    assert any("stack.toml" in line for line in lines), lines


def test_a_worker_that_is_missing_is_named_where_it_should_be(folder: Path) -> None:
    (folder / "kits" / "http" / "kit.pl").unlink()
    assert any(line == f"{folder}/kits/http: the web_sh kit has no kit.pl" for line in load_lines())


def test_a_method_of_a_stack_is_a_folder_with_what_lies_beside_it(folder: Path) -> None:
    catalog = tree.load()
    assert "web_sh/plain" in arms(catalog)
    method = catalog.methods["append", "web_sh/plain"]
    place = folder / "methods" / "append"
    assert method.is_folder and method.path == place / "web_sh" / "plain" / "page.sh" and method.name == "plain"
    assert method.beside == (place / "pages", place / "web_sh")
    assert method.job_folder == place
    file = catalog.methods["append", "sh/echo"]
    assert not file.is_folder and file.job_folder == place and file.beside == ()


def test_a_folder_without_the_entry_is_named(folder: Path) -> None:
    write(folder / "methods" / "append" / "web_sh" / "mine" / "pgae.sh", METHOD)
    (problem,) = problems_of(tree.load)
    assert problem.message == "has no page.sh, by which a method of web_sh begins"


def test_a_users_method_shares_the_files_of_ours_and_its_own_are_taken_first(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "append"
    write(mine / "web_sh" / "other" / "page.sh", METHOD)
    write(mine / "web_sh" / "web.conf", "mine")
    method = tree.load([tmp_path / "mine"]).methods["append", "web_sh/other"]
    place = folder / "methods" / "append"
    assert method.beside == (place / "pages", place / "web_sh", mine / "web_sh")


def test_a_floor_of_a_stack_is_a_folder_too(folder: Path) -> None:
    text = "# One file.\n# The least.\n# floor: copying\n# visible: at the end\n"
    write(folder / "methods" / "append" / "floors" / "web_sh" / "least" / "page.sh", text)
    (floor,) = tree.load().floors_of("append")
    assert floor.arm == "web_sh/least" and floor.floor == "copying" and floor.is_folder


def test_a_user_may_bring_a_stack_that_is_like_ours(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    write(mine / "kits" / "web_too" / "kit.toml", STACK)
    write(mine / "append" / "web_too" / "plain" / "page.sh", METHOD)
    catalog = tree.load([mine])
    assert catalog.kits["web_too"].worker == folder / "kits" / "http"
    assert "web_too/plain" in arms(catalog)
    assert catalog.kits["web_too"].adapter("append") == folder / "kits" / "http" / "jobs" / "append.pl"


def test_a_guarantee_of_which_more_is_as_good_must_be_one_of_the_job(ours: Path) -> None:
    path = ours / "methods" / "append" / "job.toml"
    path.write_text('more = ["visible"]\n' + path.read_text())
    assert tree.load().jobs["append"].more == ("visible",)
    path.write_text(path.read_text().replace('"visible"', '"visibel"', 1))
    (line,) = load_lines()
    assert line.startswith(f"{path}:1: ") and line.endswith("the job has no guarantee 'visibel'")


def chosen(catalog: Catalog, *asked: str) -> list[str]:
    return [method.arm for method in catalog.methods_of("append") if catalog.is_in(method.language, asked)]


def test_a_language_means_the_stacks_too_that_run_programs_in_it(folder: Path) -> None:
    catalog = tree.load()
    assert catalog.languages == ["perl", "sh", "web_sh"]
    assert chosen(catalog, "sh") == ["sh/echo", "web_sh/plain"]
    assert chosen(catalog, "web_sh") == ["web_sh/plain"]
    assert chosen(catalog, "perl") == ["perl/print"]
    assert chosen(catalog) == []


def test_a_language_that_only_programs_of_a_stack_are_in_may_be_named(folder: Path) -> None:
    write(folder / "kits" / "web_sh" / "kit.toml", STACK.replace('program_language = "sh"', 'program_language = "js"'))
    catalog = tree.load()
    assert catalog.languages == ["js", "perl", "sh", "web_sh"]
    assert chosen(catalog, "js") == ["web_sh/plain"]


def test_the_text_of_a_method_that_is_a_file_is_its_own(folder: Path) -> None:
    method = tree.load().methods["append", "perl/print"]
    assert files_of(method) == {"print.pl": method.path}
    assert text_of(method) == METHOD


def test_the_text_of_a_folder_is_that_of_all_files_and_its_own_replace_shared_ones(folder: Path) -> None:
    place = folder / "methods" / "append"
    write(place / "web_sh" / "plain" / "a.conf", "its own\n")
    write(place / "web_sh" / ".hidden", "of an editor")
    write(place / "web_sh" / "__pycache__", "of Python")
    method = tree.load().methods["append", "web_sh/plain"]
    assert list(files_of(method)) == ["page.sh", "a.conf", "../pages/access.sh", "../web_sh/web.conf"]
    text = text_of(method)
    assert text.startswith(f"==> page.sh <==\n{METHOD}==> a.conf <==\nits own\n==> ../pages/access.sh <==\n")
    assert "of an editor" not in text and "of Python" not in text
    write(place / "web_sh" / "plain" / "web.conf", "instead")
    assert list(files_of(method)) == ["page.sh", "a.conf", "web.conf", "../pages/access.sh"]
    (place / "web_sh" / "plain" / "a.conf").write_bytes(b"caf\xe9")
    assert "caf\N{REPLACEMENT CHARACTER}" in text_of(method)


def test_the_texts_of_a_kit_are_those_of_all_whose_worker_it_uses(folder: Path) -> None:
    kits = folder / "kits"
    write(kits / "perl" / "jobs" / "append.pl", "# of perl")
    for path in (kits / "http").rglob("*.*"):
        path.write_text(path.read_text() + f"# {path.name}")
    catalog = tree.load()
    assert kit_texts(catalog.kits["perl"], "append") == {
        "the perl kit": (kits / "perl" / "kit.pl").read_text(),
        "the perl adapter of append": "# of perl",
    }
    found = kit_texts(catalog.kits["web_sh"], "append")
    shared = [kits / "http" / name for name in ("kit.pl", "part.pl", "stack.toml", "jobs/append.pl")]
    assert {path.read_text() for path in (*shared, kits / "perl" / "kit.pl")} <= set(found.values())
    assert found["the web_sh kit's kit.toml"] == (kits / "web_sh" / "kit.toml").read_text()
    assert found["the web_sh kit's http/part.pl"] == (kits / "http" / "part.pl").read_text()
