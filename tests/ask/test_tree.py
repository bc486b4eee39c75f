from __future__ import annotations

import os
from pathlib import Path

import pytest

from ask.made import JOB, METHOD, arms, kit, lines_of, load_lines, ours, problems_of, project, write
from iotrial.ask import own_tree, tree

__all__ = ["ours"]


def test_kits_jobs_and_methods_are_found_in_their_folders(ours: Path) -> None:
    catalog = tree.load()
    assert list(catalog.kits) == ["perl", "sh"]
    assert list(catalog.jobs) == ["append"]
    assert arms(catalog) == ["perl/print", "sh/echo"]
    method = catalog.methods[("append", "perl/print")]
    assert method.summary == "print: each record in a call of its own."
    assert method.when == "Use it when others read along."
    assert method.tags == ("article",)
    assert method.guarantees == {"visible": "each record", "lock": "none"}
    job = catalog.jobs["append"]
    assert list(job.factors) == ["records", "ending"]
    assert job.factors["ending"].unit == "choice"


def test_the_projects_tree_is_in_the_package_or_around_its_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = write(tmp_path / "src" / "iotrial" / "__init__.py", "").parent
    monkeypatch.setattr("iotrial.__file__", str(package / "__init__.py"))
    assert lines_of(own_tree.root) == ["iotrial finds no kits and methods of its own"]
    project(tmp_path)
    assert own_tree.root() == tmp_path
    project(package / "tree")
    assert own_tree.root() == package / "tree"


