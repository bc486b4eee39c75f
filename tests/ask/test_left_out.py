"""What is wrong with one file of a tree spoils that file and what needs it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask.made import JOB, METHOD, arms, kit, ours, write
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.errors import UsageError

__all__ = ["ours"]

BAD = METHOD.replace("visible: each record", "visible: sometimes")


def lines(catalog: Catalog) -> list[str]:
    return [fault.said for fault in catalog.faults.every]


def test_a_bad_method_is_left_out_with_its_file_line_and_fault_and_the_others_stay(ours: Path) -> None:
    bad = write(ours / "methods" / "append" / "perl" / "bad.pl", BAD + "# lock: never\n")
    catalog = tree.usable()
    assert arms(catalog) == ["perl/print", "sh/echo"]
    assert lines(catalog) == [f"{bad}:4: 'visible' cannot be 'sometimes' (and 1 more)"]
    with pytest.raises(UsageError, match="sometimes"):
        tree.load()


@pytest.mark.parametrize("name", ["perl/bad", "bad", "perl/b*", "append/perl/bad"])
def test_the_name_of_a_bad_method_leads_to_its_fault(ours: Path, name: str) -> None:
    write(ours / "methods" / "append" / "perl" / "bad.pl", BAD)
    faults = tree.usable().faults
    found = faults.of_method(name)
    assert found is not None and "sometimes" in found.said
    assert faults.of_method("perl/print") is None
    assert faults.of_method(name, "another job") is None


@pytest.mark.parametrize("text", ["", "print 1;\n", "# a.\n# tagz: article\n", "\xff"])
def test_whatever_is_wrong_with_a_method_the_others_stay(ours: Path, text: str) -> None:
    path = write(ours / "methods" / "append" / "perl" / "bad.pl", "")
    path.write_bytes(text.encode("latin-1"))
    catalog = tree.usable()
    assert arms(catalog) == ["perl/print", "sh/echo"]
    assert len(catalog.faults.every) == 1 and lines(catalog)[0].startswith(f"{path}:")


def test_a_method_that_takes_a_name_of_ours_is_left_out_and_ours_stays(ours: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine" / "append" / "perl" / "print.pl", METHOD).parents[2]
    catalog = tree.usable([mine])
    assert catalog.methods["append", "perl/print"].path == ours / "methods/append/perl/print.pl"
    assert "'perl/print' already" in lines(catalog)[0]


@pytest.mark.parametrize("text", ["summary =\n", 'summary = "A job."\n'])
def test_a_bad_job_file_takes_its_methods_alone_and_is_told_once(ours: Path, text: str) -> None:
    write(ours / "methods" / "other" / "job.toml", text)
    write(ours / "methods" / "other" / "job.py", "")
    write(ours / "methods" / "other" / "perl" / "one.pl", METHOD)
    catalog = tree.usable()
    assert list(catalog.jobs) == ["append"] and {job for job, _ in catalog.methods} == {"append"}
    (fault,) = catalog.faults.every
    assert fault == catalog.faults.of_job("other") and "other/job.toml" in fault.said


@pytest.mark.parametrize("text", ["protocol =\n", 'protocol = 1\nextension = "pl"\n'])
def test_a_bad_kit_file_takes_its_language_alone_and_is_told_once(ours: Path, text: str) -> None:
    write(ours / "kits" / "perl" / "kit.toml", text)
    write(ours / "kits" / "perl" / "jobs" / "append.pl", "")
    write(ours / "methods" / "append" / "floors" / "perl" / "once.pl", METHOD + "# floor: copying\n")
    catalog = tree.usable()
    assert list(catalog.kits) == ["sh"] and arms(catalog) == ["sh/echo"] and not catalog.floors
    (fault,) = catalog.faults.every
    assert fault == catalog.faults.of_kit("perl") == catalog.faults.of_method("perl/print", "append")
    assert "perl/kit.toml" in fault.said


def test_a_job_names_no_method_that_is_left_out(ours: Path) -> None:
    write(ours / "methods" / "append" / "perl" / "bad.pl", BAD)
    served = '[serves.selftest_aa]\nmethods = ["perl/bad", "sh/echo"]\n'
    write(ours / "methods" / "append" / "job.toml", 'usual = ["perl/bad", "sh/echo"]\n' + JOB + served)
    catalog = tree.usable()
    job = catalog.jobs["append"]
    assert job.usual == ("sh/echo",) and job.serves["selftest_aa"].methods == ("sh/echo",)
    assert len(catalog.faults.every) == 1


def test_a_method_that_needs_a_bad_package_is_left_out_and_so_is_no_other(ours: Path) -> None:
    kit(ours, "awk", "awk")
    packages = '[good]\nversion = ["x"]\n[bad]\nversion = 7\n'
    write(ours / "kits" / "awk" / "packages.toml", packages)
    for name in ("good", "bad"):
        write(ours / "methods" / "append" / "awk" / f"{name}.awk", METHOD + f"# needs: package {name}\n")
    catalog = tree.usable()
    assert "awk/good" in arms(catalog) and "awk/bad" not in arms(catalog)
    found = catalog.faults.of_method("awk/bad", "append")
    assert found is not None and "packages.toml:4" in found.said


def test_a_tree_that_is_none_is_an_error_still(ours: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        tree.usable([tmp_path / "missing"])
