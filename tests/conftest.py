from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from programs import FOLDER

# A machine that is busy with other things is slow, not wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # of xdist, which hands its environment on
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="iotrial-tested-programs-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)
