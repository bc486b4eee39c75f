"""Runs of several machines whose kept judgement, record or fleet is damaged, or made up by a stranger."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from attacks.damage import change_document, change_part, places_of, values
from attacks.part import Broken, Part, command
from attacks.stored import stored_run

#: What is tried with the machines.
COMMANDS = (
    ("across",),
    ("across", "--json"),
    ("across", "--claims"),
    ("across", "--markdown", "{out}"),
    ("across", "--page", "{out}"),
    ("fleet", "status"),
)

#: The files of a fleet that are changed, below its folder: the record of one machine's run, its judgement, the fleet's.
FILES = ("run.json", "judged", "fleet.json")


@cache
def fleet() -> Path:
    """Return the folder of a fleet of three machines that have measured one study, with judgements that are kept."""
    from iotrial.hosts.fleet_folder import FLEET_FILE, new_record
    from iotrial.judge.cached_judgement import kept_text
    from iotrial.store.file_names import judgement_name
    from iotrial.store.parquet_part import checksum_of_bytes
    from iotrial.store.read import open_run

    folder = stored_run().parent / "fleet"
    for number, host in enumerate(("web1", "web2", "web3")):
        run = folder / host / f"20261121-14305{number}-k3x9"
        shutil.copytree(stored_run(), run)
        record = json.loads((run / "run.json").read_text())
        (run / "run.json").write_text(json.dumps(record | {"run": run.name, "machine": {"key": f"{number:012x}"}}))
        text = kept_text(open_run(run))
        if text is None:
            raise Broken("a run that is whole cannot be judged")
        (run / judgement_name(checksum_of_bytes(text))).write_bytes(text)
    hosts = ("web1", "web2", "web3")
    (folder / FLEET_FILE).write_text(
        new_record("tcp://127.0.0.1:1", hosts, {"readfile": ""}, [], [], []).model_dump_json()
    )
    return folder


@cache
def places() -> dict[str, list[list[str | int]]]:
    """By file, every place that has a value."""
    run = next(path for path in (fleet() / "web1").iterdir())
    judged = next(run.glob("judged-*.json"))
    files = dict(zip(FILES, (run / "run.json", judged, fleet() / "fleet.json"), strict=True))
    return {name: list(places_of(json.loads(path.read_text()), [])) for name, path in files.items()}


def attempt(given: dict[str, Any]) -> None:
    """Damage a copy of the fleet as it is told, then run a command on it."""
    from iotrial.store.file_names import judgement_name
    from iotrial.store.parquet_part import checksum_of_bytes

    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "fleet"
        shutil.copytree(fleet(), folder)
        run = next(path for path in (folder / "web1").iterdir())
        judged = next(run.glob("judged-*.json"))
        change_document(folder / "fleet.json", given["fleet.json"])
        change_document(run / "run.json", given["run.json"])
        if given["judged"]:  # by somebody who knows what its checksum must be
            change_document(judged, given["judged"])
            judged = judged.rename(run / judgement_name(checksum_of_bytes(judged.read_bytes())))
        for where, value in given["bits"]:
            change_part(judged, where, value)
        words = [word.format(out=Path(above) / "out") for word in COMMANDS[given["command"]]]
        with mock.patch("iotrial.hosts.engine.PATIENCE_S", 0.1):
            code, _, err = command(*words, str(folder), *([] if words[0] == "fleet" else ["--results", above]))
        if code not in (0, 1, 2, 3):
            raise Broken(f"exit code {code}: {err[-200:]}")


def _changes(name: str) -> Any:
    place = st.deferred(lambda: st.sampled_from(places()[name]))
    return st.lists(st.tuples(place, values).map(list), max_size=2)


PART = Part(
    "machines",
    "fleets and runs of several machines with damage, and judgements of strangers",
    st.fixed_dictionaries(
        {
            "command": st.integers(0, len(COMMANDS) - 1),
            **{name: _changes(name) for name in FILES},
            "bits": st.lists(
                st.tuples(st.floats(0, 1), st.sampled_from((1, 2, 4, 8, 16, 32, 64, 128, 256))).map(list), max_size=1
            ),
        }
    ),
    attempt,
)
