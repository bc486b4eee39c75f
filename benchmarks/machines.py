"""What `iotrial across` says of made-up machines: simulated, so nothing is timed but the command itself."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.row import Row, share
from iotrial.across.judge_across import across
from iotrial.measure.carry_out import keep_judgement
from iotrial.stats.machine_effects import over_machines
from iotrial.store.write import RunWriter

TESTS = Path(__file__).parents[1] / "tests"

#: How often the interval over machines must hold.
LEAST_HELD, MOST_HELD = 0.93, 0.97
MOST_SECONDS, MOST_BYTES = 60.0, 2 << 30

#: Machines of a trial; one of them has another answer, or none has.
MACHINES = 12
FASTER, SLOWER = {"php/glob": 0.9, "php/iterator": 1.5}, {"php/glob": 1.1, "php/iterator": 1.5}


def rows(long: bool) -> Iterator[Row]:
    """Coverage by the number of machines and their noise; planted and no differences; a large fleet."""
    sys.path.insert(0, str(TESTS))
    for machines in (2, 3, 5, 12, 30):
        for name, least, most in (("alike", 0.03, 0.03), ("up to a hundred times as large", 0.001, 0.1)):
            trials = 20_000 if long else 2000
            held = _held(machines, least, most, trials)
            yield Row(
                f"interval over {machines} machines with effects of 5 % of their own, noise {name}",
                f"{LEAST_HELD:.0%} to {MOST_HELD:.0%}",
                share(held, trials),
                LEAST_HELD <= held / trials <= MOST_HELD,
            )
    trials = 50 if long else 8
    found = sum(_names(number, planted=number % MACHINES) == [f"m{number % MACHINES + 1}"] for number in range(trials))
    yield Row(
        f"one machine of {MACHINES} on which another method is faster",
        "found in each",
        share(found, trials),
        found == trials,
    )
    invented = sum(bool(_names(number, planted=None)) for number in range(trials))
    yield Row(f"{MACHINES} machines that are alike", "none differs", share(invented, trials), invented == 0)
    count = 1000 if long else 100
    seconds, most_bytes = _cost(count)
    yield Row(
        f"iotrial across {count:,} machines with three runs each",
        f"{MOST_SECONDS:.0f} s and {MOST_BYTES >> 30} GiB for 1,000",
        f"{seconds:.1f} s and {most_bytes / (1 << 30):.2f} GiB",
        seconds <= MOST_SECONDS * count / 1000 and most_bytes <= MOST_BYTES,
    )


def _held(machines: int, least: float, most: float, trials: int) -> int:
    random = np.random.default_rng([machines, round(1e6 * least)])
    own = 0.05 * random.standard_normal((trials, machines))
    noise = np.exp(random.uniform(np.log(least), np.log(most), (trials, machines)))
    found = map(over_machines, (own + noise * random.standard_normal((trials, machines))).tolist())
    return sum(one is not None and one.low <= 0 <= one.high for one in found)


def _names(trial: int, planted: int | None) -> list[str]:
    """The machines that are said to differ, of twelve whose noise is unlike."""
    from across.made_machines import facts, session

    with tempfile.TemporaryDirectory() as folder:
        for number in range(MACHINES):
            noise = 0.002 * (1 + (number + trial) % 5)
            ratios = SLOWER if number == planted else FASTER
            session(Path(folder), number, ratios, facts(number), noise=noise, sweeps=20)
        (advice,) = across([], Path(folder)).advice
        return [one.machine for one in advice.others]


def _cost(count: int) -> tuple[float, int]:
    """The seconds that the command takes, and the most memory that it has."""
    from across.made_machines import facts, session

    with tempfile.TemporaryDirectory() as folder:
        for number in range(3 * count):
            made = session(Path(folder), number, FASTER, facts(number % count), sweeps=12)
            with RunWriter.resume(made) as writer:
                keep_judgement(writer)  # as every run does at its end
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "iotrial", "across", "--results", folder], check=True, capture_output=True
        )
        seconds = time.perf_counter() - begun
        return seconds, 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
