"""Hosts with a network of their own on this machine: a namespace for each, with a cable to one bridge."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path


@cache
def can_make() -> bool:
    """True if namespaces can be made here: by root, with ip."""
    if os.geteuid() != 0 or shutil.which("ip") is None or shutil.which("nsenter") is None:
        return False
    name = f"io{secrets.token_hex(3)}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True)
    subprocess.run(["ip", "netns", "del", name], capture_output=True)
    return made.returncode == 0


@cache
def can_disturb() -> bool:
    """True if packets between such namespaces can be lost and held up here."""
    if not can_make() or shutil.which("nft") is None or shutil.which("tc") is None:
        return False
    return _nft(_losing("io_try", "lo", 1), "--check").returncode == 0


def _losing(table: str, device: str, percent: int) -> str:
    """The rule by which so many packets that come in are lost."""
    hook = f'type filter hook ingress device "{device}" priority 0;'
    return f"table netdev {table} {{\nchain lost {{\n{hook}\nnumgen random mod 100 < {percent} counter drop\n}}\n}}\n"


def _nft(rule: str, *words: str, inside: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*inside, "nft", *words, "--file", "-"], input=rule, text=True, capture_output=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Network:
    """A bridge in this machine's own namespace, and the hosts on it."""

    def __init__(self) -> None:
        self._tag = f"io{secrets.token_hex(3)}"
        self._subnet = f"10.213.{secrets.randbelow(256)}"
        self._names: list[str] = []
        self._disturbed: set[str] = set()
        self.address = f"{self._subnet}.1"

    def make(self) -> None:
        _ip("link", "add", self._tag, "type", "bridge")
        _ip("addr", "add", f"{self.address}/24", "dev", self._tag)
        _ip("link", "set", self._tag, "up")

    def add(self, name: str) -> None:
        self._names.append(name)
        space, cable = self._space(name), self._cable(name)
        _ip("netns", "add", space)
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
        _ip("link", "set", cable, "master", self._tag, "up")
        _ip("-n", space, "addr", "add", f"{self.address_of(name)}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            _ip("-n", space, "link", "set", link, "up")

    def address_of(self, name: str) -> str:
        return f"{self._subnet}.{self._names.index(name) + 2}"

    def namespace(self, name: str) -> Path:
        return Path("/run/netns") / self._space(name)

    def inside(self, name: str) -> list[str]:
        """The words before a command that make it one of that host; its mounts are those of this machine."""
        return ["nsenter", f"--net={self.namespace(name)}"]

    def cut(self, name: str) -> None:
        _ip("link", "set", self._cable(name), "down")

    def join(self, name: str) -> None:
        _ip("link", "set", self._cable(name), "up")

    def disturb(self, name: str, lost_percent: int) -> None:
        """Lose so many of a host's packets, each way, and let the others wait for their turn on a slow line."""
        self._disturbed.add(name)
        for inside, device in self._ends(name):
            _nft(_losing(self._tag, device, lost_percent), inside=inside).check_returncode()
            line = ["tbf", "rate", "1mbit", "burst", "8kb", "latency", "200ms"]
            subprocess.run([*inside, "tc", "qdisc", "add", "dev", device, "root", *line], check=True)

    def calm(self, name: str) -> None:
        """Take back what disturbs a host."""
        self._disturbed.remove(name)
        for inside, device in self._ends(name):
            _nft(f"delete table netdev {self._tag}\n", inside=inside).check_returncode()
            subprocess.run([*inside, "tc", "qdisc", "del", "dev", device, "root"], check=True)

    def lost(self, name: str) -> int:
        """The packets that a disturbed host has lost so far, each way."""
        count = 0
        for inside, _ in self._ends(name):
            listed = [*inside, "nft", "list", "table", "netdev", self._tag]
            told = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
            count += sum(map(int, re.findall(r"counter packets (\d+)", told)))
        return count

    def _ends(self, name: str) -> list[tuple[list[str], str]]:
        """Both ends of a host's cable: the words before a command there, and the device."""
        return [([], self._cable(name)), (self.inside(name), "eth0")]

    def remove(self) -> None:
        if self._disturbed:  # its namespace has a table of its own, which goes with it
            _nft(f"delete table netdev {self._tag}\n")
        for name in self._names:
            subprocess.run(["ip", "netns", "del", self._space(name)], capture_output=True)
        subprocess.run(["ip", "link", "del", self._tag], capture_output=True)

    def _space(self, name: str) -> str:
        return f"{self._tag}-{name}"

    def _cable(self, name: str) -> str:
        return f"{self._tag}v{self._names.index(name)}"


@contextlib.contextmanager
def network(*hosts: str) -> Iterator[Network]:
    """A network with hosts of these names."""
    made = Network()
    try:
        made.make()
        for host in hosts:
            made.add(host)
        yield made
    finally:
        made.remove()