def test_a_users_tree_joins_with_jobs_at_its_top(ours: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine" / "append" / "perl" / "mine.pl", "# mine: as I do it.\n").parents[2]
    catalog = tree.load([mine])
    assert arms(catalog) == ["perl/mine", "perl/print", "sh/echo"]
    assert catalog.methods[("append", "perl/mine")].guarantees == {}


def test_a_users_tree_joins_with_a_methods_folder_a_kit_and_a_job(ours: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    kit(mine, "awk", "awk")
    write(mine / "methods" / "count" / "job.toml", 'summary = "Count."\nwork = "lines"\n')
    write(mine / "methods" / "count" / "job.py", "")
    write(mine / "methods" / "count" / "awk" / "nr.awk", "# NR: at the end.\n")
    write(mine / "methods" / "append" / "awk" / "print.awk", "# print >> file.\n")
    catalog = tree.load([mine])
    assert arms(catalog, "count") == ["awk/nr"]
    assert "awk/print" in arms(catalog)


def test_a_method_may_belong_to_a_kit_of_a_later_tree(ours: Path, tmp_path: Path) -> None:
    first = write(tmp_path / "first" / "append" / "awk" / "print.awk", "# print >> file.\n").parents[2]
    second = tmp_path / "second"
    kit(second, "awk", "awk")
    assert "awk/print" in arms(tree.load([first, second]))


def test_an_adapter_serves_the_kit_of_another_tree(ours: Path, tmp_path: Path) -> None:
    mine, later = tmp_path / "mine", tmp_path / "later"
    adapter = write(mine / "kits" / "perl" / "jobs" / "count.pl", "")
    write(mine / "kits" / "perl" / "jobs" / "shared.pl", "")
    write(later / "count" / "job.toml", 'summary = "Count."\nwork = "lines"\n')
    write(later / "count" / "job.py", "")
    catalog = tree.load([mine, later])
    assert catalog.kits["perl"].folder == ours / "kits" / "perl"
    assert catalog.kits["perl"].adapter("count") == adapter
    assert not catalog.kits["perl"].adapter("shared").exists()  # what adapters share is none
    assert catalog.kits["sh"].adapter("count") == ours / "kits" / "sh" / "jobs" / "count.sh"


def test_an_adapter_never_replaces_another(ours: Path, tmp_path: Path) -> None:
    one, two = (write(tmp_path / name / "kits" / "sh" / "jobs" / "append.sh", "") for name in ("one", "two"))
    (line,) = load_lines(tmp_path / "one", tmp_path / "two")
    assert str(one) in line and str(two) in line and "adapter for append already" in line


def test_adapters_for_a_language_without_a_kit_are_refused(ours: Path, tmp_path: Path) -> None:
    write(tmp_path / "mine" / "kits" / "perll" / "jobs" / "append.pl", "")
    (problem,) = problems_of(lambda: tree.load([tmp_path / "mine"]))
    assert "unknown language 'perll'" in problem.message and problem.hint == "did you mean 'perl'?"


def test_methods_that_a_job_names_must_be_there(ours: Path, tmp_path: Path) -> None:
    text = 'usual = ["perl/prnt"]\n' + JOB + '[serves.selftest_aa]\nmethods = ["sh/echo", "sh/cat"]\n'
    write(ours / "methods" / "append" / "job.toml", text)
    lines = load_lines()
    assert [line.partition(": ")[2] for line in lines] == [
        "'usual' names 'perl/prnt', which is no method of append",
        "'serves' names 'sh/cat', which is no method of append",
    ]
    assert lines[0].startswith(f"{ours}/methods/append/job.toml:1:")


def test_a_stranger_cannot_take_over_what_a_job_of_ours_serves_for(ours: Path, tmp_path: Path) -> None:
    write(ours / "methods" / "append" / "job.toml", JOB + "[serves.kit_cost]\n")
    theirs = write(tmp_path / "mine" / "rest" / "job.toml", 'summary = "Rest."\nwork = "x"\n[serves.kit_cost]\n')
    write(theirs.with_name("job.py"), "")
    (line,) = load_lines(tmp_path / "mine")
    assert f"serves for 'kit_cost', as does {ours}/methods/append/job.toml" in line


def test_the_same_tree_twice_is_read_once(ours: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(ours)
    assert arms(tree.load([ours, link, ours / "kits" / ".."])) == ["perl/print", "sh/echo"]


def test_a_users_method_never_replaces_ours(ours: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine" / "append" / "perl" / "print.pl", METHOD).parents[2]
    (line,) = load_lines(mine)
    assert str(mine / "append/perl/print.pl") in line
    assert "'perl/print' already" in line
    assert str(ours / "methods/append/perl/print.pl") in line


def test_a_users_kit_or_job_never_replaces_ours(ours: Path, tmp_path: Path) -> None:
    lines = load_lines(project(tmp_path / "copy"))
    assert len(lines) == 5
    assert sum("already, in" in line for line in lines) == 5


def test_files_of_another_extension_and_hidden_ones_are_ignored(ours: Path) -> None:
    folder = ours / "methods" / "append" / "perl"
    for name in ("README", "print.pl~", "print.pl.bak", ".hidden.pl", "#print.pl#", "notes.md"):
        write(folder / name, "no header")
    write(ours / "methods" / "append" / "__pycache__" / "job.cpython-311.pyc", "")
    write(ours / "methods" / "append" / ".git" / "x.pl", "")
    assert arms(tree.load()) == ["perl/print", "sh/echo"]


def test_an_unknown_language_is_named_with_the_nearest_one(ours: Path) -> None:
    write(ours / "methods" / "append" / "prel" / "x.pl", METHOD)
    (problem,) = problems_of(tree.load)
    assert "unknown language 'prel'" in problem.message
    assert problem.hint == "did you mean 'perl'?"


def test_an_unknown_job_with_methods_is_named(ours: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine" / "apend" / "perl" / "x.pl", METHOD).parents[2]
    write(mine / "docs" / "index.md", "not a job")
    (line,) = load_lines(mine)
    assert "unknown job 'apend'" in line


def test_all_problems_come_at_once_with_file_and_line(ours: Path) -> None:
    folder = ours / "methods" / "append" / "perl"
    write(folder / "a.pl", "# a.\n# Use it.\n# tagz: article\n")
    write(folder / "b.pl", "# b.\n# visible: sometimes\n")
    write(folder / "c.pl", "print 1;\n# too late\n")
    (folder / "d.pl").write_bytes(b"# d.\n# caf\xe9\n")
    write(folder / "e e.pl", "# e.\n")
    lines = load_lines()
    assert len(lines) == 5
    assert f"{folder}/a.pl:3: unknown key 'tagz'" in lines[0]
    assert f"{folder}/b.pl:2: 'visible' cannot be 'sometimes'" in lines[1]
    assert f"{folder}/c.pl:1: does not start with a comment" in lines[2]
    assert f"{folder}/d.pl:2: is not UTF-8" in lines[3]
    assert f"{folder}/e e.pl: a method's name" in lines[4]


def test_links_in_circles_are_problems_and_never_followed(ours: Path) -> None:
    folder = ours / "methods" / "append" / "perl"
    (folder / "loop.pl").symlink_to(folder / "loop.pl")
    (folder / "gone.pl").symlink_to(folder / "nowhere")
    (folder.parent / "circle").symlink_to(folder.parent / "circle")
    lines = load_lines()
    assert len(lines) == 3
    assert all("cannot be read" in line for line in lines)


def test_a_fifo_or_a_folder_called_like_a_method_is_a_problem_and_not_opened(ours: Path) -> None:
    folder = ours / "methods" / "append" / "perl"
    os.mkfifo(folder / "fifo.pl")
    (folder / "folder.pl").mkdir()
    assert all("is no regular file" in line for line in load_lines())


def test_trees_that_are_missing_files_or_empty_are_named(ours: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    file = write(tmp_path / "file", "")
    lines = load_lines(tmp_path / "missing", file, tmp_path / "empty", Path("a\0b"))
    assert "a\\x00b: " in lines.pop(2)
    assert [line.rpartition(": ")[2] for line in lines] == [
        "does not exist",
        "is a file; a folder was expected",
        "holds neither a kit nor a method",
    ]


def test_a_job_that_is_known_needs_no_job_file_and_a_new_one_needs_its_python(ours: Path, tmp_path: Path) -> None:
    write(tmp_path / "mine" / "new" / "job.toml", JOB)
    (line,) = load_lines(tmp_path / "mine")
    assert line.endswith("the job 'new' has no job.py")


FLOOR = "# One call.\n# The least.\n# floor: copying\n# visible: at the end\n"


def test_a_floor_is_one_file_beside_the_languages_and_no_method(ours: Path) -> None:
    write(ours / "methods" / "append" / "floors" / "sh" / "once.sh", FLOOR)
    catalog = tree.load()
    (floor,) = catalog.floors_of("append")
    assert (floor.arm, floor.floor, floor.guarantees) == ("sh/once", "copying", {"visible": "at the end"})
    assert "sh/once" not in arms(catalog)


def test_a_users_tree_may_add_a_floor_to_a_job_that_is_there(ours: Path, tmp_path: Path) -> None:
    write(tmp_path / "mine" / "append" / "floors" / "sh" / "mine.sh", FLOOR)
    assert [floor.arm for floor in tree.load([tmp_path / "mine"]).floors_of("append")] == ["sh/mine"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FLOOR.replace("# floor: copying\n", ""), "does not say of which kind this floor is"),
        (FLOOR.replace("copying", "copies"), "'floor' cannot be 'copies'"),
        (FLOOR.replace("floor:", "floors:"), "unknown key 'floors'"),
        ("", "does not start with a comment"),
    ],
)
def test_a_floor_that_does_not_say_what_it_is_is_refused(ours: Path, text: str, expected: str) -> None:
    write(ours / "methods" / "append" / "floors" / "sh" / "once.sh", text)
    lines = load_lines()
    assert sum(expected in line for line in lines) == 1, lines


def test_a_method_is_no_floor_whatever_it_says(ours: Path) -> None:
    write(ours / "methods" / "append" / "sh" / "once.sh", FLOOR + "# lock: none\n")
    assert any("unknown key 'floor'" in line for line in load_lines())


def test_floors_of_a_language_without_a_kit_are_refused(ours: Path) -> None:
    write(ours / "methods" / "append" / "floors" / "zig" / "once.zig", FLOOR)
    assert any("unknown language 'zig'" in line for line in load_lines())


def test_a_job_of_a_shape_has_an_adapter_where_the_kit_has_one_of_that_shape(ours: Path) -> None:
    toml = ours / "methods" / "append" / "job.toml"
    toml.write_text(JOB.replace('work = "records"', 'work = "records"\nshape = "lists"\ncalls = { sh = "ls" }'))
    shape = write(ours / "kits" / "perl" / "shapes" / "lists.pl.j2", "sub {{ call }}\n")
    kits = tree.load().kits
    assert kits["perl"].adapter("append") == shape and kits["perl"].shaped["append"].call == "append"
    assert not kits["sh"].adapter("append").exists()
    toml.write_text(toml.read_text().replace("sh =", "shh ="))
    (line,) = load_lines()
    assert line.startswith(f"{toml}:4:") and "'calls' names 'shh', and there is no such language" in line
