"""Servers with a planted fault: whether a run finds it, and by what."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.row import Row, share
from benchmarks.servers import faults
from benchmarks.servers.by_hand import HAND_ROUNDS, Servers
from benchmarks.servers.stored import BASELINE, USUAL, Stored, measured
from iotrial.ask import tree

#: A method without a fault, which a run has beside the baseline.
HONEST = "nginx_fpm/x_accel_redirect"

#: The budget of a run, and runs of the faults that are not found every time or never.
BUDGET_S, LONG_BUDGET_S, TRIALS, LONG_TRIALS = 90, 180, 2, 20

#: A run in which a slower server is to be seen takes so many times the budget: an interval gets narrow slowly.
LONGER = 4

#: How much slower, and bytes that are kept of each request.
SLOWER, LEAKED_BYTES = 0.05, 1024

#: One request of so many is dropped: of the first a run may have none, of the second it has some.
RARE, FREQUENT = 10_000, 200

#: Small files, of which a run sends more.
SMALL = {"file_bytes": 1024, "clients": 8}

#: Levels whose file has a wrong byte at its end: the usual one, and larger ones; the last with `long` only.
WRONG_LEVELS = (USUAL, {"file_bytes": 64 << 20, "clients": 1}, {"file_bytes": 1 << 30, "clients": 1})

#: The least number of rounds, for runs that need no interval.
FEWEST = ("--rounds", "8", "--blocks", "1")


def rows(long: bool, trials: int | None = None, budget_s: int | None = None) -> Iterator[Row]:
    """A row for each fault, and for each level of the wrong byte."""
    count = trials or (LONG_TRIALS if long else TRIALS)
    budget_s = budget_s or (LONG_BUDGET_S if long else BUDGET_S)
    yield slower_row(count, LONGER * budget_s)
    yield drops_row(RARE, count, budget_s)
    yield drops_row(FREQUENT, 1, budget_s)
    for factors in WRONG_LEVELS[: 3 if long else 2]:
        yield wrong_row(factors)
    yield leaks_row(budget_s)


def slower_row(trials: int, budget_s: int) -> Row:
    """How often the slower server is called slower, and what its ratio is."""
    figure = f"planted: {SLOWER:.0%} more CPU time of the server per request than {BASELINE} takes time"
    reach = "called slower in every run"
    with tempfile.TemporaryDirectory(prefix="iotrial-servers-") as made:
        folder = Path(made)
        found: dict[str, list[float]] = {BASELINE: []}
        with Servers(folder, tree.load()) as servers:
            servers.add_rounds(found, HAND_ROUNDS)
        if not found[BASELINE]:
            return Row(figure, reach, f"{BASELINE} does not run by hand", None)
        us = round(SLOWER * servers.server_cpus * 1e6 / statistics.median(found[BASELINE]))
        name = faults.slower(folder / "tree", us)
        verdicts, ratios, failed = [], [], ""
        for seed in range(trials):
            run = _run(folder / f"runs-{seed}", name, folder / "tree", USUAL, "--seed", str(seed), budget_s=budget_s)
            if isinstance(run, str):
                failed = run
            elif arm := run.arm(name):
                verdicts.append(str(arm["verdict"]))
                ratios += [float(arm["ratio"])] if arm["ratio"] else []
    if not verdicts:
        return Row(figure, reach, failed or "it was not measured", None)
    slow = verdicts.count("slower")
    others = ", ".join(sorted({verdict for verdict in verdicts if verdict != "slower"}))
    said = f"{share(slow, len(verdicts))} called slower{f', else {others}' if others else ''}; {us} us planted"
    said += f"; ratio {statistics.median(ratios):.3f} in the middle" if ratios else ""
    said += f"; {trials - len(verdicts)} runs failed: {failed}" if failed else ""
    return Row(figure, reach, said, slow == trials)


def drops_row(one_in: int, trials: int, budget_s: int) -> Row:
    """In how many of the runs in which it dropped requests anything tells that."""
    figure = f"planted: one request of {one_in:,} is answered with 503, 1 KiB, 8 clients"
    dropped, found, requests = 0, 0, 0
    ways: dict[str, None] = {}
    with (
        tempfile.TemporaryDirectory(prefix="iotrial-servers-") as made,
        tempfile.TemporaryDirectory(prefix="iotrial-dropped-", dir="/tmp") as noted,
    ):
        Path(noted).chmod(0o777)  # the server runs as nobody
        name = faults.drops(Path(made) / "tree", one_in, Path(noted))
        for seed in range(trials):
            before = _size(Path(noted) / "dropped")
            results = Path(made) / f"runs-{seed}"
            run = _run(results, name, Path(made) / "tree", SMALL, "--seed", str(seed), budget_s=budget_s)
            has_dropped = _size(Path(noted) / "dropped") > before
            dropped += has_dropped
            requests += 0 if isinstance(run, str) else run.requests(name)
            if has_dropped and (way := _told(run, name)):
                found += 1
                ways[way] = None
        total = _size(Path(noted) / "dropped")
    said = f"{total} of some {requests:,} timed requests dropped, in {dropped} of {trials} runs"
    chance = 1 - (1 - 1 / one_in) ** (requests / trials)
    said += f" ({chance:.0%} of the runs would have one)" if requests else ""
    if not dropped:
        return Row(figure, "found in every run that has one", said, None)
    said += f"; found in {share(found, dropped)}" + (f": {'; '.join(ways)}" if ways else ", not found")
    return Row(figure, "found in every run that has one", said, found == dropped)


def wrong_row(factors: Mapping[str, int]) -> Row:
    """If the wrong byte is found where methods without one are not refused."""
    mib = factors["file_bytes"] >> 20
    figure = f"planted: one wrong byte at the end of a file of {mib} MiB"
    reach = "disqualified, and no method without a fault"
    with tempfile.TemporaryDirectory(prefix="iotrial-servers-") as made:
        name = faults.wrong(Path(made) / "tree")
        run = _run(Path(made) / "runs", name, Path(made) / "tree", factors, *FEWEST)
    if isinstance(run, str):
        return Row(figure, reach, f"not found: no method is measured at this size: {_short(run)}", False)
    refused = [arm["arm"] for arm in run.level["arms"] if arm["status"] != "measured"]
    if refused != [name]:
        return Row(figure, reach, f"not found: refused are {', '.join(refused) or 'none'}", False)
    arm = run.arm(name) or {}
    return Row(figure, reach, f"found: {arm['status']}: {_short(str(arm['reason']))}", True)


def leaks_row(budget_s: int) -> Row:
    """If anything that is said of the server that leaks is not said of the same one without a leak."""
    figure = f"planted: {LEAKED_BYTES} bytes of each request are kept, 1 KiB, 8 clients"
    reach = "told of it, and not of the same server without"
    honest = "node_http/create_read_stream"
    with tempfile.TemporaryDirectory(prefix="iotrial-servers-") as made:
        name = faults.leaks(Path(made) / "tree", LEAKED_BYTES)
        trees = [Path(made) / "tree"]
        run = measured(
            Path(made) / "runs", (honest, name, HONEST), "--memory", "1", factors=SMALL, budget_s=budget_s, trees=trees
        )
        if isinstance(run, str) or (leaky := run.arm(name)) is None or (twin := run.arm(honest)) is None:
            return Row(figure, reach, run if isinstance(run, str) else "it was not measured", None)
        most = run.ask(
            f"SELECT max(n) FROM (SELECT sum(iterations) n FROM samples WHERE arm = '{name}' GROUP BY sweep)"
        )
    told = [
        str(one["text"]) for one in leaky["cautions"] if one["code"] not in {two["code"] for two in twin["cautions"]}
    ]
    told += [f"{leaky['status']}: {leaky['reason']}"] if leaky["status"] != "measured" else []
    told = [text for text in told if any(word in text for word in ("memory", "grow", "leak"))]
    sizes = [arm["record"]["memory"]["peak_bytes"] for arm in (leaky, twin)]
    peaks = [f"{size / (1 << 20):.1f} MiB" if size else "unknown" for size in sizes]
    said = (
        f"{'found: ' + _short('; '.join(told)) if told else 'not found'}; peak {peaks[0]} against {peaks[1]} without; "
    )
    said += f"at most {int(most[0][0] or 0):,} timed requests to one server"
    return Row(figure, reach, said, bool(told))


def _run(
    results: Path,
    name: str,
    planted: Path,
    factors: Mapping[str, int],
    *options: str,
    budget_s: int | None = None,
) -> Stored | str:
    methods = (BASELINE, HONEST, name)
    return measured(results, methods, *options, factors=factors, budget_s=budget_s, trees=[planted])


def _told(run: Stored | str, name: str) -> str:
    """What tells that requests failed, of a run in which some did; "" if nothing does."""
    if isinstance(run, str):
        return f"the run failed: {_short(run)}" if "requests failed" in run and name in run else ""
    arm = run.arm(name)
    if arm is None or arm["status"] != "measured":
        return f"{arm['status']}: {_short(str(arm['reason']))}" if arm else ""
    if not run.failures(name):
        return ""
    said = [*arm["cautions"], *run.level["cautions"], *run.document["cautions"]]
    codes = sorted({str(one["code"]) for one in said if "requests failed" in str(one["text"])})
    return f"failed samples, told by {', '.join(codes) if codes else 'their reason only'}"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _short(text: str, most: int = 160) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
