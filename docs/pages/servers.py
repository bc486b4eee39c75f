"""The parts of docs/servers.md: the stacks, and their methods and floors."""

from __future__ import annotations

from pathlib import Path

from docs.pages.tables import table

from iotrial.ask.catalog import Method
from iotrial.ask.own_tree import root
from iotrial.ask.tree import load

#: The job that servers do.
JOB = "serve"


def stacks() -> str:
    """Every stack that has methods, and where the files lie that they share."""
    catalog = load()
    rows = []
    for name, kit in catalog.kits.items():
        own = [method for method in catalog.methods_of(JOB) if method.language == name]
        if kit.like and own:
            shared = [place for place in own[0].beside if any(path.is_file() for path in place.iterdir())]
            places = ", ".join(_link(place.name, place) for place in shared)
            protocols = ", ".join(kit.only.get("protocol", ("http",)))
            rows.append([f"`{name}`", kit.spoken, f"`{kit.program_language or name}`", protocols, places])
    head = ["stack", "what it is", "programs in", "protocols", "files that its methods share"]
    return table(head, rows)


def server_methods() -> str:
    """Every method of every stack, with what it guarantees of that which not all do."""
    return "\n".join(
        f"- {_link(method.arm, method.path.parent)}{_given(method)}: {method.spoken}"
        for method in load().methods_of(JOB)
    )


def _given(method: Method) -> str:
    given = [name for name, value in method.guarantees.items() if value == "yes"]
    own = [f"{name}={value}" for name, value in method.guarantees.items() if value not in ("yes", "no", "program")]
    return f" ({', '.join([*own, *given])})" if given or own else ""


def server_floors() -> str:
    """Every floor of servers."""
    floors = load().floors_of(JOB)
    return "\n".join(f"- {_link(floor.arm, floor.path.parent)} ({floor.floor}): {floor.summary}" for floor in floors)


def _link(name: str, path: Path) -> str:
    return f"[`{name}`](../{path.relative_to(root()).as_posix()})"
