"""Methods that do harm, one run each: how long it takes, what iotrial itself needs, what others find, what is left."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from benchmarks.row import Row
from iotrial.machine.leftover_processes import VARIABLE
from iotrial.machine.page_cache import memory_of

TESTS = Path(__file__).parents[1] / "tests"

#: A run may take its budget and so much more; iotrial's own process may take so much memory.
BUDGET_S, MORE_S, MOST_MIB = 20, 10, 500

#: Of all kinds, every so many are tried in a short benchmark.
EVERY = 5

#: The honest method whose time over the baseline's must be what it is without harm beside it.
HONEST = "python/os_write"


@dataclass(frozen=True)
class Outcome:
    """A run: its exit code, how long it took, what its process needed, HONEST's interval, and what it left."""

    code: int
    seconds: float
    peak_mib: float
    interval: tuple[float, float] | None
    left: Sequence[str]
    arm: str | None
    reason: str | None

    def is_told_right(self, wrong: Callable[[str, str], bool], patterns: Mapping[str, str]) -> bool:
        """True if the reason for which the method is out, if it is, is its own."""
        kind = (self.arm or "").partition("/")[2]
        pattern = patterns.get(self.arm or "", "")
        return re.search(pattern, self.reason or "") is not None and not wrong(kind, self.reason or "")

    def meets(self, others: Sequence[Outcome]) -> bool:
        """True if the interval meets the hull of those of other runs."""
        known = [one.interval for one in others if one.interval is not None]
        if self.interval is None or not known:
            return False
        return self.interval[0] <= max(high for _, high in known) and self.interval[1] >= min(low for low, _ in known)


def rows(long: bool) -> Iterator[Row]:
    """Each kind beside two honest methods; the same run without harm before, between and after."""
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    from hostile import languages
    from hostile.kinds import texts, written, wrong_reason

    patterns = languages.reasons()
    names = sorted([*(f"broken/{name}" for name in texts()), *patterns])[:: 1 if long else EVERY]
    without: list[Outcome] = []
    found: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory(prefix="iotrial-hostile-") as folder:
        for number, name in enumerate(names):
            # A method may change its own text.
            tree = languages.written(written(Path(tempfile.mkdtemp(dir=folder)) / "tree"))
            if number % 10 == 0:
                without.append(_run(Path(folder), tree, None))
            found[name] = _run(Path(folder), tree, name)
        without.append(_run(Path(folder), tree, None))
    yield _row("run that ends well, within its budget and 10 s", found, _in_time)
    yield _row(f"run in which iotrial's own process takes {MOST_MIB} MB at the most", found, _in_memory)
    yield _row("run that says why, of the method", found, lambda one: one.is_told_right(wrong_reason, patterns))
    yield _row("run that leaves no file and no process", found, lambda one: not one.left)
    yield _row("run in which an honest method has its figure", found, lambda one: one.meets(without))
    peak, longest = (max(getattr(one, name) for one in found.values()) for name in ("peak_mib", "seconds"))
    usual = max(one.seconds for one in without)
    said = f"longest {longest:.1f} s ({usual:.1f} s without harm), most memory {peak:.0f} MiB"
    yield Row("hostile methods: the worst of all runs", None, said, None, tuple(_line(*pair) for pair in found.items()))


def _in_time(one: Outcome) -> bool:
    return one.code == 0 and one.seconds <= BUDGET_S + MORE_S


def _in_memory(one: Outcome) -> bool:
    return one.peak_mib <= MOST_MIB


def _row(what: str, found: Mapping[str, Outcome], is_well: Any) -> Row:
    bad = [name for name, one in found.items() if not is_well(one)]
    said = f"{len(found) - len(bad)} of {len(found)}" + (f"; not {', '.join(bad)}" if bad else "")
    return Row(f"hostile methods: {what}", "all", said, not bad)


def _line(name: str, one: Outcome) -> Mapping[str, object]:
    return {
        "kind": name,
        "seconds": round(one.seconds, 1),
        "peak_mib": round(one.peak_mib),
        "interval": one.interval,
        "reason": one.reason,
    }


def _run(folder: Path, tree: Path, name: str | None) -> Outcome:
    """Run two honest methods, and a kind beside them."""
    home = Path(tempfile.mkdtemp(dir=folder))
    target = home / "target"
    target.mkdir()
    command = [
        *(sys.executable, "-m", "iotrial", "run", "append", "--with", str(TESTS / "broken_workers")),
        *("--with", str(tree), "--set", "records=100", "--method", HONEST, "--method", "python/file_reopen"),
        *(("--method", name) if name else ()),
        *("--budget", f"{BUDGET_S}s", "--no-evidence", "--target", str(target), "--json"),
    ]
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "IOTRIAL_RESULTS": str(home / "results")}
    begun = time.monotonic()
    with (home / "out").open("wb") as out, (home / "err").open("wb") as err:
        process = subprocess.Popen(
            command, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
        )
        peak_mib = 0.0
        while process.poll() is None:
            peak_mib = max(peak_mib, (memory_of(process.pid)[0] or 0) / (1 << 20))
            time.sleep(0.05)
    seconds = time.monotonic() - begun
    subprocess.run(["chattr", "-R", "-i", str(target)], check=False, stderr=subprocess.DEVNULL)
    is_immutable = name is not None and name.endswith("_immutable")
    left = [] if is_immutable else [path.name for path in target.iterdir()]
    return Outcome(
        process.returncode,
        seconds,
        peak_mib,
        _interval(home / "out"),
        [*left, *_processes(home)],
        name,
        _reason(home / "out", name),
    )


def _interval(document: Path) -> tuple[float, float] | None:
    """HONEST's interval over the other honest method; None if the run has none."""
    with contextlib.suppress(OSError, ValueError, KeyError, IndexError):
        for arm in json.loads(document.read_text())["levels"][0]["arms"]:
            if arm["arm"] == HONEST and arm["low"] is not None:
                return float(arm["low"]), float(arm["high"])
    return None


def _reason(document: Path, name: str | None) -> str | None:
    """Why a method is out; None if it is not."""
    with contextlib.suppress(OSError, ValueError, KeyError, IndexError):
        for arm in json.loads(document.read_text())["levels"][0]["arms"]:
            if arm["arm"] == name:
                return str(arm["reason"]) if arm["reason"] else None
    return None


def _processes(home: Path) -> list[str]:
    """The processes of a run that are still there."""
    left = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            environment = process.environ()
            if VARIABLE in environment and environment.get("HOME") == str(home):
                left.append(f"process {process.pid}")
    return left
