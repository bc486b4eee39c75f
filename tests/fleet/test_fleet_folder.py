"""The folder of a fleet on the machine that asks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from iotrial.fleet.certificate import made
from iotrial.fleet.fleet_folder import FleetFolder, new_record


def test_a_certificate_is_that_of_the_scheduler_that_there_is(tmp_path: Path) -> None:
    record = new_record("tls://one", ["web1"], {"appending": ""}, [datetime.now(UTC)], [], [])
    folder = FleetFolder.begin(tmp_path / "fleet", record)
    certificate = made()
    folder.move_to("tls://one", certificate)
    assert FleetFolder.open(folder.folder).certificate == certificate
    kept = [path for path in (folder.folder / ".tls").iterdir()]
    assert kept and all(path.stat().st_mode & 0o077 == 0 for path in kept)
    folder.move_to("tcp://another", None)
    assert FleetFolder.open(folder.folder).certificate is None
    assert not any(path.exists() for path in kept)
