"""A fleet whose hosts have a network of their own: one is cut off, and is back."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosts.hosts import PATIENCE_S, ROUNDS, Fleet, fleet, wait_until
from hosts.network import Network, can_disturb, can_make, network

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(not can_make(), reason="network namespaces can be made by root alone")


@pytest.fixture(scope="module")
def net() -> Iterator[Network]:
    with network("web1", "web2") as made:
        yield made


@pytest.fixture(scope="module")
def running(net: Network, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet(tmp_path_factory.mktemp("fleet"), "web1", "web2", on=net, has_forks=True) as one:
        yield one


@pytest.fixture
def one(running: Fleet, tmp_path: Path) -> Iterator[Fleet]:
    with running.used_from(tmp_path, "web1", "web2"):
        yield running


def assert_brought_whole(one: Fleet, host: str) -> None:
    """The one run that a host has kept is here, file by file."""
    (kept,) = one.kept(host)
    assert len(list(kept.glob("sweep-*.parquet"))) == ROUNDS
    (brought,) = (one.work / "out" / host).iterdir()
    assert {path.name: path.read_bytes() for path in brought.iterdir()} == {
        path.name: path.read_bytes() for path in kept.iterdir()
    }


def test_a_host_that_is_cut_off_measures_on_and_sends_its_run_when_it_is_back(one: Fleet, net: Network) -> None:
    assert net.address in one.address
    words = ("fleet", "run", *one.waiting_study("long"), "--to", "out", "--scheduler", one.address)
    with one.started(*words) as process:
        one.wait_for_a_sweep("web1", "web2")
        net.cut("web1")
        one.go_on()
        wait_until(lambda: one.sweeps("web1") > 1, "a sweep while it is cut off")
        wait_until(lambda: one.unsent_bytes("web1"), "what its worker tells the scheduler and does not arrive")
        net.join("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    for host in ("web1", "web2"):
        assert_brought_whole(one, host)


@pytest.mark.skipif(not can_disturb(), reason="nftables, or what it takes in the kernel, is not here")
def test_what_is_lost_or_late_on_the_way_is_neither_missing_nor_there_twice(one: Fleet, net: Network) -> None:
    words = ("fleet", "run", *one.study("appending"), "--host", "web1", "--to", "out", "--scheduler", one.address)
    net.disturb("web1", lost_percent=10)
    with one.started(*words) as process:
        _, err = process.communicate(timeout=PATIENCE_S)
    lost = net.lost("web1")
    net.calm("web1")
    assert process.returncode == 0, err
    assert lost > 10
    assert_brought_whole(one, "web1")


def test_nothing_is_left_of_a_network() -> None:
    with network("web1") as made:
        name = made.namespace("web1").name
        assert name in namespaces()
    assert name not in namespaces()


def namespaces() -> str:
    return subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
