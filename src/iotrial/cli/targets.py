"""File systems that studies can name: listed, made and taken away."""

from __future__ import annotations

import os
import pwd
import sys

from iotrial.ask.named_targets import NAMED, NamedTarget
from iotrial.ask.suggest import suggestion
from iotrial.cli.listed import ListedTarget
from iotrial.cli.output import print_json, print_rows
from iotrial.errors import Problem, UsageError
from iotrial.machine.privilege import as_administrator, why_not_mount
from iotrial.places import persistent, temporary
from iotrial.places.target import Target, describe, room_of
from iotrial.places.workplace import remove_all_abandoned
from iotrial.units import format_bytes, parse_bytes


def list_targets(*, json: bool) -> None:
    """Print every target that has a name: if it is there or can be made, or the reason why not."""
    _tidy_up()
    rows = [_row(named) for named in NAMED.values()]
    if json:
        print_json(rows)
        return
    shown = [{**row.model_dump(), "here": _here(row)} for row in rows]
    print_rows(shown, {"target": "target", "here": "here", "summary": "what it is"}, folds="summary")
    print()
    for line in dict.fromkeys(filter(None, map(_more, rows))):
        print(line)


def create_target(name: str, *, size: str, owner: str | None) -> None:
    """Make a target and mount it, until it is removed."""
    named = _named(name)
    if named.for_a_run:
        raise UsageError(f"{name} is made for a run, and goes with it", hint=f"iotrial run append --target {name}")
    user = _owner(owner)
    asked = f"target create {name} --size {_size_text(size)} --owner {user.pw_name}"
    _require_administrator(asked)
    size_bytes = _size_bytes(size)
    temporary.require_means(named)
    _tidy_up()
    place = persistent.root_folder()
    existing = next(folder for folder in (place, *place.parents) if folder.is_dir())
    temporary.require_room_for(named, existing, size_bytes, "--size takes bytes with a unit, such as 1GiB")
    there = persistent.create(named, size_bytes, user.pw_uid, user.pw_name)
    print(f"{name}: {there.point}, {format_bytes(size_bytes)}, for {user.pw_name}", file=sys.stderr)
    print(
        f"hint: iotrial run append --target {name}; when it is no longer needed: iotrial target remove {name}",
        file=sys.stderr,
    )


def remove_target(name: str) -> None:
    """Unmount a target and remove it."""
    named = _named(name)
    there = persistent.find(name)
    if there is not None:
        _require_administrator(f"target remove {name}")
    persistent.remove(named)
    _tidy_up()


def _row(named: NamedTarget) -> ListedTarget:
    """The row of one target: its facts, and its folder or the reason why it has none."""
    state, owner, reason, hint = "not created", None, None, None
    own: Target | None = None
    size_bytes: int | None = None
    folder: str | None = None
    try:
        there = persistent.find(named.name)
        if there is not None:
            state, folder, owner = there.state, str(there.point), there.owner
            if there.state == "ready":
                own, size_bytes = describe(named.name, there.point), there.size_bytes
            else:
                reason = f"it was created, and is {there.state}"
                hint = as_administrator(f"target remove {named.name}")
        elif (own := temporary.own_tmpfs(named)) is not None:
            state, folder = "there", str(own.folder)
        else:
            temporary.require_means(named, "NAME")
    except UsageError as error:
        said = f"the target {named.name} cannot be made: "
        reason = "; ".join(dict.fromkeys(problem.message.removeprefix(said) for problem in error.problems))
        hint = next((problem.hint for problem in error.problems if problem.hint), None)
    return ListedTarget(
        target=named.name,
        summary=named.summary,
        state=state,
        reason=reason,
        hint=hint,
        folder=folder,
        filesystem=own.filesystem if own else None,
        options=own.options if own else None,
        size_bytes=size_bytes,
        free_bytes=room_of(own.folder) if own else None,
        owner=owner,
        available=reason is None,
    )


def _here(row: ListedTarget) -> str:
    if row.free_bytes is not None:
        return f"{row.state}, {format_bytes(row.free_bytes)} free"
    if row.state != "not created":
        return row.state
    return "made on demand" if row.available else "cannot be made"


def _more(row: ListedTarget) -> str | None:
    """The folder of a target, or the reason why it cannot be used and what helps."""
    if row.available:
        owner = f", for {row.owner}" if row.owner else ""
        return f"{row.target}: {row.folder}{owner}" if row.folder else None
    who = f"{row.target}: " if row.folder else ""
    return f"{who}{row.reason}" + (f"; {row.hint}" if row.hint else "")


def _named(name: str) -> NamedTarget:
    if name in NAMED:
        return NAMED[name]
    if name == "disk":
        raise UsageError("disk is a folder that is there: it is neither created nor removed", hint="--target DIR")
    raise UsageError(f"{name!r} is no target that iotrial makes", hint=suggestion(name, NAMED))


def _owner(name: str | None) -> pwd.struct_passwd:
    """The user whom the target is for: the one named, the one who typed sudo, or the current one."""
    given = name if name is not None else os.environ.get("SUDO_UID", str(os.getuid()))
    try:
        return pwd.getpwuid(int(given)) if given.isascii() and given.isdigit() else pwd.getpwnam(given)
    except (KeyError, OverflowError, ValueError):
        raise UsageError(f"there is no user {given!r}", hint="--owner takes a user's name or number") from None


def _require_administrator(command: str) -> None:
    problem = why_not_mount(command)
    if problem is not None:
        raise UsageError(problem)


def _size_bytes(text: str) -> int:
    try:
        return parse_bytes(text)
    except ValueError as error:
        raise UsageError(Problem(str(error), where="--size", hint="bytes with a unit, such as 1GiB")) from None


def _size_text(text: str) -> str:
    """The size as one word of a command line."""
    return "".join(text.split()) if _size_bytes(text) else text


def _tidy_up() -> None:
    """Remove what a killed run or a killed `create` left behind."""
    for reason in [*remove_all_abandoned(), *persistent.remove_unfinished()]:
        print(f"note: {reason}", file=sys.stderr)
