"""A survivor that is listed is one of the code as it is, with a reason."""

from __future__ import annotations

from pathlib import Path

import iotrial
from mutants.run import Mutants
from mutants.survivors import Survivor, accepted

SRC = Path(iotrial.__file__).parent

DIFF = """\
--- src/iotrial/stats/effects.py
+++ src/iotrial/stats/effects.py
@@ -20,3 +20,3 @@
     logs = present(np.log(other_ns / first_ns))
-    interval = interval_of(logs, ALPHA / comparisons, sequence)
+    interval = interval_of(
+        logs, ALPHA, sequence)
"""


def test_a_survivor_is_told_by_its_function_and_what_it_changes() -> None:
    found = Survivor.of("src/iotrial/stats/effects.py", "iotrial.stats.effects.x_effect__mutmut_7", DIFF)
    assert found == Survivor(
        "stats/effects.py: effect",
        "interval = interval_of(logs, ALPHA / comparisons, sequence)",
        "interval = interval_of( logs, ALPHA, sequence)",
    )
    method = Survivor.of("src/iotrial/claims/claim.py", "iotrial.claims.claim.xǁClaimǁis_at__mutmut_2", DIFF)
    assert method.place == "claims/claim.py: Claim.is_at"


def test_the_share_is_of_those_that_were_tried() -> None:
    assert Mutants(killed=["a", "b", "c"], survived=["d"], untried=["e", "f"]).share == 0.75
    assert Mutants(killed=[], survived=[], untried=["e"]).share == 0.0


def test_each_that_is_listed_is_a_line_of_the_code_and_says_why() -> None:
    for survivor, why in accepted().items():
        file, _, function = survivor.place.partition(": ")
        lines = " ".join((SRC / file).read_text(encoding="utf-8").split())
        assert f"def {function.rpartition('.')[2]}(" in lines, survivor
        assert " ".join(survivor.line.split()) in lines, survivor
        assert survivor.becomes != survivor.line and why, survivor
