"""Methods that hand their work to threads say so: on one CPU they would wait for themselves."""

from __future__ import annotations

import re

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Method

#: Language -> what makes a method use threads: in Node every call of a file that is not synchronous, and streams.
THREADS = {
    "javascript": r"from '(?:node:)?fs/promises'|from 'node:stream/promises'|create(?:Read|Write)Stream\(|for await"
    r"|promisify\(|\{ readFile \} from 'node:fs'|\bpathExists\b|\{ rimraf \}|\bwinston\b|sync: false"
    r"|\bread-last-lines\b|open\(.*\)\.then",
    "python": r"\baiofiles\b|\banyio\b|\bQueueListener\b|ThreadPoolExecutor|\bthreading\b|to_thread\(|\bscandir_rs\b",
    "java": r"(?i:async)|new Thread\(|Executors?\.|parallelStream\(",
    "cpp": r"spdlog/async\.h|std::j?thread|std::async",
    "rust": r"non_blocking|thread::(?:spawn|scope)|\brayon\b|\btokio\b|\bjwalk\b|build_parallel\(",
    "c": r"pthread_create|io_uring_prep_statx",  # of which the kernel makes threads
}
METHODS = [method for method in tree.load().methods.values() if method.language in THREADS]


def uses_threads(method: Method) -> bool:
    return re.search(THREADS[method.language], code_of(method)) is not None


def code_of(method: Method) -> str:
    """The text of a method without its comments."""
    return re.sub(r"^\s*(?://|#(?!include)).*$", "", method.path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_a_method_that_uses_threads_has_the_tag() -> None:
    using = {f"{one.job}/{one.arm}" for one in METHODS if uses_threads(one)}
    tagged = {f"{one.job}/{one.arm}" for one in METHODS if "threaded" in one.tags}
    assert len(using) >= 20
    assert using - tagged == set()
    assert tagged - using == set()


@pytest.mark.parametrize("arm", ["javascript/readdir_sync"])
def test_a_method_that_waits_for_each_call_has_not(arm: str) -> None:
    assert "threaded" not in next(one for one in METHODS if (one.job, one.arm) == ("list", arm)).tags
