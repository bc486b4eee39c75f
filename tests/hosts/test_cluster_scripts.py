"""What has Slurm and Kubernetes start the hosts of a fleet, started here as far as they can be."""

from __future__ import annotations

import contextlib
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from hosts.hosts import Fleet, fleet, wait_until
from iotrial.cli import main
from iotrial.errors import UsageError
from iotrial.hosts.kubernetes import Pods, manifest
from iotrial.hosts.slurm import SlurmJobs, job_script

pytest.importorskip("distributed")


def directives(script: str) -> list[str]:
    return [line.removeprefix("#SBATCH ") for line in script.splitlines() if line.startswith("#SBATCH ")]


def worker_of(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The pod of a worker, and its container."""
    pod = yaml.safe_load(text)["spec"]["worker"]["spec"]
    (container,) = pod["containers"]
    return pod, container


@contextlib.contextmanager
def started(one: Fleet, name: str, command: list[str], environment: dict[str, str]) -> Iterator[None]:
    """Start a worker; it ends with this."""
    whole = {**one.environment, **environment, "IOTRIAL_FLEETS": str(one.folder / name)}
    with (one.folder / "log").open("ab") as log:
        process = subprocess.Popen(command, env=whole, cwd=one.folder, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A scheduler without hosts."""
    with fleet(tmp_path_factory.mktemp("fleet")) as started:
        yield started


def test_each_job_of_a_script_and_each_pod_of_a_manifest_is_a_host_named_for_its_node(
    one: Fleet, tmp_path: Path
) -> None:
    """A host takes one study at a time, which `fleet machine` would say that it does not."""
    script = tmp_path / "jobs"
    script.write_text(job_script(SlurmJobs(one.address, 4, sys.executable, "bench", "us", 5400)))
    assert {"-p bench", "-A us", "-t 01:30:00", "--exclusive", "--array=1-4", "--mem=0"} <= set(
        directives(script.read_text())
    )
    _, container = worker_of(manifest(Pods("me/iotrial:1", 3, "/data/io")))
    words = [word.replace("$(IOTRIAL_NODE)", "node8") for word in container["args"]]
    words[0] = str(Path(sys.executable).with_name(words[0]))
    with (
        started(one, "node7", ["bash", str(script)], {"SLURMD_NODENAME": "node7"}),
        started(one, "node8", words, {"DASK_SCHEDULER_ADDRESS": one.address}),
    ):
        for name in ("node7", "node8"):
            wait_until(functools.partial(one.arrivals, name), name)
        told = one.iotrial("fleet", "machine", "--scheduler", one.address)
    assert "node7" in told.stdout and "node8" in told.stdout and "left out" not in told.stderr, told.stderr


def test_a_pod_is_named_for_its_node_keeps_its_files_there_and_is_alone_on_it() -> None:
    pod, container = worker_of(manifest(Pods("me/iotrial:1", 3, "/data/io")))
    assert container["image"] == "me/iotrial:1"
    named = {one["name"]: one for one in container["env"]}
    assert named["IOTRIAL_NODE"]["valueFrom"]["fieldRef"] == {"fieldPath": "spec.nodeName"}
    (mount,), (volume,) = container["volumeMounts"], pod["volumes"]
    assert mount["name"] == volume["name"] and volume["hostPath"]["path"] == "/data/io"
    for home in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        assert Path(mount["mountPath"]) in Path(named[home]["value"]).parents
    (apart,) = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert apart["topologyKey"] == "kubernetes.io/hostname"
    assert apart["labelSelector"]["matchLabels"] == {
        "dask.org/cluster-name": "iotrial",
        "dask.org/component": "worker",
    }


def test_a_manifest_asks_for_as_many_workers_as_nodes_and_for_nothing_that_is_empty() -> None:
    document = yaml.safe_load(manifest(Pods("x", 5, "/data", "mine")))
    assert document["metadata"]["name"] == "mine" and document["spec"]["worker"]["replicas"] == 5
    assert None not in document["spec"]["worker"]["spec"]["containers"][0].values()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("slurm", "--nodes", "2"), ["name the scheduler"]),
        (("slurm", "--nodes", "2", "--scheduler", "tcp://a:1; rm -r x"), ["--scheduler"]),
        (("slurm", "--nodes", "2", "--queue", "a\n#SBATCH -x", "--time", "soon"), ["--queue", "--time", "scheduler"]),
        (("slurm", "--nodes", "0", "--scheduler", "tcp://a:1"), ["--nodes"]),
        (("kubernetes", "--nodes", "2"), ["--image"]),
        (("kubernetes", "--nodes", "2", "--image", "a b", "--folder", "here", "--name", "A"),
         ["--image", "--folder", "--name"]),
    ],
)  # fmt: skip
def test_what_cannot_stand_in_a_script_is_refused_all_at_once(
    words: tuple[str, ...], said: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DASK_SCHEDULER_ADDRESS", raising=False)
    assert main(["fleet", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and all(word in captured.err for word in said), captured.err


def test_a_path_with_a_space_stays_one_word() -> None:
    (command,) = [
        line for line in job_script(SlurmJobs("tcp://a:1", 1, "/opt/my python")).splitlines() if "distributed" in line
    ]
    assert command.startswith("'/opt/my python' -m ")


def test_without_the_package_the_next_step_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask_jobqueue", None)
    monkeypatch.setitem(sys.modules, "dask_jobqueue.slurm", None)
    with pytest.raises(UsageError, match="which is not installed") as refused:
        job_script(SlurmJobs("tcp://a:1", 1))
    assert refused.value.problems[0].hint == "pip install 'iotrial[slurm]'"
