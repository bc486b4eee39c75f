"""Programs of these tests are compiled into a cache of their own, of the session's programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from programs import share_programs


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(cache))
        share_programs(cache)
        yield
