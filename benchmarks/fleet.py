"""A fleet on this machine: what the engine adds to a run, and what faults at random moments cost."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from benchmarks.row import Row
from iotrial.judge.judge_run import judge_folder

if TYPE_CHECKING:
    from hosts.hosts import Fleet
    from iotrial.judge.judged_run import JudgedRun

TESTS = Path(__file__).parents[1] / "tests"

#: The engine may add so much to a run.
REACH_S = 2.0

#: Runs by which that is measured, faults of each kind, and rounds of the run that is disturbed.
RUNS, FAULTS, LONG_FAULTS, ROUNDS = 3, 3, 20, 20

#: Hosts with a network of their own, on one machine.
HOSTS = ("web1", "web2", "web3", "web4")

#: A host is cut off, without room, or disturbed for so long; then it loses so many packets.
CUT_S, LOST_PERCENT = 5.0, 10

#: A fault comes at a moment up to so long after the run was asked for.
LATEST_S = 8.0
PATIENCE_S = 180.0


def rows(long: bool) -> Iterator[Row]:
    """What the engine adds, and what faults at random moments cost: a kill, or a host that is cut off."""
    sys.path.insert(0, str(TESTS))
    from hosts.network import can_disturb, can_make

    yield _added()
    yield _by_hand()
    draw = random.Random(1)
    count = LONG_FAULTS if long else FAULTS
    faults = [
        ("a worker is killed", _kill_worker),
        ("a host is killed", _kill_host),
        ("the scheduler is killed", _kill_scheduler),
    ]
    if can_make():
        faults.append((f"a host is cut off for {CUT_S:g} s", _cut_off))
        faults.append((f"a host's disk is full for {CUT_S:g} s", _fill_disk))
    if can_disturb():
        faults.append(
            (f"{LOST_PERCENT} % of a host's packets are lost, and the line is slow, for {CUT_S:g} s", _disturb)
        )
    for name, fault in faults:
        problems = [problem for _ in range(count) if (problem := _disturbed(fault, LATEST_S * draw.random()))]
        yield Row(
            f"{name} at {count} random moments of a run",
            "no sweep lost, no run twice, nothing left",
            f"{count - len(problems)} of {count} as they should be" + "".join(f"; {one}" for one in problems),
            not problems,
        )


def _added() -> Row:
    from hosts.hosts import fleet

    with _folder() as folder, fleet(folder, "web1") as one:
        study = one.study_of_ours("appending")
        words = [sys.executable, "-m", "iotrial", "run", str(study), "--json", "--results", str(folder / "by-hand")]
        starting, verdicts = [], []
        for _ in range(RUNS):
            begun = time.monotonic()
            done = subprocess.run(words, capture_output=True, text=True, check=True, env=one.environment)
            took = time.monotonic() - begun
            document = json.loads(done.stdout)
            starting.append(took - document["seconds"])
            verdicts.append([arm["verdict"] for arm in document["levels"][0]["arms"]])
        begun = time.monotonic()
        done = one.iotrial("fleet", "run", study, "--scheduler", one.address, "--sessions", RUNS, "--to", "out")
        took = time.monotonic() - begun
        judged = [judge_folder(run) for run in sorted((folder / "out" / "web1").iterdir())]
        seconds = sum(run.seconds or 0.0 for run in judged)
        added = (took - seconds) / RUNS - sum(starting) / RUNS
        theirs = [[arm.verdict for arm in run.levels[0].arms] for run in judged]
        return Row(
            f"{RUNS} runs by a fleet of one host against {RUNS} by hand: what the engine adds to each",
            f"under {REACH_S:.0f} s",
            f"{added:.2f} s; verdicts {'the same' if theirs == verdicts else f'{theirs} against {verdicts}'}",
            added < REACH_S and done.returncode == 0,
        )


def _by_hand() -> Row:
    """A study on hosts with a network of their own, and as often by hand, one after the other."""
    from hosts.hosts import fleet
    from hosts.network import can_make, network

    figure = f"a study on {len(HOSTS)} hosts in network namespaces, at once, against {len(HOSTS)} runs by hand"
    wanted = "the same verdicts, intervals that overlap"
    if not can_make():
        return Row(figure, wanted, "network namespaces can be made by root alone", None)
    with network(*HOSTS) as net, _folder() as folder, fleet(folder, *HOSTS, on=net) as one:
        study = one.study_of_ours("appending", ROUNDS)
        for number in range(len(HOSTS)):
            words = ("run", study, "--json", "--results", folder / "by-hand", "--seed", number + 1)
            one.iotrial(*words).check_returncode()
        done = one.iotrial("fleet", "run", study, "--scheduler", one.address, "--to", "out")
        theirs = [judge_folder(run) for host in HOSTS for run in sorted((folder / "out" / host).iterdir())]
        ours = [judge_folder(run) for run in sorted((folder / "by-hand").iterdir())]
    is_whole = done.returncode == 0 and len(theirs) == len(ours) == len(HOSTS)
    pairs = zip(_judged(theirs), _judged(ours), strict=True) if is_whole else ()
    alike = all(one[0] == other[0] and one[1] <= other[2] and one[2] >= other[1] for one, other in pairs)
    return Row(figure, wanted, f"{_listed(theirs)} against {_listed(ours)}", is_whole and alike)


def _judged(runs: Sequence[JudgedRun]) -> list[tuple[str | None, float, float]]:
    """The verdict and the interval of each arm but the baseline and its copy, run by run."""
    arms = [arm for run in runs for arm in run.levels[0].arms if arm.record.role == "arm"]
    return [(arm.verdict, arm.low or 0.0, arm.high or float("inf")) for arm in arms]


def _listed(runs: Sequence[JudgedRun]) -> str:
    return ", ".join(f"{verdict} [{low:.3f}, {high:.3f}]" for verdict, low, high in _judged(runs))


def _disturbed(fault: Callable[[Fleet], None], after_s: float) -> str | None:
    """Disturb a run after so long; return what is wrong afterwards, or None."""
    from hosts.hosts import fleet, small_disk
    from hosts.network import can_make, network

    with (
        network("web1") if can_make() else contextlib.nullcontext() as net,
        _folder() as folder,
        small_disk(folder / "web1" / "fleets") if can_make() else contextlib.nullcontext(),
        fleet(folder, "web1", on=net) as one,
    ):
        asked = ("fleet", "run", one.study_of_ours("disturbed", ROUNDS), "--scheduler", one.address, "--to", "out")
        with one.started(*asked) as process:
            time.sleep(after_s)
            before = {part.name for run in one.kept("web1") for part in run.glob("sweep-*.parquet")}
            fault(one)
            _, said = process.communicate(timeout=PATIENCE_S)
        if process.returncode:
            done = one.iotrial("fleet", "run", "--resume", "out", "--scheduler", one.address)
            if done.returncode and not (folder / "out").exists():  # the fault came before the fleet began
                done = one.iotrial("fleet", "run", asked[2], "--scheduler", one.address, "--to", "out")
            said += done.stderr
        kept = one.kept("web1")
        if len(kept) != 1:
            return f"{len(kept)} runs after {after_s:.1f} s: {said[-200:]}"
        sweeps = {part.name for part in kept[0].glob("sweep-*.parquet")}
        if not before <= sweeps or len(sweeps) != ROUNDS:
            return f"{len(sweeps)} of {ROUNDS} sweeps, {len(before - sweeps)} of them lost, after {after_s:.1f} s"
        if not (folder / "out" / "web1" / kept[0].name).exists():
            return f"the run did not come, after {after_s:.1f} s: {said[-200:]}"
        return f"{len(left)} processes are left" if (left := one.measuring()) else None


def _kill_worker(one: Fleet) -> None:
    one.kill("web1")
    one.start_host("web1")


def _kill_host(one: Fleet) -> None:
    one.kill_whole("web1")
    one.start_host("web1")


def _kill_scheduler(one: Fleet) -> None:
    one.kill("scheduler")
    one.kill("web1")
    one.start_scheduler()
    one.start_host("web1")


def _cut_off(one: Fleet) -> None:
    assert one.network is not None
    one.network.cut("web1")
    time.sleep(CUT_S)
    one.network.join("web1")


def _fill_disk(one: Fleet) -> None:
    from hosts.hosts import fill

    filler = fill(one.folder / "web1" / "fleets")
    time.sleep(CUT_S)
    filler.unlink()


def _disturb(one: Fleet) -> None:
    assert one.network is not None
    one.network.disturb("web1", LOST_PERCENT)
    time.sleep(CUT_S)
    one.network.calm("web1")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """A folder, in which tests find compiled programs of each other."""
    from programs import FOLDER, SHARED

    with tempfile.TemporaryDirectory() as name:
        shared = Path(name) / "shared"
        for one in SHARED:
            (shared / one).mkdir(parents=True, mode=0o700)
        with mock.patch.dict(os.environ, {FOLDER: str(shared)}):
            (Path(name) / "fleet").mkdir()
            yield Path(name) / "fleet"
