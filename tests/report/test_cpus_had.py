"""A level in which a method uses threads says that all of its methods had every CPU."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.report.ranking_table import cpus_had
from judge import made
from report.shown import judged_once


@pytest.mark.parametrize(
    ("threaded", "said"),
    [
        ([], None),
        (["c/b"], "since c/b uses threads"),
        (["c/a"], "since c/a uses threads"),  # the placebo is the same method
        (["c/b", "c/d"], "since c/b, c/d use threads"),
    ],
    ids=str,
)
def test_it_is_said_whose_threads_give_all_methods_every_cpu(
    threaded: list[str], said: str | None, tmp_path: Path
) -> None:
    arms = [made.arm(name, tags=["threaded"] if name in threaded else []) for name in ("c/b", "c/d")]
    both = [
        made.arm("c/a", role=role, tags=["threaded"] if "c/a" in threaded else []) for role in ("baseline", "placebo")
    ]
    level = made.level({"records": 10}, "c/a", []).model_copy(update={"arms": [*both, *arms]})
    judged = judged_once(made.opened(tmp_path, made.run([level]), dict.fromkeys(("c/b", "c/d"), 1.5)))
    texts = [one.text for one in cpus_had(judged.levels[0])]
    assert len(texts) == (said is not None) and (said is None or said in texts[0])
