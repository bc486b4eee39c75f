"""The sharing of a fleet's runs: copies from the fleet's folder into a results root."""

from __future__ import annotations

from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.hosts.fleet_folder import FleetFolder
from iotrial.hosts.run_files import pack, store
from iotrial.store.file_names import RUN_FILE


def share(fleet: FleetFolder, root: Path) -> tuple[int, list[Problem]]:
    """Copy the runs that are here into a results root, those that are there already too; what is there stays.

    Return how many are there now, and why others are not.
    """
    count, problems = 0, []
    for one in fleet.record.assignments:
        if one.run is None:
            continue
        folder, place = fleet.folder / one.host / one.run, root / one.run
        try:
            if not place.exists():
                store(pack(folder), root)
            is_there = (place / RUN_FILE).read_bytes() == (folder / RUN_FILE).read_bytes()
        except (OSError, UsageError) as error:
            said = error.problems[0].message if isinstance(error, UsageError) else str(error.strerror)
            problems.append(Problem(f"it was not copied: {said}", where=str(folder)))
            continue
        if is_there:
            count += 1
        else:
            problems.append(Problem("it was not copied: the run of its name there is another", where=str(folder)))
    return count, problems
