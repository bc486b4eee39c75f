from __future__ import annotations

from collections.abc import Iterator

import pytest

from hosts.ssh_server import SshServers, ssh_servers
from programs import share_programs


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServers]:
    """Two hosts that SSH reaches, for the tests of a module."""
    folder = tmp_path_factory.mktemp("ssh")
    with ssh_servers(folder, "web1", "web2", XDG_CACHE_HOME=str(folder / "cache")) as both:
        share_programs(folder / "cache")
        yield both
