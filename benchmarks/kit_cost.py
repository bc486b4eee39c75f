"""What each kit costs per iteration by itself."""

from __future__ import annotations

from benchmarks.row import Row
from iotrial.ask import tree
from iotrial.machine.cpus import available_cpus
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.workers.kit_cost import kit_costs
from iotrial.workers.state import LevelResources

REACH_NS = {"c": 2.0, "cpp": 2.0, "go": 3.0, "java": 5.0, "javascript": 20.0, "php": 60.0, "python": 100.0, "rust": 2.0}


def rows(long: bool) -> list[Row]:
    """An empty method in each kit."""
    workplace = Workplace(resolve("disk", None))
    catalog = tree.load()
    kits = {language: catalog.kits[language] for language in REACH_NS}
    cpus, resources = sorted(available_cpus()), LevelResources(workplace.folder, workplace.target)
    try:
        costs = kit_costs(catalog, kits.values(), resources, cpus[-1] if cpus else None)
    finally:
        workplace.remove()
    return [_row(language, reach, costs.get(kits[language].key)) for language, reach in REACH_NS.items()]


def _row(language: str, reach_ns: float, cost_ns: float | None) -> Row:
    figure = f"the {language} kit's own cost per iteration of an empty method"
    if cost_ns is None:
        return Row(figure, f"{reach_ns:g} ns", "its runtime is not here", None)
    return Row(figure, f"{reach_ns:g} ns", f"{cost_ns:.2f} ns", cost_ns <= reach_ns)
