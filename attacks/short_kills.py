"""Short runs, servers, stores and fleets that are killed at any moment: no finished sweep is lost, nothing stays.

What is killed is the command, or one of those that it has started.
"""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
from hypothesis import strategies as st

from attacks.home import SENSIBLE, Home, home
from attacks.inputs import Dice
from attacks.part import Broken, Part
from attacks.signals import require_no_key
from attacks.starting import ENDING_S, LATEST, STARTING, TIDYING, fleet_of, store_of, surroundings, takes_s

#: What kills of each kind are counted for.
KINDS = {
    "runs": ("run", "run, traced", "run, python", "run, writers", "run, in a sandbox", "run, on ext4", "run, memory"),
    "servers": ("run, nginx", "run, gunicorn", "run, go server"),
    "stores": ("run, to a store",),
    "fleets": ("fleet run",),
    "others": ("check", "check a kit", "check a server", "gate", "advise", "selftest aa", "machine", "target create"),
}

#: A pause between two looks for the moment at which a run begins to be sent.
LOOK_S = 0.0005


def attempt(given: dict[str, Any]) -> None:
    """Kill a command once or twice; then go on with what it stored, and start something anew."""
    name = given["command"]
    starting = STARTING[name]
    with home() as one, surroundings(one, starting):
        kept: dict[str, bytes] = {}
        for kill in given["kills"]:
            process = one.start(*_words(one, name))
            _wait(one, name, process, kill)
            kept |= _sweeps(one)
            _kill(one, process, kill)
            _require_kept(one, kept)
        for run in one.runs():
            one.run("show", run)
        if given["resume"]:
            one.require_good_end(one.start(*_words(one, name)), (*SENSIBLE, *starting.codes))
            _require_kept(one, kept)
        if name == "fleet run" and (fleet_of(one) / "fleet.json").exists():
            one.require_good_end(one.start("fleet", "status", str(fleet_of(one))), (0, 2, 3, 4))
        one.run(*TIDYING)
        if name == "target create":
            one.require_good_end(one.start("target", "remove", "ext4"), (0, 2))
        one.require_nothing_left(within_s=ENDING_S)
        require_no_key(one)
        _require_kept(one, kept)
        if name == "run, to a store":
            _require_whole_store(one)


def _words(one: Home, name: str) -> tuple[str, ...]:
    """The command, or the one that goes on with what an earlier one stored."""
    words = STARTING[name].words(one)
    runs = [path for path in _runs(one) if '"complete": false' in path.read_text()] if words[0] == "run" else []
    if not runs:
        return words
    stored = words[words.index("--results") :] if "--results" in words else ()
    return ("run", "--resume", runs[0].parent.name, *stored)


def _runs(one: Home) -> list[Path]:
    """The records of runs here, in the folder of results or in what is kept of a store."""
    mirrors = one.folder / "cache" / "iotrial" / "mirrors"
    return sorted([*one.results.glob("[!.]*/run.json"), *mirrors.glob("*/[!.]*/run.json")])


def _sweeps(one: Home) -> dict[str, bytes]:
    """The sweeps that are stored anywhere, by their names, which have their checksums."""
    places = (one.results, one.folder / "cache" / "iotrial" / "mirrors", store_of(one))
    hosts = (one.folder / "hosts", fleet_of(one))
    found = {}
    for path in (path for place in (*places, *hosts) for path in place.rglob("sweep-*.parquet")):
        with contextlib.suppress(FileNotFoundError):  # it was sent, and is there under its own name
            if not any(part.startswith(".") for part in path.relative_to(one.folder).parts):
                found[f"{path.parent.name}/{path.name}"] = path.read_bytes()
    return found


def _require_kept(one: Home, kept: dict[str, bytes]) -> None:
    """Raise Broken if a sweep that was stored is nowhere any more, or another."""
    now = _sweeps(one)
    if lost := [name for name, content in kept.items() if now.get(name) != content]:
        raise Broken(f"lost or changed: {lost[0]} and {len(lost) - 1} more of {len(kept)}")


def _wait(one: Home, name: str, process: subprocess.Popen[bytes], kill: dict[str, Any]) -> None:
    """Wait for the moment: a share of the time that the command takes, or the first file in the store."""
    if name == "run, to a store" and kill["sending"]:
        while process.poll() is None and not any(store_of(one).glob("*/*")):
            time.sleep(LOOK_S)
    else:
        one.wait(process, 0, kill["moment"] * takes_s(name))


def _kill(one: Home, process: subprocess.Popen[bytes], kill: dict[str, Any]) -> None:
    """Kill the command, or another process that it has started, and then the command."""
    if kill["other"] is not None:
        others = [other for other in one.processes() if other.pid != process.pid]
        with contextlib.suppress(psutil.Error):
            if others:
                random.Random(kill["other"]).choice(others).kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=kill["then_s"])
    process.send_signal(signal.SIGKILL)
    process.wait()


def _require_whole_store(one: Home) -> None:
    """Raise Broken if a run that is whole here is not whole in the store, after a command has looked at it."""
    url = f"file://{store_of(one)}"
    one.require_good_end(one.start("runs", "--results", url), (0,))
    for path in store_of(one).glob("[!.]*/run.json"):
        one.run("show", path.parent.name, "--results", url)


def rolled(dice: Dice) -> dict[str, Any]:
    """Make an input by dice."""
    kills = [
        {
            "moment": dice.between(0, round(1000 * LATEST)) / 1000,
            "sending": dice.one_of((False, True)),
            "other": dice.one_of((None, None, dice.between(0, 99))),
            "then_s": dice.between(0, 1000) / 1000,
        }
        for _ in range(dice.between(1, 3))
    ]
    kind = dice.one_of(tuple(KINDS))
    return {"command": dice.one_of(KINDS[kind]), "kills": kills, "resume": dice.one_of((False, True))}


def _kind(given: dict[str, Any]) -> str:
    name = given["command"]
    return f"{next(kind for kind, names in KINDS.items() if name in names)}: {name}"


PART = Part(
    "short-kills",
    "short runs, servers, stores and fleets killed at any moment (slow: some seconds each)",
    st.integers(0, (1 << 64) - 1).map(lambda seed: rolled(Dice(seed))),
    attempt,
    is_slow=True,
    kind=_kind,
    size=lambda given: len(given["kills"]),
    rolled=rolled,
)
