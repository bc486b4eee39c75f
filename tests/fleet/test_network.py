"""A fleet whose hosts have a network of their own: one is cut off, and is back."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from fleet.hosts import PATIENCE_S, Fleet, fleet, wait_until
from fleet.network import can_disturb, can_make, network

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(not can_make(), reason="network namespaces can be made by root alone")


def assert_brought_whole(one: Fleet, host: str, sweeps: int) -> None:
    """The one run that a host has kept is here, file by file."""
    (kept,) = one.kept(host)
    assert len(list(kept.glob("sweep-*.parquet"))) == sweeps
    (brought,) = (one.folder / "out" / host).iterdir()
    assert {path.name: path.read_bytes() for path in brought.iterdir()} == {
        path.name: path.read_bytes() for path in kept.iterdir()
    }


def test_a_host_that_is_cut_off_measures_on_and_sends_its_run_when_it_is_back(tmp_path: Path) -> None:
    with network("web1", "web2") as net, fleet(tmp_path, "web1", "web2", on=net) as one:
        wait_until(lambda: "web2" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "two hosts")
        assert net.address in one.address
        words = ("fleet", "run", one.study("long", 30), "--to", "out", "--scheduler", one.address)
        with one.started(*words) as process:
            wait_until(lambda: one.sweeps("web1") > 3 and one.sweeps("web2") > 3, "sweeps of both")
            net.cut("web1")
            seen = one.sweeps("web1")
            wait_until(lambda: one.sweeps("web1") > seen + 2, "sweeps while it is cut off")
            time.sleep(2)  # what its worker tells the scheduler meanwhile does not arrive
            net.join("web1")
            _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, err
        for host in ("web1", "web2"):
            assert_brought_whole(one, host, 30)
    left = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    assert net._tag not in left


@pytest.mark.skipif(not can_disturb(), reason="nftables, or what it takes in the kernel, is not here")
def test_what_is_lost_or_late_on_the_way_is_neither_missing_nor_there_twice(tmp_path: Path) -> None:
    with network("web1", "web2") as net, fleet(tmp_path, "web1", "web2", on=net) as one:
        wait_until(lambda: "web2" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "two hosts")
        words = ("fleet", "run", one.study("appending"), "--to", "out", "--scheduler", one.address)
        net.disturb("web1", lost_percent=10)
        with one.started(*words) as process:
            _, err = process.communicate(timeout=PATIENCE_S)
        lost = net.lost("web1")
        net.calm("web1")
        assert process.returncode == 0, err
        assert lost > 10
        for host in ("web1", "web2"):
            assert_brought_whole(one, host, 9)
