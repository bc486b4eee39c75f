"""Who writes or removes by a path: the room that looks whose folder it is, and those who were given a folder by it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import iotrial
from house.sources import nodes_of, source_of

ROOT = Path(iotrial.__file__).parent

#: Calls that make, change or remove what lies under a path.
CHANGING = frozenset(
    {
        *("unlink", "rmdir", "rmtree", "removedirs", "write_text", "write_bytes", "touch", "mkdir"),
        *("makedirs", "rename", "symlink_to", "hardlink_to", "chmod", "chown", "copyfile", "copytree", "copy2"),
    }
)

#: The same, of these modules alone: lists have a method of that name, too.
OF_MODULES = {("os", "remove"), ("os", "replace"), ("shutil", "move"), ("shutil", "copy")}

#: The room that looks whose a folder is, and hands out folders that are ours.
CUSTODY = "folders"

#: What a module changes that does not look itself: a folder inside a workplace, which `places/workplace.py` made and
#: marked; a folder of the cache, by `folders/cache_folder.py`; one that its caller took into custody; or a place of the
#: system's that no option names.
GIVEN = {
    "a workplace": (
        *(
            "machine/container",
            "machine/page_cache",
            "jobs/delivery",
            "jobs/grown_tree",
            "jobs/held_memory",
            "jobs/inode_spreading",
            "jobs/inputs",
        ),
        *("jobs/log_family", "jobs/returning", "jobs/rotation", "probes/watched", "workers/tree_copy"),
        *("probes/durable", "probes/instructions", "probes/memory_watch", "probes/of_servers", "probes/profile"),
        *("probes/system_calls", "selftest/trial", "measure/check_methods", "measure/run_levels", "measure/locations"),
        *("measure/ready", "places/cold", "places/glusterfs", "places/mounts", "places/sshfs"),
        *("places/passing",),
        *("workers/arm_worker", "workers/group_round", "workers/kit_cost", "workers/moved", "workers/other_host"),
        *("workers/produced", "workers/named_runtimes", "workers/sink", "workers/sink_reader", "workers/transcripts"),
        *("workers/worker", "workers/worker_group"),
    ),
    "the cache": (
        *("ask/parameters", "machine/installation", "probes/cached_evidence", "measure/seal", "store/cached_records"),
        *("store/fetch", "store/mirror", "store/mirror_index", "workers/compiled", "workers/method_packages"),
    ),
    "its caller's": ("hosts/run_files", "gate/against", "store/unfinished", "store/whole_file"),
    "the system's": (
        "machine/cgroup",
        "machine/cgroup_folder",
        "machine/out_of_memory",
        "machine/own_limits",
        "machine/services",
        "places/persistent",
    ),
    "the current one, in which files are begun": ("snippets/begun",),
    "a host's own, as its user": ("hosts/on_host", "workers/station"),
}


def changes(path: Path) -> Iterator[str]:
    """Each call in a module that changes what lies under a path."""
    for node in nodes_of(source_of(path)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        opens = name in ("open", "fdopen") and any(set(word) & set("wax+") and len(word) < 4 for word in words)
        made = name == "open" and any(
            isinstance(one, ast.Attribute) and one.attr == "O_CREAT" for one in ast.walk(node)
        )
        of = (
            node.func.value.id if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) else ""
        )
        if name in CHANGING or (of, name) in OF_MODULES or opens or made:
            yield f"line {node.lineno}: {name}"


def looks(path: Path) -> bool:
    """True if a module looks whose a folder is, or opens it as the room does that does."""
    named = {node.module for node in nodes_of(source_of(path)) if isinstance(node, ast.ImportFrom) and node.module}
    ours = ("custody", "removal", "note", "cache_folder", "sent_tree")
    return any(f"iotrial.{CUSTODY}.{one}" in named for one in ours)


MODULES = {
    path.relative_to(ROOT).with_suffix("").as_posix(): path
    for path in sorted(ROOT.rglob("*.py"))
    if path.relative_to(ROOT).parts[0] != CUSTODY
}


def test_whoever_changes_what_lies_under_a_path_looks_whose_it_is_or_was_given_it() -> None:
    given = {name for names in GIVEN.values() for name in names}
    wrong = [
        f"{name}: {one}: a folder that an option names goes through folders/custody.py; else say here what it is"
        for name, path in MODULES.items()
        if name not in given and not looks(path)
        for one in changes(path)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_list_has_modules_that_are_there() -> None:
    given = [name for names in GIVEN.values() for name in names]
    assert len(given) == len(set(given)) and set(given) <= set(MODULES)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("path.unlink()\nshutil.rmtree(x)\nos.remove(x)", 3),
        ("path.open('wb')\nopen(x, 'a')\nos.open(x, os.O_WRONLY | os.O_CREAT)", 3),
        ("path.open()\nopen(x, 'r')\nos.open(x, os.O_RDONLY)\npath.read_text()", 0),
    ],
)
def test_a_change_is_seen(tmp_path: Path, text: str, count: int) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert len(list(changes(path))) == count
