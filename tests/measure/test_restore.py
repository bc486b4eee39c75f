"""A run that goes on: every arm is again what it was, under the number that its samples know it by."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.errors import UsageError
from iotrial.measure.restore import (
    require_same_hosts,
    require_same_machine,
    require_same_sandbox,
    require_same_targets,
    restore,
    study_of,
    target_of,
)
from iotrial.store.record import WriterHost
from iotrial.workers.build import Program
from iotrial.workers.other_host import Way
from iotrial.workers.state import LevelState
from judge import made
from measure.scripted import asked, level

FACTS = {"system": "Linux 6.18", "architecture": "x86_64", "processor": "EPYC", "cpus": 2, "load_average": [0.1]}


def test_an_arm_keeps_its_number_where_the_baseline_had_given_way() -> None:
    names = ["a/x", "a/y", "a/z"]
    before = level(names)
    before.arms[0].leave("failed", "no")
    assert before.rebase()
    for number, arm in enumerate(before.arms):
        arm.iterations, arm.work = 10 + number, 100 + number
    stored = before.record(12)
    after = level(names)
    restore([after], made.run([stored]))
    shown = [(arm.index, arm.arm, arm.role, arm.iterations, arm.work, arm.status) for arm in after.arms]
    assert shown == [
        (0, "a/y", "baseline", 10, 100, "measured"),
        (1, "a/y", "placebo", 11, 101, "measured"),
        (2, "a/z", "arm", 12, 102, "measured"),
        (3, "a/x", "arm", 13, 103, "failed"),
    ]
    assert after.record(12) == stored


def test_a_program_that_has_changed_is_refused() -> None:
    before, after = level(["a/x", "a/y"]), level(["a/x", "a/y"])
    for one, sha256 in ((before, "old"), (after, "new")):
        for arm in one.arms:
            arm.program = Program(("x",), sha256 if arm.arm == "a/y" else "same", "")
    with pytest.raises(UsageError) as refused:
        restore([after], made.run([before.record(12)]))
    assert [problem.message.split(":")[0] for problem in refused.value.problems] == ["a/y"]


@pytest.mark.parametrize(("name", "other"), [("system", "Linux 6.19"), ("processor", "Xeon"), ("cpus", 4)])
def test_another_machine_is_refused(name: str, other: object) -> None:
    run = made.run([level(["a/x", "a/y"]).record(12)], machine=FACTS)
    require_same_machine(run, {**FACTS, "load_average": [9.0]})
    with pytest.raises(UsageError, match="another machine"):
        require_same_machine(run, {**FACTS, name: other})


def test_a_run_goes_on_in_a_sandbox_if_it_began_in_one_and_only_then() -> None:
    levels = [level(["a/x", "a/y"]).record(12)]
    inside, outside = made.run(levels, machine={**FACTS, "sandbox": "bubblewrap 0.11"}), made.run(levels, machine=FACTS)
    require_same_sandbox(inside, "/usr/bin/bwrap")
    require_same_sandbox(outside, None)
    with pytest.raises(UsageError, match="began in a sandbox") as refused:
        require_same_sandbox(inside, None)
    assert refused.value.problems[0].hint == f"iotrial run --resume {inside.run} --sandbox"
    with pytest.raises(UsageError, match="began without a sandbox"):
        require_same_sandbox(outside, "/usr/bin/bwrap")


def test_a_run_goes_on_with_the_hosts_that_its_writers_worked_on() -> None:
    web1, web2, web3 = (Way(name, ("ssh", name)) for name in ("web1", "web2", "web3"))
    stored = level(["a/x", "a/y"]).record(12)
    between = stored.model_copy(
        update={"hosts": [WriterHost(name=name, kernel="6.1", filesystem="nfs4") for name in ("web1", "web2")]}
    )
    run = made.run([stored, between])
    require_same_hosts(run, [web1, web2])
    require_same_hosts(run, [web1, web2, web3])  # the file has one more, which nobody asked for
    for others in ([], [web2, web1], [web1], [web1, web3]):
        with pytest.raises(UsageError, match=r"writers of the run .* worked on web1, web2") as error:
            require_same_hosts(run, others)
        assert "--on FILE" in str(error.value.problems[0].hint)
    alone = made.run([stored])
    require_same_hosts(alone, [])
    with pytest.raises(UsageError, match=r"all writers of the run .* worked on one machine"):
        require_same_hosts(alone, [web1])


def test_a_run_goes_on_in_the_folder_that_it_began_in(tmp_path: Path) -> None:
    targets = [{"target": "tmpfs", "folder": "/dev/shm"}, {"target": "disk", "folder": str(tmp_path)}]
    run = made.run([level(["a/x", "a/y"]).record(12)], machine={"targets": targets})
    assert target_of(run, None) == tmp_path and target_of(run, tmp_path) == tmp_path
    with pytest.raises(UsageError, match="began in"):
        target_of(run, tmp_path.parent)


def test_a_run_whose_target_is_not_known_goes_where_it_is_told(tmp_path: Path) -> None:
    run = made.run([level(["a/x", "a/y"]).record(12)], machine={})
    assert target_of(run, None) is None and target_of(run, tmp_path) == tmp_path


TARGET = {"target": "ext4", "filesystem": "ext4", "options": "rw", "size_bytes": 1 << 29, "made": "for the run"}


def on_ext4() -> LevelState:
    state = level(["a/x", "a/y"])
    return asked(state, factors={**state.plan.factors, "target": "ext4"})


def test_a_target_that_is_made_anew_as_it_was_will_do(tmp_path: Path) -> None:
    run = made.run([on_ext4().record(12)], machine={"targets": [{**TARGET, "host": str(tmp_path), "folder": "/gone"}]})
    require_same_targets(run, [on_ext4()], {"targets": [{**TARGET, "folder": "/new"}]})
    assert target_of(run, None) == tmp_path


@pytest.mark.parametrize("changed", [{"size_bytes": 1 << 30}, {"options": "rw,sync"}, {"made": "on request"}])
def test_a_target_that_is_another_one_now_is_refused(changed: dict[str, object]) -> None:
    run = made.run([on_ext4().record(12)], machine={"targets": [TARGET]})
    with pytest.raises(UsageError, match="the target ext4 is another one now"):
        require_same_targets(run, [on_ext4()], {"targets": [{**TARGET, **changed}]})


def test_a_target_that_cannot_be_had_any_more_is_refused_with_the_reason() -> None:
    run = made.run([on_ext4().record(12)], machine={"targets": [TARGET]})
    now = on_ext4()
    now.progress.skipped = "mounting takes root"
    with pytest.raises(UsageError, match="mounting takes root"):
        require_same_targets(run, [now], {})


def test_a_level_that_was_skipped_stays_skipped() -> None:
    before, now = on_ext4(), on_ext4()
    before.progress.skipped = "mounting takes root"
    require_same_targets(made.run([before.record(12)]), [now], {"targets": [TARGET]})
    assert now.progress.skipped == "mounting takes root" and not now.is_measurable


@pytest.mark.parametrize(
    ("stored", "goes_on"),
    [
        ([["heap", "path"], ["environment"]], ("path", "heap", "environment")),
        ([[], []], ()),
        ([None, None], ("environment",)),  # a run of an earlier version
    ],
)
def test_a_run_goes_on_with_the_surroundings_that_it_drew(
    stored: list[list[str] | None], goes_on: tuple[str, ...]
) -> None:
    catalog = tree.load()
    text = catalog.methods["append", "python/os_write"].path.read_text(encoding="utf-8")
    arms = [made.arm("python/os_write", role=role, method_sha256="key") for role in ("baseline", "placebo", "arm")]
    levels = [made.level({"n": n}, "", [], arms=arms, surroundings=one) for n, one in enumerate(stored)]
    run = made.run(levels, job="append", texts={"key": text})
    assert study_of(run, catalog).surroundings == goes_on
