"""4 KiB reads of a cached file by the C kit, against fio's psync engine on the same file and CPU, turn by turn."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
from pathlib import Path

from benchmarks.row import Row
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.machine.cpus import available_cpus
from iotrial.machine.page_cache import resident_share, warm
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.build import program_of
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

REACH = 1.5
FILE_BYTES = 64 << 20
TURNS = 7
SECONDS = 1
FIGURE = "4 KiB reads of a cached file: the C kit's rate over that of fio's psync engine"


def rows(long: bool) -> list[Row]:
    """The median over turns of the ratio of rates."""
    reach = f"{REACH} times"
    if shutil.which("fio") is None:
        return [Row(FIGURE, reach, "fio is not installed: python -m benchmarks --install", None)]
    workplace = Workplace(resolve("disk", None))
    try:
        file = workplace.folder / "read.bin"
        with file.open("wb") as output:
            for _ in range(FILE_BYTES >> 20):
                output.write(os.urandom(1 << 20))
        warm(file)
        cpu = max(available_cpus(), default=None)
        turns = [_turn(file, workplace, cpu) for _ in range(TURNS)]
        if resident_share(file) not in (1.0, None):
            return [Row(FIGURE, reach, "the file did not stay in memory", None)]
    finally:
        workplace.remove()
    ratio = statistics.median(ours / theirs for ours, theirs in turns)
    ours, theirs = (statistics.median(rates) / 1e6 for rates in zip(*turns, strict=True))
    spread = ", ".join(f"{ours / theirs:.2f}" for ours, theirs in turns)
    found = f"{ratio:.2f} times ({ours:.2f} against {theirs:.2f} million a second; by turn {spread})"
    return [Row(FIGURE, reach, found, ratio >= REACH)]


def _turn(file: Path, workplace: Workplace, cpu: int | None) -> tuple[float, float]:
    """Reads per second by the kit and by fio."""
    return _kit(file, workplace, cpu), _fio(file, cpu)


def _kit(file: Path, workplace: Workplace, cpu: int | None) -> float:
    catalog: Catalog = tree.load([Path(__file__).parent / "small_reads"])
    method = catalog.methods["empty", "c/pread_4k"]
    arm = ArmState(0, method.arm, "baseline", method, catalog.kits["c"])
    task = task_of(catalog.jobs["empty"], {}, workplace.folder)
    level = LevelState(LevelPlan(0, {}, task), LevelResources(workplace.folder, workplace.target), [arm])
    level.resources.outputs(arm.index).mkdir(parents=True, exist_ok=True)
    arm.program = program_of(arm.kit, method, {})
    os.environ["IOTRIAL_READ"] = str(file)
    with LocalRoundWorkers(level, cpu, workplace.folder) as workers:
        arm_worker = workers.start([(arm, Start())])[0]
        if not isinstance(arm_worker, LocalArmWorker):
            raise RuntimeError(f"the kit did not start: {arm_worker}")
        iterations = 100_000
        wall_ns = arm_worker.rough(iterations)["wall_ns"] or 1
        iterations = int(iterations * SECONDS * 1e9 / wall_ns)
        return iterations / (arm_worker.rough(iterations)["wall_ns"] or 1) * 1e9


def _fio(file: Path, cpu: int | None) -> float:
    command = [
        "fio",
        "--name=read",
        f"--filename={file}",
        "--rw=read",
        "--bs=4k",
        "--ioengine=psync",
        "--invalidate=0",  # it would empty the cache first
        "--time_based",
        f"--runtime={SECONDS}",
        "--output-format=json",
        *([f"--cpus_allowed={cpu}"] if cpu is not None else []),
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=file.parent)
    return float(json.loads(done.stdout[done.stdout.index("{") :])["jobs"][0]["read"]["iops"])
