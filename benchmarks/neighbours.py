"""What two well-known tools say of one program against itself, judged by their own criterion and by our margin."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.row import Row, share

MARGIN = 0.01

#: Appends 3,000 lines to a fresh file.
PROGRAM = """<?php
$log = fopen($argv[1], 'w');
for ($i = 0; $i < 3000; $i++) {
    fwrite($log, str_repeat('x', 99) . "\\n");
}
fclose($log);
"""

#: The ratio of the two arms, and whether the tool calls them different.
Observation = tuple[float, bool]


def rows(long: bool) -> list[Row]:
    """hyperfine and pyperf, each with its defaults."""
    trials = 12 if long else 3
    return [
        _row("hyperfine", "Welch's test at 5 %, as in its script", trials, _hyperfine, shutil.which("hyperfine")),
        _row("pyperf", "its own compare_to", trials, _pyperf, sys.executable),
    ]


def _row(
    tool: str, criterion: str, trials: int, compare: Callable[[Path, list[list[str]]], Observation], path: str | None
) -> Row:
    figure = f"{tool} with its defaults, one PHP program against itself, {trials} trials"
    if path is None or shutil.which("php") is None:
        return Row(figure, None, f"{tool} or php is not installed: python -m benchmarks --install", None)
    outcomes = []
    for _ in range(trials):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "append.php").write_text(PROGRAM)
            commands = [["php", str(folder / "append.php"), str(folder / arm)] for arm in ("a", "b")]
            outcomes.append(compare(folder, commands))
    told_apart = sum(different for _, different in outcomes)
    beyond = sum(abs(ratio - 1) > MARGIN for ratio, _ in outcomes)
    worst = max(abs(ratio - 1) for ratio, _ in outcomes)
    found = (
        f"different by {criterion}: {share(told_apart, trials)}; by more than 1 %: {share(beyond, trials)}; "
        f"{100 * worst:.1f} % at worst"
    )
    return Row(figure, None, found, None)


def _hyperfine(folder: Path, commands: list[list[str]]) -> Observation:
    from scipy.stats import ttest_ind

    found = folder / "hyperfine.json"
    _run("hyperfine", "--style", "none", "--export-json", str(found), *(" ".join(command) for command in commands))
    first, second = (result["times"] for result in json.loads(found.read_text())["results"])
    p = float(ttest_ind(first, second, equal_var=False).pvalue)
    return statistics.mean(second) / statistics.mean(first), p < 0.05


def _pyperf(folder: Path, commands: list[list[str]]) -> Observation:
    found = [folder / f"{number}.json" for number in range(len(commands))]
    for file, command in zip(found, commands, strict=True):
        _run(sys.executable, "-m", "pyperf", "command", "--quiet", "--name", "append", "-o", str(file), "--", *command)
    says = _run(sys.executable, "-m", "pyperf", "compare_to", *map(str, found))
    means = [_mean(json.loads(file.read_text())) for file in found]
    return means[1] / means[0], "not significant" not in says.lower()


def _mean(suite: dict[str, list[dict[str, list[dict[str, list[float]]]]]]) -> float:
    values = [value for run in suite["benchmarks"][0]["runs"] for value in run.get("values", [])]
    return statistics.mean(values)


def _run(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ))
    return done.stdout
