"""Every method does its job on odd inputs, at every kind of sink, and keeps what it declares."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from in_memory import folder_in_memory
from iotrial.catalog import tree
from iotrial.catalog.method_text import files_of
from iotrial.session.check import check
from programs import share_programs

CATALOG = tree.load()
PAIRS = sorted({(method.job, method.language) for method in CATALOG.methods.values()})
#: The language that does its work on a disk in every job.
ON_A_DISK = "c"
#: Jobs of which some of its methods sync, and wait for the disk each time. The others make the same calls, in memory.
SYNCING = {
    method.job
    for method in CATALOG.methods.values()
    if method.language == ON_A_DISK and method.guarantees.get("durable", "no") != "no"
}
MOST_LINES = 80


@pytest.mark.parametrize(("job", "language"), PAIRS, ids=lambda value: value)
def test_methods_do_their_job_on_odd_inputs(
    job: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    share_programs(tmp_path / "cache")
    if job in SYNCING and language != ON_A_DISK:
        with folder_in_memory(tmp_path) as folder:
            require_work_done(job, language, folder / "target")
    else:
        require_work_done(job, language, tmp_path / "target")


def require_work_done(job: str, language: str, target: Path) -> None:
    """Check every method of a job in a language; those that are as somebody published them are found out."""
    target.mkdir()
    methods = [method for method in CATALOG.methods_of(job) if method.language == language]
    results = check(CATALOG, methods, target)
    as_published = {method.arm for method in methods if "as-published" in method.tags}
    wrong = [result for result in results if result.status != "ok" and result.arm not in as_published]
    if any(result.status == "skipped" for result in wrong) and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
        pytest.skip(str(wrong[0].reason))
    assert wrong == []
    assert all(result.status == "disqualified" for result in results if result.arm in as_published)
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("method", CATALOG.methods.values(), ids=lambda method: f"{method.job}/{method.arm}")
def test_a_method_is_a_snippet_that_says_when_to_use_it(method: object) -> None:
    from iotrial.catalog.model import Method

    assert isinstance(method, Method)
    assert method.summary.endswith((".", ":")) and method.when
    assert all(len(path.read_text().splitlines()) <= MOST_LINES for path in files_of(method).values())
    # A sentence names a call or a library, never the name of a file.
    assert method.spoken != method.name or method.summary.startswith(method.name) or method.job == "empty"
    missing = set(CATALOG.jobs[method.job].guarantees) - set(method.guarantees)
    assert not missing
