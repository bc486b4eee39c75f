"""Every message is in a line of its own, and what a method of logging gets wrong, or loses in a crash, is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

METHOD = """# A method for a test.
# Use it nowhere.
# stamped: {stamped}
# survives: {survives}
# durable: no

import datetime, os


def log_messages(path, messages):
    count = 0
    kept = []
    with open(path, "a", buffering={buffering}) as log:
        for message in messages:
            stamp = datetime.datetime.now(){zone}.{form}
            kept.append(f"{line}\\n")
            count += 1
            if len(kept) > {keeps}:
                log.write(kept.pop(0))
                {each}
        log.write("".join(kept))
    return count
"""

RIGHT = {
    "stamped": "by hand",
    "survives": "kill",
    "buffering": "1",
    "zone": "",
    "form": "isoformat()",
    "line": "{stamp} INFO {message}",
    "keeps": "0",
    "each": "pass",
}
PLAIN = {"stamped": "no", "line": "{message}"}


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: str) -> str:
    """Return what `check` says of a method that differs from a right one; "" if it is content."""
    catalog, method = made(folder, monkeypatch, "log", METHOD.format(**{**RIGHT, **changes}))
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    assert list(target.iterdir()) == []
    reasons = (result.reason or "" for result in found if result.status != "ok")
    return "; ".join(dict.fromkeys(reasons))  # it is the same on several inputs


@pytest.mark.parametrize(
    "changes",
    [
        {},
        PLAIN,
        {"line": "INFO:app:{stamp}:{message} (main)"},
        {"form": "strftime('%b %d %H:%M:%S')"},
        {"form": "astimezone(datetime.timezone(datetime.timedelta(hours=5, minutes=45))).isoformat()"},
        {"form": "timestamp()", "line": "{int(stamp * 1000)} Info {message}"},
        {"form": "timestamp()", "line": '{{\\"level\\":30,\\"time\\":{int(stamp)},\\"msg\\":\\"{message}\\"}}'},
        {"survives": "no", "buffering": "-1"},
    ],
    ids=str,
)
def test_a_line_may_look_as_loggers_make_it(
    changes: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert findings_of(tmp_path, monkeypatch, **changes) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"line": "{stamp} INFO {message[1:]}"}, "line 1 does not hold its message"),
        ({"line": "{stamp} INFO {message}{message}"}, "a file has 200 messages instead of 100"),
        ({"line": "{stamp} INFO {message}\\n"}, "a file has 200 lines for 100 messages"),
        ({"each": "count += count == 1"}, "says its work was 101 instead of 100"),
        ({"line": "{stamp} {message}"}, "declares `stamped: by hand` and line 1 has no level"),
        ({"line": "INFO {message}"}, "declares `stamped: by hand` and line 1 has no time of now"),
        ({"line": "2026-11-26 05:12:41 INFO {message}", "form": "date()"}, "no time of now"),
        ({"stamped": "no"}, "declares `stamped: no` and line 1 is not the message alone"),
        ({**PLAIN, "each": "os.fsync(log.fileno())"}, "declares `durable: no` and synced 64 times"),
    ],
    ids=str,
)
def test_what_is_wrong_is_named(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, messages=100, message_bytes=100)
    assert words in findings_of(tmp_path, monkeypatch, **changes)


@pytest.mark.parametrize(
    ("changes", "lost"),
    [({"keeps": "1"}, 1), ({"keeps": "100"}, 100), ({"keeps": "1000"}, 250), ({**PLAIN, "buffering": "-1"}, 250)],
    ids=str,
)
def test_messages_that_a_crash_loses_are_counted(
    changes: dict[str, str], lost: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, messages=100, message_bytes=100)
    said = f"declares `survives: kill` and lost {lost} of 250 messages when it was killed"
    assert findings_of(tmp_path, monkeypatch, **changes) == said
