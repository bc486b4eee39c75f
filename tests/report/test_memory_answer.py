"""What memory a method takes, said beside its time: only what anybody would mind, and never the page cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from iotrial.report.what_to_use import what_to_use
from iotrial.store.record import Memory
from judge import made
from report.shown import judged_once

MIB = 1 << 20
USUAL = "php/readfile"


def arm(name: str, added_mib: float | None, **given: Any) -> Any:
    memory = Memory() if added_mib is None else Memory(peak_bytes=round((16 + added_mib) * MIB), before_bytes=16 * MIB)
    return made.arm(name, memory=memory, **given)


def told(folder: Path, *others: Any, file_bytes: int = 1) -> str:
    """The last sentence of the answer for PHP."""
    arms = [arm(USUAL, 0.1, role=role) for role in made.ROLES_OF_1]
    run = made.run([made.level({"file_bytes": file_bytes}, USUAL, [], arms=[*arms, *others])])
    ratios = {one.arm: 2.0 for one in others}
    text = what_to_use(judged_once(made.opened(folder, run, ratios)))[0]
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_method_that_holds_the_file_is_named_with_how_much(tmp_path: Path) -> None:
    text = told(tmp_path, arm("php/get_contents", 20.1), arm("php/loop", 0.3))
    assert text.endswith(" get_contents takes 20.0 MiB more memory than readfile.")


def test_the_greediest_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    text = told(tmp_path, *(arm(f"php/m{number}", number + 0.1) for number in (6, 5, 4, 3, 2)))
    assert text.endswith(
        " m6 takes 6.00 MiB more memory than readfile, m5 5.00 MiB, m4 4.00 MiB and 2 others up to 3.00 MiB."
    )


def test_little_memory_and_memory_that_nobody_knows_are_not_told(tmp_path: Path) -> None:
    assert "memory" not in told(tmp_path, arm("php/a", 0.9), arm("php/b", None))


def test_the_page_cache_that_a_mapping_shows_is_no_more_memory(tmp_path: Path) -> None:
    assert "memory" not in told(tmp_path, arm("php/maps", 20.0, tags=["mapped"]))


def test_a_file_that_a_runtime_maps_by_itself_is_in_the_page_cache_too(tmp_path: Path) -> None:
    maps = arm("php/maps", 4.0, tags=["maps-to-4mib"])
    assert "memory" not in told(tmp_path / "1", maps)
    assert "maps takes 3.90 MiB more memory" in told(tmp_path / "2", maps, file_bytes=20 * MIB)


def test_methods_of_other_languages_are_not_compared(tmp_path: Path) -> None:
    assert "memory" not in told(tmp_path, arm("php/a", 0.1), arm("c/b", 20.0))
