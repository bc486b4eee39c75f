"""Surroundings in real runs: what a worker is given is what the run records, and afterwards nothing is left of it."""

from __future__ import annotations

from pathlib import Path

from commandline.command import Place
from commandline.recorded import recorded
from places.disk import require_cold

TREE = Path(__file__).resolve().parents[1] / "tells_its_path"
ROUNDS = ("--rounds", "8", "--blocks", "1", "--no-evidence")
DRAWN = "SELECT sweep, arm, path_bytes, path_depth, heap_bytes, environment_bytes FROM samples"


def test_a_worker_is_given_the_path_that_the_run_records(place: Place) -> None:
    told = place.root / "told"
    place.environment["TOLD"] = str(told)
    methods = ("--method", "tells", "--method", "os_write")
    arguments = ("append", "--with", str(TREE), "--set", "records=100", *methods, *ROUNDS)
    document = place.document("run", *arguments, "--target", str(place.target))
    assert document["surroundings"] == ["path", "heap", "environment"]
    rows = place.document("query", f"{DRAWN} WHERE arm = 'python/tells'")
    recorded = {(row["path_bytes"], row["path_depth"]) for row in rows}
    # TARGET/iotrial-…/CHAIN/level-0000/arm-000/log.0
    chains = [Path(line).relative_to(place.target).parts[1:-3] for line in told.read_text().splitlines()]
    given = {(sum(len(name) + 1 for name in chain), len(chain)) for chain in chains}
    assert given - {(0, 0)} == recorded and len(recorded) > 1  # (0, 0): the check, and the pilot
    assert place.leftovers() == []


def test_all_arms_of_a_round_share_path_and_heap(place: Place) -> None:
    recorded("small").copy_to(place)
    rows = place.document("query", DRAWN)
    by_round = {row["sweep"]: (row["path_bytes"], row["path_depth"], row["heap_bytes"]) for row in rows}
    assert all(by_round[row["sweep"]] == (row["path_bytes"], row["path_depth"], row["heap_bytes"]) for row in rows)
    assert len(set(by_round.values())) == 8 and None not in by_round[0]
    assert "the length, depth and names of paths" in place.run("show", "--details").stdout.replace("\n  ", " ")


def test_inputs_on_a_disk_are_read_again_and_those_in_memory_are_not(place: Place, tmp_path: Path) -> None:
    disk = Place(tmp_path)
    require_cold(disk.target)
    for where, has_pages in ((disk, True), (place, False)):
        run = ("run", "scan", "--set", "records=100", "--method", "c/read_1m", "--method", "c/mmap")
        document = where.document(*run, *ROUNDS, "--target", str(where.target))
        assert ("pages" in document["surroundings"]) == has_pages
        assert {arm["status"] for arm in document["levels"][0]["arms"]} == {"measured"}
    assert "they are thrown out of it and read again" in " ".join(disk.run("show", "--details").stdout.split())


def test_fixed_surroundings_are_drawn_for_nobody_and_the_run_says_so(place: Place) -> None:
    path = place.root / "mine.toml"
    path.write_text(
        'question = "Is it so?"\njob = "append"\nbaseline = "c/write_keep_open"\nsurroundings = "fixed"\n'
        'methods = ["c/write_keep_open", "c/write_reopen"]\n[[levels]]\nrecords = 100\n'
    )
    document = place.document("run", str(path), *ROUNDS, "--target", str(place.target))
    assert document["surroundings"] == []
    (row,) = place.document("query", f"SELECT DISTINCT path_bytes, heap_bytes, environment_bytes FROM ({DRAWN})")
    assert row == {"path_bytes": None, "heap_bytes": None, "environment_bytes": 0}
