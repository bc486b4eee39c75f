"""Programs of these tests are compiled into a cache of their own, of the session's programs, and so are crates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import share_programs


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(cache))
        share_programs(cache)
        patch.setenv("RUSTC_WRAPPER", str(Path(__file__).with_name("crate_once.sh")))
        yield
