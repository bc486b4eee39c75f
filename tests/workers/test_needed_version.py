"""A method that needs a newer runtime than is here is not compiled, and says what it lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from iotrial.ask import tree
from iotrial.workers import build
from iotrial.workers.unavailable import Unavailable


@pytest.mark.parametrize(
    ("said", "needed", "older"),
    [
        ("go version go1.19.8 linux/amd64", "1.21", True),
        ("go version go1.21.0 linux/amd64", "1.21", False),
        ("go version go1.3 linux/amd64", "1.21", True),
        ("v20.20.2", "22", True),
        ("v22", "22.0.1", True),
        ("javac 21.0.5", "21", False),
        ("a compiler that does not say", "3", False),
    ],
)
def test_versions_are_compared_number_by_number(said: str, needed: str, older: bool) -> None:
    assert build.is_older(said, needed) is older


def test_the_reason_names_both_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = tree.load()
    method = replace(catalog.methods[("log", "python/write")], needs=("version 99.1",))
    monkeypatch.setattr(build, "runtime_of", lambda kit: ("/usr/bin/python3", "Python 3.11.2"))
    with pytest.raises(Unavailable, match=r"^needs Python 99\.1 or newer; here is Python 3\.11\.2$"):
        build.require(catalog.kits["python"], method)
