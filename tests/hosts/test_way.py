"""A host of a file, as ssh reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.hosts.hosts_file import FleetHost
from iotrial.hosts.ssh_words import ways_of


def test_the_words_have_all_that_the_file_says() -> None:
    host = FleetHost("web1", "10.0.0.7", user="logs", port=2222, interpreter="/opt/python", key="~/.ssh/logs")
    (way,) = ways_of([host])
    words = " ".join(way.shell)
    assert way.name == "web1" and way.interpreter == "/opt/python"
    assert "-p 2222 -l logs" in words and f"-i {Path.home()}/.ssh/logs -o IdentitiesOnly=yes" in words
    assert words.endswith("-- 10.0.0.7") and "BatchMode=yes" in words


def test_what_the_file_leaves_out_is_left_to_ssh() -> None:
    (way,) = ways_of([FleetHost("web1", "web1")])
    assert "-l" not in way.shell and "-i" not in way.shell and way.shell[-2:] == ("--", "web1")


def test_without_ssh_the_next_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match="ssh is not installed") as error:
        ways_of([FleetHost("web1", "web1")])
    assert error.value.problems[0].hint
